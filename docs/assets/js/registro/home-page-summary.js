// Sum up on the home page the open event's penalties, and what each player risks next.
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { booksOf } from "../listed-games.js";
import { loadGame } from "../verdict/load-games.js";
import { registroChanged, opened, registro } from "./log-store.js";
import { countingIn, historyOf, inWords, ofPlayer, playerIn } from "./player-history.js";
import { current } from "./event-for-penalty.js";
import { coming, standing } from "./penalty-escalation.js";
import { SAME_PLAYER, who } from "./verdict-player.js";
/** @import { Entry } from "./types" */

const SHOWN = 6;

/** Show how many penalties the open event has, and what its players have. @param {HTMLElement} panel */
export async function setup(panel) {
  const books = booksOf(panel.dataset.book ?? "");
  const number = /** @type {HTMLElement} */ (panel.querySelector("[data-registro]"));
  const place = /** @type {HTMLElement} */ (panel.querySelector("[data-giocatori]"));
  await opened;
  registroChanged(show);
  await show();

  async function show() {
    const given = countingIn(registro(), current()?.id ?? "").filter((e) => books.includes(e.now.book));
    number.textContent =
      given.length === 1 ? "1 penalità data" : given.length ? `${given.length} penalità date` : "penalità date";
    const last = [...new Map(given.map((entry) => [`${entry.now.book} ${entry.player}`, entry])).values()];
    const shown = panel.querySelector("form") ? last.reverse().slice(0, SHOWN) : [];
    const rows = await Promise.all(shown.map((entry) => rowOf(entry).catch(() => null))); // no network, no tables
    const list = rows.some(Boolean) ? el("ul.giocatori", { "aria-label": "Giocatori con penalità" }, ...rows) : "";
    place.replaceChildren(list);
  }
}

/**
 * Return a list item with a player's penalties in a game, those to recheck, and what the next one will become.
 * Null if the player is unknown.
 * @param {Entry} entry one of the penalties
 */
async function rowOf(entry) {
  const { book } = entry.now;
  const player = playerIn(registro(), entry.player, entry.event);
  if (!player) return null;
  const game = await loadGame(book);
  const own = ofPlayer(registro(), book, player);
  const marks = standing(game, own).map(
    ({ entry: { now }, title }) => `da rivedere: ${now.penaltyTitle}, dovrebbe essere ${title}`
  );
  const next = [...marks, coming(game, own)].filter(Boolean).join("; ");
  const open = el(
    "a",
    { href: address(`penalita/?g=${book}${SAME_PLAYER}`), onclick: () => who.set(book, player) },
    el("b", player.name),
    `: ${inWords(game, historyOf(own)) || entry.now.penaltyTitle}`,
    next && el("small", next)
  );
  return el("li", open);
}
