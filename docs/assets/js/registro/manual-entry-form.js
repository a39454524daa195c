// @ts-check
// Show the form for a penalty without a verdict, with nothing chosen.
import { field } from "../page-controls.js";
import { el } from "../dom.js";
import { booksOf } from "../listed-games.js";
import { infractionsOf, options, penaltiesOf } from "./edit-form.js";
import { recordForm } from "./penalty-form.js";
import { games } from "./loaded-games.js";
import { draft } from "./form-drafts.js";
/** @import { Game } from "../verdict/types.d.ts" */
/** @import { Recorded } from "./types.d.ts" */

const ID = "registro nuova";

/** Return a game's name, with the document's and its date if ambiguous. @param {Game} game */
const titleOf = ({ game, title, edition }) =>
  [...games.values()].filter((other) => other.game === game).length > 1 ? `${title}, ${edition}` : game;

/** Return the form, or the reason why there is none. @param {(given: Recorded) => void} done @returns {HTMLElement} */
export function blankForm(done) {
  if (!games.size)
    return el(
      "p",
      "Senza rete e senza le tabelle di un gioco non puoi aggiungere penalità; quelle già salvate restano."
    );
  const from = draft(ID) ?? {};
  const today = document.documentElement.dataset.oggi ?? "";
  const wanted = from.book || (booksOf(today).find((one) => games.has(one)) ?? "");
  const known = [...games.values()].map((g) => /** @type {[string, string]} */ ([g.book, titleOf(g)]));
  const book = options(known, games.has(wanted) ? wanted : "", "", fill);
  const lists = el("div");
  let [infraction, penalty] = [options([], "", ""), options([], "", "")];
  const form = recordForm({
    id: ID,
    label: "Nuova penalità",
    fixed: null,
    before: [el("h2", "Nuova penalità"), field("g-gioco", "Gioco", book), lists],
    keep: () => ({ book: book.value, infraction: infraction.value, penalty: penalty.value }),
    subject() {
      const game = games.get(book.value);
      if (!game || !infraction.value || !penalty.value) return null;
      const title = infractionsOf(game).find(([i]) => i === infraction.value)?.[1] ?? "";
      return {
        game,
        infraction: { id: infraction.value, title },
        bases: [penalty.value],
        typed: {},
        differs: () => []
      };
    },
    done
  });
  fill();
  return form;

  function fill() {
    const game = games.get(book.value);
    const keep = (/** @type {[string, string][]} */ all, /** @type {string | undefined} */ value) =>
      all.some(([one]) => one === value) ? (value ?? "") : "";
    infraction = options(infractionsOf(game), keep(infractionsOf(game), infraction.value || from.infraction), "");
    penalty = options(penaltiesOf(game), keep(penaltiesOf(game), penalty.value || from.penalty), "");
    lists.replaceChildren(field("g-infrazione", "Infrazione", infraction), field("g-penalita", "Penalità", penalty));
  }
}
