// @ts-check
// Parole sbagliate e parole a metà: search/spelling.py.

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

/** @param {string} a @param {string} b @param {number} limit */
export function distance(a, b, limit) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const following = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
      following.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    before = row;
    row = following;
  }
  return Math.min(row[row.length - 1], limit + 1);
}

/** @param {string} word */
function allowed(word) {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return 0;
  return word.length < 7 ? 1 : 2;
}

const STOP_LEAST = 5;

export class Spelling {
  /** @param {Map<string, number>} frequencies @param {{prefixLimit: number, closeLimit: number}} limits @param {import("./analysis.js").Analysis} analysis */
  constructor(frequencies, limits, analysis) {
    this.suffixes = analysis.suffixes;
    this.stop = [...analysis.stop].filter((word) => word.length >= STOP_LEAST).sort();
    this.frequencies = frequencies;
    this.terms = [...frequencies.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    this.masks = Uint32Array.from(this.terms, letters);
    this.limits = limits;
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
    const from = rest[0] === "h" || rest[0] === "i" ? rest.slice(1) : rest;
    return this.suffixes.some(([suffix]) => suffix.startsWith(from));
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
      .slice(0, this.limits.prefixLimit);
  }

  /** @param {string} word @param {string} term @returns {[string, number][]} */
  close(word, term) {
    const limit = allowed(word);
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
      const away = Math.min(whole, distance(term, other, limit));
      if (away <= limit) found.push([away, whole, other[0] === term[0] ? 0 : 1, -(this.frequencies.get(other) ?? 0), other]);
    }
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3] || (a[4] < b[4] ? -1 : 1));
    return found
      .filter(([away]) => away === found[0][0])
      .slice(0, this.limits.closeLimit)
      .map(([away, , , , other]) => [other, away]);
  }
}
