// Answer a number typed into the search with calculations that need only it.
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { booksOf, gameOf } from "../listed-games.js";
import { analysis, gamesNamed } from "../language/load-language.js";
import { loadJson } from "../load-json.js";
/** @import { OneNumber } from "./types" */

const SHOWN = 4; // the other lines of the result are one tap away

/**
 * Load the calculations that need only one number, by document code. @returns {Promise<Record<string, OneNumber[]>>}
 */
const calculations = () => loadJson("tabelle/numeri.json");

/**
 * Return links to calculations that answer a number typed into the search, with the answer.
 * «77 giocatori», «bang 27». If no game is named or chosen, a bare number gives none, and only documents in force do.
 * @param {string} text @param {string} book chosen game's id or document code, or ""
 * @param {Record<string, string>} labels names by document code @returns {Promise<HTMLElement[]>}
 */
export async function offer(text, book, labels) {
  const [[tokens, namedBooks, superseded], language, known] = await Promise.all([
    gamesNamed(text),
    analysis(),
    calculations()
  ]);
  const [number, ...others] = tokens.filter(({ word }) => /^\d+$/.test(word));
  const otherWords = tokens.filter((token) => token.term && token !== number);
  const current = Object.keys(known).filter((one) => !superseded.includes(one));
  const books = namedBooks.length ? namedBooks : book ? booksOf(book) : otherWords.length ? current : [];
  if (!number || others.length) return [];
  const n = Number(number.word);
  return books.flatMap((one) =>
    (known[one] ?? []).flatMap(({ id, input, unit, words, supposed, cases }) => {
      const [, , results] = cases.find(([low, high]) => low <= n && n <= high) ?? [];
      const own = new Set(language.terms(words));
      if (!results || !otherWords.every(({ term }) => own.has(term))) return [];
      const value = (/** @type {(string | number)[]} */ pieces) =>
        pieces.map((piece) => (typeof piece === "number" ? Math.ceil(n / piece) : piece)).join("");
      const answers = results
        .slice(0, SHOWN)
        .flatMap(([label, pieces]) => [` · ${label} `, el("b", value(pieces) || "–")]);
      const href = address(`tabelle/${gameOf(one)}/?${input}=${n}#${id}`);
      return [
        el(
          "a.bottone",
          { href, "data-book": one },
          el(
            "span",
            el("b", `${labels[one] ?? ""}, ${n} ${unit}`),
            ...answers,
            results.length > SHOWN && " · …",
            supposed && el("small", ` (${supposed})`)
          )
        )
      ];
    })
  );
}
