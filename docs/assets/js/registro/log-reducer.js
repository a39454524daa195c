// Compute the state of the Registro (events, players, penalties) from its log of operations.
// Pure: the same operations, in any order and however often, give the same state on every phone.
import { answers, namesakes } from "./record-linkage.js";
import { byClock, byId, canonical, compare, fieldsIn, isVersion } from "./operations.js";
import { nameKey } from "./name-matching.js";
/** @import { Op, Version, Event, Player, Entry, State } from "./types" */

const GAP = 1e7; // operations: no phone has written so many that another has not seen

/**
 * Compute the state that operations lead to, in whatever order they come.
 * @param {Iterable<Op>} ops @returns {State}
 */
export function folded(ops) {
  const { sorted, clock } = ordered(ops);
  const dead = undone(sorted);
  const alive = sorted.filter((op) => !dead.has(op.id));
  const { root, apart } = answers(alive);
  const events = foldEvents(sorted, alive, root);
  const players = foldPlayers(alive, events, root);
  const entries = foldEntries(sorted, dead, events, players);
  return { events, players, entries, questions: namesakes(players, entries, apart), apart, clock };
}

/**
 * Sort operations by logical clock; return them (`sorted`) and the greatest clock.
 * A clock far ahead of all others is damaged: its operations count as the oldest.
 * @param {Iterable<Op>} ops @returns {{sorted: Op[], clock: number}}
 */
function ordered(ops) {
  const all = [...ops].sort(byClock);
  const sound = all.findIndex((op, i) => op.l - (i ? all[i - 1].l : 0) > GAP);
  const sorted = sound < 0 ? all : [...all.slice(sound).map((op) => ({ ...op, l: 0 })), ...all.slice(0, sound)];
  return { sorted, clock: sorted.at(-1)?.l ?? 0 };
}

/**
 * Map each undone operation's id to the ids of those that undo it; an undoing can itself be undone.
 * @param {Op[]} sorted oldest first @returns {Map<string, string[]>}
 */
function undone(sorted) {
  const place = new Map(sorted.map((op, i) => [op.id, i]));
  /** @type {Map<string, string[]>} */
  const dead = new Map();
  for (let i = sorted.length - 1; i >= 0; i--) {
    const op = sorted[i];
    if (op.t !== "undone" || dead.has(op.id)) continue;
    for (const target of op.undoes)
      if ((place.get(target) ?? i) < i) dead.set(target, [...(dead.get(target) ?? []), op.id]);
  }
  return dead;
}

/**
 * Return the events by id; events that were joined are one, found under each of their ids.
 * @param {Op[]} sorted all operations, oldest first @param {Op[]} alive those not undone
 * @param {(id: string) => string} root the least id of an event's @returns {Map<string, Event>}
 */
function foldEvents(sorted, alive, root) {
  /** @type {Map<string, Event>} */
  const events = new Map();
  for (const { event: id, l } of sorted) {
    const first = root(id);
    const own = events.get(first) ?? { id: first, name: "", days: [], parts: [], closings: [], closed: false, l };
    events.set(first, own).set(id, own);
    if (!own.parts.some((part) => part.id === id)) own.parts.push({ id, name: "" });
  }
  /** @type {Map<string, Op>} the last closing or reopening by each phone */
  const last = new Map();
  for (const op of alive) {
    const own = /** @type {Event} */ (events.get(op.event));
    if (op.t === "named") {
      for (const part of own.parts) if (part.id === op.event) part.name = op.name;
      // a log without a name says nothing about that of another log of the same event
      own.name = op.name || (own.parts.find((part) => part.name)?.name ?? "");
      if (op.day && !own.days.includes(op.day)) own.days.push(op.day);
    } else if (op.t === "closed" || op.t === "reopened") {
      own.closed = op.t === "closed";
      last.set(`${op.dev} ${own.id}`, op);
    }
  }
  for (const { id, dev, at, event, t } of last.values())
    if (t === "closed") events.get(event)?.closings.push({ id, dev, at });
  for (const own of new Set(events.values())) {
    own.parts.sort(byId);
    own.days.sort();
    own.closings.sort(byId);
  }
  return events;
}

/**
 * Return the players by id; records of one person are one player, found under each of their ids.
 * @param {Op[]} alive operations not undone, oldest first @param {Map<string, Event>} events by id
 * @param {(id: string) => string} root the least id of a person's records @returns {Map<string, Player>}
 */
