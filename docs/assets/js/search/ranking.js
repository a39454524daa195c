// @ts-check
// L’ordine dei risultati: gli stessi conti di search/ranking.py, nello stesso ordine, in millesimi interi.

/** @typedef {{sections: Int32Array, units: Int32Array, titles: Set<number>, counts: number[]}} Impacts */
/** @typedef {import("./index.js").Alternative} Alternative */
/** @typedef {{whole: number, sections: Map<number, [number, number, number]>, units: Map<number, number>}} Found che cosa trova un gruppo, e dove */
/** @typedef {{section: number, unit: number, score: number, letter?: string}} Hit */

const SCALE = 1000;
const SHOWN = new Set(["text", "entry", "note"]);
const FIELDS = ["title", "path", "words", "text", "entry", "note"];

/** @param {Map<number, number>} map @param {number} key @param {number} value */
function add(map, key, value) {
  map.set(key, (map.get(key) ?? 0) + value);
}

export class Ranking {
  /** @param {import("./index.js").Index} index @param {string[][]} titles */
  constructor(index, titles) {
    this.index = index;
    this.titles = titles;
    /** le altre edizioni di un gioco: i libri che hanno un nome in comune con uno che viene prima */
    this.later = new Set([...index.names.values()].flatMap((books) => books.slice(1)));
    /** @type {Map<string, Impacts>} */
    this.known = new Map();
    /** @type {Map<string, Found>} */
    this.found = new Map();
    /** @type {Record<string, Map<number, number>>} */
    this.lengths = {};
    const sums = { shown: [0, 0], other: [0, 0] };
    index.fields.forEach((field, unit) => {
      this.lengths[field] ??= new Map();
      add(this.lengths[field], index.home[unit], index.lengths[unit]);
      const sum = SHOWN.has(field) ? sums.shown : sums.other;
      sum[0] += index.lengths[unit];
      sum[1]++;
    });
    /** @type {Record<string, number>} */
    this.averages = {};
    for (const [field, lengths] of Object.entries(this.lengths)) {
      let sum = 0;
      for (const length of lengths.values()) sum += length;
      this.averages[field] = sum / lengths.size;
    }
    /** la lunghezza media delle unità che si mostrano, e delle altre: la frase di un argomento non misura una regola */
    this.unitAverages = { shown: sums.shown[0] / Math.max(1, sums.shown[1]), other: sums.other[0] / Math.max(1, sums.other[1]) };
    /** @type {Record<string, number>} */
    const percents = index.scoring.shownPercent;
    /** @type {Set<number>} le sezioni che hanno già un enunciato */
    const begun = new Set();
    /** quanto volentieri un’unità si mostra: una definizione, il primo enunciato, una regola, una riga di tabella */
    this.percents = index.fields.map((field, unit) => {
      if (!SHOWN.has(field)) return 0;
      const first = field === "text" && !begun.has(index.home[unit]);
      if (first) begun.add(index.home[unit]);
      return percents[index.kinds[unit] === "definition" ? "definition" : first ? "first" : field] ?? percents.other;
    });
    this.bookSizes = index.books.map((_, book) => index.sections.filter((section) => section.book === book).length);
  }

  /** @param {string} term */
  impacts(term) {
    let found = this.known.get(term);
    if (!found) this.known.set(term, (found = this.workOut(term)));
    return found;
  }

