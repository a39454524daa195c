// @ts-check
// Read the index files that search/index/browser_files.py writes.
// The format is described there.

import { frontDecoded } from "../language/front-coding.js";

/** @import { Section, Kind, Alternative, Postings, Shared, Synonyms, Words } from "./types" */

const BASE = 44;
const LEVELS = 27; // a level of a row that says a term in its text is so much higher, and twice that in its name
const BIAS_STEP = 50;
const UNSCALED = 18; // the scale of a term of which only a section's own file knows
/** Map each digit's code to its value. */
const VALUES = new Uint8Array(128);
const DIGITS = String.fromCharCode(...Array.from({ length: 92 }, (_, n) => 35 + n)).replace(/[\\<&']/g, "");
[...DIGITS].forEach((digit, value) => (VALUES[digit.charCodeAt(0)] = value));

/** @param {string} text */
function values(text) {
  const all = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) all[n] = VALUES[text.charCodeAt(n)];
  return all;
}

/** Decode the numbers in a string. @param {string} text */
function unpacked(text) {
  /** @type {number[]} */
  const numbers = [];
  let number = 0;
  for (let n = 0; n < text.length; n++) {
    const digit = VALUES[text.charCodeAt(n)];
    number = number * BASE + (digit % BASE);
    if (digit >= BASE) continue;
    numbers.push(number);
    number = 0;
  }
  return numbers;
}

/**
 * Decode the digits in a string, frequent pairs packed.
 * Two of the most frequent a character; zeros at the end.
 * @param {string} text
 */
function unpaired(text) {
  const [often, packed] = text.split(" ").map(values);
  const most = Math.floor(Math.sqrt(2 * BASE - often.length));
  const digits = new Uint8Array(2 * packed.length);
  let at = 0;
  for (const n of packed) {
    if (n < most * most) digits[at++] = often[Math.floor(n / most)];
    digits[at++] = often[n < most * most ? n % most : n - most * most];
  }
  return digits;
}

/**
 * Cache a function's values; `most`: how many.
 * @template K, V
 * @param {Map<K, V>} kept
 * @param {K} key
 * @param {() => V} make
 * @returns {V}
 */
export function once(kept, key, make, most = Infinity) {
  if (kept.size >= most) kept.clear();
  if (!kept.has(key)) kept.set(key, make());
  return /** @type {V} */ (kept.get(key));
}

/** Return the vocabulary of the searched books. @param {Shared} shared @param {Synonyms} own @returns {Words} */
export function words({ names, marks, longest, synonyms: all }, own) {
  /** @type {Map<string, Alternative[]>} */
  const synonyms = new Map();
  for (const [weight, books, rows] of [...all, ...own])
    for (const row of rows.split(";")) {
      const [meant, every] = row.split("=");
      for (const typed of every.split("|")) {
        const alike = once(synonyms, typed, () => []);
        if (!alike.some((other) => other.terms.join(" ") === meant && other.books.join() === books.join()))
          alike.push({ terms: meant.split(" "), weight, books, guess: false });
      }
    }
  return { names: new Map(names), marks, longest, synonyms };
}

/**
 * Return each statement's letter, the next by default; "" for rows.
 * @param {Kind[]} documents
 * @param {Map<number, string>} given
 */
function lettered(documents, given) {
  let due = "";
  return documents.map(({ field }, n) => {
    if (field === "head") due = "a";
    if (field === "head" || field === "entry") return "";
    const letter = given.get(n) ?? due;
    due = letter === "z" ? "aa" : letter.slice(0, -1) + String.fromCharCode(letter.charCodeAt(letter.length - 1) + 1);
    return letter;
  });
}

/** Hold the searchable data of a book. */
export class BookIndex {
  /**
   * @param {number} number -1 for the sections of a book or of all @param {Shared} shared @param {any} data
   * @param {Map<string, number>} [scales] those of the sections, for one of them alone
   */
  constructor(number, { books }, data, scales) {
    this.number = number;
    this.slug = books[number] ?? "";
    /** @type {Synonyms} */
    this.synonyms = data.synonyms ?? [];
    const kinds = data.kinds.map((/** @type {any[]} */ [field, kind, amount, again]) => ({
      field,
      kind,
      amount,
      again
    }));
    /** @type {Kind[]} */
    this.documents = Array.from(values(data.documents), (n) => kinds[n]);
    /** @type {number[]} the section of each document */
    this.home = [];
    /** @type {number[]} the document of each section */
    this.heads = [];
    /** @type {number[]} the first of each section that answers */
    this.firsts = [];
    this.sections = this.#sections(data, books);
    this.letters = lettered(this.documents, new Map(data.letters));
    let anchor = 0;
    /** Map each document to the first with its anchor. */
    this.anchors = this.documents.map(({ again }, n) => (anchor = again ? anchor : n));
    /** Hold each document's bias, added whatever is typed. */
    this.bias = Int32Array.from(unpacked(data.bias), (bias) => -bias * BIAS_STEP);
    /** @type {Map<number, string[]>} the terms of each name */
    this.names = new Map();
    /** @type {Map<string, number>} how rare each term is */
    this.scales = new Map();
    /** @type {Map<string, Postings>} */
    this.terms = new Map();
    /** @type {string[] | undefined} the words of the terms, once they have arrived: for who misspells one */
    this.words = undefined;
    this.#read(frontDecoded(data.terms), data, scales);
    /** @type {string[][]} the texts that have arrived, of each document */
    this.texts = [];
    if (data.texts) this.tell(0, data.texts);
    /** @type {[number, number, number, string][]} */
    this.intervals = data.intervals;
    /** @type {[number, string][]} the first row of each table, and the table's title */
    this.tables = data.tables;
  }

  /** @param {any} data @param {string[]} books @returns {Section[]} */
  #sections({ code, pages, leaves, sections: [tails, titles, numbers, kinds, sizes, named] }, books) {
    /** @type {Map<string, Section>} */
    const known = new Map();
    const [urls, starts] = [new Map(pages), new Set(leaves)];
    let [url, leaf] = ["", -1];
    return tails.map((/** @type {string} */ tail, /** @type {number} */ n) => {
      const [title, number] = [titles[n], numbers[n]];
      const id = this.slug ? `${this.slug}-${tail}` : tail;
      url = urls.get(n) ?? url;
      leaf += Number(starts.has(n));
      const own = Array.from({ length: sizes[n] }, () => this.home.push(n) - 1);
      this.heads.push(own[0]);
      this.firsts.push(own.find((document) => this.documents[document].field === "text") ?? own[1] ?? own[0]);
      const above = known.get(tail.replace(/\.?[^.]*$/, ""));
      const citation = `${code} ${[number, title][named[n]] ?? named[n]}`.trim();
      const book = books.filter((slug) => id.startsWith(`${slug}-`)).sort((a, b) => b.length - a.length)[0] ?? "";
      const path = above ? [...above.path, above.title] : [];
      const section = { id, title, number, path, book, kind: kinds[n], citation, url: `${url}#${id}`, leaf };
      known.set(tail, section);
      return section;
    });
  }

  /**
   * Read each term's impacts; a head's count for its documents.
   * @param {string[]} terms
   * @param {any} data
   * @param {Map<string, number>} [known]
   */
  #read(terms, { scales, postings, levels }, known) {
    const lists = postings.split(" ");
    const [below, heads] = levels.map(unpaired);
    const sums = new Int32Array(this.home.length);
    let [next, nextHead] = [0, 0];
    terms.forEach((term, t) => {
      const scale = scales ? VALUES[scales.charCodeAt(t)] : (known?.get(term) ?? UNSCALED);
      /** @type {number[]} */
      const found = [];
      const own = new Set();
      let document = 0;
      const add = (/** @type {number} */ n, /** @type {number} */ level) => {
        if (!sums[n]) found.push(n);
        sums[n] += level;
      };
      for (const step of unpacked(lists[t])) {
        document += step;
        if (this.documents[document].field === "head") {
          const [level, section] = [heads[nextHead++], this.home[document]];
          if (this.home[document + 1] !== section) add(document, level);
          for (let n = document + 1; this.home[n] === section; n++) add(n, level);
          continue;
        }
        const digit = below[next++];
        if (digit > LEVELS) own.add(document);
        if (digit > 2 * LEVELS) once(this.names, document, () => []).push(term);
        add(document, digit > LEVELS ? ((digit - 1) % LEVELS) + 1 : digit);
      }
      const documents = Int32Array.from(found).sort();
      const impacts = documents.map((n) => scale * sums[n]);
      for (const n of found) sums[n] = 0;
      this.scales.set(term, scale);
      this.terms.set(term, { documents, impacts, strength: impacts.reduce((a, b) => Math.max(a, b), 0), own });
    });
  }

  /**
   * Return a section's document with a letter or name; -1 if none.
   * A name needs the texts, which may not have arrived.
   * @param {number} section
   * @param {string} tail
   */
  under(section, tail) {
    return this.letters.findIndex((letter, n) => this.home[n] === section && (letter || this.texts[n]?.[1]) === tail);
  }

  /** Store some sections' texts, in order. @param {number} leaf @param {string[][]} texts */
  tell(leaf, texts) {
    const own = this.documents.flatMap(({ field }, n) =>
      field !== "head" && this.sections[this.home[n]].leaf === leaf ? [n] : []
    );
    own.forEach((n, place) => (this.texts[n] = texts[place]));
  }

  /**
   * Return a document's text, if loaded.
   * A section has that of its first document, or its title.
   * @param {number} n
   * @returns {string[] | undefined}
   */
  text(n) {
    const section = this.home[n];
    const shown = this.documents[n].field === "head" ? this.firsts[section] : n;
    return shown === this.heads[section] ? [this.sections[section].title] : this.texts[shown];
  }

  /** Store the words of the terms. @param {string} endings for each term those of its words, «=word», or «-» */
  spell(endings) {
    const of = endings.split(" ");
    this.words = [...this.terms.keys()].flatMap((term, n) =>
      of[n] === "-" ? [] : of[n].split(",").map((end) => (end[0] === "=" ? end.slice(1) : term + end))
    );
  }
}