function foldPlayers(alive, events, root) {
  /** @type {Map<string, Player>} */
  const players = new Map();
  const record = (/** @type {string} */ id, /** @type {string} */ event, name = "") => {
    const first = root(id);
    const fresh = { id: first, event: events.get(event)?.id ?? event, name, number: "", records: [] };
    const own = players.get(first) ?? fresh;
    players.set(first, own).set(id, own);
    const known = own.records.find((r) => r.id === id) ?? { id, name, number: "" };
    if (!own.records.includes(known)) own.records.push(known);
    return { own, known };
  };
  for (const op of alive)
    if (op.t === "player") {
      const { own, known } = record(op.player, op.event);
      own.name = known.name = op.name;
      known.number = op.number;
      // a record without a number says nothing about that of another record of the same person
      own.number = op.number || (own.records.find((r) => r.number)?.number ?? "");
    }
  // a penalty whose player's record has not arrived is not lost for that
  for (const op of alive) if (isVersion(op) && !players.has(op.player)) record(op.player, op.event, "?");
  for (const own of players.values()) own.records.sort(byId);
  return players;
}

/**
 * Return the recorded penalties in the order in which they were given.
 * @param {Op[]} sorted all operations, oldest first
 * @param {Map<string, string[]>} dead undone operations → those that undo them
 * @param {Map<string, Event>} events @param {Map<string, Player>} players @returns {Entry[]}
 */
function foldEntries(sorted, dead, events, players) {
  const { all, replaced } = foldVersions(sorted, dead);
  const inOrder = [...all].sort(([a, x], [b, y]) => x.l - y.l || compare(x.time, y.time) || compare(a, b));
  return inOrder.flatMap(([id, { versions, gone }]) => {
    const heads = versions.filter((v) => !replaced.has(v.id));
    const now = heads.at(-1) ?? versions.at(-1);
    if (!now) return []; // its giving has not arrived yet
    const event = events.get(now.event)?.id ?? now.event;
    const player = (players.get(now.player) ?? players.get(versions[0].player))?.id ?? now.player;
    return { id, event, player, now, heads: heads.map((v) => v.id), versions: distinct(heads, players), gone };
  });
}

/**
 * Collect each penalty's versions, and the ids of versions that a correction replaces.
 * Returns `all`, by penalty id, and the set `replaced`; `gone`: operations that took the penalty away. Undoing a
 * correction brings back what it replaced, unless a later one replaces it too.
 * @param {Op[]} sorted all operations, oldest first
 * @param {Map<string, string[]>} dead undone operations → those that undo them
 */
function foldVersions(sorted, dead) {
  /** @type {Map<string, {versions: Version[], gone: string[], l: number, time: string}>} */
  const all = new Map();
  const replaced = new Set();
  /** @type {Map<string, string[]>} */
  const seen = new Map();
  const replacing = [];
  for (const op of sorted) {
    if (!isVersion(op) && op.t !== "withdrawn") continue;
    const own = all.get(op.entry) ?? { versions: [], gone: [], l: op.l, time: "" };
    all.set(op.entry, own);
    const alive = !dead.has(op.id);
    if (op.t === "withdrawn") {
      if (alive) own.gone.push(op.id);
      continue;
    }
    own.time ||= op.time;
    // a giving that was undone is a penalty taken away, whatever somebody corrected in it meanwhile
    if (op.t === "given") own.gone.push(...(dead.get(op.id) ?? []));
    if (op.t === "given" || alive) own.versions.push(op);
    if (op.t !== "corrected") continue;
    seen.set(op.id, op.seen);
    if (alive) replacing.push(...op.seen);
  }
  for (const id of replacing) {
    if (replaced.has(id)) continue;
    replaced.add(id);
    replacing.push(...(seen.get(id) ?? []));
  }
  return { all, replaced };
}

/**
 * Return versions of a penalty without those that say the same; of these the last stays.
 * @param {Version[]} heads @param {Map<string, Player>} players by id @returns {Version[]}
 */
function distinct(heads, players) {
  if (heads.length < 2) return heads;
  const content = (/** @type {Version} */ v) =>
    canonical({ ...fieldsIn(v), seen: 0, player: nameKey(players.get(v.player)?.name ?? v.player) });
  return [...new Map(heads.map((v) => [content(v), v])).values()].sort(byClock);
}
