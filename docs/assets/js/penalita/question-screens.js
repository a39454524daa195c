// Draw the screens that ask: a question, a number of penalties, what an address meant.
import { el } from "../create-element.js";
import { playerField } from "./player-panel.js";
import { choices, stepLink } from "./step-links.js";
/** @import { State, Game, Question, Unknown } from "../verdict/types" */

/** Return a section headed by a question. @param {string} what the question @param {...(Node | string | null | undefined)} parts */
const asking = (what, ...parts) => {
  const heading = el("h2", { id: "domanda", "data-qui": "" }, what);
  return el("section", { role: "group", "aria-labelledby": "domanda" }, heading, ...parts);
};

/**
 * Return an answer as a link.
 * @param {State} to the step after it @param {string} text @param {string} more explains it, or ""
 * @param {boolean} before it was given before, and is being changed
 */
const answerLink = (to, text, more, before) =>
  stepLink(to, {}, el("strong", text), more && el("small", more), before && el("small.prima", "risposta precedente"));

/**
 * Return the screen of a question, with its answers as links.
 * @param {Game} game @param {State} state @param {Question} question
 * @param {{was?: string, why?: string}} known `was`: the answer's id before it is changed; `why`: why the story leaves
 *   the question open
 */
export function questionScreen(game, state, question, { was, why }) {
  const links = question.answers.map(({ id, text, more }) =>
    answerLink({ ...state, r: [...state.r, [question.id, id]] }, text, more, id === was)
  );
  const player = question.history && playerField(game.book);
  return asking(question.text, why && el("p.avviso", why, "."), player, choices(links));
}

/**
 * Return the screen that asks how many of a penalty the player has.
 * @param {Game} game @param {State} state
 * @param {{id: string, most: number, was?: string}} counted `id`: the penalty's; `most`: a higher number changes
 *   nothing; `was`: the answer before it is changed
 */
export function countScreen(game, state, { id, most, was }) {
  const { asks, counts } = /** @type {Game["counted"][0]} */ (game.counted.find((c) => c.id === id));
  const texts = Array.from({ length: most + 1 }, (_, n) => (n === 0 ? "Nessuna" : n === most ? `${n} o più` : `${n}`));
  const links = texts.map((text, n) => answerLink({ ...state, s: [...state.s, [id, n]] }, text, "", String(n) === was));
  return asking(asks, counts && el("p.conta", counts), playerField(game.book), choices(links, "risposte conti"));
}

/**
 * Return the screen that says that the address names something unknown, with a link to the most similar.
 * @param {Unknown} unknown
 */
export function unknownScreen({ what, given, near, state }) {
  const article = /^[aeiou]/.test(what) ? "un’" : what.endsWith("a") ? "una " : "un "; // infrazione, domanda, gioco
  const offer = [el("strong", near || "Continua da qui"), near && el("small", "il nome più simile")];
  return asking(
    `L’indirizzo indica ${article}${what} che non c’è: «${given}»`,
    el("p", "Forse è di un’edizione precedente, o è stato copiato a metà."),
    choices([stepLink(state, {}, ...offer)])
  );
}
