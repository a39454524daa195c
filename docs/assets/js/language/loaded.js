// @ts-check
// La lingua della ricerca in una pagina, caricata una volta sola: parole, numeri, giochi nominati.
import { base } from "../dom.js";
import { Analysis } from "./analysis.js";
import { takeBooks } from "./books.js";

/** @type {Promise<Analysis> | null} */
let language = null;

/** @returns {Promise<Analysis>} */
export function analysis() {
  language ??= fetch(new URL("assets/search/lingua.json", base)).then(async (answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return new Analysis((await answer.json()).analysis);
  });
  language.catch(() => (language = null));
  return language;
}

/** Le parole di una frase, e i libri del gioco che nomina. @param {string} text @returns {Promise<[import("./analysis.js").Token[], string[]]>} */
export async function named(text) {
  const [language, { books, names }] = await Promise.all([analysis(), (await fetch(new URL("assets/search/comune.json", base))).json()]);
  const longest = Math.max(...names.map((/** @type {[string]} */ [name]) => name.split(" ").length));
  const [rest, found] = takeBooks(language.tokens(text), /** @type {any} */ ({ names: new Map(names), longest }));
  return [rest, found.map((n) => books[n])];
}
