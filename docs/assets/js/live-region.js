// Let a screen reader say a result once: after the typing, and after the region is in the page.
import { el } from "./create-element.js";

const CALM = 700; // milliseconds without a change
const HEARD = 150; // milliseconds in which a screen reader has found a new region

/**
 * Return a hidden region, and `say`, which announces there what `words` then returns, once nothing changes for a moment.
 * What changes at each letter typed would otherwise be read at each letter.
 */
export function calmRegion() {
  const region = el("p.nascosto", { role: "status" });
  let waiting = 0;
  const say = (/** @type {() => string | null} */ words) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const text = words();
      if (text !== region.textContent) region.textContent = text;
    }, CALM);
  };
  return { region, say };
}

/**
 * Announce what a live region holds when it is put into the page; return it.
 * Screen readers say what changes in a region, not what it came with.
 * @template {HTMLElement} T @param {T} region @returns {T}
 */
export function announced(region) {
  setTimeout(() => region.isConnected && region.append(...region.childNodes), HEARD);
  return region;
}
