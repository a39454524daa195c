// Show the result of a calculation: each value with the rule that says it.
import { el } from "../create-element.js";
import { calmRegion } from "../live-region.js";
import { address } from "../site-url.js";
/** @import { Data, ResultLine } from "./types" */

/** Return links to the rules that give the named values, each rule once. @param {Data} data @param {string[]} names */
export function rules(data, names) {
  const sources = new Map(names.flatMap((name) => data.sources[name] ?? []).map((source) => [source.url, source]));
  return [...sources.values()].map(({ url, citation, text }) =>
    el("a.rif", { href: address(url), title: text }, citation)
  );
}

/** Return links in a row, with spaces between. @param {Node[]} links */
const spaced = (links) => el("span.dice", ...links.flatMap((link) => [link, " "]));

/** Return links to the rules that give the named values, in one element. @param {Data} data @param {string[]} names */
export const citations = (data, names) => spaced(rules(data, names));

/** Return the list that shows a result's lines, each with its rules. @param {ResultLine[]} lines */
export const list = (lines) =>
  el(
    "dl.risultati",
    ...lines.map(({ label, value, missing, rules, note }) => {
      const answer = value ? el("b", value) : el("b.tace", missing ? "mancano i dati" : "–");
      return el("div", el("dt", label), el("dd", answer, spaced(rules), note && el("span.chiosa", note)));
    })
  );

/** Return a result's text without the citations of its rules. @param {Element} place */
function spokenText(place) {
  const copy = /** @type {Element} */ (place.cloneNode(true));
  for (const rules of copy.querySelectorAll(".dice")) rules.remove();
  const words = (/** @type {Iterable<Element>} */ parts) =>
    Array.from(parts, (part) => part.textContent?.trim()).join(" ");
  const lines = Array.from(copy.querySelectorAll("dl > div, p"), (line) =>
    words(line.matches("p") ? [line] : line.querySelectorAll("dt, dd > *")).replace(/[.:]$/, "")
  );
  return `${lines.join(". ")}.`;
}

/**
 * Return a function that shows a result in a place; if computing it throws a RangeError, it shows the message.
 * Each result but the first, which the page opens with, is announced without its rules.
 * @param {Element} place @returns {(result: () => Node[]) => void}
 */
export function showing(place) {
  const { region, say } = calmRegion();
  return (result) => {
    try {
      place.replaceChildren(...result());
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      place.replaceChildren(el("p.errore", error.message));
    }
    if (region.isConnected) say(() => spokenText(place));
    else place.after(region);
  };
}

/**
 * Parse a typed whole number; null if nothing is typed, NaN if it is not one or above `most`.
 * @param {FormDataEntryValue | null} text @param {number} most @returns {number | null}
 */
export function wholeNumber(text, most) {
  const written = String(text ?? "").trim();
  if (!written) return null;
  return /^\d+$/.test(written) && Number(written) <= most ? Number(written) : NaN;
}
