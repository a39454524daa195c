// @ts-check
// Dove sta quello che si cita, e che cosa offrire quando non si trova niente: search/engine/places.py e nearest.py.

import { takeBooks } from "../language/books.js";
import { alike, bigrams } from "../language/text.js";
import { citing } from "./query.js";

/** @typedef {import("./pieces.js").Piece} Piece */
/** @typedef {import("../language/analysis.js").Analysis} Analysis */
/** @typedef {{piece: number, section: number, tail: string}} Place */

const NEAREST = 3;
const LEAST = 0.4;
const DIGITS = /^[0-9]+$/;

export class Places {
  /** @param {import("./pieces.js").Words} vocabulary @param {Analysis} analysis @param {Piece[]} pieces quelli arrivati */
  constructor(vocabulary, analysis, pieces) {
    this.vocabulary = vocabulary;
    this.analysis = analysis;
    this.pieces = pieces;
    /** @type {Map<number, Map<string, number[]>[]>} di ogni libro le sezioni secondo la citazione, e secondo il titolo */
    this.keys = new Map();
  }

  /** @param {number} piece */
  keysOf(piece) {
    let found = this.keys.get(piece);
    if (!found) {
      found = ["citation", "title"].map((name) => {
        /** @type {Map<string, number[]>} */
        const keys = new Map();
        this.pieces[piece].sections.forEach((section, n) => {
          const words = citing(takeBooks(this.analysis.tokens(section[/** @type {"title"} */ (name)]), this.vocabulary)[0]).join(" ");
          keys.set(words, [...(keys.get(words) ?? []), n]);
        });
        return keys;
      });
      this.keys.set(piece, found);
    }
    return found;
  }

  /** @param {string[]} words @param {number[]} use @returns {Place[]} */
  known(words, use) {
    const key = words.join(" ");
    const places = [0, 1].flatMap((name) =>
      use.flatMap((piece) => (this.keysOf(piece)[name].get(key) ?? []).map((section) => ({ piece, section, tail: "" }))),
    );
    return places.filter((one, n) => places.findIndex(({ piece, section }) => piece === one.piece && section === one.section) === n);
  }

  /** Le sezioni che una domanda cita, con la lettera dell’enunciato: la citazione più lunga con cui comincia; senza un gioco soltanto un numero lo è. @param {import("./query.js").Cited[]} cited @param {number[]} use @param {boolean} named @returns {Place[]} */
  find(cited, use, named) {
    for (const { words, opens } of cited) {
      for (let size = words.length; size > 0; size--) {
        const [tail, ...rest] = words.slice(size);
        if (!(named || opens) || (rest.length && !opens)) break;
        const places = this.known(words.slice(0, size), use);
        const lettered = places.filter(({ piece, section }) => tail?.length < 3 && this.pieces[piece].letters.some((letter, n) => letter === tail && this.pieces[piece].home[n] === section));
        if (lettered.length) return lettered.map((place) => ({ ...place, tail }));
        if (places.length && (!tail || opens)) return places;
      }
    }
    return [];
  }

  /** Quello che indica un indirizzo incollato. @param {string} anchor @param {number[]} use @returns {Place | null} */
  pasted(anchor, use) {
    const places = use.flatMap((piece) =>
      this.pieces[piece].sections.flatMap(({ id }, section) =>
        `${anchor}.`.startsWith(`${id}.`) ? [{ piece, section, tail: anchor.slice(id.length + 1) }] : [],
      ),
    );
    return places.sort((a, b) => a.tail.length - b.tail.length)[0] ?? null;
  }
}

/** @param {Piece[]} pieces @param {number[]} use @param {string} number @param {string} text @param {Analysis} analysis @returns {[number, number][]} */
export function nearestSections(pieces, use, number, text, analysis) {
  const places = use.flatMap((p) => pieces[p].sections.map((section, s) => ({ section, p, s })));
  /** @type {[number, number, number][]} */
  let scored = [];
  const [chapter, ...rest] = number.split(".");
  const wanted = rest.join(".");
  for (const { section, p, s } of number ? places : []) {
    const [head, ...tail] = section.number.split(".");
    const last = tail.join(".");
    if (head === chapter && DIGITS.test(last) && DIGITS.test(wanted)) scored.push([Math.abs(Number(last) - Number(wanted)), p, s]);
  }
  if (!scored.length) {
    const pairs = (/** @type {string} */ words) => analysis.tokens(words).filter(({ term }) => term).map(({ word }) => bigrams(word));
    const words = analysis.tokens(text).filter(({ word, term }) => word.length > 2 && term).map(({ word }) => bigrams(word));
    for (const { section, p, s } of words.length ? places : []) {
      const titled = pairs(section.title);
      const best = Math.max(0, ...words.flatMap((a) => titled.map((b) => alike(a, b))));
      if (best >= LEAST) scored.push([-best, p, s]);
    }
  }
  scored.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return scored.slice(0, NEAREST).map(([, p, s]) => [p, s]);
}
