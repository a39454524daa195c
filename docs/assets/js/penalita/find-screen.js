// @ts-check
// Show the screen that finds an infraction, by story or list.
import { button } from "../buttons-and-fields.js";
import { el } from "../dom.js";
import { foundList } from "./step-link.js";
import { offered, reached, reader } from "./understood-panel.js";
import { STORY_LENGTH } from "../verdict/step-address.js";
import { plain } from "../verdict/verdict.js";

/** @import { State, Game } from "../verdict/types.d.ts" */
/** @import { Understanding } from "./types" */

/**
 * @typedef {object} Page
 * @property {Game} game
 * @property {State} state
 * @property {(to: State) => void} go
 * @property {() => void} changeGame
 * @property {Element} player
 */

/** @param {Page} page @returns {(Node | null)[]} */
export function findScreen(page) {
  const { game, state } = page;
  const byId = new Map(game.infractions.map((i) => [i.id, i]));
  const results = el("div", { class: "trovate", "aria-live": "polite" });
  const browse = el(
    "div",
    { class: "sfoglia" },
    ...game.kinds.map((kind) =>
      el(
        "section",
        {},
        el("h2", {}, kind.title),
        foundList(
          kind.infractions.map((id) => ({
            to: { g: game.book, i: id, r: [], s: [] },
            infraction: /** @type {any} */ (byId.get(id))
          }))
        )
      )
    )
  );
  const input = el("input", {
    id: "che-cosa",
    type: "search",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    placeholder: "Es.: 8 minuti di ritardo",
    maxlength: STORY_LENGTH,
    onfocus: () => reader(game).catch(() => {}), // who scrolls the list does not download it
    oninput: () => update(page, input, results)
  });
  const first = (/** @type {Event} */ event) => {
    event.preventDefault();
    const t = input.value.trim();
    if (t) page.go({ g: game.book, i: "", r: [], s: [], t });
  };
  const form = el(
    "form",
    { class: "campo", role: "search", "aria-label": "Infrazioni", onsubmit: first },
    el("label", { for: "che-cosa" }, "Che cosa è successo?"),
    input
  );
  const typed = window.history.state?.query ?? state.t;
  if (typeof typed === "string") {
    input.value = typed;
    update(page, input, results);
  }
  const name = el("strong", { "data-qui": game.game }, game.game);
  const table = el("a", { href: `${game.book}/`, class: "tasto" }, "Tabella delle penalità");
  return [
    el("p", { class: "gioco" }, name, " ", button("Cambia gioco", page.changeGame), " ", table),
    game.scope ? el("p", { class: "conta" }, plain(game.scope)) : null,
    page.player,
    form,
    results,
    browse
  ];
}

/**
 * Show a story's possible infractions while it is typed. Nothing is chosen, and the whole list stays below.
 * @param {Page} page @param {HTMLInputElement} input @param {HTMLElement} results
 */
async function update(page, input, results) {
  const { game } = page;
  const text = input.value;
  const story = text.trim();
  window.history.replaceState({ ...window.history.state, query: text }, "");
  const known = story
    ? await reader(game).then(
        (understand) => understand(text),
        () => null
      )
    : null;
  if (text !== input.value) return; // the text has changed meanwhile
  delete results.dataset.offered;
  if (!known)
    return results.replaceChildren(
      story ? "Senza rete non riesco a leggere il testo: scegli l’infrazione dall’elenco." : ""
    );
  const found = offered(known);
  if (known.outcome !== "sure") results.dataset.offered = found.map(({ infraction }) => infraction.id).join(" ");
  const to = { g: game.book, i: "", r: [], s: [], t: story };
  const links = found.map((one) => ({ ...one, to, reached: () => reached(known, to, one.infraction) }));
  const search = `../cerca/?${new URLSearchParams({ q: story, book: game.book })}`;
  results.replaceChildren(...(found.length ? [describe(known), foundList(links)] : nothing(game, search)));
}

/** @param {Understanding} known */
const describe = ({ outcome }) =>
  el("p", {}, outcome === "sure" ? "Dovrebbe essere questa:" : "Forse è una di queste:");

/** @param {Game} game @param {string} search @returns {Node[]} */
const nothing = ({ unforeseen, statements }, search) => [
  el("p", {}, "Non ho trovato un’infrazione che corrisponda."),
  ...unforeseen.map((id) =>
    el("p", {}, el("a", { class: "cita", href: statements[id].url }, statements[id].cite), ` ${statements[id].text}`)
  ),
  el("p", {}, "Scegli dall’elenco oppure ", el("a", { href: search }, "cercalo nelle regole"), ".")
];
