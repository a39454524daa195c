// @ts-check
// I giochi che hanno penalità, e il contenuto di ciascuno, caricato una volta sola.
import { base } from "../dom.js";

/** @typedef {import("./verdict.js").Game} Game */
/** @typedef {Record<string, [number | null, number | null, boolean][]>} Measures da, a, e se il primo resta fuori */
/** @typedef {{words: string[], measures: Measures}} Speech */
/** @typedef {{words: string[], against: string[], measures: Measures}} Speaks */
/** @typedef {{levels: {often: number, much: number}, words: string, pairs: string, told: string[], answers: string[][][]}} Packed come lo scrive scripts/render/lessons.py */
/** @typedef {{denying: Record<string, string>, measures: Record<string, [string, number]>, weights: Record<string, number>}} Telling come si nega e quanto vale ogni parola: search/language/telling.json */
/** Come si racconta: penalità, infrazioni e risposte stanno nell’ordine in cui le ha il gioco.
 * @typedef {{clean: string[], telling: Telling, sayings: Record<string, string[]>, penalties: {words: string[], once: string[]}[], infractions: (Speaks & {answers: Speech[][]})[], taught: Packed}} Heard */
/** @type {Map<string, Promise<any>>} */
const loading = new Map();

/** L’elenco scritto nella pagina. @param {string} text «bang:BANG!|mtr:Magic» */
export const listed = (text) =>
  text
    .split("|")
    .filter(Boolean)
    .map((one) => ({ id: one.slice(0, one.indexOf(":")), name: one.slice(one.indexOf(":") + 1) }));

/** @param {string} book @returns {Promise<Game>} */
export const loadGame = (book) => load(`assets/penalita/${book}.json`);

/** Come si raccontano le sue situazioni: serve a chi ne racconta una. @param {string} book @returns {Promise<Heard>} */
export const loadHeard = (book) => load(`assets/racconti/${book}.json`);

/** @param {string} path */
function load(path) {
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
