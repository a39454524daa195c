// @ts-check
// Parole sbagliate e parole a metà: search/language/spelling.py.
import { distance } from "./text.js";

/** Quali lettere ha un termine, una per bit: termini che ne hanno molte diverse non sono vicini. @param {string} term */
const letters = (term) => [...term].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) % 32)), 0);

/** @param {number} bits */
function count(bits) {
  let found = 0;
  for (; bits; bits &= bits - 1) found++;
  return found;
}

/** Quante lettere sbagliate si perdonano. @param {string} word */
const allowed = (word) => (!/^[a-z]{4,}$/.test(word) ? 0 : word.length < 7 ? 1 : 2);

const STOP_LEAST = 5;
const PREFIX_LIMIT = 12;
const CLOSE_LIMIT = 4;

export class Spelling {
  /** @param {Map<string, number>} counts i termini, e quanto spesso stanno @param {import("./analysis.js").Analysis} analysis */
  constructor(counts, analysis) {
    this.suffixes = analysis.suffixes;
    this.stop = [...analysis.stop].filter((word) => word.length >= STOP_LEAST).sort();
    this.counts = counts;
    this.often = (/** @type {string} */ term) => counts.get(term) ?? 0;
    this.terms = [...counts.keys()].sort();
    this.masks = Int32Array.from(this.terms, letters);
  }

  /** La parola vuota che una parola ignota sbaglia di una lettera, se nessun termine è più vicino. @param {string} word @param {number} away */
  stopWord(word, away) {
    return (away && word.length >= STOP_LEAST && this.stop.find((stop) => distance(word, stop, 1) === 1)) || "";
  }

  /** Il termine di cui una parola non finita ha già tutto: «mescolar» → «mescol». @param {string} word */
  begun(word) {
    const starts = [1, 2, 3, 4].map((ending) => word.slice(0, -ending));
    return starts.find((start) => start.length > 3 && this.counts.has(start)) ?? "";
  }

  /** Se quello che segue una radice può cominciare una desinenza: «av» di «mescolav», non «ter» di «bosster». @param {string} rest */
  ends(rest) {
    return this.suffixes.some(([suffix]) => suffix.startsWith(rest.replace(/^[hi]/, "")));
  }

  /** @param {string} prefix */
  completions(prefix) {
    const found = this.terms.filter((term) => term.startsWith(prefix) && term !== prefix);
    return found.sort((a, b) => this.often(b) - this.often(a) || a.length - b.length).slice(0, PREFIX_LIMIT);
  }

  /** @param {string} word @param {string} term @returns {[string, number][]} */
  close(word, term) {
    const limit = allowed(word);
    const own = Math.min(limit, Math.max(0, (term.length >> 1) - 1));
    if (!limit) return [];
    const [mask, all] = [letters(term), letters(word)];
    /** @type {[number, number, number, number, string][]} */
    const found = [];
    for (let n = 0; n < this.terms.length; n++) {
      const other = this.terms[n];
      if (other.length < term.length - limit || other.length > word.length + limit) continue;
      if (count(this.masks[n] ^ mask) > 2 * limit && count(this.masks[n] ^ all) > 2 * limit) continue;
      if (!/^[a-z]+$/.test(other)) continue;
      const whole = distance(word, other, limit);
      const stem = distance(term, other, own);
      const away = stem <= own ? Math.min(whole, stem) : whole;
      const first = other[0] === term[0];
      if (away <= (first ? limit : 1)) found.push([away, whole, first ? 0 : 1, -this.often(other), other]);
    }
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
    return found.slice(0, CLOSE_LIMIT).flatMap(([away, , , , other]) => (away === found[0][0] ? [[other, away]] : []));
  }
}
