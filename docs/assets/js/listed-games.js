// Read the list of games in the header of every page.
// In its `data-giochi`: 'magic:Magic:magic-mtr,magic-ipg|mtr:Magic 2014:mtr:magic-mtr', that is id, name, documents,
// and the document in force if the game's own is superseded.

/**
 * @typedef {{id: string, name: string, books: string[], now: string}} ListedGame
 *   `books`: codes of its documents, those in force first; `now`: code of the document in force if the game's own is
 *   superseded, else ""
 */

/** Return the site's games, in the order of the header. @returns {ListedGame[]} */
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

/** Return the codes of a game's documents; [id] if no game has that id. @param {string} id */
export const booksOf = (id) => listedGames().find((game) => game.id === id)?.books ?? [id];

/** Return the id of a document's game; if no game has it, the code itself. @param {string} book document code */
export const gameOf = (book) => listedGames().find(({ books }) => books.includes(book))?.id ?? book;

/** Map each game's id, and the codes of its documents, to the game's name. @returns {Record<string, string>} */
export const gameNames = () =>
  Object.fromEntries(
    listedGames().flatMap(({ id, name, books }) => [[id, name], ...books.map((book) => [book, name])])
  );

/**
 * Return a document's name for a search result, with « · superato» if it is superseded.
 * @param {string} book document code @param {Record<string, string>} names by document code
 */
export const documentLabel = (book, names) =>
  `${names[book] ?? book}${listedGames().some(({ id, now }) => now && id === book) ? " · superato" : ""}`;
