// Correct misspelt words and complete unfinished ones, as search/language/spelling.py.
import { distance } from "./string-similarity.js";
import { fold } from "./fold-text.js";
/** @import { Analysis } from "./analysis.js" */
/** @import { Reading } from "./types" */

const STOP_LEAST = 5;
const HALF_LEAST = 3;
const PREFIX_LIMIT = 12;
const CLOSE_LIMIT = 4;

/**
 * Return a word's letters as a bit mask; words whose masks differ in many bits differ in many letters.
 * @param {string} word
 */
const letters = (word) => [...word].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) % 32)), 0);

/** Count the bits that are set. @param {number} bits */
function count(bits) {
  let found = 0;
  for (; bits; bits &= bits - 1) found++;
  return found;
}

/**
 * Return how many edits a misspelt word may be away: 0 up to three letters, then 1, from eight letters 2.
 * @param {string} word
 */
const allowed = (word) => (!/^[a-z]{4,}$/.test(word) ? 0 : word.length < 8 ? 1 : 2);

/** Find the terms that a typed word may stand for. */
export class Spelling {
  /**
   * Index the words by their letters.
   * @param {object} index @param {Map<string, number>} index.counts by term, in how many documents it stands
   * @param {Iterable<string>} index.words from which the terms come
   * @param {Set<string>} index.common everyday words, which are not corrected
   * @param {(one: string, other: string) => boolean} index.together whether two terms stand in one document
   * @param {Analysis} analysis @param {Record<string, any>} weights
   */
  constructor({ counts, words, common, together }, analysis, weights) {
    this.counts = counts;
    this.common = common;
    this.together = together;
    this.analysis = analysis;
    this.weights = weights;
    this.stop = [...analysis.stop].filter((word) => word.length >= STOP_LEAST).sort();
    this.often = (/** @type {string} */ term) => counts.get(term) ?? 0;
    this.terms = [...counts.keys()].sort();
    /** @type {Map<string, string>} a word as it is looked for → as it is written */
    this.written = new Map();
    for (const word of words) {
      const plain = fold(word);
      if (word > (this.written.get(plain) ?? "")) this.written.set(plain, word);
    }
    this.words = [...this.written.keys()];
    this.masks = Int32Array.from(this.words, letters);
    /** @type {Map<string, Reading>} */
    this.readings = new Map();
  }

  /**
   * Return what a typed word may stand for: itself, words that it begins, words that it misspells; cached.
   * @param {string} word @param {string} term its search term, or "" for a stop word
   * @param {boolean} typing whether the word may be unfinished
   * @param {boolean} mending whether misspellings are corrected @returns {Reading}
   */
  read(word, term, typing, mending) {
    const key = `${word} ${typing} ${mending}`;
    const found = this.readings.get(key) ?? this.reading(word, term, typing, mending);
    this.readings.set(key, found);
    return found;
  }

  /**
   * Compute what `read` returns.
   * @param {string} word @param {string} term @param {boolean} typing @param {boolean} mending @returns {Reading}
   */
  reading(word, term, typing, mending) {
    const { weights } = this;
    const known = term !== "" && this.counts.has(term);
    const reading = (/** @type {Partial<Reading>} */ more) => ({
      ...{ terms: [], meant: "", known: false, joined: [], unknown: false },
      ...more
    });
    /** @type {[string, number][]} */
    const found = known ? [[term, 100]] : [];
    if (typing && word.length >= 2) {
      const longer = this.completions(word).filter((other) => other !== term);
      const begun = known || longer.length ? "" : this.begun(word);
      if (begun && (this.ends(word.slice(begun.length)) || !this.close(word).some(([, away]) => away === 1)))
        return reading({ terms: [[begun, 100]], known: true });
      for (const other of longer) found.push([other, known ? weights.prefixKnown : weights.prefix]);
    }
    if (found.length || !term) return reading({ terms: found, known });
    const close = this.close(word);
    const meant = this.written.get(close[0]?.[0] ?? "") ?? "";
    if (this.common.has(word)) return reading({ meant, unknown: true });
    const joined = (close[0]?.[1] ?? 2) > 1 ? this.halves(word) : [];
    if (joined.length) return reading({ known: true, joined });
    if (!mending) return reading({ unknown: true });
    const stop = this.stopWord(word, close[0]?.[1] ?? 2);
    if (stop) return reading({ meant: stop });
    const near = new Map(close.map(([other, away]) => [this.analysis.termOf(other), weights.close[away]]));
    return reading({ terms: [...near].slice(0, CLOSE_LIMIT), meant, unknown: !close.length });
  }

