// Store the decision being composed: up to twenty rules and verdicts, in order.
// A decision is a list that a judge passes on as one link; it stays on this phone.
import { inTab, read, subscribe, write } from "../local-storage.js";
import { MOST, item, linkPart } from "./decision-link.js";
/** @import { Basket, Item, Private, Step } from "./types" */

const KEY = "decisione";
const STEPS = "prontuario.decisione.passi"; // in the tab
const MOST_STEPS = 20;
/** What to say when an item finds no room. */
export const FULL = "La decisione è piena: contiene già venti elementi. Togline uno per fare posto.";
/** @type {Basket} */
const EMPTY = { version: 1, items: [], line: "", name: "" };

/**
 * Return the stored decision without damaged items. Throws TypeError for an unknown form.
 * @param {unknown} value @returns {Basket}
 */
function migrate(value) {
  if (value === undefined || value === null) return EMPTY;
  const found = /** @type {Partial<Basket>} */ (value);
  if (found.version !== 1 || !Array.isArray(found.items)) throw new TypeError("decisione illeggibile");
  const texts = found.items.filter((text) => typeof text === "string" && item(text)).slice(0, MOST);
  return { version: 1, items: texts, line: String(found.line ?? ""), name: String(found.name ?? "") };
}

/** Return the decision being composed, as it is stored on this phone. @returns {Basket} */
export const basket = () => read(KEY, migrate);
/** Return the items of the decision being composed. @returns {Item[]} */
export const items = () => basket().items.map((text) => /** @type {Item} */ (item(text)));

/**
 * Replace some fields of the stored decision.
 * @param {Partial<Basket>} given @returns {boolean} false if it will not outlive the page
 */
export const keepBasket = (given) => write(KEY, { ...basket(), ...given });

/** Return the text that two equal items share: a rule's anchor, or the whole verdict. @param {Item} one */
const same = (one) => (one.kind === "rule" ? one.id : linkPart(one));

/**
 * Add an item at the end of the decision, unless it is there.
 * Returns the number of items now (`count`); whether there was no room (`full`); whether it outlives the page (`kept`).
 * @param {Item} added
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

/** This tab's changes that can be undone, newest last. @type {Step[]} */
let steps =
  inTab((tab) =>
    JSON.parse(tab.getItem(STEPS) ?? "[]").map((/** @type {any} */ { before, after }) => ({
      before: migrate(before),
      after
    }))
  ) ?? [];

/** Store this tab's changes for a reload. */
const keepSteps = () => inTab((tab) => tab.setItem(STEPS, JSON.stringify(steps)));
/** Tell whether this tab has a change to undo. */
export const canUndo = () => steps.length > 0;

/**
 * Change the stored decision, which other tabs may have changed too, so that this tab can undo it.
 * @param {(now: string[]) => string[]} work returns the new items, as the link writes them
 * @param {Partial<Private>} [words] new note or recipient @returns {boolean} false if it will not outlive the page
 */
export function changeBasket(work, words = {}) {
  const before = basket();
  const after = work(before.items);
  steps = [...steps, { before, after }].slice(-MOST_STEPS);
  keepSteps();
  return keepBasket({ ...words, items: after });
}

/** Undo this tab's last change to the decision, if there is one, keeping what other tabs changed after it. */
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

/** Tell whether a rule is in the decision. @param {string} id its anchor */
export const has = (id) => items().some((one) => one.kind === "rule" && one.id === id);
/** Return the number of items in the decision. */
export const count = () => basket().items.length;
