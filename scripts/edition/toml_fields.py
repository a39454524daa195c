"""Read the keys of a TOML table by type; wrong values are reported with their line."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_type_hints

from scripts.edition import file_readers
from scripts.edition.source_syntax import SLUG
from scripts.edition.stray_markup import check_marks, check_sentence
from scripts.model.italian_format import set_typography, slugify
from scripts.model.problems import Place, Report, suggest

T = TypeVar("T")
IDENTIFIER = re.compile(rf"{SLUG}\Z")
KEY = re.compile(r"""\s*\[*\s*["']?(?P<name>[\w-]+)["']?\s*[=.\]]""")  # how a line begins that gives a key its value
SENTENCES = {"remedy", "record"}  # what a judge is told to do
NAME = re.compile(r"[\w’']+(?: [\w’']+)*\Z")  # words and nothing else
HEAD_KEYS = {"infractions", "base", "scope", "unforeseen", "kind", "definition", "examples"}  # of no block
SPOKEN = {"words", "once"}  # what people type, straight apostrophes and all


class Fields:
    """Read the keys of one TOML table by type.

    A missing or wrong value is reported and read as '', 0, False or (). `known`: allowed keys; `place`: line of the
    table; `places`: lines of single keys.
    """

    def __init__(
        self,
        values: Mapping[str, Any],
        place: Place,
        known: set[str],
        report: Report,
        places: Mapping[str, Place] = MappingProxyType({}),
    ) -> None:
        self.values, self.place, self.report, self.places = values, place, report, places
        self.misspelt: set[str] = set()  # what is missing because its name is written otherwise
        for key in sorted(set(values) - known):
            self.misspelt |= set(difflib.get_close_matches(key, known - set(values), n=1))
            near = "sta in cima al file, prima del primo [[…]]" if key in HEAD_KEYS else suggest(key, known)
            report.add(self.locate(key), f"la chiave «{key}»", f"una di {', '.join(sorted(known))}", near)

    def locate(self, key: str) -> Place:
        """Return the line of a key, else that of the table."""
        return self.places.get(key, self.place)

    def read_text(self, key: str, default: str | None = None) -> str:
        """Return a text, stripped; if the key is missing, `default`, or '' with a report."""
        value = self.values.get(key, default)
        if isinstance(value, str) and (value.strip() or default is not None):
            check_marks(value, self.locate(key), self.report)
            return value.strip()
        if key not in self.misspelt:
            self.report.add(
                self.locate(key), f"{key} = {value!r}" if value is not None else f"manca {key}", f'{key} = "…"'
            )
        return ""

    def read_number(self, key: str) -> int:
        """Return a whole number; 0 if missing or wrong, which is reported."""
        value = self.values.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.report.add(
            self.locate(key), f"{key} = {value!r}" if value is not None else f"manca {key}", f"{key} = un intero"
        )
        return 0

    def read_flag(self, key: str) -> bool:
        """Return a boolean; False if missing."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.report.add(self.locate(key), f"{key} = {value!r}", f"{key} = true, oppure niente")
        return value is True

    def read_texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts with curly apostrophes; () if missing."""
        value = self.values.get(key, [])
        if isinstance(value, list) and all(isinstance(v, str) and v.strip() for v in value):
            for text in sorted({text for text in value if value.count(text) > 1}):
                self.report.add(self.locate(key), f"{key}: «{text}» è scritto due volte", "una volta sola")
            for text in value:
                if key not in SPOKEN:
                    (check_sentence if key in SENTENCES else check_marks)(text, self.locate(key), self.report)
                elif not NAME.match(text.strip()):
                    expected = "parole e basta, come si dicono («ammonizione verbale»)"
                    self.report.add(self.locate(key), f"il nome «{text}»", expected)
            return tuple(set_typography(v).strip() for v in value)
        self.report.add(self.locate(key), f"{key} = {value!r}", f'{key} = ["…", "…"]')
        return ()

    def fill(self, record: type[T], optional: Collection[str] = (), /, **given: object) -> T:
        """Make a dataclass instance from the keys named like its fields.

        `optional`: fields that may be missing; `given`: values of other fields.
        """
        given["place"] = self.place
        for name, kind in get_type_hints(record).items():
            if name in given:
                continue
            if kind is str:
                given[name] = self.read_text(name, "" if name in optional else None)
            else:
                given[name] = self.read_flag(name) if kind is bool else self.read_texts(name)
        return record(**given)


def read_id(fields: Fields) -> str:
    """Return the key `id`; characters not allowed in links are reported."""
    found = fields.read_text("id")
    if not found or IDENTIFIER.match(found):
        return found
    near = slugify(found)
    fields.report.add(
        fields.locate("id"), f"id = «{found}»", "minuscole, cifre e trattini", f"forse {near}" if near else ""
    )
    return found


@dataclass(frozen=True)
class TomlFile:
    """Hold a TOML file of a book: its path, its text (to find lines) and its values."""

    file: str
    source: str
    values: Mapping[str, Any]

    @property
    def places(self) -> dict[str, Place]:
        """Map each of the file's top-level keys to its line."""
        places: dict[str, Place] = {}
        for number, line in enumerate(self.source.split("\n"), 1):
            if (key := KEY.match(line)) and key["name"] in self.values:
                places.setdefault(key["name"], Place(self.file, number))
        return places

    def read_head(self, known: set[str], report: Report) -> Fields:
        """Return the keys above all blocks; those not in `known` are reported."""
        return Fields(self.values, Place(self.file, 1), known, report, self.places)

    def read_blocks(self, name: str, known: set[str], report: Report) -> list[Fields]:
        """Return each block `[[name]]`; keys not in `known` are reported."""
        header = re.compile(rf"\s*\[\[\s*{name}\s*\]\]")
        lines = (n for n, line in enumerate(self.source.split("\n"), 1) if header.match(line))
        found = self.values.get(name, [])
        items = [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
        return [Fields(item, Place(self.file, next(lines, 0)), known, report) for item in items]


def open_toml(root: Path, path: Path, report: Report) -> TomlFile | None:
    """Read a TOML file; None if it is faulty or missing, which is reported."""
    values = file_readers.read_toml(root, path, report)
    if values is None:
        return None
    return TomlFile(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8-sig"), values)


def check_unique(
    named: Iterable[tuple[Place, str]], what: str, report: Report, expected: str = "un id diverso da tutti gli altri"
) -> None:
    """Report each name that two blocks share, at the second block.

    `named`: (line, name) pairs; `what`: in Italian what is named; `expected`: the message's advice.
    """
    seen: dict[str, Place] = {}
    for place, name in named:
        if (first := seen.setdefault(name, place)) != place:
            report.add(place, f"{what} «{name}» c’è già alla riga {first.line}", expected)


def find_repeated(values: Iterable[Any]) -> list[Any]:
    """Return the values that occur more than once, except None."""
    return [value for value, times in Counter(v for v in values if v is not None).items() if times > 1]
