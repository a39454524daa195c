// Compute which penalty a player gets, and recheck earlier ones after each change. Pure.
// Escalation: some penalties become heavier if the player has had others before.
import { byCount, allowed, outcome, penalty, plain, titleOf } from "../verdict/verdict.js";
import { countBy, historyFor, historyOf, inWords } from "./player-history.js";
/** @import { Game, History, Infraction } from "../verdict/types" */
/** @import { State, Entry, Fields, Worked, Mark, Decision, Details } from "./types" */

/**
 * Apply escalation and accompanying penalties to a penalty (`given`).
 * Returns the penalty it ends as (`end`), those that come with it (`also`), and why in Italian (`led`).
 * @param {Game} game @param {string} given penalty id @param {History} has earlier penalties: number by penalty id
 * @param {string} infraction id @returns {Worked}
 */
export function worked(game, given, has, infraction) {
  const { penalty: end, also, steps } = outcome(game, given, has, infraction);
  const led = steps
    .filter((s) => s.rule || !also.includes(s.after))
    .map((s) => {
      const rule = game.escalations.find((e) => e.id === s.rule);
      return rule
        ? `${titleOf(game, s.before)} diventa ${titleOf(game, s.after)}: ${plain(rule.text)}`
        : `${titleOf(game, s.before)} comporta anche ${titleOf(game, s.after)}`;
    });
  return { given, end, also, led };
}

/**
 * Apply escalation to each possible penalty, and find the one to record: see the type Decision.
 * `bases`: penalty ids that the verdict allows; `base`: the one chosen, if they lead to different penalties; `instead`:
 * penalty id that the judge gives instead, or ""; `has`: earlier penalties, number by id.
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
 * Return the fields to record for a decision.
 * `earlier`: the player's penalties before it; `player`: id; `must`: a reason is required, because the numbers of
 * earlier penalties that the judge answered differ from the Registro's.
 * @param {Game} game
 * @param {{decision: Decision, earlier: Entry[], infraction: {id: string, title: string}, answers: string[], player:
 *   string, details: Details, time: string, must: boolean}} about
 * @returns {Fields}
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
 * Return a recorded penalty's id before escalation; "" if unknown.
 * Older records hold it only as text of the first step of escalation.
 * @param {Game} game @param {Entry["now"]} now the penalty as recorded
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
 * Compute which penalty the earlier ones lead to; null if the decision table cannot say.
 * @param {Game} game
 * @param {{base: string, answers: string[], infraction: string, time: string}} what `base`: penalty id before
 *   escalation; `answers` as «question.answer»
 * @param {Entry[]} earlier the player's penalties before it @returns {Worked | null}
 */
export function expectedOf(game, { base, answers, infraction, time }, earlier) {
  const about = game.infractions.find((i) => i.id === infraction);
  const right = about ? baseNow(game, about, { base, answers, earlier }) : base;
  return right ? worked(game, right, historyFor(game, earlier, { infraction, time }), infraction) : null;
}

/**
 * Return the penalty before escalation, the question how often the player has had this infraction answered anew.
 * @param {Game} game @param {Infraction} infraction
 * @param {{base: string, answers: string[], earlier: Entry[]}} what was recorded, and the penalties before it
 */
function baseNow(game, infraction, { base, answers, earlier }) {
  const given = new Map(answers.map((text) => [text.slice(0, text.indexOf(".")), text.slice(text.indexOf(".") + 1)]));
  const asked = infraction.questions.filter((q) => q.history && given.has(q.id));
  if (!asked.length) return base;
  const before = earlier.filter((e) => e.now.infraction === infraction.id).length;
  for (const question of asked) given.set(question.id, byCount(question, before)?.id ?? "");
  let tree = infraction.tree;
  while (typeof tree !== "number") {
    tree = tree.a[given.get(tree.q) ?? ""];
    if (tree === undefined) return base;
  }
  const bases = allowed(game, infraction.rows[tree]).filter((id) => penalty(game, id).grade > 0);
  return bases.length && !bases.includes(base) ? bases[0] : base;
}

