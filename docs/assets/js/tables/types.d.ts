// Define the types of the calculations.

/** The answers to a calculation's questions, by name of the form's input: a number or the chosen option. */
export type Answers = Record<string, string | number>;

/** A line of a calculation's result. */
export interface ResultLine {
  label: string;
  /** '' if the rulebook says nothing, or if something is still to be typed (`missing`) */
  value: string;
  missing?: boolean;
  note?: string;
  /** links to the rules that say it */
  rules: Node[];
}

/** A table's cell: text, number, yes or no, a range (`max` null: without upper end); null if empty. */
export type Cell = string | number | boolean | { min: number; max: number | null } | null;

export type Table = { title: string; columns: { name: string; type: string }[]; rows: Cell[][] };

/** What a calculation with its own script reads of the rulebooks, by name; `sources`: rules that give each of it. */
export interface Data {
  tables: Record<string, Table>;
  values: Record<string, number>;
  sources: Record<string, { citation: string; url: string; text: string }>;
}

/** A fraction n/d, not reduced; `d` is positive. */
export type Fraction = { n: bigint; d: bigint };

/** Booster Draft, draft of teams of two (Two-Headed Giant), Rochester Draft. */
export type DraftKind = "booster" | "due-teste" | "rochester";

/** A timed phase of a draft; `pack`: the booster's number; `say`: what the voice announces. */
export type Phase = { pack: number; title: string; say: string; seconds: number };

/** Results: won, lost, drawn. */
export type Results = { won: number; lost: number; drawn: number };

/** `ratio`: points won over the `most` possible; `counts`: the same, raised to the rulebook's minimum if lower. */
export type Share = { points: number; most: number; ratio: Fraction; counts: Fraction };

/** A calculation that needs only one number; `words`: its words for the search; `supposed`: assumptions, in Italian. */
export interface OneNumber {
  id: string;
  input: string;
  unit: string;
  words: string;
  supposed: string;
  /** from, to, results as [label, pieces]: a number among the pieces stands for the typed one divided by it */
  cases: [number, number, [string, (string | number)[]][]][];
}
