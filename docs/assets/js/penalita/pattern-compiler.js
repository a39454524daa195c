// Compile word patterns into regular expressions, and write a text as the marks that they match.
// "NONE ..2 P" finds «nessuna ammonizione» and «mai preso un warning».

/** @import { Analysis } from "../language/analysis.js" */
/** @import { Data } from "../language/types" */

/** Return the word classes NUM and ORD, as parts of regular expressions. @param {Data} data */
export const numberClasses = ({ ordinals }) => ({
  NUM: "\\d{1,4}|un[ao]?|paio",
  ORD: Object.keys(ordinals).join("|")
});

/** Return the value of a word of the class NUM or ORD: «paio» → 2. @param {string} word @param {Data} data */
export const numberOf = (word, { ordinals }) =>
  ordinals[word] ?? (word === "paio" ? 2 : Number(word.replace(/^un.?$/, "1")));

/**
 * Rewrite a text for patterns: its words, each followed by a space, numbers as digits, penalties' names as their marks.
 * «Ha 2 warning, mai 3.» → 'ha 2 P1 , mai 3 '. «.», «,» and «:» between words stay; «;», «?» and a new line become «.»;
 * other signs are left out. Returns them (`marks`), and two functions that return the text’s words between two positions
 * in the marks (`quote`), and where these begin and end in the text (`range`).
 * @param {string} text @param {Analysis} analysis
 * @param {{mark: string, terms: string[]}[]} [names] names of penalties, to be replaced by their marks («P2»)
 */
export function markedText(text, analysis, names = []) {
  const tokens = analysis.tokens(text);
  /** @type {{at: number, start: number, end: number}[]} */
  const places = [];
  let [marks, end] = ["", 0];
  for (let n = 0; n < tokens.length; n++) {
    const { word, term, start } = tokens[n];
    const between = text.slice(end, start);
    marks += /[.;?\n]/.test(between) ? ". " : between.includes(",") ? ", " : between === ":" ? ": " : "";
    const name = names.find(({ terms }) => terms.every((one, k) => tokens[n + k]?.term === one));
    if (name) n += name.terms.length - 1;
    end = tokens[n].end;
    places.push({ at: marks.length, start, end });
    marks += `${name?.mark ?? (/^\d/.test(term) ? term : word)} `;
  }
  const range = (/** @type {number} */ from, /** @type {number} */ to) => {
    const said = places.filter(({ at }) => at >= from && at < to);
    return /** @type {[number, number]} */ ([said[0]?.start, said[said.length - 1]?.end]);
  };
  const quote = (/** @type {number} */ from, /** @type {number} */ to) => text.slice(...range(from, to));
  return { marks, range, quote };
}

/**
 * Compile a pattern of words and word classes into a regular expression's source.
 * Parts are separated by spaces. A part in capitals (`ORD`) is one word of that class, one in lower case stands for
 * itself; `n:ORD` captures it as `n`, `?ORD` may be missing, `*ORD` may be repeated or missing. `..2` is up to two
 * words of the same clause, without numbers; `...` any text; `$` the end of a clause.
 * @param {string} pattern @param {Record<string, string>} classes name → regular expression source of its words
 */
export const compiled = (pattern, classes) =>
  pattern
    .split(" ")
    .filter(Boolean)
    .map((part) => {
      if (part === "$") return "(?=[.,:] |(?:e|ora|adesso|stavolta) |$)";
      if (part === "...") return ".*";
      if (part.startsWith("..")) return `(?:(?!(?:e|ma|con) )[a-z]+ ){0,${part.slice(2)}}`;
      const [, sign, name, named] = /** @type {RegExpExecArray} */ (/^([?*]?)(?:([a-z]+):)?(.+)/.exec(part));
      const words = named.replace(/[A-Z]{2,}/g, (one) => classes[one]);
      return `(?:${name ? `(?<${name}>${words})` : `(?:${words})`} )${sign}`;
    })
    .join("");
