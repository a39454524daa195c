// @ts-check
// La ricerca nel browser, fuori dal filo della pagina: dalla domanda alla stessa risposta del server (search/engine.py).
// Un messaggio {id, query, options} → {id, answer} o {id, error}; prima, finché i testi sono in viaggio, {id, early}: la
// risposta con i testi che ci sono.

import { Analysis, characters, slice } from "./analysis.js";
import { Index } from "./index.js";
import { citing, parse, Spelling, takeBooks } from "./query.js";
import { Ranking } from "./ranking.js";

/** @typedef {{book?: string, kind?: string, limit?: number, offset?: number}} Options */
/** @typedef {{id: string, citation: string, title: string, path: string[], book: string, kind: string, url: string, excerpt: Piece[], score: number}} Result */
/** @typedef {{query: string, total: number, suggestion: string | null, results: Result[], tried?: string[], nearest?: Result[]}} Answer */
/** @typedef {{sections: string[][][]}} Texts */
/** @typedef {import("./ranking.js").Hit} Hit */

export class Engine {
  /** @param {any} data l’indice @param {(book: string) => Promise<Texts>} texts come avere i testi di un libro */
  constructor(data, texts) {
    this.index = new Index(data);
    this.texts = texts;
    /** @type {Map<number, Texts>} i testi già arrivati */
    this.loaded = new Map();
    this.analysis = new Analysis(this.index.analysis);
    this.titles = this.index.sections.map((section) => [...new Set(this.analysis.terms(section.title))].sort());
    this.ranking = new Ranking(this.index, this.titles);
    /** @type {Map<string, number>} */
    const frequencies = new Map();
    for (const key of this.index.synonyms.keys()) for (const term of key.split(" ")) frequencies.set(term, 0);
    for (const [term, found] of this.index.postings) frequencies.set(term, found.length);
    this.spelling = new Spelling(frequencies, this.index.scoring, this.analysis);
    /** @type {Map<string, import("./query.js").Reading>} */
    this.readings = new Map();
    /** le sezioni secondo le parole della citazione, e secondo quelle del titolo */
    this.cited = [this.named((section) => section.citation), this.named((section) => section.title)];
    /** il numero della prima sezione di ogni libro */
    this.firsts = this.index.books.map((_, book) => this.index.sections.findIndex((section) => section.book === book));
  }

  /** @param {(section: import("./index.js").Section) => string} name @returns {Map<string, number[]>} */
  named(name) {
    /** @type {Map<string, number[]>} */
    const found = new Map();
    this.index.sections.forEach((section, n) => {
      const key = citing(takeBooks(this.analysis.tokens(name(section)), this.index)[0]).join(" ");
      if (key) found.set(key, [...(found.get(key) ?? []), n]);
    });
    return found;
  }

  /** @param {string} word @param {string} term @param {boolean} last @param {boolean} mend */
  read(word, term, last, mend) {
    const key = `${word} ${term} ${last} ${mend}`;
    let reading = this.readings.get(key);
    if (!reading) {
      reading = this.readNew(word, term, last, mend);
      if (this.readings.size < 4096) this.readings.set(key, reading);
    }
    return reading;
  }

  /** @param {string} word @param {string} term @param {boolean} last @param {boolean} mend @returns {import("./query.js").Reading} */
  readNew(word, term, last, mend) {
    const { scoring } = this.index;
    /** @type {[string, number][]} */
    const found = [];
    const known = term !== "" && this.spelling.knows(term);
    if (known) found.push([term, 1]);
    if (last && word.length >= 2) {
      const longer = this.spelling.completions(word).filter((other) => other !== term);
      const begun = known || longer.length ? "" : this.spelling.begun(word);
      if (begun) {
        const near = this.spelling.ends(word.slice(begun.length)) ? [] : this.spelling.close(word, term);
        if (!near.length || near[0][1] > 1) return { terms: [[begun, 1]], meant: "", known: true };
      }
      const weight = known ? scoring.prefixKnownWeight : scoring.prefixWeight;
      for (const other of longer) found.push([other, weight]);
    }
    if (found.length || !term || !mend) return { terms: found, meant: "", known };
    const close = this.spelling.close(word, term);
    const stop = this.spelling.stopWord(word, close.length ? close[0][1] : 2);
    if (stop) return { terms: [], meant: stop, known: false };
    const meant = close.length ? (this.index.surfaces.get(close[0][0]) ?? close[0][0]) : "";
    return { terms: close.map(([other, away]) => [other, scoring.closeWeights[away]]), meant, known: false };
  }

