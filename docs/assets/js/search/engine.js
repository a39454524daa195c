// @ts-check
// Answer queries in a worker, as search/engine/answer.py does.
// Text → query → hits → page. A message {id, query, options} → {id, answer} or {id, error}; before, while texts are on
// their way, {id, early}: the answer with the texts that are there. On the site this file holds the modules that it
// asks for (scripts/site/script_bundle.py).

import { Analysis } from "../language/analysis.js";
import { Spelling } from "../language/spelling.js";
import { frontDecoded } from "../language/front-coding.js";
import { BookIndex, once, words } from "./postings.js";
import { Citations } from "./citations.js";
import { complete } from "./completions.js";
import { excerpt } from "./excerpt.js";
import { ALONE, firstAnswer } from "./first-answer.js";
import { parse, wanted } from "./query.js";
import { Ranking } from "./ranking.js";

/** @import { Hit, Options, Place, Query, Result, ResultPage, Shared, Language } from "./types" */
/** @typedef {(answer: ResultPage) => void} Early */

export class Engine {
  /** @param {Shared} shared @param {(name: string) => Promise<any>} fetched how to get a file of the index */
  constructor(shared, fetched) {
    this.shared = shared;
    this.fetched = fetched;
    this.analysis = new Analysis(shared.analysis);
    /**
     * Hold the files: books, and sections for first answers.
     * The sections of some or all books, and some sections alone.
     */
    this.files = [...shared.books];
    /** @type {BookIndex[]} those that have arrived, each at the place of its file */
    this.books = [];
    this.all = shared.books.map((_, n) => n);
    /** @type {Record<string, string[]>} the terms of each book’s glossary, once somebody types */
    this.glossary = {};
    /** @type {Map<string, Promise<void>>} */
    this.asked = new Map();
    this.ranking = new Ranking(shared, this.books, this.analysis);
    this.citations = new Citations(words(shared, []), this.analysis, this.books);
    /** @type {Set<string>} words that everybody uses, once they have arrived */
    this.common = new Set();
    /** @type {Promise<void> | undefined} a first answer: until it has its sentence the books wait */
    this.hurry = undefined;
    /** @type {Map<string, Language>} */
    this.languages = new Map();
  }

  /** Fetch a file of the index, once. @param {string} name @param {(data: any) => void} keep */
  load(name, keep) {
    const found = once(this.asked, name, () => this.fetched(name).then(keep));
    found.catch(() => this.asked.delete(name));
    return found;
  }

  /** Fetch books. @param {number[]} use @param {Map<string, number>} [scales] */
  async open(use, scales) {
    const number = (/** @type {string} */ file) =>
      this.shared.books.findIndex((slug) => file === slug || file.startsWith(`${ALONE}${slug}-`));
    const one = (/** @type {number} */ n) =>
      this.load(
        this.files[n],
        (data) => (this.books[n] = new BookIndex(number(this.files[n]), this.shared, data, scales))
      );
    await Promise.all(use.map(one));
  }

  /** Fetch a file that is no book. @param {string} file @param {Map<string, number>} [scales] */
  async part(file, scales) {
    const known = this.files.indexOf(file);
    const n = known < 0 ? this.files.push(file) - 1 : known;
    await this.open([n], scales);
    return n;
  }

  /**
   * Fetch the sections of a book, a game or all.
   * They arrive before the books.
   * @param {number[]} books
   */
  sections(books) {
    const slugs = books.map((n) => this.shared.books[n]).join();
    const [game = ""] = Object.entries(this.shared.games).find(([, own]) => own.join() === slugs) ?? [];
    const own = books.length > 1 ? game : slugs;
    return this.part(own ? `${own}/sezioni` : "sezioni");
  }

  /**
   * Give a first answer before the books (first-answer.js).
   * @param {string} text @param {number[]} searched @param {Options} options @param {Early} early
   */
  first(text, searched, options, early) {
    return firstAnswer(this, text, { ...options, searched }, early);
  }

  /**
   * Tell whether a first answer can come before the books.
   * It cannot for a book that is on the phone already.
   * @param {number[]} books
   * @param {boolean} kept
   */
  hastens(books, kept) {
    return books.some((n) => !this.books[n]) && (books.length > 1 || !kept);
  }

  /**
   * Return the books to search: chosen, else named, else all.
   * What is chosen is a game or a book.
   * @param {string} chosen
   * @param {number[]} [named]
   */
  searched(chosen, named = []) {
    const own = (this.shared.games[chosen] ?? [chosen]).map((slug) => this.shared.books.indexOf(slug));
    if (own.every((n) => n >= 0)) return own;
    return named.length ? this.all.filter((n) => named.includes(n)) : this.all;
  }

  /** Return the books ranked last: superseded ones, unless chosen. @param {number[]} use */
  late(use) {
    return use.length === this.all.length ? this.shared.superseded : [];
  }

