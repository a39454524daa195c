"""Edits of a chapter's lines for `prontuario update`; nothing else of the file moves.

A line is given by its number in the source, from 1: that of a statement's or a heading's first line.
"""

from __future__ import annotations

from collections.abc import Sequence

from scripts.edition import patterns


def restate(lines: Sequence[str], line: int, words: str) -> list[str]:
    """Return the lines with the statement at `line` reworded; its letter and marker are kept.

    ["a. Uno.", "   Due."], 1, "Tre." → ["a. Tre."]
    """
    match = patterns.statement.match(lines[line - 1])
    assert match is not None
    mark = patterns.marker.match(match["text"])
    return [
        *lines[: line - 1],
        f"{match['letter']}. {mark[0] if mark else ''}{words}",
        *lines[_find_end(lines, line) :],
    ]


def remove_block(lines: Sequence[str], line: int) -> list[str]:
    """Return the lines without the statement or heading, and without the empty lines it leaves doubled."""
    end = _find_end(lines, line)
    if line < 2 or not lines[line - 2].strip():
        while end < len(lines) and not lines[end].strip():
            end += 1
    return [*lines[: line - 1], *lines[end:]]


def append_block(lines: Sequence[str], heading: int, block: Sequence[str], apart: bool = False) -> list[str]:
    """Return the lines with a block at the end of the section whose heading is on that line.

    A statement follows the last one directly, unless it is to be `apart`.
    """
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


def retitle(line: str, title: str, number: str, page: int | None) -> str:
    """Return a heading's line with that title, number and page; its level and its anchor are kept."""
    match = patterns.heading.match(line)
    assert match is not None
    given = [match["attributes"].split()[0]]
    given += [f'n="{number}"' if " " in number else f"n={number}"] if number else []
    given += [f"p={page}"] if page else []
    return f"{match['marks']} {title} {{{' '.join(given)}}}"


def _find_end(lines: Sequence[str], line: int) -> int:
    """Return how many lines there are up to the end of what begins on that line."""
    end = line
    while end < len(lines) and lines[end].startswith((" ", "\t")) and lines[end].strip():
        end += 1
    return end
