// @ts-check
// La lingua della ricerca in una pagina, caricata una volta sola.
import { base } from "../dom.js";
import { Analysis } from "./analysis.js";

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
