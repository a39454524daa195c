// Store, on this phone only, the searches that led to an opened result.
import { el } from "../create-element.js";
import { read, write } from "../local-storage.js";

const KEY = "ricerche";
const MOST = 6;
const LENGTH = 100;

/**
 * Return the stored searches; [] if there are none. Throws TypeError for an unknown form.
 * @param {unknown} value @returns {string[]}
 */
function migrate(value) {
  const found = /** @type {{version?: number, queries?: unknown[]} | null | undefined} */ (value);
  if (!found) return [];
  if (found.version !== 1 || !Array.isArray(found.queries)) throw new TypeError("ricerche illeggibili");
  return found.queries.filter((query) => typeof query === "string");
}

/** Return the last searches, newest first. @returns {string[]} */
const recentSearches = () => read(KEY, migrate);

/** Store a search as the newest; six are kept. @param {string} query */
export function rememberSearch(query) {
  const text = query.trim().slice(0, LENGTH);
  if (text.length < 2) return;
  const others = recentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase());
  write(KEY, { version: 1, queries: [text, ...others].slice(0, MOST) });
}

/** Delete all stored searches. */
const forgetSearches = () => write(KEY, { version: 1, queries: [] });

/**
 * Show the last searches as buttons, with one that deletes them.
 * @param {HTMLElement} place @param {(query: string) => void} choose called with the search, or "" once deleted
 */
export function offerSearches(place, choose) {
  const again = (/** @type {string} */ query) =>
    el("button.gettone", { type: "button", onclick: () => choose(query) }, query);
  const forget = () => (forgetSearches(), place.replaceChildren(), choose(""));
  const last = recentSearches().map(again);
  if (!last.length) return place.replaceChildren();
  place.replaceChildren(
    el("p", "Ricerche recenti"),
    el("div.ricerca__recenti", ...last),
    el("button.bottone", { type: "button", onclick: forget }, "Cancella le ricerche")
  );
}
