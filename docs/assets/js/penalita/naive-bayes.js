// @ts-check
// Count stories: how often those of one label say a word, two in a row, its first letters, two that bear meaning. The
// same as search/language/naive_bayes.py; here the counting is done when needed, in the stories themselves.

/** @import { Constants, Feature, Heard, Sums } from "./types" */

const [WORD, PAIR, PREFIX, SKIP] = [0, 1, 2, 3];
export const FINDING = [WORD, PAIR, PREFIX, SKIP];
export const ANSWERING = [WORD, PAIR, PREFIX];

/** Match numbers, which have no «first letters» feature. @param {string} name */
const common = (name) => (/^[!~]?\d/.test(name) ? "#" : name);
/** @param {string} name */
const telling = (name) => name[0] !== "?";

/** Return a word's first letters with its mark; "" if short. @param {string} name @param {number} letters */
function prefix(name, letters) {
  const mark = Number(/^[!~]/.test(name));
  if (common(name) === "#") return name;
  return telling(name) && name.length - mark >= letters ? name.slice(0, letters + mark) : "";
}

/**
 * Return a story's features, each with its words' positions.
 * @param {string[]} names @param {number[]} kinds @param {number} letters
 */
function features(names, kinds, letters) {
  const same = names.map(common);
  /** @type {Feature[]} */
  const all = same.map((one, n) => ({ kind: WORD, one, places: [n] }));
  for (let n = -1; n < same.length; n++)
    all.push({
      kind: PAIR,
      one: same[n] ?? "<",
      other: same[n + 1] ?? ">",
      places: [n, n + 1].filter((at) => at in same)
    });
  names.forEach((name, n) => {
    const one = prefix(name, letters);
    if (one) all.push({ kind: PREFIX, one, places: [n] });
  });
  const bearing = kinds.includes(SKIP) ? [...same.keys()].filter((n) => telling(same[n])) : [];
  for (const far of [1, 2])
    for (let n = 0; n + far < bearing.length; n++) {
      const [one, other] = [bearing[n], bearing[n + far]];
      all.push({ kind: SKIP, one: same[one], other: same[other], places: [one, other] });
    }
  return all;
}

/** Hold many stories in a row, with the positions of each word. */
class Row {
  /** @param {string[][]} stories */
  constructor(stories) {
    this.words = stories.flat();
    this.story = new Int32Array(this.words.length);
    /** @type {Map<string, number[]>} */
    this.places = new Map();
    let at = 0;
    stories.forEach((words, n) => {
      for (const word of words) {
        this.story[at] = n;
        const known = this.places.get(word);
        if (known) known.push(at++);
        else this.places.set(word, [at++]);
      }
    });
  }

  /**
   * Return the stories that have a feature, searched from its rarer word. The second word is at most so many steps
   * away.
   * @param {Feature} feature @param {number} far
   */
  with({ one, other }, far) {
    const [from, to] = [one, other].map((word) => this.places.get(word ?? one) ?? []);
    const step = from.length <= to.length ? 1 : -1;
    const [near, sought] = step > 0 ? [from, other] : [to, one];
    /** @type {number[]} */
    const found = []; // in order, as the places are
    for (const at of near) {
      const story = this.story[at];
      if (story === found[found.length - 1]) continue;
      const said = (/** @type {number} */ n) => this.words[n] === sought && this.story[n] === story;
      if (other === undefined || said(at + step) || (far > 1 && said(at + 2 * step))) found.push(story);
    }
    return found;
  }
}

/** Hold the stories that some models count, each with its own labels. */
export class Corpus {
  /** @param {string[][]} stories @param {number[]} kinds @param {number} letters of a prefix */
  constructor(stories, kinds, letters) {
    const same = stories.map((names) => names.map(common));
    const whole = new Row(same.map((names) => ["<", ...names, ">"]));
    const beginning = new Row(stories.map((names) => names.map((name) => prefix(name, letters)).filter(Boolean)));
    const bearing = kinds.includes(SKIP) ? new Row(same.map((names) => names.filter(telling))) : whole;
    this.rows = [whole, whole, beginning, bearing];
    this.stories = stories;
    this.kinds = kinds;
    this.letters = letters;
  }

  /** Return the features of a text, each once. @param {string[]} names */
  features(names) {
    /** @type {Map<string, Feature>} */
    const found = new Map();
    for (const feature of features(names, this.kinds, this.letters)) {
      const known = found.get(key(feature));
      if (known) known.places = [...new Set([...known.places, ...feature.places])];
      else found.set(key(feature), feature);
    }
    return found;
  }

