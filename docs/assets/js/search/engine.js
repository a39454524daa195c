// @ts-check
// La ricerca nel browser, fuori dal filo della pagina: dalla domanda alla stessa risposta del server (search/engine/answer.py).
// Un messaggio {id, query, options} → {id, answer} o {id, error}; prima, finché i testi sono in viaggio, {id, early}: la
// risposta con i testi che ci sono. Sul sito questo file ha in sé i moduli che chiede (scripts/site/joined.py).

import { Analysis } from "../language/analysis.js";
import { Spelling } from "../language/spelling.js";
import { excerpt } from "./excerpt.js";
import { Places } from "./places.js";
import { Piece, words } from "./pieces.js";
import { parse } from "./query.js";
import { Inside, once, Ranking, Whole } from "./ranking.js";

/** @typedef {{book?: string, kind?: string, limit?: number, offset?: number, kept?: boolean, soon?: boolean, rows?: boolean, first?: string}} Options `kept`: tutto è già sul telefono; `soon`: chi chiede vuole una prima risposta */
/** @typedef {{id: string, citation: string, title: string, path: string[], book: string, kind: string, url: string, excerpt: import("./excerpt.js").Stretch[], score: number}} Result */
/** @typedef {{query: string, total: number, others: number, suggestion: string | null, results: Result[], tried?: string[], nearest?: Result[]}} ResultPage */
/** @typedef {import("./ranking.js").Hit} Hit */
/** @typedef {import("./query.js").Query} Query */
/** @typedef {{piece: Piece, ranking: Ranking, name: string, spelling: Spelling}} Rough le sezioni di un libro o di tutti, una per documento */

const TOLD = 3; // le prime sezioni di cui una prima risposta dice la frase: una di loro ha quasi sempre quella giusta

export class Engine {
  /** @param {import("./pieces.js").Shared} shared @param {(name: string) => Promise<any>} fetched come avere un file dell’indice */
  constructor(shared, fetched) {
    this.shared = shared;
    this.fetched = fetched;
    this.analysis = new Analysis(shared.analysis);
    /** @type {Map<string, import("./pieces.js").Synonyms>} i sinonimi arrivati con ogni pezzo */
    this.lists = new Map();
    /** @type {Map<string, import("./pieces.js").Words>} */
    this.vocabularies = new Map();
    /** @type {Piece[]} i libri arrivati, ciascuno al suo posto */
    this.pieces = [];
    /** @type {Map<string, Promise<any>>} */
    this.asked = new Map();
    /** @type {Map<string, string[][]>} i testi arrivati */
    this.texts = new Map();
    this.ranking = new Ranking(this.shared, this.pieces, (text) => this.analysis.terms(text));
    this.places = new Places(this.words([]), this.analysis, this.pieces);
    this.all = this.shared.books.map((_, n) => n);
    /** @type {Map<string, Rough>} */
    this.rough = new Map();
    /** @type {Promise<void> | undefined} una prima risposta: finché non ha la sua frase, gli altri libri aspettano */
    this.hurry = undefined;
    /** @type {Map<string, {spelling: Spelling, readings: Map<string, import("./query.js").Reading>}>} */
    this.spellings = new Map();
  }

  /** Un file dell’indice, chiesto una volta sola. @param {string} name @param {(data: any) => void} keep */
  load(name, keep) {
    let found = this.asked.get(name);
    if (!found) {
      this.asked.set(name, (found = this.fetched(name).then(keep)));
      found.catch(() => this.asked.delete(name));
    }
    return found;
  }

  /** Fa arrivare dei libri. @param {number[]} books */
  async open(books) {
    const one = (/** @type {number} */ n) =>
      this.load(this.shared.books[n], (data) => {
        this.lists.set(this.shared.books[n], data.synonyms);
        this.pieces[n] = new Piece(n, this.shared.books[n], data);
      });
    await Promise.all(books.map(one));
  }

