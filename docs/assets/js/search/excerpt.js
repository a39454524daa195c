// @ts-check
// Il pezzo di testo che risponde, con le parole trovate segnate: search/engine/excerpt.py.

import { characters, slice } from "../language/analysis.js";

/** @typedef {{text: string, match: boolean}} Stretch */

const LENGTH = 400;

/** @param {string} text @param {Set<string>} wanted @param {import("../language/analysis.js").Analysis} analysis @returns {Stretch[]} */
export function excerpt(text, wanted, analysis) {
  const points = characters(text);
  const found = analysis.tokens(text).filter((token) => token.term && wanted.has(token.term));
  let start = 0;
  let end = points.length;
  if (end > LENGTH) {
    start = found.length ? Math.max(0, found[0].start - Math.floor(LENGTH / 4)) : 0;
    if (start) start = points.indexOf(" ", start) + 1;
    end = Math.min(points.length, start + LENGTH);
    if (end < points.length) end = Math.max(points.lastIndexOf(" ", end - 1), start + 1);
  }
  /** @type {Stretch[]} */
  const parts = start ? [{ text: "…", match: false }] : [];
  let position = start;
  for (const token of found) {
    if (token.start < position || token.end > end) continue;
    if (token.start > position) parts.push({ text: slice(points, position, token.start), match: false });
    parts.push({ text: slice(points, token.start, token.end), match: true });
    position = token.end;
  }
  if (position < end) parts.push({ text: slice(points, position, end), match: false });
  if (end < points.length) parts.push({ text: "…", match: false });
  return parts;
}
