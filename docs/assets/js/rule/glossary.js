// @ts-check
// Un termine toccato si spiega sul posto: la definizione viene dalla pagina, o dai dati del libro.

import { base } from "../dom.js";
import { statementText } from "../place.js";
import { openSheet } from "../sheet.js";

const BOOK = "M5 3h14v18H5zm2 2v14h10V5zm2 3h6v2H9zm0 4h6v2H9z";

/** Le definizioni di un libro, già chieste. @type {Map<string, Promise<Record<string, string>>>} */
const known = new Map();

/** @param {string} book @returns {Promise<Record<string, string>>} da ancora a definizione */
function definitions(book) {
  const asked = known.get(book) ?? fetchDefinitions(book);
  known.set(book, asked);
  return asked;
}

/** @param {string} book */
async function fetchDefinitions(book) {
  const answer = await fetch(new URL(`assets/glossary/${book}.json`, base));
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** Apre la definizione del termine a cui porta `link`; se non si trova, si segue il collegamento. @param {HTMLAnchorElement} link */
export async function explain(link) {
  const id = decodeURIComponent(link.hash.slice(1));
  const here = document.getElementById(id);
  const book = link.closest("[data-book]")?.getAttribute("data-book") ?? "";
  try {
    const text = here ? statementText(here) : (await definitions(book))[id];
    if (!text) throw new Error(id);
    openSheet(link.textContent ?? "", text, [{ name: "Vai alla definizione", icon: BOOK, href: link.href }]);
  } catch {
    location.assign(link.href);
  }
}