  /**
   * La risposta. Quando i testi che mostra sono ancora in viaggio, `early` riceve intanto quello che c’è: gli stessi
   * risultati, senza estratto e con l’indirizzo della sezione dove il testo manca.
   * @param {string} text @param {Options} [options] @param {(answer: Answer) => void} [early] @returns {Promise<Answer>}
   */
  async search(text, { book = "", kind = "", limit = 10, offset = 0 } = {}, early = () => {}) {
    const { index } = this;
    const parsed = parse(text, index, this.analysis, (word, term, last, mend) => this.read(word, term, last, mend));
    const books = new Set(index.books.includes(book) ? [index.books.indexOf(book)] : parsed.books);
    const pasted = this.pasted(parsed.pasted);
    if (pasted.length) return { query: text, total: 1, suggestion: null, results: await this.results(pasted, new Set()) };
    const groups = parsed.groups.filter((group) => group.length);
    const hits = groups.length ? this.ranking.search(groups, books) : [];
    let pinned = this.whole(parsed.cited, books);
    if (!pinned.length) pinned = this.pinned(parsed, books);
    if (!hits.length && !pinned.length && books.size && !parsed.groups.length && !parsed.number) {
      pinned = index.sections.flatMap((section, n) => (books.has(section.book) && section.parent < 0 ? this.bare(n) : []));
    }
    const top = hits.length ? hits[0].score : 0;
    const seen = new Set(pinned.map((hit) => hit.section));
    const best = new Map(pinned.length ? hits.map((hit) => [hit.section, hit.unit]) : []);
    let ranked = [
      ...pinned.map((hit, n) => ({ ...hit, unit: best.get(hit.section) ?? hit.unit, score: top + pinned.length - n })),
      ...hits.filter((hit) => !seen.has(hit.section)),
    ];
    if (kind) ranked = ranked.filter((hit) => this.kind(hit) === kind);
    if (ranked.length && parsed.letter && !parsed.number) ranked[0] = { ...ranked[0], letter: parsed.letter };
    const suggestion = parsed.corrected || null;
    const wanted = new Set(groups.flatMap((group) => group.flatMap((alternative) => alternative.terms)));
    const answer = (/** @type {Result[]} */ results) => ({ query: text, total: ranked.length, suggestion, results });
    if (ranked.length) return answer(await this.results(ranked.slice(offset, offset + limit), wanted, (rows) => early(answer(rows))));
    const near = book || kind ? (groups.length ? this.ranking.search(groups, new Set()).slice(0, 3) : []) : [];
    const offered = near.length ? near : nearest(index, books, parsed.number, text, this.analysis).flatMap((n) => this.bare(n));
    return {
      query: text, total: 0, suggestion, results: [],
      tried: parsed.tried, nearest: await this.results(offered, new Set()),
    };
  }

  /** @param {number} section @returns {Hit[]} */
  bare(section) {
    return [{ section, unit: -1, score: 0 }];
  }

  /** Le sezioni di cui una domanda che nomina un gioco è la citazione o il titolo, con o senza una lettera. @param {string[]} cited @param {Set<number>} books @returns {Hit[]} */
  whole(cited, books) {
    const [last = ""] = cited.slice(-1);
    const find = (/** @type {Map<string, number[]>} */ names, /** @type {string[]} */ words, letter = "") =>
      (names.get(words.join(" ")) ?? []).flatMap((section) => (books.has(this.index.sections[section].book) ? [{ section, unit: -1, score: 0, letter }] : []));
    const tries = this.cited.map((names) => find(names, cited));
    if (/^[a-z]{1,2}$/.test(last)) tries.push(...this.cited.map((names) => find(names, cited.slice(0, -1), last)));
    // «bang 1.2 modalità duello, bart cassidy»: la citazione con cui la domanda comincia
    if (/^[0-9]/.test(cited[0])) for (let n = cited.length; --n > 1; ) tries.push(find(this.cited[0], cited.slice(0, n)));
    return tries.find((hits) => hits.length) ?? [];
  }