  /** @param {string} term @returns {Impacts} */
  workOut(term) {
    const { index } = this;
    const { weights, shorten, saturation, unitSaturation, unitLength } = index.scoring;
    /** @type {Map<number, Record<string, number>>} */
    const frequencies = new Map();
    const units = [];
    for (const unit of index.postings.get(term) ?? []) {
      const field = index.fields[unit];
      let fields = frequencies.get(index.home[unit]);
      if (!fields) frequencies.set(index.home[unit], (fields = {}));
      fields[field] = (fields[field] ?? 0) + 1;
      if (field !== "path") {
        const length = index.lengths[unit] / (SHOWN.has(field) ? this.unitAverages.shown : this.unitAverages.other);
        const base = unitSaturation * (1 - unitLength + unitLength * length);
        units.push(unit, Math.trunc(SCALE / (1 + base)));
      }
    }
    const sections = [];
    const titles = new Set();
    const counts = index.books.map(() => 0);
    for (const section of [...frequencies.keys()].sort((a, b) => a - b)) {
      const fields = /** @type {Record<string, number>} */ (frequencies.get(section));
      let weighted = 0;
      for (const field of FIELDS) {
        if (!(field in fields)) continue;
        const length = /** @type {number} */ (this.lengths[field].get(section)) / this.averages[field];
        weighted += (weights[field] * fields[field]) / (1 - shorten[field] + shorten[field] * length);
      }
      sections.push(section, Math.trunc((SCALE * weighted) / (weighted + saturation)));
      if ("title" in fields) titles.add(section);
      counts[index.sections[section].book]++;
    }
    return { sections: Int32Array.from(sections), units: Int32Array.from(units), titles, counts };
  }

  /** @param {string} term @param {number[]} books */
  count(term, books) {
    const { counts } = this.impacts(term);
    return books.reduce((sum, book) => sum + counts[book], 0);
  }

  /** @param {number} count @param {number[]} books */
  rarity(count, books) {
    const size = books.reduce((sum, book) => sum + this.bookSizes[book], 0);
    count = Math.min(count, size);
    return count ? Math.floor(SCALE * Math.log(1 + (size - count + 0.5) / (count + 0.5)) + 0.5) : 0;
  }

  /** @param {import("./index.js").Alternative[][]} groups @param {Set<number>} wanted @returns {Hit[]} */
  search(groups, wanted) {
    const { index } = this;
    const { unitShare, coverage, together, titleBonus, secondChoice } = index.scoring;
    const books = index.books.map((_, book) => book).filter((book) => !wanted.size || wanted.has(book));
    /** @type {Map<number, [number, number, number]>} */
    const sections = new Map();
    /** @type {Map<number, [number, number]>} di ogni unità quanto vale e a quanto della domanda risponde */
    const units = new Map();
    let whole = 0;
    for (const group of groups) {
      const found = this.find(group, books);
      whole += found.whole;
      for (const [section, [value, answered, titled]] of found.sections) {
        const sums = sections.get(section);
        if (!sums) sections.set(section, [value, answered, titled]);
        else {
          sums[0] += value;
          sums[1] += answered;
          sums[2] += titled;
        }
      }
      for (const [unit, value] of found.units) {
        const sums = units.get(unit);
        if (!sums) units.set(unit, [value, found.whole]);
        else {
          sums[0] += value;
          sums[1] += found.whole;
        }
      }
    }
    const { best, shown } = this.best(units);
    /** @type {Hit[]} */
    const hits = [];
    for (const [section, [value, answered, titled]] of sections) {
      const [ofUnit, inUnit] = best.get(section) ?? [0, 0];
      const part = (1 - together) * answered + together * Math.min(answered, inUnit);
      let score = (value + unitShare * ofUnit) * (1 - coverage + coverage * (part / whole));
      if (titled) {
        const share = (titled / whole) * Math.min(1, titled / this.titleWeight(section, books));
        score *= 1 + titleBonus * share;
      }
      if (this.later.has(index.sections[section].book)) score *= secondChoice;
      hits.push({ section, unit: shown.get(section)?.[1] ?? -1, score: Math.trunc(score) });
    }
    return hits.sort((a, b) => b.score - a.score || a.section - b.section);
  }

  /** Di ogni sezione il più che una sua unità vale e il più a cui risponde, e l’unità da mostrare. @param {Map<number, [number, number]>} units */
  best(units) {
    /** @type {Map<number, [number, number]>} */
    const best = new Map();
    /** @type {Map<number, [number, number]>} */
    const shown = new Map();
    for (const [unit, [value, answered]] of units) {
      const section = this.index.home[unit];
      const most = best.get(section);
      if (!most) best.set(section, [value, answered]);
      else {
        if (value > most[0]) most[0] = value;
        if (answered > most[1]) most[1] = answered;
      }
      const worth = value * this.percents[unit];
      const other = shown.get(section);
      if (worth && (!other || worth > other[0] || (worth === other[0] && unit < other[1]))) shown.set(section, [worth, unit]);
    }
    return { best, shown };
  }