  /** Count the features of each kind, in each story and in all. */
  get sizes() {
    const distinct = this.kinds.map(() => new Set());
    const own = this.stories.map((names) => {
      const counts = this.kinds.map(() => 0);
      for (const [one, { kind }] of this.features(names)) {
        distinct[kind].add(one);
        counts[kind]++;
      }
      return counts;
    });
    const sizes = { own, distinct: distinct.map((one) => one.size) };
    Object.defineProperty(this, "sizes", { value: sizes });
    return sizes;
  }
}

export class Model {
  /**
   * Count the stories of a corpus by label, of which the last is none.
   * @param {Corpus} corpus @param {number[]} labels @param {number} size how many labels there are
   * @param {Constants & {sums?: Sums, each?: number[]}} constants `sums`: if counted already; `each`: the stories' weights
   */
  constructor(corpus, labels, size, constants) {
    this.corpus = corpus;
    this.labels = labels;
    this.size = size;
    this.constants = constants;
    this.finding = corpus.kinds.includes(SKIP);
    this.present = new Set(labels);
    /** @type {Map<string, number[] | null>} */
    this.counted = new Map();
    const { totals, distinct } = constants.sums ?? this.sum();
    /** Hold the logarithm of each label's features, by kind. */
    this.logs = totals.map((own, kind) => own.map((total) => Math.log(total + constants.alpha * distinct[kind])));
  }

  /** @returns {Sums} */
  sum() {
    const { own, distinct } = this.corpus.sizes;
    const totals = this.corpus.kinds.map(() => Array(this.size).fill(0));
    own.forEach((counts, n) => counts.forEach((count, kind) => (totals[kind][this.labels[n]] += count)));
    return { totals, distinct };
  }

  /** Count each label's stories with a feature; null if none has it. @param {string} key @param {Feature} feature */
  count(key, feature) {
    let found = this.counted.get(key);
    if (found !== undefined) return found;
    found = null;
    for (const story of this.corpus.rows[feature.kind].with(feature, feature.kind === SKIP ? 2 : 1)) {
      found ??= /** @type {number[]} */ (Array(this.size).fill(0));
      found[this.labels[story]] += this.constants.each?.[story] ?? 1;
    }
    this.counted.set(key, found);
    return found;
  }

  /** Return each label's probability, and each word's weight for one. @param {string[]} names @returns {Heard} */
  hear(names) {
    const { alpha, weights, prior, none, untold } = this.constants;
    const labels = [...this.present].sort((a, b) => a - b);
    const scores = Array(this.size).fill(0);
    /** @type {{shares: number[], mean: number, places: number[]}[]} */
    const parts = [];
    let known = 0;
    for (const [key, feature] of this.corpus.features(names)) {
      const found = this.count(key, feature);
      if (!found) continue;
      const { kind, places } = feature;
      if (kind === WORD) known++;
      const spread = found.filter(Boolean).length;
      const weight = weights[kind] * (this.finding ? Math.sqrt(Math.log((labels.length + 0.5) / spread)) : 1);
      const shares = found.map((count, n) => weight * (Math.log1p(count / alpha) - this.logs[kind][n]));
      parts.push({ shares, mean: labels.reduce((sum, one) => sum + shares[one], 0) / labels.length, places });
      shares.forEach((share, label) => (scores[label] += share));
    }
    scores[this.size - 1] += this.finding ? none : untold;
    const even = Math.sqrt(known + 1);
    const most = Math.max(...labels.map((label) => scores[label]));
    const powers = scores.map((score, label) => (this.present.has(label) ? Math.exp((score - most) / even) : 0));
    const whole = powers.reduce((sum, power) => sum + power, 0);
    const chances = powers.map((power) => power / whole);
    const best = labels.filter((label) => label < this.size - 1).reduce((a, b) => (scores[b] > scores[a] ? b : a));
    const doubt = this.finding ? chances[this.size - 1] * (Math.exp((prior - none) / even) - 1) : 0;
    const speaking = (/** @type {number} */ label) => {
      const own = Array(names.length).fill(0);
      for (const { shares, mean, places } of parts)
        for (const at of places) own[at] += (shares[label] - mean) / places.length;
      return own;
    };
    return { known, chances, best, weights: speaking, least: chances[best] / (1 + doubt) };
  }
}

/** @param {Feature} feature */
const key = ({ kind, one, other = "" }) => `${kind} ${one} ${other}`;
