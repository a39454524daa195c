// Cut an excerpt with marked words from a text, as search/engine/excerpt.py.
import { characters, slice } from "../language/analysis.js";
/** @import { Stretch } from "./types" */
/** @import { Token } from "../language/types" */

const LENGTH = 400;

/**
 * Cut a text to 400 characters around the first wanted word; return its pieces, wanted words marked.
 * @param {string} text @param {Set<string>} wanted terms @param {Token[]} tokens of the text @returns {Stretch[]}
 */
export function excerpt(text, wanted, tokens) {
  const points = characters(text);
  const found = tokens.filter(({ term }) => term && wanted.has(term));
  let [start, end] = [0, points.length];
  if (end > LENGTH) {
    start = Math.max(0, (found[0]?.start ?? 0) - LENGTH / 4);
    if (start) start = points.indexOf(" ", start) + 1;
    end = Math.min(end, start + LENGTH);
    if (end < points.length) end = Math.max(points.lastIndexOf(" ", end - 1), start + 1);
  }
  const marks = found.filter((token) => start <= token.start && token.end <= end);
  const bounds = [start, ...marks.flatMap((token) => [token.start, token.end]), end];
  const pieces = bounds.slice(1).map((to, n) => ({ text: slice(points, bounds[n], to), match: n % 2 === 1 }));
  const dots = { text: "…", match: false };
  return [...(start ? [dots] : []), ...pieces.filter(({ text }) => text), ...(end < points.length ? [dots] : [])];
}
