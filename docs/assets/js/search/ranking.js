// @ts-check
// Rank documents by the sum of their impacts.
// The same sums as search/engine/ranking.py, to the unit. A document of any book has one number; a score is in
// hundredths of an impact, since synonyms weigh in percent.

import { once } from "./postings.js";
import { INTERVAL } from "./query.js";

/** @import { Alternative, Hit, Postings, Query, Shared } from "./types" */
/** @import { BookIndex } from "./postings.js" */
/** @import { Analysis } from "../language/analysis.js" */
/** @typedef {Map<number, number>} Amounts */
/**
 * @typedef {object} Matches
 *   what a group weighs in the query, and what speaks for each document
 * @property {number} whole
 * @property {Amounts} sums
 */

const FULL = 100; // percent: a synonym that says the same
const MOST = 2048; // groups that are remembered
export const STEP = 1 << 20; // more than the documents of a book

/** @param {string[]} terms */
const named = (terms) => [...new Set(terms)].sort().join(" ");
/** @param {Amounts} to @param {number} key @param {number} value */
const raise = (to, key, value) => void (value > (to.get(key) ?? 0) && to.set(key, value));

export class Ranking {
  /** @param {Shared} shared @param {BookIndex[]} books those that have arrived @param {Analysis} analysis */
  constructor(shared, books, analysis) {
    this.weights = shared.weights;
    this.books = books;
    this.analysis = analysis;
    /** @type {Map<string, Postings>} */
    this.within = new Map();
    /** @type {Map<string, Matches>} */
    this.found = new Map();
    /** @type {Map<number, {called: Map<string, number[]>, inTitle: Map<string, number[]>}>} */
    this.calling = new Map();
  }

  /** Return a term's postings in a book. @param {number} b @param {string} term @returns {Postings | undefined} */
  postings(b, term) {
    if (term[0] !== INTERVAL) return this.books[b].terms.get(term);
    return once(this.within, `${b} ${term}`, () => this.intervals(b, term.slice(1).split(" ")));
  }

  /**
   * Return the postings of intervals that contain a number.
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
   * Return a group's documents with their best impacts.
   * @param {Alternative[]} alternatives @param {number[]} use
   * @param {number[]} [rare] where it is seen how much a term weighs @returns {Matches}
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
      const strengths = terms.map((term) => this.strength(term, allowed === use ? rare : allowed));
      return {
        terms,
        weight,
        guess,
        allowed,
        strength: strengths.every(Boolean) ? strengths.reduce((sum, one) => sum + one, 0) : 0
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
      for (const [document, impact] of this.summed(terms, allowed)) raise(found.sums, document, weight * impact);
    });
    return found;
  }

  /** Add the impacts of an alternative's terms, on documents that have all. @param {string[]} terms @param {number[]} use */
  summed(terms, use) {
    /** @type {Amounts} */
    let sums = new Map();
    terms.forEach((term, number) => {
      const before = sums;
      sums = new Map();
      for (const b of use) {
        const { documents = [], impacts = [] } = this.postings(b, term) ?? {};
        for (let i = 0; i < documents.length; i++) {
          const n = b * STEP + documents[i];
          if (!number || before.has(n)) sums.set(n, (before.get(n) ?? 0) + impacts[i]);
        }
      }
    });
    return sums;
  }

