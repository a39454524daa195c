// Search on the server and in the browser at once, and take the answer that comes first.
import { base } from "../site-url.js";
import { search, warm } from "./worker-client.js";
/** @import { ResultPage } from "./types" */

export const LIMIT = 20;
const PATIENCE = 1500; // milliseconds to wait for a server before the index is downloaded
const early = /** @type {any} */ (window).early ?? {}; // asked before this script came (overrides/partials/anticipo.html)
removeEventListener("input", early);
const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
// a server gives the first answer (scripts/site/http_headers.py): until then the line is all its own
let waits = !navigator.serviceWorker?.controller && !!page?.serverTiming?.some(({ name }) => name === "ricerca");
let ready = false; // the phone has answered once: from now on it answers
let served = true; // until it is known that the site has no server

/** Tell whether this site may have a server that answers searches: false once one has answered 404. */
export const isServed = () => served;

/**
 * Fetch search results from the server; rejects with the HTTP status.
 * Reuses a request that the page sent before this script arrived.
 * @param {string} query @param {string} book code, or "" for all @returns {Promise<ResultPage>}
 */
export async function fromServer(query, book) {
  const address = new URL("api/v1/search", base);
  address.search = new URLSearchParams({ q: query, limit: String(LIMIT), ...(book && { book }) }).toString();
  const coming = early.address === address.href && early.answer;
  early.address = "";
  const answer = await (coming || fetch(address));
  if (answer.ok) return answer.json();
  served = answer.status !== 404;
  throw new Error(String(answer.status));
}

/**
 * Search on the server and in the browser; the first answer wins.
 * Once the browser has answered, the server is asked only if the browser fails.
 * @param {string} query @param {string} book code, or "" for all
 * @param {(answer: ResultPage) => void} [early] called with a first, incomplete answer
 * @returns {Promise<ResultPage>}
 */
export function ask(query, book, early) {
  const there = served && !ready ? fromServer(query, book) : null;
  const here = async () => {
    if (waits) await Promise.race([there?.catch(() => {}), new Promise((done) => setTimeout(done, PATIENCE))]);
    waits = false;
    const answer = await search(query, { book, limit: LIMIT }, early);
    ready = true;
    return answer;
  };
  if (there) return Promise.any([there, here()]);
  return ready ? here().catch(() => fromServer(query, book)) : here();
}

/** Start loading the index, unless the server shall answer first. @param {string} book code, or "" for all */
export const prepare = (book) => void (waits || warm(book).catch(() => {}));
