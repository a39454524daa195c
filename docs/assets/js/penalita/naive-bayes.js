// @ts-check
// Count stories: how often those of one label say a word, two in a row, its first letters, two that bear meaning. The
// same as search/language/naive_bayes.py; here the counting is done when needed, in the stories themselves.

/** @import { Constants, Counted, Heard } from "./types" */

const [WORD, PAIR, PREFIX, SKIP] = [0, 1, 2, 3];
const [START, END] = [-1, -2];
export const FINDING = [WORD, PAIR, PREFIX, SKIP];
export const ANSWERING = [WORD, PAIR, PREFIX];

/** Numbers of many stories in a row, and all places of each number. */
class Line {
  /** @param {number[][]} stories */
  constructor(stories) {
    const size = stories.reduce((sum, { length }) => sum + length, 0);
    this.ids = new Int32Array(size);
    this.story = new Int32Array(size);
    /** @type {Map<number, number[]>} */
    this.places = new Map();
    let at = 0;
    for (let n = 0; n < stories.length; n++)
      for (const id of stories[n]) {
        this.ids[at] = id;
        this.story[at] = n;
        const known = this.places.get(id);
        if (known) known.push(at);
        else this.places.set(id, [at]);
        at++;
      }
  }

  /**
   * Return the stories that say a word, or another one after it, at most so many steps away.
   * @param {number} one
   * @param {number | null} other
   * @param {number} far
   */
  with(one, other, far) {
    /** @type {number[]} */
    const found = [];
    for (const at of this.places.get(one) ?? []) {
      const story = this.story[at];
      if (found[found.length - 1] === story) continue;
      let said = other === null;
      for (let step = 1; step <= far && !said; step++)
        said = this.ids[at + step] === other && this.story[at + step] === story;
      if (said) found.push(story);
    }
    return found;
  }
}

/**
 * Return what a story says: for each feature its kind, its words' numbers and their places.
 * @param {Counted[]} words
 * @param {number[]} kinds
 */
function* features(words, kinds) {
  for (let n = 0; n < words.length; n++) yield { kind: WORD, one: words[n].id, other: null, places: [n] };
  for (let n = -1; n < words.length; n++)
    yield {
      kind: PAIR,
      one: words[n]?.id ?? START,
      other: words[n + 1]?.id ?? END,
      places: [n, n + 1].filter((at) => words[at])
    };
  for (let n = 0; n < words.length; n++)
    if (words[n].prefix !== -1) yield { kind: PREFIX, one: words[n].prefix, other: null, places: [n] };
  if (!kinds.includes(SKIP)) return;
  const telling = words.flatMap(({ telling }, n) => (telling ? [n] : []));
  for (const far of [1, 2])
    for (let n = 0; n + far < telling.length; n++) {
      const [one, other] = [telling[n], telling[n + far]];
      yield { kind: SKIP, one: words[one].id, other: words[other].id, places: [one, other] };
    }
}

export class Model {
  /**
   * @param {{stories: Counted[][], labels: number[], size: number}} told the stories with their labels, of which there are
   *   `size`, from 0; the last is «nessuna»
   * @param {number[]} kinds
   * @param {Constants} constants
   * @param {{totals: number[][], distinct: number[]}} [sums] if they were counted already
   */
  constructor({ stories, labels, size }, kinds, constants, sums) {
    this.labels = labels;
    this.size = size;
    this.kinds = kinds;
    this.finding = kinds.includes(SKIP);
    this.constants = constants;
    const whole = new Line(stories.map((words) => [START, ...words.map((w) => w.id), END]));
    const prefixes = new Line(stories.map((words) => words.flatMap((w) => (w.prefix === -1 ? [] : [w.prefix]))));
    const telling = this.finding
      ? new Line(stories.map((words) => words.flatMap((w) => (w.telling ? [w.id] : []))))
      : whole;
    this.lines = [whole, whole, prefixes, telling];
    this.present = new Set(labels);
    /** @type {Map<string, number[] | null>} */
    this.counted = new Map();
    this.sums = sums ?? this.sum(stories);
  }

