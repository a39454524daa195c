"""Group the books (rules documents) into games.

A user chooses a game; all its documents in force answer together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scripts.model.book import Book, BookInfo


@dataclass(frozen=True)
class Game:
    """Hold a game to choose, or one superseded document.

    `id`: the books' `game_id`, or the only book's slug; `label`: short name; `books`: slugs; `infractions`: slug of the
    book with decision tables, or ''.
    """

    id: str
    name: str
    label: str
    books: tuple[str, ...]
    infractions: str
    in_force: bool


def group_games(books: Sequence[Book]) -> tuple[Game, ...]:
    """Return the games in book order, superseded documents last."""
    groups: dict[str, list[Book]] = {}
    for book in sorted(books, key=lambda book: not book.info.in_force):
        own = book.slug if not book.info.in_force else book.info.game_id or book.slug
        groups.setdefault(own, []).append(book)
    current = [group[0].info.short_game for group in groups.values() if group[0].info.in_force]
    return tuple(
        Game(
            id=own,
            name=group[0].info.game,
            label=_label_game(group[0].info, shared=current.count(group[0].info.short_game) > 1),
            books=tuple(book.slug for book in group),
            infractions=next((book.slug for book in group if book.infractions), ""),
            in_force=group[0].info.in_force,
        )
        for own, group in groups.items()
    )


def _label_game(info: BookInfo, *, shared: bool) -> str:
    """Return a game's short name: 'BANG!', 'Magic 2014' if superseded.

    `shared`: several books have the game's name, and the code tells them apart ('Naruto IT').
    """
    if not info.in_force:
        return f"{info.short_game} {info.effective.year if info.effective else info.code}"
    return f"{info.game.split()[0]} {info.code.rpartition('-')[2]}" if shared else info.short_game


def label_books(games: Iterable[Game]) -> dict[str, str]:
    """Map each book's slug to the short name of its game."""
    return {slug: game.label for game in games for slug in game.books}
