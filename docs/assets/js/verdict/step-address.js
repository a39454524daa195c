// @ts-check
// Write the steps of Penalità into the address, read them and follow them to a verdict.
// ?g=game&t=story&i=infraction&r=question.answer&s=penalty.count&con=other~verdict
import { nextCount } from "./verdict.js";
import { unglued } from "../site-url.js";
import { nearest } from "../language/string-similarity.js";

/** @import { Game, Infraction, Row, Question, State, Unknown, History } from "./types.d.ts" */

/**
 * Limit how many characters of a story (what happened, in words) are read.
 * Twice as many cost four times as much, and a link may carry any number.
 */
export const STORY_LENGTH = 1000;

/**
 * Read the steps of Penalità from an address's query.
 * Nothing is checked against the game; a count that is no number is NaN.
 * @param {string} search @returns {State}
 */
export function parseSteps(search) {
  const query = new URLSearchParams(search);
  const pairs = (/** @type {string} */ key) =>
    query
      .getAll(key)
      .map(unglued)
      .map((text) => {
        const at = text.indexOf(".");
        return /** @type {[string, string]} */ (at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)]);
      });
  return {
    g: unglued(query.get("g") ?? ""),
    i: unglued(query.get("i") ?? ""),
    r: pairs("r"),
    s: pairs("s").map(([id, count]) => [id, /^\d{1,3}$/.test(count) ? Number(count) : NaN]),
    t: (query.get("t") ?? "").trim().slice(0, STORY_LENGTH),
    w: unglued(query.get("con") ?? "")
  };
}

/** Write steps as an address's query; the bare path if there are none. @param {State} state */
export function format({ g, i, r, s, t = "", w = "" }) {
  const pairs = [
    ["g", g],
    ["t", t],
    ["i", i],
    ...r.map(([q, a]) => ["r", `${q}.${a}`]),
    ...s.map(([p, n]) => ["s", `${p}.${n}`]),
    ["con", w]
  ];
  const text = pairs
    .filter(([, v]) => v)
    .map(([k, v]) => `${k}=${encodeURIComponent(v)}`)
    .join("&");
  return text ? `?${text}` : location.pathname;
}

/**
 * Return the unknown game that the address names, with the most similar one; null if it is known or none is named.
 * @param {State} state @param {{id: string, name: string}[]} games @returns {Unknown | null}
 */
export function unknownGame(state, games) {
  if (!state.g || games.some((g) => g.id === state.g)) return null;
  const [near] = nearest(state.g, games, (g) => [g.id, g.name]);
  if (!near) return null;
  return { what: "gioco", given: state.g, near: near.name, state: { ...state, g: near.id } };
}

/**
 * Follow the answers through the infraction's decision tree.
 * Returns the questions passed with their answers (`steps`), and the question that is still open (`ask`) or the row of
 * the table reached (`row`); or what the address names that the game does not know (`unknown`).
 * @param {Game} game
 * @param {State} state from `parseSteps`
 * @returns {{unknown: Unknown} | {infraction: Infraction, steps: [Question, string][], ask: Question | null, row:
 *   Row | null}}
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
 * Return the steps without the answer to a question.
 * @param {State} state
 * @param {string} question id
 * @returns {State}
 */
export const without = (state, question) => ({ ...state, r: state.r.filter(([id]) => id !== question) });

/**
 * Return the steps with only those answers and counts of penalties that led to the verdict, in order.
 * @param {Game} game @param {State} state
 * @param {[Question, string][]} steps the questions asked, with answers
 * @param {Row} row that they reached
 * @returns {State}
 */
export function tidy(game, state, steps, row) {
  const given = new Map(state.s);
  /** @type {History} */
  const known = {};
  for (let next = nextCount(game, row, known); next; next = nextCount(game, row, known)) {
    const count = given.get(next);
    if (count === undefined) return { ...state, r: answers(steps) };
    known[next] = count;
  }
  return { ...state, r: answers(steps), s: Object.entries(known) };
}

/**
 * Return each question's id with that of its answer.
 * @param {[Question, string][]} steps @returns {[string, string][]}
 */
const answers = (steps) => steps.map(([question, answer]) => [question.id, answer]);

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
