"""Check that every reference, and every anchor ever published, leads somewhere."""

from __future__ import annotations

import difflib
import os.path
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scripts.model import references
from scripts.model.anchor_index import Anchor, AnchorKind, Anchors, follow_redirects, suggest_anchor
from scripts.model.book import Book, ColumnType, Rulebook, Table
from scripts.model.infraction import DecisionTable
from scripts.model.problems import Place, Report

GONE = "è stata pubblicata e non c’è più: ripristinala, o nomina quella che la sostituisce"


@dataclass(frozen=True)
class MissingAnchors:
    """Hold the published anchors that no longer lead anywhere.

    `ids`: these anchors; `lost`: slug of a missing book → its anchors; `books`: slugs of all
    books, missing ones included.
    """

    ids: Collection[str]
    lost: Mapping[str, Sequence[str]]
    books: Sequence[str]

    @classmethod
    def find(
        cls, anchors: Anchors, published: Iterable[str], retired: Mapping[str, str], books: Sequence[str]
    ) -> MissingAnchors:
        """Find the published anchors that have neither target nor existing successor.

        `retired`: anchor → its successor; `books`: slugs of the books read.
        """
        ids = dict.fromkeys(
            one for one in published if one not in anchors and follow_redirects(one, retired) not in anchors
        )
        lost = _find_lost_books(ids, books)
        return cls(ids.keys(), lost, [*books, *lost])

    @property
    def folders(self) -> dict[str, str]:
        """Map each missing anchor or book to the source folder where it should be: 'bang-1.b' → 'rules_src/bang'."""
        return {old: find_folder(old, self.books) for old in self.ids} | {
            book: f"rules_src/{book}" for book in self.lost
        }


def check_lock(
    anchors: Anchors,
    published: Collection[str],
    redirects: Mapping[str, tuple[str, Place]],
    gone: MissingAnchors,
    lock: Place,
    report: Report,
) -> None:
    """Report published anchors that vanished without redirect, and wrong redirects.

    `redirects`: retired anchor → (successor, place); a redirect is wrong if its anchor still exists or its successor
    does not. `gone`: the vanished anchors; `lock`: the file that lists the published ones.
    """
    retired = {old: new for old, (new, _) in redirects.items()}
    for book, ids in gone.lost.items():
        found = f"il libro «{book}» non c’è più, ma {len(ids)} delle sue ancore sono pubblicate"
        expected = f"la cartella rules_src/{book}, oppure le righe di redirects.tsv che dicono dove portano i suoi collegamenti"
        report.add(Place(f"rules_src/{book}/book.toml"), found, expected, loses=True)
    for old, section in _find_renamed(gone.ids, published, anchors):
        found = f"la sezione «{section.id}» sta al posto di «{old}», che è pubblicata"
        hint = (
            "se la sezione è un’altra, scrivi in rules_src/redirects.tsv dove portano i collegamenti a quella di prima"
        )
        report.add(section.place, found, f"{{#{old}}}, perché un’ancora pubblicata non cambia più", hint, loses=True)
    _check_chapters(gone.ids, gone.books, report)
    for anchor_id in gone.ids:
        report.add(
            lock,
            f"l’ancora pubblicata {anchor_id} non c’è più",
            "l’ancora al suo posto, o in redirects.tsv quella che la sostituisce",
            f"aggiungi a rules_src/redirects.tsv una riga «{anchor_id}<tab>nuova-ancora»",
            find_folder(anchor_id, gone.books),
        )
    for old, (new, place) in redirects.items():
        if old in anchors:
            found = f"{old} è ritirata ma esiste ancora in {anchors[old].place}"
            report.add(place, found, "un’ancora ritirata non si riusa", follows=find_folder(old, gone.books))
        if follow_redirects(new, retired) not in anchors:
            near = suggest_anchor(new, {id: anchor for id, anchor in anchors.items() if id != old})
            report.add(
                place, f"{old} porta a {new}, che non c’è", "un’ancora che esiste", near, find_folder(old, gone.books)
            )


def _check_chapters(gone: Collection[str], books: Collection[str], report: Report) -> None:
    """Report each chapter whose published anchors are all gone, unless its book is unreadable.

    `gone`: published anchors that are gone; `books`: slugs of all books.
    """
    losing = report.find_losing()
    for chapter in sorted(one for one in gone if "." not in one):
        folder, within = find_folder(chapter, books), [one for one in gone if one.startswith(f"{chapter}.")]
        if within and folder not in losing:
            found = f"il capitolo «{chapter}» non c’è più, ma {len(within) + 1} delle sue ancore sono pubblicate"
            expected = f"un file NN-nome.md che comincia con # … {{#{chapter}}}, o in redirects.tsv dove portano"
            report.add(Place(f"{folder}/"), found, expected, loses=True)


def _find_lost_books(gone: Iterable[str], books: Collection[str]) -> dict[str, list[str]]:
    """Map the slug of each missing book, guessed from its gone anchors, to these anchors."""
    groups: dict[str, list[str]] = {}
    for anchor_id in gone:
        if not find_folder(anchor_id, books):
            groups.setdefault(anchor_id.partition("-")[0], []).append(anchor_id)
    begins = [([one.rpartition("-")[0].replace("-", "/") for one in ids], ids) for ids in groups.values()]
    return {os.path.commonpath(parts).replace("/", "-"): ids for parts, ids in begins}