  /** @param {Counted[][]} stories */
  sum(stories) {
    const totals = this.kinds.map(() => Array(this.size).fill(0));
    const distinct = this.kinds.map(() => new Set());
    stories.forEach((words, n) => {
      const own = this.kinds.map(() => new Set());
      for (const { kind, one, other } of features(words, this.kinds)) own[kind].add(`${one} ${other}`);
      own.forEach((said, kind) => {
        totals[kind][this.labels[n]] += said.size;
        for (const one of said) distinct[kind].add(one);
      });
    });
    return { totals, distinct: distinct.map((said) => said.size) };
  }

  /**
   * Count the stories of each label that say a feature; null if none does.
   * @param {string} key
   * @param {{kind: number, one: number, other: number | null}} feature
   */
  count(key, { kind, one, other }) {
    let found = this.counted.get(key);
    if (found === undefined) {
      found = null;
      for (const story of this.lines[kind].with(one, other, kind === SKIP ? 2 : 1)) {
        found ??= Array(this.size).fill(0);
        found[this.labels[story]]++;
      }
      this.counted.set(key, found);
    }
    return found;
  }

  /**
   * Return how likely each label is, from 0 to 1, and how much each word speaks for one.
   * @param {Counted[]} words
   * @returns {Heard}
   */
  hear(words) {
    const { alpha, weights } = this.constants;
    /** @type {Map<string, {kind: number, one: number, other: number | null, places: number[]}>} */
    const said = new Map();
    for (const feature of features(words, this.kinds)) {
      const key = `${feature.kind} ${feature.one} ${feature.other}`;
      const known = said.get(key);
      if (known) known.places = [...new Set([...known.places, ...feature.places])];
      else said.set(key, feature);
    }
    const scores = Array(this.size).fill(0);
    /** @type {{shares: number[], places: number[]}[]} */
    const parts = [];
    let known = 0;
    for (const [key, feature] of said) {
      const { kind, places } = feature;
      const found = this.count(key, feature);
      if (!found) continue;
      if (kind === WORD) known++;
      const spread = found.filter((count) => count).length;
      const rarity = this.finding ? Math.sqrt(Math.log((this.present.size + 0.5) / spread)) : 1;
      const shares = found.map(
        (count, label) =>
          weights[kind] *
          rarity *
          (Math.log1p(count / alpha) - Math.log(this.sums.totals[kind][label] + alpha * this.sums.distinct[kind]))
      );
      parts.push({ shares, places });
      shares.forEach((share, label) => (scores[label] += share));
    }
    const { prior, each } = this.constants;
    const none = Math.min(prior, each * known); // few words are enough neither to say that it is nothing nor to be sure
    if (this.finding) scores[this.size - 1] += none;
    const even = Math.sqrt(known + 1);
    const labels = [...this.present].sort((a, b) => a - b);
    const most = Math.max(...labels.map((label) => scores[label]));
    const powers = scores.map((score, label) => (this.present.has(label) ? Math.exp((score - most) / even) : 0));
    const whole = powers.reduce((sum, power) => sum + power, 0);
    const best = labels.filter((label) => label < this.size - 1).reduce((a, b) => (scores[b] > scores[a] ? b : a));
    const doubt = this.finding ? (powers[this.size - 1] / whole) * (Math.exp((prior - none) / even) - 1) : 0;
    return {
      known,
      chances: powers.map((power) => power / whole),
      best,
      weights: speaking,
      least: powers[best] / whole / (1 + doubt)
    };

    /** @param {number} label */
    function speaking(label) {
      const own = Array(words.length).fill(0);
      for (const { shares, places } of parts) {
        const mean = labels.reduce((sum, one) => sum + shares[one], 0) / labels.length;
        for (const at of places) own[at] += (shares[label] - mean) / places.length;
      }
      return own;
    }
  }
}
