// Define what the engine's modules pass to each other.
import type { Spelling } from "../language/spelling.js";
import type { Names } from "../language/types.d.ts";

/**
 * A section. `path`: titles of the sections above it; `leaf`: number of the file that holds its texts; `documents`:
 * heading first.
 */
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
 * What the search finds: a statement, a table row or a section's heading (`field`). `order`: its place among all;
 * `first`: that of the first document with its anchor; `amount`: 1 if it says one; `letter`: a statement's; `bias`:
 * added to its score for any query; `text`: text, name and link, once fetched.
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

/**
 * Terms that together may be meant by what was typed. `weight`: percent; `books`: only in these; `guess`: not certain.
 */
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

/** Synonyms as [weight in percent, numbers of books, 'meant=typed|typed;meant=…']. */
export type Synonyms = [number, number[], string][];

/**
 * What all books share. `books`: codes; `labels`: names by code; `games`: codes by game id; `superseded`: numbers of
 * books.
 */
export interface Shared {
    analysis: import("../language/types.d.ts").Data;
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

/**
 * A term's documents in a book, by number. `impacts`: how strongly each matches; `own`: those that say it in their
 * text.
 */
export interface Postings {
    documents: ArrayLike<number>;
    impacts: ArrayLike<number>;
    own?: number[];
}

/** A term's documents with impacts, and the greatest impact. */
export interface Impacts {
    documents: Document[];
    impacts: number[];
    strength: number;
}

/** The documents that match a group, with scores, and what the group weighs in the query (`whole`). */
export interface Matches {
    sums: Map<Document, number>;
    whole: number;
}

/** What is searched: files of the index, those of them ranked last, and their language. */
export interface Searched extends Language {
    use: string[];
    late: string[];
}

/** What a query cites. `wrong`: the number of a citation that does not exist, or "". */
export interface Cited {
    places: Document[];
    wrong: string;
}

/** Words of a query with what they may mean. */
export interface Group {
    words: string[];
    alternatives: Alternative[];
}

/**
 * A parsed query. `books`: named in it; `typed`: terms without synonyms; `wanted`: terms that an excerpt marks;
 * `spoken`: terms of all words; `asks`: terms of the ways of asking; `amount`: it asks for one; `wantsRule`: it asks
 * who, what or how many; `corrected`: the text without misspellings, or ""; `pasted`: anchor of a pasted address, or
 * "".
 */
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

/** A result. `covers`: it matches most of the query. */
export interface Hit {
    document: Document;
    score: number;
    covers: boolean;
}

/** A piece of an excerpt; `match`: to be marked. */
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

/**
 * Options of a search. `kept`: the site is on this device; `soon`: a first answer is wanted; `rows`: of tables only;
 * `first`: book that comes first.
 */
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

/** A table: its place among the book's, its number of rows (`size`), and the places of those that match. */
export interface Table {
    book: string;
    place: number;
    size: number;
    rows: number[];
}

/** Table rows found. `results`: the first, without those of tables that match whole; `others`: how many more. */
export interface Rows {
    tables: Table[];
    results: Result[];
    others: number;
}

/** Loaders of what other pages can answer. */
export interface Offers {
    /** answers of calculations to a number that was typed */
    reckoned: () => Promise<{
        offer: (text: string, book: string, labels: Record<string, string>) => Promise<HTMLElement[]>;
    }>;
    /** the infraction that a typed story tells */
    told: () => Promise<{ offer: (text: string, book: string) => Promise<{ title: string; href: string } | null> }>;
}
