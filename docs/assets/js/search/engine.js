// Answer queries in a worker, as search/engine/answer.py does: text → query → hits → page.
// A message {id, query, options} → {id, answer} or {id, error}; before, while texts are on their way, {id, early}: the
// answer with the texts that are there. On the site this file holds the modules that it asks for
// (scripts/site/script_bundle.py).
import { Analysis } from "../language/analysis.js";
import { frontDecoded } from "../language/front-coding.js";
import { Spelling } from "../language/spelling.js";
import { BookIndex, once, readText, remembered } from "./book-index.js";
import { Citations } from "./query-citations.js";
import { complete } from "./completions.js";
import { excerpt } from "./excerpt.js";
import { ALONE, firstAnswer } from "./provisional-answer.js";
import { parse } from "./query.js";
import { Ranking } from "./ranking.js";
/** @import { Alternative, Document, Hit, Language, Options, Query, Result, ResultPage, Shared } from "./types" */
/** @import { Synonyms, Words } from "./types" */

const NOTHING = Object.freeze({ total: 0, others: 0, suggestion: null, unknown: [], results: [] });

/**
 * Return the search vocabulary: names of books, edition marks, and synonyms by typed word.
 * @param {Shared} shared @param {Synonyms} own synonyms of the searched books, added to the shared ones
 * @returns {Words}
 */
function readWords({ books: slugs, names, marks, longest, synonyms: all }, own) {
  const spell = (/** @type {number[]} */ books) => books.map((n) => slugs[n]);
  /** @type {Map<string, Alternative[]>} */
  const synonyms = new Map();
  for (const [weight, numbers, rows] of [...all, ...own])
    for (const row of rows.split(";")) {
      const [meant, every] = row.split("=");
      const one = { terms: meant.split(" "), weight, books: spell(numbers), guess: false };
      for (const typed of every.split("|")) once(synonyms, typed, () => []).push(one);
    }
  const named = new Map(names.map(([name, books]) => [name, spell(books)]));
  const marked = Object.fromEntries(Object.entries(marks).map(([mark, books]) => [mark, spell(books)]));
  return { names: named, marks: marked, longest, synonyms };
}

/** Answer queries from index files that are fetched when needed. */
export class Engine {
  /**
   * Start without any book.
   * @param {Shared} shared @param {(name: string) => Promise<any>} fetched gets a file of the index
   */
  constructor(shared, fetched) {
    this.shared = shared;
    this.fetched = fetched;
    this.analysis = new Analysis(shared.analysis);
    /**
     * @type {Map<string, BookIndex>} the files that have arrived: books, sections of some or all, some sections alone
     */
    this.books = new Map();
    this.superseded = shared.superseded.map((n) => shared.books[n]);
    /** @type {Record<string, string[]>} the terms of each book’s glossary, once somebody types */
    this.glossary = {};
    /** @type {Map<string, Promise<void>>} */
    this.asked = new Map();
    this.ranking = new Ranking(shared.weights, this.books);
    this.citations = new Citations(readWords(shared, []), this.analysis, this.books);
    /** @type {Set<string>} words that everybody uses, once they have arrived */
    this.common = new Set();
    /** @type {Promise<void> | undefined} a first answer: until it has its sentence the books wait */
    this.hurry = undefined;
    this.language = remembered(this.speak.bind(this));
    this.tokens = remembered(this.analysis.tokens.bind(this.analysis)); // of texts that are shown
  }

  /**
   * Fetch a file of the index, once, and give its content to `keep`. @param {string} name
   * @param {(data: any) => void} keep
   */
  load(name, keep) {
    const found = once(this.asked, name, () => this.fetched(name).then(keep));
    found.catch(() => this.asked.delete(name));
    return found;
  }

  /**
   * Fetch index files and read them into `books`.
   * @param {string[]} names of the files
   * @param {Map<string, number>} [scales] how rare each term is, for files of one section, which do not say it
   */
  async open(names, scales) {
    const { shared, analysis } = this;
    const own = (/** @type {string} */ name) =>
      shared.books.find((slug) => name === slug || name.startsWith(`${ALONE}${slug}-`)) ?? "";
    const keep = (/** @type {string} */ name) => (/** @type {any} */ data) =>
      void this.books.set(name, new BookIndex(own(name), data, shared, analysis, scales));
    await Promise.all(names.map((name) => this.load(name, keep(name))));
  }

