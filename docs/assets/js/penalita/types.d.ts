// Define what Penalità understands of a story.
import type { Game, History, Infraction, Penalty, Question, Rich, Row, State } from "../verdict/types.d.ts";

/** How a story is split: lists of words, and numbers (search/language/stories.json). */
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
 * The file of a game’s example stories (search/language/story_corpus_codec.py). `amounts`: ranges by infraction,
 * question, answer.
 */
export type StoryFile = Sums & {
    reading: Reading;
    model: Constants;
    words: string;
    stories: string[];
    amounts: Record<string, Record<string, Record<string, Measures>>>;
    penalties: { words: string[]; once: string[] }[];
};
/** A word of a story: its stem (`name`), «!» if denied or «~» if in doubt (`mark`), its characters. */
export type Word = { name: string; mark: string; start: number; end: number };
/** A feature: a word, its first letters, or two words; with the positions of its words. */
export type Feature = { kind: number; one: string; other: string; places: number[] };
/** By kind of feature, the number of each label’s, and of different ones. */
export type Sums = { totals: number[][]; distinct: number[] };
/**
 * A classification. `chances`: probability by label; `least`: lower bound of the best’s; `known`: words that some story
 * has; `weights`: returns how much each word speaks for a label.
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
/** A text as marks; between two positions in the marks, `quote` returns the text’s words, `range` their start and end. */
export type MarkedText = {
    marks: string;
    quote: (from: number, to: number) => string;
    range: (from: number, to: number) => [number, number];
};
/** A name of a penalty: its terms, and the mark that replaces it. */
export type PenaltyName = { mark: string; terms: string[] };
/** Earlier penalties that a story tells, with their position in the marks. */
export type Mention = { penalty: Penalty; count: number; from: number; to: number };
/** A number of earlier penalties; `said`: the story’s words; `places`: start and end of each part of them in the story. */
export type Counted = { count: number; said: string; places: [number, number][] };
/** An amount, both ends included, with its position in the marks; infinite: more or fewer than the table states. */
export type Amount = { measure: string; low: number; high: number; from: number; to: number };
/** How words before or after an amount change its bounds. */
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
/** What the screen that finds an infraction is drawn from; `player`: who the verdict is for. */
export type Page = { game: Game; state: State; go: Case["go"]; changeGame: () => void; player: Element };
/** A list of the verdict’s screen and text. `of`: the penalty that an item is about; `reported`: to whom to report it. */
export type Section = { title: string; ordered?: boolean; items: { of: string; text: Rich }[]; reported?: string };
/** The module that shows two verdicts together, if the game has rules for combining them. */
export type Combining = typeof import("./combined-panel.js") | null;
/**
 * What the browser's history keeps of a step. `change`: it is being changed; `was`: its answer before; `count`: penalty
 * whose number is asked again; `query`: the words typed.
 */
export type Memory = { change?: boolean; was?: string; count?: string; query?: string };