  /**
   * Return the terms of two words written as one: «deckcheck» → deck, check; [] if it is not two.
   * @param {string} word @returns {string[]}
   */
  halves(word) {
    for (let n = HALF_LEAST; n <= word.length - HALF_LEAST; n++) {
      const both = [this.analysis.termOf(word.slice(0, n)), this.analysis.termOf(word.slice(n))];
      if (both.every((half) => this.counts.has(half)) && this.together(both[0], both[1])) return both;
    }
    return [];
  }

  /**
   * Return the stop word that a word misspells by one edit; "" if none.
   * @param {string} word @param {number} away edits to the nearest other word: 0 excludes stop words
   */
  stopWord(word, away) {
    return (away && word.length >= STOP_LEAST && this.stop.find((stop) => distance(word, stop, 1) === 1)) || "";
  }

  /** Return the term that an unfinished word starts with: «mescolar» → «mescol»; "" if none. @param {string} word */
  begun(word) {
    const starts = [1, 2, 3, 4].map((ending) => word.slice(0, -ending));
    return starts.find((start) => start.length > 3 && this.counts.has(start)) ?? "";
  }

  /**
   * Tell whether the letters after a stem may begin an ending: «av» of «mescolav», not «ter» of «bosster».
   * @param {string} rest
   */
  ends(rest) {
    return this.analysis.suffixes.some(([suffix]) => suffix.startsWith(rest.replace(/^[hi]/, "")));
  }

  /**
   * Return up to twelve known terms that start with a prefix, most frequent first.
   * @param {string} prefix @returns {string[]}
   */
  completions(prefix) {
    const found = this.terms.filter((term) => term.startsWith(prefix) && term !== prefix);
    return found.sort((a, b) => this.often(b) - this.often(a) || a.length - b.length).slice(0, PREFIX_LIMIT);
  }

  /**
   * Return the known words nearest to a misspelt one, with their distance in edits.
   * Only those of the least distance, at most eight: same first letter first, then a lost letter, an added one, a
   * changed one.
   * @param {string} word @returns {[string, number][]}
   */
  close(word) {
    word = word.replace(/(.)\1{2,}/g, "$1$1"); // a key held down: no word has a letter three times in a row
    const limit = allowed(word);
    if (!limit) return [];
    const mask = letters(word);
    /** @type {[away: number, first: number, even: number, size: number, often: number, word: string][]} */
    const found = [];
    for (let n = 0; n < this.words.length; n++) {
      const other = this.words[n];
      if (Math.abs(other.length - word.length) > limit || count(this.masks[n] ^ mask) > 2 * limit) continue;
      const away = distance(word, other, limit);
      const first = other[0] === word[0];
      if (away > (first ? limit : 1)) continue;
      const often = this.often(this.analysis.termOf(other));
      found.push([away, Number(!first), Number(other.length === word.length), -other.length, -often, other]);
    }
    found.sort(
      (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3] || a[4] - b[4] || (a[5] < b[5] ? -1 : 1)
    );
    const least = found.filter(([away]) => away === found[0][0]).slice(0, 2 * CLOSE_LIMIT);
    return least.map(([away, , , , , other]) => [other, away]);
  }
}
