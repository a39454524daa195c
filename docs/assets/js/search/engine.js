// @ts-check
// La ricerca nel browser, fuori dal filo della pagina: dalla domanda alla stessa risposta del server (search/engine/answer.py).
// Un messaggio {id, query, options} → {id, answer} o {id, error}; prima, finché i testi sono in viaggio, {id, early}: la
// risposta con i testi che ci sono. Sul sito questo file ha in sé i moduli che chiede (scripts/site/joined.py).

import { Analysis } from "../language/analysis.js";
import { Spelling } from "../language/spelling.js";
import { excerpt } from "./excerpt.js";
import { Places } from "./places.js";
import { once, Piece, words } from "./pieces.js";
import { parse } from "./query.js";
import { Ranking } from "./ranking.js";

/** @typedef {{book?: string, kind?: string, limit?: number, offset?: number, kept?: boolean, soon?: boolean, rows?: boolean, first?: string}} Options `kept`: tutto è già sul telefono; `soon`: chi chiede vuole una prima risposta */
/** @typedef {{id: string, citation: string, title: string, path: string[], book: string, kind: string, url: string, excerpt: import("./excerpt.js").Stretch[], score: number}} Result */
/** @typedef {{query: string, total: number, others: number, suggestion: string | null, results: Result[], tried?: string[], nearest?: Result[]}} ResultPage */
/** @typedef {import("./ranking.js").Hit} Hit */
/** @typedef {import("./query.js").Query} Query */

const TOLD = 3; // le prime sezioni di cui una prima risposta dice la frase: una di loro ha quasi sempre quella giusta
const READINGS = 4096; // letture ricordate
const ALONE = "../frasi/"; // dove stanno le sezioni da sole

export class Engine {
  /** @param {import("./pieces.js").Shared} shared @param {(name: string) => Promise<any>} fetched come avere un file dell’indice */
  constructor(shared, fetched) {
    this.shared = shared;
    this.fetched = fetched;
    this.analysis = new Analysis(shared.analysis);
    /** i file dei pezzi: i libri e, per le prime risposte, le sezioni di uno o di tutti e certe sezioni da sole */
    this.files = [...shared.books];
    /** @type {Piece[]} i pezzi arrivati, ciascuno al posto del suo file */
    this.pieces = [];
    this.all = shared.books.map((_, n) => n);
    /** @type {Map<string, Promise<void>>} */
    this.asked = new Map();
    this.ranking = new Ranking(shared, this.pieces, this.analysis);
    /** l’ordine di sezioni intere: hanno troppe parole perché conti quello che non è detto */
    this.rough = new Ranking(
      { ...shared, weights: { ...shared.weights, likely: 0, unlikely: 0 } },
      this.pieces,
      this.analysis
    );
    this.places = new Places(words(shared, []), this.analysis, this.pieces);
    /** @type {Promise<void> | undefined} una prima risposta: finché non ha la sua frase, gli altri libri aspettano */
    this.hurry = undefined;
    /** @type {Map<string, {vocabulary: import("./pieces.js").Words, spelling: Spelling, readings: Map<string, import("./query.js").Reading>}>} */
    this.languages = new Map();
  }

  /** Un file dell’indice, chiesto una volta sola. @param {string} name @param {(data: any) => void} keep */
  load(name, keep) {
    const found = once(this.asked, name, () => this.fetched(name).then(keep));
    found.catch(() => this.asked.delete(name));
    return found;
  }

  /** Fa arrivare dei pezzi. @param {number[]} use */
  async open(use) {
    const book = (/** @type {string} */ file) =>
      this.shared.books.findIndex((slug) => file === slug || file.startsWith(`${ALONE}${slug}-`));
    const one = (/** @type {number} */ n) =>
      this.load(this.files[n], (data) => (this.pieces[n] = new Piece(book(this.files[n]), this.shared, data)));
    await Promise.all(use.map(one));
  }

  /** Un pezzo che non è un libro. @param {string} file */
  async part(file) {
    const known = this.files.indexOf(file);
    const n = known < 0 ? this.files.push(file) - 1 : known;
    await this.open([n]);
    return n;
  }

