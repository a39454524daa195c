// @ts-check
// Legge l’indice che search/browser.py ha scritto: l’altra metà di quella descrizione.

/** @typedef {{id: string, book: number, title: string, number: string, parent: number, kind: string, first: number, size: number, citation: string, url: string}} Section */
/** @typedef {{terms: string[], weight: number, books: number[], guess: boolean}} Alternative */

const BASE = 44;
const DIGITS = Array.from({ length: 92 }, (_, n) => String.fromCharCode(35 + n))
  .filter((c) => !"\\<&'".includes(c))
  .slice(0, 2 * BASE);
/** il valore di ogni carattere, al posto del suo codice */
const VALUES = new Uint8Array(128);
DIGITS.forEach((digit, value) => (VALUES[digit.charCodeAt(0)] = value));

/** I numeri scritti in una stringa. @param {string} text */
export function unpacked(text) {
  /** @type {number[]} */
  const numbers = [];
  let number = 0;
  for (let n = 0; n < text.length; n++) {
    const digit = VALUES[text.charCodeAt(n)];
    if (digit >= BASE) number = number * BASE + digit - BASE;
    else {
      numbers.push(number * BASE + digit);
      number = 0;
    }
  }
  return numbers;
}

/** Parole ordinate, ciascuna detta con quello che ha in comune con la precedente. @param {string} text */
function frontDecoded(text) {
  let before = "";
  return text.split(" ").map((part) => (before = before.slice(0, VALUES[part.charCodeAt(0)]) + part.slice(1)));
}

export class Index {
  /** @param {any} data */
  constructor(data) {
    /** @type {string[]} */
    this.books = data.books;
    /** @type {Record<string, string>} come si chiama il gioco di ogni libro */
    this.labels = data.labels;
    this.analysis = data.analysis;
    this.scoring = data.scoring;
    let first = 0;
    const pages = new Map(data.pages);
    let page = "";
    /** @type {Section[]} */
    this.sections = data.sections.map((/** @type {any[]} */ [tail, book, title, number, parent, kind, size, named], /** @type {number} */ n) => {
      const id = `${data.books[book]}-${tail}`;
      const citation = `${data.codes[book]} ${named === 0 ? number : named === 1 ? title : named}`;
      page = pages.get(n) ?? page;
      const section = { id, book, title, number, parent, kind, first, size, citation, url: `${page}#${id}` };
      first += size;
      return section;
    });
    /** @type {string[]} il campo di ogni unità */
    this.fields = [];
    /** @type {string[]} il genere di ogni unità */
    this.kinds = [];
    for (const digit of data.units) {
      const [field, kind] = data.kinds[VALUES[digit.charCodeAt(0)]];
      this.fields.push(field);
      this.kinds.push(kind);
    }
    /** @type {number[]} la sezione di ogni unità */
    this.home = [];
    this.sections.forEach((section, number) => {
      for (let n = 0; n < section.size; n++) this.home.push(number);
    });
    this.terms = frontDecoded(data.terms);
    const surfaces = data.surfaces.split(" ");
    /** @type {Map<string, string>} */
    this.surfaces = new Map();
    /** @type {Map<string, Int32Array>} termine → unità */
    this.postings = new Map();
    this.lengths = new Int32Array(this.fields.length);
    const lists = data.postings.split(" ");
    this.terms.forEach((term, n) => {
      if (surfaces[n]) this.surfaces.set(term, surfaces[n][0] === "-" ? term + surfaces[n].slice(1) : surfaces[n]);
      this.postings.set(term, this.read(lists[n]));
    });
    /** @type {Map<string, Alternative[]>} */
    this.synonyms = new Map();
    this.longest = 1;
    for (const [typed, meant] of data.synonyms) {
      this.longest = Math.max(this.longest, typed.split(" ").length);
      this.synonyms.set(
        typed,
        meant.map((/** @type {any[]} */ [terms, weight, books]) => ({ terms: terms.split(" "), weight, books, guess: false })),
      );
    }
    /** @type {Map<string, number[]>} */
    this.names = new Map();
    for (const [words, books] of data.names) {
      this.longest = Math.max(this.longest, words.split(" ").length);
      this.names.set(words, books);
    }
  }

  /** @param {string} text */
  read(text) {
    let unit = 0;
    return Int32Array.from(unpacked(text), (step) => {
      this.lengths[(unit += step)]++;
      return unit;
    });
  }

  /** I titoli sopra una sezione, dal capitolo in giù. @param {Section} section @returns {string[]} */
  path(section) {
    const titles = [];
    for (let above = section.parent; above >= 0; above = this.sections[above].parent) titles.unshift(this.sections[above].title);
    return titles;
  }
}
