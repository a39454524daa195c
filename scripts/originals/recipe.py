"""Parse `recipe.toml`: how to read one book's original.

A fragment is a few words of the original, fewer than eight, compared without case, accents, quotes and dashes.
A bar marks a place in it: "fine della |2.1| frase" marks the piece «2.1», "frase. | Titolo" the point between.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripts.edition import file_readers
from scripts.model.problems import Place, Report, SourceError

LONGEST_FRAGMENT = 7  # words
KEYS = set("document start end keep bullets bold_twice spurious_numbers furniture mend headings items table".split())  # noqa: SIM905
HEADING_KEYS = {"at", "then", "aliases", "absent"}
TABLE_KEYS = set(
    "id section title after until columns shape cells labels from entries moved rows why".split()  # noqa: SIM905
)


@dataclass(frozen=True)
class Furniture:
    """Hold a pattern of words that every page repeats."""

    pattern: re.Pattern[str]
    why: str


@dataclass(frozen=True)
class Mend:
    """Hold one repair of one place. `take` (to `through`) goes to `to`, or is dropped, or is replaced by `put`."""

    why: str
    take: str
    through: str = ""
    to: str = ""
    put: str | None = None
    drop: bool = False


@dataclass(frozen=True)
class Hint:
    """Say how a title is printed, and what follows it."""

    at: str = ""
    then: str = ""
    aliases: tuple[str, ...] = ()
    absent: bool = False


@dataclass(frozen=True)
class Items:
    """Hold the first words of each item of a list."""

    starts: tuple[str, ...]


@dataclass(frozen=True)
class TableRecipe:
    """Say where a printed table stands and how its cells follow."""

    id: str
    section: str
    title: str
    after: str
    until: str
    columns: tuple[str, ...]
    shape: str
    cells: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()
    entries: str = ""
    moved: tuple[str, ...] = ()
    rows: int = 0


@dataclass(frozen=True)
class Recipe:
    """Say how to read one book's original. `document`: its file's name without ending, where not the slug."""

    book: str
    document: str = ""
    starts: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()  # of lines that return on many pages and are text all the same
    bullets: tuple[str, ...] = ()
    bold_twice: bool = False
    spurious_numbers: tuple[str, int, int] | None = None
    furniture: tuple[Furniture, ...] = ()
    mends: tuple[Mend, ...] = ()
    hints: Mapping[str, Hint] = field(default_factory=dict)
    items: tuple[Items, ...] = ()
    tables: tuple[TableRecipe, ...] = ()


def recipe_path(root: Path, book: str) -> Path:
    return root / "rules_src" / book / "recipe.toml"


def read_recipe(root: Path, book: str) -> Recipe:
    """Read the book's recipe, or an empty one. Raises SourceError naming every wrong item."""
    path = recipe_path(root, book)
    if not path.exists():
        return Recipe(book)
    report = Report()
    values = file_readers.read_toml(root, path, report)
    recipe = parse_recipe(book, values or {}, path.relative_to(root).as_posix(), report)
    if report:
        raise SourceError(report)
    return recipe


def parse_recipe(book: str, values: Mapping[str, Any], file: str, report: Report) -> Recipe:
    """Parse TOML values; report what is wrong."""

    def wrong(what: str, expected: str) -> None:
        report.add(Place(file), what, expected)

    def texts(value: Any, name: str) -> tuple[str, ...]:
        given = [value] if isinstance(value, str) else value
        if isinstance(given, list) and all(isinstance(v, str) for v in given):
            return tuple(given)
        wrong(f"{name} = {value!r}", f'{name} = ["…"]')
        return ()

    def blocks(name: str) -> list[Mapping[str, Any]]:
        given = values.get(name, [])
        if isinstance(given, list) and all(isinstance(item, dict) for item in given):
            return given
        wrong(f"{name} = {given!r}", f"uno o più blocchi [[{name}]]")
        return []

    for key in sorted(set(values) - KEYS):
        wrong(f"la chiave «{key}»", f"una di {', '.join(sorted(KEYS))}")
    headings = values.get("headings", {})
    if not isinstance(headings, dict) or not all(isinstance(item, dict) for item in headings.values()):
        wrong(f"headings = {headings!r}", 'un blocco [headings] con righe come: "ancora" = { then = "…" }')
        headings = {}
    spurious = values.get("spurious_numbers")
    recipe = Recipe(
        book,
        document=str(values.get("document", "")),
        starts=texts(values.get("start", []), "start"),
        ends=texts(values.get("end", []), "end"),
        keeps=texts(values.get("keep", []), "keep"),
        bullets=texts(values.get("bullets", []), "bullets"),
        bold_twice=bool(values.get("bold_twice", False)),
        spurious_numbers=(str(spurious["after"]), int(spurious["from"]), int(spurious["to"])) if spurious else None,
        furniture=tuple(_furniture(item, wrong) for item in blocks("furniture")),
        mends=tuple(_mend(item, wrong) for item in blocks("mend")),
        hints={name: _hint(name, item, wrong, texts) for name, item in headings.items()},
        items=tuple(Items(texts(item.get("starts", []), "starts")) for item in blocks("items")),
        tables=tuple(_table(item, wrong, texts) for item in blocks("table")),
    )
    for fragment in _read_fragments(recipe):
        if len(fragment.replace("|", " ").split()) > LONGEST_FRAGMENT:
            wrong(f"il frammento «{fragment}»", f"al più {LONGEST_FRAGMENT} parole dell’originale")
    return recipe


