// @ts-check
// Le righe di tabella che dicono tutto quello che è scritto, come lo capisce la ricerca: forme, sinonimi, numeri nei loro
// intervalli, refusi. Lo fa il lavoratore della ricerca, con le sue liste.

import { once, OWN } from "./pieces.js";
import { INTERVAL, numbered, STEP } from "./ranking.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./pieces.js").Alternative} Alternative */
/** @typedef {{book: string, place: number, size: number, rows: number[]}} Table il suo posto fra quelle del libro, quante righe ha e quali rispondono */
/** @typedef {{tables: Table[], results: import("./engine.js").Result[], others: number}} Rows `results`: le prime righe da leggere, senza quelle delle tabelle che rispondono intere */

/**
 * @param {Engine} engine @param {string} text
 * @param {{book?: string, first?: string, limit?: number}} options `first`: il libro che arriva e sta davanti agli altri; `limit`: quante righe da leggere
 * @param {(answer: Rows) => void} early la riceve prima, di `first`, se gli altri sono in viaggio @returns {Promise<Rows>}
 */
export async function rows(engine, text, { book = "", first = "", limit = 0 }, early) {
  const front = engine.shared.books.indexOf(first);
  const use = [...engine.narrowed(book)].sort((a, b) => Number(b === front) - Number(a === front));
  if (use.includes(front) && use.some((n) => !engine.pieces[n])) {
    await engine.open([front]);
    const soon = await answer(engine, text, [front], front, limit);
    if (!text) return soon; // gli altri, quando si scrive
    if (soon.tables.length) early(soon);
  }
  await engine.open(use);
  return answer(engine, text, use, front, limit);
}

/** @param {Engine} engine @param {string} text @param {number[]} use @param {number} front @param {number} limit @returns {Promise<Rows>} */
async function answer(engine, text, use, front, limit) {
  const { groups, books, wanted } = engine.parsed(text, use);
  const telling = among(engine, groups, books.length ? use.filter((n) => books.includes(n)) : use);
  const founds = groups.map((group) => engine.ranking.find(group, use));
  /** @type {Table[]} */
  const tables = [];
  /** @type {import("./ranking.js").Hit[]} */
  const alone = [];
  for (const [piece, documents] of telling) {
    const { slug, documents: all, tables: known } = engine.pieces[piece];
    known.forEach(([first], place) => {
      let end = first + 1;
      while (all[end]?.kind === "entry" && end !== known[place + 1]?.[0]) end++;
      const own = documents.filter((n) => first <= n && n < end);
      const [size, whole] = [end - first, own.length > 1 && own.length === end - first];
      if (own.length) tables.push({ book: slug, place, size, rows: own.map((n) => n - first) });
      const score = (/** @type {number} */ n) =>
        founds.reduce((sum, { values }) => sum + (values.get(numbered(piece, n)) ?? 0), 0);
      if (!whole) alone.push(...own.map((document) => ({ piece, document, score: score(document), covers: true })));
    });
  }
  alone.sort((a, b) => Number(b.piece === front) - Number(a.piece === front) || b.score - a.score);
  return { tables, results: await engine.results(alone.slice(0, limit), wanted), others: alone.length - limit };
}

/** Di ogni libro le righe che dicono ogni gruppo: con le parole scritte; se nessuna, finite o corrette; se nessuna, con quelle delle sue domande. @param {Engine} engine @param {Alternative[][]} groups @param {number[]} use @returns {[number, number[]][]} */
function among({ pieces, ranking }, groups, use) {
  for (const [guesses, own] of [
    [false, true],
    [true, true],
    [false, false]
  ]) {
    /** @type {Map<string, Set<number>>} */
    const sayers = new Map();
    const who = (/** @type {number} */ p, /** @type {string} */ term) =>
      once(sayers, `${p} ${term}`, () => {
        if (term.startsWith(INTERVAL)) return new Set(ranking.spread(p, term).map(([key]) => key % STEP));
        const { documents = [], facts = [] } = pieces[p].terms.get(term) ?? {};
        return new Set([...documents].filter((_, place) => !own || facts[place] & OWN));
      });
    const says = (
      /** @type {number} */ p,
      /** @type {number} */ n,
      /** @type {Alternative} */ { terms, books, guess }
    ) => (guesses || !guess) && (!books.length || books.includes(p)) && terms.every((term) => who(p, term).has(n));
    const found = use.map(
      (p) =>
        /** @type {[number, number[]]} */ ([
          p,
          pieces[p].documents.flatMap(({ kind }, n) =>
            kind === "entry" && groups.every((group) => group.some((one) => says(p, n, one))) ? n : []
          )
        ])
    );
    if (groups.length && found.some(([, documents]) => documents.length)) return found;
  }
  return [];
}
