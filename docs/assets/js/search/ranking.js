// @ts-check
// L’ordine delle risposte: gli stessi conti di search/engine/ranking.py, all’unità.

/** @typedef {import("./pieces.js").Alternative} Alternative */
/** @typedef {import("./pieces.js").Piece} Piece */
/** @typedef {{piece: number, document: number, score: number, covers: boolean}} Hit */
/** @typedef {Map<number, number>} Amounts */
/** @typedef {{values: Amounts, covered: Amounts, sections: Amounts, titled: Amounts}} Sums */
/** @typedef {Map<number, number>} Said documento → che cosa vi è un termine */
/** @typedef {{percent: number, parts: [string, Said, number][]}} Share quanto pesa un’alternativa, e i suoi termini: chi lo dice, quanto è raro */
/** @typedef {{whole: number, pieces: Map<number, Sums>, shares: Map<number, Share[]>}} Matches */
/** @typedef {{documents: [number, number][], sections: [number, number, boolean][]}} Spread */

import { ASKED, NAMED, OWN, degree } from "./pieces.js";

const MOST = 2048; // gruppi ricordati
export const INTERVAL = "#";
/** @param {Hit} a @param {Hit} b */
const order = (a, b) => b.score - a.score || a.piece - b.piece || a.document - b.document;

/** @returns {Sums} */
const sums = () => ({ values: new Map(), covered: new Map(), sections: new Map(), titled: new Map() });
/** @param {Amounts} to @param {number} key @param {number} value */
const add = (to, key, value) => void to.set(key, (to.get(key) ?? 0) + value);
/** @param {Amounts} to @param {number} key @param {number} value */
const raise = (to, key, value) => void (value > (to.get(key) ?? 0) && to.set(key, value));

export class Ranking {
  /** @param {import("./pieces.js").Shared} shared @param {(Piece | undefined)[]} pieces quelli arrivati, al posto del loro libro @param {(text: string) => string[]} terms */
  constructor(shared, pieces, terms) {
    this.shared = shared;
    this.pieces = /** @type {Piece[]} */ (pieces);
    this.terms = terms;
    /** @type {Map<string, Spread>} */
    this.spreads = new Map();
    /** @type {Map<string, Said>} */
    this.saying = new Map();
    /** @type {Map<string, Matches>} */
    this.found = new Map();
    /** @type {Map<number, Int32Array>} */
    this.against = new Map();
    /** @type {Map<string, string[]>} */
    this.titles = new Map();
    /** @type {Map<number, Map<string, number[]>>} */
    this.naming = new Map();
  }

  /** @param {number} count @param {number[]} use */
  rarity(count, use) {
    return count ? this.telling(count, use) + this.shared.weights.flat : 0;
  }

  /** @param {number} count @param {number[]} use */
  telling(count, use) {
    const size = use.reduce((all, n) => all + this.pieces[n].documents.length, 0);
    const least = Math.min(count, size);
    return least ? Math.floor(1000 * Math.log(1 + (size - least + 0.5) / (least + 0.5)) + 0.5) : 0;
  }

  /** Quanto dice un modo di chiedere. @param {string} term @param {number[]} use */
  asked(term, use) {
    return this.telling(this.count(term, use), use);
  }

  /** @param {string} term @param {number[]} use */
  count(term, use) {
    const inside = (/** @type {number} */ n) =>
      term.startsWith(INTERVAL) ? this.spread(n, term).documents.length : (this.pieces[n].terms.get(term)?.documents.length ?? 0);
    return use.reduce((all, n) => all + inside(n), 0);
  }

  /** Dove sta un termine in un pezzo. @param {number} number @param {string} term */
  spread(number, term) {
    const key = `${number} ${term}`;
    let found = this.spreads.get(key);
    if (!found) {
      found = term.startsWith(INTERVAL) ? this.within(this.pieces[number], term.slice(1).split(" ")) : this.standing(this.pieces[number], term);
      this.spreads.set(key, found);
    }
    return found;
  }

