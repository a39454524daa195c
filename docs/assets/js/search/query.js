// @ts-check
// Parse a typed query: books, citations, alternatives for each word.
// As search/engine/query.py.

import { characters, slice } from "../language/analysis.js";
import { namedBooks, phraseAt, takeKnown } from "../language/book-mentions.js";
import { quantities } from "../language/quantity-parser.js";
import { distance } from "../language/string-similarity.js";

/** @import { Token, Analysis } from "../language/analysis.js" */
/** @import { Reading, Spelling } from "../language/spelling.js" */
/** @import { Alternative, Group, Language, Query, Cited, Words } from "./types" */

const MAX_CHARACTERS = 300;
const MAX_TERMS = 16;
const MENDED_TERMS = 12; // a longer text is a message that was pasted, and not corrected
const NAME_LEAST = 5;
const JOINED_LEAST = 6;
const AMOUNTS = new Set("quanto quanta quanti quante many much".split(" "));
const PERSONS = new Set("chi cosa cos che qual quale quali who what which".split(" "));
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const ADDRESS = /(?:^|\/r\/|#)([a-z]+(?:-[a-z0-9]+)+(?:\.[a-z0-9-]+)*)\/?(?:\?[^ ]*)?$/;
const SPACE = /[ \t\n\r\f\v\u00a0]$/;
export const INTERVAL = "#";

/**
 * Parse a query; anything is one.
 * What is not a word is ignored, what is too long is cut.
 * @param {string} typed @param {Analysis} analysis
 * @param {(named: number[]) => Language} language how one speaks in the books that are searched if these are named
 * @param {(tokens: Token[], named: number[]) => [Cited, Token[]]} cite @returns {Query}
 */
export function parse(typed, analysis, language, cite) {
  const text = slice(characters(typed), 0, MAX_CHARACTERS).normalize("NFC").replace(INVISIBLE, "");
  const every = analysis.tokens(text);
  const first = every.slice(0, 3 * MAX_TERMS);
  const before = language([]);
  const [unfilled] = takeKnown(first, analysis.fillers, before.vocabulary.longest);
  // «vuol dire», if there is nothing else, is looked for
  const asked = unfilled.some(({ term }) => term) ? unfilled : first;
  const mending = asked.filter(({ term }) => term).length <= MENDED_TERMS;
  /** @type {Map<string, string>} */
  const corrected = new Map();
  for (const token of mending ? asked : []) {
    const meant = gameName(token, before);
    if (meant) corrected.set(token.word, meant);
  }
  const renamed = asked.map((token) => ({ ...token, word: corrected.get(token.word) ?? token.word }));
  const [unnamed, books] = namedBooks(renamed, before.vocabulary, characters(text), analysis);
  const spoken = language(books);
  const [cited, tokens] = cite(unnamed, books);
  const typing = !SPACE.test(text) && (tokens.at(-1)?.end ?? 0) >= characters(text.replace(/["”!?.]+$/, "")).length;
  const last = typing ? tokens.at(-1) : undefined;
  const telling = tokens.filter((token) => token.term).slice(0, MAX_TERMS);
  const kept = telling.length ? telling : tokens.filter((token) => token === last);
  const readings = kept.map(({ word, term }, n) => spoken.spelling.read(word, term, kept[n] === last, mending));
  if (mending) kept.forEach(({ word }, n) => readings[n].meant && corrected.set(word, readings[n].meant));
  const numbers = quantities(analysis, text).filter(({ low, high, ordinal }) => low === high && !ordinal);
  const spans = new Map(numbers.map(({ low, unit }) => [String(low), `${INTERVAL}${low} ${unit}`.trim()]));
  const words = every.map(({ word }) => corrected.get(word) ?? word);
  return {
    text,
    books,
    cited,
    groups: grouped({ tokens: kept, readings, spans }, spoken, analysis),
    spoken: every.flatMap(({ term }) => term || []),
    asks: [...new Set(words.flatMap((word) => analysis.asking(word) || []))],
    amount: words.some((word) => AMOUNTS.has(word)),
    wantsRule: !numbers.length && words.some((word) => PERSONS.has(word) || AMOUNTS.has(word)),
    corrected: replaced(text, every, corrected),
    pasted: ADDRESS.exec(text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, "").toLowerCase())?.[1] ?? ""
  };
}

/**
 * Group a query's words into terms and phrases with alternatives.
 * @param {object} query @param {Token[]} query.tokens @param {Reading[]} query.readings
 * @param {Map<string, string>} query.spans the term that stands for the intervals that hold a number
 * @param {Language} language @param {Analysis} analysis @returns {Group[]}
 */
function grouped({ tokens, readings, spans }, { vocabulary, spelling }, analysis) {
  const best = readings.map(({ terms }) => terms[0]?.[0] ?? "");
  const meant = (/** @type {string[]} */ terms) => [
    { terms, weight: 100, books: [], guess: false },
    ...(vocabulary.synonyms.get(terms.join(" ")) ?? [])
  ];
  /** @type {Group[]} */
  const groups = [];
  for (let i = 0, size = 1; i < tokens.length; i += size) {
    size = phraseAt(best, i, vocabulary.synonyms, vocabulary.longest)[0];
    const joined = size < 3 ? joinedTerm(tokens.slice(i, i + 2), spelling, analysis) : "";
    if (joined) size = 2;
    const reading = readings[i];
    /** @type {Alternative[]} */
    let found = [];
    if (size > 1) found = [[joined], best.slice(i, i + size)].filter((terms) => terms.every(Boolean)).flatMap(meant);
    else if (reading.joined.length) found = meant(reading.joined);
    else found = alternatives(reading, vocabulary);
    const span = spans.get(found.length ? found[0].terms[0] : tokens[i].term); // even of a number that no text says
    if (span) found = [...found, { terms: [span], weight: 100, books: [], guess: false }];
    if (found.length || (tokens[i].term && (reading.unknown || !reading.meant)))
      groups.push({ words: tokens.slice(i, i + size).map(({ word }) => word), alternatives: found });
  }
  return groups;
}

/**
 * Return a word's readings, each with its vocabulary entry.
 * @param {Reading} reading
 * @param {Words} vocabulary
 * @returns {Alternative[]}
 */
function alternatives({ terms, known }, { synonyms }) {
  return terms.flatMap(([term, weight], number) => {
    const guess = number > 0 || !known;
    const others = (guess && known ? undefined : synonyms.get(term)) ?? [];
    return [
      { terms: [term], weight, books: [], guess },
      ...others.map((other) => ({ ...other, weight: Math.floor((other.weight * weight) / 100) }))
    ];
  });
}

/**
 * Return the term of a word written in two: «play-off» → playoff; else "".
 * @param {Token[]} tokens
 * @param {Spelling} spelling
 * @param {Analysis} analysis
 */
function joinedTerm([one, other], spelling, analysis) {
  if (!other || other.start - one.end !== 1) return "";
  const word = one.word + other.word;
  const term = analysis.termOf(word);
  return word.length >= JOINED_LEAST && /^[a-z]+$/.test(word) && spelling.counts.has(term) ? term : "";
}

/**
 * Return the game's name that a word misspells by a letter; else "".
 * "" also for a word of its own.
 * @param {Token} token
 * @param {Language} language
 */
function gameName({ word, term }, { vocabulary, spelling }) {
  if (word.length < NAME_LEAST - 1 || !term || spelling.counts.has(term) || spelling.common.has(word)) return "";
  const names = [...vocabulary.names.keys()].filter((name) => name.length >= NAME_LEAST && !name.includes(" ")).sort();
  return names.find((name) => distance(word, name, 1) === 1) ?? "";
}

/** @param {string} text @param {Token[]} tokens @param {Map<string, string>} corrected */
function replaced(text, tokens, corrected) {
  const points = characters(text);
  const wrong = tokens.filter(({ word }) => corrected.has(word));
  const mended = wrong.map(({ word, start }, n) => slice(points, wrong[n - 1]?.end ?? 0, start) + corrected.get(word));
  return wrong.length ? mended.join("") + slice(points, wrong[wrong.length - 1].end) : "";
}

/** Return the terms that an excerpt marks. @param {Query} query */
export const wanted = ({ groups }) =>
  new Set(groups.flatMap(({ alternatives }) => alternatives.flatMap(({ terms }) => terms)));
