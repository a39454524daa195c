// Find the table rows that contain everything typed, also as synonyms, other forms or numbers in intervals.
import { INTERVAL } from "./query.js";
import { sum } from "./ranking.js";
/** @import { Engine } from "./engine.js" */
/** @import { Alternative, Document, Hit, Rows, Table } from "./types" */

/**
 * Return the table rows that contain everything typed, and the tables that contain them.
 * @param {Engine} engine @param {string} text
 * @param {{book?: string, first?: string, limit?: number}} options `first`: code of the book that comes first; `limit`:
 *   how many rows to return with their text
 * @param {(answer: Rows) => void} early called with the rows of `first`, while other books are being fetched
 * @returns {Promise<Rows>}
 */
export async function rows(engine, text, { book = "", first = "", limit = 0 }, early) {
  const use = [...engine.choose(book).use].sort((a, b) => Number(b === first) - Number(a === first));
  if (use.includes(first) && use.some((slug) => !engine.books.has(slug))) {
    await engine.open([first]);
    const soon = await answer(engine, text, [first], limit);
    if (!text) return soon; // the others when something is typed
    if (soon.tables.length) early(soon);
  }
  await engine.open(use);
  return answer(engine, text, use, limit);
}

/**
 * Return the rows of some books that contain everything typed.
 * @param {Engine} engine @param {string} text @param {string[]} use their codes; the first comes first
 * @param {number} limit how many rows to return with their text @returns {Promise<Rows>}
 */
async function answer(engine, text, use, limit) {
  const { groups, books, wanted } = await engine.parseMended(text, "", use, use);
  const meant = groups.map(({ alternatives }) => alternatives);
  const { documents: matching, impacts } = sum(
    meant.map((alternatives) => engine.ranking.match(alternatives, use).sums)
  );
  const scores = new Map(matching.map((document, n) => [document, impacts[n]]));
  const named = use.filter((slug) => !books.length || books.includes(slug));
  const found = findRows(engine, meant, named);
  /** @type {Table[]} */
  const tables = [];
  /** @type {Hit[]} */
  const alone = [];
  for (const book of found.size ? named : []) {
    const { documents, tables: known } = /** @type {import("./book-index.js").BookIndex} */ (engine.books.get(book));
    known.forEach(([start], place) => {
      let end = start + 1;
      while (documents[end]?.kind === "entry" && end !== known[place + 1]?.[0]) end++;
      const all = documents.slice(start, end);
      const own = all.filter((row) => found.has(row));
      if (own.length) tables.push({ book, place, size: all.length, rows: own.map((row) => all.indexOf(row)) });
      if (own.length === 1 || own.length < all.length)
        alone.push(...own.map((document) => ({ document, score: scores.get(document) ?? 0, covers: true })));
    });
  }
  const front = (/** @type {Hit} */ { document: { section } }) => Number(section.book === use[0]);
  alone.sort((a, b) => front(b) - front(a) || b.score - a.score);
  return { tables, results: await engine.results(alone.slice(0, limit), wanted), others: alone.length - limit };
}

/**
 * Return the rows that match every group of alternatives.
 * First by the words typed; if no row has them, by completed or corrected ones; if none, also by words of the row's
 * headings and of the questions that it answers.
 * @param {Engine} engine @param {Alternative[][]} groups @param {string[]} use codes of the books
 * @returns {Set<Document>}
 */
function findRows({ books, ranking }, groups, use) {
  for (const [guesses, own] of [
    [false, true],
    [true, true],
    [false, false]
  ]) {
    const found = use.flatMap((slug) => {
      const { documents, terms: known } = /** @type {import("./book-index.js").BookIndex} */ (books.get(slug));
      const says = (/** @type {string} */ term) =>
        own && term[0] !== INTERVAL
          ? new Set(known.get(term)?.own?.map((n) => documents[n]))
          : new Set(ranking.impacts(term, [slug]).documents);
      const meet = (/** @type {Set<Document>[]} */ sets) =>
        documents.filter((row) => row.kind === "entry" && sets.every((set) => set.has(row)));
      const allowed = (/** @type {Alternative} */ one) =>
        (guesses || !one.guess) && (!one.books.length || one.books.includes(slug));
      return meet(groups.map((group) => new Set(group.filter(allowed).flatMap(({ terms }) => meet(terms.map(says))))));
    });
    if (groups.length && found.length) return new Set(found);
  }
  return new Set();
}
