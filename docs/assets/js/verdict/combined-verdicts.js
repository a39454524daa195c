// Combine two verdicts, of one error or of one moment, by the game's rules (`[[together]]` in its files).
import { walk } from "./decision-tree.js";
import { penalty, titleOf, verdict } from "./verdict.js";
/** @import { Combined, Game, Met, Other, State, Together } from "./types" */

/**
 * Write a verdict as one word of the address, to be combined with another.
 * 'stesso-errore~problema-di-lista~che.illegale~H.ammonizione.1': the rule, the infraction, answers, counts (`H.`).
 * @param {Together} rule by which they are combined @param {State} state the steps to the verdict
 */
export const writeOther = (rule, { i, r, s }) =>
  [rule.id, i, ...r.map(([q, a]) => `${q}.${a}`), ...s.map(([p, n]) => `H.${p}.${n}`)].join("~");

/**
 * Read the verdict that `writeOther` wrote; null if it is missing, incomplete or unknown to this game.
 * @param {Game} game @param {string} [text] @returns {Other | null}
 */
export function readOther(game, text = "") {
  const [id, i, ...steps] = text.split("~");
  const rule = game.together.find((one) => one.id === id);
  if (!rule || !i) return null;
  /** @type {State} */
  const state = { g: game.book, i, r: [], s: [] };
  for (const step of steps) {
    const [first, second, third] = step.split(".");
    if (first === "H") state.s.push([second, Number(third)]);
    else state.r.push([first, second]);
  }
  const at = walk(game, state);
  if ("unknown" in at || !at.row) return null;
  const result = verdict(game, at.row, Object.fromEntries(state.s));
  return { rule, state, title: at.infraction.title, result };
}

/**
 * Return which of two verdicts' penalties the judge gives, by one of the game's rules for combining them.
 * By `rule.gives`: "gravest" (both come from one error): only the gravest penalty; "once": one penalty instead of two
 * equal ones; "recorded": both are recorded, the score does not change. The result's `gives` is "this" (of `one`),
 * "other", "one" (either), "both", or "open" if the judge must choose; its `text` says so in Italian.
 * @param {Game} game @param {Together} rule @param {Met} one the verdict shown
 * @param {Met} other @returns {Combined}
 */
export function combine(game, rule, one, other) {
  const grade = (/** @type {string} */ id) => penalty(game, id).grade;
  if (rule.gives === "gravest") {
    const [low, high] = [grade(one.result.lowest), grade(one.result.highest)];
    const [otherLow, otherHigh] = [grade(other.result.lowest), grade(other.result.highest)];
    if (low > otherHigh) return { gives: "this", text: `Dai soltanto questa penalità, per ${one.title}.` };
    if (otherLow > high)
      return {
        gives: "other",
        text: `Non dare questa: dai soltanto ${titleOf(game, other.result.highest)}, per ${other.title}.`
      };
    if (low === otherHigh && high === otherLow)
      return { gives: "one", text: "Le due infrazioni hanno la stessa penalità: dalla una volta sola." };
    return { gives: "open", text: "Scegli la penalità, poi dai soltanto la più grave delle due." };
  }
  const may = (/** @type {Met} */ { result }) => result.outcomes.some((o) => o.penalty === rule.penalty);
  const must = (/** @type {Met} */ { result }) => result.outcomes.every((o) => o.penalty === rule.penalty);
  const named = titleOf(game, rule.penalty);
  if (!may(one) || !may(other)) return { gives: "both", text: "Dai tutte e due le penalità." };
  const sure = must(one) && must(other);
  const once = rule.gives === "once";
  const then = once ? `dai una sola ${named}` : "registrale entrambe: il punteggio non cambia";
  if (!sure)
    return {
      gives: "open",
      text: `Se tutte e due le infrazioni comportano «${named}», ${once ? "dai quella penalità una volta sola" : then}. Altrimenti dai tutte e due le penalità.`
    };
  return { gives: once ? "one" : "both", text: `${then[0].toUpperCase()}${then.slice(1)}.` };
}