  /** @param {Piece} piece @param {string} term @returns {Spread} */
  standing(piece, term) {
    const { weights, shares } = this.shared;
    const postings = piece.terms.get(term);
    /** @type {[number, number][]} */
    const documents = [];
    /** @type {Amounts} */
    const counts = new Map();
    /** @type {Amounts} */
    const heads = new Map();
    postings?.documents.forEach((n, place) => {
      const section = piece.home[n];
      const head = piece.documents[n].field === "head";
      if (head) heads.set(section, postings.facts[place]);
      else documents.push([n, this.impact(postings.facts[place], piece.lengths[n], piece.names[n])]);
      add(counts, section, head ? 0 : 1);
    });
    const sections = [...counts].map(([section, count]) => {
      const head = heads.get(section) ?? 0;
      const worth = head ? weights.section : shares[Math.min(count, shares.length - 1)];
      return /** @type {[number, number, boolean]} */ ([
        section,
        worth + (head & OWN ? weights.title : 0) + (head >= ASKED ? weights.topic : 0),
        (head & OWN) > 0,
      ]);
    });
    return { documents, sections };
  }

  /** Quanto un termine parla per un documento. @param {number} fact @param {number} length @param {number} names */
  impact(fact, length, names) {
    const { any, own, ownSaturation: k, ownLength: b, asked, name } = this.shared.weights;
    const times = fact >> 2;
    let value = any;
    if (fact & OWN) value += (own * (k + 1)) / (1 + k * (1 - b + b * length));
    value += (asked * 2 * times) / (times + 1);
    if (fact & NAMED) value += name / names;
    return Math.floor(value + 0.5);
  }

  /** I documenti che dicono un intervallo in cui il numero sta. @param {Piece} piece @param {string[]} said @returns {Spread} */
  within(piece, [amount, unit]) {
    const { weights } = this.shared;
    /** @type {Amounts} */
    const best = new Map();
    for (const [n, low, high, of] of piece.intervals) {
      if (low > Number(amount) || Number(amount) > high || (unit && of && unit !== of)) continue;
      raise(best, n, weights.interval + (unit && unit === of ? weights.intervalUnit : 0));
    }
    return { documents: [...best].sort((a, b) => a[0] - b[0]), sections: [] };
  }

  /** Quello che un gruppo trova. @param {Alternative[]} alternatives @param {number[]} use */
  find(alternatives, use) {
    const key = JSON.stringify([alternatives, use]);
    let found = this.found.get(key);
    if (found) return found;
    const guesses = alternatives.reduce((all, { guess, terms }) => all + (guess ? this.count(terms[0], use) : 0), 0);
    const strengths = alternatives.map((alternative, number) => {
      const allowed = alternative.books.length ? use.filter((n) => alternative.books.includes(n)) : use;
      const counts = alternative.terms.map((term) => this.count(term, allowed));
      const rarities = counts.map((count) => this.rarity(alternative.guess && count ? guesses : count, use));
      const total = rarities.reduce((a, b) => a + b, 0);
      const standing = number && !alternative.guess && alternative.terms[0][0] !== INTERVAL;
      const weight = alternative.weight * (standing ? this.shared.weights.synonym : 100);
      return { terms: alternative.terms, allowed, rarities, total, strength: Math.floor((total * weight) / 10000) };
    });
    const whole = strengths[0].strength || Math.max(...strengths.map(({ strength }) => strength));
    const pieces = new Map(use.map((n) => [n, sums()]));
    const every = new Map(use.map((n) => [n, /** @type {Share[]} */ ([])]));
    for (const { terms, allowed, rarities, total, strength: own } of strengths) {
      if (!own) continue;
      const strength = Math.min(own, whole);
      const shares = rarities.map((rarity) => Math.floor((rarity * strength) / total));
      for (const n of allowed) {
        this.louder(/** @type {Sums} */ (pieces.get(n)), n, terms, shares, strength);
        const parts = terms.map((term, i) => /** @type {[string, Said, number]} */ ([term, this.said(n, term), Math.max(0, rarities[i] - this.shared.weights.flat)]));
        if (parts.some(([, who]) => who.size)) every.get(n)?.push({ percent: Math.floor((100 * strength) / total), parts });
      }
    }
    found = { whole, pieces, shares: every };
    if (this.found.size > MOST) this.found.clear();
    this.found.set(key, found);
    return found;
  }

