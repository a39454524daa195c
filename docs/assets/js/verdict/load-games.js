// Load the decision data and example stories of a book.
import { loadJson } from "../load-json.js";
/** @import { Game } from "./types" */

/** Parse a page's list of games into ids and names. @param {string} text 'bang:BANG!|mtr:Magic' */
export const listed = (text) =>
  text
    .split("|")
    .filter(Boolean)
    .map((one) => ({ id: one.slice(0, one.indexOf(":")), name: one.slice(one.indexOf(":") + 1) }));

/**
 * Load a book's decision data, once; rejects with the HTTP status. @param {string} book code @returns {Promise<Game>}
 */
export const loadGame = (book) => loadJson(`assets/penalita/${book}.json`);

/**
 * Load a book's example stories (what happened, in words), by which new ones are classified. @param {string} book code
 */
export const loadStories = (book) => loadJson(`assets/racconti/${book}.json`);
