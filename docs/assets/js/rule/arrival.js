// @ts-check
// Chi arriva da un collegamento: il testo è ancora quello? E se l’ancora non c’è più, dov’è finita?

import { base } from "../base.js";
import { element } from "./sheet.js";

/** @typedef {{id: string, data: string, prima: string, cosa: string}} Change */

/** @returns {Change[]} */
function changes() {
  const place = document.getElementById("modifiche");
  return place ? JSON.parse(place.textContent ?? "[]") : [];
}

/** Le modifiche di `id` da quando il suo testo aveva l’impronta `hash`. @param {Change[]} all @param {string} id @param {string} hash */
export function changesSince(all, id, hash) {
  const own = all.filter((change) => change.id === id);
  const first = own.findIndex((change) => change.prima === hash);
  return first < 0 ? [] : own.slice(first);
}

/** @param {HTMLElement} target @param {string} hash */
function warn(target, hash) {
  const since = changesSince(changes(), target.id, hash);
  const notice = element("div", "cambiato");
  notice.setAttribute("role", "status");
  notice.append(element("p", "", "Il testo è cambiato da quando questo collegamento è stato copiato. Vale quello che leggi qui."));
  for (const change of since) notice.append(element("p", "", `${change.data}: ${change.cosa}`));
  if (!since.length) notice.append(element("p", "", "La data e la modifica non sono annotate."));
  target.before(notice);
  notice.scrollIntoView({ block: "start" });
}

/** Confronta l’impronta del collegamento con quella del testo. Se è la stessa, l’indirizzo torna pulito. */
export function checkVersion() {
  const hash = new URLSearchParams(location.search).get("v");
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!hash || !target?.dataset.v) return;
  if (target.dataset.v === hash) {
    history.replaceState(history.state, "", location.pathname + location.hash);
  } else if (/^[0-9a-f]{7}$/.test(hash)) {
    warn(target, hash);
  }
}

/** L’ancora dell’indirizzo non è nella pagina: si va dove sta adesso, o si dice quali sono le più vicine. */
export async function findMissing() {
  const id = decodeURIComponent(location.hash.slice(1));
  const { known, nearest } = await import("./nearest.js");
  const urls = await known();
  if (urls[id]) {
    location.replace(new URL(urls[id].slice(1), base));
    return;
  }
  const box = element("div", "cambiato");
  box.setAttribute("role", "status");
  box.append(element("p", "", `In questa pagina non c’è «${id}». Le regole più vicine:`), nearest(id, urls));
  document.querySelector(".testo")?.prepend(box);
}