  /** Le sezioni di un libro o, se sono più d’uno, di tutti, che arrivano prima dei libri. @param {number[]} books @returns {Promise<Rough>} */
  async sections(books) {
    const name = books.length > 1 ? "sezioni" : `${this.shared.books[books[0]]}/sezioni`;
    await this.load(name, (data) => {
      this.lists.set(name, data.synonyms);
      const piece = new Piece(0, "", data);
      const counts = new Map([...piece.terms].map(([term, { documents }]) => [term, documents.length]));
      const ranking = new Whole(this.shared, [piece], (text) => this.analysis.terms(text));
      this.rough.set(name, { piece, ranking, name, spelling: new Spelling(counts, this.analysis) });
    });
    return /** @type {Rough} */ (this.rough.get(name));
  }

  /** Una prima risposta, a sezioni intere, prima dei libri; poi le frasi delle prime, ognuna dal file della sua sezione. @param {string} text @param {number[]} searched @param {number} limit @param {boolean} kept @param {(answer: ResultPage) => void} early */
  async first(text, searched, limit, kept, early) {
    const { piece, ranking, name, spelling } = await this.sections(searched);
    const books = this.shared.books;
    const parsed = parse(text, this.words([name]), this.analysis, (word, term, last) => this.read(word, term, last, [], spelling));
    const groups = parsed.groups.map((group) => group.map((alternative) => ({ ...alternative, books: [] })));
    const named = searched.length > 1 ? parsed.books : [];
    const inside = (/** @type {string} */ id) => !named.length || named.some((n) => id.startsWith(`${books[n]}-`));
    const hits = (groups.length ? ranking.search(groups, [0], false) : []).filter((hit) => inside(piece.sections[piece.home[hit.document]].id));
    const results = hits.slice(0, limit).map(({ document, score }) => {
      const { id, citation, title, kind, url } = piece.sections[piece.home[document]];
      const book = books.find((slug) => id.startsWith(`${slug}-`)) ?? "";
      return { id, citation, title, path: piece.sections[piece.home[document]].path, book, kind, url, excerpt: [], score };
    });
    if (!hits.length) return;
    const total = hits.filter(({ covers }) => covers).length || hits.length;
    const answer = { query: text, total, others: 0, suggestion: null, results };
    early(answer);
    if (kept) return;
    /** @type {Result[]} */
    const told = results.slice(0, TOLD);
    const tell = async (/** @type {Result} */ result, /** @type {number} */ n) => {
      told[n] = await this.told(result, parsed, ranking).catch(() => ({ ...result, score: -Infinity }));
      early({ ...answer, results: [...told, ...results.slice(TOLD)] });
    };
    await Promise.all(told.map(tell));
    told.sort((a, b) => b.score - a.score);
    early({ ...answer, results: [...told, ...results.slice(TOLD)] });
  }

  /** Di una sezione la frase che risponde meglio. @param {Result} section @param {Query} parsed @param {Ranking} all @returns {Promise<Result>} */
  async told(section, { groups, amount, asking }, all) {
    const data = await this.load(`../frasi/${section.id}`, (data) => data);
    const piece = new Piece(this.shared.books.indexOf(section.book), section.book, data);
    const [hit] = new Inside(this.shared, piece, this.ranking.terms, all).search(groups, [piece.book], amount, asking);
    if (!hit) return { ...section, score: -Infinity };
    const wanted = new Set(groups.flatMap((group) => group.flatMap(({ terms }) => terms)));
    return { ...this.result(hit, wanted, piece, (n) => data.texts[n - 1]), path: section.path };
  }

  /** Se una prima risposta arriva prima dei libri: non quella di un libro che sta già sul telefono. @param {number[]} books @param {boolean} kept */
  hastens(books, kept) {
    return books.some((n) => !this.pieces[n]) && (books.length > 1 || !kept);
  }

  /** I libri in cui si cerca. @param {string} book */
  narrowed(book) {
    return this.shared.books.includes(book) ? [this.shared.books.indexOf(book)] : this.all;
  }

  /** Come si parla in dei pezzi. @param {string[]} names */
  words(names) {
    return once(this.vocabularies, names.join(), () => words(this.shared, [...this.shared.synonyms, ...names.flatMap((name) => this.lists.get(name) ?? [])]));
  }

  /** @param {number[]} use */
  spoken(use) {
    return this.words(use.map((n) => this.shared.books[n]));
  }

