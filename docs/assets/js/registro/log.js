// @ts-check
// The Registro as a log: operations that are only ever added, and the state that they make. Pure: it knows neither
// clock nor memory, so the same operations, in any order and however often, make the same Registro on every phone.
import { nameKey } from "./names.js";

/**
 * An operation. `l` is its logical clock (greater than that of all that its phone knew), `at` what the wall clock said:
 * shown, never compared. `event` is the event's log that it belongs to.
 * @typedef {{id: string, dev: string, l: number, at: string, event: string}} Head
 * What was given. `worked`: the penalty that the Registro came to, where the judge departed from it, with his `reason`;
 * `led`: in words, what led to it. Titles stay written even if the edition changes.
 * @typedef {{player: string, book: string, infraction: string, infractionTitle: string, penalty: string,
 *   penaltyTitle: string, also: {id: string, title: string}[], led: string[], worked: string, reason: string,
 *   table: string, round: string, note: string, time: string}} Fields
 * @typedef {{t: "given", entry: string} & Fields} Given
 * @typedef {{t: "corrected", entry: string, seen: string[]} & Fields} Corrected `seen`: the versions that it replaces
 * @typedef {{t: "withdrawn", entry: string}} Withdrawn
 * @typedef {{t: "undone", undoes: string[]}} Undone names the operations that no longer count; on a withdrawal it restores
 * @typedef {{t: "named", name: string, day: string}} Named the event's name, and a day on which it takes place
 * @typedef {{t: "closed"} | {t: "reopened"}} Closed
 * @typedef {{t: "joined", with: string}} Joined two logs are of one event
 * @typedef {{t: "player", player: string, name: string, number: string}} PlayerNamed
 * @typedef {{t: "same" | "other", a: string, b: string}} Identity two records are, or are not, one person
 * @typedef {{t: "merged", from: string[], added: number}} Merged another phone's log has come in
 * @typedef {Given | Corrected | Withdrawn | Undone | Named | Closed | Joined | PlayerNamed | Identity | Merged} Draft
 * @typedef {Head & Draft} Op
 * @typedef {Head & (Given | Corrected)} Version
 *
 * @typedef {{id: string, ids: string[], name: string, days: string[], closed: boolean, l: number}} Event
 * @typedef {{id: string, ids: string[], event: string, name: string, number: string}} Player
 * `heads`: the versions that no other replaces. `versions`: what they say; more than one is a conflict, and the last of
 * them counts. `gone`: the operations that took it away; none while it counts.
 * @typedef {{id: string, event: string, player: string, now: Version, heads: string[], versions: Version[], gone: string[], l: number}} Entry
 * @typedef {{events: Map<string, Event>, players: Map<string, Player>, entries: Entry[], questions: [Player, Player][],
 *   clock: number}} State  `events` and `players` know every id that a record ever had
 */

export const CLOCK_LIMIT = 2 ** 48; // a clock beyond it comes from a damaged file, and would leave no room for ours

const TEXTS = /** @type {const} */ ([
  "player",
  "book",
  "infraction",
  "infractionTitle",
  "penalty",
  "penaltyTitle",
  "worked",
  "reason",
  "table",
  "round",
  "note",
  "time"
]);

const ASKED = 20; // pairs of one name at once: thousands of namesakes, which a file can hold, are millions of pairs

/** The fields of each kind: "s" a text, "s+" a text that is not empty, "l" a list of texts, "n" a number. @type {Record<string, Record<string, string>>} */
const SHAPES = {
  given: { entry: "s+", player: "s+", book: "s+", penalty: "s+", time: "s+" },
  corrected: { entry: "s+", player: "s+", book: "s+", penalty: "s+", time: "s+", seen: "l" },
  withdrawn: { entry: "s+" },
  undone: { undoes: "l" },
  named: { name: "s", day: "s" },
  closed: {},
  reopened: {},
  joined: { with: "s+" },
  player: { player: "s+", name: "s+", number: "s" },
  same: { a: "s+", b: "s+" },
  other: { a: "s+", b: "s+" },
  merged: { from: "l", added: "n" }
};

/** @type {Record<string, (given: any) => boolean>} */
const FITS = {
  n: (given) => Number.isFinite(given),
  l: (given) => Array.isArray(given) && given.every((one) => typeof one === "string"),
  s: (given) => typeof given === "string",
  "s+": (given) => typeof given === "string" && given.trim() !== ""
};

/** Whether it says what a penalty is. @param {Op} op @returns {op is Version} */
const isVersion = (op) => op.t === "given" || op.t === "corrected";

const DEPTH = 8; // levels: of an operation that is nested without end neither the tab nor the store can keep a copy

/** @param {unknown} value @param {number} [levels] @returns {boolean} */
const shallow = (value, levels = DEPTH) =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => shallow(one, levels - 1)));

