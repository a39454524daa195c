// Compute a verdict from a row of the decision table and the player's earlier penalties.
// As scripts/penalties/verdict.py; a test compares them.

/** @import { Rich, Penalty, Escalation, Question, Row, Game, History, Step, Outcome, Verdict } from "./types" */

/** Return a text's pieces: strings, and links as [text, address]. @param {Rich} text */
export const pieces = (text) => (typeof text === "string" ? [text] : text);

/** Return a text without its links. @param {Rich} text */
export const plain = (text) =>
  pieces(text)
    .map((piece) => (typeof piece === "string" ? piece : piece[0]))
    .join("");

/** Return a penalty by id; it must exist. @param {Game} game @param {string} id @returns {Penalty} */
export const penalty = (game, id) => /** @type {Penalty} */ (game.penalties.find((p) => p.id === id));

/**
 * Return a penalty's title; its id if this edition no longer has it. @param {Game | undefined} game @param {string} id
 */
export const titleOf = (game, id) => game?.penalties.find((p) => p.id === id)?.title ?? id;

/**
 * Apply escalation and accompanying penalties to a penalty.
 * Returns the final penalty's id, those that come with it (`also`), and the steps between.
 * @param {Game} game @param {string} id penalty id @param {History} history earlier penalties, number by id
 * @param {string} [infraction] id @returns {Outcome}
 */
export function outcome(game, id, history, infraction = "") {
  /** @type {Step[]} */
  const steps = [];
  let current = id;
  const ruleFor = (/** @type {string} */ one) => strongest(game, one, history, infraction);
  for (let rule = ruleFor(current); rule; rule = ruleFor(current)) {
    if (steps.some((step) => step.before === current)) break;
    steps.push({ before: current, after: rule.becomes, rule: rule.id, cites: rule.cites });
    current = rule.becomes;
  }
  const also = [];
  const { brings, cites, grade } = penalty(game, current);
  for (const brought of brings) {
    const inner = outcome(game, brought, history, infraction);
    steps.push({ before: current, after: brought, rule: "", cites }, ...inner.steps);
    if (penalty(game, inner.penalty).grade > grade) return { penalty: inner.penalty, also: inner.also, steps };
    also.push(inner.penalty, ...inner.also);
  }
  return { penalty: current, also, steps };
}

/**
 * Return the escalation rule that applies to a penalty; of several that with the highest threshold; null if none.
 * @param {Game} game @param {string} id penalty id @param {History} history earlier penalties, number by id
 * @param {string} infraction id
 */
function strongest(game, id, history, infraction) {
  return game.escalations
    .filter((e) => e.penalty === id && counts(e, infraction))
    .filter((e) => (history[id] ?? 0) >= e.already)
    .reduce((best, e) => (best && best.already >= e.already ? best : e), /** @type {Escalation | null} */ (null));
}

/**
 * Return the answer that fits a number of earlier cases: the one with the highest `count` not above it.
 * @param {Question} question @param {number} count
 */
export const byCount = (question, count) =>
  [...question.answers].sort((a, b) => (b.count ?? 0) - (a.count ?? 0)).find((a) => (a.count ?? 0) <= count);

/** Return the ids of the penalties that a row allows, ascending. @param {Game} game @param {Row} row */
export function allowed(game, row) {
  if (row.either) return [row.from, row.to];
  const low = penalty(game, row.from).grade;
  const high = penalty(game, row.to).grade;
  const between = game.penalties.filter((p) => low < p.grade && p.grade < high && p.grade > 0).map((p) => p.id);
  return [...new Set([row.from, ...between, row.to])];
}

/**
 * Compute the verdict of a row for a player with earlier penalties.
 * @param {Game} game @param {Row} row @param {History} history number by penalty id
 * @returns {Verdict}
 */
export function verdict(game, row, history) {
  const outcomes = allowed(game, row).map((id) => outcome(game, id, history, row.infraction));
  const ends = outcomes.map((o) => o.penalty).sort((a, b) => penalty(game, a).grade - penalty(game, b).grade);
  return { lowest: ends[0], highest: ends[ends.length - 1], outcomes };
}

/**
 * Return what to do: the row's remedies, or those of the penalty that every choice was escalated to.
 * @param {Game} game @param {Row} row @param {Verdict} result @returns {Rich[]}
 */
export function remedies(game, row, result) {
  const ends = new Set(result.outcomes.map((o) => o.penalty));
  const own = penalty(game, result.highest).remedy;
  return ends.size === 1 && own.length && !allowed(game, row).some((id) => ends.has(id)) ? own : row.remedy;
}

/**
 * Return how many earlier penalties of a kind can matter: more of them change nothing; 0 if none matters.
 * If no escalation rule is for the row's infraction, those for other infractions count.
 * @param {Game} game @param {Row} row @param {string} id penalty id
 */
export function lastThreshold(game, row, id) {
  const rules = game.escalations.filter((e) => e.penalty === id);
  const own = rules.filter((e) => counts(e, row.infraction));
  return Math.max(0, ...(own.length ? own : rules).map((e) => e.already));
}

/** Tell whether an escalation rule holds for an infraction. @param {Escalation} rule @param {string} [infraction] id */
const counts = (rule, infraction = "") => rule.infractions?.includes(infraction) ?? true;

/**
 * Return the next penalty whose number must be asked; null if no other can change the verdict.
 * @param {Game} game @param {Row} row @param {History} known numbers by penalty id
 */
export function nextCount(game, row, known) {
  const unknown = game.counted.filter((c) => !(c.id in known));
  for (const one of unknown) {
    const others = unknown.filter((c) => c !== one);
    for (const history of combinations(others, known)) {
      const seen = new Set();
      for (let n = 0; n <= one.most; n++) seen.add(JSON.stringify(verdict(game, row, { ...history, [one.id]: n })));
      if (seen.size > 1) return one.id;
    }
  }
  return null;
}

/**
 * Return all combinations of numbers of the counted penalties, from 0 to `most` each, added to the known numbers.
 * @param {Game["counted"]} counted @param {History} known @returns {History[]}
 */
function combinations(counted, known) {
  return counted.reduce(
    (all, c) => all.flatMap((h) => Array.from({ length: c.most + 1 }, (_, n) => ({ ...h, [c.id]: n }))),
    [known]
  );
}
