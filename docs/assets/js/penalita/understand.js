// @ts-check
// Un racconto → l’infrazione, le risposte e la storia che il racconto dice. Niente di quello che le parole non dicono: una
// domanda aperta costa un tocco, una risposta sbagliata una partita.
import { frontDecoded } from "../language/text.js";
import { amounts, sentences, times, within } from "./amounts.js";
import { history } from "./history.js";
import { ANSWERING, FINDING, Model } from "./naive-bayes.js";
import { BREAK, mended, StoryWords } from "./story-words.js";

/** @typedef {import("./types").StoryFile} StoryFile @typedef {import("./types").Word} Word @typedef {import("./types").Counted} Counted */
/** @typedef {import("./types").Understanding} Understanding @typedef {import("./types").Answered} Answered @typedef {import("./types").Game} Game @typedef {import("./types").Infraction} Infraction */

const [FIRST, SURROGATES, SURROGATE_COUNT] = [35, 0xd800, 0x800];
const QUOTED = 3; // parole di un racconto che si mostrano…
const EVIDENCE = 1.5; // quanto deve pesare una parola perché da lei si risponda
const SHOWN = 0.001; // …di un’infrazione almeno così probabile

/** Chi capisce i racconti di un gioco. @param {Game} game @param {StoryFile} file @param {import("../language/analysis.js").Analysis} analysis @returns {(text: string) => Understanding} */
export function understander(game, file, analysis) {
  const listener = new Listener(game, file, analysis);
  return (text) => {
    const tokens = sentences(text, analysis);
    const read = listener.words(text);
    const said = amounts(tokens, analysis.data);
    return {
      ...listener.find(read, text),
      answers: ({ id }) =>
        answers(listener, /** @type {any} */ (game.infractions.find((i) => i.id === id)), { text, tokens, read, said }),
      history: history({ text, tokens }, game, file, analysis)
    };
  };
}

/** Le risposte che un racconto dà alle domande di un’infrazione, e quelle in cui parole e numeri non vanno d’accordo. @param {Listener} listener @param {Infraction} infraction @param {{text: string, tokens: import("./types").Said[], read: Word[], said: import("./types").Amount[]}} told */
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
    const learned = listener.answer(infraction, n, ranges ? read.filter(({ name }) => !/^\d/.test(name)) : read, text); // i numeri che la tabella scrive non si imparano: si leggono
    const { answer = "", said: words = "" } = exact ?? {};
    if (answer && learned && answer !== learned.answer && !counted && !ranges?.[learned.answer])
      disputed[question.id] = `«${words}» dice una cosa, «${learned.said}» un’altra`;
    else if (answer) given.push({ question: question.id, answer, said: words });
    else if (exact) disputed[question.id] = `«${words}» non dice in quale risposta cade`;
    else if (learned) given.push({ question: question.id, ...learned });
  });
  return { given, disputed };
}

export class Listener {
  /** @param {Game} game @param {StoryFile} file @param {import("../language/analysis.js").Analysis} analysis */
  constructor(game, file, analysis) {
    this.game = game;
    this.file = file;
    this.analysis = analysis;
    this.reader = new StoryWords(file.reading, analysis);
    const names = frontDecoded(file.words);
    this.known = new Map(names.map((word, n) => [word, n]));
    this.counted = new Counter(this.known, file.model.letters);
    /** @type {{answers: number, names: string[]}[][]} */
    this.stories = file.stories.map((group) =>
      group
        .split(" ")
        .filter(Boolean)
        .map((letters) => {
          const [answers, ...ids] = numbers(letters);
          return { answers, names: ids.map((id) => names[id]) };
        })
    );
    this.finder = new Model(
      {
        stories: this.stories.flat().map((story) => this.counted.all(story.names)),
        labels: this.stories.flatMap((group, label) => group.map(() => label)),
        size: this.stories.length
      },
      FINDING,
      file.model,
      file
    );
    /** @type {Map<string, Model[]>} */
    this.answerers = new Map();
  }

  /** @param {string} text */
  words(text) {
    return this.reader.words(text).map((word) => ({ ...word, name: mended(word.name, this.known) }));
  }

  /** Le infrazioni che un racconto può essere, la più probabile prima. @param {Word[]} read @param {string} text @returns {Pick<Understanding, "outcome" | "found">} */
  find(read, text) {
    const { sure, nothing, slight } = this.file.model;
    const { chances, weights, least, known } = this.finder.hear(this.counted.all(read.map(({ name }) => name)));
    const words = read.filter(({ name }) => name !== BREAK);
    const found = this.game.infractions
      .map((infraction, n) => {
        const said = chances[n] > SHOWN ? quotes(words, weights(n), text) : [];
        return { infraction, chance: chances[n], said };
      })
      .sort((a, b) => round(b.chance) - round(a.chance));
    const none = chances[this.game.infractions.length];
    const silent = (!known || none >= nothing || found[0].chance < slight) && !/^\s*\d+\s*$/.test(text); // di «59», e nient’altro, si sceglie
    return { outcome: least >= sure ? "sure" : silent ? "nothing" : "offered", found };
  }

