// Store bookmarks and the last opened rules; the home page shows them.
import { read, write } from "../local-storage.js";
/** @import { Bookmarks, Kept } from "../types" */

const KEY = "regole";
const RECENT = 6;
const LENGTH = 120;

/** Tell whether a stored rule has all its texts. @param {any} one */
const whole = (one) => [one?.id, one?.citation, one?.text].every((text) => typeof text === "string");

/**
 * Return the stored bookmarks and last opened rules, unreadable ones left out.
 * Throws TypeError for an unknown form.
 * @param {unknown} value @returns {Bookmarks}
 */
function migrate(value) {
  const found = /** @type {Partial<Bookmarks> | undefined} */ (value);
  if (found === undefined) return { version: 1, bookmarks: [], recent: [] };
  if (found?.version === 1 && Array.isArray(found.bookmarks) && Array.isArray(found.recent))
    return { version: 1, bookmarks: found.bookmarks.filter(whole), recent: found.recent.filter(whole) };
  throw new TypeError("segnalibri illeggibili");
}

/** Return what is stored: bookmarks and last opened rules. @returns {Bookmarks} */
const mine = () => read(KEY, migrate);

/** Return a rule as it is stored: with the time now, its text cut at 120 characters. @param {Omit<Kept, "at">} rule */
function kept({ id, citation, text }) {
  const short = text.length > LENGTH ? `${text.slice(0, LENGTH).replace(/\s\S*$/, "")}…` : text;
  return { id, citation, text: short, at: Date.now() };
}

/** Return the bookmarks, newest first. @returns {Kept[]} */
export const bookmarks = () => mine().bookmarks;

/** Tell whether a rule has a bookmark. @param {string} id its anchor */
export const isBookmarked = (id) => bookmarks().some((one) => one.id === id);

/**
 * Set a rule's bookmark, or remove the one it has.
 * Returns whether it has one now (`marked`), and whether that outlives the page (`kept`).
 * @param {Omit<Kept, "at">} rule
 */
export function toggleBookmark(rule) {
  const now = mine();
  const others = now.bookmarks.filter((one) => one.id !== rule.id);
  const had = others.length < now.bookmarks.length;
  return { marked: !had, kept: write(KEY, { ...now, bookmarks: had ? others : [kept(rule), ...others] }) };
}

/** Add a rule to the last opened ones, six at most. @param {Omit<Kept, "at">} rule */
export function remember(rule) {
  const now = mine();
  const others = now.recent.filter((one) => one.id !== rule.id);
  write(KEY, { ...now, recent: [kept(rule), ...others].slice(0, RECENT) });
}
