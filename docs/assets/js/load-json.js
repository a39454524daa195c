// @ts-check
// Load the site's data files.
import { base } from "./site-url.js";

/** @type {Map<string, Promise<any>>} */
const loading = new Map();

/**
 * Load a JSON file of the site, once.
 * Rejects with the HTTP status as message; a file that failed is fetched again at the next call.
 * @param {string} path from the site's root
 * @returns {Promise<any>}
 */
export function loadJson(path) {
  const known = loading.get(path);
  if (known) return known;
  const promise = fetch(new URL(path, base)).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.json();
  });
  promise.catch(() => loading.delete(path));
  loading.set(path, promise);
  return promise;
}
