// Search the rows of the rulebooks' tables: of all tables, or of one game's page.
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { gameOf } from "../listed-games.js";
import { calmRegion } from "../live-region.js";
import { searchRows } from "../search/worker-client.js";
import { marked } from "../search/render-results.js";
/** @import { Rows } from "../search/types" */

const SHOWN = 12;

/**
 * Search table rows for what is typed in a field, at each key; an outdated answer is dropped.
 * @param {HTMLInputElement} field @param {Element} place shows that the search has failed
 * @param {string} book code, or "" for all tables
 * @param {(answer: Rows | null) => void} answered called with the answer; null if nothing is typed
 */
function follow(field, place, book, answered) {
  const ask = (/** @type {string} */ text, /** @type {(answer: Rows) => void} */ early) =>
    searchRows(text, { book, first: document.documentElement.dataset.oggi, limit: book ? 0 : SHOWN }, early);
  /** @type {Promise<Rows> | undefined} */
  let ready;
  let lastText = "";
  const spoken = calmRegion();
  place.after(spoken.region);
  const update = async () => {
    try {
      await (ready ??= ask("", () => {})); // the lists arrive while one begins to type
      const text = field.value.trim();
      if (text === lastText) return;
      lastText = text;
      const current = (/** @type {Rows} */ answer) => void (text === lastText && answered(text ? answer : null));
      spoken.say(() => summary(place));
      current(await ask(text, current));
    } catch {
      ready = undefined;
      lastText = "";
      if (field.value.trim())
        place.replaceChildren(
          el("p.errore", "La ricerca non si è caricata: riprova quando c’è rete, o scegli la tabella qui sotto.")
        );
    }
  };
  field.addEventListener("focus", update);
  field.addEventListener("input", update);
  if (field.value) void update(); // for who began to type before us
}

/** Return what is said of the results: how many links there are, or the sentence instead of them. @param {Element} place */
function summary(place) {
  const links = place.querySelectorAll("li").length;
  const rest = links ? place.querySelector("p")?.textContent : place.textContent;
  return [links && (links === 1 ? "1 voce trovata." : `${links} voci trovate.`), rest].filter(Boolean).join(" ");
}

/** Return a message that no row was found, with a link that searches the rules instead. @param {string} text */
const nothing = (text) =>
  el(
    "p",
    `Nessuna riga contiene «${text.trim()}». `,
    el("a", { href: address(`cerca/?${new URLSearchParams({ q: text })}`) }, "Cercalo nelle regole")
  );

/**
 * Show links to the rows of all tables that match what is typed; one link if a whole table matches.
 * @param {HTMLInputElement} field @param {HTMLElement} place where the links are shown
 */
function acrossTables(field, place) {
  follow(field, place, "", (answer) => {
    if (!answer?.tables.length) return place.replaceChildren(answer ? nothing(field.value) : "");
    const { tables, results, others } = answer;
    const whole = tables
      .filter(({ size, rows }) => size > 1 && rows.length === size)
      .map(({ book, place }) => {
        const { href, childNodes } = /** @type {HTMLAnchorElement} */ (
          document.querySelectorAll(`.elenco[data-book="${book}"] a`)[place].cloneNode(true)
        );
        return el("a", { href, "data-book": book }, ...childNodes);
      });
    const rows = results.map((row) =>
      el(
        "a",
        { href: address(`tabelle/${gameOf(row.book)}/#${row.id}`), "data-book": row.book },
        el("span", ...marked(row, 0)),
        el("small", row.citation)
      )
    );
    place.replaceChildren(
      el("ul.luoghi", ...[...whole, ...rows].map((link) => el("li", link))),
      others > 0 ? el("p", `Ce ne sono altre ${others}: aggiungi una parola.`) : ""
    );
  });
}

/**
 * Hide the rows of this page's tables that do not match what is typed.
 * @param {HTMLInputElement} field @param {HTMLElement} place shows how many match
 * @param {string} book game id
 */
function withinPage(field, place, book) {
  const tables = [...document.querySelectorAll(".consulta")];
  follow(field, place, book, (answer) => {
    const found = new Map(answer?.tables.map((one) => [one.place, one]));
    let count = 0;
    tables.forEach((table, n) => {
      const one = found.get(n);
      const all = !answer || (one && one.rows.length === one.size);
      table.toggleAttribute("hidden", Boolean(answer) && !one);
      table.querySelectorAll("tbody tr").forEach((row, n) => {
        const shown = all || one?.rows.includes(n);
        row.toggleAttribute("hidden", !shown);
        if (shown) count += 1;
      });
    });
    if (answer && !count) place.replaceChildren(nothing(field.value));
    else place.replaceChildren(answer ? (count === 1 ? "1 riga." : `${count} righe.`) : "");
  });
}

/** Set up the search fields of the page. */
export function setup() {
  for (const form of document.querySelectorAll("form.trova")) {
    const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
    const place = /** @type {HTMLElement} */ (document.querySelector("#trovate, #filtrate"));
    form.addEventListener("submit", (event) => event.preventDefault());
    if (form.dataset.book) withinPage(field, place, form.dataset.book);
    else acrossTables(field, place);
  }
}