  /** The sections of a book, of a game’s books or of all: they arrive before the books. @param {number[]} books */
  sections(books) {
    const slugs = books.map((n) => this.shared.books[n]).join();
    const [game = ""] = Object.entries(this.shared.games).find(([, own]) => own.join() === slugs) ?? [];
    const own = books.length > 1 ? game : slugs;
    return this.part(own ? `${own}/sezioni` : "sezioni");
  }

  /** Una prima risposta, a sezioni intere, prima dei libri; poi le frasi delle prime, ognuna dal file della sua sezione. @param {string} text @param {number[]} searched @param {number} limit @param {boolean} kept @param {(answer: ResultPage) => void} early */
  async first(text, searched, limit, kept, early) {
    const whole = await this.sections(searched);
    const { heads, home, sections } = this.pieces[whole];
    const parsed = this.parsed(text, [whole]);
    const named = searched.length > 1 ? parsed.books : [];
    const found = this.rough.search(parsed.groups, [whole], false);
    const hits = found.filter(
      ({ document }) => !named.length || named.includes(this.shared.books.indexOf(sections[home[document]].book))
    );
    if (!hits.length) return;
    const total = hits.filter(({ covers }) => covers).length || hits.length;
    const results = hits
      .slice(0, limit)
      .map((hit) => this.result({ ...hit, document: heads[home[hit.document]] }, new Set()));
    const [told, others] = [results.slice(0, TOLD), results.slice(TOLD)];
    const tell = () => early({ query: text, total, others: 0, suggestion: null, results: [...told, ...others] });
    tell();
    if (kept) return;
    await Promise.all(
      told.map(async (section, n) => {
        told[n] = (await this.told(section, parsed, whole).catch(() => undefined)) ?? { ...section, score: -Infinity };
        tell();
      })
    );
    told.sort((a, b) => b.score - a.score);
    tell();
  }

  /** Di una sezione la frase che risponde meglio. @param {Result} section @param {Query} parsed @param {number} whole @returns {Promise<Result | undefined>} */
  async told(section, { groups, wanted, amount, asking }, whole) {
    const alone = await this.part(`${ALONE}${section.id}`);
    const [hit] = new Ranking(this.shared, this.pieces, this.analysis, () => [whole]).search(
      groups,
      [alone],
      amount,
      asking
    );
    return hit && { ...this.result(hit, wanted), path: section.path };
  }

  /** Se una prima risposta arriva prima dei libri: non quella di un libro che sta già sul telefono. @param {number[]} books @param {boolean} kept */
  hastens(books, kept) {
    return books.some((n) => !this.pieces[n]) && (books.length > 1 || !kept);
  }

  /** The books that are searched: a book's own, or those of a game. @param {string} book */
  narrowed(book) {
    const chosen = (this.shared.games[book] ?? [book]).map((slug) => this.shared.books.indexOf(slug));
    return chosen.some((n) => n < 0) ? this.all : chosen;
  }

  /** Come si parla in dei pezzi: i sinonimi, le parole con quanto spesso vi stanno, e come se ne sono lette. @param {number[]} use */
  language(use) {
    return once(this.languages, use.join(), () => {
      const vocabulary = words(
        this.shared,
        use.flatMap((n) => this.pieces[n].synonyms)
      );
      const counts = new Map(
        [...vocabulary.synonyms.keys()].flatMap((typed) => typed.split(" ")).map((term) => [term, 0])
      );
      for (const n of use)
        for (const [term, { documents }] of this.pieces[n].terms)
          counts.set(term, (counts.get(term) ?? 0) + documents.length);
      return { vocabulary, spelling: new Spelling(counts, this.analysis), readings: new Map() };
    });
  }

  /** Che cosa è stato scritto, come lo capiscono dei pezzi. @param {string} text @param {number[]} use */
  parsed(text, use) {
    const { vocabulary, spelling, readings } = this.language(use);
    const read = (/** @type {string} */ word, /** @type {string} */ term, /** @type {boolean} */ last) =>
      once(readings, `${word} ${term} ${last}`, () => this.read(word, term, last, use, spelling), READINGS);
    return parse(text, vocabulary, this.analysis, read);
  }

