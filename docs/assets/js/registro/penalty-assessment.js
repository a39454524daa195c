// @ts-check
// Compute penalties, and recheck earlier ones at every change.
// Giving, correcting and looking again all go through here. Pure.
import { byCount, allowed, outcome, penalty, plain, titleOf } from "../verdict/verdict.js";
import { historyFor, historyOf, inWords, tally } from "./player-history.js";
import { localDay } from "./local-time.js";
/** @import { Game, History, Infraction } from "../verdict/types.d.ts" */
/** @import { State, Entry, Fields, Worked, Mark, Decision, Details } from "./types.d.ts" */

/**
 * Compute a penalty for a player with earlier penalties (`has`), and what led to it, in words.
 * @param {Game} game @param {string} given @param {History} has @param {string} infraction @returns {Worked}
 */
export function worked(game, given, has, infraction) {
  const { penalty: end, also, steps } = outcome(game, given, has, infraction);
  const led = steps
    .filter((s) => s.rule || !also.includes(s.after))
    .map((s) => {
      const rule = game.escalations.find((e) => e.id === s.rule);
      return rule
        ? `${titleOf(game, s.before)} diventa ${titleOf(game, s.after)}: ${plain(rule.text)}`
        : `${titleOf(game, s.before)} porta con sé ${titleOf(game, s.after)}`;
    });
  return { given, end, also, led };
}

/**
 * Decide the final penalty for each of `bases`.
 * Two that grow to the same penalty are one choice; `instead` is what the judge gives in its place.
 * @param {Game} game @param {{bases: string[], base: string, instead: string, has: History, infraction: string}} choice
 * @returns {Decision}
 */
export function decision(game, { bases, base, instead, has, infraction }) {
  const all = bases.map((one) => worked(game, one, has, infraction)).reverse();
  const ways = [...new Map(all.map((w) => [w.end, w])).values()].reverse();
  const result = ways.length === 1 ? ways[0] : (ways.find((w) => w.given === base) ?? null);
  return { ways, result, end: instead || result?.end || "", departs: Boolean(instead) && instead !== result?.end };
}

/**
 * Return the label of the button that gives or corrects a penalty.
 * @param {Game | undefined} game @param {string} end
 */
export const sendText = (game, end) => {
  const known = game?.penalties.find((p) => p.id === end);
  return known ? `Registra ${known.title}` : "Registra";
};

/**
 * Return the fields of the Registro’s entry for a decision.
 * If the player’s earlier penalties lead to another penalty, the entry has that one.
 * @param {Game} game
 * @param {{decision: Decision, earlier: Entry[], infraction: {id: string, title: string}, answers: string[], player:
 *   string, details: Details, time: string, must: boolean}} about `must`: a reason is asked for @returns {Fields}
 */
export function fieldsOf(game, { decision, earlier, infraction, answers, player, details, time, must }) {
  const { result, end, departs } = decision;
  const along = departs ? worked(game, end, {}, infraction.id).also : (result?.also ?? []);
  const base = result?.given ?? end;
  const registered = expectedOf(game, { base, answers, infraction: infraction.id, time }, earlier);
  const verdict = departs ? (result?.end ?? "") : must && registered?.end !== end ? (registered?.end ?? "") : "";
  return {
    player,
    book: game.book,
    infraction: infraction.id,
    infractionTitle: infraction.title,
    penalty: end,
    penaltyTitle: titleOf(game, end),
    base,
    answers,
    also: along.map((id) => ({ id, title: titleOf(game, id) })),
    led: departs ? [] : (result?.led ?? []),
    worked: verdict && titleOf(game, verdict),
    expected: must && registered ? registered.end : "",
    ...details,
    reason: must || departs ? details.reason : "",
    time
  };
}

/**
 * Return an entry's penalty before escalation; "" if unknown.
 * As written, or by the first of the steps that led to it, which older pages have written in words only.
 * @param {Game} game @param {Entry["now"]} now
 */
