// @ts-check
// Il foglio che sale dal basso: un titolo, un testo e poche righe grandi. Uno solo alla volta.

import { el } from "./dom.js";
/**
 * @typedef {object} Row Una riga del foglio.
 * @property {string} name le parole della riga
 * @property {string} icon il tracciato del disegno (24×24)
 * @property {string} [href] dove porta, se è un collegamento
 * @property {(row: HTMLElement) => unknown} [act] che cosa fa, se è un pulsante; prima di andarci, se è un collegamento
 */

/** @type {HTMLDialogElement | null} */
let dialog = null;

/** @param {string} path */
const icon = (path) =>
  el(
    "svg",
    { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" },
    el("path", { fill: "currentColor", d: path })
  );

/** Il foglio è un passo della cronologia: il tasto Indietro lo chiude e lascia la pagina dov’è. */
const opened = () => history.state?.foglio === true;
addEventListener("popstate", () => {
  if (!opened()) dialog?.close();
});

/**
 * Apre il foglio. Si chiude con Esc, con il pulsante, toccando fuori e con Indietro; il fuoco torna dov’era.
 * @param {string} title @param {Node | string} text @param {Row[]} rows
 * @returns {HTMLDialogElement}
 */
export function openSheet(title, text, rows) {
  dialog?.remove();
  const cross = icon("M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12 19 6.4 17.6 5 12 10.6z");
  const close = el("button", { type: "button", "aria-label": "Chiudi", onclick: () => sheet.close() }, cross);
  const sheet = (dialog = el(
    "dialog",
    { class: "foglio", "aria-labelledby": "foglio-titolo" },
    el("div", { class: "foglio__capo" }, el("h2", { id: "foglio-titolo" }, title), close),
    el("div", { class: "foglio__testo" }, text),
    el("ul", {}, ...rows.map((row) => el("li", {}, control(row)))),
    el("p", { class: "esito", role: "status" })
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
    // tornare indietro su un indirizzo con un frammento porterebbe il fuoco là
    addEventListener("popstate", () => setTimeout(() => opener?.focus({ preventScroll: true })), { once: true });
    history.back();
  });
  return sheet;
}

/** La riga come collegamento o pulsante. @param {Row} row */
export function control(row) {
  const name = el("span", {}, row.name);
  if (row.href) {
    const link = el("a", { href: row.href }, icon(row.icon), name);
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      history.replaceState({ ...history.state, foglio: undefined }, ""); // il passo del foglio diventa quello della meta
      dialog?.close();
      row.act?.(link);
      location.replace(link.href);
    });
    return link;
  }
  const button = el("button", { type: "button", onclick: () => row.act?.(button) }, icon(row.icon), name);
  return button;
}

/** Le parole di una riga, dopo che ha fatto il suo lavoro. @param {HTMLElement} row @param {string} words */
export function rename(row, words) {
  const name = row.querySelector("span");
  if (name) name.textContent = words;
  say(words);
}

/** Lo dice anche a chi non guarda. @param {string} words */
export function say(words) {
  const status = dialog?.querySelector(".esito");
  if (status) status.textContent = words;
}
