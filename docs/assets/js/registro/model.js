// @ts-check
// What a judge asks of the Registro: who a player is, what he has, what the next penalty becomes. Pure.
import { outcome, penalty, plain } from "../verdict/verdict.js";
import { nameKey, similar } from "./names.js";

/** @typedef {import("../verdict/verdict.js").Game} Game @typedef {import("../verdict/verdict.js").History} History */
/** @typedef {import("./log.js").State} State @typedef {import("./log.js").Entry} Entry @typedef {import("./log.js").Player} Player @typedef {import("./log.js").Event} Event */

/** The penalties that count for a player, in one game. @param {State} state @param {string} book @param {string} player */
export const ofPlayer = (state, book, player) => {
  const id = state.players.get(player)?.id ?? player;
  return state.entries.filter((e) => e.player === id && e.now.book === book && !e.gone.length);
};

/** The penalties that an entry counts for. @param {Entry} entry */
export const carried = ({ now }) => [now.penalty, ...now.also.map((p) => p.id)];

/** The titles of what came along. @param {Game | undefined} game @param {Entry["now"]} now */
export const alongTitles = (game, now) =>
  now.also.map(({ id, title }) => title || (game?.penalties.find((p) => p.id === id)?.title ?? id));

/** How many of each penalty a player has, those that others brought along included. @param {State} state @param {string} book @param {string} player @returns {History} */
export function counts(state, book, player) {
  /** @type {History} */
  const all = {};
  for (const entry of ofPlayer(state, book, player)) for (const id of carried(entry)) all[id] = (all[id] ?? 0) + 1;
  return all;
}

/** How often a player was already dealt with for the same thing. @param {State} state @param {string} book @param {string} player @param {string} infraction */
export const sameInfraction = (state, book, player, infraction) =>
  ofPlayer(state, book, player).filter((e) => e.now.infraction === infraction);

const ORDER = new Intl.Collator("it");
/** @type {WeakMap<State, Map<string, Player[]>>} */
const lists = new WeakMap();

/** The players of an event who have, or had, a penalty, by name. @param {State} state @param {string} event @returns {Player[]} */
export function playersOf(state, event) {
  const own = lists.get(state) ?? new Map();
  lists.set(state, own);
  if (!own.has(event)) {
    const seen = new Set(state.entries.map((e) => e.player));
    const found = [...new Set(state.players.values())].filter((p) => p.event === event && seen.has(p.id));
    own.set(
      event,
      found.sort((a, b) => ORDER.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
    );
  }
  return own.get(event) ?? [];
}

/** Who has that very name. @param {Player[]} players @param {string} typed */
export function sameName(players, typed) {
  const key = nameKey(typed);
  return typed.trim() ? players.filter((p) => nameKey(p.name) === key) : [];
}

/** Who else it may be: his name begins like it. @param {Player[]} players @param {string} typed */
export const near = (players, typed) =>
  typed.trim() ? players.filter((p) => nameKey(p.name) !== nameKey(typed) && similar(typed, p.name)).slice(0, 4) : [];

/** Whether that the name is this player's has already been answered: somebody has given him a second penalty. @param {State} state @param {Player} player */
export const confirmed = (state, player) => state.entries.filter((e) => e.player === player.id).length > 1;

/** The event that is open on this phone: the one chosen here, while it is open; without a choice the last that was begun. @param {State} state @param {string} chosen @returns {Event | null} */
export function openEvent(state, chosen) {
  const own = state.events.get(chosen);
  if (own) return own.closed ? null : own;
  const open = [...new Set(state.events.values())].filter((e) => !e.closed);
  return open.sort((a, b) => b.l - a.l || (a.id < b.id ? 1 : -1))[0] ?? null;
}

/** «2 ammonizioni e 1 verbale». @param {Game} game @param {History} has */
export const inWords = (game, has) =>
  game.counted
    .filter((c) => has[c.id])
    .map((c) => (has[c.id] === 1 ? `1 ${penalty(game, c.id).title.toLowerCase()}` : `${has[c.id]} ${c.plural}`))
    .join(" e ");

/** What comes to him who receives one more: «alla prossima ammonizione: Espulsione». @param {Game} game @param {string[]} given @param {History} has */
export function coming(game, given, has) {
  const after = { ...has };
  for (const id of given) after[id] = (after[id] ?? 0) + 1;
  const rules = [...new Set(given)].map((id) =>
    game.escalations.find((e) => e.penalty === id && after[id] >= e.already)
  );
  return rules
    .flatMap((r) =>
      r ? [`alla prossima ${penalty(game, r.penalty).title.toLowerCase()}: ${penalty(game, r.becomes).title}`] : []
    )
    .join("; ");
}

/**
 * What giving `given` to somebody who has `has` means: the penalty in the end, those along, and what led to it in words.
 * @param {Game} game @param {string} given @param {History} has
 */
export function worked(game, given, has) {
  const { penalty: end, also, steps } = outcome(game, given, has);
  const title = (/** @type {string} */ id) => penalty(game, id).title;
  const led = steps
    .filter((s) => s.rule || !also.includes(s.after))
    .map((s) => {
      const rule = game.escalations.find((e) => e.id === s.rule);
      return rule
        ? `${title(s.before)} diventa ${title(s.after)}: ${plain(rule.text)}`
        : `${title(s.before)} porta con sé ${title(s.after)}`;
    });
  return { given, end, also, steps, led };
}
