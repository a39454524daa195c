// @ts-check
// Cut an answering excerpt with marked words, as search/engine/excerpt.py.

import { characters, slice } from "../language/analysis.js";

/** @import { Stretch } from "./types" */
/** @import { Analysis } from "../language/analysis.js" */

const LENGTH = 400;

/** @param {string} text @param {Set<string>} wanted @param {Analysis} analysis @returns {Stretch[]} */
export function excerpt(text, wanted, analysis) {
  const points = characters(text);
  const found = analysis.tokens(text).filter((token) => token.term && wanted.has(token.term));
  let [start, end] = [0, points.length];
  if (end > LENGTH) {
    start = found.length ? Math.max(0, found[0].start - Math.floor(LENGTH / 4)) : 0;
    if (start) start = points.indexOf(" ", start) + 1;
    end = Math.min(points.length, start + LENGTH);
    if (end < points.length) end = Math.max(points.lastIndexOf(" ", end - 1), start + 1);
  }
  const dots = { text: "…", match: false };
  const stretch = (/** @type {number} */ from, /** @type {number} */ to, match = false) =>
    from < to ? [{ text: slice(points, from, to), match }] : [];
  const parts = start ? [dots] : [];
  let position = start;
  for (const token of found) {
    if (token.start < position || token.end > end) continue;
    parts.push(...stretch(position, token.start), ...stretch(token.start, token.end, true));
    position = token.end;
  }
  return [...parts, ...stretch(position, end), ...(end < points.length ? [dots] : [])];
}
