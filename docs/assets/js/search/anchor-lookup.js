// Load the addresses of all anchors, and find similar anchors.
import { base } from "../site-url.js";
import { nearest } from "../language/string-similarity.js";

const LIKE = 0.6;

/**
 * Load the addresses of all anchors ever published, by anchor; {} if the site has no such file.
 * Rejects without a network.
 * @returns {Promise<Record<string, string>>}
 */
export const known = () =>
  fetch(new URL("api/v1/anchors.json", base)).then((answer) => (answer.ok ? answer.json() : {}));

/**
 * Return the anchors most similar to a missing one, at most `count`.
 * @param {string} id @param {Record<string, string>} urls address by anchor
 * @param {number} count @returns {string[]}
 */
export const closest = (id, urls, count) => nearest(id, Object.keys(urls), (other) => [other], LIKE).slice(0, count);