export function baseOf(game, now) {
  const known = (/** @type {string} */ id) => (game.penalties.some((p) => p.id === id) ? id : "");
  if (!known(now.penalty)) return "";
  if (now.base) return known(now.base);
  if (!now.led.length) return now.penalty;
  const [, title] = /^(.*?) (?:diventa|porta con sé) /.exec(now.led[0]) ?? [];
  return game.penalties.find((p) => p.title === title)?.id ?? "";
}

/**
 * Compute a penalty from the entries before it; null if the tables cannot say.
 * @param {Game} game @param {{base: string, answers: string[], infraction: string, time: string}} what
 * @param {Entry[]} earlier
 */
export function expectedOf(game, { base, answers, infraction, time }, earlier) {
  const about = game.infractions.find((i) => i.id === infraction);
  const right = about ? baseNow(game, about, { base, answers, earlier }) : base;
  return right ? worked(game, right, historyFor(game, earlier, { infraction, time }), infraction) : null;
}

/**
 * Return the base penalty, recounting the answers about earlier cases of the infraction.
 * @param {Game} game @param {Infraction} infraction @param {{base: string, answers: string[], earlier: Entry[]}} what
 */
function baseNow(game, infraction, { base, answers, earlier }) {
  const given = new Map(answers.map((text) => [text.slice(0, text.indexOf(".")), text.slice(text.indexOf(".") + 1)]));
  const asked = infraction.questions.filter((q) => q.history && given.has(q.id));
  if (!asked.length) return base;
  const before = tally(earlier, { infractions: [infraction.id] });
  for (const question of asked) given.set(question.id, byCount(question, before)?.id ?? "");
  let tree = infraction.tree;
  while (typeof tree !== "number") {
    tree = tree.a[given.get(tree.q) ?? ""];
    if (tree === undefined) return base;
  }
  const bases = allowed(game, infraction.rows[tree]).filter((id) => penalty(game, id).grade > 0);
  return bases.length && !bases.includes(base) ? bases[0] : base;
}

/** @param {Entry["now"]} now @param {Worked} expected */
function follows(now, expected) {
  const ids = (/** @type {string[]} */ list) => [...list].sort().join(" ");
  return now.penalty === expected.end && ids(now.also.map((p) => p.id)) === ids(expected.also);
}

/**
 * Tell whether the judge kept an entry although it comes to `end`.
 * @param {Entry["now"]} now @param {Game} game @param {string} end
 */
const settled = (now, game, end) =>
  Boolean(now.reason) && (now.expected ? now.expected === end : now.worked === titleOf(game, end));

/**
 * Mark a player's entries that no longer follow from earlier ones.
 * @param {Game} game @param {Entry[]} entries those that count, of one event and game @returns {Mark[]}
 */
export function standing(game, entries) {
  return entries.flatMap((entry, i) => {
    const { now } = entry;
    const earlier = entries.slice(0, i);
    const base = baseOf(game, now);
    const expected = base ? expectedOf(game, { ...now, base }, earlier) : null;
    if (!expected || follows(now, expected) || settled(now, game, expected.end)) return [];
    const title = [expected.end, ...expected.also].map((id) => titleOf(game, id)).join(" e ");
    const has = inWords(game, historyFor(game, earlier, now));
    const had = has ? `Prima di questa penalità aveva ${has}.` : "Prima di questa non aveva penalità da contare.";
    return [{ entry, expected, title, why: expected.led.join("; ") || had }];
  });
}

/** @type {WeakMap<State, {games: string, marks: Map<string, Mark>}>} */
const reviews = new WeakMap();

