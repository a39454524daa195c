// Answer with whole sections before the books' indexes have come, then with sentences of the first three.
import { firstRule } from "./book-index.js";
/** @import { Options, Query, Result, ResultPage } from "./types" */
/** @import { BookIndex } from "./book-index.js" */
/** @import { Engine } from "./engine.js" */

// the first sections of which a first answer says the sentence: one of them nearly always has the right one
const TOLD = 3;
export const ALONE = "../frasi/"; // where the sections alone are

/**
 * Give results by section while the books' indexes still load.
 * Calls `early` with whole sections, then with each of the first three replaced by its best sentence. Ends silently
 * without results.
 * @param {Engine} engine @param {string} text @param {Options} options @param {(answer: ResultPage) => void} early
 */
export async function firstAnswer(engine, text, { book = "", limit = 10, kept = false }, early) {
  const whole = await engine.openSections(book);
  const parsed = await parseForSections(engine, text, whole);
  const { use, late } = engine.choose(book, parsed.books);
  const hits = engine.ranking
    .search(parsed, [whole], late)
    .filter(({ document }) => use.includes(document.section.book));
  if (!hits.length) return;
  const total = hits.filter(({ covers }) => covers).length || hits.length;
  /** @type {Result[]} */
  const results = hits.slice(0, limit).map((hit) => ({ ...engine.result(hit), excerpt: [] }));
  const [told, others] = [results.slice(0, TOLD), results.slice(TOLD)];
  const tell = () =>
    early({ query: text, total, others: 0, suggestion: null, unknown: [], results: [...told, ...others] });
  tell();
  if (kept) return;
  const one = async (/** @type {Result} */ section, /** @type {number} */ n) => {
    told[n] = await findSentence(engine, section, parsed, whole).catch(() => ({ ...section, score: -Infinity }));
    tell();
  };
  await Promise.all(told.map(one));
  told.sort((a, b) => b.score - a.score);
  tell();
}

/**
 * Parse a query for the index of sections, after fetching the terms that it may mean.
 * @param {Engine} engine @param {string} text
 * @param {string} file of the index
 * @returns {Promise<Query>}
 */
async function parseForSections(engine, text, file) {
  const index = /** @type {BookIndex} */ (engine.books.get(file));
  const terms = new Set(engine.analysis.tokens(text).flatMap(({ word, term }) => [word, term]));
  for (const [typed, meant] of engine.language([file]).vocabulary.synonyms)
    if (typed.split(" ").every((term) => terms.has(term)))
      for (const term of meant.flatMap((one) => one.terms)) terms.add(term);
  const keep = (/** @type {any} */ data) => {
    index.readTerms(data);
    engine.forget();
  };
  await Promise.all(index.partsOf([...terms]).map((n) => engine.load(`${file}/${n}`, keep)));
  return engine.parse(text, "", [file]);
}

/**
 * Return the sentence of a section that answers best; its first rule if none does.
 * @param {Engine} engine @param {Result} section @param {Query} parsed
 * @param {string} whole file of the sections' index @returns {Promise<Result>}
 */
async function findSentence(engine, section, parsed, whole) {
  const file = `${ALONE}${section.id}`;
  await engine.open([file], engine.books.get(whole)?.scales);
  // what all its documents say together none may say alone: then its first rule is shown
  const [{ documents }] = engine.citations.sections([file]);
  const first = { document: firstRule(documents), score: -Infinity, covers: false };
  const [hit = first] = engine.ranking.search(parsed, [file]);
  return { ...engine.result(hit, parsed.wanted), path: section.path };
}
