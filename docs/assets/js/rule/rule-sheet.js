// Show what can be done with a rule, in a sheet: copy, share, bookmark.
import { copied } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { FULL, add, count, has } from "../decision/draft-decision.js";
import { isBookmarked, toggleBookmark } from "./saved-rules.js";
import { fullCitation, permalink, ruleOf } from "../rule-from-dom.js";
import { reportAddress } from "../feedback-link.js";
import { control, openSheet, rename, say } from "../bottom-sheet.js";
/** @import { Row, Rule } from "../types" */

/**
 * Return what a row of the sheet does to copy a text.
 * @param {string} text @param {string} what the text's name in the message of a failure, with article
 * @param {string} done what the row says afterwards
 */
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

/** Show an address as a QR code under a row of the sheet. @param {string} address @param {HTMLElement} row */
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

/** Tell whether the phone can share. */
const sharing = () => Boolean(navigator.share);

/** Return the sheet's row that copies a link. @param {string} address @returns {Row} */
const copyLink = (address) => ({
  name: "Copia il collegamento",
  icon: "link",
  act: copyAction(address, "il collegamento", "Collegamento copiato")
});

/** Return the sheet's row that shares a rule. @param {Rule} rule @param {string} url its permalink @returns {Row} */
const shareRow = ({ citation, text }, url) => ({
  name: "Condividi",
  icon: "share",
  act: () => navigator.share({ title: citation, text: `${citation}: ${text}`, url }).catch(() => {}) // who thinks again
});

/** Return the sheet's row that opens the decision being composed. @returns {Row} */
const decisionRow = () => ({ name: `Apri la decisione (${count()})`, icon: "page", href: address("decisione/") });

/**
 * Add the rule to the decision being composed; the row then opens the decision. @param {Rule} rule
 * @param {HTMLElement} row
 */
function addAction(rule, row) {
  const { count: now, full, kept } = add({ kind: "rule", id: rule.id, hash: rule.hash });
  if (full) return say(FULL);
  const open = control(decisionRow());
  row.replaceWith(open);
  open.focus();
  say(
    kept
      ? `Aggiunta alla decisione (${now})`
      : "Aggiunta, ma questo dispositivo non può salvarla: copia la decisione prima di chiudere"
  );
}

/**
 * Open the sheet of a rule: its text, and what can be done with it.
 * @param {HTMLElement} node statement, table, table cell or section heading
 */
export function openRule(node) {
  const rule = ruleOf(node);
  const address = permalink(rule);
  const original = originalOf(node);
  /** @type {Row[]} */
  const rows = [
    {
      name: "Copia la citazione",
      icon: "quote",
      act: copyAction(fullCitation(rule), "la citazione", "Citazione copiata")
    },
    sharing() ? shareRow(rule, address) : copyLink(address),
    { name: "Mostra il codice QR", icon: "qr", act: (row) => showCode(address, row) },
    has(rule.id) ? decisionRow() : { name: "Aggiungi alla decisione", icon: "add", act: (row) => addAction(rule, row) },
    {
      name: isBookmarked(rule.id) ? "Togli il segnalibro" : "Metti un segnalibro",
      icon: "mark",
      act: (row) => {
        const { marked, kept } = toggleBookmark(rule);
        const where = kept ? "" : ", ma questo dispositivo non può salvarlo";
        rename(row, `Segnalibro ${marked ? "messo" : "tolto"}${where}`);
      }
    }
  ];
  const report = reportAddress(rule.citation, `${fullCitation(rule)}\n${rule.book}\nSigla del testo: ${rule.hash}`);
  if (report) rows.push({ name: "Segnala un errore", icon: "report", href: report });
  if (original?.id)
    rows.splice(1, 0, {
      name: "Leggi il testo ufficiale",
      icon: "book",
      href: `#${original.id}`,
      act: () => unfold(original, rule)
    });
  const since = (node.closest("[data-dal]") ?? document.querySelector(".edizione[data-dal]"))?.dataset.dal;
  const edition = /edizione [^,]*/.exec(rule.book);
  const told = since ?? (edition && `almeno dall’${edition}`);
  openSheet(rule.citation, el("div", rule.text, told && el("p", el("small", `Testo invariato ${told}.`))), rows);
}

/**
 * Show the official text in place, with a link back to the rule. @param {HTMLDetailsElement} original
 * @param {Rule} rule
 */
function unfold(original, rule) {
  original.open = true;
  original.querySelector(".originale__ritorno")?.remove();
  original.append(el("p.originale__ritorno", el("a", { href: `#${rule.id}` }, `Torna a ${rule.citation}`)));
}

/** Return the section's official text, if it was imported; else null. @param {HTMLElement} node */
function originalOf(node) {
  for (let at = node.nextElementSibling; at && !at.matches(".sezione"); at = at.nextElementSibling) {
    if (at.matches("details.originale")) return /** @type {HTMLDetailsElement} */ (at);
  }
  return null;
}
