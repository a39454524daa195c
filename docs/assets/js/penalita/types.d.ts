// Define what Penalità understands of a story: what happened, told in a judge's words.
import type { Game, History, Infraction, Penalty, Question, Rich, Row, State } from "../verdict/types";

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
/**
 * A classification of a text. `chances`: probability by label; `best`: the likeliest label; `least`: a lower bound of
 * its probability; `known`: how many words some story has; `weights`: returns how much each word speaks for a label.
 */
export type Heard = { chances: number[]; weights: (label: number) => number[] } & Record<
  "known" | "best" | "least",
  number
>;
/** An infraction with its probability; `said`: the story’s words that speak most for it. */
export type Found = { infraction: Infraction; chance: number; said: string[] };
/** An answer that a story gives, by ids; `said`: its words. */
export type Answered = { question: string; answer: string; said: string };
/** What was understood of a story. `outcome`: the infraction is sure, some are to choose from, or there is none. */
export type Understanding = {
  outcome: "sure" | "offered" | "nothing";
  found: Found[];
  /** answers that the story gives, and why others are open, by question */
  answers: (infraction: { id: string }) => { given: Answered[]; disputed: Record<string, string> };
  /** earlier penalties that the story tells, as they count for an infraction, by penalty id */
  history: (infraction: { id: string }) => Record<string, Counted>;
};
/**
 * A text rewritten for patterns (`marks`, see `markedText`). For two positions in the marks `quote` returns the text’s
 * words between them, `range` the start and end of these.
 */
export type MarkedText = {
  marks: string;
  quote: (from: number, to: number) => string;
  range: (from: number, to: number) => [number, number];
};
/** A name of a penalty: its terms, and the mark («P2») that replaces it. */
export type PenaltyName = { mark: string; terms: string[] };
/** Earlier penalties that a story tells: which, how many, and their position in the marks. */
export type Mention = { penalty: Penalty; count: number; from: number; to: number };
/**
 * A number of earlier penalties; `said`: the story’s words; `places`: start and end of each part of them in the story.
 */
export type Counted = { count: number; said: string; places: [number, number][] };
/** An amount, both ends included, and its position in the marks; ±Infinity: more or fewer than the table states. */
export type Amount = { measure: string; low: number; high: number; from: number; to: number };
/** How words `before` or `after` an amount («più di», «circa») change its bounds: `range` returns the new ones. */
export type ThresholdRule = { before: RegExp; after: RegExp; range: (low: number, high: number) => [number, number] };
export type { Game, Infraction };
/**
 * A verdict on the screen. `steps`: questions asked, with answers; `known`: numbers of earlier penalties; `go`: shows
 * another step.
 */
export type Case = {
  game: Game;
  infraction: Infraction;
  row: Row;
  steps: [Question, string][];
  state: State;
  known: History;
  go: (state: State) => void;
  combined: Combining;
};
/**
 * What the screen for finding an infraction is drawn from. `go`: shows another step; `player`: whom the verdict is for.
 */
export type Page = { game: Game; state: State; go: Case["go"]; changeGame: () => void; player: Element };
/** A titled list in a verdict. `of`: the penalty that an item is about, or ""; `reported`: to whom to report it. */
export type Section = { title: string; ordered?: boolean; items: { of: string; text: Rich }[]; reported?: string };
/** The module that shows two verdicts together, if the game has rules for combining them. */
export type Combining = typeof import("./combined-panel.js") | null;
/**
 * What the browser's history keeps of a step. `change`: an answer is being changed; `was`: that answer before; `count`:
 * id of the penalty whose number is asked again; `query`: the words typed.
 */
export type Memory = { change?: boolean; was?: string; count?: string; query?: string };
/** A step as the page's data attributes tell it. `heard`: the state with all that the story says, asked or not. */
export type Told = { game: Game; infraction: Infraction; state: State; row: Row | null; heard: State };
