// Offer to install the site as an app, where the browser can; once declined, never again.
import { el } from "./create-element.js";
import { announced } from "./live-region.js";
import { read, write } from "./local-storage.js";

const KEY = "installa";

/** @typedef {Event & {prompt: () => Promise<unknown>}} InstallEvent the browser's `beforeinstallprompt` */

/**
 * Show the install offer on the home page, if this phone has used the site before and has never declined it.
 * @param {InstallEvent} event
 */
export function offer(event) {
  const used = document.querySelector(".ultime:not([hidden])") || document.documentElement.dataset.oggi;
  const home = document.querySelector("[data-kind=home]");
  if (!home || !used || document.querySelector(".offerta") || read(KEY, (value) => value === "no")) return;
  const button = (/** @type {string} */ words, /** @type {() => unknown} */ act) =>
    el("button", { type: "button", onclick: () => (bar.remove(), act()) }, words);
  const bar = el(
    "div.offerta",
    { role: "status" },
    el("p", "Vuoi Prontuario fra le tue app? Si apre con un tocco, anche senza rete."),
    button("Installa", () => event.prompt()),
    button("No, grazie", () => write(KEY, "no"))
  );
  document.body.append(announced(bar));
}