def _find_renamed(gone: Collection[str], published: Collection[str], anchors: Anchors) -> Iterator[tuple[str, Anchor]]:
    """Yield (id of a section that is gone, new section that seems to be the same one).

    `gone`: anchors that are gone; `published`: every anchor ever published.
    """
    for new in anchors.values() if gone else ():
        if new.kind is not AnchorKind.SECTION or new.id in published:
            continue
        tails = {one.id.removeprefix(f"{new.id}.") for one in anchors.values() if one.section == new.id} - {new.id}
        olds = [
            old for old in gone if old.startswith(f"{new.book}-") and any(f"{old}.{tail}" in gone for tail in tails)
        ]
        if near := difflib.get_close_matches(new.id, olds, n=1, cutoff=0.6):
            yield near[0], new


def find_folder(anchor_id: str, books: Iterable[str]) -> str:
    """Return the folder of an anchor's book: 'bang-1.2.a' → 'rules_src/bang'; '' if unknown."""
    found = max((slug for slug in books if anchor_id.startswith(f"{slug}-")), key=len, default="")
    return f"rules_src/{found}" if found else ""


def check_references(
    references: Iterable[tuple[str, Place]],
    anchors: Anchors,
    published: Collection[str],
    books: Iterable[str],
    report: Report,
) -> None:
    """Report references to unknown anchors, with the most similar ones.

    `references`: (anchor, place that names it); `published`: anchors ever published, for which no similar one is
    suggested; `books`: slugs of all books.
    """
    books, losing = list(books), report.find_losing()
    for target, place in references:
        if not target:
            hint = "separa le celle con una tabulazione" if place.file.endswith(".tsv") else ""
            report.add(place, "manca l’ancora", "un’ancora che esiste", hint)
        elif target not in anchors:
            folder = find_folder(target, books)
            follows = folder if target in published or folder in losing else ""
            # one that was published is no slip, and there may be hundreds
            near = GONE if target in published else suggest_anchor(target, anchors)
            report.add(place, f"il rimando a «{target}»", "un’ancora che esiste", near, follows)


def check_words(rulebook: Rulebook, anchors: Anchors, report: Report) -> None:
    """Report links whose words cite another rule than their target: «[[mtr-2.4|MTR 2.5]]»."""
    cited = {anchor.citation.casefold(): anchor.id for anchor in anchors.values()}
    for _, statement in rulebook.statements:
        for part in references.parse(statement.text):
            if (
                isinstance(part, references.Reference)
                and (other := cited.get(part.words.casefold(), part.target)) != part.target
            ):
                found = f"[[{part.target}|{part.words}]] porta a {part.target} e si legge {part.words}, che è {other}"
                report.add(
                    statement.place, found, "un rimando che porta dove dice", f"[[{other}]], oppure altre parole"
                )


def check_history(book: Book, anchors: Anchors, published: Collection[str], report: Report) -> None:
    """Report recorded changes and past editions of anchors that never existed.

    `published`: anchors ever published, which did exist.
    """
    told = [(revision.target, revision.place) for revision in book.revisions]
    told += [(anchor, edition.place) for edition in book.editions for anchor in edition.texts]
    for target, place in told:
        if target not in anchors and target not in published:
            expected = "un’ancora che esiste, o che è stata pubblicata"
            report.add(place, f"il rimando a «{target}»", expected, suggest_anchor(target, anchors))


def list_references(rulebook: Rulebook) -> Iterator[tuple[str, Place]]:
    """Yield (anchor, place) for every anchor that the sources name."""
    for _, statement in rulebook.statements:
        yield from _pair(statement.place, references.list_targets(statement.text))
    for book in rulebook.books:
        for _, table in book.tables:
            yield from _list_in_table(table)
        for decision in book.infractions:
            yield from _list_in_infraction(decision)
        yield from _list_in_penalties(book)
        for term in book.glossary:
            yield term.defined, term.place
        for related in book.related:
            yield from _pair(related.place, (related.source, related.target))
        for clock in book.clocks:
            yield from _pair(clock.place, filter(None, (clock.says, *clock.rules, *clock.end)))
    for comparison in rulebook.comparisons:
        for pair in comparison.pairs:
            yield from _pair(pair.place, filter(None, (pair.one, pair.other)))


def _list_in_penalties(book: Book) -> Iterator[tuple[str, Place]]:
    yield from _pair(book.roots_place, (*references.list_targets(book.scope), *book.unforeseen))
    for penalty in book.penalties:
        yield from _pair(penalty.place, (*penalty.cites, *penalty.record_cites, *filter(None, [penalty.section])))
    for escalation in book.escalations:
        yield from _pair(escalation.place, escalation.cites)
    for together in book.together:
        yield from _pair(together.place, together.cites)
    for story in book.uneventful:
        yield from _pair(story.place, filter(None, [story.rule]))


def _pair(place: Place, targets: Iterable[str]) -> Iterator[tuple[str, Place]]:
    return ((target, place) for target in targets)


def _list_in_table(table: Table) -> Iterator[tuple[str, Place]]:
    for note in table.notes:
        yield from _pair(table.place, references.list_targets(note))
    for row in table.rows:
        for cell, column in zip(row.cells, table.columns, strict=True):
            if column.type is ColumnType.REF and cell is not None:
                yield str(cell), row.place
            elif isinstance(cell, str):
                yield from _pair(row.place, references.list_targets(cell))


def _list_in_infraction(decision: DecisionTable) -> Iterator[tuple[str, Place]]:
    named = {"id": (decision.id,), "section": (decision.section,), "definition": decision.definition}
    for key, ids in {**named, "examples": decision.examples}.items():
        yield from ((target, decision.places.get(key, decision.place)) for target in ids)
    for row in decision.rows:
        yield from _pair(row.place, row.cites)
        yield from ((other.infraction, other.place) for other in row.others)
        for text in (*row.steps, *row.record, row.weighs):
            yield from _pair(row.place, references.list_targets(text))
