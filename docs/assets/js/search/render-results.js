// Draw search results, as search/http/templates/search.html.j2.
import { el } from "../create-element.js";
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
 * Return a result's excerpt as nodes, with marked words, cut to about `room` characters; 0 does not cut.
 * The cut starts shortly before the first marked word.
 * @param {Result} result @param {number} room
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
  return pieces.map(({ text, match }) => (match ? el("mark", text) : text));
}

/**
 * Return a list item with a result.
 * @param {Result} result @param {Record<string, string>} labels names by book code
 * @param {number} room characters of the excerpt; 0 for all
 */
function row(result, labels, room) {
  const kind = KINDS[/** @type {keyof typeof KINDS} */ (result.kind)];
  const way = [...result.path, result.title].join(" › ");
  const head = el(
    "span.trovato__testa",
    el("b", result.citation),
    kind && el("span.trovato__genere", kind),
    el("span.trovato__gioco", documentLabel(result.book, labels))
  );
  const rest = [el("span.trovato__via", way), el("span.trovato__testo", ...marked(result, room))];
  const link = el("a", { href: address(result.url) }, head, ...rest);
  return el(
    "li.trovato",
    { "data-book": result.book, "data-kind": result.kind, "data-place": `${result.book} › ${way}` },
    link
  );
}

/**
 * Put a result's text into the row that waits for it, without moving the row. @param {HTMLElement} old
 * @param {HTMLElement} made
 */
function complete(old, made) {
  const [from, to] = [old, made].map((row) => /** @type {HTMLAnchorElement} */ (row.firstElementChild));
  from.href = to.href;
  if (from.innerHTML !== to.innerHTML) from.replaceChildren(...to.childNodes);
}

/**
 * Show results in a list, keeping rows that stay the same.
 * @param {Element} list @param {Result[]} results @param {Record<string, string>} labels names by book code
 * @param {boolean} short cut excerpts to what a phone shows
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
 * Say in Italian how many results there are, or why there are none.
 * @param {ResultPage} answer @param {string} [book] name of the game searched, or ""
 * @param {boolean} [coming] texts are still being fetched
 */
export function summary({ query, total, others, unknown, results, tried, nearest }, book = "", coming = false) {
  const where = book ? ` in ${book}` : "";
  const quoted = (/** @type {string[]} */ words) => words.map((word) => `«${word}»`).join(", ");
  if (total) {
    let count = total === 1 ? "1 risultato" : `${total} risultati`;
    if (!coming && results.some(({ excerpt }) => !excerpt.length)) count += " (senza il testo, perché sei senza rete)";
    else if (total > MANY) count += ": aggiungi una parola";
    else if (others) count += ", poi altri simili";
    return unknown?.length ? `Nessun risultato per ${quoted(unknown)}${where}; con le altre parole ${count}` : count;
  }
  if (CITED.test(query))
    return `«${query.trim()}» non è una citazione di questi regolamenti${nearest?.length ? ": ecco le più vicine" : ". Controlla il numero"}.`;
  return `Nessun risultato per ${quoted(tried ?? []) || `«${query}»`}${where}. Prova con altre parole; se il regolamento non lo prevede, decide il capo arbitro.`;
}
