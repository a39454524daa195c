// Understand a story (what happened, in a judge's words): its infraction, answers and earlier penalties.
// Only what the words say: an open question costs a tap, a wrong answer a game.
import { frontDecoded } from "../language/front-coding.js";
import { markedText } from "./pattern-compiler.js";
import { ANSWERING, FINDING, Model } from "./naive-bayes.js";
import { amountReader, answerWithin } from "./story-amounts.js";
import { byCount } from "../verdict/verdict.js";
import { historyReader } from "./prior-penalties-parser.js";
import { wordReader } from "./story-tokenizer.js";
/** @import { Game, Infraction, Question } from "../verdict/types" */
/** @import { About, StoryFile, Understanding, Word } from "./types" */
/** @import { Analysis } from "../language/analysis.js" */

const FIRST = 35; // search/language/story_corpus_codec.py
const QUOTED = 3; // words of a story that are shown for…
const SHOWN = 0.001; // …an infraction at least so likely
const NAMED = 0.9; // how likely an infraction is that two or three words name
const EVIDENCE = 1.5; // how much a word must weigh to answer by it

/**
 * Return a function that understands stories (what happened, in words): infraction, answers, earlier penalties.
 * It says nothing that the words do not say: an open question costs a tap, a wrong answer a game.
 * @param {Game} game @param {StoryFile} file @param {Analysis} analysis @returns {(text: string) => Understanding}
 */
export function understander(game, file, analysis) {
  const listener = new Listener(game, file, analysis);
  const { amounts, timesBefore } = amountReader(analysis);
  const history = historyReader(game, file, analysis, (words) => listener.named(words));

  return (text) => {
    const { marks, quote } = markedText(text, analysis);
    const [found, [before]] = [amounts(marks), timesBefore(marks)];
    const read = listener.words(text);
    const about = (/** @type {{id: string}} */ { id }) => {
      const { questions } = /** @type {Infraction} */ (game.infractions.find((one) => one.id === id));
      /** @type {About} */
      const about = { answers: {}, disputed: {}, history: history(text, id) };
      const past = Object.values(about.history).flatMap(({ places }) => places);
      // what tells of earlier penalties tells nothing of what happened now
      const present = read.filter(({ start }) => !past.some(([from, to]) => start >= from && start < to));
      for (const question of questions) {
        const ranges = file.amounts[id]?.[question.id];
        const again = question.history && before && { ...before, answer: byCount(question, before.count)?.id };
        const exact = again || answerWithin(found, ranges ?? {});
        const said = exact ? quote(exact.from, exact.to) : "";
        // the numbers that the table states are read, not learned
        const words = ranges ? present.filter(({ name }) => !/^\d/.test(name)) : present;
        const learned = listener.answer(question, words, text);
        const other = learned && ranges && exact?.answer !== learned.answer && !ranges[learned.answer];
        if (exact && !exact.answer) about.disputed[question.id] = `«${said}» non basta per scegliere la risposta`;
        else if (exact && other) about.disputed[question.id] = `«${said}» dice una cosa, «${learned.said}» un’altra`;
        else if (exact?.answer) about.answers[question.id] = { answer: exact.answer, said };
        else if (learned) about.answers[question.id] = learned;
      }
      return about;
    };
    return { ...listener.find(read, text), about };
  };
}

/** Classify stories (what happened, in words) by the example stories of a game. */
export class Listener {
  /** Decode the example stories of a file. @param {Game} game @param {StoryFile} file @param {Analysis} analysis */
  constructor(game, file, analysis) {
    const names = frontDecoded(file.words);
    const told = (/** @type {string} */ part, /** @type {number} */ weight) =>
      (part.match(/[^ ]+/g) ?? []).map((letters) => {
        const [answers, ...ids] = numbers(letters);
        const words = ids.map((id) => names[id]).join(" "); // a mark stands before its word
        return { words: words.replace(/([!~]) /g, "$1").split(" "), answers, weight };
      });
    /**
     * The stories by infraction, last those of none: their words, and the answers that they tell, coded as one number.
     */
    this.stories = file.stories.map((group) => {
      const [whole, easy = ""] = group.split("!");
      return [...told(whole, 1), ...told(easy, file.model.easy)];
    });
    this.game = game;
    this.model = file.model;
    this.words = wordReader(file.reading, analysis, new Set(names));
    const all = this.stories.flat();
    this.finder = new Model(
      all.map(({ words }) => words.map(bare)),
      this.stories.flatMap((group, label) => group.map(() => label)),
      this.stories.length,
      { ...file.model, kinds: FINDING, sums: file, each: all.map(({ weight }) => weight) }
    );
    /** @type {Map<string, Model>} */
    this.answerers = new Map();
  }

