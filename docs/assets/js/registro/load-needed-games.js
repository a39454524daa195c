// Load the decision data of the games that the page needs.
import { loadGame } from "../verdict/load-games.js";
/** @import { Game } from "../verdict/types" */

/** @type {Map<string, Game>} decision data loaded so far, by book code */
export const games = new Map();

/** Load the decision data of books into `games`; resolves to whether any was new. @param {string[]} books codes */
export async function loadTables(books) {
  const missing = [...new Set(books)].filter((book) => !games.has(book));
  const loaded = await Promise.allSettled(missing.map(loadGame));
  for (const one of loaded) if (one.status === "fulfilled") games.set(one.value.book, one.value);
  return loaded.some(({ status }) => status === "fulfilled");
}