/**
 * An operation that can be trusted to have its fields. One of a kind that this page does not know (a newer page has
 * written it) passes whole: it is kept and handed on, though it does nothing here.
 * @param {any} value @returns {Op}
 * @throws {TypeError} that says what is missing
 */
export function checkedOp(value) {
  if (typeof value !== "object" || value === null) throw new TypeError("la riga non è un’operazione");
  if (!shallow(value)) throw new TypeError("è annidata troppo");
  for (const field of ["id", "dev", "at", "event", "t"])
    if (typeof value[field] !== "string" || !value[field]) throw new TypeError(`manca «${field}»`);
  if (!Number.isSafeInteger(value.l) || value.l < 1 || value.l > CLOCK_LIMIT)
    throw new TypeError(`l’orologio «${value.l}» non vale`);
  for (const [field, kind] of Object.entries(SHAPES[value.t] ?? {})) {
    if (!FITS[kind](value[field])) throw new TypeError(`manca «${field}»`);
  }
  return isVersion(value) ? wholeVersion(value) : value;
}

/** @param {any} value @returns {Version} */
function wholeVersion(value) {
  const also = (Array.isArray(value.also) ? value.also : []).filter(
    (/** @type {any} */ p) => typeof p?.id === "string"
  );
  const whole = { ...value, also, led: Array.isArray(value.led) ? value.led.map(String) : [] };
  for (const field of TEXTS) if (typeof whole[field] !== "string") whole[field] = "";
  whole.penaltyTitle ||= whole.penalty;
  if (Number.isNaN(Date.parse(whole.time))) throw new TypeError(`l’ora «${whole.time}» non è un’ora`);
  return whole;
}

