// Load the site's data files and pages.
import { base } from "./site-url.js";

/** @type {Map<string, Promise<any>>} */
const loading = new Map();

/**
 * Load a file of the site, once; resolves to what `read` makes of the response.
 * Rejects with the HTTP status as message; a file that failed is fetched again at the next call.
 * @template T @param {string} path from the site's root, or a full address
 * @param {(answer: Response) => Promise<T>} read @returns {Promise<T>}
 */
function load(path, read) {
  const known = loading.get(path);
  if (known) return known;
  const promise = fetch(new URL(path, base)).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return read(answer);
  });
  promise.catch(() => loading.delete(path));
  loading.set(path, promise);
  return promise;
}

/** Load a JSON file of the site, as `load` does. @param {string} path @returns {Promise<any>} */
export const loadJson = (path) => load(path, (answer) => answer.json());

/** Load a page of the site, as `load` does, and parse it. @param {string} path */
export const loadPage = (path) =>
  load(path, async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html"));
