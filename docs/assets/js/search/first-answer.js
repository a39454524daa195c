// @ts-check
// Answer by whole sections before the books have come, then by the sentences of the first.

import { wanted } from "./query.js";

/** @import { Hit, Options, Query, Result, ResultPage } from "./types" */
/** @import { Engine } from "./engine.js" */
/** @typedef {(answer: ResultPage) => void} Early */

// the first sections of which a first answer says the sentence: one of them nearly always has the right one
const TOLD = 3;
export const ALONE = "../frasi/"; // where the sections alone are

/**
 * Give a first answer by sections, then its sentences, before the books.
 * Each sentence comes from its section's file.
 * @param {Engine} engine
 * @param {string} text
 * @param {Options & {searched: number[]}} options
 * @param {Early} early
 */
export async function firstAnswer(engine, text, { searched, limit = 10, kept = false }, early) {
  const whole = await engine.sections(searched);
  const { home, sections } = engine.books[whole];
  const parsed = engine.parse(text, () => [whole]);
  const named = searched.length > 1 ? parsed.books : [];
  const number = (/** @type {Hit} */ hit) => engine.shared.books.indexOf(sections[home[hit.document]].book);
  const late = (/** @type {Hit} */ hit) => Number(!named.length && engine.late(searched).includes(number(hit)));
  const hits = engine.ranking
    .search(parsed, [whole])
    .filter((hit) => !named.length || named.includes(number(hit)))
    .sort((a, b) => late(a) - late(b));
  if (!hits.length) return;
  const total = hits.filter(({ covers }) => covers).length || hits.length;
  /** @type {Result[]} */
  const results = hits.slice(0, limit).map((hit) => ({ ...engine.result(hit, new Set()), excerpt: [] }));
  const told = results.slice(0, TOLD);
  const others = results.slice(TOLD);
  const tell = () =>
    early({ query: text, total, others: 0, suggestion: null, unknown: [], results: [...told, ...others] });
  tell();
  if (kept) return;
  await Promise.all(
    told.map(async (section, n) => {
      const found = await sentence(engine, section, parsed, whole).catch(() => undefined);
      told[n] = found ?? { ...section, score: -Infinity };
      tell();
    })
  );
  told.sort((a, b) => b.score - a.score);
  tell();
}

/**
 * Find the sentence of a section that answers best.
 * @param {Engine} engine @param {Result} section @param {Query} parsed @param {number} whole the sections, of which it is one
 * @returns {Promise<Result>}
 */
async function sentence(engine, section, parsed, whole) {
  const alone = await engine.part(`${ALONE}${section.id}`, engine.books[whole].scales);
  // what all its documents say together none may say alone: then its first rule is shown
  const first = { book: alone, document: engine.books[alone].firsts[0], score: -Infinity, covers: false };
  const [hit = first] = engine.ranking.search(parsed, [alone], [], [whole]);
  return { ...engine.result(hit, wanted(parsed)), path: section.path };
}
