// @ts-check
// Parole sbagliate e parole a metà: search/language/spelling.py.
import { distance } from "./text.js";

/** @param {string} term */
function letters(term) {
  let bits = 0;
  for (let n = 0; n < term.length; n++) bits |= 1 << (term.charCodeAt(n) % 32);
  return bits >>> 0;
}

/** @param {number} bits */
function count(bits) {
  let found = 0;
  for (bits >>>= 0; bits; bits = (bits & (bits - 1)) >>> 0) found++;
  return found;
}

/** @param {string} word */
function allowed(word) {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return 0;
  return word.length < 7 ? 1 : 2;
}

const STOP_LEAST = 5;
const PREFIX_LIMIT = 12;
const CLOSE_LIMIT = 4;

export class Spelling {
  /** @param {Map<string, number>} frequencies @param {import("./analysis.js").Analysis} analysis */
  constructor(frequencies, analysis) {
    this.suffixes = analysis.suffixes;
    this.stop = [...analysis.stop].filter((word) => word.length >= STOP_LEAST).sort();
    this.frequencies = frequencies;
    this.terms = [...frequencies.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    this.masks = Uint32Array.from(this.terms, letters);
  }

  /** @param {string} term */
  knows(term) {
    return this.frequencies.has(term);
  }

  /** La parola vuota che una parola ignota sbaglia di una lettera, se nessun termine è più vicino. @param {string} word @param {number} away */
  stopWord(word, away) {
    if (word.length < STOP_LEAST || !away) return "";
    return this.stop.find((stop) => distance(word, stop, 1) === 1) ?? "";
  }

  /** Il termine di cui una parola non finita ha già tutto: «mescolar» → «mescol». @param {string} word */
  begun(word) {
    for (let size = word.length - 1; size > Math.max(3, word.length - 5); size--) {
      if (this.knows(word.slice(0, size))) return word.slice(0, size);
    }
    return "";
  }

  /** Se quello che segue una radice può cominciare una desinenza: «av» di «mescolav», non «ter» di «bosster». @param {string} rest */
  ends(rest) {
    return this.suffixes.some(([suffix]) => suffix.startsWith(rest.replace(/^[hi]/, "")));
  }

  /** @param {string} prefix */
  completions(prefix) {
    let low = 0;
    let high = this.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.terms[middle] < prefix) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (; low < this.terms.length && this.terms[low].startsWith(prefix); low++) {
      if (this.terms[low] !== prefix) found.push(this.terms[low]);
    }
    const often = (/** @type {string} */ term) => this.frequencies.get(term) ?? 0;
    return found
      .sort((a, b) => often(b) - often(a) || a.length - b.length || (a < b ? -1 : 1))
      .slice(0, PREFIX_LIMIT);
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
      if (away <= (first ? limit : 1)) found.push([away, whole, first ? 0 : 1, -(this.frequencies.get(other) ?? 0), other]);
    }
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3] || (a[4] < b[4] ? -1 : 1));
    return found
      .filter(([away]) => away === found[0][0])
      .slice(0, CLOSE_LIMIT)
      .map(([away, , , , other]) => [other, away]);
  }
}