  /** Quello che indica un indirizzo incollato. @param {string} anchor @returns {Hit[]} */
  pasted(anchor) {
    const found = this.index.sections.flatMap(({ id }, section) =>
      `${anchor}.`.startsWith(`${id}.`) ? [{ section, unit: -1, score: 0, letter: anchor.slice(id.length + 1) }] : [],
    );
    return found.slice(-1);
  }

  /** Le sezioni che un numero stampato nomina. @param {import("./query.js").Query} parsed @param {Set<number>} books @returns {Hit[]} */
  pinned(parsed, books) {
    if (!parsed.number) return [];
    const { sections } = this.index;
    const words = parsed.groups.flatMap((group) => (group.length ? group[0].terms : []));
    /** @type {[number, number, Hit][]} */
    const found = [];
    sections.forEach((section, n) => {
      if ((books.size && !books.has(section.book)) || section.number.toLowerCase() !== parsed.number) return;
      found.push([0, n, { section: n, unit: -1, score: 0, letter: parsed.letter }]);
      sections.forEach((other, m) => {
        if (!words.length || !other.id.startsWith(`${section.id}.`)) return;
        if (words.every((term) => this.titles[m].includes(term))) found.push([-1, m, { section: m, unit: -1, score: 0 }]);
      });
    });
    return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , hit]) => hit);
  }

  /** @param {Hit} hit */
  kind(hit) {
    return hit.unit < 0 ? this.index.sections[hit.section].kind : this.index.kinds[hit.unit];
  }

  /**
   * I risultati; i testi che mancano si chiedono prima per il libro del primo, poi per gli altri.
   * @param {Hit[]} hits @param {Set<string>} wanted @param {(results: Result[]) => void} [early] @returns {Promise<Result[]>}
   */
  async results(hits, wanted, early = () => {}) {
    const rows = () => hits.map((hit) => this.result(hit, wanted));
    const load = async (/** @type {number} */ book) => this.loaded.set(book, await this.texts(this.index.books[book]));
    const named = new Set(hits.map((hit) => this.index.sections[hit.section].book));
    const [first, ...others] = [...named].filter((book) => !this.loaded.has(book));
    if (first !== undefined) {
      early(rows());
      await load(first);
    }
    if (others.length) {
      early(rows());
      await Promise.all(others.map(load));
    }
    return rows();
  }

  /** Le unità di una sezione che hanno un testo, nell’ordine dei testi. @param {import("./index.js").Section} section */
  shown(section) {
    const units = Array.from({ length: section.size }, (_, n) => section.first + n);
    return units.filter((unit) => SHOWN.has(this.index.fields[unit]));
  }

  /** @param {Hit} hit @param {Set<string>} wanted @returns {Result} */
  result(hit, wanted) {
    const { index } = this;
    const section = index.sections[hit.section];
    const units = this.loaded.get(section.book)?.sections[hit.section - this.firsts[section.book]] ?? null;
    const shown = this.shown(section);
    const lettered = hit.letter && units ? units.findIndex(([tail]) => tail === hit.letter) : -1;
    const place = lettered < 0 && hit.unit >= 0 ? shown.indexOf(hit.unit) : lettered;
    const found = place >= 0 ? units?.[place] : undefined;
    const first = shown.findIndex((unit) => index.fields[unit] === "text");
    const text = found ? found[1] : units && first >= 0 ? units[first][1] : section.title;
    const id = found?.[0] ? `${section.id}.${found[0]}` : section.id;
    return {
      id,
      citation: found ? (found[2] ?? `${section.citation}.${found[0]}`) : section.citation,
      title: section.title,
      path: index.path(section),
      book: index.books[section.book],
      kind: place >= 0 ? index.kinds[shown[place]] : section.kind,
      url: found ? (found[3] ?? `${section.url.split("#")[0]}#${id}`) : section.url,
      excerpt: units ? excerpt(text, wanted, this.analysis) : [],
      score: hit.score,
    };
  }
}

const SHOWN = new Set(["text", "entry", "note"]);

// Che cosa offrire quando non si trova niente: search/nearest.py.

const NEAREST = 3;
const LEAST = 0.4;
const DIGITS = /^[0-9]+$/;

/**
 * @param {import("./index.js").Index} index
 * @param {Set<number>} books
 * @param {string} number
 * @param {string} text
 * @param {import("./analysis.js").Analysis} analysis
 */
