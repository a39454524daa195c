// @ts-check
// I giochi nominati: search/engine/query.py.

/** @typedef {import("./analysis.js").Token} Token */

/** Le parole note, le più possibile, da un posto in poi: quante sono (una, se ignote), e che cosa se ne sa. @template T @param {string[]} words @param {number} from @param {Map<string, T>} known @param {number} longest @returns {[number, T | undefined]} */
export function phraseAt(words, from, known, longest) {
  for (let size = Math.min(longest, words.length - from); size > 0; size--) {
    const found = known.get(words.slice(from, from + size).join(" "));
    if (found) return [size, found];
  }
  return [1, undefined];
}

/** Le altre parole, e quello che si sa di quelle note. @template T @param {Token[]} tokens @param {Map<string, T>} known @param {number} longest @returns {[Token[], T[]]} */
export function taken(tokens, known, longest) {
  const words = tokens.map(({ word }) => word);
  /** @type {Token[]} */
  const kept = [];
  /** @type {T[]} */
  const told = [];
  for (let i = 0; i < tokens.length;) {
    const [size, found] = phraseAt(words, i, known, longest);
    if (found) told.push(found);
    else kept.push(tokens[i]);
    i += size;
  }
  return [kept, told];
}

/** Le altre parole, e i libri dei giochi nominati. @param {Token[]} tokens @param {{names: Map<string, number[]>, longest: number}} vocabulary @returns {[Token[], number[]]} */
export function takeBooks(tokens, { names, longest }) {
  const [kept, books] = taken(tokens, names, longest);
  return [kept, [...new Set(books.flat())]];
}
