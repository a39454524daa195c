// @ts-check
// Read a story: its infraction, answers and history.
// Nothing that the words do not say: an open question costs a tap, a wrong answer a game.
import { frontDecoded } from "../language/front-coding.js";
import { amounts, sentences, times, within } from "./story-amounts.js";
import { history } from "./story-history.js";
import { ANSWERING, Corpus, FINDING, Model } from "./naive-bayes.js";
import { BREAK, mended, StoryWords } from "./story-words.js";

/** @import { Answered, Game, Infraction, StoryFile, Understanding, Word } from "./types" */
/** @import { Question } from "../verdict/types.d.ts" */
/** @import { Analysis } from "../language/analysis.js" */
/** @typedef {{words: string[], answers: number, weight: number}} Told a story of the file; `answers`: those that it tells as one number */

const [FIRST, SURROGATES, SURROGATE_COUNT] = [35, 0xd800, 0x800]; // search/language/story_corpus_codec.py
const QUOTED = 3; // words of a story that are shown for…
const SHOWN = 0.001; // …an infraction at least so likely
const NAMED = 0.9; // how likely an infraction is that two or three words name
const EVIDENCE = 1.5; // how much a word must weigh to answer by it

/** @param {Game} game @param {StoryFile} file @param {Analysis} analysis @returns {(text: string) => Understanding} */
export function understander(game, file, analysis) {
  const listener = new Listener(game, file, analysis);
  return (text) => {
    const tokens = sentences(text, analysis);
    const read = listener.words(text);
    const said = amounts(tokens, analysis.data);
    return {
      ...listener.find(read, text),
      history: ({ id }) =>
        history({ text, tokens, infraction: id, named: (words) => listener.named(words) }, game, file, analysis),
      answers: ({ id }) => {
        const infraction = /** @type {Infraction} */ (game.infractions.find((one) => one.id === id));
        return answers(listener, infraction, { text, tokens, read, said });
      }
    };
  };
}

/**
 * Return a story's answers, and the questions left in conflict. A conflict is a question that its words and its numbers
 * answer differently.
 * @param {Listener} listener @param {Infraction} infraction
 * @param {{text: string, tokens: import("./types").Said[], read: Word[], said: import("./types").Amount[]}} told
 */
function answers(listener, infraction, { text, tokens, read, said }) {
  const { analysis, file } = listener;
  /** @type {Answered[]} */
  const given = [];
  /** @type {Record<string, string>} */
  const disputed = {};
  infraction.questions.forEach((question, n) => {
    const counted = question.history ? times({ text, tokens, found: said }, question, analysis.data) : null;
    const ranges = file.amounts[infraction.id]?.[question.id];
    const exact = counted ?? within(text, tokens, said, ranges ?? {});
    // the numbers that the table states are read, not learned
    const learned = listener.answer(infraction, n, ranges ? read.filter(({ name }) => !/^\d/.test(name)) : read, text);
    const { answer = "", said: words = "" } = exact ?? {};
    if (answer && learned && answer !== learned.answer && !counted && !ranges?.[learned.answer])
      disputed[question.id] = `«${words}» dice una cosa, «${learned.said}» un’altra`;
    else if (answer) given.push({ question: question.id, answer, said: words });
    else if (exact) disputed[question.id] = `«${words}» non basta a scegliere la risposta`;
    else if (learned) given.push({ question: question.id, ...learned });
  });
  return { given, disputed };
}

export class Listener {
  /** @param {Game} game @param {StoryFile} file @param {Analysis} analysis */
  constructor(game, file, analysis) {
    this.game = game;
    this.file = file;
    this.analysis = analysis;
    this.reader = new StoryWords(file.reading, analysis);
    const names = frontDecoded(file.words);
    this.known = new Set(names);
    const decoded = (/** @type {string} */ letters, /** @type {number} */ weight) => {
      const [answers, ...ids] = numbers(letters);
      return { words: ids.map((id) => names[id]), answers, weight };
    };
    /** @type {Told[][]} */
    this.stories = file.stories.map((group) =>
      group.split("!").flatMap((part, easy) => {
        const told = part.split(" ").filter(Boolean);
        return told.map((letters) => decoded(letters, easy ? file.model.easy : 1));
      })
    );
    const all = this.stories.flat();
    const stories = all.map(({ words }) => words.filter((name) => name !== BREAK));
    const labels = this.stories.flatMap((group, label) => group.map(() => label));
    const each = all.map(({ weight }) => weight);
    const corpus = new Corpus(stories, FINDING, file.model.letters);
    this.finder = new Model(corpus, labels, this.stories.length, { ...file.model, sums: file, each });
    /** @type {Map<string, Model>} */
    this.answerers = new Map();
    /** @type {Map<string, Corpus>} */
    this.corpora = new Map();
  }

  /** @param {string} text */
  words(text) {
    return this.reader.words(text).map((word) => ({ ...word, name: mended(word.name, this.known) }));
  }

