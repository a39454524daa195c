// @ts-check
// La pagina d’ingresso: quello che si è aperto da poco e i segnalibri.

import { base } from "../base.js";
import { bookmarks, recent } from "./mine.js";
import { element } from "./sheet.js";

/** @param {string} selector @param {import("./mine.js").Kept[]} rules */
function fill(selector, rules) {
  const place = document.querySelector(selector);
  const list = place?.querySelector("ul");
  if (!place || !list || !rules.length) return;
  for (const rule of rules) {
    const link = element("a", "", element("b", "", rule.citation), " ", element("small", "", rule.text));
    link.href = new URL(`r/${rule.id}`, base).href;
    list.append(element("li", "", link));
  }
  /** @type {HTMLElement} */ (place).hidden = false;
}

fill(".ultime", recent());
fill(".segnalibri", bookmarks());
