// Define what the engine's modules pass to each other.
import type { BookIndex } from "./postings.js";
import type { Spelling } from "../language/spelling.js";

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
}

/** What a document is. `amount`: whether it says one; `again`: whether it has the anchor of the one before. */
export interface Kind {
    field: string;
    kind: string;
    amount: number;
    again: number;
}

/** Terms that together stand for what was typed; `guess`: one of several, together as rare as all of them. */
export interface Alternative {
    terms: string[];
    weight: number;
    books: number[];
    guess: boolean;
}

export interface Words {
    names: Map<string, number[]>;
    marks: Record<string, number[]>;
    longest: number;
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

/** Documents that a term speaks for, in step how much, the most of it, and the digits behind it as the file has them. */
export interface Postings {
    documents: Int32Array;
    impacts: Int32Array;
    strength: number;
    own: Set<number>;
}

export interface Place {
    book: number;
    section: number;
    tail: string;
}

/** `wrong`: the number of a citation that does not exist, or "". */
export interface Cited {
    places: Place[];
    wrong: string;
}

export interface Group {
    words: string[];
    alternatives: Alternative[];
}

export interface Query {
    text: string;
    books: number[];
    cited: Cited;
    groups: Group[];
    spoken: string[];
    asks: string[];
    amount: boolean;
    wantsRule: boolean;
    corrected: string;
    pasted: string;
}

export interface Hit {
    book: number;
    document: number;
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

export type { BookIndex };

/** What other rooms add to an answer. */
export interface Offers {
    /** answers of calculations to a number that was typed */
    reckoned: () => Promise<{
        offer: (text: string, book: string, labels: Record<string, string>) => Promise<HTMLElement[]>;
    }>;
    /** the infraction that a typed story tells */
    told: () => Promise<{ offer: (text: string, book: string) => Promise<{ title: string; href: string } | null> }>;
}
