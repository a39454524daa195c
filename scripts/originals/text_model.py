"""Define a line of a document, and a document's text as a sequence of words."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, compress, count, groupby, islice

INSIDE_NUMBER = re.compile(r"(?<=\d)[.,:/×*+=–-](?=\d)")
STEM = 4
FUNCTION_WORDS = frozenset(
    "a ad al alla alle ai agli all con da dal dalla dai dei del della delle degli di e ed fra gli i il in la le lo "  # noqa: SIM905
    "nei nel nella nelle o per su sul sulla sui tra un una uno che se non the of and or for to".split()
)


@dataclass(frozen=True)
class Line:
    """Hold one line of a file, with its page and formatting.

    `page`: from 1, 0 if unknown; `level`: of a heading, 0 for none; `size`: of the type in points, 0 if unknown;
    `bold`: all of it; `item`: it is in a list; `table`: number of the table of which it is a row, 0 for none; `cells`:
    that row's; `pieces`: parts separated by wide gaps.
    """

    text: str
    page: int = 0
    level: int = 0
    bold: bool = False
    size: float = 0.0
    item: bool = False
    table: int = 0
    cells: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True)
class Discard:
    """Hold words that were left out: the reason in Italian, the words, their line (from 1)."""

    why: str
    text: str
    line: int


@dataclass(frozen=True)
class Rewrite:
    """Hold words that a `stage` changed: text `before` and `after`, and `line` (from 1)."""

    stage: str
    before: str
    after: str
    line: int


@dataclass(frozen=True)
class Logs:
    """Hold what import stages left out and changed, and Italian warnings for the user."""

    discards: tuple[Discard, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    warnings: tuple[str, ...] = ()

    def __add__(self, other: Logs) -> Logs:
        return Logs(self.discards + other.discards, self.rewrites + other.rewrites, self.warnings + other.warnings)


@lru_cache(maxsize=1 << 16)
def fold(word: str, accents: bool = False) -> str:
    """Fold a word for comparing: lower case, without accents, quotes, dashes, punctuation.

    «L’Arbitro» → "larbitro", "1.1" → "1.1", "2–0–1" → "2-0-1", "•" → "", «È» → "e" (with `accents` "è").
    """
    plain = unicodedata.normalize("NFKC" if accents else "NFKD", word.replace("–", "-").replace("—", "-")).casefold()
    if plain.isalnum():
        return plain
    kept = {m.start() for m in INSIDE_NUMBER.finditer(plain)}
    return "".join(c for i, c in enumerate(plain) if c.isalnum() or i in kept)


def get_stems(key: str) -> set[str]:
    """Return the first and the last four letters of a folded word, as index keys."""
    return {key[:STEM], key[-STEM:]} if len(key) >= STEM else {key}


def fold_phrase(phrase: str) -> tuple[str, ...]:
    """Fold the words of a phrase: "Appendice A – Modifiche" → ("appendice", "a", "modifiche")."""
    return tuple(key for key in map(fold, phrase.split()) if key)


# Characters of a text's `flat` string: the first, the one after the last, what replaces them.
Edit = tuple[int, int, str]


def make_triples(keys: Sequence[str]) -> list[tuple[str, ...]]:
    """Return every three words that follow one another."""
    return [tuple(keys[i : i + 3]) for i in range(len(keys) - 2)]


@dataclass(frozen=True)
class Text:
    """Hold a document as a sequence of words.

    `lines[i]` (from 1) and `pages[i]` (0 if unknown) tell where word i stood.
    """

    words: tuple[str, ...]
    lines: tuple[int, ...]
    pages: tuple[int, ...]

    @cached_property
    def flat(self) -> str:
        """Return all words joined by single spaces, for regular expressions."""
        return " ".join(self.words)

    @cached_property
    def starts(self) -> Sequence[int]:
        """Return the position in `flat` where each word begins."""
        return list(accumulate([len(w) + 1 for w in self.words[:-1]], initial=0)) if self.words else []

    @cached_property
    def keys(self) -> Keys:
        """Return the text's folded words, with their indexes."""
        return Keys.of(self.words)

    def alike(self, stem: str, start: int, end: int) -> list[int]:
        """Return the indexes of words `start` to `end` that begin or end with a four-letter stem."""
        keys, found = self.keys, []
        for key in keys.stems.get(stem, ()):
            row = keys.places[key]
            begin = bisect_left(row, start, key=keys.words.__getitem__)
            for place in row[begin : bisect_left(row, end, begin, key=keys.words.__getitem__)]:
                found.append(keys.words[place])
        return found

    def index(self, offset: int) -> int:
        """Return the index of the word at a position in `flat`."""
        return max(bisect_right(self.starts, offset) - 1, 0)

    def line(self, index: int) -> int:
        """Return a word's line, from 1; 0 for an empty text."""
        return self.lines[min(index, len(self.lines) - 1)] if self.lines else 0

    def line_spans(self) -> Iterator[tuple[int, int]]:
        """Yield (index of the first word, index after the last word) of each line."""
        start = 0
        for _, words in groupby(self.lines):
            end = start + sum(1 for _ in words)
            yield start, end
            start = end

    def cut(self, start: int, end: int) -> Text:
        """Return words `start` to `end` (excluded) as a text."""
        return Text(self.words[start:end], self.lines[start:end], self.pages[start:end])

    def take(self, places: Sequence[int]) -> Text:
        """Return the words at the indexes `places` as a text."""
        return Text(
            tuple(map(self.words.__getitem__, places)),
            tuple(map(self.lines.__getitem__, places)),
            tuple(map(self.pages.__getitem__, places)),
        )

    def join(self, start: int, end: int) -> str:
        """Return words `start` to `end` (excluded), joined by spaces."""
        return " ".join(self.words[start:end])

    def spliced(self, pieces: Iterable[tuple[int, int, Sequence[str]]]) -> Text:
        """Return the text with runs of words replaced.

        `pieces`: (first index, index after the last, new words), in order.
        """
        words: list[str] = []
        lines: list[int] = []
        pages: list[int] = []
        done = 0
        for first, end, new in pieces:
            words += self.words[done:first]
            lines += self.lines[done:first]
            pages += self.pages[done:first]
            words += new
            lines += [self.lines[first]] * len(new)
            pages += [self.pages[first]] * len(new)
            done = end
        if not done:
            return self
        return Text((*words, *self.words[done:]), (*lines, *self.lines[done:]), (*pages, *self.pages[done:]))

    def replaced(self, edits: Iterable[Edit]) -> Text:
        """Return the text with edits of `flat` applied, which must be in order and not overlap.

        New words get the line and page of the words that they replace.
        """
        return self.spliced(self._rewritten(edits))

    def _rewritten(self, edits: Iterable[Edit]) -> list[tuple[int, int, list[str]]]:
        """Convert edits to replaced runs: (first index, index after the last, new words)."""
        runs: list[tuple[int, int, list[Edit]]] = []
        for edit in edits:
            first, last = self.index(edit[0]), self.index(max(edit[1] - 1, edit[0]))
            if runs and first <= runs[-1][1]:
                runs[-1] = (runs[-1][0], max(last, runs[-1][1]), [*runs[-1][2], edit])
            else:
                runs.append((first, last, [edit]))
        rewritten = []
        for first, last, inside in runs:
            at, pieces = self.starts[first], []
            for start, end, put in inside:
                pieces += [self.flat[at:start], put]
                at = max(end, at)
            pieces.append(self.flat[at : self.starts[last] + len(self.words[last])])
            rewritten.append((first, last + 1, "".join(pieces).split()))
        return rewritten


