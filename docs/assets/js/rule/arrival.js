// @ts-check
// Chi arriva da un collegamento: il testo è ancora quello? E se l’ancora non c’è più, dov’è finita, e quali le somigliano?

import { base, decoded } from "../base.js";
import { element } from "../search/render.js";
import { ruleOf } from "./place.js";

/** @typedef {{id: string, data: string, prima: string, cosa: string}} Change */

/** @returns {Change[]} */
function changes() {
  const place = document.getElementById("modifiche");
  return place ? JSON.parse(place.textContent ?? "[]") : [];
}

/** Le modifiche di `id` da quando il suo testo aveva l’impronta `hash`. @param {Change[]} all @param {string} id @param {string} hash */
function changesSince(all, id, hash) {
  const own = all.filter((change) => change.id === id);
  const first = own.findIndex((change) => change.prima === hash);
  return first < 0 ? [] : own.slice(first);
}

/** @param {HTMLElement} target @param {string} hash */
function warn(target, hash) {
  const since = changesSince(changes(), target.id, hash);
  const notice = element("div", "cambiato");
  notice.setAttribute("role", "status");
  notice.append(element("p", "", "Il testo è cambiato da quando questo collegamento è stato copiato. Vale quello che leggi qui."));
  for (const change of since) notice.append(element("p", "", `${change.data}: ${change.cosa}`));
  if (!since.length) notice.append(element("p", "", "La data e la modifica non sono annotate."));
  target.before(notice);
  notice.scrollIntoView({ block: "start" });
}

/** Confronta l’impronta del collegamento con quella del testo. Se è la stessa, l’indirizzo torna pulito. */
export function checkVersion() {
  const hash = new URLSearchParams(location.search).get("v");
  const target = document.getElementById(decoded(location.hash.slice(1)));
  if (!hash || !target?.dataset.v) return;
  if (target.dataset.v === hash) {
    history.replaceState(history.state, "", location.pathname + location.hash);
  } else if (/^[0-9a-f]{7}$/.test(hash)) {
    warn(target, hash);
  }
}

/** Come si presenta una regola di questa pagina: citazione e testo; l’ancora, se sta altrove. @param {string} id */
function words(id) {
  const rule = /** @type {HTMLElement | null} */ (document.getElementById(id)?.closest(".enunciato, .tabella, .sezione") ?? null);
  if (!rule || rule.id !== id) return [id];
  const { citation, text } = ruleOf(rule);
  return [element("b", "", citation), " ", element("small", "", text)];
}

/** L’ancora dell’indirizzo non è nella pagina: si va dove sta adesso, o si dice quali sono le più vicine. */
export async function findMissing() {
  const id = decoded(location.hash.slice(1));
  const urls = await known();
  if (urls[id]) {
    location.replace(new URL(urls[id].slice(1), base));
    return;
  }
  const box = element("div", "cambiato");
  box.setAttribute("role", "status");
  box.append(element("p", "", `In questa pagina non c’è «${id}». Le regole più vicine:`), nearest(id, urls, words));
  document.querySelector(".testo")?.prepend(box);
}

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

/** L’elenco delle più vicine, come righe da toccare. @param {string} id @param {Record<string, string>} urls @param {(id: string) => (Node | string)[]} [words] come si presentano */
export function nearest(id, urls, words = (other) => [other]) {
  const list = element("ul", "luoghi");
  for (const other of closest(id, Object.keys(urls))) {
    const link = element("a", "", ...words(other));
    link.href = new URL(urls[other].slice(1), base).href;
    list.append(element("li", "", link));
  }
  return list;
}

/** Riempie la pagina 404. @param {HTMLElement} place */
export async function suggest(place) {
  if (document.querySelector(".vicine-sul-server")) return;
  const path = location.pathname.replace(base.pathname, "").replace(/^r\//, "").replace(/\/$/, "");
  const id = decoded(location.hash.slice(1) || path).replaceAll("/", "-");
  const list = id ? nearest(id, await known()) : null;
  if (list?.childElementCount) place.append(element("p", "", "Le regole più vicine a questo indirizzo:"), list);
}
