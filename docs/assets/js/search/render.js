// @ts-check
// Una risposta della ricerca come la vede chi legge: la stessa pagina che scrive search/pages.py.

import { base } from "../base.js";

/** @typedef {import("./engine.js").Answer} Answer */
/** @typedef {import("./engine.js").Result} Result */

export const KINDS = { infraction: "Infrazione", penalty: "Penalità", entry: "Tabella", definition: "Definizione", faq: "FAQ" };
const BEFORE = 36; // caratteri lasciati prima della prima parola segnata, dove lo spazio è poco

/**
 * Un elemento con classe e contenuto.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} [className] @param {...(Node | string)} children @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, className = "", ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** L’indirizzo sul sito, qualunque sia la cartella in cui sta. @param {string} url */
export const address = (url) => new URL(url.replace(/^\//, ""), base).href;

/** Il testo con le parole segnate; `short`: comincia poco prima della prima. @param {Result} result @param {boolean} short */
function marked({ excerpt }, short) {
  const first = excerpt.findIndex((piece) => piece.match);
  const before = excerpt.slice(0, Math.max(0, first)).map((piece) => piece.text).join("");
  const cut = short && before.length > BEFORE ? before.indexOf(" ", before.length - BEFORE) + 1 : 0;
  const pieces = cut ? [{ text: `…${before.slice(cut)}`, match: false }, ...excerpt.slice(first)] : excerpt;
  return pieces.map(({ text, match }) => (match ? element("mark", "", text) : text));
}

/** @param {Result} result @param {Record<string, string>} labels @param {boolean} short */
function row(result, labels, short) {
  const link = /** @type {HTMLAnchorElement} */ (element("a"));
  link.href = address(result.url);
  const kind = KINDS[/** @type {keyof typeof KINDS} */ (result.kind)];
  const head = element("span", "trovato__testa", element("b", "", result.citation));
  if (kind) head.append(element("span", "trovato__genere", kind));
  head.append(element("span", "trovato__gioco", labels[result.book] ?? result.book));
  link.append(
    head,
    element("span", "trovato__via", [...result.path, result.title].join(" › ")),
    element("span", "trovato__testo", ...marked(result, short)),
  );
  const item = element("li", "trovato", link);
  item.dataset.book = result.book;
  item.dataset.place = [result.book, ...result.path, result.title].join(" › ");
  return item;
}

/** Dà a una riga il testo che aspettava, senza toglierla da sotto il dito. @param {HTMLElement} old @param {HTMLElement} made */
function complete(old, made) {
  const [from, to] = [old, made].map((row) => /** @type {HTMLAnchorElement} */ (row.firstElementChild));
  from.href = to.href;
  if (from.innerHTML !== to.innerHTML) from.replaceChildren(...to.childNodes);
}

/** Mette i risultati nella lista senza toccare quelli che erano già al loro posto, né quelli che hanno già un testo se il nuovo è in viaggio. @param {Element} list @param {Result[]} results @param {Record<string, string>} labels @param {boolean} short */
export function fill(list, results, labels, short) {
  results.forEach((result, n) => {
    const made = row(result, labels, short);
    const old = /** @type {HTMLElement | undefined} */ (list.children[n]);
    if (!old) list.append(made);
    else if (old.dataset.place !== made.dataset.place) old.replaceWith(made);
    else if (result.excerpt.length || !old.querySelector("mark")) complete(old, made);
  });
  while (list.children.length > results.length) list.lastElementChild?.remove();
}

/** Una frase di che cosa succede: quanti risultati, o che cosa si è cercato invano. @param {Answer} answer @param {string} [book] il gioco scelto */
export function summary(answer, book = "") {
  if (answer.total === 1) return "1 sezione trovata";
  if (answer.total) return `${answer.total} sezioni trovate`;
  const tried = (answer.tried ?? []).map((word) => `«${word}»`).join(", ");
  return `Niente per ${tried || `«${answer.query}»`}${book ? ` in ${book}` : ""}. Quello che il regolamento non prevede lo decide il capo arbitro.`;
}