/** Group the counted penalties by player, event and game. @param {Entry[]} entries */
function byPlayer(entries) {
  /** @type {Map<string, Entry[]>} */
  const groups = new Map();
  for (const entry of entries) {
    if (entry.gone.length) continue;
    const key = JSON.stringify([entry.event, entry.player, entry.now.book]);
    const own = groups.get(key);
    if (own) own.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}

/**
 * Recheck all penalties, and mark those that no longer follow.
 * Returns the marks by entry.
 * @param {State} state @param {ReadonlyMap<string, Game>} games those whose tables are at hand
 * @returns {Map<string, Mark>}
 */
export function review(state, games) {
  const key = [...games.keys()].join();
  const before = reviews.get(state);
  if (before?.games === key) return before.marks;
  const marks = new Map();
  for (const entries of byPlayer(state.entries).values()) {
    const game = games.get(entries[0].now.book);
    for (const mark of game ? standing(game, entries) : []) marks.set(mark.entry.id, mark);
  }
  reviews.set(state, { games: key, marks });
  return marks;
}

/** Say in one sentence what a marked entry should be. @param {Mark} mark */
export const markInWords = ({ title, why }) => `Da rivedere: dovrebbe essere ${title}. ${why}`;

/**
 * Say what the player's next penalty brings: «alla prossima ammonizione: Espulsione».
 * Past a threshold it says what every further penalty is. A penalty that ends the event for the player announces
 * nothing.
 * @param {Game} game @param {Entry[]} entries his, in order
 * @param {{penalties: string[], infraction: string}} [given] what is being given to him now: then only of that
 */
export function coming(game, entries, given) {
  const now = given && {
    also: [],
    penalty: given.penalties[0],
    infraction: given.infraction,
    time: new Date().toISOString()
  };
  const added = now ? [{ now: { ...now, also: given.penalties.slice(1).map((id) => ({ id, title: "" })) } }] : [];
  const all = [...entries, .../** @type {any[]} */ (added)];
  const has = historyOf(all);
  return reached(game, all, given?.infraction)
    .filter(({ rule }) => !given || given.penalties.includes(rule.penalty))
    .filter(({ rule }) => !has[rule.becomes] || rule.infractions || game.counted.some((c) => c.id === rule.becomes))
    .map(({ rule, count, infraction }) => {
      const mine = (/** @type {Entry} */ e) => !infraction || e.now.infraction === infraction;
      const passed = count > rule.already || entries.some((e) => mine(e) && grewBy(game, e.now, rule));
      const title = game.infractions.find((i) => i.id === infraction)?.title;
      const which = `${passed ? "ogni altra" : "alla prossima"} ${titleOf(game, rule.penalty).toLowerCase()}`;
      return `${which}${title ? ` per ${title}` : ""}: ${titleOf(game, rule.becomes)}`;
    })
    .join("; ");
}

/**
 * List the reached thresholds of a player, with their counts.
 * One that counts every infraction by itself once for each of his.
 * @param {Game} game @param {Entry[]} entries @param {string} [infraction] only as it counts for this
 */
function reached(game, entries, infraction) {
  const day = localDay(new Date());
  const known = infraction ? [infraction] : [...new Set(entries.map((e) => e.now.infraction))];
  const all = game.escalations.flatMap((rule) =>
    (rule.infractions ? known.filter((id) => rule.infractions?.includes(id)) : [""]).map((id) => {
      const scope = id ? { infractions: [id], day: rule.period === "day" ? day : undefined } : {};
      return { rule, infraction: id, count: tally(entries, { penalty: rule.penalty, ...scope }) };
    })
  );
  return all.filter(
    ({ rule, infraction: id, count }) =>
      count >= rule.already &&
      count > 0 &&
      !all.some(
        (o) =>
          o.infraction === id &&
          o.rule.penalty === rule.penalty &&
          o.rule.already > rule.already &&
          o.count >= o.rule.already
      )
  );
}

/** @param {Game} game @param {Entry["now"]} now @param {Game["escalations"][0]} rule */
const grewBy = (game, now, rule) =>
  baseOf(game, now) === rule.penalty && now.penalty === rule.becomes && now.penalty !== rule.penalty;
