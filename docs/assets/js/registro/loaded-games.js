// @ts-check
// Load the data of the games that the Registro mentions.
import { listed, loadGame } from "../verdict/load-games.js";
/** @import { Game } from "../verdict/types.d.ts" */

/** @type {Map<string, Game>} */
export const games = new Map();

/**
 * Load the site's games, and those with recorded penalties.
 * @param {string} site as the page lists them
 * @param {string[]} given
 */
export async function loadTables(site, given) {
  const books = [...new Set([...listed(site).map((g) => g.id), ...given])];
  const loaded = await Promise.allSettled(books.map(loadGame));
  for (const one of loaded) if (one.status === "fulfilled") games.set(one.value.book, one.value);
}
