// @ts-check
// Store bookmarks and the last opened rules.
// The home page shows them by itself.

import { read, write } from "../local-storage.js";
/** @import { Bookmarks, Kept } from "../types.d.ts" */

const KEY = "regole";
const RECENT = 6;
const LENGTH = 120;

/** @param {any} one */
const whole = (one) => [one?.id, one?.citation, one?.text].every((text) => typeof text === "string");

/**
 * Return the stored bookmarks in today's form.
 * An unknown form is put aside.
 * @param {unknown} value @returns {Bookmarks}
 */
function migrate(value) {
  const found = /** @type {Partial<Bookmarks> | undefined} */ (value);
  if (found === undefined) return { version: 1, bookmarks: [], recent: [] };
  if (found?.version === 1 && Array.isArray(found.bookmarks) && Array.isArray(found.recent))
    return { version: 1, bookmarks: found.bookmarks.filter(whole), recent: found.recent.filter(whole) };
  throw new TypeError("segnalibri illeggibili");
}

const mine = () => read(KEY, migrate);

/** @param {Omit<Kept, "at">} rule */
function kept({ id, citation, text }) {
  const short = text.length > LENGTH ? `${text.slice(0, LENGTH).replace(/\s\S*$/, "")}…` : text;
  return { id, citation, text: short, at: Date.now() };
}

export const bookmarks = () => mine().bookmarks;

/** @param {string} id */
export const isBookmarked = (id) => bookmarks().some((one) => one.id === id);

/** Set or remove a bookmark; tell both whether set and whether stored. @param {Omit<Kept, "at">} rule */
export function toggleBookmark(rule) {
  const now = mine();
  const others = now.bookmarks.filter((one) => one.id !== rule.id);
  const had = others.length < now.bookmarks.length;
  return { marked: !had, kept: write(KEY, { ...now, bookmarks: had ? others : [kept(rule), ...others] }) };
}

/** @param {Omit<Kept, "at">} rule */
export function remember(rule) {
  const now = mine();
  const others = now.recent.filter((one) => one.id !== rule.id);
  write(KEY, { ...now, recent: [kept(rule), ...others].slice(0, RECENT) });
}
