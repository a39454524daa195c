// @ts-check
// Find the table rows that contain everything typed.
// As the search understands it: forms, synonyms, numbers in their intervals, slips. The search's worker does it, with
// its lists.

import { once } from "./postings.js";
import { wanted } from "./query.js";
import { STEP } from "./ranking.js";

/** @import { Engine } from "./engine.js" */
/** @import { Alternative, Result, Hit } from "./types" */
/**
 * @typedef {object} Table
 *   its place among the book's, how many rows it has and which answer
 * @property {string} book
 * @property {number} place
 * @property {number} size
 * @property {number[]} rows
 */
/**
 * @typedef {{tables: Table[], results: Result[], others: number}} Rows
 *   `results`: the first rows to read, without those of tables that answer whole
 */

/**
 * @param {Engine} engine @param {string} text
 * @param {{book?: string, first?: string, limit?: number}} options `first`: the book that arrives and stands before the others; `limit`: how many rows to read
 * @param {(answer: Rows) => void} early gets it before, of `first`, if the others are on their way
 * @returns {Promise<Rows>}
 */
export async function rows(engine, text, { book = "", first = "", limit = 0 }, early) {
  const front = engine.shared.books.indexOf(first);
  const use = [...engine.searched(book)].sort((a, b) => Number(b === front) - Number(a === front));
  if (use.includes(front) && use.some((n) => !engine.books[n])) {
    await engine.open([front]);
    const soon = await answer(engine, text, { use: [front], front, limit });
    if (!text) return soon; // the others when something is typed
    if (soon.tables.length) early(soon);
  }
  await engine.open(use);
  return answer(engine, text, { use, front, limit });
}

/**
 * Return the rows that answer a text.
 * `use`: the books, `front`: the one that comes first.
 * @param {Engine} engine
 * @param {string} text
 * @param {{use: number[], front: number, limit: number}} wanted
 * @returns {Promise<Rows>}
 */
async function answer(engine, text, { use, front, limit }) {
  const read = () => engine.parse(text, () => use);
  let parsed = read();
  if (parsed.groups.some(({ alternatives }) => !alternatives.length) && (await engine.spell(use))) parsed = read();
  const groups = parsed.groups.map(({ alternatives }) => alternatives);
  const telling = among(engine, groups, parsed.books.length ? use.filter((n) => parsed.books.includes(n)) : use);
  const founds = groups.map((group) => engine.ranking.matches(group, use));
  /** @type {Table[]} */
  const tables = [];
  /** @type {Hit[]} */
  const alone = [];
  for (const [book, documents] of telling) {
    const { slug, documents: all, tables: known } = engine.books[book];
    known.forEach(([first], place) => {
      let end = first + 1;
      while (all[end]?.kind === "entry" && end !== known[place + 1]?.[0]) end++;
      const own = documents.filter((n) => first <= n && n < end);
      const [size, whole] = [end - first, own.length > 1 && own.length === end - first];
      if (own.length) tables.push({ book: slug, place, size, rows: own.map((n) => n - first) });
      const score = (/** @type {number} */ n) =>
        founds.reduce((sum, { sums }) => sum + (sums.get(book * STEP + n) ?? 0), 0);
      if (!whole) alone.push(...own.map((document) => ({ book, document, score: score(document), covers: true })));
    });
  }
  alone.sort((a, b) => Number(b.book === front) - Number(a.book === front) || b.score - a.score);
  const results = await engine.results(alone.slice(0, limit), wanted(parsed));
  return { tables, results, others: alone.length - limit };
}

/**
 * Return each book's rows that match every group.
 * The words are those typed; if no row has them, completed or corrected ones; if none, those of its questions.
 * @param {Engine} engine
 * @param {Alternative[][]} groups
 * @param {number[]} use
 * @returns {[number, number[]][]}
 */
function among({ books: indexes, ranking }, groups, use) {
  for (const [guesses, own] of [
    [false, true],
    [true, true],
    [false, false]
  ]) {
    /** @type {Map<string, Set<number>>} */
    const sayers = new Map();
    const who = (/** @type {number} */ b, /** @type {string} */ term) =>
      once(sayers, `${b} ${term}`, () => {
        const found = ranking.postings(b, term);
        return own ? (found?.own ?? new Set()) : new Set(found?.documents);
      });
    const says = (
      /** @type {number} */ b,
      /** @type {number} */ n,
      /** @type {Alternative} */ { terms, books, guess }
    ) => (guesses || !guess) && (!books.length || books.includes(b)) && terms.every((term) => who(b, term).has(n));
    const found = use.map((b) => {
      const rows = indexes[b].documents.flatMap(({ kind }, n) =>
        kind === "entry" && groups.every((group) => group.some((one) => says(b, n, one))) ? n : []
      );
      return /** @type {[number, number[]]} */ ([b, rows]);
    });
    if (groups.length && found.some(([, documents]) => documents.length)) return found;
  }
  return [];
}