  /** Che cosa è stato scritto, come lo capiscono dei libri. @param {string} text @param {number[]} use */
  parsed(text, use) {
    return parse(text, this.spoken(use), this.analysis, this.reader(use));
  }

  /** @param {number[]} use */
  spelling(use) {
    const key = use.join();
    let found = this.spellings.get(key);
    if (!found) {
      const counts = new Map([...this.spoken(use).synonyms.keys()].flatMap((typed) => typed.split(" ")).map((term) => [term, 0]));
      for (const n of use) for (const [term, { documents }] of this.pieces[n].terms) counts.set(term, (counts.get(term) ?? 0) + documents.length);
      this.spellings.set(key, (found = { spelling: new Spelling(counts, this.analysis), readings: new Map() }));
    }
    return found;
  }

  /** @param {number[]} use @returns {import("./query.js").Read} */
  reader(use) {
    const { spelling, readings } = this.spelling(use);
    return (word, term, last) => {
      const key = `${word} ${term} ${last}`;
      let reading = readings.get(key);
      if (!reading) {
        reading = this.read(word, term, last, use, spelling);
        if (readings.size < 4096) readings.set(key, reading);
      }
      return reading;
    };
  }

  /** @param {string} word @param {string} term @param {boolean} last @param {number[]} use @param {Spelling} spelling @returns {import("./query.js").Reading} */
  read(word, term, last, use, spelling) {
    const { weights } = this.shared;
    /** @type {[string, number][]} */
    const found = [];
    const known = term !== "" && spelling.knows(term);
    if (known) found.push([term, 100]);
    if (last && word.length >= 2) {
      const longer = spelling.completions(word).filter((other) => other !== term);
      const begun = known || longer.length ? "" : spelling.begun(word);
      if (begun) {
        const near = spelling.ends(word.slice(begun.length)) ? [] : spelling.close(word, term);
        if (!near.length || near[0][1] > 1) return { terms: [[begun, 100]], meant: "", known: true };
      }
      for (const other of longer) found.push([other, known ? weights.prefixKnown : weights.prefix]);
    }
    if (found.length || !term) return { terms: found, meant: "", known };
    const close = spelling.close(word, term);
    const stop = spelling.stopWord(word, close.length ? close[0][1] : 2);
    if (stop) return { terms: [], meant: stop, known: false };
    const meant = close.length ? this.surface(close[0][0], use) : "";
    return { terms: close.map(([other, away]) => [other, weights.close[away]]), meant, known: false };
  }

  /** La parola che sta per un termine nel primo libro che ce l’ha. @param {string} term @param {number[]} use */
  surface(term, use) {
    const book = use.find((n) => this.pieces[n].terms.has(term));
    return book === undefined ? term : (this.pieces[book].surfaces?.get(term) ?? term);
  }

  /** Fa arrivare le parole con cui si dice che cosa forse si cercava, se non ci sono ancora. @param {number[]} use */
  async spell(use) {
    const missing = use.filter((n) => !this.pieces[n].surfaces);
    const one = (/** @type {number} */ n) => this.load(`${this.shared.books[n]}/parole`, (words) => this.pieces[n].spell(words));
    await Promise.all(missing.map(one)).catch(() => {}); // senza rete: il termine
    this.spelling(use).readings.clear();
    return missing.length > 0;
  }

