// Show the form that records a penalty without a verdict.
import { field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { booksOf } from "../listed-games.js";
import { recordForm } from "./new-penalty-form.js";
import { infractionsOf, options, penaltiesOf } from "./penalty-form-fields.js";
import { games, loadTables } from "./load-needed-games.js";
import { draft } from "./form-drafts.js";
/** @import { Recorded } from "./types" */

const ID = "registro nuova";
const LOST =
  "Le tabelle di questo gioco non si sono caricate: riprova quando c’è rete. Le penalità già salvate restano.";

/**
 * Return the form that records a penalty without a verdict; a paragraph if there are no games.
 * @param {{id: string, name: string}[]} site the games to choose from
 * @param {(given: Recorded) => void} done called with what was recorded @returns {HTMLElement}
 */
export function blankForm(site, done) {
  if (!site.length) return el("p", LOST);
  const from = draft(ID) ?? {};
  const today = booksOf(document.documentElement.dataset.oggi ?? "");
  const wanted = from.book || (today.find((one) => site.some(({ id }) => id === one)) ?? "");
  const known = site.map(({ id, name }) => /** @type {[string, string]} */ ([id, name]));
  const book = options(known, site.some(({ id }) => id === wanted) ? wanted : "", "", fill);
  const lists = el("div");
  let [infraction, penalty] = [options([], "", ""), options([], "", "")];
  const form = recordForm({
    id: ID,
    label: "Nuova penalità",
    before: [el("h2", "Nuova penalità"), field("g-gioco", "Gioco", book), lists],
    keep: () => ({ book: book.value, infraction: infraction.value, penalty: penalty.value }),
    subject() {
      const game = games.get(book.value);
      if (!game || !infraction.value || !penalty.value) return null;
      const title = infractionsOf(game).find(([i]) => i === infraction.value)?.[1] ?? "";
      const chosen = { id: infraction.value, title };
      return { game, infraction: chosen, bases: [penalty.value] };
    },
    done
  });
  fill();
  return form;

  function fill() {
    const game = games.get(book.value);
    if (book.value && !game) return void fetchChosen(book.value);
    const keep = (/** @type {[string, string][]} */ all, /** @type {string | undefined} */ value) =>
      all.some(([one]) => one === value) ? (value ?? "") : "";
    infraction = options(infractionsOf(game), keep(infractionsOf(game), infraction.value || from.infraction), "");
    penalty = options(penaltiesOf(game), keep(penaltiesOf(game), penalty.value || from.penalty), "");
    lists.replaceChildren(field("g-infrazione", "Infrazione", infraction), field("g-penalita", "Penalità", penalty));
  }

  /** Load the chosen game's decision data, and fill the lists. @param {string} chosen book code */
  async function fetchChosen(chosen) {
    const came = await loadTables([chosen]);
    if (book.value !== chosen) return;
    if (!came) return lists.replaceChildren(el("p", { role: "alert" }, LOST));
    fill();
    lists.dispatchEvent(new Event("change", { bubbles: true })); // the form works out the penalty
  }
}
