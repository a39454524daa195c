// Show the screen on which an infraction is described in words or chosen from a list.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { calmRegion } from "../live-region.js";
import { foundList } from "./step-links.js";
import { offered, reached, reader } from "./understood-panel.js";
import { STORY_LENGTH } from "../verdict/step-address.js";
import { plain } from "../verdict/verdict.js";
/** @import { Page } from "./types" */
/** @import { Game } from "../verdict/types" */

/**
 * Return the screen on which an infraction is described or chosen from a list.
 * @param {Page} page @returns {(Node | null)[]}
 */
export function findScreen(page) {
  const { game, state } = page;
  const blank = { g: game.book, i: "", r: [], s: [] };
  const byId = new Map(game.infractions.map((i) => [i.id, i]));
  const listed = (/** @type {string} */ id) => ({ to: blank, infraction: /** @type {any} */ (byId.get(id)) });
  const kinds = game.kinds.map((kind) => el("section", el("h2", kind.title), foundList(kind.infractions.map(listed))));
  const results = el("div.trovate");
  const spoken = calmRegion();
  const read = () => update(page, input, results).then(() => spoken.say(() => summary(results)));
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
    if (t) page.go({ ...blank, t });
  };
  const label = el("label", { for: "che-cosa" }, "Che cosa è successo?");
  const typed = window.history.state?.query ?? state.t;
  if (typeof typed === "string") {
    input.value = typed;
    if (state.t) update(page, input, results).then(() => focusFirstLine(results));
    else read();
  }
  const name = el("strong", { "data-qui": game.game }, game.game);
  const table = el("a.tasto", { href: `${game.book}/` }, "Tabella delle penalità");
  return [
    el("p.gioco", name, " ", button("Cambia gioco", page.changeGame), " ", table),
    game.scope ? el("p.conta", plain(game.scope)) : null,
    page.player,
    el("form.campo", { role: "search", "aria-label": "Infrazioni", onsubmit }, label, input),
    spoken.region,
    results,
    el("div.sfoglia", ...kinds)
  ];
}

/**
 * Show the infractions that the text typed so far may describe, above the list of all.
 * @param {Page} page @param {HTMLInputElement} input @param {HTMLElement} results where they are shown
 */
async function update({ game }, input, results) {
  const text = input.value;
  const story = text.trim();
  window.history.replaceState({ ...window.history.state, query: text }, "");
  const read = story ? await reader(game).catch(() => null) : null;
  if (text !== input.value) return; // the text has changed meanwhile
  delete results.dataset.offered;
  const unread = story ? "Senza rete non riesco a leggere quello che scrivi: scegli l’infrazione dall’elenco." : "";
  if (!read) return results.replaceChildren(unread);
  const known = read(text);
  const found = offered(known);
  const sure = known.outcome === "sure";
  if (!sure) results.dataset.offered = found.map(({ infraction }) => infraction.id).join(" ");
  const to = { g: game.book, i: "", r: [], s: [], t: story };
  const links = found.map((one) => ({ ...one, to, reached: () => reached(known, to, one.infraction) }));
  const heading = el("p", sure ? "Dovrebbe essere questa:" : "Forse è una di queste:");
  results.replaceChildren(...(found.length ? [heading, foundList(links)] : nothing(game, story)));
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
function nothing({ book, unforeseen, statements }, story) {
  const rules = unforeseen.map((id) => statements[id]);
  const search = `../cerca/?${new URLSearchParams({ q: story, book })}`;
  return [
    el("p", "Non ho trovato nessuna infrazione che corrisponda a quello che hai scritto."),
    ...rules.map(({ url, cite, text }) => el("p", el("a.cita", { href: url }, cite), ` ${text}`)),
    el("p", "Scegli dall’elenco oppure ", el("a", { href: search }, "cerca nelle regole"), ".")
  ];
}
