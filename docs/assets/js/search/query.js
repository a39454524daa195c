// @ts-check
// Che cosa è stato scritto: giochi nominati, che cosa può citare, gruppi di alternative. search/engine/query.py.

import { characters, slice, THOUSANDS } from "../language/analysis.js";
import { phraseAt, takeBooks, taken } from "../language/books.js";
import { quantities } from "../language/numbers.js";
import { distance } from "../language/text.js";
import { INTERVAL } from "./ranking.js";

/** @typedef {import("../language/analysis.js").Token} Token */
/** @typedef {import("./pieces.js").Alternative} Alternative */
/** @typedef {import("./pieces.js").Words} Words */
/** @typedef {{terms: [string, number][], meant: string, known: boolean}} Reading */
/** @typedef {(word: string, term: string, last: boolean) => Reading} Read */
/** @typedef {{words: string[], opens: boolean}} Cited */
/** @typedef {{text: string, books: number[], cited: Cited[], groups: Alternative[][], wanted: Set<string>, amount: boolean, asking: string[], corrected: string, tried: string[], pasted: string}} Query */

const MAX_CHARACTERS = 300;
const MAX_TERMS = 16;
const NAME_LEAST = 5;
const NUMBERED = /^[0-9]+(?:\.[0-9]+)+$/;
const CITING = new Set("regola sezione sez capitolo cap punto articolo art paragrafo par lettera lett".split(" "));
const AMOUNTS = new Set("quanto quanta quanti quante".split(" "));
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const ADDRESS = /(?:^|\/r\/|#)([a-z]+(?:-[a-z0-9]+)+(?:\.[a-z0-9-]+)*)\/?(?:\?[^ ]*)?$/;
const SPACE = /[ \t\n\r\f\v\u00a0]$/;

/** @param {string} typed @param {Words} vocabulary @param {import("../language/analysis.js").Analysis} analysis @param {Read} read @returns {Query} */
export function parse(typed, vocabulary, analysis, read) {
  const text = slice(characters(typed), 0, MAX_CHARACTERS).normalize("NFC").replace(INVISIBLE, "");
  const every = analysis.tokens(text);
  const first = every.slice(0, 3 * MAX_TERMS);
  const [unfilled] = taken(first, analysis.fillers, vocabulary.longest);
  const asked = unfilled.some(({ term }) => term) ? unfilled : first; // «vuol dire», se non c’è altro, si cerca
  const corrected = new Map(
    asked
      .map((token) => /** @type {const} */ ([token.word, name(token, vocabulary, read)]))
      .filter(([, meant]) => meant)
  );
  const [unnamed, books] = takeBooks(
    asked.map((token) => ({ ...token, word: corrected.get(token.word) ?? token.word })),
    vocabulary
  );
  const [cited, tokens] = citations(unnamed);
  const typing = !SPACE.test(text) && (tokens.at(-1)?.end ?? 0) >= characters(text.replace(/["”!?.]+$/, "")).length;
  const last = typing ? tokens.at(-1) : undefined;
  const telling = tokens.filter((token) => token.term).slice(0, MAX_TERMS);
  const kept = telling.length ? telling : tokens.filter((token) => token === last);
  const readings = kept.map((token) => read(token.word, token.term, token === last));
  kept.forEach(({ word }, n) => readings[n].meant && corrected.set(word, readings[n].meant));
  const exact = quantities(analysis, text).filter(({ low, high, ordinal }) => low === high && !ordinal);
  const spans = new Map(exact.map(({ low, unit }) => [String(low), `${INTERVAL}${low} ${unit}`.trim()]));
  const { groups, tried } = grouped(kept, readings, spans, vocabulary);
  const words = every.map(({ word }) => corrected.get(word) ?? word);
  return {
    text,
    books,
    cited,
    groups,
    tried,
    wanted: new Set(groups.flatMap((group) => group.flatMap(({ terms }) => terms))),
    amount: words.some((word) => AMOUNTS.has(word)),
    asking: [...new Set(words.flatMap((word) => analysis.asking(word) || []))],
    corrected: replaced(text, every, corrected),
    pasted: ADDRESS.exec(text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, "").toLowerCase())?.[1] ?? ""
  };
}

/** I gruppi che dicono qualcosa, e le parole cercate. @param {Token[]} kept @param {Reading[]} readings @param {Map<string, string>} spans il termine che sta per gli intervalli in cui sta un numero scritto @param {Words} vocabulary */
function grouped(kept, readings, spans, vocabulary) {
  const best = readings.map((reading) => (reading.terms.length ? reading.terms[0][0] : ""));
  /** @type {Alternative[][]} */
  const groups = [];
  /** @type {Set<string>} */
  const tried = new Set();
  for (let i = 0, length = 1; i < kept.length; i += length) {
    const [size, others = []] = phraseAt(best, i, vocabulary.synonyms, vocabulary.longest);
    length = size;
    /** @type {Alternative[]} */
    const group =
      length > 1
        ? [{ terms: best.slice(i, i + length), weight: 100, books: [], guess: false }, ...others]
        : alternatives(readings[i], vocabulary);
    if (group.length || (kept[i].term && !readings[i].meant))
      for (const { word } of kept.slice(i, i + length)) tried.add(word);
    const span = spans.get(group.length ? group[0].terms[0] : kept[i].term); // anche quello che nessun testo dice: «77» fra 65 e 128
    if (span) group.push({ terms: [span], weight: 100, books: [], guess: false });
    if (group.length) groups.push(group);
  }
  return { groups, tried: [...tried] };
}

/** Quello che i modi di scrivere una citazione hanno in comune: «4d», «4, lettera d» → 4, d. @param {Token[]} tokens @returns {string[]} */
export function citing(tokens) {
  return tokens.flatMap(({ word }) =>
    CITING.has(word) ? [] : ((word === "appendice" ? "app" : word).match(/[0-9.]+|[a-z]+/g) ?? [])
  );
}

/** Se comincia con il numero di una sezione: uno solo davanti ad altre parole è una quantità («3 minuti di ritardo»). @param {string[]} words @param {boolean} said */
const opens = ([number, ...others], said) =>
  /^[0-9]/.test(number) && (said || /[0-9.]\.[0-9]/.test(number) || others.every((word) => word.length < 3));

/** Che cosa può citare: tutta la domanda, e quello che segue il numero di una sezione; numero e lettera non sono parole da cercare. @param {Token[]} tokens @returns {[Cited[], Token[]]} */
function citations(tokens) {
  const words = citing(tokens);
  const found = words.length ? [{ words, opens: opens(words, CITING.has(tokens[0].word)) }] : [];
  for (let i = 0; i < tokens.length; i++) {
    const { word } = tokens[i];
    const before = i ? tokens[i - 1].word : "";
    const letter = (before === "appendice" || before === "app") && /^[a-z]$/.test(word);
    const amount = THOUSANDS.test(word) && !CITING.has(before); // «2.000» non è una sezione
    if (!letter && (amount || !(NUMBERED.test(word) || (/^[0-9]/.test(word) && CITING.has(before))))) continue;
    found.push({ words: citing(tokens.slice(letter ? i - 1 : i)), opens: true });
    let after = i + 1;
    while (after < tokens.length && CITING.has(tokens[after].word)) after++;
    if (/^[a-z]{1,2}$/.test(tokens[after]?.word ?? "")) after++;
    return [found, [...tokens.slice(0, letter || CITING.has(before) ? i - 1 : i), ...tokens.slice(after)]];
  }
  return [found, tokens];
}

/** La parola del nome di un gioco che un’altra sbaglia di una lettera. @param {Token} token @param {Words} vocabulary @param {Read} read */
function name({ word, term }, vocabulary, read) {
  if (word.length < NAME_LEAST - 1 || !term) return "";
  const names = [...vocabulary.names.keys()]
    .filter((other) => other.length >= NAME_LEAST && !other.includes(" "))
    .sort();
  const found = names.find((other) => distance(word, other, 1) === 1) ?? "";
  return found && !read(word, term, false).known ? found : "";
}

/** @param {Reading} reading @param {Words} vocabulary */
function alternatives(reading, vocabulary) {
  return reading.terms.flatMap(([term, weight], number) => {
    const guess = number > 0 || !reading.known;
    const others = (guess && reading.known ? undefined : vocabulary.synonyms.get(term)) ?? [];
    return [
      { terms: [term], weight, books: [], guess },
      ...others.map((other) => ({ ...other, weight: Math.floor((other.weight * weight) / 100) }))
    ];
  });
}

/** @param {string} text @param {Token[]} tokens @param {Map<string, string>} corrected */
function replaced(text, tokens, corrected) {
  const points = characters(text);
  const wrong = tokens.filter(({ word }) => corrected.has(word));
  const mended = wrong.map(({ word, start }, n) => slice(points, wrong[n - 1]?.end ?? 0, start) + corrected.get(word));
  return wrong.length ? mended.join("") + slice(points, wrong[wrong.length - 1].end) : "";
}
