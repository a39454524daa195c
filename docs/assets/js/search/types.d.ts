// Define what the modules of the search pass to each other.
import type { Spelling } from "../language/spelling.js";
import type { Names } from "../language/types";

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
 * What the search finds. `field`: "entry" for a table row, "head" for a section's heading, others for statements;
 * `order`: its place among all; `first`: that of the first document with its anchor; `amount`: 1 if it says one;
 * `letter`: a statement's; `bias`: added to its score for any query; `text`: once fetched, see
 * `readText`; `sum`: 0, except while lists of documents are being joined.
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
  sum: number;
}

/**
 * Terms that together may be meant by what was typed. `weight`: percent; `books`: only in these, [] for all; `guess`:
 * not certain.
 */
export type Alternative = { terms: string[]; weight: number; books: string[]; guess: boolean };

/** The search vocabulary: names of books, and what may be meant by a typed phrase (terms with spaces between). */
export interface Words extends Names<string> {
  synonyms: Map<string, Alternative[]>;
}

/** What some books say about words: their vocabulary, and how misspelt words are corrected. */
export type Language = { vocabulary: Words; spelling: Spelling };

/** Synonyms as [weight in percent, numbers of books, 'meant=typed|typed;meant=…']. */
export type Synonyms = [number, number[], string][];

/**
 * What all books share: two files of the index. `books`: codes; `labels`: names by code; `games`: codes by game id;
 * `superseded`: numbers of books, as everywhere in these files; `names`, `marks`, `longest`: as in `Names`.
 */
export interface Shared {
  analysis: import("../language/types").Data;
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
 * A term's documents in a book, by number. `impacts`: how strongly each matches; `own`: the table rows that say it in
 * their text or name, not only in a heading or question.
 */
export type Postings = { documents: ArrayLike<number>; impacts: ArrayLike<number>; own?: number[] };

/** Documents, with how strongly each matches a term or a group of a query. */
export type Impacts = { documents: Document[]; impacts: number[] };

/**
 * The documents that match a group of a query. `whole`: the highest score that the group can give; `sums`: scores, to
 * which `whole` is added in units of 2 ** 26, so that one addition sums both.
 */
export type Matches = { sums: Impacts; whole: number };

/** What is searched: files of the index (`use`), codes of books ranked last (`late`), and their language. */
export interface Searched extends Language {
  use: string[];
  late: string[];
}

/** What a query cites: the documents (`places`), and the number of a citation that does not exist (`wrong`), or "". */
export type Cited = { places: Document[]; wrong: string };

/** Words of a query that are one term or phrase, with what they may mean. */
export type Group = { words: string[]; alternatives: Alternative[] };

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
export type Hit = { document: Document; score: number; covers: boolean };

/** A piece of an excerpt; `match`: to be marked. */
export type Stretch = { text: string; match: boolean };

/** A result as it is shown. `path`: titles of the sections above; `kind`: of its document. */
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

/**
 * The answer of GET /api/v1/search. `total`: results that match most of the query, `others`: the rest; `suggestion`:
 * the query without misspellings; `unknown`: words that no book has; `tried`, `nearest`: if there is none.
 */
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
 * Options of a search. `book`: game id or book code; `kept`: the site is on this device; `soon`: a first answer is
 * wanted; `rows`: only table rows; `completing`: only completions; `first`: code of the book whose rows come first.
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
export type Table = { book: string; place: number; size: number; rows: number[] };

/** Table rows found. `results`: the first, without those of tables that match whole; `others`: how many more. */
export type Rows = { tables: Table[]; results: Result[]; others: number };

/** Loaders of modules by which other pages answer what is typed into the search. */
export interface Offers {
  /** answers of calculations to a number that was typed */
  reckoned: () => Promise<{
    offer: (text: string, book: string, labels: Record<string, string>) => Promise<HTMLElement[]>;
  }>;
  /** the infraction that a typed text describes */
  told: () => Promise<{ offer: (text: string, book: string) => Promise<{ title: string; href: string } | null> }>;
}
