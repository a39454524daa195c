// @ts-check
// Show a rule's sheet of actions: copy, share, add, bookmark.

import { copied } from "../page-controls.js";
import { address, el } from "../dom.js";
import { add, count, has } from "../decision/draft-decision.js";
import { isBookmarked, toggleBookmark } from "./bookmarks.js";
import { fullCitation, permalink, ruleOf } from "../rule-on-page.js";
import { reportAddress } from "../feedback-link.js";
import { control, openSheet, rename, say } from "../bottom-sheet.js";
/** @import { Row, Rule } from "../types.d.ts" */

const ICONS = {
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

/** @param {string} text @param {string} what @param {string} done */
function copyAction(text, what, done) {
  return async (/** @type {HTMLElement} */ row) => {
    if (await copied(text)) {
      rename(row, done);
      return;
    }
    say(`Il browser non permette di copiare ${what}: tieni premuto sul testo qui sotto.`);
    row.closest("dialog")?.append(el("p.foglio__testo", text));
  };
}

/** @param {string} address @param {HTMLElement} row */
async function showCode(address, row) {
  const line = row.closest("li");
  if (!line || line.querySelector(".foglio__qr")) return;
  const box = el("div.foglio__qr", el("p", address));
  const { qrSvg } = await import("../qr.js").catch(() => ({ qrSvg: null }));
  if (!qrSvg) return say(`Il codice QR non si è caricato: l’indirizzo è ${address}`);
  box.prepend(qrSvg(address, `Codice QR di ${address}`));
  if (sharing()) box.append(control(copyLink(address)));
  line.append(box);
  row.setAttribute("aria-expanded", "true");
  box.scrollIntoView({ block: "nearest" });
}

const sharing = () => Boolean(navigator.share);

/** @param {string} address @returns {Row} */
const copyLink = (address) => ({
  name: "Copia il collegamento",
  icon: ICONS.link,
  act: copyAction(address, "il collegamento", "Collegamento copiato")
});

/** @param {Rule} rule @param {string} url @returns {Row} */
const shareRow = ({ citation, text }, url) => ({
  name: "Condividi",
  icon: ICONS.share,
  act: () => navigator.share({ title: citation, text: `${citation}: ${text}`, url }).catch(() => {}) // who thinks again
});

const decisionRow = () => ({
  name: `Apri la decisione (${count()})`,
  icon: ICONS.page,
  href: address("decisione/")
});

/** Add the rule to the decision; its row then opens the decision. @param {Rule} rule @param {HTMLElement} row */
function addAction(rule, row) {
  const { count: now, full, kept } = add({ kind: "rule", id: rule.id, hash: rule.hash });
  if (full) return say("La decisione ha già venti parti: togline una per fare posto.");
  const open = control(decisionRow());
  row.replaceWith(open);
  open.focus();
  say(kept ? `Aggiunta alla decisione (${now})` : "Aggiunta, ma questo dispositivo non può salvarla");
}

/** @param {HTMLElement} node */
export function openRule(node) {
  const rule = ruleOf(node);
  const address = permalink(rule);
  const original = originalOf(node);
  /** @type {Row[]} */
  const rows = [
    {
      name: "Copia la citazione",
      icon: ICONS.quote,
      act: copyAction(fullCitation(rule), "la citazione", "Citazione copiata")
    },
    sharing() ? shareRow(rule, address) : copyLink(address),
    { name: "Mostra il codice QR", icon: ICONS.qr, act: (row) => showCode(address, row) },
    has(rule.id)
      ? decisionRow()
      : { name: "Aggiungi alla decisione", icon: ICONS.add, act: (row) => addAction(rule, row) },
    {
      name: isBookmarked(rule.id) ? "Togli il segnalibro" : "Metti un segnalibro",
      icon: ICONS.mark,
      act: (row) => {
        const { marked, kept } = toggleBookmark(rule);
        rename(
          row,
          `Segnalibro ${marked ? "messo" : "tolto"}${kept ? "" : ", ma questo dispositivo non può salvarlo"}`
        );
      }
    }
  ];
  const report = reportAddress(rule.citation, `${fullCitation(rule)}\n${rule.book}\nSigla del testo: ${rule.hash}`);
  if (report) rows.push({ name: "Segnala un errore", icon: ICONS.report, href: report });
  if (original?.id)
    rows.splice(1, 0, {
      name: "Leggi il testo ufficiale",
      icon: ICONS.book,
      href: `#${original.id}`,
      act: () => unfold(original, rule)
    });
  const since = (node.closest("[data-dal]") ?? document.querySelector(".edizione[data-dal]"))?.dataset.dal;
  const edition = /edizione [^,]*/.exec(rule.book);
  const told = since ?? (edition && `almeno dall’${edition}`);
  openSheet(rule.citation, el("div", rule.text, told && el("p", el("small", `Testo invariato ${told}.`))), rows);
}

/** Open the official text in place, with the way back. @param {HTMLDetailsElement} original @param {Rule} rule */
function unfold(original, rule) {
  original.open = true;
  original.querySelector(".originale__ritorno")?.remove();
  original.append(el("p.originale__ritorno", el("a", { href: `#${rule.id}` }, `Torna a ${rule.citation}`)));
}

/** Return the section's official text, if imported. @param {HTMLElement} node */
function originalOf(node) {
  for (let at = node.nextElementSibling; at && !at.matches(".sezione"); at = at.nextElementSibling) {
    if (at.matches("details.originale")) return /** @type {HTMLDetailsElement} */ (at);
  }
  return null;
}