  /** Chi dice un termine; un intervallo lo dice il testo. @param {number} number @param {string} term */
  said(number, term) {
    const key = `${number} ${term}`;
    let found = this.saying.get(key);
    if (!found) {
      const postings = this.pieces[number].terms.get(term);
      const inside = /** @type {[number, number][]} */ (
        term.startsWith(INTERVAL) ? this.spread(number, term).documents.map(([n]) => [n, OWN]) : [...(postings?.documents ?? [])].map((n, place) => [n, postings?.facts[place] ?? 0])
      );
      this.saying.set(key, (found = new Map(inside)));
    }
    return found;
  }

  /** Se un documento dice un termine, o lo dice il suo testo. @param {{piece: number, document: number}} where @param {string} term @param {boolean} own */
  says({ piece, document }, term, own) {
    return ((this.said(piece, term).get(document) ?? 0) & (own ? OWN : -1)) > 0;
  }

  /** @param {Sums} to @param {number} number @param {string[]} terms @param {number[]} shares @param {number} strength */
  louder(to, number, terms, shares, strength) {
    const here = sums();
    /** @type {Amounts} */
    const parts = new Map();
    terms.forEach((term, i) => {
      const share = shares[i];
      const { documents, sections } = this.spread(number, term);
      for (const [n, impact] of documents) {
        add(here.values, n, share * impact);
        add(here.covered, n, share);
      }
      for (const [section, worth, titled] of sections) {
        add(here.sections, section, share * worth);
        add(parts, section, share);
        if (titled) add(here.titled, section, share);
      }
    });
    const part = (/** @type {number} */ value, /** @type {number} */ covered) => Math.floor((value * covered) / strength);
    for (const [n, value] of here.values) raise(to.values, n, part(value, here.covered.get(n) ?? 0));
    for (const [n, covered] of here.covered) raise(to.covered, n, covered);
    for (const [section, value] of here.sections) raise(to.sections, section, part(value, parts.get(section) ?? 0));
    for (const [section, value] of here.titled) raise(to.titled, section, value);
  }

  /** Le risposte, la migliore per prima. @param {Alternative[][]} groups @param {number[]} use @param {boolean} amount @param {string[]} [asking] @returns {Hit[]} */
  search(groups, use, amount, asking = []) {
    const founds = groups.map((alternatives) => this.find(alternatives, use));
    const whole = founds.reduce((all, found) => all + found.whole, 0);
    const hits = this.scored(founds, whole, use, amount).sort(order);
    const own = groups.map(([first]) => first);
    const typed = own.some(({ guess }) => guess) ? [] : [...new Set(own.flatMap(({ terms }) => terms))].sort();
    this.reread(hits, founds, groups.length === 1 ? typed : [], whole, use, asking);
    const exact = this.exact(hits, typed, use);
    if (exact.length) {
      const lift = hits[0].score - Math.min(0, hits[hits.length - 1].score) + 1;
      for (const hit of exact) hit.score += lift;
      hits.sort(order);
    }
    return this.together(this.apart(hits));
  }

  /** I documenti che dicono abbastanza della domanda, nell’ordine dei libri. @param {Matches[]} founds @param {number} whole @param {number[]} use @param {boolean} amount */
  scored(founds, whole, use, amount) {
    const every = use.map((n) => {
      const all = sums();
      for (const found of founds) {
        const here = /** @type {Sums} */ (found.pieces.get(n));
        for (const name of /** @type {(keyof Sums)[]} */ (Object.keys(all))) for (const [key, value] of here[name]) add(all[name], key, value);
      }
      return all;
    });
    let most = 0;
    for (const { covered, titled } of every) for (const amounts of [covered, titled]) for (const value of amounts.values()) most = Math.max(most, value);
    const least = Math.min(most, Math.floor((whole * this.shared.weights.least) / 100));
    /** @type {Hit[]} */
    const hits = [];
    use.forEach((n, i) => this.score(n, every[i], whole, least, use, amount, hits));
    return hits;
  }