  /** @param {string} word @param {string} term @param {boolean} last @param {number[]} use @param {Spelling} spelling @returns {import("./query.js").Reading} */
  read(word, term, last, use, spelling) {
    const { weights } = this.shared;
    const known = term !== "" && spelling.counts.has(term);
    /** @type {[string, number][]} */
    const found = known ? [[term, 100]] : [];
    if (last && word.length >= 2) {
      const longer = spelling.completions(word).filter((other) => other !== term);
      const begun = known || longer.length ? "" : spelling.begun(word);
      const near = begun && !spelling.ends(word.slice(begun.length)) ? spelling.close(word, term) : [];
      if (begun && (near[0]?.[1] ?? 2) > 1) return { terms: [[begun, 100]], meant: "", known: true };
      for (const other of longer) found.push([other, known ? weights.prefixKnown : weights.prefix]);
    }
    if (found.length || !term) return { terms: found, meant: "", known };
    const close = spelling.close(word, term);
    const stop = spelling.stopWord(word, close[0]?.[1] ?? 2);
    if (stop) return { terms: [], meant: stop, known: false };
    const [[meant] = [""]] = close;
    const first = use.map((n) => this.pieces[n]).find(({ terms }) => terms.has(meant)); // il libro che dice con che parola
    return {
      terms: close.map(([other, away]) => [other, weights.close[away]]),
      meant: first?.surfaces?.get(meant) ?? meant,
      known: false
    };
  }

  /** Fa arrivare le parole con cui si dice che cosa forse si cercava, se non ci sono ancora. @param {number[]} use */
  async spell(use) {
    const missing = use.filter((n) => !this.pieces[n].surfaces);
    const one = (/** @type {number} */ n) =>
      this.load(`${this.files[n]}/parole`, (words) => this.pieces[n].spell(words));
    await Promise.all(missing.map(one)).catch(() => {}); // senza rete: il termine
    this.language(use).readings.clear();
    return missing.length > 0;
  }

  /** La risposta; finché i testi che mostra sono in viaggio, `early` riceve gli stessi risultati, senza estratto. @param {string} text @param {Options} [options] @param {(answer: ResultPage) => void} [early] @returns {Promise<ResultPage>} */
  async search(
    text,
    { book = "", kind = "", limit = 10, offset = 0, kept = false, soon = false } = {},
    early = () => {}
  ) {
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
    const pasted = parsed.pasted && this.places.pasted(parsed.pasted, this.all);
    if (pasted)
      return {
        query: text,
        total: 1,
        others: 0,
        suggestion: null,
        results: await this.results(await this.at([pasted]), new Set())
      };
    let ranked = await this.pinned(
      parsed,
      use,
      narrow,
      this.ranking.search(parsed.groups, use, parsed.amount, parsed.asking)
    );
    const bare = !parsed.tried.length && !parsed.cited.some(({ opens }) => opens); // soltanto il nome di un gioco
    const tops =
      bare && use.length < this.all.length ? this.places.every(use).filter(([{ path }]) => !path.length) : [];
    if (!ranked.length) ranked = await this.at(tops.map(([, place]) => place));
    if (kind) ranked = ranked.filter((hit) => this.pieces[hit.piece].documents[hit.document].kind === kind);
    const suggestion = parsed.corrected || null;
    if (ranked.length) {
      const total = ranked.filter(({ covers }) => covers).length || ranked.length;
      const answer = (/** @type {Result[]} */ results) => ({
        query: text,
        total,
        others: ranked.length - total,
        suggestion,
        results
      });
      return answer(
        await this.results(ranked.slice(offset, offset + limit), parsed.wanted, (rows) => early(answer(rows)))
      );
    }
    const near = await this.results(await this.near(parsed, use, book !== "" || kind !== ""), new Set());
    return { query: text, total: 0, others: 0, suggestion, results: [], tried: parsed.tried, nearest: near };
  }

