// @ts-check
// Legge i pezzi dell’indice che search/index/browser.py ha scritto: l’altra metà di quella descrizione.

import { frontDecoded } from "../language/text.js";

/** @typedef {{id: string, title: string, number: string, path: string[], book: string, kind: string, citation: string, url: string, leaf: number}} Section `path`: i titoli sopra, dal capitolo in giù; `leaf`: in quale file dei testi del libro sta */
/** @typedef {{field: string, kind: string, amount: number, again: number}} Kind `amount`: se dice una quantità; `again`: se ha l’ancora di quello prima */
/** @typedef {{terms: string[], weight: number, books: number[], guess: boolean}} Alternative */
/** @typedef {{names: Map<string, number[]>, longest: number, synonyms: Map<string, Alternative[]>}} Words i nomi dei giochi e i sinonimi; `longest`: di quante parole sono al più */
/** @typedef {{documents: Int32Array, facts: Uint8Array}} Postings */
/** @typedef {[weight: number, books: number[], rows: string][]} Synonyms «inteso=scritto|scritto;…» */
/** @typedef {{weights: Record<string, any>, shares: number[]}} Weights `shares`: quanto vale per una sezione un termine che sta in 0, 1, 2… dei suoi documenti; l’ultimo vale anche oltre */
/** @typedef {{gains: number[], losses: number[]}} Degrees quanto un termine detto parla per un documento, oltre a quanto è raro, e quanto parla contro, se non è detto; di ogni grado */
/** @typedef {{analysis: import("../language/analysis.js").Data, names: [string, number[]][], longest: number, synonyms: Synonyms}} Language */
/** @typedef {{books: string[], labels: Record<string, string>, games: Record<string, string[]>} & Weights & Degrees & Language} Shared quello che tutti i libri hanno in comune; `labels`: come si chiama il gioco di ognuno; `games`: gioco → i suoi libri */

