// Ask the search's worker from a page.

/** @import { ResultPage, Options, Rows } from "./types" */

/** @type {Worker | undefined} */
let worker;
let last = 0;
/**
 * @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void, early?: (answer: any) => void}>}
 */
const waiting = new Map();

/** Return the worker that searches; started at first use. @returns {Worker} */
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

/**
 * Send a request to the worker; resolves to its answer.
 * @param {string | null} query @param {Options} [options]
 * @param {(answer: any) => void} [early] called with incomplete answers
 */
function ask(query, options, early) {
  return new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { resolve, reject, early });
    start().postMessage({ id, query, options });
  });
}

/** Tell whether the whole site is on this device. */
const kept = () => Boolean(navigator.serviceWorker?.controller);

/**
 * Search in the browser; the answer is as of GET /api/v1/search.
 * @param {string} query @param {Options} [options]
 * @param {(answer: ResultPage) => void} [early] called with a first, incomplete answer
 * @returns {Promise<ResultPage>}
 */
export function search(query, options, early) {
  return ask(query, { ...options, kept: kept(), soon: Boolean(early) }, early);
}

/**
 * Find the table rows that contain everything typed.
 * @param {string} query @param {Options} options
 * @param {(answer: Rows) => void} early called with the rows of the book `options.first`, before all have come
 * @returns {Promise<Rows>}
 */
export const searchRows = (query, options, early) => ask(query, { ...options, rows: true }, early);

/**
 * Return up to four titles, citations and terms that have a word beginning with the text.
 * @param {string} query @param {string} book code, or "" @returns {Promise<string[]>}
 */
export const complete = (query, book) => ask(query, { book, completing: true });

/**
 * Start loading the index of the books to search; resolves to the names of games and books by id or code.
 * @param {string} [book] code, or "" for all @returns {Promise<Record<string, string>>}
 */
export function warm(book = "") {
  return ask(null, { book, kept: kept() });
}