  /** Prima quello che è citato: l’enunciato nominato, o il migliore della sezione, o la sezione. @param {Query} parsed @param {number[]} use @param {boolean} narrow @param {Hit[]} ranked @returns {Promise<Hit[]>} */
  async pinned(parsed, use, narrow, ranked) {
    const cited = await this.at(this.places.find(parsed.cited, use, narrow || parsed.books.length > 0));
    const top = ranked[0]?.score ?? 0;
    const hits = cited.map((hit, n) => {
      const { heads, home } = this.pieces[hit.piece];
      const whole = hit.document === heads[home[hit.document]];
      const best =
        whole && ranked.find(({ piece, document }) => piece === hit.piece && home[document] === home[hit.document]);
      return { ...(best || hit), score: top + cited.length - n, covers: true };
    });
    return [
      ...hits,
      ...ranked.filter((hit) => !hits.some(({ piece, document }) => piece === hit.piece && document === hit.document))
    ];
  }

  /** Delle sezioni, o quello che vi sta sotto `tail`. @param {import("./places.js").Place[]} places @returns {Promise<Hit[]>} */
  at(places) {
    return Promise.all(
      places.map(async ({ piece, section, tail }) => {
        const head = { piece, document: this.pieces[piece].heads[section], score: 0, covers: true };
        if (tail && this.pieces[piece].under(section, tail) < 0) await this.bring(head);
        const document = tail ? this.pieces[piece].under(section, tail) : -1;
        return document < 0 ? head : { ...head, document };
      })
    );
  }

  /** @param {Query} parsed @param {number[]} use @param {boolean} narrowed @returns {Promise<Hit[]>} */
  async near(parsed, use, narrowed) {
    if (narrowed && parsed.groups.length) {
      await this.open(this.all);
      const hits = this.ranking.search(parsed.groups, this.all, parsed.amount, parsed.asking).slice(0, 3);
      if (hits.length) return hits;
    }
    const number = parsed.cited.find(({ opens }) => opens)?.words[0] ?? "";
    return this.at(this.places.nearest(use, number, parsed.text));
  }

  /** Fa arrivare i testi della sezione di un risultato. @param {Hit} hit */
  bring({ piece, document }) {
    const { home, sections } = this.pieces[piece];
    const { leaf } = sections[home[document]];
    return this.load(`${this.files[piece]}/${leaf}`, (texts) => this.pieces[piece].tell(leaf, texts));
  }

  /** Senza rete un testo può non arrivare: il risultato resta, con la citazione e il collegamento. @param {Hit[]} hits @param {Set<string>} wanted @param {(rows: Result[]) => void} [early] */
  async results(hits, wanted, early = () => {}) {
    const rows = () => hits.map((hit) => this.result(hit, wanted));
    const missing = hits.filter(({ piece, document }) => !this.pieces[piece].text(document));
    for (const next of [missing.slice(0, 1), missing.slice(1)]) {
      if (next.length) early(rows());
      await Promise.all(next.map((hit) => this.bring(hit).catch(() => {})));
    }
    return rows();
  }

  /** @param {Hit} hit @param {Set<string>} wanted @returns {Result} */
  result({ piece: p, document: n, score }, wanted) {
    const piece = this.pieces[p];
    const { id: above, citation: cited, title, path, book, url: page } = piece.sections[piece.home[n]];
    const { field, kind } = piece.documents[n];
    const [text, ...row] = piece.text(n) ?? [];
    const [tail = piece.letters[n], citation = tail && `${cited}.${tail}`, url] = field === "head" ? [""] : row;
    const id = tail ? `${above}.${tail}` : above;
    return {
      id,
      citation: citation || cited,
      title,
      path,
      book,
      kind,
      url: url ?? `${page.split("#")[0]}#${id}`,
      excerpt: text === undefined ? [] : excerpt(text, wanted, this.analysis),
      score
    };
  }
}

// Il lavoratore: la stessa ricerca, per messaggi.

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

/** Prima che serva: i libri in cui si cercherà. @param {Options} options */
async function warm({ book = "", kept = false }) {
  const found = await open();
  const books = found.narrowed(book);
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
      Promise.all([open(), import("./rows.js")]).then(([engine, { rows }]) => rows(engine, query, options, early));
    const answer = query === null ? warm(options) : options.rows ? rows() : find();
    answer
      .then((answer) => self.postMessage({ id, answer }))
      .catch((error) => self.postMessage({ id, error: String(error) }));
  });
}