Wrong = Callable[[str, str], None]
Texts = Callable[[Any, str], tuple[str, ...]]


def _furniture(item: Mapping[str, Any], wrong: Wrong) -> Furniture:
    try:
        pattern = re.compile(str(item.get("pattern", "")))
    except re.error as error:
        wrong(f"pattern = {item.get('pattern')!r}: {error}", "un’espressione regolare")
        pattern = re.compile(r"(?!)")
    return Furniture(pattern, str(item.get("why", "piè di pagina")))


def _mend(item: Mapping[str, Any], wrong: Wrong) -> Mend:
    extra = set(item) - {"why", "take", "through", "to", "put", "drop"}
    if extra:
        wrong(f"un rammendo con {', '.join(sorted(extra))}", "why, take, through, to, put, drop")
    mend = Mend(
        str(item.get("why", "")),
        str(item.get("take", "")),
        str(item.get("through", "")),
        str(item.get("to", "")),
        None if "put" not in item else str(item["put"]),
        bool(item.get("drop", False)),
    )
    if not mend.why or not mend.take:
        wrong(f"il rammendo {dict(item)!r}", "why = il motivo, take = il frammento")
    if sum((bool(mend.to), mend.put is not None, mend.drop)) != 1:
        wrong(f"il rammendo «{mend.take}»", "uno solo fra to, put e drop")
    return mend


def _hint(name: str, item: Mapping[str, Any], wrong: Wrong, texts: Texts) -> Hint:
    if set(item) - HEADING_KEYS:
        wrong(f"headings.{name}: {', '.join(sorted(set(item) - HEADING_KEYS))}", ", ".join(sorted(HEADING_KEYS)))
    return Hint(
        str(item.get("at", "")),
        str(item.get("then", "")),
        texts(item.get("aliases", []), "aliases"),
        bool(item.get("absent", False)),
    )


def _table(item: Mapping[str, Any], wrong: Wrong, texts: Texts) -> TableRecipe:
    if set(item) - TABLE_KEYS:
        wrong(f"una tabella con {', '.join(sorted(set(item) - TABLE_KEYS))}", ", ".join(sorted(TABLE_KEYS)))
    missing = [key for key in ("id", "section", "title", "after", "columns", "shape") if key not in item]
    if missing:
        wrong(
            f"alla tabella {item.get('id', '?')} manca {', '.join(missing)}",
            "id, section, title, after, columns, shape",
        )
    return TableRecipe(
        id=str(item.get("id", "")),
        section=str(item.get("section", "")),
        title=str(item.get("title", "")),
        after=str(item.get("after", "")),
        until=str(item.get("until", "")),
        columns=texts(item.get("columns", []), "columns"),
        shape=str(item.get("shape", "rows")),
        cells=texts(item.get("cells", []), "cells"),
        labels=texts(item.get("labels", []), "labels"),
        starts=tuple(int(n) for n in item.get("from", [])),
        entries=str(item.get("entries", "")),
        moved=texts(item.get("moved", []), "moved"),
        rows=int(item.get("rows", 0)),
    )


def _read_fragments(recipe: Recipe) -> list[str]:
    found = [*recipe.starts, *recipe.ends, *recipe.keeps]
    for mend in recipe.mends:
        found += [mend.take, mend.through, mend.to, mend.put or ""]
    for hint in recipe.hints.values():
        found += [hint.at, hint.then]
    for items in recipe.items:
        found += items.starts
    for table in recipe.tables:
        found += [table.after, table.until]
    return [fragment for fragment in found if fragment]
