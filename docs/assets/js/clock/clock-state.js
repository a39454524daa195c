// @ts-check
// Compute a running clock's state: time left, extensions.
// Pure but for the phone's memory. How long it has run comes from a source that does not jump; the wall clock only
// bridges a page that was closed or a phone that slept.
import { read, subscribe, write } from "../local-storage.js";
/** @import { Anchor, Now, Running } from "./types.d.ts" */

const KEY = "orologio";
const MINUTE = 60_000;
const JUMP = 2000; // milliseconds: below, the wall clock is being set right slowly
export const FREE = "libero"; // the clock of a time that no rulebook says

/** @param {unknown} value */
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

export const running = () => read(KEY, migrate);
/** @param {Running | null} value */
export const keepClock = (value) => write(KEY, value);
/** Call a listener when this tab or another changes the clock. @param {() => void} listener */
export const clockChanged = (listener) => subscribe(KEY, listener);

/**
 * Return a stopped clock, ready to start.
 * @param {string} clock @param {number} minutes @param {number} sides @returns {Running}
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

/** @param {Running} one */
export const untouched = (one) => !one.since && one.left.every((left) => left === one.minutes * MINUTE);

/** Start measuring a state that has just been read. @param {Running} one @param {Now} now */
export const anchored = (one, { wall, steady }) => ({
  base: one.since ? Math.max(0, wall - one.since) : 0,
  steady,
  offset: wall - steady
});

/**
 * Return by how many milliseconds the wall clock was set back.
 * It may be set back while no page is open; 0 if it was not.
 * @param {Running} one @param {Now} now
 */
export const putBack = (one, { wall }) => (one.since - wall > JUMP ? one.since - wall : 0);

/**
 * Check whether the wall clock has jumped.
 * A hidden page may be of a phone that slept, whose steady source stood still: then what the wall clock says more is
 * counted.
 * @param {Anchor} anchor @param {Now} now @param {boolean} hidden
 * @returns {{anchor: Anchor, jump: number, counted: boolean}} `jump`: milliseconds, 0 for none
 */
export function looked(anchor, { wall, steady }, hidden) {
  const offset = wall - steady;
  const ahead = offset - anchor.offset;
  if (Math.abs(ahead) < JUMP) return { anchor: { ...anchor, offset }, jump: 0, counted: false };
  const counted = hidden && ahead > 0;
  return { anchor: { ...anchor, offset, base: anchor.base + (counted ? ahead : 0) }, jump: ahead, counted };
}

/** Return the milliseconds since the state was written. @param {Anchor} anchor @param {Now} now */
export const elapsed = (anchor, { steady }) => anchor.base + steady - anchor.steady;

/**
 * Return a side's remaining milliseconds; negative after the end.
 * @param {Running} one @param {number} side @param {number} ran
 */
export const leftOf = (one, side, ran) => one.left[side] - (one.since && one.side === side ? ran : 0);

/** Stop or continue the clock. @param {Running} one @param {number} ran @param {number} wall @returns {Running} */
export const toggled = (one, ran, wall) =>
  one.since ? { ...settled(one, ran, wall), since: 0 } : { ...one, since: wall };

/**
 * Give the turn to the other side: `side` has touched its clock.
 * @param {Running} one @param {number} side @param {number} ran @param {number} wall @returns {Running}
 */
export const passed = (one, side, ran, wall) => ({ ...settled(one, ran, wall), side: 1 - side, since: wall });

/**
 * Return the same clock, rewritten at this moment.
 * @param {Running} one @param {number} ran @param {number} wall @returns {Running}
 */
export const settled = (one, ran, wall) => ({
  ...one,
  left: one.left.map((_, side) => leftOf(one, side, ran)),
  since: one.since && wall
});

/** Give the running side more time, or less. @param {Running} one @param {number} ms @returns {Running} */
export const corrected = (one, ms) => ({
  ...one,
  left: one.left.map((left, side) => (side === one.side ? left + ms : left))
});

/**
 * Add time for one table; extensions add up and are never removed.
 * @param {Running} one @param {string} table @param {number} minutes @returns {Running}
 */
export function added(one, table, minutes) {
  const had = one.added.find((each) => each.table === table)?.minutes ?? 0;
  const others = one.added.filter((each) => each.table !== table);
  const now = had + minutes;
  return {
    ...one,
    added:
      now > 0
        ? [...others, { table, minutes: now }].sort((a, b) => a.table.localeCompare(b.table, "it", { numeric: true }))
        : others
  };
}

/** Format a remaining time: «1:04:09», «49:59», «−0:12». @param {number} ms */
export function remaining(ms) {
  const seconds = Math.ceil(Math.abs(ms) / 1000) * (ms < 0 ? -1 : 1);
  const whole = Math.abs(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${seconds < 0 ? "−" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}`;
}
