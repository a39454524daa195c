// @ts-check
// Find an anchor's current place, or similar anchors.
import { base } from "../site-url.js";
import { nearest } from "../language/string-similarity.js";

const LIKE = 0.6;

/** Load every anchor ever published, with its address. @returns {Promise<Record<string, string>>} */
export const known = () =>
  fetch(new URL("api/v1/anchors.json", base)).then((answer) => (answer.ok ? answer.json() : {}));

/** Return the anchors most similar to a missing one. @param {string} id @param {Record<string, string>} urls @param {number} count */
export const closest = (id, urls, count) => nearest(id, Object.keys(urls), (other) => [other], LIKE).slice(0, count);