  /**
   * Return a story's possible infractions, most likely first.
   * @param {Word[]} read @param {string} text @returns {Pick<Understanding, "outcome" | "found">}
   */
  find(read, text) {
    const { sure, nothing, slight } = this.file.model;
    const words = read.filter(({ name }) => name !== BREAK);
    const { chances, weights, least, known } = this.finder.hear(words.map(({ name }) => name));
    const found = this.game.infractions
      .map((infraction, n) => {
        const said = chances[n] > SHOWN ? quotes(words, weights(n), text) : [];
        return { infraction, chance: chances[n], said };
      })
      .sort((a, b) => round(b.chance) - round(a.chance));
    const none = chances[this.game.infractions.length];
    const silent = (!known || none >= nothing || found[0].chance < slight) && !/^\s*\d+\s*$/.test(text); // «59» alone: cards
    return { outcome: least >= sure ? "sure" : silent ? "nothing" : "offered", found };
  }

  /** Return the infraction that some words name, or "". @param {string} text */
  named(text) {
    const [{ infraction, chance }] = this.find(this.words(text), text).found;
    return chance >= NAMED ? infraction.id : "";
  }

  /**
   * Return the answer that the words of a story give to a question. They must bear meaning and not be in doubt.
   * @param {Infraction} infraction @param {number} n @param {Word[]} read @param {string} text
   */
  answer(infraction, n, read, text) {
    const model = this.answerer(infraction.questions[n]);
    if (model.present.size < 2) return null;
    const told = read.filter(({ name }) => name !== BREAK);
    const names = this.reader.marked(read.map(({ name }) => name));
    const { chances, best, weights } = model.hear(names);
    const words = quotes(told, weights(best), text, EVIDENCE);
    if (chances[best] < this.file.model.answered || !words.length) return null;
    if (names.some(doubted)) {
      const surely = model.hear(told.map(({ name }) => name)); // «non so se l’ha fatto apposta»: the doubt would have decided
      const speaking = surely.weights(surely.best);
      if (names.some((name, at) => doubted(name) && speaking[at] > EVIDENCE)) return null;
    }
    return { answer: infraction.questions[n].answers[best].id, said: words.join(" … ") };
  }

  /**
   * Return the model of a question. It learns from the stories of all infractions that ask the same with the same
   * answers.
   * @param {Question} question
   */
  answerer(question) {
    const asked = signature(question);
    const made = this.answerers.get(asked);
    if (made) return made;
    const groups = this.game.infractions.flatMap(({ questions }, place) => {
      const before = questions.findIndex((other) => signature(other) === asked);
      const unit = questions.slice(0, before).reduce((product, { answers }) => product * (answers.length + 1), 1);
      return before < 0 ? [] : { place, unit };
    });
    const names = groups.map(({ place }) => place).join(" ");
    const marked = () =>
      groups.flatMap(({ place }) => this.stories[place].map(({ words }) => this.reader.marked(words)));
    const corpus = this.corpora.get(names) ?? new Corpus(marked(), ANSWERING, this.file.model.letters);
    this.corpora.set(names, corpus);
    const size = question.answers.length + 1; // the last label: no answer
    const label = (/** @type {number} */ answers, /** @type {number} */ unit) =>
      (Math.floor(answers / unit) + size - 1) % size;
    const labels = groups.flatMap(({ place, unit }) => this.stories[place].map(({ answers }) => label(answers, unit)));
    const model = new Model(corpus, labels, size, this.file.model);
    this.answerers.set(asked, model);
    return model;
  }
}

/** Return what two questions share that ask the same. @param {Question} question */
const signature = ({ id, answers }) => [id, ...answers.map((answer) => answer.id)].join(" ");

/** @param {string} name */
const doubted = (name) => name[0] === "~";

/** Return a story's numbers: its answers and its words. @param {string} letters */
const numbers = (letters) =>
  Array.from(letters, (letter) => {
    const code = /** @type {number} */ (letter.codePointAt(0));
    return code - FIRST - (code >= SURROGATES + SURROGATE_COUNT ? SURROGATE_COUNT : 0);
  });

/** @param {number} chance */
const round = (chance) => Math.round(chance * 1e9);

/**
 * Quote the most telling words, neighbours together. Only words that bear meaning are quoted.
 * @param {Word[]} words @param {number[]} weights @param {string} text
 * @param {number} [least] how much one of them must weigh
 */
function quotes(words, weights, text, least = 0) {
  const most = [...words.keys()]
    .filter((n) => words[n].name[0] !== "?" && weights[n] > 0)
    .sort((a, b) => weights[b] - weights[a])
    .slice(0, QUOTED)
    .sort((a, b) => a - b);
  if (!most.some((n) => /^[a-z]/.test(words[n].name) && weights[n] > least)) return [];
  const begins = most.filter((n) => !most.includes(n - 1));
  const ends = most.filter((n) => !most.includes(n + 1));
  return begins.map((from, n) => text.slice(words[from].start, words[ends[n]].end));
}
