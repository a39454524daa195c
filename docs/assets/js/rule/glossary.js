// @ts-check
// Un termine toccato si spiega sul posto: la definizione viene dalla pagina, o dal glossario del libro.

import { base } from "../base.js";
import { statementText } from "./place.js";
import { open } from "./sheet.js";

const BOOK = "M5 3h14v18H5zm2 2v14h10V5zm2 3h6v2H9zm0 4h6v2H9z";

/** Le definizioni di un libro, già chieste. @type {Map<string, Promise<Map<string, string>>>} */
const known = new Map();

/** @param {string} book @returns {Promise<Map<string, string>>} */
function definitions(book) {
  const asked = known.get(book) ?? fetchDefinitions(book);
  known.set(book, asked);
  return asked;
}

/** @param {string} book */
async function fetchDefinitions(book) {
  const answer = await fetch(new URL(`${book}/glossario/`, base));
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = new Map();
  for (const place of page.querySelectorAll(".glossario [data-a]")) {
    place.querySelector(".rif:last-child")?.remove();
    found.set(place.getAttribute("data-a"), (place.textContent ?? "").replace(/\s+/g, " ").trim());
  }
  return found;
}

/** Apre la definizione del termine a cui porta `link`; se non si trova, si segue il collegamento. @param {HTMLAnchorElement} link */
export async function explain(link) {
  const id = decodeURIComponent(link.hash.slice(1));
  const here = document.getElementById(id);
  const book = link.closest("[data-book]")?.getAttribute("data-book") ?? "";
  try {
    const text = here ? statementText(here) : (await definitions(book)).get(id);
    if (!text) throw new Error(id);
    open(link.textContent ?? "", text, [{ name: "Vai alla definizione", icon: BOOK, href: link.href }]);
  } catch {
    location.assign(link.href);
  }
}
