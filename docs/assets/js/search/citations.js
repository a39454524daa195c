// @ts-check
// Read the citations in a query, and suggest sections for wrong ones.
// As search/engine/citations.py.

import { citationParts, citedWords, cites, isLetter } from "../language/citation-parser.js";
import { takeKnown } from "../language/book-mentions.js";
import { once } from "./postings.js";

/** @import { Section, Place, Cited, Words } from "./types" */
/** @import { Token, Analysis } from "../language/analysis.js" */
/** @import { BookIndex } from "./postings.js" */

const NEAREST = 3;

export class Citations {
  /** @param {Words} vocabulary @param {Analysis} analysis @param {BookIndex[]} books those that have arrived */
  constructor(vocabulary, analysis, books) {
    this.vocabulary = vocabulary;
    this.analysis = analysis;
    this.books = books;
    /** @type {Map<string, Map<string, Place[]>>} */
    this.keys = new Map();
  }

  /** @param {number[]} use @returns {[Section, Place][]} */
  every(use) {
    return use.flatMap((book) =>
      this.books[book].sections.map(
        (section, n) => /** @type {[Section, Place]} */ ([section, { book, section: n, tail: "" }])
      )
    );
  }

  /**
   * Return the sections by words of their citations, then titles.
   * @param {number[]} use
   * @returns {Map<string, Place[]>}
   */
  known(use) {
    return once(this.keys, use.join(), () => {
      const { names, longest } = this.vocabulary;
      /** @type {Map<string, Place[]>} */
      const keys = new Map();
      for (const name of /** @type {const} */ (["citation", "title"]))
        for (const [section, place] of this.every(use)) {
          const [words] = takeKnown(this.analysis.tokens(section[name]), names, longest);
          const places = once(keys, citationParts(words, this.analysis.citing).join(" "), () => []);
          if (!places.some((other) => other.book === place.book && other.section === place.section)) places.push(place);
        }
      return keys;
    });
  }

  /**
   * Return the cited sections, and the other words.
   * A citation looks like one and exists, or was plainly meant.
   * @param {Token[]} tokens @param {number[]} use @param {boolean} named whether a book is chosen or named
   * @returns {[Cited, Token[]]}
   */
  read(tokens, use, named) {
    const { citing } = this.analysis;
    const first = tokens.findIndex((_, n) => cites(tokens, n, citing));
    const at = first < 0 ? tokens.length : first;
    const [start, end] = citedWords(tokens, at, citing);
    const rest = [...tokens.slice(0, start), ...tokens.slice(end)];
    for (const opens of [false, true]) {
      const places = this.longest(citationParts(opens ? tokens.slice(at) : tokens, citing), opens, use, named);
      if (places.length) return [{ places, wrong: "" }, rest];
    }
    if (at === tokens.length) return [{ places: [], wrong: "" }, tokens];
    const known = use.some((b) => this.books[b].terms.has(tokens[at].term));
    if (named || start < at || (tokens.length === 1 && !known)) return [{ places: [], wrong: tokens[at].word }, rest];
    return [{ places: [], wrong: "" }, tokens];
  }

  /**
   * Return the sections of the longest leading citation, and its letter.
   * @param {string[]} words
   * @param {boolean} opens
   * @param {number[]} use
   * @param {boolean} named
   * @returns {Place[]}
   */
  longest(words, opens, use, named) {
    for (let size = words.length; size > 0; size--) {
      const [tail = "", ...more] = words.slice(size);
      if (!(opens || (named && !more.length) || (/^[0-9]/.test(words[0]) && size >= words.length - 1))) break;
      const places = this.known(use).get(words.slice(0, size).join(" ")) ?? [];
      const lettered = places.filter(
        ({ book, section }) => isLetter(tail) && this.books[book].under(section, tail) >= 0
      );
      if (lettered.length) return lettered.map((place) => ({ ...place, tail }));
      if (places.length && (!tail || opens)) return places;
    }
    return [];
  }

  /**
   * Return the target of a pasted address.
   * @param {string} anchor
   * @param {number[]} use
   * @returns {Place | undefined}
   */
  pasted(anchor, use) {
    const above = this.every(use).filter(([{ id }]) => `${anchor}.`.startsWith(`${id}.`));
    return above
      .map(([{ id }, place]) => ({ ...place, tail: anchor.slice(id.length + 1) }))
      .sort((a, b) => a.tail.length - b.tail.length)[0];
  }

  /**
   * Return up to three sections nearest to a wrong number.
   * They are of its chapter, the nearest first: 2.14 is 85 from 2.99.
   * @param {number[]} use
   * @param {string} number
   */
  nearest(use, number) {
    const [chapter, wanted = ""] = number.split(".");
    const away = (/** @type {string} */ last = "") =>
      /^[0-9]+$/.test(last) && /^[0-9]+$/.test(wanted) ? Math.abs(Number(last) - Number(wanted)) : Infinity;
    return this.every(use)
      .map(([section, place]) => ({ place, parts: section.number.split(".") }))
      .map(({ place, parts: [of, last] }) => ({ place, far: of === chapter ? away(last) : Infinity }))
      .filter(({ far }) => far < Infinity)
      .sort((a, b) => a.far - b.far)
      .slice(0, NEAREST)
      .map(({ place }) => place);
  }
}
