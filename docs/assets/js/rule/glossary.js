// @ts-check
// Explain a term where it is tapped: its definition comes from the page, or from the book's data.

import { loadJson } from "../load-json.js";
import { statementText } from "../rule-on-page.js";
import { openSheet } from "../bottom-sheet.js";

const BOOK = "M5 3h14v18H5zm2 2v14h10V5zm2 3h6v2H9zm0 4h6v2H9z";

/** Open the definition that `link` leads to; else follow the link. @param {HTMLAnchorElement} link */
export async function explain(link) {
  const id = decodeURIComponent(link.hash.slice(1));
  const here = document.getElementById(id);
  const book = link.closest("[data-book]")?.getAttribute("data-book") ?? "";
  try {
    const text = here ? statementText(here) : (await loadJson(`assets/glossary/${book}.json`))[id];
    if (!text) throw new Error(id);
    openSheet(link.textContent ?? "", text, [{ name: "Vai alla definizione", icon: BOOK, href: link.href }]);
  } catch {
    location.assign(link.href);
  }
}
