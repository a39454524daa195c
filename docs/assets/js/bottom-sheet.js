// Show a sheet that rises from the bottom: a title, a text and a few large rows. Only one at a time.
import { el } from "./create-element.js";
/** @import { Row } from "./types" */

/** @type {HTMLDialogElement | null} */
let dialog = null;

/** SVG paths of the rows' icons, 24×24. */
export const ICONS = {
  close: "M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12 19 6.4 17.6 5 12 10.6z",
  game: "M4 3h10v15H4zm12 4h4v14H9v-2h7z",
  quote: "M6 7h5v5c0 2.8-1.5 4.5-4.5 5v-2c1.4-.4 2-1.2 2-2.5H6zm8 0h5v5c0 2.8-1.5 4.5-4.5 5v-2c1.4-.4 2-1.2 2-2.5H14z",
  link: "M7 7h4v2H7a3 3 0 0 0 0 6h4v2H7A5 5 0 0 1 7 7zm6 0h4a5 5 0 0 1 0 10h-4v-2h4a3 3 0 0 0 0-6h-4zm-5 4h8v2H8z",
  share: "M12 2 7 7l1.4 1.4L11 5.8V15h2V5.8l2.6 2.6L17 7zM5 12h2v8h10v-8h2v10H5z",
  qr: "M3 3h8v8H3zm2 2v4h4V5zm8-2h8v8h-8zm2 2v4h4V5zM3 13h8v8H3zm2 2v4h4v-4zm8-2h3v3h-3zm5 0h3v3h-3zm-5 5h3v3h-3zm5 0h3v3h-3z",
  mark: "M6 3h12v18l-6-4-6 4zm2 2v12.3l4-2.7 4 2.7V5z",
  add: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  page: "M6 3h9l4 4v14H6zm2 2v14h9V8h-3V5zm2 6h5v2h-5zm0 4h5v2h-5z",
  report: "M5 3h2v18H5zm4 1h11l-3 4 3 4H9z",
  book: "M5 3h14v18H5zm2 2v14h10V5zm2 3h6v2H9zm0 4h6v2H9z"
};

/** Return an icon as SVG, hidden from screen readers. @param {keyof typeof ICONS} name */
const icon = (name) =>
  el(
    "svg",
    { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" },
    el("path", { fill: "currentColor", d: ICONS[name] })
  );

/**
 * Tell whether the newest step of the browser's history is an open sheet: Back then closes it and stays on the page.
 */
const opened = () => history.state?.foglio === true;
addEventListener("popstate", () => {
  if (!opened()) dialog?.close();
});

/**
 * Open the sheet, replacing one already open; return its dialog.
 * Escape, its button, a tap outside and Back close it; the focus then returns to where it was.
 * @param {string} title @param {Node | string} text @param {Row[]} rows shown below the text as links or buttons
 */
export function openSheet(title, text, rows) {
  dialog?.remove();
  const cross = icon("close");
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

/**
 * Return a row as a link if it has an address, else as a button.
 * The link closes the sheet and replaces the sheet's step in the history.
 * @param {Row} row
 */
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

/**
 * Change a row's words once its action is done, and announce them. `row`: what `control` returned.
 * @param {HTMLElement} row @param {string} words
 */
export function rename(row, words) {
  const name = row.querySelector("span");
  if (name) name.textContent = words;
  say(words);
}

/** Announce a text at the foot of the open sheet, to screen readers too. @param {string} words */
export function say(words) {
  const status = dialog?.querySelector(".esito");
  if (status) status.textContent = words;
}