  /** I primi si rileggono: quanto è verosimile che chi chiede così voglia loro; `literal`: quello che deve stare proprio nel testo. @param {Hit[]} hits @param {Matches[]} founds @param {string[]} literal @param {number} whole @param {number[]} use @param {string[]} asking */
  reread(hits, founds, literal, whole, use, asking) {
    const asked = asking.map((term) => /** @type {[string, number]} */ ([term, this.asked(term, use)]));
    const said = new Map(use.map((n) => [n, [
      ...founds.map(({ shares }) => shares.get(n) ?? []),
      ...asked.map(([term, telling]) => [/** @type {Share} */ ({ percent: 100, parts: [[term, this.said(n, term), telling]] })]),
    ]]));
    const worths = hits.slice(0, this.shared.weights.reread).map((hit) => {
      const says = literal.length && literal.every((term) => this.says(hit, term, true));
      return this.likely(hit, said.get(hit.piece) ?? []) + (says ? Math.floor((whole * this.shared.weights.literal) / 10) : 0);
    });
    const others = Math.min(...worths); // chi non si rilegge è verosimile come il meno verosimile di chi si rilegge
    hits.forEach((hit, n) => (hit.score += worths[n] ?? others));
    hits.sort(order);
  }

  /** Ogni ancora una volta, e di una sezione non più di `perSection`. @param {Hit[]} hits */
  apart(hits) {
    const seen = new Set();
    /** @type {Map<string, number>} */
    const counts = new Map();
    return hits.filter(({ piece, document }) => {
      const anchor = `${piece} ${this.pieces[piece].anchors[document]}`;
      if (seen.has(anchor)) return false;
      seen.add(anchor);
      const section = `${piece} ${this.pieces[piece].home[document]}`;
      const count = (counts.get(section) ?? 0) + 1;
      counts.set(section, count);
      return count <= this.shared.weights.perSection;
    });
  }

  /** Prima il meglio di ogni libro, dove risponde quasi come il primo: gli altri giochi non stanno in fondo. @param {Hit[]} hits */
  together(hits) {
    /** @type {Map<number, Hit>} */
    const best = new Map();
    for (const hit of hits) if (100 * hit.score >= hits[0].score * this.shared.weights.together && !best.has(hit.piece)) best.set(hit.piece, hit);
    const front = new Set(best.values());
    return [...front, ...hits.filter((hit) => !front.has(hit))];
  }

  /** Quello che si chiama proprio come è scritto: righe, e di una sezione il meglio. @param {Hit[]} hits @param {string[]} typed @param {number[]} use */
  exact(hits, typed, use) {
    const key = typed.join(" ");
    const called = new Set(use.flatMap((p) => (this.called(p).get(key) ?? []).map((n) => `${p} ${n}`)));
    return called.size ? hits.filter(({ piece, document }) => {
      const { heads, home } = this.pieces[piece];
      const own = called.has(`${piece} ${document}`);
      return called.delete(`${piece} ${heads[home[document]]}`) || own;
    }) : [];
  }

  /** Le parole di un nome → chi lo ha: la testa di una sezione, la prima riga di una tabella, una riga. @param {number} number */
  called(number) {
    const known = this.naming.get(number);
    if (known) return known;
    const { heads, sections, tables, terms } = this.pieces[number];
    /** @type {Map<number, string[]>} */
    const names = new Map();
    for (const [term, { documents, facts }] of terms) {
      documents.forEach((n, place) => facts[place] & NAMED && names.set(n, [...(names.get(n) ?? []), term]));
    }
    const titles = [...sections.map(({ title }, n) => /** @type {[number, string]} */ ([heads[n], title])), ...tables];
    /** @type {Map<string, number[]>} */
    const found = new Map();
    for (const [n, words] of [...titles.map(([n, title]) => /** @type {[number, string[]]} */ ([n, [...new Set(this.terms(title))].sort()])), ...names]) {
      found.set(words.join(" "), [...(found.get(words.join(" ")) ?? []), n]);
    }
    this.naming.set(number, found);
    return found;
  }

