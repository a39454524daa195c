"""Measure what decision tables cover: infractions, penalties, rules naming a penalty."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from scripts.model import references
from scripts.model.book import Book, Section, Statement, StatementKind
from scripts.model.incremental import memoise
from scripts.model.infraction import DecisionTable, Penalty
from scripts.penalties.decision_tree import combine_answers
from scripts.penalties.verdict import list_allowed

# How a text names a penalty; one that is not here is named by its id's words with any ending.
NAMES = {
    "ammonizione": r"ammonizion\w*|ammonit\w*",
    "ammonizione-verbale": r"ammonizion\w*|ammonit\w*",
    "ammonizione-ufficiale": r"ammonizion\w*|ammonit\w*",
    "espulsione": r"espulsion\w*|espuls[oiae]|espell\w*",
    "squalifica": r"squalific\w*",
    "nessuna": "",
    "altro-documento": "",
    "da-scrivere": "",
}


@dataclass(frozen=True)
class Coverage:
    """Hold how much of a rulebook its decision tables cover.

    `combinations`, `rows`: their numbers in all tables; `sections`: id of an infraction's section → ids of its tables;
    `penalties`: penalty id → ids of the tables that can give it; `named`: id of a rule that names a penalty → ids of
    the tables that cite the rule.
    """

    combinations: int
    rows: int
    sections: Mapping[str, tuple[str, ...]]
    penalties: Mapping[str, tuple[str, ...]]
    named: Mapping[str, tuple[str, ...]]


def name_pattern(penalty: Penalty) -> str:
    r"""Return a regex for a penalty's names: 'partita-persa' → 'partit\w* pers\w*'; '' if none."""
    return NAMES.get(penalty.id, " ".join(rf"{word[:-1]}\w*" for word in penalty.id.split("-")))


def find_naming_rules(book: Book) -> Iterator[tuple[Statement, str]]:
    """Yield the rules (no notes, no examples) whose text names a penalty, with the words found."""
    patterns = sorted({pattern for p in book.penalties if (pattern := name_pattern(p))})
    if not patterns:
        return
    naming = re.compile(rf"\b(?:{'|'.join(patterns)})\b", re.IGNORECASE)
    for section in book.sections:
        for statement in section.statements:
            words = references.render_plain(statement.text, lambda _: "")
            if statement.kind is StatementKind.RULE and (found := naming.search(words)):
                yield statement, found[0]


def find_citing(book: Book) -> dict[str, tuple[str, ...]]:
    """Map each anchor to the infractions whose verdicts cite it, directly or through a penalty."""
    found: dict[str, dict[str, None]] = {}

    def add(ids: tuple[str, ...], table: DecisionTable) -> None:
        for anchor_id in ids:
            found.setdefault(anchor_id, {})[table.id] = None

    for table in book.infractions:
        for row in table.rows:
            add(row.cites, table)
            for penalty_id in find_reachable_penalties(book, list_allowed(book, row)):
                penalty = book.penalty(penalty_id)
                add((*penalty.cites, *penalty.record_cites), table)
                own = (e for e in book.escalations if e.penalty == penalty_id and e.applies_to(row.infraction))
                add(tuple(c for e in own for c in e.cites), table)
    return {anchor: tuple(tables) for anchor, tables in found.items()}


def find_reachable_penalties(book: Book, penalties: tuple[str, ...]) -> tuple[str, ...]:
    """Return `penalties` and all that they bring or escalate to."""
    reached = list(penalties)
    for penalty in reached:  # grows while it is read
        more = (*book.penalty(penalty).brings, *(e.becomes for e in book.escalations if e.penalty == penalty))
        reached += [p for p in dict.fromkeys(more) if p not in reached]
    return tuple(reached)


def find_infraction_sections(book: Book) -> Iterator[Section]:
    """Yield the sections declared as infractions: 'mtr-5.*' means those directly below 'mtr-5'."""
    for name in book.infraction_roots:
        root, star, _ = name.partition(".*")
        depth = name.count(".")
        for section in book.sections:
            below = section.id.startswith(f"{root}.") and section.id.count(".") == depth
            if below if star else section.id == name:
                yield section


def measure_coverage(book: Book) -> Coverage:
    """Return how much a checked book's decision tables cover; cached."""
    return memoise(f"coverage {book.slug}", book, partial(_measure, book))


def _measure(book: Book) -> Coverage:
    cited = find_citing(book)
    reached = {
        p.id: tuple(
            t.id
            for t in book.infractions
            if any(p.id in find_reachable_penalties(book, list_allowed(book, r)) for r in t.rows)
        )
        for p in book.penalties
    }
    return Coverage(
        combinations=sum(1 for t in book.infractions for _ in combine_answers(t)),
        rows=sum(len(t.rows) for t in book.infractions),
        sections={s.id: tuple(t.id for t in find_tables(book, s)) for s in find_infraction_sections(book)},
        penalties=reached,
        named={s.id: cited.get(s.id, ()) for s, _ in find_naming_rules(book)},
    )


def find_tables(book: Book, section: Section) -> list[DecisionTable]:
    """Return the decision tables of a section."""
    return [t for t in book.infractions if t.section == section.id or t.id == section.id]
