// Read a rule off the page that shows it: citation, text, section, page, book, link.
import { address } from "./site-url.js";
/** @import { Revision, Rule } from "./types" */

/** Return an element's text with single spaces. @param {Element} node */
const words = (node) => (node.textContent ?? "").replace(/\s+/g, " ").trim();

/** Return a statement's text without the citation in the margin. @param {Element} statement */
export function statementText(statement) {
  const copy = statement.cloneNode(true);
  copy.querySelectorAll(".cit, .cambiato").forEach((node) => node.remove());
  return words(copy);
}

/**
 * Read a rule's citation, text, section, page, book and fingerprint off the page.
 * @param {HTMLElement} node statement, table, table cell or section heading
 */
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

/** Return a table row as «title: cell, cell», as scripts/model/anchor_contents.py does. @param {Element} row */
function rowText(row) {
  const title = row.closest(".tabella")?.querySelector(".titolo");
  return `${title ? `${words(title)}: ` : ""}${Array.from(row.children, words).filter(Boolean).join(", ")}`;
}

/** Return the section heading at or before an element; null if none. @param {Element | null} node */
export function headingOf(node) {
  for (let at = node; at; at = at.previousElementSibling) {
    if (at.matches(".sezione")) return /** @type {HTMLElement} */ (at);
  }
  return null;
}

/**
 * Return the page number in the original of a section, or of the nearest one before; "" if unknown.
 * @param {HTMLElement | null} heading
 */
function pageOf(heading) {
  for (let at = heading; at; at = headingOf(at.previousElementSibling)) {
    if (at.dataset.p) return at.dataset.p;
  }
  return "";
}

/**
 * Return the recorded changes of a rule since its text had the fingerprint `hash`, oldest first; [] if none starts
 * there.
 * @param {Document} page the rule's @param {string} id its anchor @param {string} hash as in `?v=…`
 * @returns {Revision[]}
 */
export function revisionsSince(page, id, hash) {
  /** @type {Revision[]} */
  const all = JSON.parse(page.getElementById("revisions")?.textContent ?? "[]");
  const own = all.filter((one) => one.id === id);
  const first = own.findIndex((one) => one.before === hash);
  return first < 0 ? [] : own.slice(first);
}

/** Return a rule's permalink with its text's fingerprint, which reveals later changes. @param {Rule} rule */
export function permalink(rule) {
  return address(`r/${rule.id}${rule.hash ? `?v=${rule.hash}` : ""}`);
}

/** Return citation, text, source and link of a rule as lines of text, for a dispute. @param {Rule} rule */
export function fullCitation(rule) {
  const where = [rule.book, rule.section && `sezione «${rule.section}»`, rule.page && `p.\u00a0${rule.page}`];
  return `${rule.citation}\n«${rule.text}» (testo di Prontuario, non ufficiale)\n${where.filter(Boolean).join(", ")}\n${permalink(rule)}`;
}
