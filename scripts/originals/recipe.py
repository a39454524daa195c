"""Parse `recipe.toml`, the settings for importing one book's original.

Places in the original are named by at most seven of its words, compared without case, accents, quotes and dashes. A bar
marks a place in them: "fine della |2.1| frase" marks the piece «2.1», "frase. | Titolo" the point between.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from scripts.edition import file_readers
from scripts.model.problems import Place, Report, SourceError

LONGEST_FRAGMENT = 7  # words
KEYS = set("document start end keep bullets bold_twice spurious_numbers furniture mend headings items table".split())  # noqa: SIM905
HEADING_KEYS = {"at", "then", "aliases", "absent"}
MEND_KEYS = ("why", "take", "through", "to", "put", "drop")
TABLE_KEYS = set("id section title after until columns shape cells labels from entries rows why".split())  # noqa: SIM905
LISTS = {"aliases", "columns", "cells", "labels"}
T = TypeVar("T")


@dataclass(frozen=True)
class Furniture:
    """Hold a `pattern` of words to remove from every page; `why`: the reason, in Italian."""

    pattern: re.Pattern[str]
    why: str


@dataclass(frozen=True)
class Mend:
    """Hold one repair of the original, at places given by words.

    The piece `take`, or all from `take` to `through`, is moved to `to`, dropped (`drop`), or replaced by `put`. `why`:
    the reason, for the log.
    """

    why: str = ""
    take: str = ""
    through: str = ""
    to: str = ""
    put: str | None = None
    drop: bool = False


@dataclass(frozen=True)
class Hint:
    """Hold what helps to find a title.

    `at`: words where it stands; `then`: words after it; `aliases`: other wordings; `absent`: it is not printed.
    """

    at: str = ""
    then: str = ""
    aliases: tuple[str, ...] = ()
    absent: bool = False


@dataclass(frozen=True)
class TableRecipe:
    """Hold where a printed table stands in the original, and how its cells follow one another.

    `section`: that holds it; `after`, `until`: words before and after it; `shape`: 'rows', 'columns', … (see
    `table_reconstruction`); `cells`: a regular expression for each column; `labels`: words printed before rows;
    `starts`: the row at which each column begins, for 'staircase'; `entries`: for 'list' the id of the table that names
    them, for 'columns' the word 'columns' if each column becomes a row; `rows`: how many there must be, 0 for any;
    `columns`, `title`: for the table as we write it.
    """

    id: str = ""
    section: str = ""
    title: str = ""
    after: str = ""
    until: str = ""
    columns: tuple[str, ...] = ()
    shape: str = "rows"
    cells: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()
    entries: str = ""
    rows: int = 0


@dataclass(frozen=True)
class Recipe:
    """Hold the settings for importing one book's original.

    `document`: name of its file, if not the slug; `starts`, `ends`: first words of the rulebook, and of what follows
    it; `keeps`: repeated lines that are text; `bullets`: further signs that are bullets; `bold_twice`: bold words are
    in the file twice; `spurious_numbers`: (words, m, n) if a converter added the list numbers "m." to "n." after these
    words, which are removed; `hints`: by section id; `items`: the first words of each item, list by list.
    """

    book: str
    document: str = ""
    starts: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    bullets: tuple[str, ...] = ()
    bold_twice: bool = False
    spurious_numbers: tuple[str, int, int] | None = None
    furniture: tuple[Furniture, ...] = ()
    mends: tuple[Mend, ...] = ()
    hints: Mapping[str, Hint] = field(default_factory=dict)
    items: tuple[tuple[str, ...], ...] = ()
    tables: tuple[TableRecipe, ...] = ()


def recipe_path(root: Path, book: str) -> Path:
    """Return the path of a book's `recipe.toml`."""
    return root / "rules_src" / book / "recipe.toml"


def read_recipe(root: Path, book: str) -> Recipe:
    """Return a book's import settings, defaults without a file; SourceError names every fault."""
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
    """Return the settings in a parsed `recipe.toml`; faults are reported."""

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
        mends=tuple(_mend(item, wrong, texts) for item in blocks("mend")),
        hints={name: _hint(name, item, wrong, texts) for name, item in headings.items()},
        items=tuple(texts(item.get("starts", []), "starts") for item in blocks("items")),
        tables=tuple(_table(item, wrong, texts) for item in blocks("table")),
    )
    for fragment in _read_fragments(recipe):
        if len(fragment.replace("|", " ").split()) > LONGEST_FRAGMENT:
            wrong(f"il frammento «{fragment}»", f"al massimo {LONGEST_FRAGMENT} parole dell’originale")
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


def _make(record: Callable[..., T], keys: Collection[str], item: Mapping[str, Any], texts: Texts) -> T:
    """Make a record whose fields `keys` have the values of a TOML table, if given.

    `record`: its class; `texts(value, name)`: reads a list of texts.
    """
    read: Mapping[str, Callable[[Any], Any]] = {"drop": bool, "absent": bool, "rows": int}
    values = {key: item[key] for key in keys if key in item}
    return record(**{k: texts(v, k) if k in LISTS else read.get(k, str)(v) for k, v in values.items()})


def _mend(item: Mapping[str, Any], wrong: Wrong, texts: Texts) -> Mend:
    if extra := set(item) - set(MEND_KEYS):
        wrong(f"una correzione con {', '.join(sorted(extra))}", ", ".join(MEND_KEYS))
    mend = _make(Mend, MEND_KEYS, item, texts)
    if not mend.why or not mend.take:
        wrong(f"la correzione {dict(item)!r}", "why = il motivo, take = il frammento")
    if sum((bool(mend.to), mend.put is not None, mend.drop)) != 1:
        wrong(f"la correzione «{mend.take}»", "uno solo fra to, put e drop")
    return mend


def _hint(name: str, item: Mapping[str, Any], wrong: Wrong, texts: Texts) -> Hint:
    if extra := set(item) - HEADING_KEYS:
        wrong(f"headings.{name}: {', '.join(sorted(extra))}", ", ".join(sorted(HEADING_KEYS)))
    return _make(Hint, HEADING_KEYS, item, texts)


def _table(item: Mapping[str, Any], wrong: Wrong, texts: Texts) -> TableRecipe:
    if extra := set(item) - TABLE_KEYS:
        wrong(f"una tabella con {', '.join(sorted(extra))}", ", ".join(sorted(TABLE_KEYS)))
    needed = ("id", "section", "title", "after", "columns", "shape")
    if missing := [key for key in needed if key not in item]:
        wrong(f"alla tabella {item.get('id', '?')} manca {', '.join(missing)}", ", ".join(needed))
    table = _make(TableRecipe, TABLE_KEYS - {"from", "why"}, item, texts)
    return replace(table, starts=tuple(int(n) for n in item.get("from", [])))


def _read_fragments(recipe: Recipe) -> list[str]:
    found = [*recipe.starts, *recipe.ends, *recipe.keeps]
    for mend in recipe.mends:
        found += [mend.take, mend.through, mend.to, mend.put or ""]
    for hint in recipe.hints.values():
        found += [hint.at, hint.then]
    for starts in recipe.items:
        found += starts
    for table in recipe.tables:
        found += [table.after, table.until]
    return [fragment for fragment in found if fragment]
