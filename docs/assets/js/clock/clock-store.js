// Read and write the stored clock, measure how long it has run, and report jumps of the wall clock.
import { anchored, corrected, elapsed, keepClock, looked, now, putBack, running, settled } from "./clock-state.js";
/** @import { Jump, Running } from "./types" */

/** Read and write the clock stored on this phone, and notice jumps of the wall clock. */
export class ClockStore {
  /** @type {Running | null} */
  #one = null;
  #text = "null";
  #anchor = anchored({ version: 1, clock: "", minutes: 0, left: [], side: 0, since: 0, added: [] }, now());
  #hidden = document.hidden;

  /**
   * Watch whether the page is hidden; set what is called when the wall clock has jumped while the clock ran.
   * @param {(jump: Jump) => void} jumped
   */
  constructor(jumped) {
    this.jumped = jumped;
    document.addEventListener("visibilitychange", () => (this.#hidden ||= document.hidden));
  }

  /**
   * Return the clock (`one`) and the milliseconds it has run since the state was written (`ran`); null without a clock.
   * Calls `jumped` if the wall clock has jumped.
   * @returns {{one: Running, ran: number} | null}
   */
  read() {
    const one = running();
    const text = JSON.stringify(one);
    if (text !== this.#text) this.#begin(one, text);
    if (!this.#one) return null;
    const { anchor, jump, counted } = looked(this.#anchor, now(), this.#hidden);
    this.#hidden = document.hidden;
    this.#anchor = anchor;
    const ran = this.#one.since ? elapsed(anchor, now()) : 0;
    if (!jump || !this.#one.since) return { one: this.#one, ran };
    if (!counted) this.write((clock, time, wall) => settled(clock, time, wall)); // who opens it later bridges from here
    this.jumped({ ms: jump, counted });
    return this.read();
  }

  /**
   * Replace the stored clock by what `change` returns; does nothing without a clock.
   * `change` gets the clock, the milliseconds it has run since its state was written, and the time now (since 1970).
   * @param {(one: Running, ran: number, wall: number) => Running | null} change
   * @returns {boolean} false if it will not outlive the page
   */
  write(change) {
    const found = running();
    if (!found) return true;
    const same = JSON.stringify(found) === this.#text;
    const at = now();
    const ran = found.since ? elapsed(same ? this.#anchor : anchored(found, at), at) : 0;
    return this.put(change(found, ran, at.wall));
  }

  /**
   * Store a clock, or null for none, and note that this tab has written it.
   * @param {Running | null} value @returns {boolean} false if it will not outlive the page
   */
  put(value) {
    this.#text = JSON.stringify(value); // who hears of it knows that it was this tab
    const kept = keepClock(value);
    this.#begin(value, this.#text);
    return kept;
  }

  /** Tell whether another tab has changed the stored clock. */
  changedElsewhere() {
    return JSON.stringify(running()) !== this.#text;
  }

  /** Count the time of a jump that was left out, or leave out one that was counted. @param {Jump} jump */
  recount({ ms, counted }) {
    return this.write((one, ran, wall) => corrected(settled(one, ran, wall), counted ? ms : -ms));
  }

  /**
   * Start measuring a clock that was read or written; report a wall clock that was set back.
   * @param {Running | null} one @param {string} text the clock as JSON
   */
  #begin(one, text) {
    this.#one = one;
    this.#text = text;
    if (!one) return;
    this.#anchor = anchored(one, now());
    const back = putBack(one, now());
    if (!back) return;
    this.put(settled(one, 0, Date.now()));
    this.jumped({ ms: -back, counted: false });
  }
}
