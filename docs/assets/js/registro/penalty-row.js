// @ts-check
// Draw one penalty of the list: what was given, warnings, buttons.
import { button, field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { leftAsItIs } from "./edit-form.js";
import { registro, unwrittenEntry } from "./log-store.js";
import { alongTitles, playerIn } from "./player-history.js";
import { markInWords } from "./penalty-escalation.js";
import { hour } from "./local-time.js";
import { fieldsIn } from "./operations.js";
import { penaltyMark } from "./penalty-form-fields.js";
import { act } from "./status-line.js";
import { games } from "./loaded-games.js";
import { SAME_PLAYER, who } from "./verdict-player.js";
/** @import { Entry, Mark, Version } from "./types.d.ts" */

const DAY = new Intl.DateTimeFormat("it-IT");
const WAITS = {
  waits: "Questa penalità non è ancora salvata.",
  refused: "Questa penalità non è salvata: se chiudi la pagina, la perdi."
};

/**
 * Name a penalty and its player, for messages: «Ammonizione di Mario Rossi».
 * @param {Entry} entry @param {string} name
 */
const summary = ({ now }, name) => `${now.penaltyTitle} di ${name}`;

/** @type {Map<string, {key: string, row: HTMLElement}>} */
const rowOf = new Map();

/**
 * Return the row of a penalty; the same element as long as nothing in it changes.
 * @param {Entry} entry
 * @param {{name: string, others: number, mark: Mark | undefined, edit: (entry: Entry) => void}} about `others`: how
 *   many penalties the player has in all; `mark`: what this one should be
 */
export function rowFor(entry, about) {
  const { name, others, mark } = about;
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
  const row = item(entry, name, about);
  rowOf.set(entry.id, { key, row });
  return row;
}

/**
 * Make a penalty's row, a list item with its warnings and buttons.
 * @param {Entry} entry
 * @param {string} name the player's
 * @param {{others: number, mark: Mark | undefined, edit: (entry: Entry) => void}} about `others`: how many penalties
 *   the player has in all; `mark`: what this one should be, if another; `edit`: opens the form to correct it
 * @returns {HTMLLIElement}
 */
function item(entry, name, { others, mark, edit }) {
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
      button("Modifica", () => edit(entry), { "aria-label": `Modifica la penalità di ${name}` }),
      button(
        "Togli",
        () => act(now.event, `Hai tolto: ${summary(entry, name)}.`, { t: "withdrawn", entry: entry.id }),
        {
          "aria-label": `Togli la penalità di ${name}`
        }
      ),
      el(
        "a.tasto",
        { href: address(`penalita/?g=${now.book}${SAME_PLAYER}`), onclick: () => again(entry) },
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
 * Make a notice of what a penalty should be, with buttons to correct it or keep it with a reason.
 * @param {Mark} mark
 * @param {string} name the player's
 * @param {() => void} correct opens the form
 * @returns {HTMLDivElement}
 */
function marked(mark, name, correct) {
  const { entry } = mark;
  const game = games.get(entry.now.book);
  const reason = el("input", { autocomplete: "off", required: true });
  const leave = el(
    "form",
    {
      hidden: true,
      onsubmit: (event) => {
        event.preventDefault();
        reason.value = reason.value.trim();
        if (!game || !leave.reportValidity()) return;
        act(entry.now.event, `Resta così: ${summary(entry, name)}.`, leftAsItIs(game, mark, reason.value));
      }
    },
    field(`lascia-${entry.id}`, "Perché (resta nel Registro)", reason),
    el("button.tasto", `Lascia ${entry.now.penaltyTitle}`)
  );
  return el(
    "div.avviso.rivedere",
    el("p", markInWords(mark)),
    el(
      "p.tasti",
      button("Correggi", correct, { "aria-label": `Correggi la penalità di ${name}` }),
      button("Lascia così", () => ((leave.hidden = false), reason.focus()), {
        "aria-label": `Lascia così la penalità di ${name}`
      })
    ),
    leave
  );
}

/**
 * Make a notice with the corrections that two phones made of one penalty, to choose from; the later one counts until
 * then.
 * @param {Entry} entry
 * @param {string} name the player's
 * @returns {HTMLDivElement}
 */
function conflict(entry, name) {
  const keep = (/** @type {Version} */ version) =>
    act(version.event, `Hai scelto: ${version.penaltyTitle} per ${name}.`, {
      ...fieldsIn(version),
      t: "corrected",
      entry: entry.id,
      seen: entry.heads
    });
  const words = (/** @type {Version} */ v) =>
    [
      registro().players.get(v.player)?.name,
      v.penaltyTitle,
      v.infractionTitle,
      v.table && `tavolo ${v.table}`,
      v.round && `turno ${v.round}`,
      v.note
    ]
      .filter(Boolean)
      .join(" · ");
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
 * Make a list item with a removed penalty and a button to restore it.
 * @param {Entry} entry
 * @param {string} name the player's
 * @returns {HTMLLIElement}
 */
export const goneRow = (entry, name) =>
  el(
    "li",
    el("p", el("s", `${hour(entry.now.time)} · ${summary(entry, name)} · ${entry.now.infractionTitle}`)),
    el(
      "p.tasti",
      button(
        "Ripristina",
        () => act(entry.now.event, `Hai ripristinato: ${summary(entry, name)}.`, { t: "undone", undoes: entry.gone }),
        { "aria-label": `Ripristina la penalità di ${name}` }
      )
    )
  );
