// @ts-check
// A clock that is running: what it is, when it began, what is added. Pure but for the phone's memory; the time left comes
// from the wall clock, so that neither a reload nor a locked screen stops it.
import { read, write } from "../store.js";

/** @typedef {{table: string, minutes: number}} Added */
/**
 * @typedef {{version: 1, clock: string, minutes: number, left: number[], side: number, since: number, added: Added[]}} Running
 *   `left`: milliseconds of each side when last touched; `since`: when the side that runs began to, 0 where it stands
 */

const KEY = "orologio";
const MINUTE = 60_000;

/** @param {unknown} value @returns {Running | null} */
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

/** @param {string} clock @param {number} minutes @param {number} sides @param {number} now @returns {Running} a single clock starts at once, a chess clock when a side is touched */
export const begun = (clock, minutes, sides, now) => ({
  version: 1,
  clock,
  minutes,
  left: Array(sides).fill(minutes * MINUTE),
  side: 0,
  since: sides === 1 ? now : 0,
  added: []
});

/** Milliseconds that a side has left; below zero once it is over. A phone's clock put back gives nobody more. @param {Running} one @param {number} side @param {number} now */
export const leftOf = (one, side, now) =>
  one.left[side] - (one.since && one.side === side ? Math.max(0, now - one.since) : 0);

/** Stops, or goes on. @param {Running} one @param {number} now @returns {Running} */
export const toggled = (one, now) => (one.since ? { ...stopped(one, now), since: 0 } : { ...one, since: now });

/** The other side's turn: `side` has touched its clock. @param {Running} one @param {number} side @param {number} now @returns {Running} */
export const passed = (one, side, now) => ({ ...stopped(one, now), side: 1 - side, since: now });

/** @param {Running} one @param {number} now @returns {Running} */
function stopped(one, now) {
  return { ...one, left: one.left.map((_, side) => leftOf(one, side, now)) };
}

/** More time for one table; more of it adds up, and none takes it away. @param {Running} one @param {string} table @param {number} minutes @returns {Running} */
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

/** «1:04:09», «49:59», «-0:12». @param {number} ms */
export function remaining(ms) {
  const seconds = Math.ceil(Math.abs(ms) / 1000) * (ms < 0 ? -1 : 1);
  const whole = Math.abs(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${seconds < 0 ? "−" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}`;
}
