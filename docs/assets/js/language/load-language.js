// @ts-check
// Load the data for analysing Italian into a page, and find the games that a text names.
import { base } from "../site-url.js";
import { Analysis } from "./analysis.js";
import { namedBooks } from "./book-mentions.js";
/** @import { Token } from "./types.d.ts" */

/** @type {Promise<Analysis> | null} */
let language = null;

/** Load the data for analysing Italian, once; rejects with the HTTP status. @returns {Promise<Analysis>} */
export function analysis() {
  language ??= fetch(new URL("assets/search/lingua.json", base)).then(async (answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return new Analysis((await answer.json()).analysis);
  });
  language.catch(() => (language = null));
  return language;
}

/**
 * Find the books that a text names.
 * Resolves to the other words, the codes of the books named, and the codes of all superseded books.
 * @param {string} text @returns {Promise<[Token[], string[], string[]]>}
 */
export async function gamesNamed(text) {
  const [found, { books, names, longest, marks, superseded }] = await Promise.all([
    analysis(),
    (await fetch(new URL("assets/search/comune.json", base))).json()
  ]);
  const known = { names: new Map(names), longest, marks };
  const [rest, numbers] = namedBooks(found.tokens(text), known, [...text], found);
  const named = (/** @type {number[]} */ list) => list.map((n) => books[n]);
  return [rest, named(numbers), named(superseded)];
}
