// @ts-check
// Show a story in the page: what was understood, what else it could be, and the data for other programs.
import { el } from "../dom.js";
import { analysis } from "../language/load-language.js";
import { loadStories } from "../verdict/load-games.js";
import { nextCount, verdict } from "../verdict/verdict.js";
import { foundList, stepLink } from "./step-link.js";

/** @import { Game, Infraction, State, Tree, Row } from "../verdict/types.d.ts" */
/** @import { Understanding } from "./types" */
/** @typedef {(text: string) => Understanding} Reader */

const OTHERS = 3;
const LIKELY = 0.03; // another infraction that is less likely is not named
/** @type {Map<string, Reader>} */
const readers = new Map();

/** Load the reader of a game's stories. @param {Game} game @returns {Promise<Reader>} */
export async function reader(game) {
  const known = readers.get(game.book);
  if (known) return known;
  const needed = [import("./story-reader.js"), loadStories(game.book), analysis()]; // who scrolls the list does not download them
  const [{ understander }, file, language] = /** @type {any[]} */ (await Promise.all(needed));
  const made = understander(game, file, language);
  readers.set(game.book, made);
  return made;
}

/**
 * Return the infractions to choose from, most likely first. None if the story tells of none.
 * @param {Understanding} known
 */
export const offered = ({ outcome, found }) => (outcome === "nothing" ? [] : found.slice(0, OTHERS));

/**
 * Return the step that a story leads to; the address prevails.
 * @param {Understanding} known @param {State} state @param {Infraction} [infraction] @returns {State}
 */
export function reached(known, state, infraction = known.found[0].infraction) {
  const given = new Set(state.r.map(([id]) => id));
  const counted = new Set(state.s.map(([id]) => id));
  const r = known
    .answers(infraction)
    .given.filter((a) => !given.has(a.question))
    .map((a) => /** @type {[string, string]} */ ([a.question, a.answer]));
  const s = Object.entries(known.history(infraction))
    .filter(([id]) => !counted.has(id))
    .map(([id, { count }]) => /** @type {[string, number]} */ ([id, count]));
  return { ...state, i: infraction.id, r: [...state.r, ...r], s: [...state.s, ...s] };
}

/**
 * Return the words behind an answer or count, or why it is open. There are none if the answer was changed.
 * @param {Understanding | null} known @param {Infraction} infraction
 */
export function saying(known, infraction) {
  const { given, disputed } = known?.answers(infraction) ?? { given: [], disputed: /** @type {any} */ ({}) };
  const history = known?.history(infraction) ?? {};
  return {
    infraction: known?.found.find((f) => f.infraction.id === infraction.id)?.said.join("», «") ?? "",
    /** @param {string} question @param {string} answer */
    answer: (question, answer) => given.find((a) => a.question === question && a.answer === answer)?.said ?? "",
    /** @param {string} id @param {number} count */
    count: (id, count) => (history[id]?.count === count ? history[id].said : ""),
    /** @param {string} question */
    open: (question) => disputed[question] ?? ""
  };
}

/**
 * Show the story, its further details, and other possible infractions.
 * @param {Understanding} known @param {{state: State, game: Game, infraction: Infraction}} step
 */
export function storyPart(known, { state, game, infraction }) {
  const others = known.found.filter((f) => f.infraction.id !== infraction.id && f.chance > LIKELY).slice(0, OTHERS);
  const blank = { ...state, i: "", r: [], s: [] };
  const change = { memory: { query: state.t }, class: "tasto", "aria-label": "Cambia le parole" };
  const unasked = notAsked(known, state, game, infraction);
  return el(
    "section",
    { class: "racconto", "aria-label": "Il racconto" },
    el("p", {}, el("q", {}, state.t), " ", stepLink({ ...blank, t: "" }, change, "Cambia")),
    unasked.length ? el("p", { class: "detto" }, `Hai scritto anche ${unasked.join("; ")}: qui non conta.`) : null,
    others.length
      ? el(
          "details",
          {},
          el("summary", {}, `Non è questa? Forse è ${others[0].infraction.title}${others.length > 1 ? "…" : ""}`),
          foundList(others.map((one) => ({ ...one, to: blank, reached: () => reached(known, blank, one.infraction) })))
        )
      : null
  );
}

/**
 * Return what the story says and the verdict does not ask.
 * @param {Understanding} known @param {State} state @param {Game} game @param {Infraction} infraction
 */
function notAsked(known, state, game, infraction) {
  const open = new Set(openQuestions(game, infraction, state));
  const used = new Set([...state.r, ...state.s].map(([id]) => id));
  const answers = known
    .answers(infraction)
    .given.filter(({ question }) => !open.has(question) && !used.has(question))
    .map(({ said }) => `«${said}»`);
  const history = known.history(infraction);
  const counts = game.counted
    .filter(({ id }) => id in history && !open.has(id) && !used.has(id))
    .map(({ id, plural }) => `«${history[id].said}» (${plural}: ${history[id].count})`);
  return [...answers, ...counts];
}

/**
 * Return the questions still open, in order, then the counts.
 * @param {Game} game @param {Infraction} infraction @param {State} state @returns {string[]}
 */
function openQuestions(game, infraction, state) {
  const given = new Map(state.r);
  /** @type {Set<string>} */
  const asked = new Set();
  /** @type {Set<number>} */
  const rows = new Set();
  const follow = (/** @type {Tree} */ tree) => {
    if (typeof tree === "number") rows.add(tree);
    else if (given.has(tree.q)) follow(tree.a[/** @type {string} */ (given.get(tree.q))]);
    else {
      asked.add(tree.q);
      for (const branch of Object.values(tree.a)) follow(branch);
    }
  };
  follow(infraction.tree);
  /** @type {Set<string>} */
  const counts = new Set();
  for (const row of rows) {
    const known = Object.fromEntries(state.s);
    for (
      let next = nextCount(game, infraction.rows[row], known);
      next;
      next = nextCount(game, infraction.rows[row], known)
    ) {
      counts.add(next);
      known[next] = 0;
    }
  }
  return [
    ...infraction.questions.map((q) => q.id).filter((id) => asked.has(id)),
    ...game.counted.map((c) => c.id).filter((id) => counts.has(id))
  ];
}

/**
 * Write the page's data for other programs (FORMATO.md, «Il racconto»).
 * @param {HTMLElement} page @param {object} step @param {Game} [step.game] @param {Infraction} [step.infraction]
 * @param {State} [step.state] @param {Row | null} [step.row]
 * @param {State} [step.heard] the same with all that the story says, asked or not
 */
export function annotate(page, { game, infraction, state, row, heard } = {}) {
  const known = game && infraction && state;
  const left = known ? openQuestions(game, infraction, state) : [];
  const result = known && row && !left.length ? verdict(game, row, Object.fromEntries(state.s)) : null;
  set("infraction", known ? infraction.id : undefined);
  set("answers", given(heard?.r));
  set("history", given(heard?.s));
  set("open", known ? left.join(" ") : undefined);
  set(
    "verdict",
    result ? (result.lowest === result.highest ? result.lowest : `${result.lowest}..${result.highest}`) : undefined
  );

  /** Omit the answers to be asked again. @param {[string, string | number][]} [pairs] */
  function given(pairs) {
    return (
      known &&
      pairs
        ?.filter(([id]) => !left.includes(id))
        .map((pair) => pair.join("="))
        .join(" ")
    );
  }

  /** @param {string} name @param {string | undefined} value */
  function set(name, value) {
    if (value === undefined) delete page.dataset[name];
    else page.dataset[name] = value;
  }
}
