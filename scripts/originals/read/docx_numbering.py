"""Compute the numbers that Word shows before headings but does not store as text."""

import re
from collections.abc import Mapping
from typing import Any

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
Levels = Mapping[int, tuple[str, str, int]]  # level → form of its number ("%1.%2"), kind of figures, where it begins


def get_value(element: Any, path: str, default: str = "") -> str:
    """Return the `val` of the element at `path` ("pPr/pStyle") below another, else `default`."""
    found = element.find("/".join(f"{W}{name}" for name in path.split("/")))
    return str(found.get(f"{W}val", default)) if found is not None else default


class HeadingNumbers:
    """Count the headings of a Word document as Word does."""

    def __init__(self, document: Any) -> None:
        self.lists = _lists(document)
        self.styles = {style.style_id: style.element for style in document.styles}
        self.counts: dict[tuple[str, int], int] = {}

    def of(self, paragraph: Any) -> str:
        """Count a heading and return its number ("2.1"), or ''; call it in document order."""
        name, level = self._place(paragraph)
        levels = self.lists.get(name, {})
        if level not in levels:
            return ""
        form, _, start = levels[level]
        self.counts[name, level] = self.counts.get((name, level), start - 1) + 1
        for deeper in [key for key in self.counts if key[0] == name and key[1] > level]:
            del self.counts[deeper]

        def figure(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            _, kind, begin = levels.get(at, ("", "decimal", 1))
            return _write_number(self.counts.get((name, at), begin), kind)

        return re.sub(r"%(\d)", figure, form)

    def _place(self, paragraph: Any) -> tuple[str, int]:
        """Return (id of the numbered list, level) of a paragraph, from itself or its style."""
        for place in (paragraph.find(f"{W}pPr"), *self._chain(get_value(paragraph, "pPr/pStyle"))):
            if place is not None and place.find(f"{W}numPr") is not None:
                level = get_value(place, "numPr/ilvl", "0")
                return get_value(place, "numPr/numId"), int(level) if level.isdigit() else 0
        return "", 0

    def _chain(self, style: str) -> list[Any]:
        """Return the `pPr` elements (or None) of a style and of the styles on which it is based."""
        found: list[Any] = []
        while style in self.styles and len(found) < 10:
            element = self.styles[style]
            found.append(element.find(f"{W}pPr"))
            style = get_value(element, "basedOn")
        return found


def _lists(document: Any) -> dict[str, Levels]:
    try:
        numbering = document.part.numbering_part.element
    except (KeyError, NotImplementedError):  # a document without lists
        return {}
    kinds = {kind.get(f"{W}abstractNumId", ""): _levels(kind) for kind in numbering.iter(f"{W}abstractNum")}
    return {
        one.get(f"{W}numId", ""): kinds.get(get_value(one, "abstractNumId"), {}) for one in numbering.iter(f"{W}num")
    }


def _levels(kind: Any) -> Levels:
    return {
        int(level.get(f"{W}ilvl", "0")): (
            get_value(level, "lvlText"), get_value(level, "numFmt", "decimal"), int(get_value(level, "start", "1")),
        )
        for level in kind.iter(f"{W}lvl")
        if get_value(level, "numFmt", "decimal") not in ("bullet", "none")
    }  # fmt: skip


def _write_number(value: int, kind: str) -> str:
    if kind == "upperLetter" and 0 < value <= 26:
        return chr(64 + value)
    if kind == "upperRoman":
        written = ""
        for size, figure in ROMAN:
            while value >= size:
                written, value = written + figure, value - size
        return written
    return str(value)
