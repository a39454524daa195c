// @ts-check
// Load the games that have penalties, each once.
import { loadJson } from "../load-json.js";

/** @import { Game } from "./types.d.ts" */

/** Parse the list in the page. @param {string} text 'bang:BANG!|mtr:Magic' */
export const listed = (text) =>
  text
    .split("|")
    .filter(Boolean)
    .map((one) => ({ id: one.slice(0, one.indexOf(":")), name: one.slice(one.indexOf(":") + 1) }));

/** @param {string} book @returns {Promise<Game>} */
export const loadGame = (book) => loadJson(`assets/penalita/${book}.json`);

/** Load a game's stories, needed only to understand new ones. @param {string} book */
export const loadStories = (book) => loadJson(`assets/racconti/${book}.json`);