@dataclass(frozen=True)
class Keys:
    """Hold a text's words folded for comparing (see `fold`), and the index of each.

    `row`: folded words without empty ones; `words[i]`: index of `row[i]` in the text's words.
    """

    row: tuple[str, ...]
    words: tuple[int, ...]

    @classmethod
    def of(cls, words: Sequence[str]) -> Keys:
        """Fold words to lower case without accents or punctuation; leave out words like «•», of which nothing is left."""
        every = list(map(fold, words))
        return cls(tuple(filter(None, every)), tuple(compress(count(), every)))

    @cached_property
    def places(self) -> Mapping[str, Sequence[int]]:
        """Map each folded word to its positions in `row`."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for place, key in enumerate(self.row):
            found[key].append(place)
        return dict(found)

    @cached_property
    def stems(self) -> Mapping[str, Sequence[str]]:
        """Map each stem (four letters) to the folded words that begin or end with it."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for key in self.places:
            for stem in get_stems(key):
                found[stem].append(key)
        return dict(found)

    def find(self, phrase: Sequence[str], limit: int = 400) -> list[tuple[int, int]]:
        """Return (first, last) positions in `row` of up to `limit` occurrences of a folded phrase."""
        if not phrase:
            return []
        wanted, size = tuple(phrase), len(phrase)
        rows = [self.places.get(key, ()) for key in wanted]
        offset = min(range(size), key=lambda n: len(rows[n]))  # of the rarest
        firsts = (place - offset for place in rows[offset])
        return [
            (first, first + size - 1)
            for first in islice((one for one in firsts if one >= 0 and self.row[one : one + size] == wanted), limit)
        ]


def to_text(lines: Sequence[Line]) -> Text:
    """Turn lines into a text of words, each with its line (from 1) and page."""
    words: list[str] = []
    numbers: list[int] = []
    pages: list[int] = []
    for number, line in enumerate(lines, 1):
        found = line.text.split()
        words += found
        numbers += [number] * len(found)
        pages += [line.page] * len(found)
    return Text(tuple(words), tuple(numbers), tuple(pages))
