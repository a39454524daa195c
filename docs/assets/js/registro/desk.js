// @ts-check
// What the open event's Registro holds of today's game, on the desk: how many penalties, and by player what he has and what comes next.
import { base, el } from "../dom.js";
import { loadGame } from "../verdict/games.js";
import { registroChanged, opened, registro } from "./memory.js";
import { carried, coming, counts, inWords, ofPlayer } from "./model.js";
import { current } from "./occasion.js";
import { SAME_PLAYER, who } from "./who.js";

const SHOWN = 6;

/** Fills the desk's places. @param {HTMLElement} desk */
export async function setup(desk) {
  const book = desk.dataset.book ?? "";
  const number = /** @type {HTMLElement} */ (desk.querySelector("[data-registro]"));
  const place = /** @type {HTMLElement} */ (desk.querySelector("[data-giocatori]"));
  await opened;
  registroChanged(show);
  await show();

  async function show() {
    const state = registro();
    const event = current()?.id;
    const given = state.entries.filter(
      (entry) => entry.event === event && entry.now.book === book && !entry.gone.length
    );
    number.textContent =
      given.length === 1 ? "1 penalità data" : given.length ? `${given.length} penalità date` : "penalità date";
    const last = [...new Map(given.map((entry) => [entry.player, entry])).values()].reverse().slice(0, SHOWN);
    const game = last.length && desk.querySelector("form") ? await loadGame(book) : null; // soltanto se c’è una penalità da dire
    const rows = last.flatMap((entry) => {
      const player = state.players.get(entry.player);
      if (!player || !game) return [];
      const has = counts(state, book, player.id);
      const next = coming(game, ofPlayer(state, book, player.id).flatMap(carried), has);
      const open = el(
        "a",
        { href: new URL(`penalita/?g=${book}${SAME_PLAYER}`, base).href, onclick: () => who.set(book, player) },
        el("b", {}, player.name),
        `: ${inWords(game, has) || entry.now.penaltyTitle}`,
        next ? el("small", {}, next) : null
      );
      return [el("li", {}, open)];
    });
    place.replaceChildren(
      ...(rows.length ? [el("ul", { class: "giocatori", "aria-label": "Giocatori con una penalità" }, ...rows)] : [])
    );
  }
}
