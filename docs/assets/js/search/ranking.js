// @ts-check
// Orders documents by the sum of their impacts for what was typed: the same sums as search/engine/ranking.py, to the
// unit. A document of any book has one number; a score is in hundredths of an impact, since synonyms weigh in percent.

import { once } from "./book-index.js";
import { INTERVAL } from "./query.js";

/** @import { Alternative, Hit, Postings, Query, Shared } from "./types" */
/** @import { BookIndex } from "./book-index.js" */
/** @import { Analysis } from "../language/analysis.js" */
/** @typedef {Map<number, number>} Amounts */
/**
 * @typedef {object} Matches
 *   what a group weighs in the query, and what speaks for each document
 * @property {number} whole
 * @property {Amounts} sums
 */

const MOST = 2048; // groups that are remembered
export const STEP = 1 << 20; // more than the documents of a book

/** @param {string[]} terms */
const named = (terms) => [...new Set(terms)].sort().join(" ");
/** @param {Amounts} to @param {number} key @param {number} value */
const raise = (to, key, value) => void (value > (to.get(key) ?? 0) && to.set(key, value));

export class Ranking {
  /**
   * @param {Shared} shared
   * @param {BookIndex[]} books those that have arrived
   * @param {Analysis} analysis
   */
  constructor(shared, books, analysis) {
    this.shared = shared;
    this.weights = shared.weights;
    this.books = books;
    this.analysis = analysis;
    /** @type {Map<string, Postings>} */
    this.within = new Map();
    /** @type {Map<string, Matches>} */
    this.found = new Map();
    /**
     * @type {Map<number, {called: Map<string, number[]>, titles: string[][], inTitle: Map<string, number[]>}>}
     */
    this.naming = new Map();
  }

  /**
   * Returns what a term speaks for in a book.
   * @param {number} b
   * @param {string} term
   * @returns {Postings | undefined}
   */
  postings(b, term) {
    if (term[0] !== INTERVAL) return this.books[b].terms.get(term);
    return once(this.within, `${b} ${term}`, () => this.intervals(b, term.slice(1).split(" ")));
  }

  /**
   * Returns what says an interval with a number in it.
   * @param {number} b
   * @param {string[]} said
   * @returns {Postings}
   */
  intervals(b, [amount, unit]) {
    const { interval, intervalUnit } = this.weights;
    /** @type {Amounts} */
    const best = new Map();
    for (const [n, low, high, of] of this.books[b].intervals) {
      if (low > Number(amount) || Number(amount) > high || (unit && of && unit !== of)) continue;
      raise(best, n, interval + (unit && unit === of ? intervalUnit : 0));
    }
    const [documents, impacts] = [Int32Array.from(best.keys()), Int32Array.from(best.values())];
    return { documents, impacts, strength: impacts.reduce((a, b) => Math.max(a, b), 0), own: new Set(documents) };
  }

  /** @param {string} term @param {number[]} use */
  strength(term, use) {
    return use.reduce((most, b) => Math.max(most, this.postings(b, term)?.strength ?? 0), 0);
  }

  /**
   * Returns what a group finds: for each document what speaks loudest for it.
   * @param {Alternative[]} alternatives
   * @param {number[]} use
   * @param {number[]} [rare] where it is seen how much a term weighs
   * @returns {Matches}
   */
  matches(alternatives, use, rare = use) {
    const key = JSON.stringify([alternatives, use, rare]);
    return once(this.found, key, () => this.match(alternatives, use, rare), MOST);
  }

  /** @param {Alternative[]} alternatives @param {number[]} use @param {number[]} rare @returns {Matches} */
  match(alternatives, use, rare) {
    const options = alternatives.map(({ terms, weight, books, guess }) => {
      const own = (/** @type {number} */ b) => this.books[b].number < 0 || books.includes(this.books[b].number);
      const allowed = books.length ? use.filter(own) : use;
      return {
        terms,
        weight,
        guess,
        allowed,
        strength: terms.reduce((sum, t) => sum + this.strength(t, allowed === use ? rare : allowed), 0)
      };
    });
    const guesses = Math.min(...options.flatMap(({ guess, strength }) => (guess && strength ? strength : [])));
    const weights = options.map(({ weight, guess, strength }) =>
      guess && strength ? Math.floor((weight * guesses) / strength) : weight
    );
    const most = options.map(({ strength }, n) => weights[n] * strength);
    const spans = most.filter((_, n) => alternatives[n].terms[0][0] === INTERVAL);
    /** @type {Matches} */
    const found = { whole: Math.max(0, ...most.slice(0, 1), ...spans) || Math.max(0, ...most), sums: new Map() };
    options.forEach(({ terms, allowed, strength }, n) => {
      const weight = Math.min(weights[n], Math.floor(found.whole / Math.max(1, strength)));
      for (const [document, impact] of this.summed(terms, allowed, n > 0)) raise(found.sums, document, weight * impact);
    });
    return found;
  }