  /**
   * Return the answering documents, best first.
   * @param {Query} query @param {number[]} use @param {number[]} [late] books that come after all others
   * @param {number[]} [rare] see `matches` @returns {Hit[]}
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
    const [called, titled] = [this.called(query, use), this.titled(query, use)];
    const share = (/** @type {string} */ name) => Math.floor((weights[name] * whole) / 100);
    const [exact, title, amount, rows] = ["exact", "title", "amount", "rows"].map(share);
    /** @type {Hit[]} */
    const hits = [];
    for (const [n, sum] of scores) {
      const [book, document] = [Math.floor(n / STEP), n % STEP];
      const { bias, documents } = this.books[book];
      let score = sum + 100 * bias[document] + (called.has(n) ? exact : 0) + (titled.has(n) ? title : 0);
      if (query.amount && documents[document].amount) score += amount;
      if (query.wantsRule && documents[document].field === "entry") score += rows;
      hits.push({ book, document, score, covers: 100 * (covered.get(n) ?? 0) >= weights.covered * whole });
    }
    hits.sort((a, b) => b.score - a.score || a.book - b.book || a.document - b.document);
    return this.together(this.apart(hits, late), weights[query.groups.length > 1 ? "together" : "togetherWord"]);
  }

  /**
   * Return the documents named exactly as typed.
   * A synonym in full counts too. Who asks how many wants no title; who asks with one word what or who it is wants no
   * row.
   * @param {Query} query
   * @param {number[]} use
   */
  called({ groups, spoken, wantsRule, amount }, use) {
    const meant = groups.length === 1 ? groups[0].alternatives.filter(({ weight }) => weight === FULL) : [];
    const typed = new Set(groups.flatMap(({ alternatives }) => alternatives[0]?.terms ?? []));
    const names = new Set([spoken, [...typed], ...meant.map(({ terms }) => terms)].map(named));
    const found = use.flatMap((b) =>
      [...names].flatMap((name) => (this.names(b).called.get(name) ?? []).map((n) => [b, n]))
    );
    const row = !wantsRule || typed.size > 1;
    const right = found.filter(([b, n]) => (this.books[b].documents[n].field === "entry" ? row : !amount));
    return new Set(right.map(([b, n]) => b * STEP + n));
  }

  /**
   * Return the first rules of sections whose title has all that was typed.
   * None for one word, and none for a question: who asks wants more than the title.
   * @param {Query} query
   * @param {number[]} use
   */
  titled({ groups, asks }, use) {
    const typed = [...new Set(groups.flatMap(({ alternatives }) => alternatives[0]?.terms ?? []))];
    if (typed.length < 2 || asks.length) return new Set();
    const [first, ...others] = typed.map((term) =>
      use.flatMap((b) => (this.names(b).inTitle.get(term) ?? []).map((n) => b * STEP + n))
    );
    return new Set(first.filter((n) => others.every((list) => list.includes(n))));
  }

  /**
   * Read the names of a book's documents.
   * A section's first rule by its title, a table's first row by the table's, a row by its name, what defines a term.
   * @param {number} b
   */
  names(b) {
    return once(this.calling, b, () => {
      const { firsts, sections, tables, names } = this.books[b];
      /** @type {Map<string, number[]>} */
      const called = new Map();
      const add = (/** @type {string[]} */ terms, /** @type {number} */ n) =>
        once(called, named(terms), () => []).push(n);
      for (const [n, title] of tables) add(this.analysis.terms(title), n);
      for (const [n, terms] of names) add(terms, n);
      /** @type {Map<string, number[]>} */
      const inTitle = new Map();
      sections.forEach(({ title }, s) => {
        const terms = new Set(this.analysis.terms(title));
        add([...terms], firsts[s]);
        for (const term of terms) once(inTitle, term, () => []).push(firsts[s]);
      });
      called.delete("");
      return { called, inTitle };
    });
  }

  /** Keep each anchor once, and at most `perSection` of a section. @param {Hit[]} hits @param {number[]} late */
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
    return [false, true].flatMap((after) => kept.filter(({ book }) => late.includes(book) === after));
  }

  /**
   * Put the best of each book first, where its score is at least `share` percent of the first.
   * @param {Hit[]} hits
   * @param {number} share
   */
  together(hits, share) {
    const most = hits.findIndex(({ score }) => 100 * score < hits[0].score * share);
    const near = most < 0 ? hits : hits.slice(0, most);
    const best = near.filter((hit) => hit === near.find(({ book }) => book === hit.book));
    return [...new Set([...best, ...hits])];
  }
}
