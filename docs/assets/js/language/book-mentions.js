// Find the games, documents and editions that a text names, as search/language/book_mentions.py.

/** @import { Analysis } from "./analysis.js" */
/** @import { Names, Token } from "./types" */

/**
 * Find the longest known phrase that starts at word `from`.
 * Returns its number of words and its value; [1, undefined] if none is known.
 * @template T @param {string[]} words @param {number} from @param {Map<string, T>} known phrase → value
 * @param {number} longest most words of a phrase @returns {[number, T | undefined]}
 */
export function phraseAt(words, from, known, longest) {
  for (let size = Math.min(longest, words.length - from); size > 0; size--) {
    const found = known.get(words.slice(from, from + size).join(" "));
    if (found) return [size, found];
  }
  return [1, undefined];
}

/**
 * Separate known phrases from the other words, from left to right, the longest phrase first.
 * Returns the other words, and the values of the phrases found, in order and with repeats.
 * @template T @param {Token[]} tokens
 * @param {Map<string, T>} known phrase, as the tokens' `word`s joined by spaces → value, which must be truthy
 * @param {number} longest most words of a phrase @returns {[Token[], T[]]}
 */
export function takeKnown(tokens, known, longest) {
  const words = tokens.map(({ word }) => word);
  const kept = [];
  const found = [];
  for (let i = 0; i < tokens.length;) {
    const [size, one] = phraseAt(words, i, known, longest);
    if (one) found.push(one);
    else kept.push(tokens[i]);
    i += size;
  }
  return [kept, found];
}

/**
 * Separate the names of games and documents from the other words.
 * Returns the other words, and the books meant. An edition mark («USA», «1.3», «2014») selects among the books named.
 * @template Book @param {Token[]} tokens @param {Names<Book>} names
 * @param {string | string[]} text the tokens' text, as `characters` returns it
 * @param {Analysis} analysis @returns {[Token[], Book[]]}
 */
export function namedBooks(tokens, { names, longest, marks }, text, analysis) {
  const [rest, named] = takeKnown(tokens, names, longest);
  // of «naruto, edizione USA» the second says more
  const wider = (/** @type {Book[]} */ one) =>
    named.some((other) => other.length < one.length && other.every((book) => one.includes(book)));
  let books = [...new Set(named.filter((one) => !wider(one)).flat())];
  const kept = rest.filter((token) => {
    const marked = Object.hasOwn(marks, token.word) ? marks[token.word] : [];
    const both = books.filter((book) => marked.includes(book));
    const n = tokens.indexOf(token);
    const [before, early] = [n - 1, n - 2].map((k) => (rest.includes(tokens[k]) ? tokens[k].word : "")); // "": a name
    const beside = n > 0 && !before;
    // «a Magic»: not the letter of a citation, as in «2.5 a Magic»
    if (token.word === "a" && tokens[n + 1] && !rest.includes(tokens[n + 1]) && !/^[0-9]/.test(before)) return false;
    if (marked.length && books.length && n > 1 && before === "e" && !early) {
      books = [...books, ...marked]; // «naruto italiano e USA»
      return false;
    }
    const is = marked.length && (both.length || !books.length);
    if (!is || !(beside || isMark(text, { tokens, n, named: both.length > 0 }, analysis))) return true;
    books = both.length ? both : marked;
    return false;
  });
  return [kept, books];
}

/**
 * Tell whether a word («USA», «1.3») marks an edition here; it may also be a verb, a language or an amount.
 * @param {string | string[]} text
 * @param {{tokens: Token[], n: number, named: boolean}} word the `n`th; `named`: a game of two editions is named
 * @param {Analysis} analysis
 */
function isMark(text, { tokens, n, named }, { data, editions: { cues, notAfter, verbs, before: follows } }) {
  const { word, start, end } = tokens[n];
  const before = n ? tokens[n - 1].word : "";
  const following = tokens[n + 1]?.word ?? "";
  // «standard 2014» names an edition, «2014 giocatori» does not
  if (cues.has(before) || (/^20\d\d$/.test(word) && !Object.hasOwn(data.units, following))) return true;
  if (/^[0-9]/.test(word) || notAfter.has(before)) return false;
  const upper = (/** @type {string | string[]} */ part) => isUpper([...part].join(""));
  if (upper(text.slice(start, end)) && !upper(text)) return true;
  if (!verbs.has(word)) return named;
  return before !== "" && (!following || follows.has(following));
}

/** Tell whether a text is in capital letters. @param {string} text */
const isUpper = (text) => text !== text.toLowerCase() && text === text.toUpperCase();
