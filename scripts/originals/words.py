"""What the readers give and the stages take: lines with their page, and the same thing as one row of words."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, compress, count

INSIDE_NUMBER = re.compile(r"(?<=\d)[.,:/×*+=–-](?=\d)")
STEM = 4
FUNCTION_WORDS = frozenset(
    "a ad al alla alle ai agli all con da dal dalla dai dei del della delle degli di e ed fra gli i il in la le lo "  # noqa: SIM905
    "nei nel nella nelle o per su sul sulla sui tra un una uno che se non the of".split()
)


@dataclass(frozen=True)
class Line:
    """One line as read. `page` counts from 1, 0 = unknown; `level` > 0 where the file says that it is a heading."""

    text: str
    page: int = 0
    level: int = 0


@dataclass(frozen=True)
class Discard:
    """Words that are no part of the rulebook: why, the words themselves, the line (from 1) where they stood."""

    why: str
    text: str
    line: int


@dataclass(frozen=True)
class Rewrite:
    """Words that a stage rewrote: which stage, before, after, line."""

    stage: str
    before: str
    after: str
    line: int


@dataclass(frozen=True)
class Logs:
    """What the stages did. `warnings` are for whoever imports, in Italian."""

    discards: tuple[Discard, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    warnings: tuple[str, ...] = ()

    def __add__(self, other: Logs) -> Logs:
        return Logs(self.discards + other.discards, self.rewrites + other.rewrites, self.warnings + other.warnings)


@lru_cache(maxsize=1 << 16)
def fold(word: str) -> str:
    """The word as titles and fragments are compared: no case, accents, quotes, dashes; marks only inside numbers.

    «L’Arbitro» → "larbitro", "1.1" → "1.1", "2–0–1" → "2-0-1", "•" → "".
    """
    plain = unicodedata.normalize("NFKD", word.replace("–", "-").replace("—", "-")).casefold()
    if plain.isalnum():
        return plain
    kept = {m.start() for m in INSIDE_NUMBER.finditer(plain)}
    return "".join(c for i, c in enumerate(plain) if c.isalnum() or i in kept)


def keys_of(phrase: str) -> tuple[str, ...]:
    """The keys of a phrase, empty ones left out: "Appendice A – Modifiche" → ("appendice", "a", "modifiche")."""
    return tuple(key for key in map(fold, phrase.split()) if key)


@dataclass(frozen=True)
class Edit:
    """Characters `start` to `end` of a text's `flat` are to become `put`."""

    start: int
    end: int
    put: str = ""


@dataclass(frozen=True)
class Text:
    """A document as one row of words; `lines[i]` (from 1) and `pages[i]` (0 = unknown) tell where word i stood."""

    words: tuple[str, ...]
    lines: tuple[int, ...]
    pages: tuple[int, ...]

    @cached_property
    def flat(self) -> str:
        """All words, one space between them: what the patterns are matched on."""
        return " ".join(self.words)

    @cached_property
    def starts(self) -> Sequence[int]:
        """Where each word begins in `flat`."""
        return list(accumulate([len(w) + 1 for w in self.words[:-1]], initial=0)) if self.words else []

    @cached_property
    def keys(self) -> Keys:
        return Keys.of(self.words)

    @cached_property
    def stems(self) -> dict[str, list[int]]:
        """The words that begin or end with certain STEM letters (or are shorter), in order, by those letters."""
        found: dict[str, list[int]] = {}
        for index, word in enumerate(self.words):
            key = fold(word)
            for stem in {key[:STEM], key[-STEM:]} if len(key) >= STEM else {key}:
                found.setdefault(stem, []).append(index)
        return found

    def index(self, offset: int) -> int:
        """The word that holds the character at `offset` of `flat`."""
        return max(bisect_right(self.starts, offset) - 1, 0)

    def line(self, index: int) -> int:
        return self.lines[min(index, len(self.lines) - 1)] if self.lines else 0

    def cut(self, start: int, end: int) -> Text:
        return Text(self.words[start:end], self.lines[start:end], self.pages[start:end])

    def join(self, start: int, end: int) -> str:
        return " ".join(self.words[start:end])

    def replaced(self, edits: Iterable[Edit]) -> Text:
        """The text with each edit rewritten; edits in order and not overlapping. New words stand where the old stood."""
        words: list[str] = []
        lines: list[int] = []
        pages: list[int] = []
        done = 0
        for first, last, new in self._rewritten(edits):
            words += self.words[done:first]
            lines += self.lines[done:first]
            pages += self.pages[done:first]
            words += new
            lines += [self.lines[first]] * len(new)
            pages += [self.pages[first]] * len(new)
            done = last + 1
        if not done:
            return self
        return Text((*words, *self.words[done:]), (*lines, *self.lines[done:]), (*pages, *self.pages[done:]))

    def _rewritten(self, edits: Iterable[Edit]) -> list[tuple[int, int, list[str]]]:
        """(first word, last word, words to put there) for each run of edits that share words."""
        runs: list[tuple[int, int, list[Edit]]] = []
        for edit in edits:
            first, last = self.index(edit.start), self.index(max(edit.end - 1, edit.start))
            if runs and first <= runs[-1][1]:
                runs[-1] = (runs[-1][0], max(last, runs[-1][1]), [*runs[-1][2], edit])
            else:
                runs.append((first, last, [edit]))
        rewritten = []
        for first, last, inside in runs:
            at, pieces = self.starts[first], []
            for edit in inside:
                pieces += [self.flat[at : edit.start], edit.put]
                at = max(edit.end, at)
            pieces.append(self.flat[at : self.starts[last] + len(self.words[last])])
            rewritten.append((first, last, "".join(pieces).split()))
        return rewritten


@dataclass(frozen=True)
class Keys:
    """The folded words that have letters or digits, joined as " a b c ", and the word that each stands for."""

    row: str
    words: tuple[int, ...]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, words: Sequence[str]) -> Keys:
        every = list(map(fold, words))
        keys = list(filter(None, every))
        starts = tuple(accumulate([len(key) + 1 for key in keys], initial=1))
        return cls(f" {' '.join(keys)} ", tuple(compress(count(), every)), starts)

    def find(self, phrase: Sequence[str], limit: int = 400) -> list[tuple[int, int]]:
        """Where the folded phrase stands: (first, last) positions in `words`, at most `limit` of them."""
        if not phrase:
            return []
        wanted = " " + " ".join(phrase) + " "
        found: list[tuple[int, int]] = []
        at = self.row.find(wanted)
        while at >= 0 and len(found) < limit:
            first = bisect_right(self.starts, at + 1) - 1
            found.append((first, first + len(phrase) - 1))
            at = self.row.find(wanted, at + 1)
        return found


def to_text(lines: Sequence[Line]) -> Text:
    """Lines → words.

    Guarantees single words without white space, each with its line and page.
    "Il giudice" / "decide." → Il giudice decide.
    """
    words: list[str] = []
    numbers: list[int] = []
    pages: list[int] = []
    for number, line in enumerate(lines, 1):
        found = line.text.split()
        words += found
        numbers += [number] * len(found)
        pages += [line.page] * len(found)
    return Text(tuple(words), tuple(numbers), tuple(pages))
