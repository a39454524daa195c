// Recognise rule citations in text, as search/language/citation_parser.py.
import { THOUSANDS } from "./analysis.js";
/** @import { Token } from "./types" */
/** @typedef {Set<string>} Citing words that introduce a citation: «regola», «art» */

const DOTTED = /^[0-9]+(?:\.[0-9]+)+$/;

/**
 * Return a citation's numbers and letters: «regola 4d» and «4, lettera d» → 4, d.
 * @param {Token[]} tokens @param {Citing} citing words that are left out
 * @returns {string[]}
 */
export const citationParts = (tokens, citing) =>
  tokens.flatMap(({ word }) =>
    citing.has(word) ? [] : ((isAppendix(word) ? "app" : word).match(/[0-9.]+|[a-z]+/g) ?? [])
  );

/** Tell whether a word names an appendix. @param {string} word */
const isAppendix = (word) => word === "app" || word === "appendice";

/** Tell whether a word is one or two letters, as a statement's letter. @param {string | undefined} word */
export const isLetter = (word) => /^[a-z]{1,2}$/.test(word ?? "");

/**
 * Tell whether a citation begins at word `n`: «app c», «2.5», «regola 3».
 * «2.000» is an amount.
 * @param {Token[]} tokens @param {number} n @param {Citing} citing
 */
export function cites(tokens, n, citing) {
  const { word } = tokens[n];
  if (isAppendix(word)) return /^[a-z]$/.test(tokens[n + 1]?.word ?? "");
  if (n && citing.has(tokens[n - 1].word)) return /^[0-9]/.test(word);
  return DOTTED.test(word) && !THOUSANDS.test(word);
}

/**
 * Return where a citation's words begin and end (exclusive), as indexes of `tokens`.
 * `n` is the index of its number. A word like «regola» before it and a letter after it are included.
 * @param {Token[]} tokens @param {number} n @param {Citing} citing @returns {[number, number]}
 */
export function citedWords(tokens, n, citing) {
  let after = n + 1 + Number(n < tokens.length && isAppendix(tokens[n].word));
  while (after < tokens.length && citing.has(tokens[after].word)) after++;
  if (isLetter(tokens[after]?.word)) after++;
  return [n && n < tokens.length && citing.has(tokens[n - 1].word) ? n - 1 : n, after];
}
