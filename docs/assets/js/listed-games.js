// @ts-check
// Read the list of games in every page's header.
// 'magic:Magic:magic-mtr,magic-ipg|mtr:Magic 2014:mtr:magic-mtr'.

/**
 * @typedef {{id: string, name: string, books: string[], now: string}} ListedGame
 *   `books`: its documents, those in force first; `now`: the document in force, of one that is superseded
 */

/** @returns {ListedGame[]} */
export function listedGames() {
  const list = document.querySelector(".oggi")?.getAttribute("data-giochi") ?? "";
  return list
    .split("|")
    .filter(Boolean)
    .map((one) => {
      const [id, name, books = id, now = ""] = one.split(":");
      return { id, name, books: books.split(","), now };
    });
}

/** Return a game's books, or the single book. @param {string} id */
export const booksOf = (id) => listedGames().find((game) => game.id === id)?.books ?? [id];

/** @param {string} book */
export const gameOf = (book) => listedGames().find(({ books }) => books.includes(book))?.id ?? book;

/** Return the short labels of games and books. @returns {Record<string, string>} */
export const gameNames = () =>
  Object.fromEntries(
    listedGames().flatMap(({ id, name, books }) => [[id, name], ...books.map((book) => [book, name])])
  );

/** Return a result's document name, marked if superseded. @param {string} book @param {Record<string, string>} names */
export const documentLabel = (book, names) =>
  `${names[book] ?? book}${listedGames().some(({ id, now }) => now && id === book) ? " · superato" : ""}`;
