"""Check how books group into games, and which book of a game is in force."""

from collections.abc import Collection, Sequence

from scripts.model.book import Book, BookInfo
from scripts.model.problems import Place, Report, suggest


def check_games(books: Sequence[Book], slugs: Collection[str], report: Report) -> None:
    """Report books that contradict each other about their game or successor.

    `slugs`: of all books, those not in `books` included.
    """
    infos = {book.slug: book.info for book in books}
    first: dict[str, BookInfo] = {}
    for info in infos.values():
        place = Place(f"rules_src/{info.slug}/book.toml")
        if info.game_id and info.game_id in slugs:
            found = f"game_id = «{info.game_id}» è il nome di un libro"
            report.add(place, found, "un nome diverso da tutte le cartelle di rules_src")
        other = first.setdefault(info.game_id or info.slug, info)
        if other.game != info.game:
            found = f"game = «{info.game}», ma {other.slug} è dello stesso gioco e dice «{other.game}»"
            report.add(place, found, "lo stesso gioco in tutti i suoi documenti")
        if info.superseded_by:
            _check_successor(info, infos, slugs, place, report)


def _check_successor(
    info: BookInfo, infos: dict[str, BookInfo], slugs: Collection[str], place: Place, report: Report
) -> None:
    if info.superseded_by not in slugs:
        found = f"superseded_by = «{info.superseded_by}»: questo libro non c’è"
        report.add(place, found, "la cartella del libro in vigore", suggest(info.superseded_by, slugs))
        return
    successor = infos.get(info.superseded_by)
    if successor is None:  # one that could not be read, or that is not built this time
        return
    if not successor.in_force:
        found = f"superseded_by = «{successor.slug}», che è superato a sua volta"
        report.add(place, found, "il libro in vigore", successor.superseded_by)
    elif (successor.game_id or successor.slug) != (info.game_id or info.slug):
        found = f"superseded_by = «{successor.slug}», che è un altro gioco"
        report.add(place, found, f"un documento con game_id = «{info.game_id}»")
