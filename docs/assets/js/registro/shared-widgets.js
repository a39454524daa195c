// @ts-check
// Make the widgets that Penalità and the Registro share.
import { button, copiedOrShown, field } from "../page-controls.js";
import { el } from "../dom.js";
import { longDate } from "../language/word-similarity.js";
import { penaltyBadge } from "../verdict/penalty-badge.js";
import { toFile } from "./file-exchange.js";
import { hour } from "./local-time.js";
import { allOps, kept, registro, retry, unwritten } from "./log-in-memory.js";
import { alongTitles, placeOf } from "./player-history.js";

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
  const why = field("r-motivo", "Perché (resta nel Registro)", reason);
  const fields = () => ({ table: table.value, round: round.value, note: note.value, reason: reason.value });
  return {
    reason,
    why,
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

/** Draw the list from which another penalty than the verdict's is chosen. @param {HTMLSelectElement} list */
export const departureBox = (list, open = false) =>
  el("details", { open }, el("summary", "Dai un’altra penalità"), field("r-invece", "Al posto del verdetto", list));

/**
 * Draw a question of a form with its answers as radio buttons.
 * @param {{question: string, name: string, chosen: string, choose: (value: string) => void}} about
 * @param {[string, Node | string][]} answers value and label
 */
export const radios = ({ question, name, chosen, choose }, answers) =>
  el(
    "fieldset",
    el("legend", question),
    ...answers.map(([value, label]) => {
      const checked = value === chosen;
      const onchange = () => choose(value);
      return el("label.scelta", el("input", { type: "radio", name, value, required: true, checked, onchange }), label);
    })
  );

/** Draw a question with buttons that answer it. @param {string} text @param {...HTMLElement} buttons */
export const asking = (text, ...buttons) => el("div.chiede", el("p", text), el("p.tasti", ...buttons));

/**
 * Draw buttons, the last of which deletes something after a question.
 * @param {HTMLElement[]} others @param {{words: string, question: string, act: () => void}} deleting
 */
export function deleting(others, { words, question, act }) {
  const place = el("p.tasti");
  const ask = button(words, () => {
    const no = button("Lascia com’è", () => place.replaceChildren(...first));
    place.replaceChildren(el("span", { role: "status" }, question), button("Cancella", act), no);
    no.focus();
  });
  const first = [...others, ask];
  place.append(...first);
  return place;
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
  return el(
    "li",
    penaltyMark(game, { id: now.penalty, title: now.penaltyTitle }),
    ...alongTitles(game, now).map((title) => ` con ${title}`),
    el("small", [hour(now.time), now.infractionTitle, placeOf(now)].filter(Boolean).join(" · "))
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

/** Hold the box that shows unwritten data, with buttons to retry and export; each page has one. */
export const trouble = el("div.sospese", { role: "alert" });
let shownTrouble = "";

function showTrouble() {
  const { ops, why, read } = unwritten();
  const key = why && (ops.length || !read) ? `${why} ${ops.map((o) => o.id)}` : "";
  if (key === shownTrouble) return;
  shownTrouble = key;
  trouble.replaceChildren(...(key ? [said(ops, why)] : []));
}
kept(showTrouble);
showTrouble();

/** @param {Op[]} ops @param {string} why */
function said(ops, why) {
  const given = ops.filter((op) => op.t === "given").length;
  const what = given ? `${given} penalità` : "l’ultima modifica";
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
      ...(ops.length
        ? [
            button("Scarica il Registro", () =>
              download("registro-non-scritto.prontuario", "application/jsonl", text())
            ),
            copy
          ]
        : [])
    ),
    area
  );
}
