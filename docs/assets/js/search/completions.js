// Complete what is being typed with titles, citations and terms.
import { fold } from "../language/fold-text.js";
/** @import { Engine } from "./engine.js" */

const COMPLETIONS = 4;
const TERMS = "../glossary/termini"; // of each book’s glossary

/**
 * Return up to four titles, citations and terms that have a word beginning with the text.
 * Those that begin with it first, then the shortest.
 * @param {Engine} engine @param {string} text @param {string} book the game or book searched, "" for all
 * @returns {Promise<string[]>}
 */
export async function complete(engine, text, book) {
  const typed = fold(text).trim();
  const { use: books } = engine.choose(book);
  // without a network: no terms
  await engine.load(TERMS, (terms) => (engine.glossary = terms)).catch(() => {});
  const use = books.every((slug) => engine.books.has(slug)) ? books : [await engine.openSections(book)];
  const names = engine.citations.sections(use).flatMap(({ title, citation }) => [title, citation]);
  const tables = use.flatMap((name) => engine.books.get(name)?.tables.map(([, title]) => title) ?? []);
  const terms = books.flatMap((slug) => engine.glossary[slug] ?? []);
  const place = (/** @type {string} */ name) => ` ${fold(name)}`.indexOf(` ${typed}`);
  return [...new Set([...names, ...tables, ...terms])]
    .filter((name) => place(name) >= 0 && fold(name) !== typed)
    .sort((a, b) => place(a) - place(b) || a.length - b.length)
    .slice(0, COMPLETIONS);
}
