// Link records that are one player, and events that are one; find players that may be one. Pure.
import { byId } from "./operations.js";
import { marks, nameKey, variant } from "./name-matching.js";
/** @import { Op, Player, Entry } from "./types" */

const ASKED = 20; // pairs of one name at once: thousands of namesakes, which a file can hold, are millions of pairs
const COMPARED = 20_000; // names that may be variants: an event has some hundreds, a file made on purpose any number

/** Return a key of two ids, the same in either order. @param {string} a @param {string} b */
export const pair = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);

/**
 * Return which events, and which records of players, are one and which are two; of answers on a pair the last counts.
 * @param {Op[]} alive operations not undone, oldest first
 * @returns {{root: (id: string) => string, apart: [string, string][]}} `root` returns the least of the ids that are
 *   one with an id; `apart`: pairs that are two
 */
export function answers(alive) {
  /** @type {Map<string, {ids: [string, string], one: boolean}>} */
  const last = new Map();
  const note = (/** @type {string} */ a, /** @type {string} */ b, /** @type {boolean} */ one) =>
    a !== b && last.set(pair(a, b), { ids: [a, b], one });
  for (const op of alive)
    if (op.t === "joined" || op.t === "parted") note(op.event, op.with, op.t === "joined");
    else if (op.t === "same" || op.t === "other") note(op.a, op.b, op.t === "same");
  /** @type {Map<string, string>} */
  const lower = new Map();
  const root = (/** @type {string} */ id) => {
    for (let next = lower.get(id); next !== undefined; next = lower.get(id)) id = next;
    return id;
  };
  for (const { ids, one } of last.values()) {
    const [low, high] = ids.map(root).sort();
    if (one && low !== high) lower.set(high, low);
  }
  return { root, apart: [...last.values()].flatMap(({ ids, one }) => (one ? [] : [ids])) };
}

/**
 * Return pairs of players of one event that may be one person, of which the judge has said nothing yet.
 * @param {Map<string, Player>} players @param {Entry[]} entries
 * @param {[string, string][]} apart pairs of records said to be two persons
 * @returns {[Player, Player][]}
 */
export function namesakes(players, entries, apart) {
  const told = new Set(apart.map(([a, b]) => pair(players.get(a)?.id ?? a, players.get(b)?.id ?? b)));
  /** @type {Map<string, Map<string, Player>>} */
  const events = new Map();
  for (const { event, player } of entries) {
    const own = players.get(player);
    if (own) events.set(event, (events.get(event) ?? new Map()).set(own.id, own));
  }
  /** @type {[Player, Player][]} */
  const pairs = [];
  for (const [event, own] of events) {
    const most = pairs.length + ASKED;
    for (const [a, b] of candidates([...own.values()])) {
      if (pairs.length >= most) break;
      if (!told.has(pair(a.id, b.id)))
        pairs.push([
          { ...a, event },
          { ...b, event }
        ]);
    }
  }
  return pairs;
}

/**
 * Yield pairs of players whose names are equal or variants.
 * @param {Player[]} players @returns {Generator<[Player, Player]>}
 */
function* candidates(players) {
  const sorted = [...players].sort(byId);
  /** @type {Map<string, Player[]>} */
  const groups = new Map();
  for (const player of sorted)
    for (const key of new Set(player.records.map((r) => nameKey(r.name))))
      groups.set(key, [...(groups.get(key) ?? []), player]);
  const seen = new Set();
  const both = function* (/** @type {string} */ one, /** @type {string} */ other) {
    for (const a of groups.get(one) ?? [])
      for (const b of groups.get(other) ?? []) {
        const [low, high] = a.id < b.id ? [a, b] : [b, a];
        if (low.id === high.id || seen.has(pair(low.id, high.id))) continue;
        seen.add(pair(low.id, high.id));
        yield /** @type {[Player, Player]} */ ([low, high]);
      }
  };
  for (const key of groups.keys()) yield* both(key, key);
  let left = COMPARED;
  for (const alike of likely([...groups.keys()]))
    for (let i = 0; i < alike.length; i++)
      for (let j = i + 1; j < alike.length && left-- > 0; j++)
        if (variant(alike[i], alike[j])) yield* both(alike[i], alike[j]);
}

/** Group name keys that may be variants: same letters, or same initials. @param {string[]} keys */
function likely(keys) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const key of keys)
    for (const mark of marks(key)) {
      const group = groups.get(mark);
      if (group) group.push(key);
      else groups.set(mark, [key]);
    }
  return [...groups.values()].filter((group) => group.length > 1);
}
