// @ts-check
// The player that a verdict is for, as long as the tab is open. His name never enters an address, and he belongs to one
// event and one game: whoever opens Penalità afresh, or another game, speaks of somebody else.
import { dropDrafts } from "./draft.js";
import { registro } from "./memory.js";
import { current } from "./occasion.js";

const KEY = "prontuario.giocatore";
/** The fragment with which the Registro opens Penalità for one of its players. */
export const SAME_PLAYER = "#giocatore";
/** Where the tab remembers nothing he lasts as long as the page. */
let here = "";

export const who = {
  /** @param {string} book @returns {import("./log.js").Player | null} */
  get(book) {
    let text = here;
    try {
      text = sessionStorage.getItem(KEY) ?? here;
    } catch {
      // the page remembers
    }
    try {
      const { book: of, player } = /** @type {{book: string, player: string}} */ (JSON.parse(text || "{}"));
      const known = of === book ? registro().players.get(player) : undefined;
      return known && known.event === current()?.id ? known : null;
    } catch {
      return null;
    }
  },
  /** @param {string} book @param {import("./log.js").Player} player */
  set(book, player) {
    keep(JSON.stringify({ book, player: player.id }));
  },
  drop: () => keep("{}"),
};

/** @param {string} text */
function keep(text) {
  here = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // the page remembers
  }
}

/** When Penalità opens: the player stays if the Registro sends him, on a reload and on the way back. */
export function keepPlayer() {
  const [entry] = performance.getEntriesByType("navigation");
  const arrived = /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type ?? "navigate";
  if (location.hash === SAME_PLAYER) history.replaceState(history.state, "", location.pathname + location.search);
  else if (arrived === "navigate") who.drop();
  if (arrived === "navigate") dropDrafts("verdetto");
}
