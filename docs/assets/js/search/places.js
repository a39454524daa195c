// @ts-check
// Dove sta quello che si cita, e che cosa offrire quando non si trova niente: search/engine/places.py e nearest.py.

import { takeBooks } from "../language/books.js";
import { alike, bigrams } from "../language/text.js";
import { once } from "./pieces.js";
import { citing } from "./query.js";

/** @typedef {import("./pieces.js").Section} Section */
/** @typedef {{piece: number, section: number, tail: string}} Place */

const NEAREST = 3;
const LEAST = 0.4;
const NUMBERED = /^([^.]*)\.([0-9]+)$/;

export class Places {
  /** @param {import("./pieces.js").Words} vocabulary @param {import("../language/analysis.js").Analysis} analysis @param {import("./pieces.js").Piece[]} pieces quelli arrivati */
  constructor(vocabulary, analysis, pieces) {
    this.vocabulary = vocabulary;
    this.analysis = analysis;
    this.pieces = pieces;
    /** @type {Map<string, Map<string, Place[]>>} */
    this.keys = new Map();
  }

  /** @param {number[]} use @returns {[Section, Place][]} */
  every(use) {
    return use.flatMap((piece) =>
      this.pieces[piece].sections.map(
        (section, n) => /** @type {[Section, Place]} */ ([section, { piece, section: n, tail: "" }])
      )
    );
  }

  /** Le sezioni secondo le parole della citazione, e poi del titolo. @param {number[]} use @returns {Map<string, Place[]>} */
  known(use) {
    return once(this.keys, use.join(), () => {
      /** @type {Map<string, Place[]>} */
      const keys = new Map();
      for (const name of /** @type {const} */ (["citation", "title"]))
        for (const [section, place] of this.every(use)) {
          const [words] = takeBooks(this.analysis.tokens(section[name]), this.vocabulary);
          const places = once(keys, citing(words).join(" "), () => []);
          if (!places.some((other) => other.piece === place.piece && other.section === place.section))
            places.push(place);
        }
      return keys;
    });
  }

  /** Le sezioni che una domanda cita, con la lettera dell’enunciato: la citazione più lunga con cui comincia; senza un gioco soltanto un numero lo è. @param {import("./query.js").Cited[]} cited @param {number[]} use @param {boolean} named @returns {Place[]} */
  find(cited, use, named) {
    for (const { words, opens } of cited) {
      for (let size = words.length; size > 0; size--) {
        const [tail, ...rest] = words.slice(size);
        if (!(named || opens) || (rest.length && !opens)) break;
        const places = this.known(use).get(words.slice(0, size).join(" ")) ?? [];
        const lettered = places.filter(
          ({ piece, section }) => /^[a-z]{1,2}$/.test(tail ?? "") && this.pieces[piece].under(section, tail) >= 0
        );
        if (lettered.length) return lettered.map((place) => ({ ...place, tail }));
        if (places.length && (!tail || opens)) return places;
      }
    }
    return [];
  }

  /** Quello che indica un indirizzo incollato. @param {string} anchor @param {number[]} use @returns {Place | undefined} */
  pasted(anchor, use) {
    const above = this.every(use).filter(([{ id }]) => `${anchor}.`.startsWith(`${id}.`));
    return above
      .map(([{ id }, place]) => ({ ...place, tail: anchor.slice(id.length + 1) }))
      .sort((a, b) => a.tail.length - b.tail.length)[0];
  }

  /** Le sezioni con il numero più vicino nello stesso capitolo o, se non ce n’è, con una parola del titolo simile a una scritta. @param {number[]} use @param {string} number @param {string} text */
  nearest(use, number, text) {
    const every = this.every(use);
    const [, chapter, wanted] = NUMBERED.exec(number) ?? [];
    let scored = every.flatMap(([section, place]) => {
      const [, head, last] = NUMBERED.exec(section.number) ?? [];
      return wanted && last && head === chapter ? [{ place, away: Math.abs(Number(last) - Number(wanted)) }] : [];
    });
    if (!scored.length) {
      const pairs = (/** @type {string} */ said, least = 0) =>
        this.analysis.tokens(said).flatMap(({ word, term }) => (term && word.length >= least ? [bigrams(word)] : []));
      const words = pairs(text, 3);
      const like = every.map(([{ title }, place]) => ({
        place,
        away: -Math.max(0, ...pairs(title).flatMap((a) => words.map((b) => alike(a, b))))
      }));
      scored = like.filter(({ away }) => -away >= LEAST);
    }
    return scored
      .sort((a, b) => a.away - b.away)
      .slice(0, NEAREST)
      .map(({ place }) => place);
  }
}
