// @ts-check
// Render search results, as search/http/templates/search.html.j2.

import { el } from "../dom.js";
import { address } from "../site-url.js";
import { documentLabel } from "../listed-games.js";

/** @import { ResultPage, Result } from "./types" */

const KINDS = {
  infraction: "Infrazione",
  penalty: "Penalità",
  entry: "Tabella",
  definition: "Definizione",
  faq: "FAQ",
  example: "Esempio",
  note: "Nota"
};
// «MTR 2.99», «regola 9.9.z»: who types it has a digit wrong, and does not ask what to decide
const CITED = /^\s*(?:[a-zà-ù][a-zà-ù!-]*\s+|§\s*){0,3}\d+(?:\.[\da-z]+)+\s*$/i;
const MANY = 20; // answers that one looks through: of more it is said how to have fewer
const BEFORE = 36; // characters left before the first marked word where there is little room
const ROOM = [84, 56]; // characters that a phone shows of the text of the first answer, and of the others

/**
 * Return the text with marked words, cut to `room` characters.
 * The cut starts shortly before the first mark, and fills the room.
 * @param {Result} result
 * @param {number} room
 */
export function marked({ excerpt }, room) {
  const first = excerpt.findIndex((piece) => piece.match);
  const before = excerpt
    .slice(0, Math.max(0, first))
    .map((piece) => piece.text)
    .join("");
  const spare = Math.min(before.length - BEFORE, excerpt.map((piece) => piece.text).join("").length - room);
  const cut = room && spare > 0 ? before.indexOf(" ", spare) + 1 : 0;
  const pieces = cut ? [{ text: `…${before.slice(cut)}`, match: false }, ...excerpt.slice(first)] : excerpt;
  return pieces.map(({ text, match }) => (match ? el("mark", {}, text) : text));
}

/** @param {Result} result @param {Record<string, string>} labels @param {number} room */
function row(result, labels, room) {
  const kind = KINDS[/** @type {keyof typeof KINDS} */ (result.kind)];
  const way = [...result.path, result.title].join(" › ");
  const head = el(
    "span",
    { class: "trovato__testa" },
    el("b", {}, result.citation),
    kind && el("span", { class: "trovato__genere" }, kind),
    el("span", { class: "trovato__gioco" }, documentLabel(result.book, labels))
  );
  const rest = [
    el("span", { class: "trovato__via" }, way),
    el("span", { class: "trovato__testo" }, ...marked(result, room))
  ];
  const link = el("a", { href: address(result.url) }, head, ...rest);
  return el(
    "li",
    { class: "trovato", "data-book": result.book, "data-kind": result.kind, "data-place": `${result.book} › ${way}` },
    link
  );
}

/**
 * Give a row its awaited text, without moving it.
 * @param {HTMLElement} old
 * @param {HTMLElement} made
 */
function complete(old, made) {
  const [from, to] = [old, made].map((row) => /** @type {HTMLAnchorElement} */ (row.firstElementChild));
  from.href = to.href;
  if (from.innerHTML !== to.innerHTML) from.replaceChildren(...to.childNodes);
}

/**
 * Update the list of results, keeping unchanged rows.
 * Their texts stay while new ones are being fetched.
 * @param {Element} list
 * @param {Result[]} results
 * @param {Record<string, string>} labels
 * @param {boolean} short
 */
export function fill(list, results, labels, short) {
  results.forEach((result, n) => {
    const made = row(result, labels, short ? ROOM[Math.min(n, 1)] : 0);
    const old = /** @type {HTMLElement | undefined} */ (list.children[n]);
    if (!old) list.append(made);
    else if (old.dataset.place !== made.dataset.place) old.replaceWith(made);
    else if (result.excerpt.length || !old.querySelector("mark")) complete(old, made);
  });
  while (list.children.length > results.length) list.lastElementChild?.remove();
}

/**
 * Return a sentence: the number of answers, or a failed search.
 * @param {ResultPage} answer
 * @param {string} [book] the game that is set
 * @param {boolean} [coming] texts are on their way
 */
export function summary({ query, total, others, unknown, results, tried, nearest }, book = "", coming = false) {
  const where = book ? ` in ${book}` : "";
  const quoted = (/** @type {string[]} */ words) => words.map((word) => `«${word}»`).join(", ");
  if (total) {
    let count = total === 1 ? "1 risultato" : `${total} risultati`;
    if (!coming && results.some(({ excerpt }) => !excerpt.length)) count += " (senza rete, incompleti)";
    else if (total > MANY) count += ": aggiungi una parola";
    else if (others) count += ", poi altri simili";
    return unknown?.length ? `Nessun risultato per ${quoted(unknown)}${where}; con le altre parole ${count}` : count;
  }
  if (CITED.test(query))
    return `«${query.trim()}» non è una citazione di questi regolamenti${nearest?.length ? ": ecco le più vicine" : ". Controlla il numero"}.`;
  return `Nessun risultato per ${quoted(tried ?? []) || `«${query}»`}${where}. Prova con altre parole; se non è previsto, decide il capo arbitro.`;
}
