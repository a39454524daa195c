// Rank documents by the sum of their impacts, as search/engine/ranking.py does, to the unit.
// A score is in hundredths of an impact, since synonyms weigh in percent.
import { nameTerm, once, remembered, TITLED } from "./book-index.js";
import { INTERVAL } from "./query.js";
/** @import { Alternative, Document, Hit, Impacts, Matches, Query } from "./types" */
/** @import { BookIndex } from "./book-index.js" */

const FULL = 100; // percent: a synonym that says the same
const SCALE = 2 ** 27; // a score and what it covers of the query are one number, so that they are added at once

/**
 * Join lists of documents with numbers into one list, in which each document stands once.
 * @param {Impacts[]} lists @param {(one: number, other: number) => number} join combines a document's numbers; gets 0 first
 * @param {Impacts[]} [more] added a hundredfold to the documents that `lists` have @returns {Impacts}
 */
function merge(lists, join, more = []) {
  /** @type {Document[]} */
  const found = [];
  for (const { documents, impacts } of lists)
    for (let n = 0; n < documents.length; n++) {
      const document = documents[n];
      if (!document.sum) found.push(document);
      document.sum = join(document.sum, impacts[n]);
    }
  for (const { documents, impacts } of more)
    for (let n = 0; n < documents.length; n++) if (documents[n].sum) documents[n].sum += 100 * impacts[n];
  const impacts = found.map((document) => document.sum);
  for (const document of found) document.sum = 0;
  return { documents: found, impacts };
}

/**
 * Return the documents that stand in at least one list, each with the sum of its numbers.
 * @param {Impacts[]} lists @param {Impacts[]} [more] added a hundredfold to the documents that `lists` have
 */
export const sum = (lists, more) => merge(lists, (one, other) => one + other, more);

/**
 * Return the documents that have every term, with the sums of their impacts.
 * @param {Impacts[]} lists one for each term @returns {Impacts}
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
    const found = { documents: [], impacts: [] };
    const add = (/** @type {Document} */ document, /** @type {number} */ impact) => {
      found.documents.push(document);
      found.impacts.push(impact);
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
   * @param {Alternative[]} alternatives @param {string[]} use files of the index @returns {Matches}
   */
  matchGroup(alternatives, use) {
    const options = alternatives.map(({ terms, weight, books }) => {
      const holds = (slug = "") => !slug || books.includes(slug);
      const allowed = books.length ? use.filter((name) => holds(this.books.get(name)?.slug)) : use;
      const lists = terms.map((term) => this.impacts(term, allowed));
      const strengths = lists.map(({ impacts }) => Math.max(0, ...impacts));
      const strength = strengths.every(Boolean) ? strengths.reduce((sum, one) => sum + one, 0) : 0;
      return { list: sumImpacts(lists), weight, strength };
    });
    const most = options.map(({ weight, strength }) => weight * strength);
    const whole = most[0] || Math.max(0, ...most);
    const weighted = options.flatMap(({ list: { documents, impacts }, weight, strength }) => {
      const least = Math.min(weight, Math.floor(whole / Math.max(1, strength)));
      return least ? { documents, impacts: impacts.map((impact) => least * impact + whole * SCALE) } : [];
    });
    return { whole, sums: merge(weighted, Math.max) };
  }

  /**
   * Return the documents that answer a query, best first.
   * @param {Query} query @param {string[]} use files of the index
   * @param {string[]} [late] codes of the books that come after all others @returns {Hit[]}
   */
  search(query, use, late = []) {
    const founds = query.groups.map(({ alternatives }) => this.match(alternatives, use));
    const whole = founds.reduce((all, found) => all + found.whole, 0);
    const sums = founds.map((found) => found.sums);
    const asked = query.asks.map((term) => this.impacts(term, use));
    const { documents, impacts } = sum(sums, asked);
    const share = (/** @type {string} */ name) => Math.floor((this.weights[name] * whole) / 100);
    const [exact, title, amount] = ["exact", "title", "amount"].map(share);
    const [called, titled] = [this.findCalled(query, use), this.findTitled(query, use)];
    const least = Math.ceil((this.weights.covered * whole) / 100) * SCALE;
    const hits = documents.map((document, n) => {
      let score = (impacts[n] % SCALE) + 100 * document.bias;
      if (called.has(document)) score += exact;
      if (titled.has(document)) score += title;
      if (query.amount && document.amount) score += amount;
      return { document, score, covers: impacts[n] >= least };
    });
    hits.sort((a, b) => b.score - a.score || a.document.order - b.document.order);
    const after = (/** @type {Hit} */ { document }) => Number(late.includes(document.section.book));
    if (late.length) hits.sort((a, b) => after(a) - after(b));
    return this.order(hits, this.weights[query.groups.length > 1 ? "together" : "togetherWord"]);
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
   * @param {Query} query @param {string[]} use files of the index @returns {Set<Document>}
   */
  findTitled({ typed, asks }, use) {
    if (typed.length < 2 || asks.length) return new Set();
    return new Set(sumImpacts(typed.map((term) => this.impacts(TITLED + term, use))).documents);
  }

  /**
   * Keep one result for each anchor, and few of each section.
   * Then the best of each book comes first, if its score is at least `share` percent of the first.
   * @param {Hit[]} hits best first @param {number} share @returns {Hit[]}
   */
  order(hits, share) {
    const [seen, counts, best] = [new Set(), new Map(), new Map()];
    const every = hits.filter(({ document: { first, section } }) => {
      if (seen.has(first)) return false;
      seen.add(first);
      const count = (counts.get(section) ?? 0) + 1;
      counts.set(section, count);
      return count <= this.weights.perSection;
    });
    for (const hit of every) {
      if (100 * hit.score < every[0].score * share) break;
      once(best, hit.document.section.book, () => hit);
    }
    const front = [...best.values()];
    return [...front, ...every.filter((hit) => !front.includes(hit))];
  }
}