  /** @param {number} section @param {number[]} books */
  titleWeight(section, books) {
    return Math.max(1, this.titles[section].reduce((sum, term) => sum + this.rarity(this.count(term, books), books), 0));
  }

  /** Che cosa trova un gruppo: in ogni sezione e unità conta la migliore alternativa. @param {Alternative[]} alternatives @param {number[]} books @returns {Found} */
  find(alternatives, books) {
    const key = `${books} ${alternatives.map(({ terms, weight, books: only, guess }) => `${terms} ${weight} ${only} ${guess}`).join("|")}`;
    let found = this.found.get(key);
    if (!found) {
      if (this.found.size > 2000) this.found.clear();
      this.found.set(key, (found = this.findNew(alternatives, books)));
    }
    return found;
  }

  /** @param {Alternative[]} alternatives @param {number[]} books @returns {Found} */
  findNew(alternatives, books) {
    let guessed = 0;
    for (const { guess, terms } of alternatives) if (guess) guessed += this.count(terms[0], books);
    /** @type {Found} */
    const all = { whole: 0, sections: new Map(), units: new Map() };
    for (const alternative of alternatives) {
      const only = alternative.books;
      const allowed = new Set(books.filter((book) => !only.length || only.includes(book)));
      if (!allowed.size) continue;
      const part = this.one(alternative, books, allowed, guessed);
      all.whole = Math.max(all.whole, part.whole);
      for (const [section, values] of part.sections) {
        const old = all.sections.get(section);
        if (!old) all.sections.set(section, values);
        else for (let n = 0; n < 3; n++) old[n] = Math.max(old[n], values[n]);
      }
      for (const [unit, value] of part.units) if (value > (all.units.get(unit) ?? 0)) all.units.set(unit, value);
    }
    return all;
  }

  /** Che cosa trova un’alternativa: le sue parole insieme, di meno dove ne manca qualcuna. @param {Alternative} alternative @param {number[]} books @param {Set<number>} allowed @param {number} guessed @returns {Found} */
  one({ terms, weight, guess }, books, allowed, guessed) {
    const { index } = this;
    const rarities = terms.map((term) => {
      const count = this.count(term, books);
      return this.rarity(guess && count ? guessed : count, books);
    });
    const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
    /** @type {Found} */
    const found = { whole: Math.trunc(total * weight), sections: new Map(), units: new Map() };
    if (!found.whole) return found;
    /** @type {Map<number, [number, number, number]>} quanto vale, quanto c’è, quanto sta nel titolo */
    const here = found.sections;
    terms.forEach((term, n) => {
      const rarity = rarities[n];
      const impacts = this.impacts(term);
      for (let i = 0; i < impacts.sections.length; i += 2) {
        const section = impacts.sections[i];
        if (!allowed.has(index.sections[section].book)) continue;
        const values = here.get(section) ?? [0, 0, 0];
        values[0] += Math.floor((rarity * impacts.sections[i + 1]) / SCALE);
        values[1] += rarity;
        if (impacts.titles.has(section)) values[2] += rarity;
        here.set(section, values);
      }
      for (let i = 0; i < impacts.units.length; i += 2) {
        const unit = impacts.units[i];
        if (!allowed.has(index.sections[index.home[unit]].book)) continue;
        found.units.set(unit, (found.units.get(unit) ?? 0) + Math.floor((rarity * impacts.units[i + 1]) / SCALE));
      }
    });
    for (const values of here.values()) {
      values[0] = Math.trunc(values[0] * weight * (values[1] / total));
      values[1] = Math.trunc(values[1] * weight);
      values[2] = Math.trunc(values[2] * weight);
    }
    for (const [unit, value] of found.units) found.units.set(unit, Math.trunc(value * weight));
    return found;
  }
}
