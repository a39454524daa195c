// @ts-check
// Che cosa è stato scritto: giochi nominati, una citazione, gruppi di alternative. search/query.py.

import { characters, slice, THOUSANDS } from "./analysis.js";

/** @typedef {import("./analysis.js").Token} Token */
/** @typedef {import("./index.js").Alternative} Alternative */
/** @typedef {{terms: [string, number][], meant: string, known: boolean}} Reading */
/** @typedef {{books: number[], number: string, letter: string, groups: Alternative[][], corrected: string, tried: string[], cited: string[], pasted: string}} Query */

const MAX_CHARACTERS = 300;
const MAX_TERMS = 16;
const MAX_MENDED = 6;
const NAME_LEAST = 5;
const NUMBERED = /^[0-9]+(?:\.[0-9]+)+$/;
const CITING = new Set("regola sezione sez capitolo cap punto articolo art paragrafo par lettera lett".split(" "));
const LETTER = /^[a-z]$/;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const ADDRESS = /(?:^|\/r\/|#)([a-z]+(?:-[a-z0-9]+)+(?:\.[a-z0-9-]+)*)\/?(?:\?\S*)?$/;

/**
 * @param {string} typed
 * @param {import("./index.js").Index} index
 * @param {import("./analysis.js").Analysis} analysis
 * @param {(word: string, term: string, last: boolean, mend: boolean) => Reading} read
 * @returns {Query}
 */
export function parse(typed, index, analysis, read) {
  const text = slice(characters(typed), 0, MAX_CHARACTERS).normalize("NFC").replace(INVISIBLE, "");
  const all = analysis.tokens(text);
  const asked = unfilled(all.slice(0, 3 * MAX_TERMS), analysis);
  /** @type {Map<string, string>} */
  const corrected = new Map();
  for (const token of asked) {
    const meant = name(token, index, read);
    if (meant) corrected.set(token.word, meant);
  }
  const named = asked.map((token) => ({ ...token, word: corrected.get(token.word) ?? token.word }));
  const [unnamed, books] = takeBooks(named, index);
  const cited = citing(unnamed);
  const [tokens, number, letter] = takeCitation(unnamed, books.length > 0, text);
  const size = characters(text.replace(/["”!?.]+$/, "")).length;
  const final = tokens[tokens.length - 1];
  const last = final && text !== "" && !/\s$/.test(text) && final.end >= size ? final : null;
  const telling = tokens.filter((token) => token.term).slice(0, MAX_TERMS);
  const kept = telling.length ? telling : tokens.filter((token) => token === last);
  /** @type {Reading[]} */
  const readings = [];
  let strange = 0;
  for (const token of kept) {
    const reading = read(token.word, token.term, token === last, strange < MAX_MENDED);
    if (!reading.known) strange++;
    readings.push(reading);
  }
  const best = readings.map((reading) => (reading.terms.length ? reading.terms[0][0] : ""));
  /** @type {Alternative[][]} */
  const groups = [];
  /** @type {Set<string>} */
  const tried = new Set();
  for (let i = 0; i < kept.length; ) {
    const length = phrase(best, i, index);
    for (let n = i; n < i + length; n++) {
      if (readings[n].meant) corrected.set(kept[n].word, readings[n].meant);
      if (asks(readings[n], kept[n])) tried.add(kept[n].word);
    }
    if (length > 1) {
      const own = best.slice(i, i + length);
      groups.push([{ terms: own, weight: 1, books: [], guess: false }, ...(index.synonyms.get(own.join(" ")) ?? [])]);
    } else if (asks(readings[i], kept[i])) groups.push(alternatives(readings[i], index));
    i += length;
  }
  const pasted = ADDRESS.exec(text.trim().toLowerCase())?.[1] ?? "";
  return { books, number, letter, groups, corrected: replaced(text, all, corrected), tried: [...tried], cited, pasted };
}

/** Quello che i modi di scrivere una citazione hanno in comune: «4d», «4, lettera d» → 4, d. @param {Token[]} tokens */
export function citing(tokens) {
  return tokens.flatMap(({ word }) => (CITING.has(word) ? [] : ((word === "appendice" ? "app" : word).match(/[0-9.]+|[a-z]+/g) ?? [])));
}

/** Una parola vuota, anche sbagliata, non chiede niente. @param {Reading} reading @param {Token} token */
function asks(reading, token) {
  return reading.terms.length > 0 || (token.term !== "" && !reading.meant);
}

/** Toglie quello che ne fa soltanto una domanda («vuol dire»), se c’è dell’altro. @param {Token[]} tokens @param {import("./analysis.js").Analysis} analysis */
function unfilled(tokens, analysis) {
  /** @type {Token[]} */
  const kept = [];
  for (let i = 0; i < tokens.length; ) {
    const found = analysis.fillers.find((words) => words.every((word, n) => tokens[i + n]?.word === word));
    if (!found) kept.push(tokens[i]);
    i += found?.length ?? 1;
  }
  return kept.some((token) => token.term) ? kept : tokens;
}

/** La parola del nome di un gioco che un’altra sbaglia di una lettera. @param {Token} token @param {import("./index.js").Index} index @param {(word: string, term: string, last: boolean, mend: boolean) => Reading} read */
function name({ word, term }, index, read) {
  if (word.length < NAME_LEAST - 1 || !term || read(word, term, false, false).known) return "";
  const names = [...index.names.keys()].filter((other) => other.length >= NAME_LEAST && !other.includes(" ")).sort();
  return names.find((other) => distance(word, other, 1) === 1) ?? "";
}

/** @param {Token[]} tokens @param {import("./index.js").Index} index @returns {[Token[], number[]]} */
export function takeBooks(tokens, index) {
  const kept = [];
  /** @type {Set<number>} */
  const named = new Set();
  for (let i = 0; i < tokens.length; ) {
    let size = Math.min(index.longest, tokens.length - i);
    let found;
    for (; size > 0; size--) {
      found = index.names.get(tokens.slice(i, i + size).map((token) => token.word).join(" "));
      if (found) break;
    }
    if (found) {
      for (const book of found) named.add(book);
      i += size;
    } else kept.push(tokens[i++]);
  }
  return [kept, [...named]];
}

/** @param {Token[]} tokens @param {boolean} named @param {string} text @returns {[Token[], string, string]} */
function takeCitation(tokens, named, text) {
  for (let i = 0; i < tokens.length; i++) {
    const { word, end } = tokens[i];
    const before = i ? tokens[i - 1].word : "";
    if ((before === "appendice" || before === "app") && LETTER.test(word)) {
      return [[...tokens.slice(0, i - 1), ...tokens.slice(i + 1)], `appendice ${word}`, ""];
    }
    const alone = /^[0-9]+$/.test(word) && (CITING.has(before) || (named && tokens.length === 1));
    const amount = THOUSANDS.test(word) && !CITING.has(before); // «2.000» non è una sezione
    if (amount || (!NUMBERED.test(word) && !alone)) continue;
    const next = tokens[i + 1];
    const letter = next && /^(.?[a-z]|\.?[a-z]{2})$/su.test(slice(characters(text), end, next.start) + next.word) ? next.word : "";
    const head = tokens.slice(0, CITING.has(before) ? i - 1 : i);
    return [[...head, ...tokens.slice(i + 1 + (letter ? 1 : 0))], word, letter];
  }
  const last = tokens[tokens.length - 1];
  const before = tokens[tokens.length - 2];
  if (before && /^[a-z]{1,2}$/.test(last.word) && slice(characters(text), before.end, last.start) === ".") return [tokens.slice(0, -1), "", last.word];
  return [tokens, "", ""];
}

/** @param {Reading} reading @param {import("./index.js").Index} index */
function alternatives(reading, index) {
  /** @type {Alternative[]} */
  const found = [];
  reading.terms.forEach(([term, weight], number) => {
    const guess = number > 0 || !reading.known;
    found.push({ terms: [term], weight, books: [], guess });
    if (guess && reading.known) return;
    for (const other of index.synonyms.get(term) ?? []) found.push({ ...other, weight: other.weight * weight });
  });
  return found;
}

/** @param {string[]} terms @param {number} from @param {import("./index.js").Index} index */
function phrase(terms, from, index) {
  for (let size = Math.min(index.longest, terms.length - from); size > 1; size--) {
    if (index.synonyms.has(terms.slice(from, from + size).join(" "))) return size;
  }
  return 1;
}

/** @param {string} text @param {Token[]} tokens @param {Map<string, string>} corrected */
function replaced(text, tokens, corrected) {
  if (!corrected.size) return "";
  const points = characters(text);
  let found = "";
  let end = 0;
  for (const token of tokens) {
    const meant = corrected.get(token.word);
    if (meant === undefined) continue;
    found += slice(points, end, token.start) + meant;
    end = token.end;
  }
  return found + slice(points, end);
}

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
function distance(a, b, limit) {
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
