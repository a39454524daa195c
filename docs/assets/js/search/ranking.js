// @ts-check
// L’ordine dei risultati: gli stessi conti di search/ranking.py, nello stesso ordine, in millesimi interi.

/** @typedef {{sections: Int32Array, units: Int32Array, titles: Set<number>, counts: number[]}} Impacts */
/** @typedef {{section: number, unit: number, score: number, letter?: string}} Hit */

const SCALE = 1000;
const SHOWN = new Set(["text", "entry", "note"]);
const FIELDS = ["title", "path", "words", "text", "entry", "note"];

/** @param {Map<number, number>} map @param {number} key @param {number} value */
function add(map, key, value) {
  map.set(key, (map.get(key) ?? 0) + value);
}

/** @param {Map<number, number>} map @param {number} key @param {number} value */
function raise(map, key, value) {
  if (value > (map.get(key) ?? 0)) map.set(key, value);
}

export class Ranking {
  /** @param {import("./index.js").Index} index @param {string[][]} titles */
  constructor(index, titles) {
    this.index = index;
    this.titles = titles;
    /** @type {Map<string, Impacts>} */
    this.known = new Map();
    /** @type {Record<string, Map<number, number>>} */
    this.lengths = {};
    let total = 0;
    index.fields.forEach((field, unit) => {
      this.lengths[field] ??= new Map();
      add(this.lengths[field], index.home[unit], index.lengths[unit]);
      total += index.lengths[unit];
    });
    /** @type {Record<string, number>} */
    this.averages = {};
    for (const [field, lengths] of Object.entries(this.lengths)) {
      let sum = 0;
      for (const length of lengths.values()) sum += length;
      this.averages[field] = sum / lengths.size;
    }
    this.unitAverage = total / Math.max(1, index.fields.length);
    const { definition, note, other } = index.scoring.shownPercent;
    /** quanto volentieri un’unità si mostra: una definizione prima di una regola, una nota per ultima */
    this.percents = index.fields.map((field, unit) =>
      !SHOWN.has(field) ? 0 : field === "note" ? note : index.kinds[unit] === "definition" ? definition : other,
    );
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
    const postings = index.postings.get(term) ?? new Int32Array(0);
    for (let n = 0; n < postings.length; n += 2) {
      const unit = postings[n];
      const frequency = postings[n + 1];
      const field = index.fields[unit];
      let fields = frequencies.get(index.home[unit]);
      if (!fields) frequencies.set(index.home[unit], (fields = {}));
      fields[field] = (fields[field] ?? 0) + frequency;
      if (field !== "path") {
        const length = index.lengths[unit] / this.unitAverage;
        const base = unitSaturation * (1 - unitLength + unitLength * length);
        units.push(unit, Math.trunc((SCALE * frequency) / (frequency + base)));
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
    const { unitShare, coverage, titleBonus } = index.scoring;
    const books = index.books.map((_, book) => book).filter((book) => !wanted.size || wanted.has(book));
    const sums = { sections: new Map(), units: new Map(), answered: new Map(), titled: new Map() };
    let whole = 0;
    for (const group of groups) whole += this.add(group, books, sums);
    /** @type {Map<number, number>} */
    const best = new Map();
    /** @type {Map<number, [number, number]>} */
    const shown = new Map();
    for (const unit of [...sums.units.keys()].sort((a, b) => a - b)) {
      const section = index.home[unit];
      const value = sums.units.get(unit);
      raise(best, section, value);
      const worth = value * this.percents[unit];
      const chosen = shown.get(section);
      if (worth && (!chosen || worth > chosen[0])) shown.set(section, [worth, unit]);
    }
    /** @type {Hit[]} */
    const hits = [];
    for (const [section, value] of sums.sections) {
      const covered = sums.answered.get(section) / whole;
      let score = (value + unitShare * (best.get(section) ?? 0)) * (1 - coverage + coverage * covered);
      const titled = sums.titled.get(section) ?? 0;
      if (titled) {
        const share = (titled / whole) * Math.min(1, titled / this.titleWeight(section, books));
        score *= 1 + titleBonus * share;
      }
      hits.push({ section, unit: shown.get(section)?.[1] ?? -1, score: Math.trunc(score) });
    }
    return hits.sort((a, b) => b.score - a.score || a.section - b.section);
  }

  /** @param {number} section @param {number[]} books */
  titleWeight(section, books) {
    return Math.max(1, this.titles[section].reduce((sum, term) => sum + this.rarity(this.count(term, books), books), 0));
  }

  /**
   * @param {import("./index.js").Alternative[]} group
   * @param {number[]} books
   * @param {{sections: Map<number, number>, units: Map<number, number>, answered: Map<number, number>, titled: Map<number, number>}} sums
   */
  add(group, books, sums) {
    const { index } = this;
    const allowed = new Set(books);
    /** @type {Map<number, number>} */
    const bestSection = new Map();
    /** @type {Map<number, number>} */
    const bestUnit = new Map();
    /** @type {Map<number, number>} */
    const share = new Map();
    /** @type {Map<number, number>} */
    const titled = new Map();
    let whole = 0;
    let guessed = 0;
    for (const { guess, terms } of group) if (guess) guessed += this.count(terms[0], books);
    for (const alternative of group) {
      if (alternative.books.length && !alternative.books.some((book) => allowed.has(book))) continue;
      const rarities = alternative.terms.map((term) => {
        const count = this.count(term, books);
        return this.rarity(alternative.guess && count ? guessed : count, books);
      });
      const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
      const total = Math.trunc(all * alternative.weight);
      if (!total) continue;
      whole = Math.max(whole, total);
      /** @type {Map<number, number>} */
      const here = new Map();
      /** @type {Map<number, number>} */
      const there = new Map();
      /** @type {Map<number, number>} */
      const matched = new Map();
      /** @type {Map<number, number>} */
      const titles = new Map();
      alternative.terms.forEach((term, n) => {
        const rarity = rarities[n];
        if (!rarity) return;
        const impacts = this.impacts(term);
        for (let i = 0; i < impacts.sections.length; i += 2) {
          const section = impacts.sections[i];
          if (!allowed.has(index.sections[section].book)) continue;
          add(here, section, Math.floor((rarity * impacts.sections[i + 1]) / SCALE));
          add(matched, section, rarity);
        }
        for (const section of impacts.titles) add(titles, section, rarity);
        for (let i = 0; i < impacts.units.length; i += 2) {
          add(there, impacts.units[i], Math.floor((rarity * impacts.units[i + 1]) / SCALE));
        }
      });
      for (const [section, impact] of here) {
        if (alternative.books.length && !alternative.books.includes(index.sections[section].book)) continue;
        const found = /** @type {number} */ (matched.get(section));
        raise(bestSection, section, Math.trunc(impact * alternative.weight * (found / all)));
        raise(share, section, Math.trunc(found * alternative.weight));
        const inTitle = titles.get(section);
        if (inTitle) raise(titled, section, Math.trunc(inTitle * alternative.weight));
      }
      for (const [unit, impact] of there) {
        if (here.has(index.home[unit])) raise(bestUnit, unit, Math.trunc(impact * alternative.weight));
      }
    }
    for (const [section, value] of bestSection) {
      add(sums.sections, section, value);
      add(sums.answered, section, Math.min(whole, share.get(section) ?? 0));
    }
    for (const [section, value] of titled) if (bestSection.has(section)) add(sums.titled, section, Math.min(whole, value));
    for (const [unit, value] of bestUnit) if (bestSection.has(index.home[unit])) add(sums.units, unit, value);
    return whole;
  }
}