  /** La risposta che le parole danno a una domanda, se lo dicono parole che significano qualcosa e di cui non si dubita. @param {Infraction} infraction @param {number} n @param {Word[]} read @param {string} text */
  answer(infraction, n, read, text) {
    const model = this.answerer(infraction)[n];
    if (model.present.size < 2) return null;
    const told = read.filter(({ name }) => name !== BREAK);
    const signs = this.reader.signs(read.map(({ name }) => name));
    const names = told.map(({ name }) => name);
    const { chances, best, weights } = model.hear(this.counted.all(names, signs));
    const words = quotes(told, weights(best), text, EVIDENCE);
    if (chances[best] < this.file.model.answered || !words.length) return null;
    if (signs.includes("~")) {
      const surely = model.hear(this.counted.all(names)); // «non so se l’ha fatto apposta»: quello di cui si dubita avrebbe deciso
      if (told.some((_, at) => signs[at] === "~" && surely.weights(surely.best)[at] > EVIDENCE)) return null;
    }
    return { answer: infraction.questions[n].answers[best].id, said: words.join(" … ") };
  }

  /** Di ogni domanda di un’infrazione il modello che ne sente la risposta, dai racconti di quell’infrazione. @param {Infraction} infraction */
  answerer(infraction) {
    let models = this.answerers.get(infraction.id);
    if (models) return models;
    const group = this.stories[this.game.infractions.indexOf(infraction)];
    const stories = group.map(({ names }) => this.signed(names));
    let rest = group.map(({ answers }) => answers);
    models = infraction.questions.map(({ answers }) => {
      const size = answers.length + 1;
      const given = rest.map((number) => (number + answers.length) % size); // l’ultima etichetta: nessuna risposta
      rest = rest.map((number) => Math.floor(number / size));
      return new Model({ stories, labels: given, size }, ANSWERING, this.file.model);
    });
    this.answerers.set(infraction.id, models);
    return models;
  }

  /** Le parole negate non sono le stesse. @param {string[]} names */
  signed(names) {
    return this.counted.all(names, this.reader.signs(names));
  }
}

/** Come si conta ogni parola: con il suo segno è un’altra. */
class Counter {
  /** @param {Map<string, number>} known @param {number} letters */
  constructor(known, letters) {
    this.known = known;
    this.letters = letters;
    /** @type {Map<string, number>} */
    this.prefixes = new Map();
    /** @type {Map<string, Counted>} */
    this.made = new Map();
  }

  /** @param {string[]} names @param {string[]} [signs] */
  all(names, signs) {
    /** @type {Counted[]} */
    const all = [];
    for (const name of names) if (name !== BREAK) all.push(this.one(name, signs?.[all.length] ?? ""));
    return all;
  }

  /** @param {string} name @param {string} sign */
  one(name, sign) {
    let one = this.made.get(sign + name);
    if (one) return one;
    const digits = /^\d/.test(name);
    const beginning = digits ? name : name[0] !== "?" && name.length >= this.letters ? name.slice(0, this.letters) : "";
    if (beginning && !this.prefixes.has(sign + beginning)) this.prefixes.set(sign + beginning, this.prefixes.size);
    const id = digits ? this.known.size : (this.known.get(name) ?? this.known.size + 1 + this.made.size * 3); // una mai detta è sola
    const prefix = beginning ? /** @type {number} */ (this.prefixes.get(sign + beginning)) : -1;
    one = { id: id * 3 + (digits ? 0 : ["", "!", "~"].indexOf(sign)), prefix, telling: name[0] !== "?" };
    this.made.set(sign + name, one);
    return one;
  }
}

/** I numeri di un racconto: le sue risposte, e le sue parole. @param {string} letters */
const numbers = (letters) =>
  Array.from(letters, (letter) => {
    const code = /** @type {number} */ (letter.codePointAt(0));
    return code - FIRST - (code >= SURROGATES + SURROGATE_COUNT ? SURROGATE_COUNT : 0);
  });

/** @param {number} chance */
const round = (chance) => Math.round(chance * 1e9);

/** Le parole che pesano di più, di quelle che significano qualcosa; due vicine in una citazione. @param {Word[]} words @param {number[]} weights @param {string} text @param {number} [least] quanto deve pesare almeno una */
function quotes(words, weights, text, least = 0) {
  const heavy = words.flatMap(({ name }, n) => (name[0] !== "?" && weights[n] > 0 ? [n] : []));
  const most = heavy
    .sort((a, b) => weights[b] - weights[a])
    .slice(0, QUOTED)
    .sort((a, b) => a - b);
  if (!most.some((n) => /^[a-z]/.test(words[n].name) && weights[n] > least)) return [];
  /** @type {number[][]} */
  const runs = [];
  for (const n of most) {
    const last = runs[runs.length - 1];
    if (last && last[1] + 1 === n) last[1] = n;
    else runs.push([n, n]);
  }
  return runs.map(([from, to]) => text.slice(words[from].start, words[to].end));
}