  /**
   * Fetch the index in which each section of a book, a game or all books is one document; resolves to its file's name.
   * It is small, and arrives before the books.
   * @param {string} book chosen game's id or book's code, or ""
   */
  async openSections(book) {
    const { books, games } = this.shared;
    const file = books.includes(book) || Object.hasOwn(games, book) ? `${book}/sezioni` : "sezioni";
    await this.open([file]);
    return file;
  }

  /**
   * Tell whether a provisional answer is worth giving before the books' indexes have come.
   * @param {string[]} use codes of the books @param {boolean} kept the site is on this device
   */
  hastens(use, kept) {
    return use.some((slug) => !this.books.has(slug)) && (use.length > 1 || !kept);
  }

  /**
   * Return the codes of the books to search, and of those among them ranked last.
   * The game or book chosen decides; else the books that the query names; else all, the superseded ones last.
   * @param {string} chosen game id or book code, or ""
   * @param {string[]} [named] codes of the books that the query names @returns {{use: string[], late: string[]}}
   */
  choose(chosen, named = []) {
    const { books, games } = this.shared;
    const own = (Object.hasOwn(games, chosen) ? games[chosen] : [chosen]).filter((slug) => books.includes(slug));
    const wanted = own.length ? own : named;
    return wanted.length
      ? { use: books.filter((slug) => wanted.includes(slug)), late: [] }
      : { use: books, late: this.superseded };
  }

  /**
   * Return the vocabulary and the spelling of some books; `language` is this function, cached.
   * @param {string[]} use files of the index @returns {Language}
   */
  speak(use) {
    const books = use.flatMap((name) => this.books.get(name) ?? []);
    const own = books.flatMap(({ synonyms }) => synonyms);
    const vocabulary = readWords(this.shared, own);
    const typed = [...vocabulary.synonyms.keys()].flatMap((typed) => typed.split(" "));
    const counts = new Map(typed.map((term) => [term, 0]));
    for (const { terms } of books)
      for (const [term, { documents }] of terms) counts.set(term, (counts.get(term) ?? 0) + documents.length);
    const slang = typed.filter((term) => !counts.get(term));
    const words = books.flatMap((book) => book.words ?? []);
    const together = (/** @type {string} */ one, /** @type {string} */ other) => {
      const [{ documents }, others] = [one, other].map((term) => this.ranking.impacts(term, use));
      return documents.some((document) => others.documents.includes(document));
    };
    const given = { counts, words: words.length ? [...slang, ...words] : [], common: this.common, together };
    return { vocabulary, spelling: new Spelling(given, this.analysis, this.shared.weights) };
  }

  /**
   * Parse a query.
   * @param {string} text @param {string} book chosen game's id or book's code, or ""
   * @param {string[]} [files] of the index, searched in place of the books
   * @returns {Query}
   */
  parse(text, book, files) {
    const search = (/** @type {string[]} */ named) => {
      const { use, late } = files ? { use: files, late: [] } : this.choose(book, named);
      return { use, late, ...this.language(use) };
    };
    return parse(text, book !== "", search, this.citations);
  }

  /** Drop what was computed from fewer terms or words than there are now. */
  forget() {
    this.language = remembered(this.speak.bind(this));
    this.ranking = new Ranking(this.shared.weights, this.books);
  }

  /**
   * Parse a query; if a word is unknown, again with what corrects it.
   * The words of the books and of everyday Italian are fetched then; without a network nothing is corrected.
   * @param {string} text @param {string} book chosen game's id or book's code, or ""
   * @param {string[]} use codes of the books searched
   * @param {string[]} [files] of the index, searched in place of the books
   * @returns {Promise<Query>}
   */
  async parseMended(text, book, use, files) {
    const parsed = this.parse(text, book, files);
    const missing = use.filter((slug) => !this.books.get(slug)?.words);
    if (!missing.length || !(parsed.corrected || parsed.groups.some(({ alternatives }) => !alternatives.length)))
      return parsed;
    const one = (/** @type {string} */ slug) =>
      this.load(`${slug}/parole`, (endings) => this.books.get(slug)?.spell(endings));
    const common = this.load("comuni", (coded) => (this.common = new Set(frontDecoded(coded))));
    await Promise.all([common, ...missing.map(one)]).catch(() => {});
    this.forget();
    return this.parse(text, book, files);
  }

