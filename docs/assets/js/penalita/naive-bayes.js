// Classify stories (what happened, in words) by naive Bayes, as search/language/naive_bayes.py.
// Kinds of features: 0 words, 1 pairs of neighbours, 2 first letters, 3 pairs also with a word between.
// They are counted when needed, in the example stories themselves.

/** @import { Constants, Feature, Sums } from "./types" */

/** How far the second word of a feature may stand from the first, by kind; 0: it has no second word. */
const FAR = [0, 1, 0, 2];
/** How many kinds of features are used for an infraction (FINDING) and for an answer (ANSWERING). */
export const FINDING = 4;
export const ANSWERING = 3;

/** Classify stories into labels by naive Bayes, over words, pairs, first letters and skip-pairs. */
export class Model {
  /**
   * Index the stories by their words.
   * @param {string[][]} stories stems of each
   * @param {number[]} labels of the stories; the last label means none of the others
   * @param {number} size how many labels there are
   * @param {Constants & {kinds: number, sums?: Sums, each?: number[]}} constants `kinds`: how many kinds of features;
   *   `sums`: if counted already; `each`: the stories' weights
   */
  constructor(stories, labels, size, constants) {
    this.labels = labels;
    this.size = size;
    this.constants = constants;
    this.beginning = new RegExp(`^[!~]?(\\d.*|[^?!~].{${constants.letters - 1}})`);
    this.present = [...new Set(labels)].sort((a, b) => a - b);
    this.rows = stories.map((names) => this.row(names).map((row) => row.map(({ word }) => word)));
    this.index = FAR.slice(0, constants.kinds).map((_, kind) => indexed(this.rows.map((rows) => rows[kind])));
    /** @type {Map<string, number[] | null>} */
    this.counted = new Map();
    const { totals, distinct } = constants.sums ?? this.sum(stories);
    /** The logarithm of the number of each label's features, by kind. */
    this.logs = totals.map((own, kind) => own.map((total) => Math.log(total + constants.alpha * distinct[kind])));
  }

  /**
   * Return, for each kind of feature, the words that it is made of, with their positions.
   * @param {string[]} names stems, marked «!» if denied and «~» if in doubt
   * @returns {{word: string, place: number}[][]}
   */
  row(names) {
    const words = names.map((name, place) => ({ word: /^[!~]?\d/.test(name) ? "#" : name, place }));
    const beginnings = names.map((name, place) => ({ word: this.beginning.exec(name)?.[0] ?? "", place }));
    const rows = [
      words,
      [{ word: "<", place: -1 }, ...words, { word: ">", place: -1 }],
      beginnings.filter(({ word }) => word),
      words.filter(({ word }) => word[0] !== "?")
    ];
    return rows.slice(0, this.constants.kinds);
  }

  /**
   * Return a text's features by key, each once, with the positions of their words.
   * @param {string[]} names stems of its words @returns {Map<string, Feature>}
   */
  features(names) {
    /** @type {Map<string, Feature>} */
    const found = new Map();
    this.row(names).forEach((row, kind) =>
      row.forEach((one, n) => {
        for (const other of FAR[kind] ? row.slice(n + 1, n + 1 + FAR[kind]) : [{ ...one, word: "" }]) {
          const key = `${kind} ${one.word} ${other.word}`;
          const known = found.get(key);
          if (known) known.places.push(one.place, other.place);
          else found.set(key, { kind, one: one.word, other: other.word, places: [one.place, other.place] });
        }
      })
    );
    return found;
  }

  /**
   * Count by kind the features of each label's stories, and the different ones.
   * @param {string[][]} stories stems of each @returns {Sums}
   */
  sum(stories) {
    const totals = this.index.map(() => Array(this.size).fill(0));
    const distinct = this.index.map(() => new Set());
    stories.forEach((names, n) => {
      for (const [key, { kind }] of this.features(names)) {
        totals[kind][this.labels[n]]++;
        distinct[kind].add(key);
      }
    });
    return { totals, distinct: distinct.map((one) => one.size) };
  }

  /**
   * Count each label's stories that have a feature, each by its weight; null if none has. Cached.
   * @param {string} key of the feature, as in `features` @param {Feature} feature
   */
  count(key, { kind, one, other }) {
    const known = this.counted.get(key);
    if (known !== undefined) return known;
    const [from, to] = [one, other || one].map((word) => this.index[kind].get(word) ?? []);
    const follows = (/** @type {string} */ word, /** @type {number} */ at, /** @type {string[]} */ row) =>
      word === one && row.slice(at + 1, at + 1 + FAR[kind]).includes(other);
    const counts = Array(this.size).fill(0);
    for (const story of from.length < to.length ? from : to)
      if (!other || this.rows[story][kind].some(follows))
        counts[this.labels[story]] += this.constants.each?.[story] ?? 1;
    const found = counts.some(Boolean) ? counts : null;
    this.counted.set(key, found);
    return found;
  }

  /**
   * Classify a text: return each label's probability (`chances`), the likeliest one (`best`; never the last, that of no
   * other), and at least how probable that is (`least`). `known`: how many words some story has; `weights`: returns how
   * much each word speaks for a label.
   * @param {string[]} names stems of its words
   */
  hear(names) {
    const { alpha, weights, prior, none, untold, kinds } = this.constants;
    const finding = kinds === FINDING;
    const scores = Array(this.size).fill(0);
    /** @type {{shares: number[], places: Set<number>}[]} */
    const parts = [];
    let known = 0;
    for (const [key, feature] of this.features(names)) {
      const counts = this.count(key, feature);
      if (!counts) continue;
      const { kind, places } = feature;
      if (!kind) known++;
      const spread = counts.filter(Boolean).length;
      const weight = weights[kind] * (finding ? Math.sqrt(Math.log((this.present.length + 0.5) / spread)) : 1);
      const shares = counts.map((count, n) => weight * (Math.log1p(count / alpha) - this.logs[kind][n]));
      shares.forEach((share, label) => (scores[label] += share));
      parts.push({ shares, places: new Set(places.filter((at) => at >= 0)) });
    }
    const last = this.size - 1;
    scores[last] += finding ? none : untold;
    const even = Math.sqrt(known + 1); // words of one story depend on each other: a longer one is not that much surer
    const most = Math.max(...this.present.map((label) => scores[label]));
    const powers = scores.map((score, label) => (this.present.includes(label) ? Math.exp((score - most) / even) : 0));
    const chances = powers.map((power) => power / sum(powers));
    const best = this.present.filter((label) => label < last).reduce((a, b) => (scores[b] > scores[a] ? b : a));
    const doubt = finding ? chances[last] * (Math.exp((prior - none) / even) - 1) : 0;
    const speaking = (/** @type {number} */ label) => {
      const own = Array(names.length).fill(0);
      for (const { shares, places } of parts) {
        const mean = sum(this.present.map((one) => shares[one])) / this.present.length;
        for (const at of places) own[at] += (shares[label] - mean) / places.size;
      }
      return own;
    };
    return { known, chances, best, weights: speaking, least: chances[best] / (1 + doubt) };
  }
}

/**
 * Map each word to the numbers of the stories that have it, ascending.
 * @param {string[][]} stories @returns {Map<string, number[]>}
 */
function indexed(stories) {
  /** @type {Map<string, number[]>} */
  const index = new Map();
  stories.forEach((words, n) => {
    for (const word of new Set(words)) {
      if (!index.has(word)) index.set(word, []);
      index.get(word)?.push(n);
    }
  });
  return index;
}

/** Return the sum of numbers. @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
