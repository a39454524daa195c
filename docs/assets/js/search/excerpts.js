// @ts-check
// Il pezzo di testo che risponde, con le parole trovate segnate: search/excerpts.py.

import { characters, slice } from "./analysis.js";

/** @typedef {{text: string, match: boolean}} Piece */

const LENGTH = 220;

/**
 * @param {string} text
 * @param {Set<string>} wanted
 * @param {import("./analysis.js").Analysis} analysis
 * @returns {Piece[]}
 */
export function excerpt(text, wanted, analysis) {
  const points = characters(text);
  const indexOf = (/** @type {number} */ from) => points.indexOf(" ", from);
  const found = analysis.tokens(text).filter((token) => token.term && wanted.has(token.term));
  let start = 0;
  let end = points.length;
  if (end > LENGTH) {
    start = found.length ? Math.max(0, found[0].start - Math.floor(LENGTH / 4)) : 0;
    if (start) start = indexOf(start) + 1;
    end = Math.min(points.length, start + LENGTH);
    if (end < points.length) {
      let cut = end - 1;
      while (cut >= start && points[cut] !== " ") cut--;
      end = Math.max(cut < start ? -1 : cut, start + 1);
    }
  }
  /** @type {Piece[]} */
  const pieces = start ? [{ text: "…", match: false }] : [];
  let position = start;
  for (const token of found) {
    if (token.start < position || token.end > end) continue;
    if (token.start > position) pieces.push({ text: slice(points, position, token.start), match: false });
    pieces.push({ text: slice(points, token.start, token.end), match: true });
    position = token.end;
  }
  if (position < end) pieces.push({ text: slice(points, position, end), match: false });
  if (end < points.length) pieces.push({ text: "…", match: false });
  return pieces;
}
