// @ts-check
// Load the games that have penalties, each once.
import { base } from "../dom.js";

/** @import { Game } from "./types.d.ts" */
/** @type {Map<string, Promise<any>>} */
const loading = new Map();

/** Parse the list in the page. @param {string} text 'bang:BANG!|mtr:Magic' */
export const listed = (text) =>
  text
    .split("|")
    .filter(Boolean)
    .map((one) => ({ id: one.slice(0, one.indexOf(":")), name: one.slice(one.indexOf(":") + 1) }));

/** @param {string} book @returns {Promise<Game>} */
export const loadGame = (book) => load(`assets/penalita/${book}.json`);

/** Load a game's stories, needed only to understand new ones. @param {string} book */
export const loadStories = (book) => load(`assets/racconti/${book}.json`);

/** @param {string} path */
function load(path) {
  const known = loading.get(path);
  if (known) return known;
  const promise = fetch(new URL(path, base)).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.json();
  });
  promise.catch(() => loading.delete(path));
  loading.set(path, promise);
  return promise;
}
