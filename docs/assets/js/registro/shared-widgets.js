// @ts-check
// Make the widgets that Penalità and the Registro share.
import { button, copiedOrShown, field } from "../page-controls.js";
import { el } from "../dom.js";
import { longDate } from "../language/word-similarity.js";
import { penaltyBadge } from "../verdict/penalty-badge.js";
import { toFile } from "./file-exchange.js";
import { hour } from "./local-time.js";
import { allOps, kept, registro, retry, unwritten } from "./log-in-memory.js";
import { alongTitles } from "./player-history.js";

/** @import { Game } from "../verdict/types.d.ts" */
/** @import { Entry, Event, Op, Details } from "./types.d.ts" */

/** @param {Record<string, string>} from */
export function detailFields(from) {
  const [table, round, note, reason] = ["table", "round", "note", "reason"].map((name) => {
    const input = el("input", { autocomplete: "off" });
    input.value = from[name] ?? "";
    return input;
  });
  table.inputMode = round.inputMode = "numeric";
  const fields = () => ({ table: table.value, round: round.value, note: note.value, reason: reason.value });
  return {
    reason,
    fields,
    /** @returns {Details} */
    trimmed: () =>
      /** @type {any} */ (Object.fromEntries(Object.entries(fields()).map(([name, text]) => [name, text.trim()]))),
    nodes: [
      el("div.coppia", field("r-tavolo", "Tavolo", table), field("r-turno", "Turno", round)),
      field("r-nota", "Nota", note)
    ]
  };
}

/** @param {string} day a local day, 2026-01-10 */
export const dayInWords = (day) => longDate(new Date(`${day}T12:00:00`));

/** Return an event's name: «Torneo d’autunno», «Evento del 10 gennaio 2026». @param {Event} event */
export const eventName = (event) =>
  event.name || (event.days[0] ? `Evento del ${dayInWords(event.days[0])}` : "Evento senza nome");

/**
 * Draw a penalty with its shape, or as a word without its game.
 * @param {Game | undefined} game @param {{id: string, title: string}} one
 */
export function penaltyMark(game, { id, title }) {
  const known = game?.penalties.find((p) => p.id === id);
  return known ? penaltyBadge(known) : el("span.pen", title || id);
}

/** Draw one line about an earlier penalty that a count includes. @param {Game | undefined} game @param {Entry} entry */
export function evidence(game, { now }) {
  const where = [now.round && `turno ${now.round}`, now.table && `tavolo ${now.table}`].filter(Boolean).join(", ");
  return el(
    "li",
    penaltyMark(game, { id: now.penalty, title: now.penaltyTitle }),
    ...alongTitles(game, now).map((title) => ` con ${title}`),
    el("small", [hour(now.time), now.infractionTitle, where].filter(Boolean).join(" · "))
  );
}

const unfolded = new Set();

/**
 * Draw a foldable box that stays open when redrawn.
 * @param {string} key @param {Record<string, any>} attributes @param {...(Node | string)} children
 */
export function folding(key, attributes, ...children) {
  const toggle = () => (node.open ? unfolded.add(key) : unfolded.delete(key));
  const node = el("details", { ...attributes, open: unfolded.has(key), ontoggle: toggle }, ...children);
  return node;
}

/** @param {string} name @param {string} type @param {string} text */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Show unwritten data, with buttons to retry and export.
 * As long as that lasts. Nobody has to leave the page for it; there is one in a page, and it stands where one is
 * looking.
 */
export const trouble = notWritten();

function notWritten() {
  const box = el("div", { role: "alert", class: "sospese" });
  let shown = "";
  const update = () => {
    const { ops, why, read } = unwritten();
    const key = why && (ops.length || !read) ? `${why} ${ops.map((o) => o.id)}` : "";
    if (key === shown) return;
    shown = key;
    box.replaceChildren(...(key ? [said(ops, why)] : []));
  };
  kept(update);
  update();
  return box;
}

/** @param {Op[]} ops @param {string} why */
function said(ops, why) {
  const given = ops.filter((op) => op.t === "given").length;
  const what = given ? (given === 1 ? "1 penalità" : `${given} penalità`) : "l’ultima modifica";
  const text = () => toFile(registro(), [...allOps()], "");
  const area = el("div");
  const copy = button("Copia come testo", async () => {
    if (await copiedOrShown(text(), area, "Il Registro, da copiare")) copy.textContent = "Copiato";
  });
  return el(
    "div.guasto",
    el(
      "p",
      ops.length
        ? `Non salvato: ${what}, perché ${why}. Non chiudere questa pagina, o lo perdi.`
        : `Il Registro è illeggibile: ${why}.`
    ),
    el(
      "p.tasti",
      button("Riprova", retry),
      ops.length
        ? button("Scarica il Registro", () => download("registro-non-scritto.prontuario", "application/jsonl", text()))
        : null,
      ops.length ? copy : null
    ),
    area
  );
}
