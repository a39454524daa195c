// Write the steps of Penalità into the address, and read them.
// ?g=game&t=story&i=infraction&r=question.answer&s=penalty.count&con=other~verdict
import { nextCount } from "./verdict.js";
import { unglued } from "../site-url.js";
import { nearest } from "../language/string-similarity.js";
/** @import { Game, Row, Question, State, Unknown, History } from "./types" */

/**
 * Limit how many characters of a story (what happened, in words) are read: twice as many cost four times as much, and a
 * link may carry any number.
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
 * Return the steps without the answer to a question. @param {State} state @param {string} question id @returns {State}
 */
export const without = (state, question) => ({ ...state, r: state.r.filter(([id]) => id !== question) });

/**
 * Return the steps with only those answers and counts of penalties that led to the verdict, in order.
 * @param {Game} game @param {State} state @param {[Question, string][]} steps the questions asked, with answers
 * @param {Row} row that they reached @returns {State}
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
 * Return each question's id with that of its answer. @param {[Question, string][]} steps @returns {[string, string][]}
 */
const answers = (steps) => steps.map(([question, answer]) => [question.id, answer]);
