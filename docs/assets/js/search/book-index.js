// Read the index of a book, which search/index/browser_files.py writes and describes.
import { frontDecoded } from "../language/front-coding.js";
/** @import { Analysis } from "../language/analysis.js" */
/** @import { Document, Postings, Section, Shared, Synonyms } from "./types" */

const BASE = 44;
const LEVELS = 27; // a level of a row that says a term in its text is so much higher, and twice that in its name
const BIAS_STEP = 50;
const UNSCALED = 18; // the scale of a term of which only a section's own file knows
const STEP = 1 << 20; // more than the documents of a book
const CALLED = "=";
export const TITLED = "^";
/** Map each digit's code to its value. */
const VALUES = new Uint8Array(128);
const DIGITS = String.fromCharCode(...Array.from({ length: 92 }, (_, n) => 35 + n)).replace(/[\\<&']/g, "");
[...DIGITS].forEach((digit, value) => (VALUES[digit.charCodeAt(0)] = value));

/** Return the value of each digit of a string. @param {string} text */
const values = (text) => new TextEncoder().encode(text).map((code) => VALUES[code]);

/** Decode a string of numbers in base 44, as `encode_number` in search/index/number_encoding.py. @param {string} text */
function unpacked(text) {
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
 * Decode a string of digits in which frequent ones are packed in pairs; zeros follow at the end.
 * As `compress_digits` in search/index/number_encoding.py.
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
 * Return a map's value for a key; the first time `make` makes it.
 * @template K, V @param {Map<K, V>} map @param {K} key @param {() => V} make
 */
export function once(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return /** @type {V} */ (map.get(key));
}

/**
 * Return a function that caches what `make` returns, by its arguments; emptied at `most` results.
 * @template {any[]} Given @template Value @param {(...given: Given) => Value} make
 * @returns {(...given: Given) => Value}
 */
export function remembered(make, most = 2048) {
  const kept = new Map();
  return (...given) => {
    if (kept.size >= most) kept.clear();
    return once(kept, JSON.stringify(given), () => make(...given));
  };
}

/**
 * Return the term under which the index lists what has just this name: «=bart cassidy».
 * @param {Iterable<string>} terms of the name
 */
export const nameTerm = (terms) => CALLED + [...new Set(terms)].sort().join(" ");

/** Return the letter of the next statement: a → b, z → aa. @param {string} letter */
const nextLetter = (letter) =>
  letter === "z" ? "aa" : letter.slice(0, -1) + String.fromCharCode(letter.charCodeAt(letter.length - 1) + 1);

/**
 * Decode a book's sections; their `documents` are still empty.
 * @param {any} data of the index file @param {string} slug the book's code; "" for sections of several books
 * @param {string[]} books all codes @returns {Section[]}
 */
function readSections({ code, pages, leaves, sections: [tails, titles, numbers, kinds, sizes, named] }, slug, books) {
  /** @type {Map<string, Section>} */
  const known = new Map();
  const [urls, starts] = [new Map(pages), new Set(leaves)];
  let [url, leaf] = ["", -1];
  return tails.map((/** @type {string} */ tail, /** @type {number} */ n) => {
    const [title, number] = [titles[n], numbers[n]];
    const id = slug ? `${slug}-${tail}` : tail;
    url = urls.get(n) ?? url;
    leaf += Number(starts.has(n));
    const above = known.get(tail.replace(/\.?[^.]*$/, ""));
    const path = above ? [...above.path, above.title] : [];
    const citation = `${code} ${[number, title][named[n]] ?? named[n]}`.trim();
    const book = books.filter((slug) => id.startsWith(`${slug}-`)).sort((a, b) => b.length - a.length)[0] ?? "";
    const own = { id, title, number, path, book, kind: kinds[n], citation, url: `${url}#${id}`, leaf };
    const section = { ...own, documents: new Array(sizes[n]) };
    known.set(tail, section);
    return section;
  });
}

/**
 * Hold the index of a book, of the sections of some books, or of one section.
 * `terms` lists the documents by term of their texts, `names` by their whole name and by words of their title.
 */
export class BookIndex {
  /**
   * Decode an index file.
   * @param {string} slug the book's code; "" for sections of several books
   * @param {any} data of the file @param {Shared} shared @param {Analysis} analysis
   * @param {Map<string, number>} [scales] how rare each term is, for the index of one section, which does not say it
   */
  constructor(slug, data, { books }, analysis, scales) {
    this.slug = slug;
    /** @type {Synonyms} */
    this.synonyms = data.synonyms ?? [];
    this.sections = readSections(data, slug, books);
    this.documents = this.#readDocuments(data, STEP * books.indexOf(slug));
    /** @type {Map<string, number>} how rare each term is */
    this.scales = new Map();
    /** @type {Map<string, Postings>} those of texts and questions */
    this.terms = new Map();
    /** @type {Map<string, number[]>} the documents that have a name, or whose section has a word in its title */
    this.names = new Map();
    /** @type {string[] | undefined} the words of the terms, once they have arrived: for who misspells one */
    this.words = undefined;
    /** @type {[number, number, number, string][]} */
    this.intervals = data.intervals;
    /** @type {[number, string][]} the first row of each table, and the table's title */
    this.tables = data.tables;
    /** @type {string[]} the first term of each file that has terms, if they are not in this one */
    this.parts = data.parts ?? [];
    if (!data.parts) this.readTerms(data, scales);
    for (const [n, title] of this.tables) this.#name(nameTerm(analysis.terms(title)), n);
    for (const { title, documents } of this.sections) {
      const terms = analysis.terms(title);
      const first = firstRule(documents).order - this.documents[0].order;
      for (const term of new Set([nameTerm(terms), ...terms.map((term) => TITLED + term)])) this.#name(term, first);
    }
    if (data.texts) this.tell(0, data.texts);
  }

  /**
   * Decode the documents of all sections: statements, rows, headings.
   * @param {any} data of the index file @param {number} start the first one's order among the documents of all books
   * @returns {Document[]}
   */
  #readDocuments({ kinds, documents, bias, letters }, start) {
    const [found, given, below] = [values(documents), new Map(letters), unpacked(bias)];
    let [n, due] = [0, ""];
    /** @type {Document | undefined} */
    let before;
    for (const section of this.sections)
      for (let place = 0; place < section.documents.length; place++, n++) {
        const [field, kind, amount, again] = kinds[found[n]];
        const lettered = field !== "head" && field !== "entry";
        const letter = lettered ? (given.get(n) ?? due) : "";
        if (field === "head") due = "a";
        else if (lettered) due = nextLetter(letter);
        const order = start + n;
        /** @type {Document} */
        const document = {
          section,
          order,
          first: order,
          field,
          kind,
          amount,
          letter,
          bias: -below[n] * BIAS_STEP,
          sum: 0
        };
        if (again && before) document.first = before.first;
        before = section.documents[place] = document;
      }
    return this.sections.flatMap(({ documents }) => documents);
  }

  /** Return the numbers of the files that may have some terms. @param {string[]} terms @returns {number[]} */
  partsOf(terms) {
    const part = (/** @type {string} */ term) =>
      Math.max(
        0,
        this.parts.findLastIndex((first) => first <= term)
      );
    return this.parts.length ? [...new Set(terms.map(part))] : [];
  }

  /**
   * Add to `terms`, `scales` and `names` each term's documents, with how strongly each matches (impact).
   * An impact is the term's scale times its level in the document; a heading's level is added to those below it.
   * @param {any} data of the index file: `terms`, `scales`, `postings`, `levels`
   * @param {Map<string, number>} [known] scales of terms, for an index that has none
   */
  readTerms({ terms, scales, postings, levels }, known) {
    const lists = postings.split(" ");
    const [below, heads] = levels.map(unpaired);
    const sums = new Int32Array(this.documents.length);
    // of a section's head how many documents it has, else 0
    const sizes = Int32Array.from(this.documents, ({ field, section }) =>
      field === "head" ? section.documents.length : 0
    );
    /** @type {Map<number, string[]>} the terms of each name */
    const names = new Map();
    let [next, nextHead] = [0, 0];
    frontDecoded(terms).forEach((term, t) => {
      const scale = scales ? VALUES[scales.charCodeAt(t)] : (known?.get(term) ?? UNSCALED);
      /** @type {number[]} */
      const found = [];
      /** @type {number[] | undefined} */
      let own;
      let at = 0;
      const add = (/** @type {number} */ n, /** @type {number} */ level) => {
        if (!sums[n]) found.push(n);
        sums[n] += level;
      };
      for (const step of unpacked(lists[t])) {
        at += step;
        const size = sizes[at];
        if (size) {
          for (let n = at + Number(size > 1); n < at + size; n++) add(n, heads[nextHead]);
          nextHead++;
          continue;
        }
        const digit = below[next++];
        if (digit > LEVELS) (own ??= []).push(at);
        if (digit > 2 * LEVELS) once(names, at, () => []).push(term);
        add(at, digit > LEVELS ? ((digit - 1) % LEVELS) + 1 : digit);
      }
      const documents = Int32Array.from(found).sort();
      this.terms.set(term, { documents, impacts: documents.map((n) => scale * sums[n]), own });
      for (const n of found) sums[n] = 0;
      this.scales.set(term, scale);
    });
    for (const [n, terms] of names) this.#name(nameTerm(terms), n);
  }

  /** Add a document to those listed in `names` under a term. @param {string} term @param {number} n its number */
  #name(term, n) {
    if (term !== CALLED) once(this.names, term, () => []).push(n);
  }

  /**
   * Store the texts of one file in the documents that they are of.
   * @param {number} leaf the file's number
   * @param {string[][]} texts of the documents in order, see `readText`; headings have none
   */
  tell(leaf, texts) {
    const own = this.documents.filter(({ field, section }) => field !== "head" && section.leaf === leaf);
    own.forEach((document, place) => (document.text = texts[place]));
  }

  /**
   * Store in `words` the words from which the terms come, for correcting misspelt ones.
   * @param {string} endings separated by spaces, for each term: what follows it in its words («a,e,o»), «=word» for a
   *   word that does not begin with it, «-» for no word
   */
  spell(endings) {
    const of = endings.split(" ");
    this.words = [...this.terms.keys()].flatMap((term, n) =>
      of[n] === "-" ? [] : of[n].split(",").map((end) => (end[0] === "=" ? end.slice(1) : term + end))
    );
  }
}

/**
 * Return what stands for a section: its first rule, else its first document, else its heading.
 * @param {Document[]} own @returns {Document}
 */
export const firstRule = (own) => own.find(({ field }) => field === "text") ?? own[1] ?? own[0];

/**
 * Return a document's text as a list; undefined until fetched.
 * [text] of a statement. Of a table row [text, end of its anchor, citation], and its address if on another page. Of a
 * heading what its section's first rule has, or [title].
 * @param {Document} document @returns {string[] | undefined}
 */
export function readText({ field, section, text }) {
  const { documents, title } = section;
  if (field !== "head") return text;
  return documents.length > 1 ? firstRule(documents).text : [title];
}
