// Draw one penalty of the list: what was given, warnings, buttons.
import { button, field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { registro, unwrittenEntry } from "./log-store.js";
import { alongTitles, playerIn } from "./player-history.js";
import { markInWords } from "./penalty-escalation.js";
import { hour } from "./local-time.js";
import { titleOf } from "../verdict/verdict.js";
import { fieldsIn } from "./operations.js";
import { penaltyMark } from "./penalty-form-fields.js";
import { act } from "./undo-line.js";
import { games } from "./load-needed-games.js";
import { SAME_PLAYER, who } from "./verdict-player.js";
/** @import { Draft, Entry, Fields, Mark, Version } from "./types" */

const DAY = new Intl.DateTimeFormat("it-IT");
const WAITS = {
  waits: "Questa penalità non è ancora salvata.",
  refused: "Questa penalità non è salvata: se chiudi la pagina, la perdi."
};

/**
 * Name a penalty and its player, for messages: «Ammonizione di Mario Rossi». @param {Entry} entry @param {string} name
 */
const summary = ({ now }, name) => `${now.penaltyTitle} di ${name}`;

/**
 * Return a button whose label for screen readers names the player, too.
 * @param {string} word @param {string} name the player's @param {() => unknown} onclick
 */
const rowButton = (word, name, onclick) => button(word, onclick, { "aria-label": `${word} la penalità di ${name}` });

/** @type {Map<string, {key: string, row: HTMLElement}>} */
const rowOf = new Map();

/**
 * Return the row of a penalty, a list item; the same element as long as nothing in it changes.
 * `others`: how many penalties the player has in all; `mark`: what this one should be, if another; `edit`: opens the
 * form to correct it.
 * @param {Entry} entry
 * @param {{name: string, others: number, mark: Mark | undefined, edit: (entry: Entry) => void}} options
 */
export function rowFor(entry, options) {
  const { others, mark } = options;
  const key = JSON.stringify([
    entry,
    registro().players.get(entry.player),
    others,
    mark && [mark.title, mark.why],
    unwrittenEntry(entry.id),
    games.has(entry.now.book)
  ]);
  const before = rowOf.get(entry.id);
  if (before?.key === key) return before.row;
  const row = item(entry, options);
  rowOf.set(entry.id, { key, row });
  return row;
}

/**
 * Return a new row of a penalty, a list item with its warnings and buttons. @param {Entry} entry
 * @param {Parameters<typeof rowFor>[1]} options
 */
function item(entry, { name, others, mark, edit }) {
  const { now } = entry;
  const game = games.get(now.book);
  const where = [
    `${DAY.format(new Date(now.time))} ${hour(now.time)}`,
    now.round && `turno ${now.round}`,
    now.table && `tavolo ${now.table}`,
    game?.game ?? now.book
  ];
  const number = registro().players.get(entry.player)?.number;
  const waits = unwrittenEntry(entry.id);
  const remove = () => act(now.event, `Hai tolto: ${summary(entry, name)}.`, { t: "withdrawn", entry: entry.id });
  const href = address(`penalita/?g=${now.book}${SAME_PLAYER}`);
  return el(
    "li",
    { "data-entry": entry.id },
    el("p", el("strong", name), number && ` (${number})`, others > 1 && ` – ${others} penalità`),
    el(
      "p",
      penaltyMark(game, { id: now.penalty, title: now.penaltyTitle }),
      ...alongTitles(game, now).map((title) => ` e ${title}`)
    ),
    waits && el("p.attesa", WAITS[waits]),
    now.infractionTitle && el("p", now.infractionTitle),
    now.led.length && el("p.dove", now.led.join("; ")),
    now.reason && el("p.dove", now.worked && `Secondo il Registro: ${now.worked}. `, `Motivo: ${now.reason}`),
    now.note && el("p", now.note),
    el("p.dove", where.filter(Boolean).join(" · ")),
    mark && marked(mark, name, () => edit(entry)),
    entry.versions.length > 1 && conflict(entry, name),
    el(
      "p.tasti",
      rowButton("Modifica", name, () => edit(entry)),
      rowButton("Togli", name, remove),
      el(
        "a.tasto",
        { href, onclick: () => again(entry), "aria-label": `Dagli un’altra penalità: ${name}` },
        "Dagli un’altra penalità"
      )
    )
  );
}

/** Choose a penalty's player for the next verdict. @param {Entry} entry */
function again(entry) {
  const player = playerIn(registro(), entry.player, entry.event);
  if (player) who.set(entry.now.book, player);
}

/**
 * Return the operation that replaces what is recorded of a penalty.
 * @param {Entry} entry @param {Fields} fields @returns {Draft}
 */
const correction = ({ id, heads }, fields) => ({ ...fields, t: "corrected", entry: id, seen: heads });

/**
 * Return a notice of what a penalty should be, with buttons to correct it or keep it with a reason.
 * @param {Mark} mark @param {string} name the player's @param {() => void} correct opens the form
 */
function marked(mark, name, correct) {
  const { entry } = mark;
  const game = games.get(entry.now.book);
  const reason = el("input", { autocomplete: "off", required: true });
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    reason.value = reason.value.trim();
    if (!game || !leave.reportValidity()) return;
    const { end } = mark.expected;
    const left = { ...fieldsIn(entry.now), worked: titleOf(game, end), expected: end, reason: reason.value };
    act(entry.now.event, `Resta così: ${summary(entry, name)}.`, correction(entry, left));
  };
  /** @type {HTMLFormElement} */
  const leave = el(
    "form",
    { hidden: true, onsubmit },
    field(`lascia-${entry.id}`, "Perché (resta nel Registro)", reason),
    el("button.tasto", `Lascia ${entry.now.penaltyTitle}`)
  );
  return el(
    "div.avviso.rivedere",
    el("p", markInWords(mark)),
    el(
      "p.tasti",
      rowButton("Correggi", name, correct),
      rowButton("Lascia così", name, () => ((leave.hidden = false), reason.focus()))
    ),
    leave
  );
}

/**
 * Return a notice with the corrections that two phones made of one penalty, to choose from; till then the later counts.
 * @param {Entry} entry @param {string} name the player's
 */
function conflict(entry, name) {
  const keep = (/** @type {Version} */ version) =>
    act(version.event, `Hai scelto: ${version.penaltyTitle} per ${name}.`, correction(entry, fieldsIn(version)));
  const words = (/** @type {Version} */ v) => {
    const whose = registro().players.get(v.player)?.name;
    const where = [v.table && `tavolo ${v.table}`, v.round && `turno ${v.round}`];
    return [whose, v.penaltyTitle, v.infractionTitle, ...where, v.note].filter(Boolean).join(" · ");
  };
  return el(
    "div.avviso",
    el("p", "Questa penalità è stata corretta su due telefoni: per ora vale l’ultima correzione. Scegli quale tenere."),
    el(
      "ul.prove",
      ...entry.versions.map((v) =>
        el(
          "li",
          v === entry.now ? el("strong", words(v)) : words(v),
          " ",
          button("Tieni questa", () => keep(v))
        )
      )
    )
  );
}

/**
 * Return a list item with a removed penalty and a button to restore it. @param {Entry} entry
 * @param {string} name the player's
 */
export const goneRow = (entry, name) => {
  const { now, gone } = entry;
  const what = summary(entry, name);
  const restore = () => act(now.event, `Hai ripristinato: ${what}.`, { t: "undone", undoes: gone });
  return el(
    "li",
    el("p", el("s", `${hour(now.time)} · ${what} · ${now.infractionTitle}`)),
    el("p.tasti", rowButton("Ripristina", name, restore))
  );
};