  /** Quanto è più verosimile che chi intende un documento dica quello che è scritto, e non dica il resto. @param {Hit} hit @param {Share[][]} said */
  likely({ piece, document }, said) {
    const { weights, gains, losses, later } = this.shared;
    /** @type {Set<string>} */
    const known = new Set();
    let likely = 0;
    let unlikely = this.unsaid(piece)[document];
    for (const alternatives of said) {
      let best = 0;
      for (const { percent, parts } of alternatives) {
        let [gain, having] = [0, 0];
        for (const [term, of, telling] of parts) {
          const fact = of.get(document);
          if (!fact) continue;
          gain += telling + gains[degree(fact)];
          having++;
          if (!known.has(term)) unlikely -= losses[degree(fact)];
          known.add(term);
        }
        best = Math.max(best, Math.floor((gain * having * percent) / (100 * parts.length)));
      }
      likely += best;
    }
    const worth = likely * weights.likely - unlikely * weights.unlikely;
    return later.has(piece) ? Math.floor((worth * weights.otherEdition) / 100) : worth;
  }

  /** Quanto parla contro ogni documento quello che ha, finché non è detto. @param {number} number */
  unsaid(number) {
    let found = this.against.get(number);
    if (!found) {
      const { documents: all, terms } = this.pieces[number];
      this.against.set(number, (found = new Int32Array(all.length)));
      for (const { documents, facts } of terms.values()) {
        for (let place = 0; place < documents.length; place++) found[documents[place]] += this.shared.losses[degree(facts[place])];
      }
    }
    return found;
  }

  /** I documenti che hanno almeno `least` della domanda, da sé o nel titolo della sezione. @param {number} number @param {Sums} all @param {number} whole @param {number} least @param {number[]} use @param {boolean} amount @param {Hit[]} hits */
  score(number, all, whole, least, use, amount, hits) {
    const piece = this.pieces[number];
    const { weights, later } = this.shared;
    /** @type {Amounts} */
    const bonuses = new Map();
    for (const [section, titled] of all.titled) {
      const full = this.titleWeight(number, section, use);
      bonuses.set(section, Math.floor((titled * Math.min(titled, full)) / full) * weights.wholeTitle);
    }
    const found = new Set(all.values.keys());
    for (const section of all.sections.keys()) found.add(piece.firsts[section]);
    for (const n of found) {
      const section = piece.home[n];
      const covered = Math.max(all.covered.get(n) ?? 0, all.titled.get(section) ?? 0);
      if (covered < least) continue;
      const { field, amount: says } = piece.documents[n];
      const bonus = bonuses.get(section) ?? 0;
      let score = (all.values.get(n) ?? 0) + (all.sections.get(section) ?? 0);
      score += n === piece.firsts[section] ? bonus : Math.floor((bonus * weights.notFirst) / 100);
      score += whole * ((field === "note" ? weights.note : field === "example" ? weights.example : 0) + (amount && says ? weights.amount : 0));
      if (later.has(number)) score = Math.floor((score * weights.otherEdition) / 100);
      hits.push({ piece: number, document: n, score: Math.floor(score / 10), covers: 100 * covered >= weights.covered * whole });
    }
  }

  /** @param {number} number @param {number} section @param {number[]} use */
  titleWeight(number, section, use) {
    const key = `${number} ${section}`;
    let terms = this.titles.get(key);
    if (!terms) this.titles.set(key, (terms = [...new Set(this.terms(this.pieces[number].sections[section].title))]));
    return Math.max(1, terms.reduce((all, term) => all + this.rarity(this.count(term, use), use), 0));
  }
}

/** L’ordine di sezioni intere: hanno troppe parole perché conti quello che non è detto. */
export class Whole extends Ranking {
  likely() {
    return 0;
  }
}

/** L’ordine dentro una sezione sola: quanto una parola è rara lo dicono le sezioni di tutti i libri. */
export class Inside extends Ranking {
  /** @param {import("./pieces.js").Shared} shared @param {Piece} piece @param {(text: string) => string[]} terms @param {Ranking} all */
  constructor(shared, piece, terms, all) {
    super(shared, [], terms);
    this.pieces[piece.book] = piece;
    this.all = all;
  }

  /** @param {number} count */
  telling(count) {
    return this.all.telling(count, [0]);
  }

  /** Le sezioni non dicono come si chiede. @param {string} term @param {number[]} use */
  asked(term, use) {
    return super.telling(super.count(term, use), use);
  }

  /** @param {string} term @param {number[]} use */
  count(term, use) {
    return (use.length && this.all.count(term, [0])) || super.count(term, use);
  }
}
