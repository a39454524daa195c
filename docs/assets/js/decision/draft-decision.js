// @ts-check
// Keep the decision being composed on this phone.
// Up to twenty rules and verdicts, in an order.
import { inTab, read, subscribe, write } from "../local-storage.js";
import { MOST, item, linkPart } from "./decision-link.js";

/** @import { Basket, Item, Step } from "./types.d.ts" */

const KEY = "decisione";
const STEPS = "prontuario.decisione.passi"; // in the tab
const MOST_STEPS = 20;
/** @type {Basket} */
const EMPTY = { version: 1, items: [], line: "", name: "" };

/** @param {unknown} value @returns {Basket} */
function migrate(value) {
  if (value === undefined || value === null) return EMPTY;
  const found = /** @type {Partial<Basket>} */ (value);
  if (found.version !== 1 || !Array.isArray(found.items)) throw new TypeError("decisione illeggibile");
  const texts = found.items.filter((text) => typeof text === "string" && item(text)).slice(0, MOST);
  return { version: 1, items: texts, line: String(found.line ?? ""), name: String(found.name ?? "") };
}

export const basket = () => read(KEY, migrate);
export const items = () => basket().items.map((text) => /** @type {Item} */ (item(text)));

/** @param {Partial<Basket>} given @returns {boolean} whether the phone keeps it */
export const keepBasket = (given) => write(KEY, { ...basket(), ...given });

/** Return what identifies an item, whatever its text was. @param {Item} one */
const same = (one) => (one.kind === "rule" ? one.id : linkPart(one));

/**
 * Add an item at the end, unless it is there already.
 * @param {Item} added
 * @returns {{count: number, full: boolean, kept: boolean}} how many there are now; `full`: there was no room for it
 */
export function add(added) {
  const now = items();
  if (now.some((one) => same(one) === same(added))) return { count: now.length, full: false, kept: true };
  if (now.length >= MOST) return { count: now.length, full: true, kept: true };
  const kept = keepBasket({ items: [...now, added].map(linkPart) });
  return { count: now.length + 1, full: false, kept };
}

/** Call a listener when the decision changes, here or in another tab. @param {() => void} listener */
export const basketChanged = (listener) => subscribe(KEY, listener);

/** List this tab's changes, newest last. @type {Step[]} */
let steps = inTab((tab) => parsed(tab.getItem(STEPS))) ?? [];

/** @param {string | null} text @returns {Step[]} */
function parsed(text) {
  try {
    return JSON.parse(text ?? "[]").map((/** @type {any} */ one) => ({
      before: migrate(one.before),
      after: one.after
    }));
  } catch {
    return [];
  }
}

const keepSteps = () => inTab((tab) => tab.setItem(STEPS, JSON.stringify(steps)));
export const canUndo = () => steps.length > 0;

/**
 * Change the current decision, including other tabs' changes.
 * @param {(now: string[]) => string[]} work on the parts as the link writes them
 * @param {{line?: string, name?: string}} [words] @returns {boolean} whether the phone keeps it
 */
export function changeBasket(work, words = {}) {
  const before = basket();
  const after = work(before.items);
  steps = [...steps, { before, after }].slice(-MOST_STEPS);
  keepSteps();
  return keepBasket({ ...words, items: after });
}

/** Undo the last change, keeping all later ones of any tab. */
export function undoBasket() {
  const step = steps.pop();
  if (!step) return;
  keepSteps();
  const { before, after } = step;
  const now = basket();
  const gone = after.filter((one) => !now.items.includes(one));
  const since = now.items.filter((one) => !after.includes(one) && !before.items.includes(one));
  const items = [...before.items.filter((one) => !gone.includes(one)), ...since].slice(0, MOST);
  keepBasket({ items, line: now.line || before.line, name: now.name || before.name });
}

/** @param {string} id a rule's */
export const has = (id) => items().some((one) => one.kind === "rule" && one.id === id);
export const count = () => basket().items.length;