const BASE = 44;
/** il valore di ogni cifra, al posto del suo codice */
const VALUES = new Uint8Array(128);
const DIGITS = String.fromCharCode(...Array.from({ length: 92 }, (_, n) => 35 + n)).replace(/[\\<&']/g, "");
[...DIGITS].forEach((digit, value) => (VALUES[digit.charCodeAt(0)] = value));

/** @param {string} text */
function values(text) {
  const all = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) all[n] = VALUES[text.charCodeAt(n)];
  return all;
}

/** I numeri scritti in una stringa. @param {string} text */
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

/** Le cifre che una stringa tiene, le più frequenti due per carattere; in fondo zeri. @param {string} text */
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

/** che cosa è un termine in un documento: nel testo, nel nome e, da qui in su, in che parte delle sue domande */
export const OWN = 1;
export const NAMED = 2;
export const ASKED = 4;

/** Quanto spesso un termine lo dice chi intende un documento: il testo conta come una domanda in più. @param {number} fact */
export const degree = (fact) => (fact >> 2) + (fact & OWN);

/** Quello che si fa una volta sola; `most`: quanto se ne ricorda. @template K, V @param {Map<K, V>} kept @param {K} key @param {() => V} make @returns {V} */
export function once(kept, key, make, most = Infinity) {
  if (kept.size >= most) kept.clear();
  if (!kept.has(key)) kept.set(key, make());
  return /** @type {V} */ (kept.get(key));
}

/** Come si parla nei libri in cui si cerca, o nel gioco di ogni sezione. @param {Shared} shared @param {Synonyms} own @returns {Words} */
export function words({ names, longest, synonyms: all }, own) {
  /** @type {Map<string, Alternative[]>} */
  const synonyms = new Map();
  for (const [weight, books, rows] of [...all, ...own])
    for (const row of rows.split(";")) {
      const [meant, every] = row.split("=");
      for (const typed of every.split("|")) {
        const alike = once(synonyms, typed, () => []);
        if (!alike.some((other) => other.terms.join(" ") === meant && other.books.join() === books.join())) {
          alike.push({ terms: meant.split(" "), weight, books, guess: false });
        }
      }
    }
  return { names: new Map(names), longest, synonyms };
}

/** La lettera di ogni enunciato, quella dopo se non è data; "" per le righe. @param {Kind[]} documents @param {Map<number, string>} given */
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

/** Quello che si cerca di un libro. */
export class Piece {
  /** @param {number} book -1 se sono le sezioni di uno o di tutti @param {Shared} shared @param {any} data */
  constructor(book, { books, losses }, data) {
    this.book = book;
    this.slug = books[book] ?? "";
    /** @type {Synonyms} */
    this.synonyms = data.synonyms ?? [];
    /** @type {Kind[]} */
    const kinds = data.kinds.map((/** @type {any[]} */ [field, kind, amount, again]) => ({
      field,
      kind,
      amount,
      again
    }));
    this.documents = Array.from(values(data.documents), (n) => kinds[n]);
    /** @type {number[]} la sezione di ogni documento */
    this.home = [];
    /** @type {number[]} il documento di ogni sezione, e il primo che risponde */
    this.heads = [];
    /** @type {number[]} */
    this.firsts = [];
    this.sections = this.#sections(data, books);
    this.letters = lettered(this.documents, new Map(data.letters));
    let anchor = 0;
    /** per ogni documento il primo che ha la sua ancora */
    this.anchors = this.documents.map(({ again }, n) => (anchor = again ? anchor : n));
    /** quante parole ha ogni documento, e il suo nome */
    this.lengths = new Float64Array(this.home.length);
    this.names = new Uint8Array(this.home.length);
    /** quanto parla contro ogni documento quello che ha, finché non è detto */
    this.against = new Int32Array(this.home.length);
    /** @type {Map<string, Postings>} */
    this.terms = new Map();
    /** @type {Map<string, string> | undefined} le parole che stanno per i termini, quando sono arrivate: servono a chi ha sbagliato a scrivere */
    this.surfaces = undefined;
    this.#read(frontDecoded(data.terms), data.postings.split(" "), data.facts.map(unpaired), losses);
    /** @type {string[][]} i testi arrivati, di ogni documento */
    this.texts = [];
    if (data.texts) this.tell(0, data.texts);
    /** @type {[number, number, number, string][]} */
    this.intervals = data.intervals;
    /** @type {[number, string][]} la prima riga di ogni tabella, e il titolo della tabella */
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
      const book = books.find((slug) => id.startsWith(`${slug}-`)) ?? "";
      const section = {
        id,
        title,
        number,
        path: above ? [...above.path, above.title] : [],
        book,
        kind: kinds[n],
        citation,
        url: `${url}#${id}`,
        leaf
      };
      known.set(tail, section);
      return section;
    });
  }

  /** @param {string[]} terms @param {string[]} lists @param {Uint8Array[]} facts che cosa i termini sono negli enunciati, e nelle teste delle sezioni @param {number[]} losses */
  #read(terms, lists, facts, losses) {
    const heads = this.documents.map(({ field }) => Number(field === "head"));
    const next = [0, 0]; // dei fatti: a leggere un libro si è pronti quando si cerca, e sono decine di migliaia
    terms.forEach((term, n) => {
      const steps = unpacked(lists[n]);
      const [documents, said] = [new Int32Array(steps), new Uint8Array(steps)];
      let document = 0;
      for (let place = 0; place < steps.length; place++) {
        document += steps[place];
        const fact = facts[heads[document]][next[heads[document]]++];
        this.lengths[document] += fact & OWN;
        this.names[document] += (fact & NAMED) / NAMED;
        this.against[document] += losses[degree(fact)];
        [documents[place], said[place]] = [document, fact];
      }
      this.terms.set(term, { documents, facts: said });
    });
    const having = this.lengths.filter(Boolean);
    const all = having.reduce((sum, length) => sum + length, 0);
    this.lengths = this.lengths.map((length) => length && (length * having.length) / all);
  }

  /** Il documento che in una sezione ha una lettera o, se i testi sono arrivati, un nome; -1 se nessuno. @param {number} section @param {string} tail */
  under(section, tail) {
    return this.letters.findIndex((letter, n) => this.home[n] === section && (letter || this.texts[n]?.[1]) === tail);
  }

  /** Arrivano i testi di certe sezioni, in ordine. @param {number} leaf @param {string[][]} texts */
  tell(leaf, texts) {
    const own = this.documents.flatMap(({ field }, n) =>
      field !== "head" && this.sections[this.home[n]].leaf === leaf ? [n] : []
    );
    own.forEach((n, place) => (this.texts[n] = texts[place]));
  }

  /** Quello che si mostra di un documento, se è arrivato: di una sezione il testo del primo, o il titolo. @param {number} n @returns {string[] | undefined} */
  text(n) {
    const section = this.home[n];
    const shown = this.documents[n].field === "head" ? this.firsts[section] : n;
    return shown === this.heads[section] ? [this.sections[section].title] : this.texts[shown];
  }

  /** @param {string} surfaces per ogni termine niente, «-desinenza» o la parola */
  spell(surfaces) {
    const words = surfaces.split(" ");
    this.surfaces = new Map(
      [...this.terms.keys()].map((term, n) => [
        term,
        words[n]?.[0] === "-" ? term + words[n].slice(1) : words[n] || term
      ])
    );
  }
}