  /**
   * Answer a query.
   * @param {string} text @param {Options} [options]
   * @param {(answer: ResultPage) => void} [early] called with the same results without excerpts, while texts are being
   *   fetched
   * @returns {Promise<ResultPage>}
   */
  async search(text, options = {}, early = () => {}) {
    const { book = "", kind = "", limit = 10, offset = 0, kept = false, soon = false } = options;
    const { use: chosen } = this.choose(book);
    if (soon && this.hastens(chosen, kept) && !kind && !offset)
      await (this.hurry = firstAnswer(this, text, options, early).catch(() => {})); // without a network with what is there
    await this.open(chosen);
    const parsed = await this.parseMended(text, book, chosen);
    const { use, late } = parsed.searched;
    const pasted = parsed.pasted && (await this.find(parsed.pasted));
    if (pasted) return { ...NOTHING, query: text, total: 1, results: await this.results([hitOf(pasted)]) };
    let hits = pin(parsed, this.ranking.search(parsed, use, late));
    if (!hits.length) hits = this.tops(parsed);
    if (kind) hits = hits.filter(({ document }) => document.kind === kind);
    const missing = parsed.groups.filter(
      ({ alternatives }) => !this.ranking.match(alternatives, use).sums.documents.length
    );
    const page = { query: text, suggestion: parsed.corrected || null, unknown: missing.flatMap(({ words }) => words) };
    if (!hits.length) {
      const tried = [...new Set(parsed.groups.flatMap(({ words }) => words))];
      const nearest = await this.results(await this.nearest(parsed, book !== "" || kind !== ""));
      return { ...NOTHING, ...page, tried, nearest };
    }
    const total = hits.filter(({ covers }) => covers).length || hits.length;
    const answer = (/** @type {Result[]} */ results) => ({ ...page, total, others: hits.length - total, results });
    const shown = hits.slice(offset, offset + limit);
    return answer(await this.results(shown, parsed.wanted, (rows) => early(answer(rows))));
  }

  /**
   * Return the document of a pasted anchor, else the section that it belongs to; undefined if none.
   * @param {string} anchor
   */
  async find(anchor) {
    await this.open(this.shared.books);
    const above = this.citations.sections(this.shared.books).filter(({ id }) => `${anchor}.`.startsWith(`${id}.`));
    const [section] = above.sort((a, b) => b.id.length - a.id.length);
    if (!section) return undefined;
    const { documents } = section;
    const tail = anchor.slice(section.id.length + 1);
    const find = () => documents.find(({ letter, text }) => tail && (letter || text?.[1]) === tail);
    if (tail && !find()) await this.bring(documents[0]);
    return find() ?? documents[0];
  }

  /**
   * Return the chapters of the games searched as results, if only their name was typed; else []. @param {Query} parsed
   */
  tops({ groups, cited, searched: { use } }) {
    if (groups.length || cited.wrong || use.length === this.shared.books.length) return [];
    const tops = this.citations.sections(use).filter(({ path }) => !path.length);
    return tops.map(({ documents }) => hitOf(documents[0]));
  }

  /**
   * Return what is nearest when nothing was found: results in all books, or sections of near numbers.
   * @param {Query} parsed @param {boolean} narrowed whether a book or kind was chosen
   * @returns {Promise<Hit[]>}
   */
  async nearest(parsed, narrowed) {
    if (narrowed && parsed.groups.length) {
      await this.open(this.shared.books);
      const hits = this.ranking.search(parsed, this.shared.books, this.superseded).slice(0, 3);
      if (hits.length) return hits;
    }
    return this.citations.nearest(parsed.searched.use, parsed.cited.wrong).map(({ documents }) => hitOf(documents[0]));
  }

