// Analyse Italian as search/language/analysis.py does, with the same data.

/** @import { Data, Token } from "./types" */

const TOKEN = /[0-9]{1,3}(?:\.[0-9]{3})+(?![0-9.])|[0-9]+(?:[.,][0-9]+)+|[a-z]+(?=[0-9]+\.[0-9])|[a-z0-9]+/g;
export const THOUSANDS = /^[0-9]{1,3}(?:\.[0-9]{3})+$/;
const ASTRAL = /[\ud800-\udfff]/;

/** @type {Map<string, string>} */
const folds = new Map();

/** Return a character in lower case without accent; a space if it separates words. @param {string} character */
function fold(character) {
  let found = folds.get(character);
  if (found === undefined) {
    const base = [...character.normalize("NFKD")][0].toLowerCase();
    found = /^[a-z0-9.,]$/.test(base) ? base : " ";
    if (folds.size < 4096) folds.set(character, found);
  }
  return found;
}

/**
 * Return a text that can be indexed by character, though some take two code units.
 * @param {string} text @returns {string | string[]}
 */
export function characters(text) {
  return ASTRAL.test(text) ? [...text] : text;
}

/**
 * Return a part of what `characters` returned, as a string.
 * @param {string | string[]} text @param {number} start @param {number} [end]
 */
export function slice(text, start, end) {
  const part = text.slice(start, end);
  return typeof part === "string" ? part : part.join("");
}

/**
 * Tell whether the tokens from index `at` on begin with a phrase's words.
 * @param {{word: string}[]} tokens @param {number} at @param {string} phrase
 */
export const starts = (tokens, at, phrase) => phrase.split(" ").every((word, n) => tokens[at + n]?.word === word);

/**
 * Tell whether the tokens before index `at` end with a phrase's words.
 * @param {{word: string}[]} tokens @param {number} at @param {string} phrase
 */
export const ends = (tokens, at, phrase) => starts(tokens, at - phrase.split(" ").length, phrase);

/** Split Italian texts into words, and reduce words to search terms. */
export class Analysis {
  /** Prepare the word lists. @param {Data} data of `lingua.json` */
  constructor(data) {
    this.data = data;
    this.stop = new Set(data.stop.split(" "));
    /** Phrases of a question that carry no meaning: «come funziona». */
    this.fillers = new Map(data.fillers.map((words) => [words, words]));
    /** Words that introduce a citation: «regola», «art». */
    this.citing = new Set(data.citing.split(" "));
    /** Sets of words by which `isMark` tells whether the word beside them marks an edition. */
    this.editions = Object.fromEntries(
      Object.entries(data.editions).map(([name, words]) => [name, new Set(words.split(" "))])
    );
    this.numbers = new Map(Object.entries(data.numbers));
    /** @type {Map<string, number>} */
    this.units = new Map(
      [...this.numbers].flatMap(([word, value]) => (value.length < 2 ? [[word, Number(value)]] : []))
    );
    this.units.set("un", 1).set("uno", 1);
    const [units, tens] = [[...this.units.keys()].join("|"), Object.keys(data.tens).join("|")];
    this.spelt = new RegExp(`^(${units})?(cento)?(?:(${tens})[ia]?)?(${units})?$`);
    this.exceptions = new Map(Object.entries(data.exceptions));
    this.suffixes = [...data.suffixes].sort((a, b) => b[0].length - a[0].length || (a[0] < b[0] ? -1 : 1));
    /** @type {Map<string, string>} */
    this.known = new Map();
  }

  /**
   * Return a word's stem, an exception of the data or the word without its suffix: «giocatori» → «giocator».
   * @param {string} word
   */
  stem(word) {
    const exception = this.exceptions.get(word);
    if (exception !== undefined) return exception;
    if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
    if (/tric[ei]$/.test(word) && word.length > 7) return `${word.slice(0, -5)}tor`; // «vincitrice» è «vincitore»
    const suffix = this.suffixes.find(([s, least]) => word.endsWith(s) && word.length - s.length >= least);
    if (suffix) word = word.slice(0, -suffix[0].length);
    else if (/[aeio]$/.test(word)) word = word.slice(0, -1);
    if (word.length > 3 && word.endsWith("i")) word = word.slice(0, -1);
    if (word.length > 3 && word.endsWith("h")) word = word.slice(0, -1);
    return word;
  }

  /** Return the digits of a number in words: «trentadue» → «32»; "" for another word. @param {string} word */
  numberOf(word) {
    const number = this.numbers.get(word) ?? "";
    if (number || word.length < 6) return number;
    const [found, times, hundred, tens, unit] = this.spelt.exec(word) ?? [];
    if (!found || !(hundred || tens) || (times && !hundred)) return "";
    const hundreds = hundred ? 100 * (this.units.get(times ?? "un") ?? 1) : 0;
    return String(hundreds + (this.data.tens[tens] ?? 0) + (this.units.get(unit) ?? 0));
  }

  /** Return a word's search term, cached: number, stem, or "" for a stop word. @param {string} word */
  termOf(word) {
    let found = this.known.get(word);
    if (found !== undefined) return found;
    if (THOUSANDS.test(word)) found = word.replaceAll(".", "");
    else found = this.numberOf(word) || (this.stop.has(word) ? "" : this.stem(word.replaceAll(",", ".")));
    if (this.known.size < 20000) this.known.set(word, found);
    return found;
  }

  /**
   * Return the term that marks a stop word as a way of asking: «posso» → «?posso»; "" for others.
   * @param {string} word
   */
  asking(word) {
    return this.stop.has(word) ? `?${word}` : "";
  }

  /** Split a text into words with their character positions and terms. @param {string} text @returns {Token[]} */
  tokens(text) {
    let folded = "";
    for (const character of text) folded += fold(character);
    const found = [];
    for (const match of folded.matchAll(TOKEN)) {
      const word = match[0];
      found.push({ word, start: match.index, end: match.index + word.length, term: this.termOf(word) });
    }
    return found;
  }

  /** Return the search terms of a text, without stop words. @param {string} text @returns {string[]} */
  terms(text) {
    return this.tokens(text).flatMap((token) => token.term || []);
  }
}
