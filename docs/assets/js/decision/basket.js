// @ts-check
// The decision that is being put together on this phone: up to twenty rules and verdicts, in an order.
import { read, write } from "../store.js";
import { MOST, item, linkPart } from "./link.js";

/** @typedef {import("./link.js").Item} Item */
/** @typedef {{version: 1, items: string[], line: string, name: string}} Basket `items` as the link writes them */

const KEY = "decisione";
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

/** What is the same thing, whatever its text was when it was added. @param {Item} one */
const same = (one) => (one.kind === "rule" ? one.id : linkPart(one));

/**
 * Adds to the end; what is there already stays where it is.
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

/** @param {string} id a rule's */
export const has = (id) => items().some((one) => one.kind === "rule" && one.id === id);
export const count = () => basket().items.length;
