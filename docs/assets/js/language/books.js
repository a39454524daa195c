// @ts-check
// I giochi nominati: search/engine/query.py.

/** @typedef {import("./analysis.js").Token} Token */

/** Le altre parole, e i libri dei giochi nominati. @param {Token[]} tokens @param {{names: Map<string, number[]>, longest: number}} vocabulary @returns {[Token[], number[]]} */
export function takeBooks(tokens, vocabulary) {
  const kept = [];
  /** @type {Set<number>} */
  const named = new Set();
  for (let i = 0; i < tokens.length; ) {
    let size = Math.min(vocabulary.longest, tokens.length - i);
    let found;
    for (; size > 0; size--) {
      found = vocabulary.names.get(tokens.slice(i, i + size).map((token) => token.word).join(" "));
      if (found) break;
    }
    if (found) {
      for (const book of found) named.add(book);
      i += size;
    } else kept.push(tokens[i++]);
  }
  return [kept, [...named]];
}
