// Show the screen on which an infraction is described in words or chosen from a list.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { calmRegion } from "../live-region.js";
import { blankStep, cite, foundList } from "./step-links.js";
import { reached, reader } from "./understood-panel.js";
import { STORY_LENGTH } from "../verdict/step-address.js";
import { plain } from "../verdict/verdict.js";
/** @import { Game, Infraction, State } from "../verdict/types" */

const OFFERED = 3; // infractions to choose from

/**
 * Return the screen on which an infraction is described or chosen from a list.
 * @param {Game} game @param {State} state
 * @param {{go: (state: State) => void, changeGame: () => void, player: Node}} page `go`: shows another step; `player`:
 *   whom the verdict is for
 * @returns {(Node | null)[]}
 */
export function findScreen(game, state, { go, changeGame, player }) {
  const blank = blankStep(state);
  const listed = (/** @type {string} */ id) => ({
    infraction: /** @type {Infraction} */ (game.infractions.find((one) => one.id === id))
  });
  const kinds = game.kinds.map(({ title, infractions }) =>
    el("section", el("h2", title), foundList(blank, infractions.map(listed)))
  );
  const results = el("div.trovate");
  const spoken = calmRegion();
  const read = () => update(game, state, input, results).then(() => spoken.say(() => summary(results)));
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
    oninput: read
  });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const t = input.value.trim();
    if (t) go({ ...blank, t });
  };
  input.value = window.history.state?.query ?? state.t;
  if (state.t) update(game, state, input, results).then(() => focusFirstLine(results));
  else if (input.value) read();
  const label = el("label", { for: "che-cosa" }, "Che cosa è successo?");
  const name = el("strong", { "data-qui": game.game }, game.game);
  const table = el("a.tasto", { href: `${game.book}/` }, "Tabella delle penalità");
  return [
    el("p.gioco", name, " ", button("Cambia gioco", changeGame), " ", table),
    game.scope ? el("p.conta", plain(game.scope)) : null,
    player,
    el("form.campo", { role: "search", "aria-label": "Infrazioni", onsubmit }, label, input),
    spoken.region,
    results,
    el("div.sfoglia", ...kinds)
  ];
}

/**
 * Show the infractions that the text typed so far may describe, above the list of all.
 * @param {Game} game @param {State} state @param {HTMLInputElement} input
 * @param {HTMLElement} results where they are shown
 */
async function update(game, state, input, results) {
  const text = input.value;
  const t = text.trim();
  window.history.replaceState({ ...window.history.state, query: text }, "");
  const read = t ? await reader(game).catch(() => null) : null;
  if (text !== input.value) return; // the text has changed meanwhile
  delete results.dataset.offered;
  const unread = t ? "Senza rete non riesco a leggere quello che scrivi: scegli l’infrazione dall’elenco." : "";
  if (!read) return results.replaceChildren(unread);
  const known = read(text);
  const found = known.outcome === "nothing" ? [] : known.found.slice(0, OFFERED);
  const sure = known.outcome === "sure";
  if (!sure) results.dataset.offered = found.map(({ infraction }) => infraction.id).join(" ");
  const to = { ...blankStep(state), t };
  const heading = el("p", sure ? "Dovrebbe essere questa:" : "Forse è una di queste:");
  const links = foundList(to, found, (one) => reached(known, to, one));
  results.replaceChildren(...(found.length ? [heading, links] : nothing(game, t)));
}

/** Give the results’ first line the focus that came to this screen; it says them. @param {HTMLElement} results */
function focusFirstLine(results) {
  const line = results.querySelector("p");
  if (!line || !document.activeElement?.matches("[data-qui]")) return;
  line.tabIndex = -1;
  line.focus();
}

/** Return what is said of the results: their first line, and the infractions’ names. @param {HTMLElement} results */
function summary(results) {
  const names = Array.from(results.querySelectorAll("li strong"), (name) => name.textContent);
  return `${(results.querySelector("p") ?? results).textContent} ${names.join("; ")}`.trim();
}

/**
 * Return the notice that a story fits no infraction, with the rules on what the book does not foresee.
 * @param {Game} game @param {string} story
 */
function nothing(game, story) {
  const search = `../cerca/?${new URLSearchParams({ q: story, book: game.book })}`;
  return [
    el("p", "Non ho trovato nessuna infrazione che corrisponda a quello che hai scritto."),
    ...game.unforeseen.map((id) => el("p", cite(game, id), ` ${game.statements[id].text}`)),
    el("p", "Scegli dall’elenco oppure ", el("a", { href: search }, "cerca nelle regole"), ".")
  ];
}
