// Remember the player whom the next verdict is for, in this tab.
// His name never enters an address. He belongs to one event and one game: opening Penalità anew or for another game
// forgets him.
import { inTab } from "../local-storage.js";
import { dropDrafts } from "./form-drafts.js";
import { registro } from "./log-store.js";
import { playerIn } from "./player-history.js";
import { current } from "./event-for-penalty.js";
/** @import { Player } from "./types" */

const KEY = "prontuario.giocatore";
/** The fragment of links that open Penalità for the player chosen in the Registro. */
export const SAME_PLAYER = "#giocatore";
/** The chosen player's id, and the book's code. @type {{book?: string, player?: string}} */
let here = inTab((tab) => ({ ...JSON.parse(tab.getItem(KEY) ?? "{}") })) ?? {};

/**
 * Remember the chosen player in the tab, or at least while the page is open.
 * @param {{book?: string, player?: string}} one ids
 */
function keep(one) {
  here = one;
  inTab((tab) => tab.setItem(KEY, JSON.stringify(one)));
}

/** The player whom the next verdict is for: `get`, `set` or, with `drop`, forget him. */
export const who = {
  /** Return the player chosen for a game, if he belongs to the open event; else null. @param {string} book code */
  get(book) {
    const event = current();
    return here.book === book && event ? playerIn(registro(), here.player ?? "", event.id) : null;
  },
  /** Choose the player for a game. @param {string} book code @param {Player} player */
  set(book, player) {
    keep({ book, player: player.id });
  },
  drop: () => keep({})
};

/**
 * Keep the chosen player after a reload, Back or a link from the Registro; else forget him.
 * A fresh visit also drops the half-filled form of a verdict.
 */
export function keepPlayer() {
  const [entry] = performance.getEntriesByType("navigation");
  const arrived = /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type ?? "navigate";
  if (location.hash === SAME_PLAYER) history.replaceState(history.state, "", location.pathname + location.search);
  else if (arrived === "navigate") who.drop();
  if (arrived === "navigate") dropDrafts("verdetto");
}