  /**
   * La risposta. Quando i testi che mostra sono ancora in viaggio, `early` riceve intanto quello che c’è: gli stessi
   * risultati, senza estratto.
   * @param {string} text @param {Options} [options] @param {(answer: ResultPage) => void} [early] @returns {Promise<ResultPage>}
   */
  async search(text, { book = "", kind = "", limit = 10, offset = 0, kept = false, soon = false } = {}, early = () => {}) {
    const searched = this.narrowed(book);
    if (soon && this.hastens(searched, kept) && !kind && !offset) {
      await (this.hurry = this.first(text, searched, limit, kept, early).catch(() => {})); // senza rete si prova con quello che c’è
    }
    await this.open(searched);
    let parsed = this.parsed(text, searched);
    if (parsed.corrected && (await this.spell(searched))) parsed = this.parsed(text, searched);
    const narrow = searched.length < this.all.length;
    const use = narrow || !parsed.books.length ? searched : this.all.filter((n) => parsed.books.includes(n));
    if (parsed.pasted) await this.open(this.all);
    const pasted = parsed.pasted ? this.places.pasted(parsed.pasted, this.all) : null;
    if (pasted) return { query: text, total: 1, others: 0, suggestion: null, results: await this.results([await this.at(pasted)], new Set()) };
    const found = parsed.groups.length ? this.ranking.search(parsed.groups, use, parsed.amount, parsed.asking) : [];
    let ranked = await this.pinned(parsed, use, narrow, found);
    const bare = !parsed.asks && !parsed.cited.some(({ opens }) => opens); // soltanto il nome di un gioco
    if (!ranked.length && use.length < this.all.length && bare) {
      ranked = use.flatMap((p) => this.pieces[p].heads.filter((_, s) => this.pieces[p].sections[s].path.length === 0).map((n) => this.head(p, n)));
    }
    if (kind) ranked = ranked.filter((hit) => this.pieces[hit.piece].documents[hit.document].kind === kind);
    const suggestion = parsed.corrected || null;
    if (ranked.length) {
      const total = ranked.filter(({ covers }) => covers).length || ranked.length;
      const wanted = new Set(parsed.groups.flatMap((group) => group.flatMap(({ terms }) => terms)));
      const answer = (/** @type {Result[]} */ results) => ({ query: text, total, others: ranked.length - total, suggestion, results });
      return answer(await this.results(ranked.slice(offset, offset + limit), wanted, (rows) => early(answer(rows))));
    }
    const near = await this.results(await this.near(parsed, use, book !== "" || kind !== ""), new Set());
    return { query: text, total: 0, others: 0, suggestion, results: [], tried: parsed.tried, nearest: near };
  }

  /** Prima quello che è citato: l’enunciato nominato, o il migliore della sezione, o la sezione. @param {Query} parsed @param {number[]} use @param {boolean} narrow @param {Hit[]} ranked @returns {Promise<Hit[]>} */
  async pinned(parsed, use, narrow, ranked) {
    const cited = this.places.find(parsed.cited, use, narrow || parsed.books.length > 0);
    const top = ranked.length ? ranked[0].score : 0;
    const hits = await Promise.all(
      cited.map(async (place, n) => {
        const best = ranked.find(({ piece, document }) => piece === place.piece && this.pieces[piece].home[document] === place.section);
        return { ...(place.tail || !best ? await this.at(place) : best), score: top + cited.length - n, covers: true };
      }),
    );
    const seen = new Set(hits.map(({ piece, document }) => `${piece} ${document}`));
    return [...hits, ...ranked.filter(({ piece, document }) => !seen.has(`${piece} ${document}`))];
  }

  /** @param {number} piece @param {number} document @returns {Hit} */
  head(piece, document) {
    return { piece, document, score: 0, covers: true };
  }

  /** Una sezione, o quello che vi sta sotto `tail`. @param {import("./places.js").Place} place */
  async at({ piece, section, tail }) {
    const { heads, home } = this.pieces[piece];
    let found = this.pieces[piece].lettered(section, tail);
    if (tail && found < 0) {
      await this.read1(piece, section);
      found = home.findIndex((of, n) => of === section && n !== heads[section] && this.text(piece, n)?.[1] === tail);
    }
    return this.head(piece, found < 0 ? heads[section] : found);
  }

  /** @param {Query} parsed @param {number[]} use @param {boolean} narrowed @returns {Promise<Hit[]>} */
  async near(parsed, use, narrowed) {
    if (narrowed && parsed.groups.length) {
      await this.open(this.all);
      const hits = this.ranking.search(parsed.groups, this.all, parsed.amount, parsed.asking).slice(0, 3);
      if (hits.length) return hits;
    }
    const number = parsed.cited.find(({ opens }) => opens)?.words[0] ?? "";
    return Promise.all(this.places.nearest(use, number, parsed.text).map((place) => this.at(place)));
  }