  /**
   * Adds the impacts of terms; with `every` only of documents that have all of them.
   * @param {string[]} terms
   * @param {number[]} use
   * @param {boolean} every
   */
  summed(terms, use, every) {
    /** @type {Amounts} */
    let sums = new Map();
    terms.forEach((term, number) => {
      const before = sums;
      if (every && number) sums = new Map();
      for (const b of use) {
        const { documents = [], impacts = [] } = this.postings(b, term) ?? {};
        for (let i = 0; i < documents.length; i++) {
          const n = b * STEP + documents[i];
          if (!(every && number) || before.has(n)) sums.set(n, (before.get(n) ?? 0) + impacts[i]);
        }
      }
    });
    return sums;
  }

  /**
   * Returns the documents that answer something, best first.
   * @param {Query} query
   * @param {number[]} use
   * @param {number[]} [late] books that come after all others
   * @param {number[]} [rare] see `matches`
   * @returns {Hit[]}
   */
  search(query, use, late = [], rare = use) {
    const { weights } = this;
    const founds = query.groups.map(({ alternatives }) => this.matches(alternatives, use, rare));
    const whole = founds.reduce((all, found) => all + found.whole, 0);
    /** @type {Amounts} */
    const scores = new Map();
    /** @type {Amounts} */
    const covered = new Map();
    for (const found of founds)
      for (const [n, value] of found.sums) {
        scores.set(n, (scores.get(n) ?? 0) + value);
        covered.set(n, (covered.get(n) ?? 0) + found.whole);
      }
    for (const term of query.asks)
      for (const b of use) {
        const { documents = [], impacts = [] } = this.books[b].terms.get(term) ?? {};
        for (let i = 0; i < documents.length; i++) {
          const n = b * STEP + documents[i];
          const score = scores.get(n);
          if (score !== undefined) scores.set(n, score + 100 * impacts[i]);
        }
      }
    const [titled, called] = [this.titled(query, founds, use), this.called(query, use)];
    const exact = Math.floor((weights.exact * whole) / 100);
    const said = (/** @type {string[] | undefined} */ name) => name?.every((term) => query.spoken.includes(term));
    const rows = Math.floor((query.rows * whole * weights.rows) / 100);
    /** @type {Hit[]} */
    const hits = [];
    for (const [n, sum] of scores) {
      const [b, document] = [Math.floor(n / STEP), n % STEP];
      const { bias, home, firsts, documents, names } = this.books[b];
      const section = b * STEP + home[document];
      const row = documents[document].field === "entry";
      let score = sum + 100 * bias[document] + (called.has(n) ? exact : 0);
      const title = titled.get(section);
      const first = document === firsts[home[document]];
      if (title) score += Math.floor((title[0] * weights[first ? "first" : "title"]) / 100);
      if (first && title?.[1] === whole) score += Math.floor((whole * weights.wholeTitle) / 100);
      if (query.amount && documents[document].amount) score += Math.floor((weights.amount * whole) / 100);
      if (row && !(rows < 0 && said(names.get(document)))) score += rows;
      hits.push({ book: b, document, score, covers: 100 * (covered.get(n) ?? 0) >= weights.covered * whole });
    }
    hits.sort((a, b) => b.score - a.score || a.book - b.book || a.document - b.document);
    return this.together(this.apart(hits, late));
  }

