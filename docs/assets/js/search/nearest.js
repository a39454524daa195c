// @ts-check
// Che cosa offrire quando non si trova niente: search/nearest.py.

const LIMIT = 3;
const LEAST = 0.4;
const DIGITS = /^[0-9]+$/;

/**
 * @param {import("./index.js").Index} index
 * @param {Set<number>} books
 * @param {string} number
 * @param {string} text
 * @param {import("./analysis.js").Analysis} analysis
 */
export function nearest(index, books, number, text, analysis) {
  const places = index.sections.map((_, n) => n).filter((n) => !books.size || books.has(index.sections[n].book));
  /** @type {[number, number][]} */
  let scored = [];
  const [chapter, ...rest] = number.split(".");
  const wanted = rest.join(".");
  for (const n of number ? places : []) {
    const [head, ...tail] = index.sections[n].number.split(".");
    const last = tail.join(".");
    if (head === chapter && DIGITS.test(last) && DIGITS.test(wanted)) scored.push([Math.abs(Number(last) - Number(wanted)), n]);
  }
  if (!scored.length) {
    const words = analysis.tokens(text).filter(({ word, term }) => word.length > 2 && term).map(({ word }) => bigrams(word));
    scored = places
      .map((n) => {
        const titled = analysis.tokens(index.sections[n].title).filter(({ term }) => term).map(({ word }) => bigrams(word));
        return /** @type {[number, number]} */ ([-Math.max(0, ...words.flatMap((a) => titled.map((b) => alike(a, b)))), n]);
      })
      .filter(([score]) => -score >= LEAST);
  }
  return scored.sort((a, b) => a[0] - b[0] || a[1] - b[1]).slice(0, LIMIT).map(([, n]) => n);
}

/** @param {string} word */
function bigrams(word) {
  return new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, n) => word.slice(n, n + 2)));
}

/** @param {Set<string>} a @param {Set<string>} b */
function alike(a, b) {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return (2 * common) / Math.max(1, a.size + b.size);
}
