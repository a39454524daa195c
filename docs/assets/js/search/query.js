// Parse a typed query, once: books, citations, alternatives for each word, as search/engine/query.py.
import { characters, slice } from "../language/analysis.js";
import { namedBooks, phraseAt, takeKnown } from "../language/book-mentions.js";
import { quantities } from "../language/quantity-parser.js";
import { distance } from "../language/string-similarity.js";
/** @import { Analysis } from "../language/analysis.js" */
/** @import { Token } from "../language/types" */
/** @import { Reading } from "../language/types" */
/** @import { Citations } from "./query-citations.js" */
/** @import { Alternative, Group, Query, Searched } from "./types" */

const MAX_CHARACTERS = 300;
const MAX_TERMS = 16;
const MENDED_TERMS = 12; // a longer text is a message that was pasted, and not corrected
const NAME_LEAST = 5;
const JOINED_LEAST = 6;
const AMOUNTS = new Set("quanto quanta quanti quante many much".split(" "));
const PERSONS = new Set("chi cosa cos che qual quale quali who what which".split(" "));
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const ADDRESS = /(?:^|\/r\/|#)([a-z]+(?:-[a-z0-9]+)+(?:\.[a-z0-9-]+)*)\/?(?:\?[^ ]*)?$/;
const SCORE = /(^|[^\w.,/+-])(\+?[0-9](?: ?[-/] ?\+?[0-9])+)(?![\w/-]|[.,][0-9])/g;
export const INTERVAL = "#";

/**
 * Parse a typed query: books, citations, and alternatives for each word.
 * What is no word is ignored, what is too long is cut.
 * @param {string} typed @param {boolean} chosen whether a book or game is chosen
 * @param {(named: string[]) => Searched} search returns what is searched, given the books that the query names
 * @param {Citations} citations @returns {Query}
 */
export function parse(typed, chosen, search, citations) {
  const { analysis } = citations;
  const text = slice(characters(typed), 0, MAX_CHARACTERS).normalize("NFC").replace(INVISIBLE, "");
  const every = analysis.tokens(text);
  const first = every.slice(0, 3 * MAX_TERMS);
  const all = search([]);
  const [unfilled] = takeKnown(first, analysis.fillers, all.vocabulary.longest);
  const asked = unfilled.some(({ term }) => term) ? unfilled : first; // «vuol dire», if there is nothing else
  const mending = asked.filter(({ term }) => term).length <= MENDED_TERMS;
  /** @type {Map<string, string>} */
  const meant = new Map();
  const correct = (/** @type {Token} */ { word }, /** @type {string} */ right) =>
    void (mending && right && meant.set(word, right));
  for (const token of asked) correct(token, gameName(token, all));
  const renamed = asked.map((token) => ({ ...token, word: meant.get(token.word) ?? token.word }));
  const [unnamed, books] = namedBooks(renamed, all.vocabulary, characters(text), analysis);
  const searched = search(books);
  const { use, spelling } = searched;
  const [cited, others] = citations.read(unnamed, use, chosen || books.length > 0, spelling.counts);
  const rest = joinScores(others, text, spelling.counts);
  const typing = (rest.at(-1)?.end ?? 0) >= characters(text.replace(/["”!?.]+$/, "")).length;
  const last = typing ? rest.at(-1) : undefined;
  const telling = rest.filter((token) => token.term).slice(0, MAX_TERMS);
  const kept = telling.length ? telling : rest.filter((token) => token === last);
  const readings = kept.map((token) => spelling.read(token.word, token.term, token === last, mending));
  kept.forEach((token, n) => correct(token, readings[n].meant));
  const numbers = quantities(analysis, text).filter(({ low, high, ordinal }) => low === high && !ordinal);
  const spans = new Map(numbers.map(({ low, unit }) => [String(low), `${INTERVAL}${low} ${unit}`.trim()]));
  const words = every.map(({ word }) => meant.get(word) ?? word);
  const groups = group(kept, readings, spans, searched, analysis);
  const amount = words.some((word) => AMOUNTS.has(word));
  return {
    books,
    searched,
    cited,
    groups,
    typed: [...new Set(groups.flatMap(({ alternatives: [first] }) => first?.terms ?? []))],
    wanted: new Set(groups.flatMap(({ alternatives }) => alternatives.flatMap(({ terms }) => terms))),
    spoken: every.flatMap(({ term }) => term || []),
    asks: [...new Set(words.flatMap((word) => analysis.asking(word) || []))],
    amount,
    wantsRule: amount || words.some((word) => PERSONS.has(word)),
    corrected: replaceWords(text, every, meant),
    pasted: ADDRESS.exec(text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, "").toLowerCase())?.[1] ?? ""
  };
}

/**
 * Return the words, those of a score or counter joined: «1 - 1» → 1-1, «+1/+1» → 1/1.
 * Only of a score that some text of the books has.
 * @param {Token[]} tokens @param {string} text that they are of
 * @param {Map<string, number>} counts number of documents by term @returns {Token[]}
 */
function joinScores(tokens, text, counts) {
  const plain = Array.from(text, (point) => point[0]).join(""); // a unit for a character, as in the places of words
  for (const { 0: all, 2: score, index } of plain.matchAll(SCORE)) {
    const [word, end] = [score.replace(/[ +]/g, ""), index + all.length];
    const outside = tokens.filter((token) => token.start < end - score.length || token.start >= end);
    if (outside.length === tokens.length || !counts.has(word)) continue;
    const joined = { word, start: end - score.length, end, term: word };
    tokens = [...outside, joined].sort((a, b) => a.start - b.start);
  }
  return tokens;
}

/**
 * Group a query's words into terms and known phrases, each with its alternatives.
 * @param {Token[]} tokens @param {Reading[]} readings what each token may stand for
 * @param {Map<string, string>} spans by number, the term for intervals that contain it
 * @param {Searched} searched @param {Analysis} analysis @returns {Group[]}
 */
function group(tokens, readings, spans, { vocabulary: { synonyms, longest }, spelling }, analysis) {
  const best = readings.map(({ terms }) => terms[0]?.[0] ?? "");
  const alone = (/** @type {string[]} */ terms) => ({ terms, weight: 100, books: [], guess: false });
  /** Return terms with their synonyms; [] if one is "". @param {string[]} terms @returns {Alternative[]} */
  const mean = (terms) => (terms.every(Boolean) ? [alone(terms), ...(synonyms.get(terms.join(" ")) ?? [])] : []);
  const groups = [];
  for (let i = 0, size = 1; i < tokens.length; i += size) {
    const reading = readings[i];
    size = phraseAt(best, i, synonyms, longest)[0];
    const joined = size < 3 ? join(tokens[i], tokens[i + 1], analysis) : "";
    const compound = spelling.counts.has(joined) ? joined : "";
    if (compound) size = 2;
    let found = reading.joined.length ? mean(reading.joined) : alternatives(reading, synonyms);
    if (size > 1) found = [...mean([compound]), ...mean(best.slice(i, i + size))];
    const span = spans.get(found.length ? found[0].terms[0] : tokens[i].term); // even of a number that no text says
    if (span) found = [...found, alone([span])];
    if (found.length || (tokens[i].term && (reading.unknown || !reading.meant)))
      groups.push({ words: tokens.slice(i, i + size).map(({ word }) => word), alternatives: found });
  }
  return groups;
}

/**
 * Return what a word may stand for, with synonyms and weights in percent.
 * @param {Reading} reading @param {Map<string, Alternative[]>} synonyms @returns {Alternative[]}
 */
function alternatives({ terms, known }, synonyms) {
  return terms.flatMap(([term, weight], number) => {
    const others = (number && known ? undefined : synonyms.get(term)) ?? [];
    const weighed = others.map((other) => ({ ...other, weight: Math.floor((other.weight * weight) / 100) }));
    return [{ terms: [term], weight, books: [], guess: number > 0 || !known }, ...weighed];
  });
}

/**
 * Return the term of two neighbouring words written as one: «play-off» → playoff; "" if too short or not letters.
 * @param {Token} one @param {Token} other @param {Analysis} analysis
 */
function join(one, other, analysis) {
  const word = other && other.start - one.end === 1 ? one.word + other.word : "";
  return word.length >= JOINED_LEAST && /^[a-z]+$/.test(word) ? analysis.termOf(word) : "";
}

/**
 * Return the game's name that a word misspells by one edit; "" if none, or if it is a known word itself.
 * @param {Token} token @param {Searched} searched
 */
function gameName({ word, term }, { vocabulary, spelling: { counts, common } }) {
  if (word.length < NAME_LEAST - 1 || !term || counts.has(term) || common.has(word)) return "";
  const names = [...vocabulary.names.keys()].filter((name) => name.length >= NAME_LEAST && !name.includes(" ")).sort();
  return names.find((name) => distance(word, name, 1) === 1) ?? "";
}

/**
 * Return a text with words corrected; "" if none was.
 * @param {string} text @param {Token[]} tokens @param {Map<string, string>} meant the right word by the one typed
 */
function replaceWords(text, tokens, meant) {
  const points = characters(text);
  const wrong = tokens.filter(({ word }) => meant.has(word));
  const mended = wrong.map(({ word, start }, n) => slice(points, wrong[n - 1]?.end ?? 0, start) + meant.get(word));
  return wrong.length ? mended.join("") + slice(points, wrong[wrong.length - 1].end) : "";
}
