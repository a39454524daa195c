// @ts-check
// L’ordine delle risposte: gli stessi conti di search/engine/ranking.py, all’unità. Documenti e sezioni di tutti i libri
// hanno un numero solo: di una sezione è sotto lo zero.

/** @typedef {import("./pieces.js").Alternative} Alternative */
/** @typedef {import("./pieces.js").Piece} Piece */
/** @typedef {{piece: number, document: number, score: number, covers: boolean}} Hit */
/** @typedef {Map<number, number>} Amounts */
/** @typedef {{whole: number, values: Amounts, covered: Amounts}} Matches quello che un gruppo pesa, quanto parla per ciascuno, quanta domanda hanno un testo o il titolo di una sezione */
/** @typedef {[key: number, impact: number, own: boolean, more: number]} Says `own`: lo dice il testo o il titolo; `more`: quanto è più verosimile il documento */

import { ASKED, NAMED, OWN, degree, once } from "./pieces.js";

const MOST = 2048; // gruppi ricordati
export const STEP = 1 << 20; // più dei documenti di un libro
export const INTERVAL = "#";

/** @param {number} piece @param {number} document */
export const numbered = (piece, document) => piece * STEP + document;
/** @param {number} piece @param {number} section */
const sectioned = (piece, section) => ~numbered(piece, section);
/** @param {Amounts} to @param {number} key @param {number} value */
const add = (to, key, value) => void to.set(key, (to.get(key) ?? 0) + value);
/** @param {Amounts} to @param {number} key @param {number} value */
const raise = (to, key, value) => void (value > (to.get(key) ?? 0) && to.set(key, value));
/** @param {string[]} words */
const named = (words) => [...new Set(words)].sort().join(" ");
/** @param {Amounts[]} parts @returns {Amounts} */
function summed(parts) {
  const all = new Map();
  for (const part of parts) for (const [key, value] of part) add(all, key, value);
  return all;
}

export class Ranking {
  /** @param {import("./pieces.js").Shared} shared @param {Piece[]} pieces quelli arrivati @param {import("../language/analysis.js").Analysis} analysis @param {(use: number[]) => number[]} rare in quali pezzi si conta quanto una parola è rara */
  constructor(shared, pieces, analysis, rare = (use) => use) {
    this.shared = shared;
    this.pieces = pieces;
    this.analysis = analysis;
    this.rare = rare;
    this.weights = shared.weights;
    /** quanto un termine detto parla per un documento, oltre a quanto è raro, di ogni grado */
    this.speaks = shared.gains.map(
      (gain, n) => 10 * (this.weights.likely * gain + this.weights.unlikely * shared.losses[n])
    );
    /** @type {Map<string, Says[]>} */
    this.spreads = new Map();
    /** @type {Map<string, Matches>} */
    this.found = new Map();
    /** @type {Map<number, string[]>} */
    this.titles = new Map();
    /** @type {Map<number, Map<string, number[]>>} */
    this.naming = new Map();
  }

  /** @param {string} term @param {number[]} use */
  count(term, use) {
    const inside = (/** @type {number} */ n) =>
      term.startsWith(INTERVAL) ? this.spread(n, term).length : (this.pieces[n].terms.get(term)?.documents.length ?? 0);
    return use.reduce((all, n) => all + inside(n), 0);
  }

  /** Quanto dice stare in tanti documenti. @param {number} count @param {number[]} use */
  telling(count, use) {
    const size = use.reduce((all, n) => all + this.pieces[n].documents.length, 0);
    const least = Math.min(count, size);
    return least ? Math.floor(1000 * Math.log(1 + (size - least + 0.5) / (least + 0.5)) + 0.5) : 0;
  }

  /** In quanti sta un termine dove si conta quanto è raro; se in nessuno, dove si cerca. @param {string} term @param {number[]} use */
  often(term, use) {
    return (use.length && this.count(term, this.rare(use))) || this.count(term, use);
  }

  /** @param {number} count @param {number[]} use */
  rarity(count, use) {
    return count ? this.telling(count, this.rare(use)) + this.weights.flat : 0;
  }

  /** Per chi parla un termine in un pezzo. @param {number} number @param {string} term */
  spread(number, term) {
    return once(this.spreads, `${number} ${term}`, () =>
      term.startsWith(INTERVAL) ? this.within(number, term.slice(1).split(" ")) : this.standing(number, term)
    );
  }

  /** @param {number} number @param {string} term */
  standing(number, term) {
    const { title, topic, section: most } = this.weights;
    const { shares } = this.shared;
    const { home, documents: all, lengths, names, terms } = this.pieces[number];
    const postings = terms.get(term);
    /** @type {Says[]} */
    const found = [];
    /** @type {Map<number, {head: number, count: number}>} che cosa è nella testa di una sezione, e in quanti suoi documenti sta */
    const sections = new Map();
    postings?.documents.forEach((n, place) => {
      const fact = postings.facts[place];
      const section = once(sections, home[n], () => ({ head: 0, count: 0 }));
      if (all[n].field === "head") section.head = fact;
      else found.push([numbered(number, n), this.impact(fact, lengths[n], names[n]), true, this.speaks[degree(fact)]]);
      section.count += Number(all[n].field !== "head");
    });
    for (const [section, { head, count }] of sections) {
      const worth = head ? most : shares[Math.min(count, shares.length - 1)];
      found.push([
        sectioned(number, section),
        worth + (head & OWN ? title : 0) + (head >= ASKED ? topic : 0),
        (head & OWN) > 0,
        0
      ]);
    }
    return found;
  }

