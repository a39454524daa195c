// @ts-check
// La schermata in cui si trova l’infrazione: raccontandola, o sfogliandole.
import { el } from "../dom.js";
import { reached, reader, quoted } from "./story.js";
import { STORY_LENGTH } from "../verdict/address.js";

/** @typedef {import("../verdict/address.js").State} State @typedef {import("../verdict/verdict.js").Game} Game */

const STORY = 4; // con meno parole non è un racconto: Invio, fra infrazioni che vi si leggono quasi alla pari («mazzo»), non sceglie
const NEAR = 0.85;

/**
 * @param {{game: Game, state: State, go: (to: State) => void,
 *   stepLink: (to: State, attributes: Record<string, any>, ...children: any[]) => Element, changeGame: () => void, player: Element}} page
 * @returns {(Node | null)[]}
 */
export function findScreen({ game, state, go, stepLink, changeGame, player }) {
  const byId = new Map(game.infractions.map((i) => [i.id, i]));
  let asked = "";
  /** @type {import("./understand.js").Understanding | null} */
  let known = null;
  const results = el("div", { class: "trovate", "aria-live": "polite" });
  const browse = el(
    "div",
    { class: "sfoglia" },
    ...game.kinds.map((kind) =>
      el("section", {}, el("h2", {}, kind.title), list(kind.infractions.map((id) => [/** @type {any} */ (byId.get(id)), []]))),
    ),
  );
  const input = el("input", {
    id: "che-cosa",
    type: "search",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    placeholder: "Che cosa, quando, che cosa ha già…",
    maxlength: STORY_LENGTH,
    onfocus: () => reader(game).catch(() => {}), // chi scorre l’elenco non lo scarica
    oninput: update,
  });
  const form = el(
    "form",
    { class: "campo", role: "search", "aria-label": "Infrazioni", onsubmit: first },
    el("label", { for: "che-cosa" }, "Che cosa è successo?"),
    input,
  );
  const typed = window.history.state?.query ?? state.t;
  if (typeof typed === "string") {
    input.value = typed;
    update();
  }
  return [
    el(
      "p",
      { class: "gioco" },
      el("strong", { "data-qui": game.game }, game.game),
      " ",
      el("button", { type: "button", class: "tasto", onclick: changeGame }, "Cambia gioco"),
      " ",
      el("a", { href: `${game.book}/`, class: "tasto" }, "Tutta la tabella"),
    ),
    player,
    form,
    results,
    browse,
  ];

  async function update() {
    const text = input.value;
    asked = text.trim();
    window.history.replaceState({ ...window.history.state, query: text }, "");
    let heard = true;
    const understood = asked ? await reader(game).then((understand) => understand(text, true)).catch(() => (heard = false, null)) : null;
    if (text !== input.value) return; // ha già chiesto altro
    known = understood;
    const found = (known?.found ?? []).slice(0, 8);
    browse.hidden = found.length > 0;
    const none = heard ? `Nessuna infrazione per «${asked}»: scegli fra queste, o ` : "Per capire un racconto manca la rete: scegli fra queste, o ";
    if (found.length) results.replaceChildren(list(found.map((f) => [f.infraction, f.said])));
    else results.replaceChildren(asked ? el("p", {}, none, el("a", { href: `../cerca/?${new URLSearchParams({ q: asked, book: game.book })}` }, "cercalo nelle regole"), ".") : "");
  }
  /** @param {Event} event */
  async function first(event) {
    event.preventDefault();
    const text = input.value.trim();
    const [best, next] = text ? await reader(game).then((understand) => understand(text).found, () => []) : [];
    if (next && next.score > NEAR * best.score && text.split(/\s+/).length < STORY) results.querySelector("a")?.focus();
    else if (best) go({ g: game.book, i: "", r: [], s: [], t: text });
  }
  /** @param {[import("../verdict/verdict.js").Infraction, string[]][]} infractions */
  function list(infractions) {
    return el(
      "ul",
      { class: "risposte" },
      ...infractions.map(([i, said]) => {
        const to = { g: game.book, i: i.id, r: [], s: [], t: asked };
        return el("li", {}, stepLink(known ? reached(known, to, i) : to, {}, el("strong", {}, i.title), quoted(said)));
      }),
    );
  }
}
