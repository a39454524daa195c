// Define the types of the calculations.

/** The answers to a calculation's questions, by input: a number or the chosen option. */
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

export type Cell = string | number | boolean | { min: number; max: number | null } | null;

export interface Table {
    title: string;
    columns: { name: string; type: string }[];
    rows: Cell[][];
}

/** The data of a scripted calculation, from the editions. */
export interface Data {
    tables: Record<string, Table>;
    values: Record<string, number>;
    sources: Record<string, { citation: string; url: string; text: string }>;
}

/** Not reduced, `d` positive. */
export interface Fraction {
    n: bigint;
    d: bigint;
}

export type DraftKind = "booster" | "due-teste" | "rochester";

/**
 * A timed phase of a draft; `pack`: the booster's number; `say`: what the voice announces; `cites`: values whose rules
 * give it.
 */
export interface Phase {
    pack: number;
    title: string;
    say: string;
    seconds: number;
    cites: string[];
}

/** Results: won, lost, drawn. */
export interface Results {
    won: number;
    lost: number;
    drawn: number;
}

/** Points over the most possible: `ratio`, and `counts`, which is at least the rulebook's minimum. */
export interface Share {
    points: number;
    most: number;
    ratio: Fraction;
    counts: Fraction;
}

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