  /** Quanto un termine parla per un documento. @param {number} fact @param {number} length @param {number} names */
  impact(fact, length, names) {
    const { any, own, ownSaturation: k, ownLength: b, asked, name } = this.weights;
    const times = fact >> 2;
    const said = fact & OWN ? (own * (k + 1)) / (1 + k * (1 - b + b * length)) : 0;
    return Math.floor(any + said + (asked * 2 * times) / (times + 1) + (fact & NAMED ? name / names : 0) + 0.5);
  }

  /** I documenti che dicono un intervallo in cui il numero sta. @param {number} number @param {string[]} said @returns {Says[]} */
  within(number, [amount, unit]) {
    const { interval, intervalUnit } = this.weights;
    /** @type {Amounts} */
    const best = new Map();
    for (const [n, low, high, of] of this.pieces[number].intervals) {
      if (low > Number(amount) || Number(amount) > high || (unit && of && unit !== of)) continue;
      raise(best, n, interval + (unit && unit === of ? intervalUnit : 0));
    }
    return [...best].map(([n, impact]) => [numbered(number, n), impact, true, this.speaks[degree(OWN)]]);
  }

  /** Quello che un gruppo trova. @param {Alternative[]} alternatives @param {number[]} use @returns {Matches} */
  find(alternatives, use) {
    return once(
      this.found,
      JSON.stringify([alternatives, use]),
      () => {
        const guesses = alternatives.reduce(
          (all, { guess, terms }) => all + (guess ? this.often(terms[0], use) : 0),
          0
        );
        const strengths = alternatives.map((alternative, number) => {
          const allowed = use.filter(
            (n) =>
              !alternative.books.length || alternative.books.includes(this.pieces[n].book) || this.pieces[n].book < 0
          );
          const counts = alternative.terms.map((term) => this.often(term, allowed));
          const rarities = counts.map((count) => this.rarity(alternative.guess && count ? guesses : count, use));
          const total = rarities.reduce((a, b) => a + b, 0);
          const standing = number && !alternative.guess && alternative.terms[0][0] !== INTERVAL;
          const weight = alternative.weight * (standing ? this.weights.synonym : 100);
          return { terms: alternative.terms, allowed, rarities, total, strength: Math.floor((total * weight) / 10000) };
        });
        const whole = strengths[0].strength || Math.max(...strengths.map(({ strength }) => strength));
        /** @type {Matches} */
        const found = { whole, values: new Map(), covered: new Map() };
        for (const one of strengths) if (one.strength) this.louder(found, one, Math.min(one.strength, whole));
        return found;
      },
      MOST
    );
  }

  /** Mette un’alternativa dove parla più di quelle prima; metà di lei parla per un quarto. @param {Matches} to @param {{terms: string[], allowed: number[], rarities: number[], total: number}} alternative @param {number} strength */
  louder(to, { terms, allowed, rarities, total }, strength) {
    const percent = Math.floor((100 * strength) / total);
    /** @type {Amounts[]} */
    const [values, said, covered] = [new Map(), new Map(), new Map()];
    terms.forEach((term, i) => {
      const share = Math.floor((rarities[i] * strength) / total);
      const telling = 10 * (rarities[i] - this.weights.flat) * this.weights.likely;
      for (const n of allowed)
        for (const [key, impact, own, more] of this.spread(n, term)) {
          add(values, key, share * impact + (key < 0 ? 0 : Math.floor((percent * (telling + more)) / 100)));
          add(said, key, share);
          if (own) add(covered, key, share);
        }
    });
    for (const [key, value] of values) raise(to.values, key, Math.floor((value * (said.get(key) ?? 0)) / strength));
    for (const [key, value] of covered) raise(to.covered, key, value);
  }

  /** Quanto è più verosimile ogni documento, se si chiede così. @param {string} term @param {number[]} use @returns {Amounts} */
  asks(term, use) {
    const telling = 10 * this.weights.likely * this.telling(this.count(term, use), use);
    return new Map(use.flatMap((n) => this.spread(n, term)).map(([key, , , more]) => [key, telling + more]));
  }

