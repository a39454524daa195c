// Read the citations in a query, and suggest sections for wrong ones, as search/engine/query_citations.py.
import { citationParts, citedWords, cites, isLetter } from "../language/citation-parser.js";
import { takeKnown } from "../language/book-mentions.js";
import { once, remembered } from "./book-index.js";
/** @import { Cited, Document, Section, Words } from "./types" */
/** @import { Analysis } from "../language/analysis.js" */
/** @import { Token } from "../language/types" */
/** @import { BookIndex } from "./book-index.js" */

const NEAREST = 3;

/** Find sections by the words of their citations and titles. */
export class Citations {
  /**
   * Prepare to read citations of the sections in `books`.
   * @param {Words} vocabulary @param {Analysis} analysis
   * @param {Map<string, BookIndex>} books by file of the index; more may arrive later
   */
  constructor(vocabulary, analysis, books) {
    this.vocabulary = vocabulary;
    this.analysis = analysis;
    this.books = books;
    this.known = remembered(this.group.bind(this));
  }

  /** Return the sections of some books. @param {string[]} use files of the index @returns {Section[]} */
  sections(use) {
    return use.flatMap((name) => this.books.get(name)?.sections ?? []);
  }

  /**
   * Map each citation and title, as its parts with spaces between, to the sections that have it.
   * `known` is this function, cached.
   * @param {string[]} use files of the index @returns {Map<string, Section[]>}
   */
  group(use) {
    const { names, longest } = this.vocabulary;
    /** @type {Map<string, Section[]>} */
    const known = new Map();
    for (const name of /** @type {const} */ (["citation", "title"]))
      for (const section of this.sections(use)) {
        const [words] = takeKnown(this.analysis.tokens(section[name]), names, longest);
        const same = once(known, citationParts(words, this.analysis.citing).join(" "), () => []);
        if (!same.includes(section)) same.push(section);
      }
    return known;
  }

  /**
   * Separate a citation from the other words of a query; return both.
   * Words count as a citation if a section has it, or if one was plainly meant (`wrong`): a book is `named`, a word
   * like «regola» stands before, or it is all that was typed and in no text.
   * @param {Token[]} tokens @param {string[]} use files of the index
   * @param {boolean} named whether a book is chosen or named in the query
   * @param {Map<string, number>} counts number of documents by term @returns {[Cited, Token[]]}
   */
  read(tokens, use, named, counts) {
    const { citing } = this.analysis;
    const first = tokens.findIndex((_, n) => cites(tokens, n, citing));
    const at = first < 0 ? tokens.length : first;
    const [start, end] = citedWords(tokens, at, citing);
    const rest = [...tokens.slice(0, start), ...tokens.slice(end)];
    const words = citationParts(tokens, citing);
    const whole = named || /^[0-9]/.test(words[0] ?? "") ? this.find(words, false, use) : [];
    const places = whole.length ? whole : this.find(citationParts(tokens.slice(at), citing), true, use);
    if (places.length) return [{ places, wrong: "" }, rest];
    const meant = named || start < at || (tokens.length === 1 && !counts.get(tokens[at]?.term));
    return at < tokens.length && meant ? [{ places, wrong: tokens[at].word }, rest] : [{ places, wrong: "" }, tokens];
  }

  /**
   * Return the documents of the longest citation that the words begin with; [] if none.
   * A statement if a letter follows, else the section's heading.
   * @param {string[]} words a citation's parts @param {boolean} opens other words may follow
   * @param {string[]} use files of the index @returns {Document[]}
   */
  find(words, opens, use) {
    for (let size = words.length; size > (opens ? 0 : Math.max(0, words.length - 2)); size--) {
      const letter = words[size] ?? "";
      const sections = this.known(use).get(words.slice(0, size).join(" ")) ?? [];
      const under = sections.map(({ documents }) => documents.find((one) => isLetter(letter) && one.letter === letter));
      const lettered = under.flatMap((document) => document ?? []);
      if (lettered.length) return lettered;
      if (sections.length && (opens || !letter)) return sections.map(({ documents }) => documents[0]);
    }
    return [];
  }

  /**
   * Return up to three sections of the same chapter, nearest to a number that does not exist.
   * @param {string[]} use files of the index @param {string} number as typed: '2.99'
   */
  nearest(use, number) {
    const [chapter, wanted = ""] = number.split(".");
    const away = (/** @type {Section} */ section) => {
      const [of, last = ""] = section.number.split(".");
      return of === chapter && /^[0-9]+ [0-9]+$/.test(`${last} ${wanted}`)
        ? Math.abs(Number(last) - Number(wanted))
        : NaN;
    };
    const near = this.sections(use).filter((section) => away(section) >= 0);
    return near.sort((a, b) => away(a) - away(b)).slice(0, NEAREST);
  }
}
