// @ts-check
// The games, as the header of every page lists them: 'magic:Magic:magic-mtr,magic-ipg|bang:BANG!:bang'.

/**
 * @typedef {{id: string, name: string, books: string[]}} ListedGame `books`: its documents, those in force first
 */

/** Reads the list in the page. @returns {ListedGame[]} */
export function listedGames() {
  const list = document.querySelector(".oggi")?.getAttribute("data-giochi") ?? "";
  return list
    .split("|")
    .filter(Boolean)
    .map((one) => {
      const [id, name, books = id] = one.split(":");
      return { id, name, books: books.split(",") };
    });
}

/** Returns the books of a game, or a book alone. @param {string} id */
export const booksOf = (id) => listedGames().find((game) => game.id === id)?.books ?? [id];

/** Returns the id of the game that a book belongs to. @param {string} book */
export const gameOf = (book) => listedGames().find(({ books }) => books.includes(book))?.id ?? book;

/**
 * Returns what each game and each book is called where there is little room.
 * @returns {Record<string, string>}
 */
export const gameNames = () =>
  Object.fromEntries(
    listedGames().flatMap(({ id, name, books }) => [[id, name], ...books.map((book) => [book, name])])
  );