  /**
   * Return the infractions that a story may describe, most likely first (`found`), and whether one is sure (`outcome`).
   * @param {Word[]} words @param {string} text the story @returns {Pick<Understanding, "outcome" | "found">}
   */
  find(words, text) {
    const { sure, nothing, slight } = this.model;
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

  /** Return the id of the infraction that some words name; "" if none is likely enough. @param {string} text */
  named(text) {
    const [{ infraction, chance }] = this.find(this.words(text), text).found;
    return chance >= NAMED ? infraction.id : "";
  }

  /**
   * Return the answer that a story's words give to a question, and the words (`said`); null if they give none.
   * Words that carry no meaning or are in doubt («non so se») give none.
   * @param {Question} question @param {Word[]} words @param {string} text
   * @returns {{answer: string, said: string} | null}
   */
  answer(question, words, text) {
    const model = this.answerer(question);
    if (model.present.length < 2) return null;
    const { chances, best, weights } = model.hear(words.map(({ name, mark }) => mark + name));
    const said = quotes(words, weights(best), text, EVIDENCE);
    const { answered, unsaid } = this.model;
    const none = chances[question.answers.length];
    if (none > unsaid || chances[best] < answered * (1 - none) || !said.length) return null;
    const doubted = [...words.keys()].filter((at) => words[at].mark === "~");
    if (doubted.length) {
      const surely = model.hear(words.map(({ name }) => name)); // «non so se l’ha fatto apposta»: the doubt would have decided
      const speaking = surely.weights(surely.best);
      if (doubted.some((at) => speaking[at] > EVIDENCE)) return null;
    }
    return { answer: question.answers[best].id, said: said.join(" … ") };
  }

  /**
   * Return the classifier of a question's answers.
   * It learns from the stories of all infractions that ask the same question with the same answers.
   * @param {Question} question
   */
  answerer(question) {
    const asked = signature(question);
    const made = this.answerers.get(asked);
    if (made) return made;
    const size = question.answers.length + 1; // the last label: no answer
    const told = this.game.infractions.flatMap(({ questions }, place) => {
      const before = questions.findIndex((other) => signature(other) === asked);
      const unit = questions.slice(0, before).reduce((product, { answers }) => product * (answers.length + 1), 1);
      const label = (/** @type {number} */ answers) => (Math.floor(answers / unit) + size - 1) % size;
      return before < 0 ? [] : this.stories[place].map(({ words, answers }) => ({ words, label: label(answers) }));
    });
    const [stories, labels] = [told.map(({ words }) => words), told.map(({ label }) => label)];
    const model = new Model(stories, labels, size, { ...this.model, kinds: ANSWERING });
    this.answerers.set(asked, model);
    return model;
  }
}

/** Return what identifies a question: its id and those of its answers. @param {Question} question */
const signature = ({ id, answers }) => [id, ...answers.map((answer) => answer.id)].join(" ");

/** Return a stem without its mark («!» or «~»). @param {string} name */
const bare = (name) => name.replace(/^[!~]/, "");

/** Scale and round a probability as the server does, so that equal ones stay equal. @param {number} chance */
const round = (chance) => Math.round(chance * 1e9);

/** Decode letters as numbers, one each: the answers and words of a story. @param {string} letters */
const numbers = (letters) => Array.from(letters, (letter) => letter.charCodeAt(0) - FIRST);

/**
 * Quote the three words that weigh most, neighbours together; [] if none weighs enough.
 * @param {Word[]} words @param {number[]} weights by word @param {string} text the story
 * @param {number} [least] weight that one of them must exceed @returns {string[]}
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
