// Find players and their penalties in the Registro's state, and count the penalties. Pure.
import { penalty, titleOf } from "../verdict/verdict.js";
import { nameKey, similar, variant } from "./name-matching.js";
import { localDay } from "./local-time.js";
import { byId } from "./operations.js";
/** @import { Escalation, Game, History } from "../verdict/types" */
/** @import { State, Entry, Player } from "./types" */

/**
 * Return a player, with `event` set to the given event; null if he neither belongs to it nor has penalties in it.
 * @param {State} state @param {string} id @param {string} event @returns {Player | null}
 */
export function playerIn(state, id, event) {
  const own = state.players.get(id);
  const there = own?.event === event || state.entries.some((e) => e.player === own?.id && e.event === event);
  return own && there ? { ...own, event } : null;
}

/** Return an event's penalties, removed ones included, oldest first. @param {State} state @param {string} event id */
export const entriesIn = (state, event) => state.entries.filter((e) => e.event === event);

/** Return an event's penalties that count, oldest first. @param {State} state @param {string} event id */
export const countingIn = (state, event) => entriesIn(state, event).filter((e) => !e.gone.length);

/**
 * Return a player's penalties that count, in his event and a game, oldest first.
 * @param {State} state @param {string} book code, or "" for all games @param {Player} player
 */
export const ofPlayer = (state, book, player) => {
  const id = state.players.get(player.id)?.id ?? player.id;
  return countingIn(state, player.event).filter((e) => e.player === id && (!book || e.now.book === book));
};

/** Return a player's name, with the number if there is one. @param {{name: string, number: string}} player */
export const named = ({ name, number }) => `${name}${number ? ` (${number})` : ""}`;

/**
 * Return a player's penalties that count and were given before another penalty, or all if it is left out.
 * @param {State} state @param {string} book code @param {Player | null} player without one: []
 * @param {Entry} [entry] the other penalty
 */
export function earlierOf(state, book, player, entry) {
  const all = player ? ofPlayer(state, book, player) : [];
  const place = (/** @type {Entry | undefined} */ one) => state.entries.findIndex((e) => e.id === one?.id);
  return entry ? all.filter((e) => place(e) < place(entry)) : all;
}

/** Return the ids of a recorded penalty and of those that came with it. @param {Entry} entry @returns {string[]} */
export const carried = ({ now }) => [now.penalty, ...now.also.map((p) => p.id)];

/**
 * Return the titles of the penalties that came with a recorded one.
 * @param {Game | undefined} game @param {Entry["now"]} now @returns {string[]}
 */
export const alongTitles = (game, now) => now.also.map(({ id, title }) => title || titleOf(game, id));

/** Say where a penalty was given: «turno 2, tavolo 4»; "" if unknown. @param {Entry["now"]} now */
export const placeOf = ({ round, table }) =>
  [round && `turno ${round}`, table && `tavolo ${table}`].filter(Boolean).join(", ");

/**
 * Count each penalty, those that came with another included: number by penalty id.
 * @param {Entry[]} entries @returns {History}
 */
export function historyOf(entries) {
  /** @type {History} */
  const has = {};
  for (const entry of entries) for (const id of carried(entry)) has[id] = (has[id] ?? 0) + 1;
  return has;
}

/**
 * Count the penalties that an escalation rule counts: of one infraction, or day, if it counts each by itself.
 * @param {Escalation} rule @param {Entry[]} entries
 * @param {{infraction: string, time: string | Date}} about `infraction`: id; `time`: when the penalty is given
 */
export function countBy(rule, entries, { infraction, time }) {
  const day = localDay(time);
  const counted = !rule.infractions
    ? entries
    : entries.filter(
        ({ now }) => now.infraction === infraction && (rule.period !== "day" || localDay(now.time) === day)
      );
  return historyOf(counted)[rule.penalty] ?? 0;
}

/**
 * Count each penalty as escalation counts it for one infraction: number by penalty id.
 * @param {Game} game @param {Entry[]} entries
 * @param {{infraction: string, time: string | Date}} about `infraction`: id; `time`: when the penalty is given
 * @returns {History}
 */
export function historyFor(game, entries, about) {
  const has = historyOf(entries);
  for (const rule of game.escalations)
    if (rule.infractions?.includes(about.infraction)) has[rule.penalty] = countBy(rule, entries, about);
  return has;
}

/**
 * Count a player's penalties in a game: number by penalty id.
 * @param {State} state @param {string} book code @param {Player} player @returns {History}
 */
export const counts = (state, book, player) => historyOf(ofPlayer(state, book, player));

/**
 * Count a player's penalties as they count for an infraction now: number by penalty id.
 * @param {State} state @param {Game} game @param {Player} player @param {string} infraction @returns {History}
 */
export const countsFor = (state, game, player, infraction) =>
  historyFor(game, ofPlayer(state, game.book, player), { infraction, time: new Date() });

/**
 * Return a player's earlier penalties for one infraction.
 * @param {State} state @param {string} book code @param {Player} player @param {string} infraction @returns {Entry[]}
 */
export const sameInfraction = (state, book, player, infraction) =>
  ofPlayer(state, book, player).filter((e) => e.now.infraction === infraction);

const ORDER = new Intl.Collator("it");

/**
 * Return the players with penalties in an event, removed ones included, by name.
 * @param {State} state @param {string} event its id @returns {Player[]}
 */
export function playersOf(state, event) {
  const ids = new Set(entriesIn(state, event).map((e) => e.player));
  return [...new Set(state.players.values())]
    .filter((own) => ids.has(own.id))
    .map((own) => ({ ...own, event }))
    .sort((a, b) => ORDER.compare(a.name, b.name) || byId(a, b));
}

/**
 * Return the players that a typed name may mean: `exact`, those of just this name, but for case, accents and order of
 * words; `variants`, those of another spelling of it («D Amico», «Rossi M.»); `near`, up to four whom it may begin.
 * @param {Player[]} players @param {string} typed
 */
export function meant(players, typed) {
  const key = nameKey(typed);
  const left = new Set(typed.trim() ? players : []);
  const take = (/** @type {(player: Player, keys: string[]) => boolean} */ fits) =>
    [...left].filter((player) => {
      const keys = [player.name, ...player.records.map((r) => r.name)].map(nameKey);
      return fits(player, keys) && left.delete(player);
    });
  return {
    exact: take((_, keys) => keys.includes(key)),
    variants: take((_, keys) => keys.some((own) => variant(own, key))),
    near: take(({ name }) => similar(typed, name)).slice(0, 4)
  };
}

/**
 * Return the only player whose whole name is in a text; null if none or several.
 * @param {Player[]} players @param {string} text @returns {Player | null}
 */
export function namedIn(players, text) {
  const words = new Set(nameKey(text).split(" "));
  const found = players.filter((p) => {
    const own = nameKey(p.name).split(" ");
    return own.length > 1 && own.every((word) => words.has(word));
  });
  return found.length === 1 ? found[0] : null;
}

/**
 * Write counts of penalties in Italian: «2 ammonizioni e 1 verbale»; "" without any.
 * @param {Game} game @param {History} has number by penalty id
 */
export const inWords = (game, has) =>
  game.counted
    .filter((c) => has[c.id])
    .map((c) => (has[c.id] === 1 ? `1 ${penalty(game, c.id).title.toLowerCase()}` : `${has[c.id]} ${c.plural}`))
    .join(" e ");
