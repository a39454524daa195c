// @ts-check
// Read a rule from the page: citation, text, section, page, book, link.

import { address } from "./site-url.js";
/** @import { Revision, Rule } from "./types.d.ts" */

/** @param {Element} node */
const words = (node) => (node.textContent ?? "").replace(/\s+/g, " ").trim();

/** Return a statement's text without the citation in the margin. @param {Element} statement */
export function statementText(statement) {
  const copy = statement.cloneNode(true);
  copy.querySelectorAll(".cit, .cambiato").forEach((node) => node.remove());
  return words(copy);
}

/** @param {HTMLElement} node */
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

/**
 * Return a table row as text: the table's title, colon, cells.
 * As model/anchor_contents.py writes it.
 * @param {Element} row
 */
function rowText(row) {
  const title = row.closest(".tabella")?.querySelector(".titolo");
  return `${title ? `${words(title)}: ` : ""}${Array.from(row.children, words).filter(Boolean).join(", ")}`;
}

/** @param {Element | null} node */
export function headingOf(node) {
  for (let at = node; at; at = at.previousElementSibling) {
    if (at.matches(".sezione")) return /** @type {HTMLElement} */ (at);
  }
  return null;
}

/** Return the section's page in the document, or the last one before. @param {HTMLElement | null} heading */
function pageOf(heading) {
  for (let at = heading; at; at = headingOf(at.previousElementSibling)) {
    if (at.dataset.p) return at.dataset.p;
  }
  return "";
}

/**
 * Return the recorded revisions of `id` on its page since its text had the fingerprint `hash`.
 * @param {Document} page @param {string} id @param {string} hash
 */
export function revisionsSince(page, id, hash) {
  /** @type {Revision[]} */
  const all = JSON.parse(page.getElementById("revisions")?.textContent ?? "[]");
  const own = all.filter((one) => one.id === id);
  const first = own.findIndex((one) => one.before === hash);
  return first < 0 ? [] : own.slice(first);
}

/**
 * Return the permalink with the text's fingerprint.
 * A later reader learns of changes by it.
 * @param {Rule} rule
 */
export function permalink(rule) {
  return address(`r/${rule.id}${rule.hash ? `?v=${rule.hash}` : ""}`);
}

/** Return the full citation, for a dispute. @param {Rule} rule */
export function fullCitation(rule) {
  const where = [rule.book, rule.section && `sezione «${rule.section}»`, rule.page && `p.\u00a0${rule.page}`];
  return `${rule.citation}\n«${rule.text}» (testo di Prontuario, non ufficiale)\n${where.filter(Boolean).join(", ")}\n${permalink(rule)}`;
}
