// @ts-check
// La ricerca ha davanti un racconto: l’infrazione che Penalità ne capisce, se ne è sicura.
import { base } from "../dom.js";
import { gamesNamed } from "../language/games.js";
import { format } from "../verdict/address.js";
import { loadGame } from "../verdict/games.js";
import { reader } from "./story.js";

const WORDS = 4; // con meno parole è una domanda sulla regola, se non è un numero che un’infrazione aspetta: «59 carte»
/** @type {Set<string>} i giochi senza penalità */
const without = new Set();

/** @param {string} text @param {string} book il gioco scelto, se uno lo è @returns {Promise<{title: string, href: string} | null>} */
export async function offer(text, book) {
  const told = text.trim();
  const short = told.split(/\s+/).length < WORDS;
  if ((short && !(book && /\d/.test(told))) || told.endsWith("?")) return null;
  for (const one of book ? [book] : (await gamesNamed(told))[1]) {
    if (without.has(one)) continue;
    try {
      const game = await loadGame(one);
      const { outcome, found } = (await reader(game))(told);
      if (outcome !== "sure") continue;
      const { title } = found[0].infraction;
      const query = format({ g: one, i: "", r: [], s: [], t: told });
      return {
        title: book ? title : `${title} (${game.game})`,
        href: new URL(`penalita/${query}`, base).href
      };
    } catch (error) {
      if (/** @type {Error} */ (error).message === "404") without.add(one); // senza rete si riprova alla prossima
    }
  }
  return null;
}
