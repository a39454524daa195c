// Rank documents by the sum of their impacts, as search/engine/ranking.py does, to the unit.
// A score is in hundredths of an impact, since synonyms weigh in percent.
import { nameTerm, remembered, TITLED } from "./book-index.js";
import { INTERVAL } from "./query.js";
/** @import { Alternative, Document, Hit, Impacts, Matches, Query } from "./types" */
/** @import { BookIndex } from "./book-index.js" */

const FULL = 100; // percent: a synonym that says the same

/**
 * Return the documents that have every term, with the sums of their impacts.
 * @param {Impacts[]} lists one for each term @returns {Omit<Impacts, "strength">}
 */
function sumImpacts([first, ...others]) {
  if (!others.length) return first;
  const maps = others.map(({ documents, impacts }) => new Map(documents.map((one, n) => [one, impacts[n]])));
  const all = first.documents.map((one, n) => maps.reduce((sum, map) => sum + (map.get(one) ?? NaN), first.impacts[n]));
  return { documents: first.documents.filter((_, n) => all[n] > 0), impacts: all.filter((sum) => sum > 0) };
}

/** Rank documents by the sum of their terms' impacts. */
export class Ranking {
  /**
   * Prepare to rank the documents of `books`.
   * @param {Record<string, any>} weights from search/index/weights.py, by name
   * @param {Map<string, BookIndex>} books by file of the index; more may arrive later
   */
  constructor(weights, books) {
    this.weights = weights;
    this.books = books;
    this.impacts = remembered(this.readImpacts.bind(this));
    this.match = remembered(this.matchGroup.bind(this));
  }

  /**
   * Return a term's documents in some books, with impacts; `impacts` is this function, cached.
   * A term for a number («#10 minuto») gives those whose interval contains it.
   * @param {string} term @param {string[]} use files of the index @returns {Impacts}
   */
  readImpacts(term, use) {
    const [amount, unit] = term[0] === INTERVAL ? term.slice(1).split(" ") : [];
    /** @type {Impacts} */
    const found = { documents: [], impacts: [], strength: 0 };
    const add = (/** @type {Document} */ document, /** @type {number} */ impact) => {
      found.documents.push(document);
      found.impacts.push(impact);
      if (impact > found.strength) found.strength = impact;
    };
    for (const book of use.flatMap((name) => this.books.get(name) ?? [])) {
      const { documents = [], impacts = [] } = book.terms.get(term) ?? {};
      for (let n = 0; n < documents.length; n++) add(book.documents[documents[n]], impacts[n]);
      for (const n of book.names.get(term) ?? []) add(book.documents[n], 1);
      for (const [n, low, high, of] of amount ? book.intervals : [])
        if (low <= Number(amount) && Number(amount) <= high && !(unit && of && unit !== of))
          add(book.documents[n], this.weights.interval + (unit && of ? this.weights.intervalUnit : 0));
    }
    return found;
  }

  /**
   * Return the documents that match one of a group's alternatives, each with its best impact; `match` is this, cached.
   * @param {Alternative[]} alternatives @param {string[]} use files of the index
   * @param {string[]} [rare] files by which a term's weight is measured @returns {Matches}
   */
  matchGroup(alternatives, use, rare = use) {
    const options = alternatives.map(({ terms, weight, books, guess }) => {
      const holds = (slug = "") => !slug || books.includes(slug);
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
      const { documents, impacts } = sumImpacts(lists);
      for (let n = 0; n < documents.length; n++)
        if (least * impacts[n] > (sums.get(documents[n]) ?? 0)) sums.set(documents[n], least * impacts[n]);
    }
    return { whole, sums };
  }

  /**
   * Return the documents that answer a query, best first.
   * @param {Query} query @param {string[]} use files of the index
   * @param {string[]} [late] codes of the books that come after all others
   * @param {string[]} [rare] files by which a term's weight is measured @returns {Hit[]}
   */
  search(query, use, late = [], rare = use) {
    const founds = query.groups.map(({ alternatives }) => this.match(alternatives, use, rare));
    const whole = founds.reduce((all, found) => all + found.whole, 0);
    const least = (this.weights.covered * whole) / 100;
    /** @type {Map<Document, Hit & {covered: number}>} */
    const hits = new Map();
    for (const found of founds)
      for (const [document, impact] of found.sums) {
        let hit = hits.get(document);
        if (!hit) hits.set(document, (hit = { document, score: 100 * document.bias, covered: 0, covers: false }));
        hit.score += impact;
        hit.covered += found.whole;
        hit.covers = hit.covered >= least;
      }
    const add = (/** @type {Document} */ document, /** @type {number} */ more) => {
      const hit = hits.get(document);
      if (hit) hit.score += more;
    };
    for (const { documents, impacts } of query.asks.map((term) => this.impacts(term, use)))
      documents.forEach((document, n) => add(document, 100 * impacts[n]));
    const share = (/** @type {string} */ name) => Math.floor((this.weights[name] * whole) / 100);
    const [exact, title, amount, rows] = ["exact", "title", "amount", "rows"].map(share);
    for (const document of this.findCalled(query, use)) add(document, exact);
    for (const document of this.findTitled(query, use)) add(document, title);
    for (const hit of hits.values()) {
      if (query.amount && hit.document.amount) hit.score += amount;
      if (query.wantsRule && hit.document.field === "entry") hit.score += rows;
    }
    const sorted = [...hits.values()].sort((a, b) => b.score - a.score || a.document.order - b.document.order);
    return this.order(sorted, late, this.weights[query.groups.length > 1 ? "together" : "togetherWord"]);
  }

  /**
   * Return the documents whose name is exactly what was typed, or a full synonym.
   * No titles for a question of amount; no table rows for a one-word question of who or what.
   * @param {Query} query @param {string[]} use files of the index @returns {Set<Document>}
   */
  findCalled({ groups, typed, spoken, wantsRule, amount }, use) {
    const meant = groups.length === 1 ? groups[0].alternatives.filter(({ weight }) => weight === FULL) : [];
    const names = [spoken, typed, ...meant.map(({ terms }) => terms)].map(nameTerm);
    const found = names.flatMap((name) => this.impacts(name, use).documents);
    const rows = !wantsRule || typed.length > 1;
    return new Set(found.filter(({ field }) => (field === "entry" ? rows : !amount)));
  }

  /**
   * Return the first rules of sections whose title has all the words typed; none for one word or a question.
   * @param {Query} query @param {string[]} use files of the index @returns {Document[]}
   */
  findTitled({ typed, asks }, use) {
    if (typed.length < 2 || asks.length) return [];
    return sumImpacts(typed.map((term) => this.impacts(TITLED + term, use))).documents;
  }

  /**
   * Keep one result for each anchor, and few of each section; `late` books last.
   * Then the best of each book comes first, if its score is at least `share` percent of the first.
   * @param {Hit[]} hits best first @param {string[]} late codes of books @param {number} share @returns {Hit[]}
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
    const near = end < 0 ? every : every.slice(0, end);
    const best = near.filter((hit) => hit === near.find((other) => book(other) === book(hit)));
    return [...new Set([...best, ...every])];
  }
}
