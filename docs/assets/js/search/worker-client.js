// @ts-check
// Call the search from a page: one request to the worker, one answer.

/** @import { ResultPage, Options, Rows } from "./types" */

/** @type {Worker | undefined} */
let worker;
let last = 0;
/**
 * @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void, early?: (answer: any) => void}>}
 */
const waiting = new Map();

function start() {
  if (worker) return worker;
  worker = new Worker(new URL("./engine.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data: { id, answer, error, early } }) => {
    const request = waiting.get(id);
    if (early) return request?.early?.(early);
    waiting.delete(id);
    if (error) request?.reject(new Error(error));
    else request?.resolve(answer);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    for (const request of waiting.values()) request.reject(new Error(event.message || "worker"));
    waiting.clear();
    worker = undefined;
  });
  return worker;
}

/** @param {string | null} query @param {Options} [options] @param {(answer: any) => void} [early] */
function ask(query, options, early) {
  return new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { resolve, reject, early });
    start().postMessage({ id, query, options });
  });
}

/** Tell whether everything is on the phone already. */
const kept = () => Boolean(navigator.serviceWorker?.controller);

/**
 * Search, with the answer of GET /api/v1/search.
 * `early` gets it before its texts have come.
 * @param {string} query
 * @param {Options} [options]
 * @param {(answer: ResultPage) => void} [early]
 * @returns {Promise<ResultPage>}
 */
export function search(query, options, early) {
  return ask(query, { ...options, kept: kept(), soon: Boolean(early) }, early);
}

/**
 * Find the table rows with everything typed (table-rows.js).
 * `early` gets those of `first` before.
 * @param {string} query
 * @param {Options} options
 * @param {(answer: Rows) => void} early
 * @returns {Promise<Rows>}
 */
export const searchRows = (query, options, early) => ask(query, { ...options, rows: true }, early);

/**
 * Return titles and citations with a word beginning like the text.
 * @param {string} query
 * @param {string} book
 * @returns {Promise<string[]>}
 */
export const complete = (query, book) => ask(query, { book, completing: true });

/**
 * Preload the index of the books to search.
 * @param {string} [book]
 * @returns {Promise<Record<string, string>>} the names of the games
 */
export function warm(book = "") {
  return ask(null, { book, kept: kept() });
}
