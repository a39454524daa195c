"""A chapter's lines with one thing changed: what `prontuario update` writes for a person. Nothing else moves.

Lines are told by the places that reading gave: a statement's or a heading's first line, counted from 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from scripts.edition import patterns


def restated(lines: Sequence[str], line: int, words: str) -> list[str]:
    """The statement's words are those given; its letter and its mark stay.

    ["a. Uno.", "   Due."], 1, "Tre." → ["a. Tre."]
    """
    match = patterns.statement.match(lines[line - 1])
    assert match is not None
    mark = patterns.marker.match(match["text"])
    return [*lines[: line - 1], f"{match['letter']}. {mark[0] if mark else ''}{words}", *lines[_end(lines, line) :]]


def without(lines: Sequence[str], line: int) -> list[str]:
    """The statement, or the heading, is gone, and the empty lines after it if some stand before it."""
    end = _end(lines, line)
    if line < 2 or not lines[line - 2].strip():
        while end < len(lines) and not lines[end].strip():
            end += 1
    return [*lines[: line - 1], *lines[end:]]


def with_block(lines: Sequence[str], heading: int, block: Sequence[str], apart: bool = False) -> list[str]:
    """The block stands at the end of the section whose heading is on that line; a statement right below the last one,
    unless it is to stand `apart`."""
    end = heading
    while end < len(lines) and not lines[end].startswith("#"):
        end += 1
    last = end
    while not lines[last - 1].strip():
        last -= 1
    below = patterns.statement.match(lines[last - 1]) or lines[last - 1].startswith((" ", "\t"))
    gap = [] if below and not apart else [""]
    rest = list(lines[end:])
    return [*lines[:last], *gap, *block, "", *rest] if rest else [*lines[:last], *gap, *block, *lines[last:]]


def retitled(line: str, title: str, number: str, page: int | None) -> str:
    """A heading's line with that title, number and page; its marks and its anchor stay."""
    match = patterns.heading.match(line)
    assert match is not None
    given = [match["attributes"].split()[0]]
    given += [f'n="{number}"' if " " in number else f"n={number}"] if number else []
    given += [f"p={page}"] if page else []
    return f"{match['marks']} {title} {{{' '.join(given)}}}"


def _end(lines: Sequence[str], line: int) -> int:
    """How many lines there are up to the end of what begins on that line."""
    end = line
    while end < len(lines) and lines[end].startswith((" ", "\t")) and lines[end].strip():
        end += 1
    return end
