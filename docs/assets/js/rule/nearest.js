// @ts-check
// Le ancore più vicine a una che non c’è: per la pagina 404 e per i collegamenti sbagliati.

import { base } from "../base.js";
import { element } from "./sheet.js";

/** Ogni ancora mai pubblicata, con il suo indirizzo. @returns {Promise<Record<string, string>>} */
export async function known() {
  const answer = await fetch(new URL("api/v1/anchors.json", base));
  return answer.ok ? answer.json() : {};
}

/** Quanto due ancore si somigliano: coppie di lettere in comune, e l’inizio vale di più. @param {string} a @param {string} b */
export function likeness(a, b) {
  const pairs = (/** @type {string} */ text) => new Set(Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2)));
  const [one, other] = [pairs(a), pairs(b)];
  let common = 0;
  for (const pair of one) if (other.has(pair)) common++;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  return (2 * common) / (one.size + other.size || 1) + start / Math.max(a.length, b.length);
}

/** @param {string} id @param {Iterable<string>} ids @param {number} count @returns {string[]} */
export function closest(id, ids, count = 4) {
  const wanted = id.toLowerCase();
  const scored = Array.from(ids, (other) => ({ other, score: likeness(wanted, other) }));
  scored.sort((a, b) => b.score - a.score || a.other.length - b.other.length || (a.other < b.other ? -1 : 1));
  return scored.filter(({ score }) => score > 0.6).slice(0, count).map(({ other }) => other);
}

/** L’elenco delle più vicine, come righe da toccare. @param {string} id @param {Record<string, string>} urls */
export function nearest(id, urls) {
  const list = element("ul", "luoghi");
  for (const other of closest(id, Object.keys(urls))) {
    const link = element("a", "", other);
    link.href = new URL(urls[other].slice(1), base).href;
    list.append(element("li", "", link));
  }
  return list;
}

/** Riempie la pagina 404. @param {HTMLElement} place */
export async function suggest(place) {
  if (document.querySelector(".vicine-sul-server")) return;
  const path = location.pathname.replace(base.pathname, "").replace(/^r\//, "").replace(/\/$/, "");
  const id = decodeURIComponent(location.hash.slice(1) || path).replaceAll("/", "-");
  const list = id ? nearest(id, await known()) : null;
  if (list?.childElementCount) place.append(element("p", "", "Le regole più vicine a questo indirizzo:"), list);
}
