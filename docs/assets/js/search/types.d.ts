// Define what the engine's modules pass to each other.
import type { Spelling } from "../language/spelling.js";
import type { Names } from "../language/types.d.ts";

/** A section. `path`: the titles above it, from the chapter down; `leaf`: the file of the book's texts that holds its own. */
export interface Section {
    id: string;
    title: string;
    number: string;
    path: string[];
    book: string;
    kind: string;
    citation: string;
    url: string;
    leaf: number;
    documents: Document[];
}

/**
 * A statement, a row or a section's head. `order`: among all; `first`: that of the first with its anchor; `amount`: 1 if
 * it says one; `letter`: of a statement; `bias`: what speaks for it whatever is typed; `text`: once it has arrived.
 */
export interface Document {
    section: Section;
    order: number;
    first: number;
    field: string;
    kind: string;
    amount: number;
    letter: string;
    bias: number;
    text?: string[];
}

/** Terms that together stand for what was typed; `guess`: one of several, together as rare as all of them. */
export interface Alternative {
    terms: string[];
    weight: number;
    books: string[];
    guess: boolean;
}

export interface Words extends Names<string> {
    synonyms: Map<string, Alternative[]>;
}

export interface Language {
    vocabulary: Words;
    spelling: Spelling;
}

/** [weight, books, 'meant=typed|typed;meant=…'] */
export type Synonyms = [number, number[], string][];

/** What all books have in common; `labels`: what each is called; `games`: game → its books; `superseded`: by number. */
export interface Shared {
    analysis: import("../language/analysis.js").Data;
    weights: Record<string, any>;
    books: string[];
    labels: Record<string, string>;
    games: Record<string, string[]>;
    superseded: number[];
    names: [string, number[]][];
    marks: Record<string, number[]>;
    longest: number;
    synonyms: Synonyms;
}

/** A term's documents in a book, by number; `own`: the rows that say it in their text. */
export interface Postings {
    documents: ArrayLike<number>;
    impacts: ArrayLike<number>;
    own: number[];
}

/** What speaks for each document, and the most of it. */
export interface Impacts {
    sums: Map<Document, number>;
    strength: number;
}

/** What a group weighs in the query, and what speaks for each document. */
export interface Matches {
    sums: Map<Document, number>;
    whole: number;
}

/** The books that are searched, those of them ranked last, and the language spoken in them. */
export interface Searched extends Language {
    use: string[];
    late: string[];
}

/** `wrong`: the number of a citation that does not exist, or "". */
export interface Cited {
    places: Document[];
    wrong: string;
}

export interface Group {
    words: string[];
    alternatives: Alternative[];
}

/** `typed`: the terms of what was typed, without synonyms; `wanted`: those that an excerpt marks. */
export interface Query {
    books: string[];
    searched: Searched;
    cited: Cited;
    groups: Group[];
    typed: string[];
    wanted: Set<string>;
    spoken: string[];
    asks: string[];
    amount: boolean;
    wantsRule: boolean;
    corrected: string;
    pasted: string;
}

export interface Hit {
    document: Document;
    score: number;
    covers: boolean;
}

export interface Stretch {
    text: string;
    match: boolean;
}

export interface Result {
    id: string;
    citation: string;
    title: string;
    path: string[];
    book: string;
    kind: string;
    url: string;
    excerpt: Stretch[];
    score: number;
}

/** The answer of GET /api/v1/search. */
export interface ResultPage {
    query: string;
    total: number;
    others: number;
    suggestion: string | null;
    unknown: string[];
    results: Result[];
    tried?: string[];
    nearest?: Result[];
}

/** `kept`: everything is on the phone; `soon`: who asks wants a first answer; `rows`: of tables only. */
export interface Options {
    book?: string;
    kind?: string;
    limit?: number;
    offset?: number;
    kept?: boolean;
    soon?: boolean;
    rows?: boolean;
    completing?: boolean;
    first?: string;
}

/** A table: its place among the book's, how many rows it has and which answer. */
export interface Table {
    book: string;
    place: number;
    size: number;
    rows: number[];
}

/** `results`: the first rows to read, without those of tables that answer whole. */
export interface Rows {
    tables: Table[];
    results: Result[];
    others: number;
}

/** What other rooms add to an answer. */
export interface Offers {
    /** answers of calculations to a number that was typed */
    reckoned: () => Promise<{
        offer: (text: string, book: string, labels: Record<string, string>) => Promise<HTMLElement[]>;
    }>;
    /** the infraction that a typed story tells */
    told: () => Promise<{ offer: (text: string, book: string) => Promise<{ title: string; href: string } | null> }>;
}
