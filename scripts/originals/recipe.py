"""Parse `recipe.toml`, the settings for importing one book's original.

Places in the original are named by at most seven of its words, compared without case, accents, quotes and dashes. A bar
marks a place in them: "fine della |2.1| frase" marks the piece «2.1», "frase. | Titolo" the point between.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from scripts.edition import file_readers
from scripts.model.problems import Place, Report, SourceError

LONGEST_FRAGMENT = 7  # words
KEYS = set("document start end keep bullets bold_twice spurious_numbers furniture mend headings items table".split())  # noqa: SIM905
READ: Mapping[type, Callable[[Any], Any]] = {bool: bool, int: int}
WORDS = {"starts": "from"}  # fields whose key in the file is a word of Python
T = TypeVar("T")
Wrong = Callable[[str, str], None]  # reports what is wrong, and what was expected


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
    `starts`: the row at which each column begins, for 'staircase'; `entries`: for the shape 'list', the id of the table
    that names its rows; for the shape 'columns', 'columns' if each printed column becomes a row; `rows`: how many there must be, 0 for any;
    `columns`, `title`: for the table as we write it; `why`: a remark for whoever edits the recipe.
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
    why: str = ""


@dataclass(frozen=True)
class Recipe:
    """Hold the settings for importing one book's original.

    `document`: name of its file, if not the slug; `starts`, `ends`: first words of the rulebook, and of what follows
    it; `furniture`: what to remove from every page; `keeps`: repeated lines that are text; `bullets`: further signs that are bullets; `bold_twice`: bold words are
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
    furniture: tuple[re.Pattern[str], ...] = ()
    mends: tuple[Mend, ...] = ()
    hints: Mapping[str, Hint] = field(default_factory=dict)
    items: tuple[tuple[str, ...], ...] = ()
    tables: tuple[TableRecipe, ...] = ()


def read_recipe(root: Path, book: str) -> Recipe:
    """Return a book's import settings, defaults without a file; SourceError names every fault."""
    path = root / "rules_src" / book / "recipe.toml"
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
        starts=_texts(values.get("start", []), "start", wrong),
        ends=_texts(values.get("end", []), "end", wrong),
        keeps=_texts(values.get("keep", []), "keep", wrong),
        bullets=_texts(values.get("bullets", []), "bullets", wrong),
        bold_twice=bool(values.get("bold_twice", False)),
        spurious_numbers=(str(spurious["after"]), int(spurious["from"]), int(spurious["to"])) if spurious else None,
        furniture=tuple(_pattern(item, wrong) for item in blocks("furniture")),
        mends=tuple(_mend(item, wrong) for item in blocks("mend")),
        hints={name: _make(Hint, item, f"headings.{name}:", wrong) for name, item in headings.items()},
        items=tuple(_texts(item.get("starts", []), "starts", wrong) for item in blocks("items")),
        tables=tuple(_table(item, wrong) for item in blocks("table")),
    )
    for fragment in _list_fragments(recipe):
        if len(fragment.replace("|", " ").split()) > LONGEST_FRAGMENT:
            wrong(f"il frammento «{fragment}»", f"al massimo {LONGEST_FRAGMENT} parole dell’originale")
    return recipe


def _pattern(item: Mapping[str, Any], wrong: Wrong) -> re.Pattern[str]:
    try:
        return re.compile(str(item.get("pattern", "")))
    except re.error as error:
        wrong(f"pattern = {item.get('pattern')!r}: {error}", "un’espressione regolare")
        return re.compile(r"(?!)")


def _texts(value: Any, name: str, wrong: Wrong) -> tuple[str, ...]:
    """Return a list of texts; one text alone is a list of one."""
    given = [value] if isinstance(value, str) else value
    if isinstance(given, list) and all(isinstance(v, str) for v in given):
        return tuple(given)
    wrong(f"{name} = {value!r}", f'{name} = ["…"]')
    return ()


def _make(record: type[T], item: Mapping[str, Any], what: str, wrong: Wrong) -> T:
    """Make a dataclass instance from a TOML table with keys named like its fields.

    `what`: in Italian, for the message on keys that are no fields.
    """
    kinds = {WORDS.get(name, name): (name, kind) for name, kind in get_type_hints(record).items()}
    if extra := sorted(set(item) - set(kinds)):
        wrong(f"{what} {', '.join(extra)}", ", ".join(kinds))
    made: dict[str, Any] = {}
    for key, (name, kind) in kinds.items():
        if key in item and kind == tuple[str, ...]:
            made[name] = _texts(item[key], key, wrong)
        elif key in item:
            made[name] = tuple(map(int, item[key])) if kind == tuple[int, ...] else READ.get(kind, str)(item[key])
    return record(**made)


def _mend(item: Mapping[str, Any], wrong: Wrong) -> Mend:
    mend = _make(Mend, item, "una correzione con", wrong)
    if not mend.why or not mend.take:
        wrong(f"la correzione {dict(item)!r}", "why = il motivo, take = il frammento")
    if sum((bool(mend.to), mend.put is not None, mend.drop)) != 1:
        wrong(f"la correzione «{mend.take}»", "uno solo fra to, put e drop")
    return mend


def _table(item: Mapping[str, Any], wrong: Wrong) -> TableRecipe:
    needed = ("id", "section", "title", "after", "columns", "shape")
    if missing := [key for key in needed if key not in item]:
        wrong(f"alla tabella {item.get('id', '?')} manca {', '.join(missing)}", ", ".join(needed))
    return _make(TableRecipe, item, "una tabella con", wrong)


def _list_fragments(recipe: Recipe) -> list[str]:
    return [
        *(*recipe.starts, *recipe.ends, *recipe.keeps, *(start for starts in recipe.items for start in starts)),
        *(words for mend in recipe.mends for words in (mend.take, mend.through, mend.to, mend.put or "")),
        *(words for hint in recipe.hints.values() for words in (hint.at, hint.then)),
        *(words for table in recipe.tables for words in (table.after, table.until)),
    ]
