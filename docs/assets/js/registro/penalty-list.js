// List the open event's penalties, filtered, with the removed ones below.
import { button, field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { kept, registro } from "./log-store.js";
import { similar } from "./name-matching.js";
import { current } from "./event-for-penalty.js";
import { review } from "./penalty-escalation.js";
import { goneRow, rowFor } from "./penalty-row.js";
import { games } from "./load-needed-games.js";
import { entriesIn } from "./player-history.js";
/** @import { Entry } from "./types" */

const PAGE = 12; // entries: a long event does not make the page slow

const heading = el("h2");
const toReview = el("p.tasti");
const rows = el("ul.voci");
const beyond = el("div");
const gone = el("details.tolte", { ontoggle: showGone });
const goneBox = el("div");
const filter = el("input", { type: "search", autocomplete: "off", oninput: () => showList() });
const filtering = field("filtro", "Cerca un giocatore", filter);
let most = PAGE;
let onlyMarked = false;
/** @type {(entry: Entry) => void} */
let edit = () => {};

export const listNodes = [heading, filtering, toReview, rows, beyond, goneBox];

/** Return the name of a penalty's player. @param {Entry} e */
const nameOf = (e) => registro().players.get(e.player)?.name ?? "?";

/** Return the open event's penalties, removed ones included. @returns {Entry[]} */
const all = () => entriesIn(registro(), current()?.id ?? "");

/** Update the list in the page: the open event's penalties that the filters let through, the latest first. */
export function showList() {
  const own = all().filter((e) => !e.gone.length);
  const marks = review(registro(), games);
  const wanted = filter.value.trim();
  const marked = own.filter((e) => marks.has(e.id));
  onlyMarked &&= marked.length > 0;
  const shown = [...(onlyMarked ? marked : own)].reverse().filter((e) => !wanted || similar(wanted, nameOf(e)));
  /** @type {Map<string, number>} */
  const each = new Map();
  for (const e of own) each.set(e.player, (each.get(e.player) ?? 0) + 1);
  filtering.hidden = own.length <= PAGE;
  heading.textContent = headingText(own.length, shown.length, wanted);
  toReview.replaceChildren(...(marked.length ? [reviewButton(marked.length)] : []));
  const row = (/** @type {Entry} */ e) =>
    rowFor(e, { name: nameOf(e), others: each.get(e.player) ?? 1, mark: marks.get(e.id), edit });
  showRows(shown.slice(0, most).map(row));
  const more = shown.length - most;
  const link = el("a", { href: address("penalita/") }, "Penalità");
  beyond.replaceChildren(
    own.length ? "" : el("p", "Aggiungile da un verdetto, in ", link, ", o con «Nuova penalità»."),
    more > 0 ? button(`Mostra le altre (${more})`, () => ((most += 50), showList())) : ""
  );
  showGone();
}

/**
 * Return the heading: how many penalties there are, and which are shown.
 * @param {number} count all @param {number} shown @param {string} wanted the name typed in the filter
 */
function headingText(count, shown, wanted) {
  if (!count) return "Nessuna penalità data";
  const which = [wanted && `di «${wanted}»`, onlyMarked && "da rivedere"].filter(Boolean).join(" ");
  return which ? `Penalità ${which}: ${shown} su ${count}` : `Penalità date: ${count}`;
}

/**
 * Return the button that shows only penalties to recheck, or all again. @param {number} count how many are to recheck
 */
const reviewButton = (count) =>
  button(
    onlyMarked ? "Mostra tutte" : count === 1 ? "1 penalità da rivedere" : `${count} penalità da rivedere`,
    () => ((onlyMarked = !onlyMarked), showList()),
    { class: "tasto da-rivedere", "aria-pressed": String(onlyMarked) }
  );

/** Update the box of removed penalties, which has their rows only while it is unfolded. */
function showGone() {
  const taken = all().filter((e) => e.gone.length);
  if (taken.length > 0 !== gone.isConnected) goneBox.replaceChildren(taken.length ? gone : "");
  const items = gone.open ? taken.reverse().map((e) => goneRow(e, nameOf(e))) : [];
  gone.replaceChildren(el("summary", `Tolte (${taken.length})`), items.length ? el("ul.voci", ...items) : "");
}

/** Put the rows into the list, moving as few as possible. @param {HTMLElement[]} wanted */
function showRows(wanted) {
  for (const row of [...rows.children]) if (!wanted.includes(/** @type {HTMLElement} */ (row))) row.remove();
  wanted.forEach((row, i) => rows.children[i] !== row && rows.insertBefore(row, rows.children[i] ?? null));
}

/**
 * Make the list follow what gets stored, show it in full for printing, and set what «Modifica» does.
 * @param {(entry: Entry) => void} correct called with the penalty to correct
 */
export function setUpList(correct) {
  edit = correct;
  kept(showList); // what waits, or is refused, says so in its row
  addEventListener("beforeprint", () => ((most = Infinity), showList()));
}
