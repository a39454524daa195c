// Find the infraction that a text typed into the search describes.
import { base } from "../site-url.js";
import { gamesNamed } from "../language/load-language.js";
import { format } from "../verdict/step-address.js";
import { loadGame } from "../verdict/load-games.js";
import { reader } from "./understood-panel.js";

const WORDS = 4; // fewer words ask about a rule, unless they are an amount that an infraction waits for: «59 carte»
const LIKELY = 0.4; // of an infraction that is offered there, and not taken
/** @type {Set<string>} games without penalties */
const without = new Set();

/**
 * Return the infraction that a text typed into the search describes, with its link; null if none.
 * @param {string} text @param {string} book chosen game's code, or ""
 * @returns {Promise<{title: string, href: string} | null>}
 */
export async function offer(text, book) {
  const story = text.trim();
  const short = story.split(/\s+/).length < WORDS;
  if ((short && !(book && /\d/.test(story))) || story.endsWith("?")) return null;
  for (const one of book ? [book] : (await gamesNamed(story))[1]) {
    if (without.has(one)) continue;
    try {
      const game = await loadGame(one);
      const { outcome, found } = (await reader(game))(story);
      const [{ infraction, chance, said }] = found;
      if (outcome === "nothing" || (outcome === "offered" && (chance < LIKELY || !said.length))) continue;
      const title = outcome === "sure" ? infraction.title : `forse ${infraction.title}`;
      const query = format({ g: one, i: "", r: [], s: [], t: story });
      return { title: book ? title : `${title} (${game.game})`, href: new URL(`penalita/${query}`, base).href };
    } catch (error) {
      // without a network it is tried again next time
      if (/** @type {Error} */ (error).message === "404") without.add(one);
    }
  }
  return null;
}
