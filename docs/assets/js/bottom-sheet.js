// @ts-check
// Show a sheet that rises from the bottom: a title, a text and a few large rows. Only one at a time.

import { el } from "./dom.js";
/** @import { Row } from "./types.d.ts" */

/** @type {HTMLDialogElement | null} */
let dialog = null;

/** @param {string} path */
const icon = (path) =>
  el(
    "svg",
    { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" },
    el("path", { fill: "currentColor", d: path })
  );

/**
 * Tell whether the history's last step is an open sheet.
 * Back closes the sheet and leaves the page where it is.
 */
const opened = () => history.state?.foglio === true;
addEventListener("popstate", () => {
  if (!opened()) dialog?.close();
});

/**
 * Open the sheet; closing it returns the focus.
 * Escape, its button, a tap outside and Back close it.
 * @param {string} title @param {Node | string} text @param {Row[]} rows
 */
export function openSheet(title, text, rows) {
  dialog?.remove();
  const cross = icon("M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12 19 6.4 17.6 5 12 10.6z");
  const close = el("button", { type: "button", "aria-label": "Chiudi", onclick: () => sheet.close() }, cross);
  const sheet = (dialog = el(
    "dialog.foglio",
    { "aria-labelledby": "foglio-titolo" },
    el("div.foglio__capo", el("h2", { id: "foglio-titolo" }, title), close),
    el("div.foglio__testo", text),
    el("ul", ...rows.map((row) => el("li", control(row)))),
    el("p.esito", { role: "status" })
  ));
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  document.body.append(sheet);
  sheet.showModal();
  if (!opened()) history.pushState({ ...history.state, foglio: true }, "");
  sheet.addEventListener("close", () => {
    if (!opened() || document.querySelector("dialog.foglio[open]")) return;
    // going back to an address with a fragment would take the focus there
    addEventListener("popstate", () => setTimeout(() => opener?.focus({ preventScroll: true })), { once: true });
    history.back();
  });
  return sheet;
}

/** Make a row, as a link or a button. @param {Row} row */
export function control(row) {
  const name = el("span", row.name);
  if (row.href) {
    const link = el("a", { href: row.href }, icon(row.icon), name);
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      // the step of the sheet becomes that of the target
      history.replaceState({ ...history.state, foglio: undefined }, "");
      dialog?.close();
      row.act?.(link);
      location.replace(link.href);
    });
    return link;
  }
  const button = el("button", { type: "button", onclick: () => row.act?.(button) }, icon(row.icon), name);
  return button;
}

/** Change a row's words once its action is done. @param {HTMLElement} row @param {string} words */
export function rename(row, words) {
  const name = row.querySelector("span");
  if (name) name.textContent = words;
  say(words);
}

/** Announce a text to screen readers, too. @param {string} words */
export function say(words) {
  const status = dialog?.querySelector(".esito");
  if (status) status.textContent = words;
}
