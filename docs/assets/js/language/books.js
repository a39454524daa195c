// @ts-check
// I giochi nominati: search/engine/query.py.

/** @typedef {import("./analysis.js").Token} Token */

/** Le parole note, le più possibile, con cui si comincia in un posto: quante sono (una, se non se ne conoscono), e che cosa se ne sa. @template T @param {string[]} words @param {number} from @param {Map<string, T>} known @param {number} longest @returns {[number, T | undefined]} */
export function longestKnown(words, from, known, longest) {
  for (let size = Math.min(longest, words.length - from); size > 0; size--) {
    const found = known.get(words.slice(from, from + size).join(" "));
    if (found) return [size, found];
  }
  return [1, undefined];
}

/** Le altre parole, e i libri dei giochi nominati. @param {Token[]} tokens @param {{names: Map<string, number[]>, longest: number}} vocabulary @returns {[Token[], number[]]} */
export function takeBooks(tokens, { names, longest }) {
  const words = tokens.map(({ word }) => word);
  /** @type {Token[]} */
  const kept = [];
  /** @type {number[]} */
  const named = [];
  for (let i = 0; i < tokens.length; ) {
    const [size, books] = longestKnown(words, i, names, longest);
    if (books) named.push(...books);
    else kept.push(tokens[i]);
    i += size;
  }
  return [kept, [...new Set(named)]];
}