  /** Return the books' synonyms and correct words, with frequencies. @param {number[]} use @returns {Language} */
  language(use) {
    return once(this.languages, use.join(), () => {
      const books = use.map((n) => this.books[n]);
      const vocabulary = words(
        this.shared,
        books.flatMap(({ synonyms }) => synonyms)
      );
      const typed = [...vocabulary.synonyms.keys()].flatMap((typed) => typed.split(" "));
      const counts = new Map(typed.map((term) => [term, 0]));
      for (const { terms } of books)
        for (const [term, { documents }] of terms) counts.set(term, (counts.get(term) ?? 0) + documents.length);
      const slang = typed.filter((term) => !counts.get(term));
      const right = new Set(books.some((book) => book.words) ? [...slang, ...books.flatMap((b) => b.words ?? [])] : []);
      const together = (/** @type {string} */ one, /** @type {string} */ other) =>
        books.some(({ terms }) => {
          const others = new Set(terms.get(other)?.documents);
          return terms.get(one)?.documents.some((n) => others.has(n));
        });
      const spelling = new Spelling(
        { counts, words: right, common: this.common, together },
        this.analysis,
        this.shared.weights
      );
      return { vocabulary, spelling };
    });
  }

  /**
   * Parse the typed text.
   * @param {string} text
   * @param {(named: number[]) => number[]} searched
   * @param {boolean} [chosen]
   */
  parse(text, searched, chosen = false) {
    return parse(
      text,
      this.analysis,
      (named) => this.language(searched(named)),
      (tokens, named) => this.citations.read(tokens, searched(named), chosen || named.length > 0)
    );
  }

  /**
   * Fetch the words needed to correct misspelt ones.
   * They are those of the books and of everyday Italian.
   * @param {number[]} use
   */
  async spell(use) {
    const missing = use.filter((n) => !this.books[n].words);
    if (!missing.length) return false;
    const one = (/** @type {number} */ n) =>
      this.load(`${this.files[n]}/parole`, (endings) => this.books[n].spell(endings));
    const common = this.load("comuni", (coded) => (this.common = new Set(frontDecoded(coded))));
    await Promise.all([common, ...missing.map(one)]).catch(() => {}); // without a network: nothing is mended
    this.languages.clear();
    return true;
  }

  /**
   * Return the answer to a query.
   * `early` gets the same results without excerpts while their texts are being fetched.
   * @param {string} text
   * @param {Options} [options]
   * @param {Early} [early]
   * @returns {Promise<ResultPage>}
   */
  async search(text, options = {}, early = () => {}) {
    const { book = "", kind = "", limit = 10, offset = 0, kept = false, soon = false } = options;
    const [searched, chosen] = [this.searched(book), book !== ""];
    if (soon && this.hastens(searched, kept) && !kind && !offset)
      // without a network with what is there
      await (this.hurry = this.first(text, searched, options, early).catch(() => {}));
    await this.open(searched);
    const read = () => this.parse(text, (named) => this.searched(book, named), chosen);
    let parsed = read();
    const slip = parsed.corrected || parsed.groups.some(({ alternatives }) => !alternatives.length);
    if (slip && (await this.spell(searched))) parsed = read();
    const use = this.searched(book, parsed.books);
    if (parsed.pasted) await this.open(this.all);
    const pasted = parsed.pasted && this.citations.pasted(parsed.pasted, this.all);
    if (pasted) {
      const results = await this.results(await this.at([pasted]), new Set());
      return { query: text, total: 1, others: 0, suggestion: null, unknown: [], results };
    }
    let hits = parsed.groups.length ? this.ranking.search(parsed, use, this.late(use)) : [];
    hits = await this.cited(parsed, hits);
    const bare = use.length < this.all.length && !parsed.groups.length && !parsed.cited.wrong; // a game's name alone
    const tops = bare ? this.citations.every(use).filter(([{ path }]) => !path.length) : [];
    if (!hits.length) hits = await this.at(tops.map(([, place]) => place));
    if (kind) hits = hits.filter((hit) => this.books[hit.book].documents[hit.document].kind === kind);
    const suggestion = parsed.corrected || null;
    const missing = parsed.groups.filter(({ alternatives }) => !this.ranking.matches(alternatives, use).sums.size);
    const unknown = missing.flatMap((group) => group.words);
    if (hits.length) {
      const total = hits.filter(({ covers }) => covers).length || hits.length;
      const others = hits.length - total;
      const answer = (/** @type {Result[]} */ results) => ({
        query: text,
        total,
        others,
        suggestion,
        unknown,
        results
      });
      const shown = hits.slice(offset, offset + limit);
      return answer(await this.results(shown, wanted(parsed), (rows) => early(answer(rows))));
    }
    const tried = [...new Set(parsed.groups.flatMap((group) => group.words))];
    const nearest = await this.results(await this.nearest(parsed, use, chosen || kind !== ""), new Set());
    return { query: text, total: 0, others: 0, suggestion, unknown, results: [], tried, nearest };
  }

