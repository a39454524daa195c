// Follow the answers given through an infraction's decision tree, to a row of its table.
// scripts/penalties/decision_tree.py makes the tree.
import { nearest } from "../language/string-similarity.js";
/** @import { Game, Infraction, Row, Question, State, Unknown } from "./types" */

/**
 * Follow the answers through the infraction's decision tree.
 * Returns the questions passed with their answers (`steps`), and the question that is still open (`ask`) or the row of
 * the table reached (`row`); or what the address names that the game does not know (`unknown`).
 * @param {Game} game @param {State} state from `parseSteps`
 * @returns {{unknown: Unknown} | {infraction: Infraction, steps: [Question, string][], ask: Question | null, row: Row |
 *   null}}
 */
export function walk(game, state) {
  const infraction = game.infractions.find((x) => x.id === state.i || x.slug === state.i);
  if (!infraction) {
    const [near] = nearest(state.i, game.infractions, (x) => [x.id, x.slug, x.title]);
    return {
      unknown: { what: "infrazione", given: state.i, near: near.title, state: { ...state, i: near.id, r: [], s: [] } }
    };
  }
  const problem = unknownStep(infraction, state) ?? unknownCount(game, state);
  if (problem) return { unknown: problem };
  /** @type {[Question, string][]} */
  const steps = [];
  let tree = infraction.tree;
  while (typeof tree !== "number") {
    const { q, a } = tree;
    const question = /** @type {Question} */ (infraction.questions.find((x) => x.id === q));
    const answer = state.r.find(([id]) => id === q)?.[1];
    if (answer === undefined) return { infraction, steps, ask: question, row: null };
    steps.push([question, answer]);
    tree = a[answer];
  }
  return { infraction, steps, ask: null, row: infraction.rows[tree] };
}

/**
 * Return the first question or answer that the infraction does not know; null if none.
 * With the most similar known one (`near`), and the steps before it (`state`): with that answer if it is an answer.
 * @param {Infraction} infraction @param {State} state @returns {Unknown | null}
 */
function unknownStep(infraction, state) {
  for (const [k, [id, given]] of state.r.entries()) {
    const question = infraction.questions.find((q) => q.id === id);
    const swap = (/** @type {[string, string][]} */ pair) => ({ ...state, r: [...state.r.slice(0, k), ...pair] });
    if (!question) {
      const [near] = nearest(id, infraction.questions, (q) => [q.id, q.text]);
      return { what: "domanda", given: id, near: near?.text ?? infraction.title, state: swap([]) };
    }
    if (!question.answers.some((a) => a.id === given)) {
      const [near] = nearest(given, question.answers, (a) => [a.id, a.text]);
      return { what: "risposta", given, near: near.text, state: swap([[id, near.id]]) };
    }
  }
  return null;
}

/**
 * Return the first count whose penalty the game does not count, or that is no number; null if none.
 * With the most similar penalty (`near`), and the steps up to that count (`state`).
 * @param {Game} game @param {State} state @returns {Unknown | null}
 */
function unknownCount(game, state) {
  for (const [k, [id, count]] of state.s.entries()) {
    if (game.counted.some((c) => c.id === id) && Number.isInteger(count)) continue;
    const [near] = nearest(id, game.counted, (c) => [c.id, c.plural]);
    return { what: "conto", given: id, near: near?.plural ?? "", state: { ...state, s: state.s.slice(0, k) } };
  }
  return null;
}