/**
 * Tell whether a recorded penalty, with those it brings, is the expected one. @param {Entry["now"]} now
 * @param {Worked} expected
 */
function follows(now, expected) {
  const ids = (/** @type {string[]} */ list) => [...list].sort().join(" ");
  return now.penalty === expected.end && ids(now.also.map((p) => p.id)) === ids(expected.also);
}

/**
 * Tell whether the judge gave a reason to keep a penalty although `end` was expected.
 * @param {Entry["now"]} now @param {Game} game @param {string} end
 */
const settled = (now, game, end) =>
  Boolean(now.reason) && (now.expected ? now.expected === end : now.worked === titleOf(game, end));

/**
 * Return a mark for each of a player's penalties that no longer follows from the earlier ones: what it should be, and
 * why.
 * @param {Game} game @param {Entry[]} entries those that count, of one event and game, oldest first
 * @returns {Mark[]}
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
    const had = has ? `Prima di questa penalità aveva ${has}.` : "Prima di questa non aveva penalità che contano.";
    return [{ entry, expected, title, why: expected.led.join("; ") || had }];
  });
}

/** @type {WeakMap<State, {games: string, marks: Map<string, Mark>}>} */
const reviews = new WeakMap();

/**
 * Return the marks of all recorded penalties that no longer follow from the earlier ones, by the penalty's id.
 * @param {State} state @param {ReadonlyMap<string, Game>} games decision data by book code
 * @returns {Map<string, Mark>}
 */
export function review(state, games) {
  const key = [...games.keys()].join();
  const before = reviews.get(state);
  if (before?.games === key) return before.marks;
  /** @type {Map<string, Entry[]>} */
  const groups = new Map();
  for (const entry of state.entries) {
    if (entry.gone.length) continue;
    const whose = JSON.stringify([entry.event, entry.player, entry.now.book]);
    groups.set(whose, [...(groups.get(whose) ?? []), entry]);
  }
  const marks = new Map();
  for (const entries of groups.values()) {
    const game = games.get(entries[0].now.book);
    for (const mark of game ? standing(game, entries) : []) marks.set(mark.entry.id, mark);
  }
  reviews.set(state, { games: key, marks });
  return marks;
}

/** Say in Italian what a marked penalty should be. @param {Mark} mark */
export const markInWords = ({ title, why }) => `Da rivedere: dovrebbe essere ${title}. ${why}`;

/**
 * Say in Italian which penalty the player's next one will become; "" if none.
 * «alla prossima ammonizione: Espulsione», or past the threshold «ogni altra …».
 * @param {Game} game @param {Entry[]} entries his penalties, oldest first
 * @param {{penalties: string[], infraction: string}} [given] a penalty being given now, with those it brings: only its
 *   thresholds are announced
 */
export function coming(game, entries, given) {
  const [end, ...also] = given?.penalties ?? [];
  const now = { penalty: end, also: also.map((id) => ({ id })), infraction: given?.infraction, time: new Date() };
  const all = given ? [...entries, /** @type {any} */ ({ now })] : entries;
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
 * Return the escalation rules whose threshold a player has reached, each with its infraction ("" for any) and his
 * count. A rule that counts each infraction by itself comes once per infraction.
 * @param {Game} game @param {Entry[]} entries @param {string} [infraction] only rules that concern this one
 */
function reached(game, entries, infraction) {
  const known = infraction ? [infraction] : [...new Set(entries.map((e) => e.now.infraction))];
  const all = game.escalations.flatMap((rule) =>
    (rule.infractions ? known.filter((id) => rule.infractions?.includes(id)) : [""]).map((id) => {
      return { rule, infraction: id, count: countBy(rule, entries, { infraction: id, time: new Date() }) };
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

/**
 * Tell whether a recorded penalty has been escalated by a rule.
 * @param {Game} game @param {Entry["now"]} now @param {Game["escalations"][0]} rule
 */
const grewBy = (game, now, rule) =>
  baseOf(game, now) === rule.penalty && now.penalty === rule.becomes && now.penalty !== rule.penalty;