  /**
   * Put cited results first.
   * That is the statement, else the section's best result, else the section.
   * @param {Query} parsed
   * @param {Hit[]} ranked
   * @returns {Promise<Hit[]>}
   */
  async cited({ cited: { places } }, ranked) {
    const found = await this.at(places);
    const top = ranked[0]?.score ?? 0;
    const same = (/** @type {Hit} */ a, /** @type {Hit} */ b) => a.book === b.book && a.document === b.document;
    const hits = found.map((hit, n) => {
      const { heads, home } = this.books[hit.book];
      const section = home[hit.document];
      const best =
        hit.document === heads[section] &&
        ranked.find(({ book, document }) => book === hit.book && home[document] === section);
      return { ...(best || hit), score: top + found.length - n, covers: true };
    });
    return hits.length ? [...hits, ...ranked.filter((hit) => !hits.some((other) => same(hit, other)))] : ranked;
  }

  /** Find sections, or their documents under `tail`. @param {Place[]} places @returns {Promise<Hit[]>} */
  at(places) {
    return Promise.all(
      places.map(async ({ book, section, tail }) => {
        const head = { book, document: this.books[book].heads[section], score: 0, covers: true };
        if (tail && this.books[book].under(section, tail) < 0) await this.bring(head);
        const document = tail ? this.books[book].under(section, tail) : -1;
        return document < 0 ? head : { ...head, document };
      })
    );
  }

  /**
   * Find results without the filter, else sections of nearest number.
   * It is called when the filter left nothing.
   * @param {Query} parsed
   * @param {number[]} use
   * @param {boolean} narrowed
   * @returns {Promise<Hit[]>}
   */
  async nearest(parsed, use, narrowed) {
    if (narrowed && parsed.groups.length) {
      await this.open(this.all);
      const hits = this.ranking.search(parsed, this.all, this.shared.superseded).slice(0, 3);
      if (hits.length) return hits;
    }
    return this.at(this.citations.nearest(use, parsed.cited.wrong));
  }

  /** Fetch the texts of a result's section. @param {Hit} hit */
  bring({ book, document }) {
    const { home, sections } = this.books[book];
    const { leaf } = sections[home[document]];
    return this.load(`${this.files[book]}/${leaf}`, (texts) => this.books[book].tell(leaf, texts));
  }

  /**
   * Return the results of hits.
   * Without a network a text may be missing; the citation and the link stay.
   * @param {Hit[]} hits
   * @param {Set<string>} wanted
   * @param {(rows: Result[]) => void} [early]
   */
  async results(hits, wanted, early = () => {}) {
    const rows = () => hits.map((hit) => this.result(hit, wanted));
    const missing = hits.filter(({ book, document }) => !this.books[book].text(document));
    for (const next of [missing.slice(0, 1), missing.slice(1)]) {
      if (next.length) early(rows());
      await Promise.all(next.map((hit) => this.bring(hit).catch(() => {})));
    }
    return rows();
  }

  /** @param {Hit} hit @param {Set<string>} wanted @returns {Result} */
  result({ book: b, document: n, score }, wanted) {
    const index = this.books[b];
    const { id: above, citation: cited, title, path, book, url: page } = index.sections[index.home[n]];
    const { field, kind } = index.documents[n];
    const [text, ...row] = index.text(n) ?? [];
    const [tail = index.letters[n], citation = tail && `${cited}.${tail}`, url] = field === "head" ? [""] : row;
    const id = tail ? `${above}.${tail}` : above;
    const found = text === undefined ? [] : excerpt(text, wanted, this.analysis);
    const address = url ?? `${page.split("#")[0]}#${id}`;
    return { id, citation: citation || cited, title, path, book, kind, url: address, excerpt: found, score };
  }
}

// The worker: the same search, by messages.

/** @param {string} name */
async function json(name) {
  const answer = await fetch(new URL(`../../search/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/** @type {Promise<Engine> | undefined} */
let engine;
function open() {
  engine ??= Promise.all([json("lingua"), json("comune")]).then(
    ([language, shared]) => new Engine({ ...language, ...shared }, json)
  );
  engine.catch(() => (engine = undefined));
  return engine;
}

/** Prefetch the books that will be searched. @param {Options} options */
async function warm({ book = "", kept = false }) {
  const found = await open();
  const books = found.searched(book);
  (found.hastens(books, kept) ? found.sections(books).then(() => found.hurry) : Promise.resolve())
    .then(() => found.open(books))
    .catch(() => {});
  return found.shared.labels;
}

if (typeof self !== "undefined") {
  self.addEventListener("message", ({ data: { id, query, options = {} } }) => {
    const early = (/** @type {any} */ answer) => self.postMessage({ id, early: answer });
    const find = () => open().then((engine) => engine.search(query, options, early));
    const rows = () =>
      Promise.all([open(), import("./table-rows.js")]).then(([engine, { rows }]) =>
        rows(engine, query, options, early)
      );
    const completions = () => open().then((engine) => complete(engine, query, options.book ?? ""));
    const answer = query === null ? warm(options) : options.completing ? completions() : options.rows ? rows() : find();
    answer
      .then((answer) => self.postMessage({ id, answer }))
      .catch((error) => self.postMessage({ id, error: String(error) }));
  });
}
