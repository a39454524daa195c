// Read numbers in a text as intervals with units, as search/language/quantity_parser.py.
import { ends, starts, THOUSANDS } from "./analysis.js";
/** @import { Analysis } from "./analysis.js" */
/** @import { Quantity } from "./types" */

const LIMIT = 1e9;
const DASH = /^\s*[-\u2010-\u2015]\s*$/u;

/**
 * Find the numbers of a text, as intervals with their unit.
 * «entro 10 minuti» → 0–10 minutes, «più di 3» → 4 to LIMIT, «la terza volta» → 3, ordinal.
 * @param {Analysis} analysis @param {string} text @returns {Quantity[]}
 */
export function quantities(analysis, text) {
  const { data } = analysis;
  const points = [...text];
  const words = analysis.tokens(text);
  const slice = (/** @type {number} */ from, /** @type {number} */ to) => points.slice(from, to).join("");
  const before = (/** @type {number} */ i, /** @type {string} */ name) =>
    data.thresholds[name].some((phrase) => ends(words, i, phrase));
  const after = (/** @type {number} */ i, /** @type {string} */ name) =>
    (Object.hasOwn(data.units, words[i + 1]?.word ?? "") ? [i + 1, i + 2] : [i + 1]).some((n) =>
      data.thresholds[name].some((phrase) => starts(words, n, phrase))
    );
  const value = (/** @type {string | undefined} */ word) => (word ? numberOf(analysis, word) : null);
  /**
   * Return the bounds of an amount that begins with a number, and the index of its last word.
   * @param {number} i index of the number @param {number} own its value @returns {[number, number, number]}
   */
  const interval = (i, own) => {
    const other = value(words[i + 1]?.word);
    if (other && other[0] >= own && DASH.test(slice(words[i].end, words[i + 1].start))) return [own, other[0], i + 1];
    const third = value(words[i + 2]?.word);
    const between = words[i + 1]?.word;
    const spanned = between === "o" || (data.thresholds.to.includes(between) && before(i, "from"));
    if (third && !third[1] && third[0] >= own && spanned) return [own, third[0], i + 2];
    if (points[words[i].end] === "+" || after(i, "leastAfter")) return [own, LIMIT, i];
    if (after(i, "mostAfter") || before(i, "most")) return [0, own, i];
    if (before(i, "under")) return [0, own - 1, i];
    if (before(i, "over")) return [own + 1, LIMIT, i];
    if (before(i, "least")) return [own, LIMIT, i];
    return [own, own, i];
  };
  const unit = (/** @type {number} */ i) => {
    const sign = slice(words[i].end, words[i].end + 2).trim()[0];
    if (sign === "$" || sign === "€") return sign === "$" ? "dollaro" : "euro";
    const next = words[i + 1]?.word ?? "";
    return Object.hasOwn(data.units, next) ? data.units[next] : "";
  };
  const found = [];
  for (let i = 0; i < words.length; i++) {
    const read = value(words[i].word);
    if (!read) continue;
    const [low, high, last] = read[1] ? [read[0], read[0], i] : interval(i, read[0]);
    const [start, end] = [words[i].start, words[last].end];
    found.push({ low, high, unit: read[1] ? "" : unit(last), ordinal: read[1], start, end });
    i = last;
  }
  return found;
}

/**
 * Return a word's value, and whether it is an ordinal; null for another word.
 * @param {Analysis} analysis @param {string} word @returns {[number, boolean] | null}
 */
function numberOf(analysis, word) {
  const { data } = analysis;
  if (Object.hasOwn(data.ordinals, word)) return [data.ordinals[word], true];
  const spelt = analysis.numberOf(word);
  if (spelt) return [Number(spelt), false];
  const digits = THOUSANDS.test(word) ? word.replaceAll(".", "") : word;
  if (/^[0-9]{1,8}$/.test(digits)) return [Number(digits), false];
  return /^[0-9]{1,2}[oa]$/.test(digits) ? [parseInt(digits, 10), true] : null;
}
