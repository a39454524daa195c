// Define the types of the analysis of Italian.

/**
 * A word of a text. `word`: in lower case without accents; `start`, `end`: in characters; `term`: what the search looks
 * for, "" for a stop word.
 */
export type Token = { word: string; start: number; end: number; term: string };

/** The word lists of search/language/italian.json; lists of words are separated by spaces. */
export interface Data {
  stop: string;
  fillers: string[];
  /** number word → digits */
  numbers: Record<string, string>;
  /** ordinal → value */
  ordinals: Record<string, number>;
  /** form of a unit → its first form: «minuti» → «minuto» */
  units: Record<string, string>;
  /** phrases around a number, by what they make of it: "most", "over", "leastAfter"… */
  thresholds: Record<string, string[]>;
  citing: string;
  editions: Record<string, string>;
  tens: Record<string, number>;
  /** word → stem that no suffix gives */
  exceptions: Record<string, string>;
  /** suffix, and the fewest letters that must stand before it */
  suffixes: [string, number][];
}

/**
 * Names of games and documents. `names`: books by name, of at most `longest` words; `marks`: books by edition mark
 * («USA»).
 */
export interface Names<Book> {
  names: Map<string, Book[]>;
  longest: number;
  marks: Record<string, Book[]>;
}

/**
 * An amount in a text, both ends included. `high` is LIMIT without upper end; `unit`: "" if none; `start`, `end`:
 * characters.
 */
export type Quantity = { low: number; high: number; unit: string; ordinal: boolean; start: number; end: number };

/** What a typed word may stand for. */
export interface Reading {
  /** terms with weights in percent, best first */
  terms: [string, number][];
  /** the word that was meant, if it was misspelt; else "" */
  meant: string;
  /** the first term is certain */
  known: boolean;
  /** terms of the words that it joins */
  joined: string[];
  /** no book has it */
  unknown: boolean;
}
