// Define what Penalità understands of a story.
import type { Game, History, Infraction, Penalty, Question, Rich, Row, State } from "../verdict/types.d.ts";

/** The lists of words that a story is split by (search/language/stories.json). */
export type Reading = Record<"dropped" | "denying" | "light" | "unsure" | "linking", string> &
    Record<"reach" | "letters", number>;
/** The numbers of search/language/naive_bayes.py. */
export type Constants = { weights: number[] } & Record<"alpha" | "easy" | "prior" | "none" | "untold", number> &
    Record<"letters" | "sure" | "nothing" | "slight" | "answered", number>;
/** From, to, and whether the first is left out. */
export type Span = [number | null, number | null, boolean];
export type Measures = Record<string, Span[]>;
/** The file of a game’s stories (search/language/story_corpus_codec.py). */
export type StoryFile = Sums & {
    reading: Reading;
    model: Constants;
    words: string;
    stories: string[];
    amounts: Record<string, Record<string, Record<string, Measures>>>;
    penalties: { words: string[]; once: string[] }[];
};
/** A word of the story: the name it is counted by, whether it is denied («!») or in doubt («~»), its place in the text. */
export type Word = { name: string; mark: string; start: number; end: number };
/** What a story says: a word, its first letters, or two words; with the places of its words. */
export type Feature = { kind: number; one: string; other: string; places: number[] };
/** How many features each label has, by kind; how many there are in all. */
export type Sums = { totals: number[][]; distinct: number[] };
/** `weights`: how much each word speaks for a label; `least`: how likely the best is at the least; `known`: how many words are known. */
export type Heard = { chances: number[]; weights: (label: number) => number[] } & Record<
    "known" | "best" | "least",
    number
>;
/** `said`: the words of the story that speak most for it. */
export type Found = { infraction: Infraction; chance: number; said: string[] };
export type Answered = { question: string; answer: string; said: string };
/** What was understood; `outcome`: the infraction is sure, one of some to choose from, or none. */
export type Understanding = {
    outcome: "sure" | "offered" | "nothing";
    found: Found[];
    /** The answers that the story gives, and the questions on which its words and numbers disagree. */
    answers: (infraction: { id: string }) => { given: Answered[]; disputed: Record<string, string> };
    /** The penalties that the story says the player has, of those that count for an infraction. */
    history: (infraction: { id: string }) => Record<string, Counted>;
};
/** A text as marks; `quote`: the words of the text between two places of them. */
export type MarkedText = { marks: string; quote: (from: number, to: number) => string };
export type PenaltyName = { mark: string; terms: string[] };
/** A penalty that a story says the player has, and its place among the marks. */
export type Mention = { penalty: Penalty; count: number; from: number; to: number };
export type Counted = { count: number; said: string };
/** An amount, both ends included; `sign`: so many more or fewer than the table states. */
export type Amount = { measure: string; low: number; high: number; from: number; to: number; sign?: number };
/** What words before or after an amount make of its ends. */
export type ThresholdRule = { before: RegExp; after: RegExp; range: (low: number, high: number) => [number, number] };
export type { Game, Infraction };
/** Where the questions have led: `steps` are those asked with their answers, `known` the counts. */
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
/** A list of a verdict’s screen and text; `of`: the penalty that an item is about, `reported`: to whom to report it. */
export type Section = { title: string; ordered?: boolean; items: { of: string; text: Rich }[]; reported?: string };
/** What speaks of two verdicts that meet, where the game has rules on that. */
export type Combining = typeof import("./combined-panel.js") | null;
/**
 * What the browser's history keeps of a step. `change`: it is being changed; `was`: its answer before; `count`: the count to
 * ask again; `query`: the words typed. Later answers stay in the address.
 */
export type Memory = { change?: boolean; was?: string; count?: string; query?: string };