function nearest(index, books, number, text, analysis) {
  const places = index.sections.map((_, n) => n).filter((n) => !books.size || books.has(index.sections[n].book));
  /** @type {[number, number][]} */
  let scored = [];
  const [chapter, ...rest] = number.split(".");
  const wanted = rest.join(".");
  for (const n of number ? places : []) {
    const [head, ...tail] = index.sections[n].number.split(".");
    const last = tail.join(".");
    if (head === chapter && DIGITS.test(last) && DIGITS.test(wanted)) scored.push([Math.abs(Number(last) - Number(wanted)), n]);
  }
  if (!scored.length) {
    const words = analysis.tokens(text).filter(({ word, term }) => word.length > 2 && term).map(({ word }) => bigrams(word));
    scored = places
      .map((n) => {
        const titled = analysis.tokens(index.sections[n].title).filter(({ term }) => term).map(({ word }) => bigrams(word));
        return /** @type {[number, number]} */ ([-Math.max(0, ...words.flatMap((a) => titled.map((b) => alike(a, b)))), n]);
      })
      .filter(([score]) => -score >= LEAST);
  }
  return scored.sort((a, b) => a[0] - b[0] || a[1] - b[1]).slice(0, NEAREST).map(([, n]) => n);
}

/** @param {string} word */
function bigrams(word) {
  return new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, n) => word.slice(n, n + 2)));
}

/** @param {Set<string>} a @param {Set<string>} b */
function alike(a, b) {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return (2 * common) / Math.max(1, a.size + b.size);
}

// Il pezzo di testo che risponde, con le parole trovate segnate: search/excerpts.py.


/** @typedef {{text: string, match: boolean}} Piece */

const LENGTH = 220;

/**
 * @param {string} text
 * @param {Set<string>} wanted
 * @param {import("./analysis.js").Analysis} analysis
 * @returns {Piece[]}
 */
function excerpt(text, wanted, analysis) {
  const points = characters(text);
  const indexOf = (/** @type {number} */ from) => points.indexOf(" ", from);
  const found = analysis.tokens(text).filter((token) => token.term && wanted.has(token.term));
  let start = 0;
  let end = points.length;
  if (end > LENGTH) {
    start = found.length ? Math.max(0, found[0].start - Math.floor(LENGTH / 4)) : 0;
    if (start) start = indexOf(start) + 1;
    end = Math.min(points.length, start + LENGTH);
    if (end < points.length) {
      let cut = end - 1;
      while (cut >= start && points[cut] !== " ") cut--;
      end = Math.max(cut < start ? -1 : cut, start + 1);
    }
  }
  /** @type {Piece[]} */
  const pieces = start ? [{ text: "…", match: false }] : [];
  let position = start;
  for (const token of found) {
    if (token.start < position || token.end > end) continue;
    if (token.start > position) pieces.push({ text: slice(points, position, token.start), match: false });
    pieces.push({ text: slice(points, token.start, token.end), match: true });
    position = token.end;
  }
  if (position < end) pieces.push({ text: slice(points, position, end), match: false });
  if (end < points.length) pieces.push({ text: "…", match: false });
  return pieces;
}

const FOLDER = new URL("../../search/", import.meta.url);

/** @param {string} name */
async function json(name) {
  const answer = await fetch(new URL(name, FOLDER));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/** @type {Map<string, Promise<Texts>>} */
const texts = new Map();
/** @param {string} book */
function textsOf(book) {
  let found = texts.get(book);
  if (!found) {
    texts.set(book, (found = json(`${book}.json`)));
    found.catch(() => texts.delete(book));
  }
  return found;
}

/** @type {Promise<Engine> | undefined} */
let engine;
function open() {
  if (!engine) {
    engine = json("index.json").then((data) => new Engine(data, textsOf));
    engine.catch(() => (engine = undefined));
  }
  return engine;
}

/** Prima che serva: l’indice. */
async function warm() {
  return (await open()).index.labels;
}

/**
 * Una ricerca; i testi dei libri che non le servivano vengono dopo, per non farla aspettare.
 * @param {string} query @param {Options} options @param {(answer: Answer) => void} early
 */
async function search(query, options, early) {
  const found = await (await open()).search(query, options, early);
  const { index } = await open();
  for (const book of index.books) textsOf(book).catch(() => {});
  return found;
}

self.addEventListener("message", async (event) => {
  const { id, query, options } = event.data;
  try {
    const answer = query === null ? await warm() : await search(query, options, (early) => self.postMessage({ id, early }));
    self.postMessage({ id, answer });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
});
