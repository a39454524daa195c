// Draw the screens that ask: a question, a number of penalties, what an address meant.
import { el } from "../create-element.js";
import { playerField } from "./player-panel.js";
import { choices, stepLink } from "./step-links.js";
/** @import { State, Game, Question, Answer, Unknown } from "../verdict/types" */

/** Return a section headed by a question. @param {string} what the question @param {...(Node | null)} parts */
const asking = (what, ...parts) => {
  const heading = el("h2", { id: "domanda", "data-qui": "" }, what);
  return el("section", { role: "group", "aria-labelledby": "domanda" }, heading, ...parts);
};

/**
 * Return a mark for the answer given before, when it is being changed; else false.
 * @param {boolean} same it is that answer
 */
const before = (same) => same && el("small.prima", "risposta precedente");

/**
 * Return the screen of a question, with its answers as links.
 * @param {Question} question
 * @param {{book: string, to: (answer: Answer) => State, was?: string, why?: string}} step `to`: returns the step after
 *   an answer; `was`: the answer's id before it is changed; `why`: why the story leaves it open
 */
export function questionScreen(question, { book, to, was, why }) {
  const links = question.answers.map((a) =>
    stepLink(to(a), {}, el("strong", a.text), a.more && el("small", a.more), before(a.id === was))
  );
  const open = why ? el("p.avviso", why, ".") : null;
  return asking(question.text, open, question.history ? playerField(book) : null, choices(links));
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
  const links = texts.map((text, n) =>
    stepLink({ ...state, s: [...state.s, [id, n]] }, {}, el("strong", text), before(String(n) === was))
  );
  return asking(asks, counts ? el("p.conta", counts) : null, playerField(game.book), choices(links, "risposte conti"));
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
