// Store the game and event chosen for today, on this phone only, and show them.
// The head of every page reads the same storage before the page is drawn.
import { read, write } from "../local-storage.js";

/**
 * @typedef {{version: 1, book: string, name: string, event: string}} Today
 *   `book`: the game's id; `name`: its name in the header; `event`: the event's name, or ""
 */

const KEY = "oggi";
const EVENT_LENGTH = 60;

/**
 * Return the stored choice in the current format; null if none. Throws TypeError if it cannot be read.
 * @param {unknown} value @returns {Today | null}
 */
function migrate(value) {
  const found = /** @type {Partial<Today> | null | undefined} */ (value);
  if (!found) return null;
  const { version, book, name, event } = found;
  if (version === 1 && typeof book === "string" && typeof name === "string")
    return { version, book, name, event: typeof event === "string" ? event : "" };
  throw new TypeError("gioco di oggi illeggibile");
}

/** Return the game chosen for today, with the event's name; null if none. @returns {Today | null} */
export const todaysGame = () => read(KEY, migrate);

/** Return an event's name with single spaces, at most 60 characters. @param {string} text */
export const tidyName = (text) => text.replace(/\s+/g, " ").trim().slice(0, EVENT_LENGTH);

/**
 * Store today's game, or none, show it on the page, and fire the event «oggi».
 * @param {{book: string, name: string, event?: string} | null} given `book` is the game's id
 * @returns {boolean} false if it will not outlive the page
 */
export function setToday(given) {
  const kept = write(
    KEY,
    given && { version: 1, book: given.book, name: given.name, event: tidyName(given.event ?? "") }
  );
  showToday();
  dispatchEvent(new Event("oggi"));
  return kept;
}

/** Show today's game again, since another tab may have changed it; if it is another game, fire the event «oggi». */
export function follow() {
  if ((todaysGame()?.book ?? "") === (document.documentElement.dataset.oggi ?? "")) return showToday();
  showToday();
  dispatchEvent(new Event("oggi"));
}

/** Show today's game in the header, the search field and the link to «Tabelle». */
function showToday() {
  const now = todaysGame();
  const root = document.documentElement;
  if (now) root.dataset.oggi = now.book;
  else delete root.dataset.oggi;
  const button = document.querySelector(".oggi");
  if (button) {
    button.dataset.book = now?.book ?? "";
    button.querySelector("b")?.replaceChildren(now?.name ?? "");
    button.setAttribute("aria-label", now ? `Oggi ${now.name}${now.event && `, ${now.event}`}: cambia o togli` : "");
  }
  const search = /** @type {HTMLInputElement | null} */ (document.querySelector("#q"));
  if (search) search.placeholder = now ? "Cerca" : "Cerca una regola"; // beside today's game a phone has no room for more
  const tables = /** @type {HTMLAnchorElement | null} */ (document.querySelector('.barra a[data-luogo="tabelle/"]'));
  if (!tables) return;
  tables.dataset.ovunque ??= tables.href;
  tables.href = now ? new URL(`${now.book}/`, tables.dataset.ovunque).href : tables.dataset.ovunque;
}
