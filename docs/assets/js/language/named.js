// @ts-check
// I giochi che una frase nomina, in una pagina.
import { base } from "../dom.js";
import { takeBooks } from "./books.js";
import { analysis } from "./loaded.js";

/** Le parole di una frase, e i libri del gioco che nomina. @param {string} text @returns {Promise<[import("./analysis.js").Token[], string[]]>} */
export async function named(text) {
  const [language, { books, names, longest }] = await Promise.all([
    analysis(),
    (await fetch(new URL("assets/search/comune.json", base))).json()
  ]);
  const [rest, found] = takeBooks(language.tokens(text), { names: new Map(names), longest });
  return [rest, found.map((n) => books[n])];
}
