// @ts-check
// Che cosa è una regola della pagina: citazione, testo, sezione, pagina, libro, collegamento.

import { base } from "./dom.js";

/**
 * @typedef {object} Rule Una regola come sta nella pagina.
 * @property {string} id
 * @property {string} citation «MTR 2.5.c»
 * @property {string} text il nostro testo, senza la citazione a margine
 * @property {string} hash la sigla del testo
 * @property {string} section titolo della sezione, con il numero se c’è
 * @property {string} page pagina del documento, o ""
 * @property {string} book titolo, edizione e data
 */

/** @param {Element} node @returns {string} */
const words = (node) => (node.textContent ?? "").replace(/\s+/g, " ").trim();

/** Il testo di un enunciato come si legge, senza la citazione a margine. @param {Element} statement */
export function statementText(statement) {
  const copy = /** @type {Element} */ (statement.cloneNode(true));
  copy.querySelectorAll(".cit, .cambiato").forEach((node) => node.remove());
  return words(copy);
}

/** La regola che sta in un elemento della pagina. @param {HTMLElement} node @returns {Rule} */
export function ruleOf(node) {
  const edition = node.ownerDocument.querySelector(".edizione");
  const row = node.matches("td, th") ? node.closest("tr") : null;
  const heading = headingOf(node.closest(".tabella") ?? node);
  return {
    id: node.id,
    citation: node.dataset.cite ?? node.querySelector(".cit")?.getAttribute("title") ?? "",
    text: node.matches(".enunciato")
      ? statementText(node)
      : row
        ? rowText(row)
        : words(node.querySelector(".titolo") ?? node),
    hash: node.dataset.v ?? "",
    section: heading ? words(heading) : "",
    page: pageOf(heading),
    book: edition?.getAttribute("data-libro") ?? ""
  };
}

/** Una riga come si legge, e come la fa model/record.py: titolo della tabella, due punti, le celle. @param {Element} row */
function rowText(row) {
  const title = row.closest(".tabella")?.querySelector(".titolo");
  return `${title ? `${words(title)}: ` : ""}${Array.from(row.children, words).filter(Boolean).join(", ")}`;
}

/** Il titolo della sezione in cui sta un elemento. @param {Element | null} node @returns {HTMLElement | null} */
export function headingOf(node) {
  for (let at = node; at; at = at.previousElementSibling) {
    if (at.matches(".sezione")) return /** @type {HTMLElement} */ (at);
  }
  return null;
}

/** La pagina del documento: quella della sezione, o della più vicina sezione prima che la dà. @param {HTMLElement | null} heading */
function pageOf(heading) {
  for (let at = heading; at; at = headingOf(at.previousElementSibling)) {
    if (at.dataset.p) return at.dataset.p;
  }
  return "";
}

/** Il permalink, con la sigla del testo: chi lo segue dopo una modifica lo viene a sapere. @param {Rule} rule */
export function permalink(rule) {
  return new URL(`r/${rule.id}${rule.hash ? `?v=${rule.hash}` : ""}`, base).href;
}

/** La citazione come si scrive in una contestazione. @param {Rule} rule */
export function fullCitation(rule) {
  const where = [rule.book, rule.section && `sezione «${rule.section}»`, rule.page && `p.\u00a0${rule.page}`];
  return `${rule.citation}\n«${rule.text}» (parole di Prontuario)\n${where.filter(Boolean).join(", ")}\n${permalink(rule)}`;
}
