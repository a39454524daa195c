// @ts-check
// I giochi che hanno penalità, e il contenuto di ciascuno, caricato una volta sola.
import { base } from "../dom.js";

/** @typedef {import("./verdict.js").Game} Game */
/** @type {Map<string, Promise<Game>>} */
const loading = new Map();

/** L’elenco scritto nella pagina. @param {string} text «bang:BANG!|mtr:Magic» */
export const listed = (text) =>
  text.split("|").filter(Boolean).map((one) => ({ id: one.slice(0, one.indexOf(":")), name: one.slice(one.indexOf(":") + 1) }));

/** @param {string} book @returns {Promise<Game>} */
export function loadGame(book) {
  const known = loading.get(book);
  if (known) return known;
  const promise = fetch(new URL(`assets/penalita/${book}.json`, base)).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.json();
  });
  promise.catch(() => loading.delete(book));
  loading.set(book, promise);
  return promise;
}
