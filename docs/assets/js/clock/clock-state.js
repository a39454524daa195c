// Compute the state of a clock: time left of each side, extra time of tables.
// Pure but for the phone's storage and `now`. How long a clock has run comes from `performance.now()`, which does not
// jump; the wall clock only bridges a page that was closed or a phone that slept.
import { read, subscribe, write } from "../local-storage.js";
/** @import { Anchor, Now, Running } from "./types" */

const KEY = "orologio";
export const MINUTE = 60_000;
const JUMP = 2000; // milliseconds: below, the wall clock is being set right slowly
export const FREE = "libero"; // the clock of a time that no rulebook says

/**
 * Return a stored clock after checking its form; null if nothing is stored. Throws TypeError for a wrong form.
 * @param {unknown} value @returns {Running | null}
 */
function migrate(value) {
  const found = /** @type {Partial<Running> | null | undefined} */ (value);
  if (!found) return null;
  const numbers =
    [found.minutes, found.side, found.since].every(Number.isFinite) &&
    Array.isArray(found.left) &&
    found.left.every(Number.isFinite);
  const tables =
    Array.isArray(found.added) &&
    found.added.every((one) => typeof one?.table === "string" && Number.isFinite(one.minutes));
  if (found.version === 1 && typeof found.clock === "string" && numbers && tables)
    return /** @type {Running} */ (found);
  throw new TypeError("orologio illeggibile");
}

/** Return the clock stored on this phone; null if there is none. @returns {Running | null} */
export const running = () => read(KEY, migrate);
/** Store the clock, or none; return false if it will not outlive the page. @param {Running | null} value */
export const keepClock = (value) => write(KEY, value);
/** Call a listener when this tab or another changes the stored clock. @param {() => void} listener */
export const clockChanged = (listener) => subscribe(KEY, listener);

/**
 * Return a stopped clock, ready to start.
 * @param {string} clock its id @param {number} minutes of each side @param {number} sides 1, or 2 for a chess clock
 * @returns {Running}
 */
export const prepared = (clock, minutes, sides) => ({
  version: 1,
  clock,
  minutes,
  left: Array(sides).fill(minutes * MINUTE),
  side: 0,
  since: 0,
  added: []
});

/** Return the time now by the wall clock and the steady one. @returns {Now} */
export const now = () => ({ wall: Date.now(), steady: performance.now() });

/** Tell whether a clock has never been started. @param {Running} one */
export const untouched = (one) => !one.since && one.left.every((left) => left === one.minutes * MINUTE);

/**
 * Return from where to measure a clock that was just read from storage.
 * @param {Running} one @param {Now} now @returns {Anchor}
 */
export const anchored = (one, { wall, steady }) => ({
  base: one.since ? Math.max(0, wall - one.since) : 0,
  steady,
  offset: wall - steady
});

/**
 * Return by how many milliseconds the wall clock was set back since the state was written; 0 if it was not.
 * @param {Running} one @param {Now} now
 */
export const putBack = (one, { wall }) => (one.since - wall > JUMP ? one.since - wall : 0);

/**
 * Check whether the wall clock has jumped against the steady one.
 * `counted`: the page was hidden and the jump goes forward, so the phone may have slept; the jump then counts as time
 * that has run.
 * @param {Anchor} anchor @param {Now} now @param {boolean} hidden whether the page was hidden meanwhile
 * @returns {{anchor: Anchor, jump: number, counted: boolean}} `jump` in milliseconds, 0 for none
 */
export function looked(anchor, { wall, steady }, hidden) {
  const offset = wall - steady;
  const ahead = offset - anchor.offset;
  if (Math.abs(ahead) < JUMP) return { anchor: { ...anchor, offset }, jump: 0, counted: false };
  const counted = hidden && ahead > 0;
  return { anchor: { ...anchor, offset, base: anchor.base + (counted ? ahead : 0) }, jump: ahead, counted };
}

/** Return the milliseconds that have run since the state was written. @param {Anchor} anchor @param {Now} now */
export const elapsed = (anchor, { steady }) => anchor.base + steady - anchor.steady;

/**
 * Return a side's remaining milliseconds; negative after the end.
 * @param {Running} one @param {number} side 0 or 1 @param {number} ran milliseconds since the state was written
 */
export const leftOf = (one, side, ran) => one.left[side] - (one.since && one.side === side ? ran : 0);

/**
 * Return the clock stopped if it runs, else started.
 * @param {Running} one @param {number} ran milliseconds since the state was written
 * @param {number} wall now, milliseconds since 1970 @returns {Running}
 */
export const toggled = (one, ran, wall) =>
  one.since ? { ...settled(one, ran, wall), since: 0 } : { ...one, since: wall };

/**
 * Return the clock with the other side's time running: the player of `side` has ended a turn.
 * @param {Running} one @param {number} side 0 or 1 @param {number} ran milliseconds since the state was written
 * @param {number} wall now, milliseconds since 1970 @returns {Running}
 */
export const passed = (one, side, ran, wall) => ({ ...settled(one, ran, wall), side: 1 - side, since: wall });

/**
 * Return the clock with the time left as of now; it runs on if it ran.
 * @param {Running} one @param {number} ran milliseconds since the state was written
 * @param {number} wall now, milliseconds since 1970 @returns {Running}
 */
export const settled = (one, ran, wall) => ({
  ...one,
  left: one.left.map((_, side) => leftOf(one, side, ran)),
  since: one.since && wall
});

/**
 * Return the clock with milliseconds, which may be negative, added to the time left of the side whose turn it is.
 * @param {Running} one @param {number} ms @returns {Running}
 */
export const corrected = (one, ms) => ({
  ...one,
  left: one.left.map((left, side) => (side === one.side ? left + ms : left))
});

/**
 * Return the clock with minutes, which may be negative, added to a table's extra time; at 0 the table leaves the list.
 * @param {Running} one @param {string} table its number, as typed @param {number} minutes @returns {Running}
 */
export function added(one, table, minutes) {
  const had = one.added.find((each) => each.table === table)?.minutes ?? 0;
  const others = one.added.filter((each) => each.table !== table);
  const total = had + minutes;
  const all = total > 0 ? [...others, { table, minutes: total }] : others;
  return { ...one, added: all.sort((a, b) => a.table.localeCompare(b.table, "it", { numeric: true })) };
}

/** Format milliseconds as remaining time: «1:04:09», «49:59», «−0:12». @param {number} ms */
export function remaining(ms) {
  const seconds = Math.ceil(Math.abs(ms) / 1000) * (ms < 0 ? -1 : 1);
  const whole = Math.abs(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${seconds < 0 ? "−" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}`;
}