  /** Fetch the texts of a document's section. @param {Document} document */
  bring({ section: { book, leaf } }) {
    return this.load(`${book}/${leaf}`, (texts) => this.books.get(book)?.tell(leaf, texts));
  }

  /**
   * Return what to show of results, fetching missing texts.
   * Without a network a text may be missing; citation and link stay.
   * @param {Hit[]} hits @param {Set<string>} [wanted] terms to mark
   * @param {(rows: Result[]) => void} [early] called with the results whose texts are there, while others are fetched
   */
  async results(hits, wanted = new Set(), early = () => {}) {
    const rows = () => hits.map((hit) => this.result(hit, wanted));
    const missing = hits.filter(({ document }) => !readText(document));
    for (const next of [missing.slice(0, 1), missing.slice(1)]) {
      if (next.length) early(rows());
      await Promise.all(next.map(({ document }) => this.bring(document).catch(() => {})));
    }
    return rows();
  }

  /**
   * Return what to show of a result: citation, titles, link, excerpt.
   * @param {Hit} hit @param {Set<string>} [wanted] terms to mark @returns {Result}
   */
  result({ document, score }, wanted = new Set()) {
    const { section, kind, letter } = document;
    const { title, path, book } = section;
    const [text, ...row] = readText(document) ?? [];
    const head = document === section.documents[0];
    const [tail = letter, citation = tail && `${section.citation}.${tail}`, address] = head ? [""] : row;
    const id = tail ? `${section.id}.${tail}` : section.id;
    const url = address ?? `${section.url.split("#")[0]}#${id}`;
    const found = text === undefined ? [] : excerpt(text, wanted, this.tokens(text));
    return { id, citation: citation || section.citation, title, path, book, kind, url, excerpt: found, score };
  }
}

/** Return a document as a result. @param {Document} document @returns {Hit} */
const hitOf = (document) => ({ document, score: 0, covers: true });

/**
 * Put what the query cites before the other results.
 * For a cited section its best result, if it has one, stands in place of its heading.
 * @param {Query} parsed @param {Hit[]} hits @returns {Hit[]}
 */
function pin({ cited: { places } }, hits) {
  const top = hits[0]?.score ?? 0;
  const pinned = places.map((place, n) => {
    const head = place === place.section.documents[0];
    const best = head && hits.find(({ document }) => document.section === place.section);
    return { document: best ? best.document : place, score: top + places.length - n, covers: true };
  });
  const others = hits.filter(({ document }) => !pinned.some((hit) => hit.document === document));
  return [...pinned, ...others];
}

// The worker: the same search, by messages.

/** Fetch a file of the index; rejects with its name and the HTTP status. @param {string} name without the ending */
async function json(name) {
  const answer = await fetch(new URL(`../../search/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/** @type {Promise<Engine> | undefined} */
let engine;
/** Load what all searches need, once. @returns {Promise<Engine>} */
function open() {
  engine ??= Promise.all([json("lingua"), json("comune")]).then(
    ([language, shared]) => new Engine({ ...language, ...shared }, json)
  );
  engine.catch(() => (engine = undefined));
  return engine;
}

/**
 * Start loading the books that will be searched; resolves to the names of games and books by id or code.
 * @param {Options} options
 */
async function warm({ book = "", kept = false }) {
  const found = await open();
  const { use } = found.choose(book);
  const first = found.hastens(use, kept) ? found.openSections(book).then(() => found.hurry) : Promise.resolve();
  first.then(() => found.open(use)).catch(() => {});
  return found.shared.labels;
}

/**
 * Answer a page's message.
 * @param {string | null} query null to start loading @param {Options} options
 * @param {(answer: any) => void} early called with incomplete answers
 */
async function answer(query, options, early) {
  if (query === null) return warm(options);
  const found = await open();
  if (options.completing) return complete(found, query, options.book ?? "");
  if (options.rows) return (await import("./table-rows.js")).rows(found, query, options, early);
  return found.search(query, options, early);
}

if (typeof self !== "undefined")
  self.addEventListener("message", ({ data: { id, query, options = {} } }) => {
    answer(query, options, (early) => self.postMessage({ id, early }))
      .then((answer) => self.postMessage({ id, answer }))
      .catch((error) => self.postMessage({ id, error: String(error) }));
  });
