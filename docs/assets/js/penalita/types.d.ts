// Define what Penalità understands of a story: what happened, told in a judge's words.
import type { Game, Infraction, Penalty, Question, Rich, Row, State, Verdict } from "../verdict/types";

/** How a story is split: words separated by spaces, and numbers; search/language/stories.json explains them. */
export type Reading = Record<"dropped" | "denying" | "light" | "unsure" | "linking", string> &
  Record<"reach" | "letters", number>;
/** Constants of the classifier, from search/language/naive_bayes.py. */
export type Constants = { weights: number[] } & Record<"alpha" | "easy" | "prior" | "none" | "untold", number> &
  Record<"letters" | "sure" | "nothing" | "slight" | "answered" | "unsaid", number>;
/** A range: from, to (null: no bound), and whether `from` itself is excluded. */
export type Span = [number | null, number | null, boolean];
/** Ranges by measure: "minutes" or "cards". */
export type Measures = Record<string, Span[]>;
/**
 * The file of a game’s example stories, as search/language/story_corpus_codec.py writes it. `amounts`: ranges by
 * infraction, question, answer; `penalties`: names of each, and verbs for giving it `once`.
 */
export type StoryFile = Sums & {
  reading: Reading;
  model: Constants;
  words: string;
  stories: string[];
  amounts: Record<string, Record<string, Record<string, Measures>>>;
  penalties: { words: string[]; once: string[] }[];
};
/** A word of a story: its stem (`name`), «!» if denied, «~» if in doubt, else "" (`mark`), its place in the text. */
export type Word = { name: string; mark: string; start: number; end: number };
/** A feature: a word, its first letters, or two words (`other`); `kind`: see naive-bayes.js; `places` of its words. */
export type Feature = { kind: number; one: string; other: string; places: number[] };
/** Numbers of features by kind: in the stories of each label (`totals`), and of different ones (`distinct`). */
export type Sums = { totals: number[][]; distinct: number[] };
/** An infraction with its probability; `said`: the story’s words that speak most for it. */
export type Found = { infraction: Infraction; chance: number; said: string[] };
/** What a story says of an infraction: answers by question, why other questions stay open, earlier penalties by id. */
export type About = {
  answers: Record<string, { answer: string; said: string }>;
  disputed: Record<string, string>;
  history: Record<string, Counted>;
};
/** What was understood of a story. `outcome`: the infraction is sure, some are to choose from, or there is none. */
export type Understanding = {
  outcome: "sure" | "offered" | "nothing";
  found: Found[];
  about: (infraction: { id: string }) => About;
};
/** Earlier penalties that a story tells: which, how many, and their position in the marks. */
export type Mention = { penalty: Penalty; count: number; from: number; to: number };
/** A number of earlier penalties; `said`: the story’s words; `places`: start and end of each of them in the story. */
export type Counted = { count: number; said: string; places: [number, number][] };
/** An amount, both ends included, and its position in the marks; ±Infinity: more or fewer than the table states. */
export type Amount = { measure: string; low: number; high: number; from: number; to: number };
/**
 * A verdict on the screen. `result`: its penalties; `steps`: questions asked, with answers; `go`: shows another step;
 * `other`: what is shown of a second verdict, null if the game does not combine any.
 */
export type Case = {
  game: Game;
  infraction: Infraction;
  row: Row;
  result: Verdict;
  steps: [Question, string][];
  state: State;
  go: (state: State) => void;
  other: ReturnType<NonNullable<Combining>["otherVerdict"]> | null;
};
/**
 * A titled list in a verdict, of HTML's `tag`. `of`: the penalty that an item is about, or ""; `reported`: to whom to
 * report it.
 */
export type Section = { title: string; tag: "ol" | "ul"; items: { of: string; text: Rich }[]; reported?: string };
/** The module that shows two verdicts together; null for a game without rules on that. */
export type Combining = typeof import("./combined-panel.js") | null;
/**
 * What the browser's history keeps of a step. `change`: an answer is being changed; `was`: that answer before; `count`:
 * id of the penalty whose number is asked again; `query`: the words typed.
 */
export type Memory = { change?: boolean; was?: string; count?: string; query?: string };
