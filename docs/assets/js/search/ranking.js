// @ts-check
// Rank documents by the sum of their impacts, as search/engine/ranking.py does, to the unit.
// A score is in hundredths of an impact, since synonyms weigh in percent.

import { nameTerm, once, TITLED } from "./book-index.js";
import { INTERVAL } from "./query.js";

/** @import { Alternative, Document, Hit, Impacts, Matches, Query } from "./types" */
/** @import { BookIndex } from "./book-index.js" */

const FULL = 100; // percent: a synonym that says the same
const KEPT = 2048; // groups whose documents are remembered

/** Add to a document's value. @param {Map<Document, number>} to @param {Document} document @param {number} value */
const add = (to, document, value) => void to.set(document, (to.get(document) ?? 0) + value);
/**
 * Raise a document's value to at least `value`.
 * @param {Map<Document, number>} to @param {Document} document @param {number} value
 */
const raise = (to, document, value) => void (value > (to.get(document) ?? 0) && to.set(document, value));

/** Add the impacts of several terms, for the documents that have all of them. @param {Impacts[]} lists */
function sumImpacts([first, ...others]) {
  if (!others.length) return first.sums;
  const common = [...first.sums].filter(([document]) => others.every(({ sums }) => sums.has(document)));
  const sum = (/** @type {Document} */ one) => others.reduce((all, { sums }) => all + (sums.get(one) ?? 0), 0);
  return new Map(common.map(([document, impact]) => [document, impact + sum(document)]));
}

/** Rank documents by the sum of their terms' impacts. */
export class Ranking {
  /** @param {Record<string, any>} weights @param {Map<string, BookIndex>} books those that have arrived, by file */
  constructor(weights, books) {
    this.weights = weights;
    this.books = books;
    /** @type {Map<string, Impacts>} */
    this.read = new Map();
    /** @type {Map<string, Matches>} */
    this.matched = new Map();
  }

  /**
   * Return a term's documents in some books, with impacts; cached.
   * A term for a number gives those whose interval contains it.
   * @param {string} term
   * @param {string[]} use files of the index
   * @returns {Impacts}
   */
  impacts(term, use) {
    const make = () => {
      const sums = new Map();
      for (const name of use) {
        const book = /** @type {BookIndex} */ (this.books.get(name));
        if (term[0] === INTERVAL) this.readIntervals(book, term.slice(1).split(" "), sums);
        const { documents = [], impacts = [] } = book.terms.get(term) ?? book.names.get(term) ?? {};
        for (let n = 0; n < documents.length; n++) sums.set(book.documents[documents[n]], impacts[n]);
      }
      let strength = 0;
      for (const impact of sums.values()) strength = Math.max(strength, impact);
      return { sums, strength };
    };
    return once(this.read, `${term} ${use}`, make, KEPT);
  }

  /**
   * Add the documents whose interval contains a number to `sums`.
   * @param {BookIndex} book
   * @param {string[]} said the number and its unit
   * @param {Map<Document, number>} sums
   */
  readIntervals({ intervals, documents }, [amount, unit], sums) {
    for (const [n, low, high, of] of intervals)
      if (low <= Number(amount) && Number(amount) <= high && !(unit && of && unit !== of))
        raise(sums, documents[n], this.weights.interval + (unit && unit === of ? this.weights.intervalUnit : 0));
  }

  /**
   * Return the documents that match a group of alternatives, with their best scores; cached.
   * `whole`: what the group weighs in the query.
   * @param {Alternative[]} alternatives
   * @param {string[]} use files of the index
   * @param {string[]} [rare] files by which a term's weight is measured
   * @returns {Matches}
   */
  match(alternatives, use, rare = use) {
    return once(
      this.matched,
      JSON.stringify([alternatives, use, rare]),
      () => this.#match(alternatives, use, rare),
      KEPT
    );
  }

