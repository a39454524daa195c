// @ts-check
// La schermata in cui si trova l’infrazione: raccontandola, o sfogliandole.
import { button } from "../controls.js";
import { el } from "../dom.js";
import { reached, reader, quoted } from "./story.js";
import { STORY_LENGTH } from "../verdict/address.js";
import { plain } from "../verdict/verdict.js";

/** @typedef {import("../verdict/address.js").State} State @typedef {import("../verdict/verdict.js").Game} Game */

const STORY = 4; // con meno parole non è un racconto: Invio, fra infrazioni che vi si leggono quasi alla pari («mazzo»), non sceglie
const NEAR = 0.85;

/**
 * @typedef {{game: Game, state: State, go: (to: State) => void,
 *   stepLink: (to: State, attributes: Record<string, any>, ...children: any[]) => Element, changeGame: () => void, player: Element}} Page
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
        list(
          page,
          kind.infractions.map((id) => [/** @type {any} */ (byId.get(id)), []])
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
    placeholder: "Che cosa, quando, che cosa ha già…",
    maxlength: STORY_LENGTH,
    onfocus: () => reader(game).catch(() => {}), // chi scorre l’elenco non lo scarica
    oninput: () => update(page, input, results, browse)
  });
  const first = (/** @type {Event} */ event) => {
    event.preventDefault();
    return enter(page, input.value.trim(), results);
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
    update(page, input, results, browse);
  }
  const name = el("strong", { "data-qui": game.game }, game.game);
  const table = el("a", { href: `${game.book}/`, class: "tasto" }, "Tutta la tabella");
  return [
    el("p", { class: "gioco" }, name, " ", button("Cambia gioco", page.changeGame), " ", table),
    game.scope ? el("p", { class: "conta" }, plain(game.scope)) : null,
    page.player,
    form,
    results,
    browse
  ];
}

/** Quello che il racconto può essere, finché lo si scrive; l’elenco intero, se non è niente. @param {Page} page @param {HTMLInputElement} input @param {HTMLElement} results @param {HTMLElement} browse */
async function update(page, input, results, browse) {
  const { game } = page;
  const text = input.value;
  const asked = text.trim();
  window.history.replaceState({ ...window.history.state, query: text }, "");
  let heard = true;
  const known = asked
    ? await reader(game)
        .then((understand) => understand(text, true))
        .catch(() => ((heard = false), null))
    : null;
  if (text !== input.value) return; // ha già chiesto altro
  const found = (known?.found ?? []).slice(0, 8);
  browse.hidden = found.length > 0;
  const none = heard
    ? `Nessuna infrazione per «${asked}»: scegli fra queste, o `
    : "Per capire un racconto manca la rete: scegli fra queste, o ";
  if (found.length)
    results.replaceChildren(
      list(
        page,
        found.map((f) => [f.infraction, f.said]),
        asked,
        known
      )
    );
  else
    results.replaceChildren(
      asked
        ? el(
            "p",
            {},
            none,
            el(
              "a",
              { href: `../cerca/?${new URLSearchParams({ q: asked, book: game.book })}` },
              "cercalo nelle regole"
            ),
            "."
          )
        : ""
    );
}

/** Invio sceglie la prima, se di quello che è scritto non ce n’è un’altra altrettanto buona. @param {Page} page @param {string} text @param {HTMLElement} results */
async function enter({ game, go }, text, results) {
  const [best, next] = text
    ? await reader(game).then(
        (understand) => understand(text).found,
        () => []
      )
    : [];
  if (next && next.score > NEAR * best.score && text.split(/\s+/).length < STORY) results.querySelector("a")?.focus();
  else if (best) go({ g: game.book, i: "", r: [], s: [], t: text });
}

/** @param {Page} page @param {[import("../verdict/verdict.js").Infraction, string[]][]} infractions @param {string} asked @param {import("./understand.js").Understanding | null} known */
function list({ game, stepLink }, infractions, asked = "", known = null) {
  return el(
    "ul",
    { class: "risposte" },
    ...infractions.map(([i, said]) => {
      const to = { g: game.book, i: i.id, r: [], s: [], t: asked };
      return el("li", {}, stepLink(known ? reached(known, to, i) : to, {}, el("strong", {}, i.title), quoted(said)));
    })
  );
}
