// @ts-check
// Compute the verdict from a row and the player's history.
// As scripts/penalties/verdict.py does (tested against it).

/** @import { Rich, Penalty, Escalation, Question, Row, Game, History, Step, Outcome, Verdict } from "./types.d.ts" */

/** @param {Rich} text */
export const pieces = (text) => (typeof text === "string" ? [text] : text);

/** @param {Rich} text */
export const plain = (text) =>
  pieces(text)
    .map((piece) => (typeof piece === "string" ? piece : piece[0]))
    .join("");

/** @param {Game} game @param {string} id */
export const penalty = (game, id) => /** @type {Penalty} */ (game.penalties.find((p) => p.id === id));

/** Return a penalty's title, or its id where the edition has it no more. @param {Game | undefined} game @param {string} id */
export const titleOf = (game, id) => game?.penalties.find((p) => p.id === id)?.title ?? id;

/**
 * Work out a penalty for a player with `history`.
 * @param {Game} game @param {string} id @param {History} history @param {string} [infraction] @returns {Outcome}
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
  /** @type {string[]} */
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

/** @param {Game} game @param {string} id @param {History} history @param {string} infraction */
function strongest(game, id, history, infraction) {
  return game.escalations
    .filter((e) => e.penalty === id && counts(e, infraction))
    .filter((e) => (history[id] ?? 0) >= e.already)
    .reduce((best, e) => (best && best.already >= e.already ? best : e), /** @type {Escalation | null} */ (null));
}

/** Return the answer selected by a count of earlier cases. @param {Question} question @param {number} count */
export const byCount = (question, count) =>
  [...question.answers].sort((a, b) => (b.count ?? 0) - (a.count ?? 0)).find((a) => (a.count ?? 0) <= count);

/** Return the penalties to choose from. @param {Game} game @param {Row} row */
export function allowed(game, row) {
  if (row.either) return [row.from, row.to];
  const low = penalty(game, row.from).grade;
  const high = penalty(game, row.to).grade;
  const between = game.penalties.filter((p) => low < p.grade && p.grade < high && p.grade > 0).map((p) => p.id);
  return [...new Set([row.from, ...between, row.to])];
}

/** @param {Game} game @param {Row} row @param {History} history @returns {Verdict} */
export function verdict(game, row, history) {
  const outcomes = allowed(game, row).map((id) => outcome(game, id, history, row.infraction));
  const ends = outcomes.map((o) => o.penalty).sort((a, b) => penalty(game, a).grade - penalty(game, b).grade);
  return { lowest: ends[0], highest: ends[ends.length - 1], outcomes };
}

/**
 * List what to do.
 * Where every choice has grown into one penalty with a remedy of its own, it is that remedy.
 * @param {Game} game @param {Row} row @param {Verdict} result
 */
export function remedies(game, row, result) {
  const ends = new Set(result.outcomes.map((o) => o.penalty));
  const own = penalty(game, result.highest).remedy;
  return ends.size === 1 && own.length && !allowed(game, row).some((id) => ends.has(id)) ? own : row.remedy;
}

/**
 * Return the count beyond which a penalty changes nothing in a row.
 * All rules count if none is for its infraction.
 * @param {Game} game @param {Row} row @param {string} id
 */
export function lastThreshold(game, row, id) {
  const rules = game.escalations.filter((e) => e.penalty === id);
  const own = rules.filter((e) => counts(e, row.infraction));
  return Math.max(0, ...(own.length ? own : rules).map((e) => e.already));
}

/** Tell whether a rule holds for a penalty of an infraction. @param {Escalation} rule @param {string} [infraction] */
const counts = (rule, infraction = "") => rule.infractions?.includes(infraction) ?? true;

/**
 * Return the next penalty to count; `null` if none matters.
 * @param {Game} game @param {Row} row @param {History} known
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

/** @param {Game["counted"]} counted @param {History} known */
function combinations(counted, known) {
  return counted.reduce(
    (all, c) => all.flatMap((h) => Array.from({ length: c.most + 1 }, (_, n) => ({ ...h, [c.id]: n }))),
    [known]
  );
}