  /**
   * Compute what `match` returns.
   * @param {Alternative[]} alternatives @param {string[]} use @param {string[]} rare @returns {Matches}
   */
  #match(alternatives, use, rare) {
    const options = alternatives.map(({ terms, weight, books, guess }) => {
      const holds = (/** @type {string} */ slug = "") => !slug || books.includes(slug);
      const allowed = books.length ? use.filter((name) => holds(this.books.get(name)?.slug)) : use;
      const lists = terms.map((term) => this.impacts(term, allowed));
      const strengths = terms.map((term) => this.impacts(term, allowed === use ? rare : allowed).strength);
      const strength = strengths.every(Boolean) ? strengths.reduce((sum, one) => sum + one, 0) : 0;
      return { lists, weight, guess: guess && strength > 0, strength, span: terms[0][0] === INTERVAL };
    });
    const guesses = Math.min(...options.filter(({ guess }) => guess).map(({ strength }) => strength));
    for (const one of options) if (one.guess) one.weight = Math.floor((one.weight * guesses) / one.strength);
    const most = options.map(({ weight, strength }) => weight * strength);
    const whole = Math.max(0, ...most.filter((_, n) => !n || options[n].span)) || Math.max(0, ...most);
    /** @type {Map<Document, number>} */
    const sums = new Map();
    for (const { lists, weight, strength } of options) {
      const least = Math.min(weight, Math.floor(whole / Math.max(1, strength)));
      for (const [document, impact] of sumImpacts(lists)) raise(sums, document, least * impact);
    }
    return { whole, sums };
  }

  /**
   * Return the documents that answer a query, best first.
   * @param {Query} query
   * @param {string[]} use files of the index
   * @param {string[]} [late] codes of the books that come after all others
   * @param {string[]} [rare] files by which a term's weight is measured
   * @returns {Hit[]}
   */
  search(query, use, late = [], rare = use) {
    const founds = query.groups.map(({ alternatives }) => this.match(alternatives, use, rare));
    const whole = founds.reduce((all, found) => all + found.whole, 0);
    /** @type {Map<Document, number>[]} */
    const [scores, covered] = [new Map(), new Map()];
    for (const found of founds)
      for (const [document, impact] of found.sums) {
        add(scores, document, impact);
        add(covered, document, found.whole);
      }
    for (const term of query.asks)
      for (const [document, impact] of this.impacts(term, use).sums)
        if (scores.has(document)) add(scores, document, 100 * impact);
    const [called, titled] = [this.findCalled(query, use), this.findTitled(query, use)];
    const share = (/** @type {string} */ name) => Math.floor((this.weights[name] * whole) / 100);
    const [exact, title, amount, rows] = ["exact", "title", "amount", "rows"].map(share);
    const hits = [...scores].map(([document, sum]) => {
      let score = sum + 100 * document.bias + (called.has(document) ? exact : 0) + (titled.has(document) ? title : 0);
      if (query.amount && document.amount) score += amount;
      if (query.wantsRule && document.field === "entry") score += rows;
      return { document, score, covers: 100 * (covered.get(document) ?? 0) >= this.weights.covered * whole };
    });
    hits.sort((a, b) => b.score - a.score || a.document.order - b.document.order);
    return this.order(hits, late, this.weights[query.groups.length > 1 ? "together" : "togetherWord"]);
  }

  /**
   * Return the documents whose name is exactly what was typed, or a full synonym.
   * No titles for a question of amount; no table rows for a one-word question of who or what.
   * @param {Query} query
   * @param {string[]} use files of the index
   */
  findCalled({ groups, typed, spoken, wantsRule, amount }, use) {
    const meant = groups.length === 1 ? groups[0].alternatives.filter(({ weight }) => weight === FULL) : [];
    const names = [spoken, typed, ...meant.map(({ terms }) => terms)].map(nameTerm);
    const found = names.flatMap((name) => [...this.impacts(name, use).sums.keys()]);
    const rows = !wantsRule || typed.length > 1;
    return new Set(found.filter(({ field }) => (field === "entry" ? rows : !amount)));
  }

  /**
   * Return the first rules of sections whose title has all the words typed; none for one word or a question.
   * @param {Query} query
   * @param {string[]} use files of the index
   */
  findTitled({ typed, asks }, use) {
    if (typed.length < 2 || asks.length) return new Map();
    return sumImpacts(typed.map((term) => this.impacts(TITLED + term, use)));
  }

  /**
   * Keep one result for each anchor, and few of each section; `late` books last.
   * Then the best of each book comes first, if its score is at least `share` percent of the first.
   * @param {Hit[]} hits @param {string[]} late @param {number} share
   */
  order(hits, late, share) {
    const seen = new Set();
    const counts = new Map();
    const kept = hits.filter(({ document: { first, section } }) => {
      if (seen.has(first)) return false;
      seen.add(first);
      counts.set(section, (counts.get(section) ?? 0) + 1);
      return counts.get(section) <= this.weights.perSection;
    });
    const book = (/** @type {Hit} */ hit) => hit.document.section.book;
    const every = [false, true].flatMap((after) => kept.filter((hit) => late.includes(book(hit)) === after));
    const end = every.findIndex(({ score }) => 100 * score < every[0].score * share);
    const best = new Map(
      every
        .slice(0, end < 0 ? undefined : end)
        .reverse()
        .map((hit) => [book(hit), hit])
    );
    return [...new Set([...every.filter((hit) => best.get(book(hit)) === hit), ...every])];
  }
}