/** @param {Head} a @param {Head} b */
const byClock = (a, b) =>
  a.l - b.l || (a.dev < b.dev ? -1 : a.dev > b.dev ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * What of `ops` is new to `log`, which receives it. Two different operations under one id can only be damage: every
 * phone keeps the same one of them.
 * @param {Map<string, Op>} log @param {Iterable<Op>} ops @returns {Op[]}
 */
export function union(log, ops) {
  const added = [];
  for (const op of ops) {
    const own = log.get(op.id);
    if (own && (own === op || canonical(own) >= canonical(op))) continue;
    log.set(op.id, op);
    added.push(op);
  }
  return added;
}

/** JSON with its keys in order. @param {any} value @returns {string} */
const canonical = (value) =>
  JSON.stringify(value, (_, v) =>
    v && typeof v === "object" && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v
  );

/** Records that turn out to be one. */
class Classes {
  constructor() {
    /** @type {Map<string, string>} */
    this.parent = new Map();
  }
  /** The least id of the class: the same whatever was joined first. @param {string} id @returns {string} */
  root(id) {
    let at = id;
    for (let up = this.parent.get(at); up !== undefined; up = this.parent.get(at)) at = up;
    return at;
  }
  /** @param {string} a @param {string} b */
  join(a, b) {
    const [low, high] = [this.root(a), this.root(b)].sort();
    if (low !== high) this.parent.set(high, low);
  }
}

/** The Registro that a log makes. @param {Iterable<Op>} ops @returns {State} */
export function folded(ops) {
  const sorted = [...ops].sort(byClock);
  const dead = undone(sorted);
  const alive = sorted.filter((op) => !dead.has(op.id));
  const events = foldEvents(sorted, alive);
  const players = foldPlayers(alive, events);
  const entries = foldEntries(sorted, dead, events, players);
  const clock = sorted.length ? sorted[sorted.length - 1].l : 0;
  return { events, players, entries, questions: namesakes(alive, players), clock };
}

/** The operations that others undo, each with those that do. The last ones speak first: an undoing can be undone. @param {Op[]} sorted */
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

/** @param {Op[]} sorted @param {Op[]} alive @returns {Map<string, Event>} */
function foldEvents(sorted, alive) {
  const classes = new Classes();
  for (const op of alive) if (op.t === "joined") classes.join(op.event, op.with);
  /** @type {Map<string, Event>} */
  const events = new Map();
  for (const { event: id, l } of sorted) {
    const root = classes.root(id);
    const own = events.get(root) ?? { id: root, ids: [], name: "", days: [], closed: false, l };
    events.set(root, own).set(id, own);
    if (!own.ids.includes(id)) own.ids.push(id);
  }
  for (const op of alive) {
    const own = /** @type {Event} */ (events.get(op.event));
    if (op.t === "named") {
      own.name = op.name;
      if (op.day && !own.days.includes(op.day)) own.days.push(op.day);
    } else if (op.t === "closed" || op.t === "reopened") own.closed = op.t === "closed";
  }
  for (const own of events.values()) {
    own.ids.sort();
    own.days.sort();
  }
  return events;
}

/** @param {string} a @param {string} b */
const pair = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** The answers to «lo stesso?», the last one on each pair. @param {Op[]} alive */
function answers(alive) {
  /** @type {Map<string, Head & Identity>} */
  const last = new Map();
  for (const op of alive) if (op.t === "same" || op.t === "other") last.set(pair(op.a, op.b), op);
  return [...last.values()];
}

/** @param {Op[]} alive @param {Map<string, Event>} events @returns {Map<string, Player>} */
function foldPlayers(alive, events) {
  const classes = new Classes();
  for (const op of answers(alive)) if (op.t === "same") classes.join(op.a, op.b);
  /** @type {Map<string, Player>} */
  const players = new Map();
  const record = (/** @type {string} */ id, /** @type {string} */ event, name = "") => {
    const root = classes.root(id);
    const own = players.get(root) ?? { id: root, ids: [], event: events.get(event)?.id ?? event, name, number: "" };
    for (const one of new Set([root, id])) if (!players.has(one)) players.set(one, own);
    if (!own.ids.includes(id)) own.ids.push(id);
    return own;
  };
  for (const op of alive)
    if (op.t === "player") {
      const own = record(op.player, op.event);
      own.name = op.name;
      own.number = op.number || own.number;
    }
  // a penalty whose player's record has not arrived is not lost for that
  for (const op of alive) if (isVersion(op) && !players.has(op.player)) record(op.player, op.event, "?");
  for (const own of players.values()) own.ids.sort();
  return players;
}

/** @param {Op[]} sorted @param {Map<string, string[]>} dead @param {Map<string, Event>} events @param {Map<string, Player>} players @returns {Entry[]} */
function foldEntries(sorted, dead, events, players) {
  const { all, replaced } = foldVersions(sorted, dead);
  const entries = [];
  for (const [id, { versions, gone, l, time }] of all) {
    const heads = versions.filter((v) => !replaced.has(v.id));
    const now = heads[heads.length - 1] ?? versions[versions.length - 1];
    if (!now) continue; // its giving has not arrived yet
    const event = events.get(now.event)?.id ?? now.event;
    const player = /** @type {Player} */ (players.get(now.player) ?? players.get(versions[0].player))?.id ?? now.player;
    entries.push({
      entry: { id, event, player, now, heads: heads.map((v) => v.id), versions: distinct(heads, players), gone, l },
      time
    });
  }
  entries.sort(
    (a, b) => a.entry.l - b.entry.l || (a.time < b.time ? -1 : a.time > b.time ? 1 : a.entry.id < b.entry.id ? -1 : 1)
  );
  return entries.map(({ entry }) => entry);
}

/** Of each entry what was said of it and what took it away; and the versions that a correction replaces. @param {Op[]} sorted @param {Map<string, string[]>} dead */
function foldVersions(sorted, dead) {
  /** @type {Map<string, {versions: Version[], gone: string[], l: number, time: string}>} */
  const all = new Map();
  const replaced = new Set();
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
    if (op.t === "corrected" && alive) for (const id of op.seen) replaced.add(id);
  }
  return { all, replaced };
}

/** Versions that say the same are one, the last. @param {Version[]} heads @param {Map<string, Player>} players */
function distinct(heads, players) {
  if (heads.length < 2) return heads;
  const content = (/** @type {Version} */ v) => {
    const { id, dev, l, at, event, t, entry, ...fields } = v;
    return canonical({ ...fields, seen: 0, player: nameKey(players.get(v.player)?.name ?? v.player) });
  };
  return [...new Map(heads.map((v) => [content(v), v])).values()].sort(byClock);
}

/** Records of one event with one name that nobody has said to be one person or two. @param {Op[]} alive @param {Map<string, Player>} players @returns {[Player, Player][]} */
function namesakes(alive, players) {
  const told = new Set();
  for (const op of answers(alive))
    if (op.t === "other") told.add(pair(players.get(op.a)?.id ?? op.a, players.get(op.b)?.id ?? op.b));
  /** @type {Map<string, Player[]>} */
  const groups = new Map();
  for (const own of new Set(players.values())) {
    const key = `${own.event} ${nameKey(own.name)}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(own);
  }
  /** @type {[Player, Player][]} */
  const pairs = [];
  for (const group of groups.values()) {
    group.sort((a, b) => (a.id < b.id ? -1 : 1));
    const most = pairs.length + ASKED;
    for (let i = 0; i < group.length && pairs.length < most; i++)
      for (let j = i + 1; j < group.length && pairs.length < most; j++)
        if (!told.has(pair(group[i].id, group[j].id))) pairs.push([group[i], group[j]]);
  }
  return pairs;
}
