// Show a story (what happened, in words) in the page: what was understood of it, and what else it may describe.
import { el } from "../create-element.js";
import { analysis } from "../language/load-language.js";
import { loadStories } from "../verdict/load-games.js";
import { nextCount, verdict } from "../verdict/verdict.js";
import { foundList, stepLink } from "./step-links.js";
/** @import { Game, History, Infraction, State, Tree, Row } from "../verdict/types" */
/** @import { Told, Understanding } from "./types" */
/** @typedef {(text: string) => Understanding} Reader understands stories of one game */

const OTHERS = 3;
const LIKELY = 0.03; // another infraction that is less likely is not named
/** @type {Map<string, Reader>} */
const readers = new Map();

/**
 * Load what is needed to understand stories of a game, once; resolves to the function that does.
 * @param {Game} game @returns {Promise<Reader>}
 */
export async function reader(game) {
  const known = readers.get(game.book);
  if (known) return known;
  const needed = [import("./story-reader.js"), loadStories(game.book), analysis()]; // who scrolls the list does not download them
  const [{ understander }, file, language] = await Promise.all(needed);
  const made = understander(game, file, language);
  readers.set(game.book, made);
  return made;
}

/**
 * Return up to three infractions to choose from, most likely first; [] if the story tells none.
 * @param {Understanding} known
 */
export const offered = ({ outcome, found }) => (outcome === "nothing" ? [] : found.slice(0, OTHERS));

/**
 * Return the step that a story leads to: its answers and counts added to those in the address, which prevail.
 * @param {Understanding} known @param {State} state @param {Infraction} [infraction] @returns {State}
 */
export function reached(known, state, infraction = known.found[0].infraction) {
  /** @type {Map<string, string>} */
  const answers = new Map(known.answers(infraction).given.map(({ question, answer }) => [question, answer]));
  const counts = Object.entries(known.history(infraction)).map(([id, { count }]) => [id, count]);
  return {
    ...state,
    i: infraction.id,
    r: [...new Map([...state.r, ...answers, ...state.r])],
    s: [...new Map([...state.s, .../** @type {[string, number][]} */ (counts), ...state.s])]
  };
}

/**
 * Return the story's words for the infraction, and functions that return them for its answers, counts, open questions.
 * Each is "" if the story says nothing of it, or another answer was chosen.
 * @param {Understanding | null} known @param {Infraction} infraction
 */
export function saying(known, infraction) {
  const { given = [], disputed = {} } = known?.answers(infraction) ?? {};
  const history = known?.history(infraction) ?? {};
  return {
    infraction: known?.found.find((f) => f.infraction.id === infraction.id)?.said.join("», «") ?? "",
    /** Return the words for an answer. @param {string} question its id @param {string} answer its id */
    answer: (question, answer) => given.find((a) => a.question === question && a.answer === answer)?.said ?? "",
    /** Return the words for a number of earlier penalties. @param {string} id the penalty's @param {number} count */
    count: (id, count) => (history[id]?.count === count ? history[id].said : ""),
    /** Return why a question stays open. @param {string} question its id */
    open: (question) => disputed[question] ?? ""
  };
}

/**
 * Return a section with the story, which of its answers the verdict does not ask for, and other infractions that it may
 * describe.
 * @param {Understanding} known @param {{state: State, game: Game, infraction: Infraction}} step
 */
export function storyPart(known, { state, game, infraction }) {
  const others = known.found.filter((f) => f.infraction.id !== infraction.id && f.chance > LIKELY).slice(0, OTHERS);
  const blank = { ...state, i: "", r: [], s: [] };
  const links = others.map((one) => ({ ...one, to: blank, reached: () => reached(known, blank, one.infraction) }));
  const change = { memory: { query: state.t }, class: "tasto", "aria-label": "Cambia il racconto" };
  const unasked = notAsked(known, state, game, infraction).join("; ");
  const summary = `Non è questa? Forse è ${others[0]?.infraction.title}${others.length > 1 ? "…" : ""}`;
  return el(
    "section.racconto",
    { "aria-label": "Il racconto" },
    el("p", el("q", state.t), " ", stepLink({ ...blank, t: "" }, change, "Cambia")),
    unasked && el("p.detto", `Hai scritto anche ${unasked}: per questo verdetto non serve saperlo.`),
    others.length > 0 && el("details", el("summary", summary), foundList(links))
  );
}

/**
 * Return the story's words for answers and counts that the verdict does not ask for.
 * @param {Understanding} known @param {State} state @param {Game} game @param {Infraction} infraction
 */
function notAsked(known, state, game, infraction) {
  const asked = new Set([...openQuestions(game, infraction, state), ...[...state.r, ...state.s].map(([id]) => id)]);
  const answers = known.answers(infraction).given.filter(({ question }) => !asked.has(question));
  const history = known.history(infraction);
  const counts = game.counted.filter(({ id }) => id in history && !asked.has(id));
  return [
    ...answers.map(({ said }) => `«${said}»`),
    ...counts.map(({ id, plural }) => `«${history[id].said}» (${plural}: ${history[id].count})`)
  ];
}

/**
 * Return the ids of the questions that may still be asked, then of the penalties to count.
 * @param {Game} game @param {Infraction} infraction @param {State} state @returns {string[]}
 */
function openQuestions(game, infraction, state) {
  const given = new Map(state.r);
  /** @type {Set<string>} */
  const open = new Set();
  const follow = (/** @type {Tree} */ tree) => {
    if (typeof tree === "number") return counted(infraction.rows[tree], Object.fromEntries(state.s));
    const answer = given.get(tree.q);
    if (answer === undefined) open.add(tree.q);
    for (const branch of answer === undefined ? Object.values(tree.a) : [tree.a[answer]]) follow(branch);
  };
  const counted = (/** @type {Row} */ row, /** @type {History} */ known) => {
    const next = nextCount(game, row, known);
    if (!next) return;
    open.add(next);
    counted(row, { ...known, [next]: 0 });
  };
  follow(infraction.tree);
  return [...infraction.questions, ...game.counted].map(({ id }) => id).filter((id) => open.has(id));
}

/**
 * Write the step as data attributes of the page, for other programs (FORMATO.md, «Il racconto»); none without a step.
 * @param {HTMLElement} page @param {Told} [step]
 */
export function annotate(page, step) {
  const data = step ? pageData(step) : {};
  for (const name of ["infraction", "answers", "history", "open", "verdict"])
    if (name in data) page.dataset[name] = data[name];
    else delete page.dataset[name];
}

/**
 * Return the step as data attributes, without answers that will be asked again.
 * @param {Told} step @returns {Record<string, string>}
 */
function pageData({ game, infraction, state, row, heard }) {
  const open = openQuestions(game, infraction, state);
  const told = (/** @type {[string, string | number][]} */ pairs) => {
    const kept = pairs.filter(([id]) => !open.includes(id)); // the others are asked again
    return kept.map((pair) => pair.join("=")).join(" ");
  };
  /** @type {Record<string, string>} */
  const data = { infraction: infraction.id, answers: told(heard.r), history: told(heard.s), open: open.join(" ") };
  if (!row || open.length) return data;
  const { lowest, highest } = verdict(game, row, Object.fromEntries(state.s));
  return { ...data, verdict: lowest === highest ? lowest : `${lowest}..${highest}` };
}