  /** Fa arrivare i testi di una sezione. @param {number} piece @param {number} section */
  read1(piece, section) {
    return this.leaf(this.shared.books[piece], this.pieces[piece].sections[section].leaf);
  }

  /** @param {string} book @param {number} leaf */
  leaf(book, leaf) {
    return this.load(`${book}/${leaf}`, (texts) => void this.texts.set(`${book}/${leaf}`, texts));
  }

  /** Il testo di un documento, se è arrivato. @param {number} piece @param {number} document @returns {string[] | undefined} */
  text(piece, document) {
    const { home, heads, sections, slug } = this.pieces[piece];
    const { leaf } = sections[home[document]];
    const first = sections.findIndex((section) => section.leaf === leaf);
    return this.texts.get(`${slug}/${leaf}`)?.[document - heads[first] - (home[document] - first + 1)];
  }

  /** Senza rete un testo può non arrivare: il risultato resta, con la citazione e il collegamento. @param {Hit[]} hits @param {Set<string>} wanted @param {(rows: Result[]) => void} [early] */
  async results(hits, wanted, early = () => {}) {
    const rows = () => hits.map((hit) => this.result(hit, wanted));
    const pages = hits.map(({ piece, document }) => [piece, this.pieces[piece].home[document]]);
    const missing = pages.filter(([piece, section]) => !this.texts.has(`${this.shared.books[piece]}/${this.pieces[piece].sections[section].leaf}`));
    if (missing.length) {
      early(rows());
      const [first, ...others] = missing.map(([piece, section]) => () => this.read1(piece, section).catch(() => {}));
      await first();
      if (others.length) early(rows());
      await Promise.all(others.map((other) => other()));
    }
    return rows();
  }

  /** @param {Hit} hit @param {Set<string>} wanted @param {Piece} [piece] @param {(document: number) => string[] | undefined} [read] @returns {Result} */
  result({ piece: p, document: n, score }, wanted, piece = this.pieces[p], read = (n) => this.text(p, n)) {
    const number = piece.home[n];
    const section = piece.sections[number];
    const { field, kind } = piece.documents[n];
    const shown = field === "head" ? piece.firsts[number] : n;
    const [text, ...row] = (shown === piece.heads[number] ? [section.title] : read(shown)) ?? [];
    const [tail = piece.letters[n], citation = tail && `${section.citation}.${tail}`, url] = field === "head" ? [""] : row;
    const id = tail ? `${section.id}.${tail}` : section.id;
    return {
      id,
      citation: citation || section.citation,
      title: section.title,
      path: section.path,
      book: piece.slug,
      kind,
      url: url ?? `${section.url.split("#")[0]}#${id}`,
      excerpt: text === undefined ? [] : excerpt(text, wanted, this.analysis),
      score,
    };
  }
}

// Il lavoratore: la stessa ricerca, per messaggi.

const FOLDER = new URL("../../search/", import.meta.url);

/** @param {string} name */
async function json(name) {
  const answer = await fetch(new URL(`${name}.json`, FOLDER));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/** @type {Promise<Engine> | undefined} */
let engine;
function open() {
  if (!engine) {
    engine = Promise.all([json("lingua"), json("comune")]).then(([language, shared]) => new Engine({ ...language, ...shared }, json));
    engine.catch(() => (engine = undefined));
  }
  return engine;
}

/** Prima che serva: i libri in cui si cercherà. @param {Options} options */
async function warm({ book = "", kept = false }) {
  const found = await open();
  const books = found.narrowed(book);
  (found.hastens(books, kept) ? found.sections(books).then(() => found.hurry) : Promise.resolve()).then(() => found.open(books)).catch(() => {});
  return found.shared.labels;
}

if (typeof self !== "undefined") {
  self.addEventListener("message", async ({ data: { id, query, options } }) => {
    try {
      const early = (/** @type {any} */ answer) => self.postMessage({ id, early: answer });
      const rows = options?.rows && import("./rows.js");
      const find = async () => (rows ? (await rows).rows(await open(), query, options, early) : (await open()).search(query, options, early));
      self.postMessage({ id, answer: await (query === null ? warm(options ?? {}) : find()) });
    } catch (error) {
      self.postMessage({ id, error: String(error) });
    }
  });
}
