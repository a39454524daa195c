// @ts-check
// Legge i pezzi dell’indice che search/index/browser.py ha scritto: l’altra metà di quella descrizione.

/** @typedef {{id: string, title: string, number: string, parent: number, kind: string, citation: string, url: string, leaf: number}} Section `leaf`: in quale file dei testi del libro sta */
/** @typedef {{field: string, kind: string, amount: boolean, again: boolean}} Kind */
/** @typedef {{terms: string[], weight: number, books: number[], guess: boolean}} Alternative */
/** @typedef {{names: Map<string, number[]>, longest: number, synonyms: Map<string, Alternative[]>, known: Set<string>}} Words i nomi dei giochi, i sinonimi, le parole che il vocabolario conosce */
/** @typedef {{documents: Int32Array, facts: Uint8Array}} Postings */

const BASE = 44;
const DIGITS = Array.from({ length: 92 }, (_, n) => String.fromCharCode(35 + n))
  .filter((c) => !"\\<&'".includes(c))
  .slice(0, 2 * BASE);
/** il valore di ogni carattere, al posto del suo codice */
const VALUES = new Uint8Array(128);
DIGITS.forEach((digit, value) => (VALUES[digit.charCodeAt(0)] = value));

/** I numeri scritti in una stringa. @param {string} text */
function unpacked(text) {
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

/** Le cifre che una stringa tiene, le più frequenti due per carattere. @param {string} text */
function unpaired(text) {
  const [often, packed] = text.split(" ");
  const most = Math.floor(Math.sqrt(2 * BASE - often.length));
  const values = Array.from(often, (digit) => VALUES[digit.charCodeAt(0)]);
  return Uint8Array.from(Array.from(packed, (digit) => VALUES[digit.charCodeAt(0)]).flatMap((n) =>
    n < most * most ? [values[Math.floor(n / most)], values[n % most]] : values[n - most * most]));
}

/** Parole ordinate: di ciascuna, con una maiuscola, quante lettere ha in comune con la precedente, e le altre. @param {string} text */
function frontDecoded(text) {
  let before = "";
  return text.split(/(?=[A-Z])/).map((part) => (before = before.slice(0, part.charCodeAt(0) - 65) + part.slice(1)));
}

/** «a» → «b», «z» → «aa», «az» → «ba». @param {string} letter @returns {string} */
function following(letter) {
  if (!letter) return "a";
  const [head, last] = [letter.slice(0, -1), letter.slice(-1)];
  return last === "z" ? `${following(head)}a` : head + String.fromCharCode(last.charCodeAt(0) + 1);
}

/** che cosa è un termine in un documento: nel testo, nel nome e, da qui in su, in che parte delle sue domande */
export const OWN = 1;
export const NAMED = 2;
export const ASKED = 4;

/** Quanto spesso un termine lo dice chi intende un documento: il testo conta come una domanda in più. @param {number} fact */
export const degree = (fact) => (fact >> 2) + (fact & OWN);

/** Quello che tutti i libri hanno in comune. */
export class Shared {
  /** @param {any} data */
  constructor(data) {
    this.analysis = data.analysis;
    this.weights = data.weights;
    /** @type {number[]} quanto vale per una sezione un termine che sta in 0, 1, 2… dei suoi documenti; l’ultimo vale anche oltre */
    this.shares = data.shares;
    /** @type {number[]} quanto un termine detto parla per un documento, oltre a quanto è raro, e quanto parla contro, se non è detto; di ogni grado */
    this.gains = data.gains;
    /** @type {number[]} */
    this.losses = data.losses;
    /** @type {string[]} */
    this.books = data.books;
    /** @type {Record<string, string>} come si chiama il gioco di ogni libro */
    this.labels = data.labels;
    /** @type {Map<string, [number, number[], string][]>} i sinonimi di tutti, e quelli arrivati con ogni libro: peso, libri, «inteso=scritto|scritto;…» */
    this.lists = new Map([["", data.synonyms]]);
    /** @type {Map<string, Words>} */
    this.spoken = new Map();
    this.longest = 1;
    /** @type {Map<string, number[]>} */
    this.names = new Map();
    for (const [words, books] of data.names) {
      this.longest = Math.max(this.longest, words.split(" ").length);
      this.names.set(words, books);
    }
  }

  /** Come si parla nei libri in cui si cerca, o nel gioco di ogni sezione. @param {string[]} names i pezzi arrivati @returns {Words} */
  words(names) {
    const key = names.join();
    let found = this.spoken.get(key);
    if (found) return found;
    /** @type {Map<string, Alternative[]>} */
    const synonyms = new Map();
    /** @type {Set<string>} */
    const known = new Set();
    let { longest } = this;
    for (const name of ["", ...names]) for (const [weight, books, rows] of this.lists.get(name) ?? []) for (const row of rows.split(";")) {
      const [terms, every] = row.split("=");
      for (const typed of every.split("|")) {
        const parts = typed.split(" ");
        for (const part of parts) known.add(part);
        longest = Math.max(longest, parts.length);
        const all = synonyms.get(typed) ?? [];
        synonyms.set(typed, all);
        if (!all.some((other) => other.terms.join(" ") === terms && other.books.join() === books.join())) {
          all.push({ terms: terms.split(" "), weight, books, guess: false });
        }
      }
    }
    this.spoken.set(key, (found = { names: this.names, longest, synonyms, known }));
    return found;
  }
}

/** Quello che si cerca di un libro. */
export class Piece {
  /** @param {number} book @param {string} slug il libro, "" se sono tutti @param {any} data */
  constructor(book, slug, data) {
    this.book = book;
    this.slug = slug;
    /** @type {number[]} la sezione di ogni documento */
    this.home = [];
    /** @type {number[]} il documento di ogni sezione, e il primo che risponde */
    this.heads = [];
    /** @type {number[]} */
    this.firsts = [];
    const pages = new Map(data.pages);
    const leaves = new Set(data.leaves);
    let [url, leaf] = ["", -1];
    const [tails, titles, numbers, of, sizes, named] = data.sections;
    const places = new Map(tails.map((/** @type {string} */ tail, /** @type {number} */ n) => [tail, n]));
    /** @type {Section[]} */
    this.sections = tails.map((/** @type {string} */ tail, /** @type {number} */ n) => {
      const [title, number] = [titles[n], numbers[n]];
      const id = slug ? `${slug}-${tail}` : tail;
      if (pages.has(n)) url = pages.get(n);
      if (leaves.has(n)) leaf++;
      this.heads.push(this.home.length);
      for (let i = 0; i < sizes[n]; i++) this.home.push(n);
      const citation = `${data.code} ${named[n] === 0 ? number : named[n] === 1 ? title : named[n]}`.trim();
      const parent = places.get(tail.slice(0, Math.max(0, tail.lastIndexOf(".")))) ?? -1;
      return { id, title, number, parent, kind: of[n], citation, url: `${url}#${id}`, leaf };
    });
    const kinds = data.kinds.map((/** @type {any[]} */ [field, kind, amount, again]) => ({ field, kind, amount: amount > 0, again: again > 0 }));
    /** @type {Kind[]} */
    this.documents = Array.from(data.documents, (/** @type {string} */ digit) => kinds[VALUES[digit.charCodeAt(0)]]);
    /** @type {string[]} la lettera di ogni enunciato, "" per le righe */
    this.letters = [];
    /** @type {Map<string, number>} il documento di ogni enunciato: «sezione.lettera» */
    this.lettered = new Map();
    /** @type {number[]} per ogni documento il primo che ha la sua ancora */
    this.anchors = [];
    this.#number(new Map(data.letters));
    const lists = data.postings.split(" ");
    const facts = data.facts.map(unpaired);
    const read = [0, 0]; // fin dove si è letto che cosa i termini sono negli enunciati, e nelle teste delle sezioni
    /** quante parole ha ogni documento, e il suo nome */
    this.lengths = new Float64Array(this.home.length);
    this.names = new Uint8Array(this.home.length);
    /** @type {Map<string, Postings>} */
    this.terms = new Map();
    /** @type {Map<string, string> | undefined} le parole che stanno per i termini, quando sono arrivate: servono a chi ha sbagliato a scrivere */
    this.surfaces = undefined;
    frontDecoded(data.terms).forEach((term, n) => {
      let document = 0;
      const documents = Int32Array.from(unpacked(lists[n]), (step) => (document += step));
      const said = Uint8Array.from(documents, (n) => {
        const head = Number(this.documents[n].field === "head");
        return facts[head][read[head]++];
      });
      this.terms.set(term, { documents, facts: said });
      documents.forEach((n, place) => {
        this.lengths[n] += said[place] & OWN;
        this.names[n] += (said[place] & NAMED) / NAMED;
      });
    });
    const having = this.lengths.filter(Boolean);
    const all = having.reduce((sum, length) => sum + length, 0);
    this.lengths = this.lengths.map((length) => length && (length * having.length) / all);
    /** @type {[number, number, number, string][]} */
    this.intervals = data.intervals;
    /** @type {[number, string][]} la prima riga di ogni tabella, e il titolo della tabella */
    this.tables = data.tables;
  }

  /** @param {string} surfaces per ogni termine niente, «-desinenza» o la parola */
  spell(surfaces) {
    const words = surfaces.split(" ");
    this.surfaces = new Map([...this.terms.keys()].map((term, n) => [term, words[n]?.[0] === "-" ? term + words[n].slice(1) : words[n] || term]));
  }

  /** @param {Map<number, string>} given */
  #number(given) {
    let due = "";
    this.documents.forEach(({ field, again }, n) => {
      const section = this.home[n];
      if (field === "head") {
        due = "a";
        this.firsts.push(n);
      } else if (this.firsts[section] === this.heads[section]) this.firsts[section] = n;
      const statement = field !== "head" && field !== "entry";
      const letter = statement ? (given.get(n) ?? due) : "";
      if (statement) {
        due = following(letter);
        this.lettered.set(`${section}.${letter}`, n);
        if (field === "text" && this.documents[this.firsts[section]].field !== "text") this.firsts[section] = n;
      }
      this.letters.push(letter);
      this.anchors.push(again ? this.anchors[n - 1] : n);
    });
  }

  /** I titoli sopra una sezione, dal capitolo in giù. @param {Section} section @returns {string[]} */
  path(section) {
    const titles = [];
    for (let above = section.parent; above >= 0; above = this.sections[above].parent) titles.unshift(this.sections[above].title);
    return titles;
  }
}
