// @ts-check
// Dove sta adesso un’ancora, e quali somigliano a una che non c’è.
import { base } from "../dom.js";
import { nearest } from "../language/text.js";

const LIKE = 0.6;

/** Ogni ancora mai pubblicata, con il suo indirizzo. @returns {Promise<Record<string, string>>} */
export async function known() {
  const answer = await fetch(new URL("api/v1/anchors.json", base));
  return answer.ok ? answer.json() : {};
}

/** Le ancore più simili a una che non c’è. @param {string} id @param {Record<string, string>} urls @param {number} count */
export const closest = (id, urls, count) => nearest(id, Object.keys(urls), (other) => [other], LIKE).slice(0, count);
