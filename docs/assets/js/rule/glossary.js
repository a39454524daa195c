// Explain a term where it is tapped: its definition comes from the page, or from the book's data.
import { loadJson } from "../load-json.js";
import { statementText } from "../rule-from-dom.js";
import { openSheet } from "../bottom-sheet.js";

/**
 * Show the definition of a term in a sheet; on failure follow the link, which leads to it.
 * @param {HTMLAnchorElement} link
 */
export async function explain(link) {
  const id = decodeURIComponent(link.hash.slice(1));
  const here = document.getElementById(id);
  const book = link.closest("[data-book]")?.getAttribute("data-book") ?? "";
  try {
    const text = here ? statementText(here) : (await loadJson(`assets/glossary/${book}.json`))[id];
    if (!text) throw new Error(id);
    openSheet(link.textContent ?? "", text, [{ name: "Vai alla definizione", icon: "book", href: link.href }]);
  } catch {
    location.assign(link.href);
  }
}