  /**
   * Returns, for each section of which title something was typed, how much that weighs: the more of the title, the
   * more.
   * @param {Query} query
   * @param {Matches[]} founds
   * @param {number[]} use
   */
  titled({ groups }, founds, use) {
    /** @type {Amounts} */
    const said = new Map();
    groups.forEach(({ alternatives }, number) => {
      /** @type {Amounts} */
      const best = new Map();
      for (const { terms, weight } of alternatives)
        for (const b of use)
          for (const section of this.withTitle(b, terms))
            raise(best, section, Math.floor((founds[number].whole * Math.min(100, weight)) / 100));
      for (const [section, weight] of best) said.set(section, (said.get(section) ?? 0) + weight);
    });
    const full = (/** @type {number} */ section) =>
      100 *
      this.names(Math.floor(section / STEP)).titles[section % STEP].reduce(
        (sum, term) => sum + this.strength(term, use),
        0
      );
    const share = (/** @type {number} */ weight, /** @type {number} */ all) =>
      Math.floor((weight * Math.min(weight, all)) / Math.max(1, all));
    return new Map([...said].map(([section, weight]) => [section, [share(weight, full(section)), weight]]));
  }

  /** @param {number} b @param {string[]} terms */
  withTitle(b, terms) {
    const { inTitle } = this.names(b);
    const lists = terms.map((term) => inTitle.get(term) ?? []);
    return lists[0].filter((s) => lists.every((list) => list.includes(s))).map((s) => b * STEP + s);
  }

  /**
   * Returns what is called exactly as was typed; who asks what or who a row is wants no row.
   * @param {Query} query
   * @param {number[]} use
   */
  called({ groups, spoken, rows }, use) {
    const typed = new Set(groups.flatMap(({ alternatives }) => alternatives[0]?.terms ?? []));
    const found = (/** @type {Iterable<string>} */ terms) =>
      use.flatMap((b) => (this.names(b).called.get(named([...terms])) ?? []).map((n) => b * STEP + n));
    const called = found(spoken).length ? found(spoken) : found(typed);
    const row = (/** @type {number} */ n) => this.books[Math.floor(n / STEP)].documents[n % STEP].field === "entry";
    return new Set(rows >= 0 || typed.size > 1 ? called : called.filter((n) => !row(n)));
  }

  /**
   * Reads what a book's documents and sections are called: a section's first rule by its title, a table's first row by
   * the table's, a row by its name, what defines a term.
   * @param {number} b
   */
  names(b) {
    return once(this.naming, b, () => {
      const { firsts, sections, tables, names } = this.books[b];
      const titles = sections.map(({ title }) => [...new Set(this.analysis.terms(title))]);
      /** @type {Map<string, number[]>} */
      const called = new Map();
      /** @type {Map<string, number[]>} */
      const inTitle = new Map();
      for (const [n, title] of tables) once(called, named(this.analysis.terms(title)), () => []).push(n);
      for (const [n, terms] of names) once(called, named(terms), () => []).push(n);
      titles.forEach((terms, s) => {
        once(called, named(terms), () => []).push(firsts[s]);
        for (const term of terms) once(inTitle, term, () => []).push(s);
      });
      called.delete("");
      return { called, titles, inTitle };
    });
  }

  /**
   * Keeps every anchor once, and of a section no more than `perSection`.
   * @param {Hit[]} hits
   * @param {number[]} late
   */
  apart(hits, late) {
    const seen = new Set();
    /** @type {Amounts} */
    const counts = new Map();
    const kept = hits.filter(({ book, document }) => {
      const { anchors, home } = this.books[book];
      const [anchor, section] = [book * STEP + anchors[document], book * STEP + home[document]];
      if (seen.has(anchor)) return false;
      seen.add(anchor);
      counts.set(section, (counts.get(section) ?? 0) + 1);
      return (counts.get(section) ?? 0) <= this.weights.perSection;
    });
    const after = kept.filter(({ book }) => late.includes(book));
    return after.length ? [...kept.filter(({ book }) => !late.includes(book)), ...after] : kept;
  }

  /** Puts the best of each book first, where it answers nearly as well as the first. @param {Hit[]} hits */
  together(hits) {
    const most = hits.findIndex(({ score }) => 100 * score < hits[0].score * this.weights.together);
    const near = most < 0 ? hits : hits.slice(0, most);
    const best = near.filter((hit) => hit === near.find(({ book }) => book === hit.book));
    return [...new Set([...best, ...hits])];
  }
}
