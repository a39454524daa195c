// Show a story (what happened, in words) in the page: what was understood of it, and what else it may describe.
import { el } from "../create-element.js";
import { analysis } from "../language/load-language.js";
import { loadStories } from "../verdict/load-games.js";
import { nextCount, verdict } from "../verdict/verdict.js";
import { blankStep, foundList, stepLink } from "./step-links.js";
/** @import { Game, History, Infraction, State, Tree, Row } from "../verdict/types" */
/** @import { Understanding } from "./types" */

const OTHERS = 3;
const LIKELY = 0.03; // another infraction that is less likely is not named
const readers = new Map(); // by game

/**
 * Load what is needed to understand stories of a game; resolves to the function that does.
 * @param {Game} game @returns {Promise<(text: string) => Understanding>}
 */
export async function reader(game) {
  const needed = [import("./story-reader.js"), loadStories(game.book), analysis()]; // who scrolls the list does not download them
  const [{ understander }, file, language] = await Promise.all(needed);
  const made = readers.get(game.book) ?? understander(game, file, language);
  readers.set(game.book, made);
  return made;
}

/**
 * Return the step that a story leads to: its answers and counts added to those in the address, which prevail.
 * @param {Understanding} known @param {State} state @param {Infraction} [infraction] @returns {State}
 */
export function reached(known, state, infraction = known.found[0].infraction) {
  const { answers, history } = known.about(infraction);
  const given = Object.entries(answers).map(([id, { answer }]) => /** @type {[string, string]} */ ([id, answer]));
  const counts = Object.entries(history).map(([id, { count }]) => /** @type {[string, number]} */ ([id, count]));
  return {
    ...state,
    i: infraction.id,
    r: [...new Map([...state.r, ...given, ...state.r])],
    s: [...new Map([...state.s, ...counts, ...state.s])]
  };
}

/**
 * Return a section with the story, which of its answers the verdict does not ask for, and other infractions that it may
 * describe.
 * @param {Understanding} known @param {{state: State, game: Game, infraction: Infraction}} step
 */
export function storyPart(known, { state, game, infraction }) {
  const others = known.found.filter((f) => f.infraction !== infraction && f.chance > LIKELY).slice(0, OTHERS);
  const blank = { ...blankStep(state), t: state.t };
  const links = foundList(blank, others, (one) => reached(known, blank, one));
  const change = { memory: { query: state.t }, class: "tasto", "aria-label": "Cambia il racconto" };
  const unasked = notAsked(known, state, game, infraction).join("; ");
  const summary = `Non è questa? Forse è ${others[0]?.infraction.title}${others.length > 1 ? "…" : ""}`;
  return el(
    "section.racconto",
    { "aria-label": "Il racconto" },
    el("p", el("q", state.t), " ", stepLink(blankStep(state), change, "Cambia")),
    unasked && el("p.detto", `Hai scritto anche ${unasked}: per questo verdetto non serve saperlo.`),
    others.length > 0 && el("details", el("summary", summary), links)
  );
}

/**
 * Return the story's words for answers and counts that the verdict does not ask for.
 * @param {Understanding} known @param {State} state @param {Game} game @param {Infraction} infraction
 */
function notAsked(known, state, game, infraction) {
  const asked = new Set([...openQuestions(game, infraction, state), ...[...state.r, ...state.s].map(([id]) => id)]);
  const { answers, history } = known.about(infraction);
  const counts = game.counted.filter(({ id }) => id in history && !asked.has(id));
  return [
    ...Object.entries(answers).flatMap(([id, { said }]) => (asked.has(id) ? [] : `«${said}»`)),
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
 * Answers that will be asked again are left out. `heard`: the state with all that the story says, asked or not.
 * @param {HTMLElement} page
 * @param {{game: Game, infraction: Infraction, state: State, row: Row | null, heard: State}} [step]
 */
export function annotate({ dataset }, step) {
  for (const name of ["infraction", "answers", "history", "open", "verdict"]) delete dataset[name];
  if (!step) return;
  const { game, infraction, state, row, heard } = step;
  const open = openQuestions(game, infraction, state);
  const [answers, history] = [heard.r, heard.s].map((pairs) =>
    pairs.flatMap(([id, told]) => (open.includes(id) ? [] : `${id}=${told}`)).join(" ")
  );
  Object.assign(dataset, { infraction: infraction.id, answers, history, open: open.join(" ") });
  if (!row || open.length) return;
  const { lowest, highest } = verdict(game, row, Object.fromEntries(state.s));
  dataset.verdict = lowest === highest ? lowest : `${lowest}..${highest}`;
}
