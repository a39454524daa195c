// Load the data for analysing Italian into a page, and find the games that a text names.
import { loadJson } from "../load-json.js";
import { Analysis } from "./analysis.js";
import { namedBooks } from "./book-mentions.js";
/** @import { Token } from "./types" */

/** @type {Promise<Analysis> | null} */
let language = null;

/** Load the data for analysing Italian, once; rejects with the HTTP status. @returns {Promise<Analysis>} */
export function analysis() {
  language ??= loadJson("assets/search/lingua.json").then((data) => new Analysis(data.analysis));
  language.catch(() => (language = null));
  return language;
}

/**
 * Find the books that a text names.
 * Resolves to the other words, the codes of the books named, and the codes of all superseded books.
 * @param {string} text @returns {Promise<[Token[], string[], string[]]>}
 */
export async function gamesNamed(text) {
  const [found, shared] = await Promise.all([analysis(), loadJson("assets/search/comune.json")]);
  const { books, names, longest, marks, superseded } = shared;
  const [rest, numbers] = namedBooks(found.tokens(text), { names: new Map(names), longest, marks }, [...text], found);
  const named = (/** @type {number[]} */ list) => list.map((n) => books[n]);
  return [rest, named(numbers), named(superseded)];
}