  /** Le risposte, la migliore per prima. @param {Alternative[][]} groups @param {number[]} use @param {boolean} amount @param {string[]} [asking] @returns {Hit[]} */
  search(groups, use, amount, asking = []) {
    const typed = named(groups.flatMap(([{ terms }]) => terms));
    const called = new Set(use.flatMap((p) => (this.called(p).get(typed) ?? []).map((n) => numbered(p, n))));
    const asks = asking.map((term) => this.asks(term, use));
    const hits = this.scored(
      groups.map((group) => this.find(group, use)),
      asks,
      called,
      use,
      amount
    );
    return this.together(
      this.apart(hits.sort((a, b) => b.score - a.score || a.piece - b.piece || a.document - b.document))
    );
  }

  /** I documenti che hanno almeno `least` della domanda, da sé o nel titolo della sezione. @param {Matches[]} founds @param {Amounts[]} asks @param {Set<number>} called chi si chiama proprio come è scritto @param {number[]} use @param {boolean} amount */
  scored(founds, asks, called, use, amount) {
    const { weights } = this;
    const [values, covered] = [
      summed(founds.map(({ values }) => values)),
      summed(founds.map(({ covered }) => covered))
    ];
    const whole = founds.reduce((all, found) => all + found.whole, 0);
    const most = [...covered.values()].reduce((a, b) => Math.max(a, b), 0);
    const least = Math.min(most, Math.floor((whole * weights.least) / 100));
    const first = (/** @type {number} */ section) =>
      section - (section % STEP) + this.pieces[Math.floor(section / STEP)].firsts[section % STEP];
    const found = new Set([...values.keys()].map((key) => (key < 0 ? first(~key) : key)));
    return Array.from(found).flatMap((key) => {
      const [p, n] = [Math.floor(key / STEP), key % STEP];
      const { home, firsts, documents, against } = this.pieces[p];
      const above = covered.get(sectioned(p, home[n])) ?? 0;
      const has = Math.max(covered.get(key) ?? 0, above);
      if (has < least) return [];
      const { field, amount: says } = documents[n];
      const full = above && this.titleWeight(p, home[n], use);
      const titled = above && Math.floor((above * Math.min(above, full)) / full);
      let score =
        (values.get(key) ?? 0) + (values.get(sectioned(p, home[n])) ?? 0) - 10 * weights.unlikely * against[n];
      // chi scrive soltanto un titolo, o una sua parte, ne chiede il primo enunciato
      score +=
        n !== firsts[home[n]]
          ? titled * weights.notFirst
          : titled * weights.wholeTitle + (100 * above < 99 * whole ? 0 : whole * weights.first);
      score +=
        whole *
        ((field === "note" ? weights.note : 0) +
          (amount && says ? weights.amount : 0) +
          (called.has(key) ? weights.exact : 0));
      for (const asked of asks) score += asked.get(key) ?? 0;
      return [{ piece: p, document: n, score: Math.floor(score / 10), covers: 100 * has >= weights.covered * whole }];
    });
  }

  /** Ogni ancora una volta, e di una sezione non più di `perSection`. @param {Hit[]} hits */
  apart(hits) {
    const seen = new Set();
    /** @type {Amounts} */
    const counts = new Map();
    return hits.filter(({ piece, document }) => {
      const { anchors, home } = this.pieces[piece];
      const [anchor, section] = [numbered(piece, anchors[document]), sectioned(piece, home[document])];
      if (seen.has(anchor)) return false;
      seen.add(anchor);
      add(counts, section, 1);
      return (counts.get(section) ?? 0) <= this.weights.perSection;
    });
  }

  /** Prima il meglio di ogni libro, dove risponde quasi come il primo: gli altri giochi non stanno in fondo. @param {Hit[]} hits */
  together(hits) {
    const near = hits.filter(({ score }) => 100 * score >= hits[0].score * this.weights.together);
    const best = near.filter((hit) => hit === near.find(({ piece }) => piece === hit.piece));
    return [...new Set([...best, ...hits])];
  }

  /** Le parole di un nome → chi lo ha: il primo enunciato di una sezione, la prima riga di una tabella, una riga, chi definisce un termine. @param {number} number */
  called(number) {
    return once(this.naming, number, () => {
      const { firsts, sections, tables, terms } = this.pieces[number];
      /** @type {Map<number, string[]>} */
      const names = new Map();
      for (const [term, { documents, facts }] of terms)
        documents.forEach((n, place) => facts[place] & NAMED && once(names, n, () => []).push(term));
      const titles = [
        ...sections.map(({ title }, n) => /** @type {[number, string]} */ ([firsts[n], title])),
        ...tables
      ];
      const own = titles.map(([n, title]) => /** @type {[number, string[]]} */ ([n, this.analysis.terms(title)]));
      /** @type {Map<string, number[]>} */
      const found = new Map();
      for (const [n, words] of [...own, ...names]) once(found, named(words), () => []).push(n);
      return found;
    });
  }

  /** @param {number} number @param {number} section @param {number[]} use */
  titleWeight(number, section, use) {
    const terms = once(this.titles, sectioned(number, section), () => [
      ...new Set(this.analysis.terms(this.pieces[number].sections[section].title))
    ]);
    return Math.max(
      1,
      terms.reduce((all, term) => all + this.rarity(this.often(term, use), use), 0)
    );
  }
}
