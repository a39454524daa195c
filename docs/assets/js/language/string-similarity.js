// Compare strings: edit distance and similarity.
import { fold } from "./fold-text.js";

/**
 * Count the edits from one word to another; `limit` + 1 if there are more.
 * An edit adds, drops or changes a letter, or swaps two neighbours.
 * @param {string} a @param {string} b @param {number} [limit]
 */
export function distance(a, b, limit = 99) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const following = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
      following.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    before = row;
    row = following;
  }
  return Math.min(row[row.length - 1], limit + 1);
}

/** Return the pairs of neighbouring letters of a text. @param {string} text @returns {Set<string>} */
function bigrams(text) {
  return new Set(Array.from(text.slice(1), (_, n) => text.slice(n, n + 2)));
}

/** Return the share of common letter pairs, 0 to 1. @param {Set<string>} a @param {Set<string>} b */
function alike(a, b) {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return (2 * common) / Math.max(1, a.size + b.size);
}

/**
 * Return the known things most similar to a misspelt text, best first.
 * Similarity, 0 to 2: the share of common letter pairs plus that of the common beginning.
 * @template T @param {string} given @param {T[]} known
 * @param {(one: T) => string[]} names the names by which a thing may be meant
 * @param {number} [least] similarity that a result must exceed @returns {T[]}
 */
export function nearest(given, known, names, least = -1) {
  const wanted = fold(given);
  const pairs = bigrams(wanted);
  const like = (/** @type {string} */ name) => {
    let start = 0;
    while (name[start] && name[start] === wanted[start]) start++;
    return alike(pairs, bigrams(name)) + start / Math.max(name.length, wanted.length);
  };
  const scored = known.map(
    (one) => /** @type {const} */ ([Math.max(...names(one).map((name) => like(fold(name)))), one])
  );
  return scored
    .filter(([score]) => score > least)
    .sort(([a], [b]) => b - a)
    .map(([, one]) => one);
}
