// @ts-check
// I giochi che hanno penalità, e il contenuto di ciascuno, caricato una volta sola.
import { base } from "../dom.js";

/** @typedef {import("./verdict.js").Game} Game */
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

/** I racconti da cui si capiscono quelli nuovi: servono a chi ne scrive uno. @param {string} book @returns {Promise<any>} */
export const loadStories = (book) => load(`assets/racconti/${book}.json`);

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
