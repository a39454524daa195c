// @ts-check
// Il foglio che sale dal basso: un titolo, un testo e poche righe grandi. Uno solo alla volta.

import { element } from "../search/render.js";
/**
 * @typedef {object} Row Una riga del foglio.
 * @property {string} name le parole della riga
 * @property {string} icon il tracciato del disegno (24×24)
 * @property {string} [href] dove porta, se è un collegamento
 * @property {(row: HTMLElement) => unknown} [act] che cosa fa, se è un pulsante
 */

/** @type {HTMLDialogElement | null} */
let dialog = null;

/** @param {string} path */
function icon(path) {
  const box = element("span", "icona");
  box.innerHTML = `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path fill="currentColor" d="${path}"/></svg>`;
  return /** @type {Element} */ (box.firstChild);
}

/**
 * Apre il foglio. Si chiude con Esc, con il pulsante e toccando fuori; il fuoco torna dov’era.
 * @param {string} title @param {Node | string} text @param {Row[]} rows
 * @returns {HTMLDialogElement}
 */
export function open(title, text, rows) {
  dialog?.remove();
  const sheet = (dialog = element("dialog", "foglio"));
  const heading = element("h2", "", title);
  heading.id = "foglio-titolo";
  sheet.setAttribute("aria-labelledby", heading.id);
  const close = element("button", "");
  close.type = "button";
  close.setAttribute("aria-label", "Chiudi");
  close.append(icon("M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12 19 6.4 17.6 5 12 10.6z"));
  close.addEventListener("click", () => sheet.close());
  const status = element("p", "esito");
  status.setAttribute("role", "status");
  const list = element("ul", "");
  for (const row of rows) list.append(element("li", "", control(row)));
  sheet.append(element("div", "foglio__capo", heading, close), element("div", "foglio__testo", text), list, status);
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}

/** @param {Row} row */
function control(row) {
  const name = element("span", "", row.name);
  if (row.href) {
    const link = element("a", "", icon(row.icon), name);
    link.href = row.href;
    link.addEventListener("click", () => dialog?.close());
    return link;
  }
  const button = element("button", "", icon(row.icon), name);
  button.type = "button";
  button.addEventListener("click", () => row.act?.(button));
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
