// Find players and their penalties in the Registro's state, and count the penalties. Pure.
import { penalty, titleOf } from "../verdict/verdict.js";
import { nameKey, similar, variant } from "./name-matching.js";
import { localDay } from "./local-time.js";
/** @import { Game, History } from "../verdict/types" */
/** @import { State, Entry, Player, Counter } from "./types" */

/**
 * Return a player with `event` set to the given event; null for an unknown id.
 * @param {State} state @param {string} id @param {string} event @returns {Player | null}
 */
export const playerIn = (state, id, event) => {
  const own = state.players.get(id);
  return own ? { ...own, event } : null;
};

/**
 * Return a player's penalties that count, in his event and a game, oldest first.
 * @param {State} state @param {string} book code @param {Player} player @returns {Entry[]}
 */
export const ofPlayer = (state, book, player) => {
  const id = state.players.get(player.id)?.id ?? player.id;
  return state.entries.filter(
    (e) => e.player === id && e.event === player.event && e.now.book === book && !e.gone.length
  );
};

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
 * Count the recorded penalties of one kind, for some infractions, on one day; a criterion left out matches all.
 * A penalty that came with another is counted too.
 * @param {Entry[]} entries @param {Counter} counter `day`: 'YYYY-MM-DD', local
 */
export const tally = (entries, { penalty, infractions, day }) =>
  entries
    .filter((e) => (!infractions || infractions.includes(e.now.infraction)) && (!day || localDay(e.now.time) === day))
    .reduce((sum, e) => sum + (penalty ? carried(e).filter((id) => id === penalty).length : 1), 0);

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
 * Count each penalty as escalation counts it for one infraction: number by penalty id.
 * Some escalation rules count each infraction, or each day, by itself.
 * @param {Game} game @param {Entry[]} entries
 * @param {{infraction: string, time: string | Date}} about `infraction`: id; `time`: when the penalty is given
 * @returns {History}
 */
export function historyFor(game, entries, { infraction, time }) {
  const has = historyOf(entries);
  for (const rule of game.escalations)
    if (rule.infractions?.includes(infraction))
      has[rule.penalty] = tally(entries, {
        penalty: rule.penalty,
        infractions: [infraction],
        day: rule.period === "day" ? localDay(time) : undefined
      });
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
/** @type {WeakMap<State, Map<string, Player[]>>} */
const lists = new WeakMap();

/**
 * Return the players with penalties in an event, removed ones included, by name.
 * @param {State} state @param {string} event its id @returns {Player[]}
 */
export function playersOf(state, event) {
  const own = lists.get(state) ?? new Map();
  lists.set(state, own);
  if (!own.has(event)) {
    const ids = new Set(state.entries.filter((e) => e.event === event).map((e) => e.player));
    const found = [...ids].flatMap((id) => playerIn(state, id, event) ?? []);
    own.set(
      event,
      found.sort((a, b) => ORDER.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
    );
  }
  return own.get(event) ?? [];
}

/**
 * Return the keys (`nameKey`) of all names that a player was recorded under.
 * @param {Player} player @returns {string[]}
 */
const keysOf = (player) => [player.name, ...player.records.map((r) => r.name)].map(nameKey);

/**
 * Return the players with exactly this name, but for case, accents and order of words.
 * @param {Player[]} players @param {string} typed @returns {Player[]}
 */
export function sameName(players, typed) {
  const key = nameKey(typed);
  return typed.trim() ? players.filter((p) => keysOf(p).includes(key)) : [];
}

/**
 * Return the players whose name may be another spelling of this one: «D Amico», «Rossi M.».
 * @param {Player[]} players @param {string} typed @returns {Player[]}
 */
export function variantsOf(players, typed) {
  const key = nameKey(typed);
  if (!typed.trim()) return [];
  return players.filter((p) => !keysOf(p).includes(key) && keysOf(p).some((own) => variant(own, key)));
}

/**
 * Return up to four players whose name may be meant by what is typed so far, without those of just that name.
 * @param {Player[]} players @param {string} typed @returns {Player[]}
 */
export const near = (players, typed) =>
  typed.trim() ? players.filter((p) => !keysOf(p).includes(nameKey(typed)) && similar(typed, p.name)).slice(0, 4) : [];

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
 * Tell whether a player has more than one penalty, so that the name is surely his.
 * @param {State} state @param {Player} player
 */
export const confirmed = (state, player) =>
  state.entries.filter((e) => e.player === player.id && e.event === player.event).length > 1;

/**
 * Write counts of penalties in Italian: «2 ammonizioni e 1 verbale»; "" without any.
 * @param {Game} game @param {History} has number by penalty id
 */
export const inWords = (game, has) =>
  game.counted
    .filter((c) => has[c.id])
    .map((c) => (has[c.id] === 1 ? `1 ${penalty(game, c.id).title.toLowerCase()}` : `${has[c.id]} ${c.plural}`))
    .join(" e ");
