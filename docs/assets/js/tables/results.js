// @ts-check
// Show the result of a calculation: each value with the rule that says it.
import { el } from "../dom.js";
import { address } from "../site-url.js";
/** @import { Data, ResultLine } from "./types.d.ts" */

/** Return links to the rules, without repeated citations. @param {Data} data @param {string[]} names */
export function rules(data, names) {
  const sources = new Map(names.flatMap((name) => data.sources[name] ?? []).map((source) => [source.url, source]));
  return [...sources.values()].map(({ url, citation, text }) =>
    el("a.rif", { href: address(url), title: text }, citation)
  );
}

/** @param {Node[]} links */
const spaced = (links) => el("span.dice", ...links.flatMap((link) => [link, " "]));

/** @param {Data} data @param {string[]} names */
export const citations = (data, names) => spaced(rules(data, names));

/** @param {ResultLine[]} lines */
export const list = (lines) =>
  el(
    "dl.risultati",
    ...lines.map(({ label, value, missing, rules, note }) => {
      const answer = value ? el("b", value) : el("b.tace", missing ? "da scrivere" : "–");
      return el("div", el("dt", label), el("dd", answer, spaced(rules), note && el("span.chiosa", note)));
    })
  );

/** Show a result, or the input's fault (a RangeError). @param {Element} place @param {() => Node[]} result */
export function show(place, result) {
  try {
    place.replaceChildren(...result());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    place.replaceChildren(el("p.errore", error.message));
  }
}

/**
 * Parse a typed whole number; null if empty, NaN if invalid.
 * Invalid: also above `most`.
 * @param {FormDataEntryValue | null} text @param {number} most
 */
export function wholeNumber(text, most) {
  const written = String(text ?? "").trim();
  if (!written) return null;
  return /^\d+$/.test(written) && Number(written) <= most ? Number(written) : NaN;
}
