"""Words → the outline's sections: every title found in the outline's order, or reported as missing."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

from scripts.originals.lines import FUNCTION_WORDS, STEM, Discard, Logs, Text, fold, folded
from scripts.originals.outline import Heading
from scripts.originals.recipe import Hint, Recipe

CONTENTS_RUN = 8  # titles in a row that make a table of contents
CONTENTS_GAP = 14  # words between two of them, at most
MOST_CANDIDATES = 60
MOST_COMPARED = 12  # places that are compared letter by letter with a missing title
LEAST_FOUND = 0.2  # share of the titles without which nothing is guessed
ENOUGH = 1.0
SECTION_NUMBER = re.compile(r"\(?(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4})[.)]?\Z")
DASHES = ("-", "–", "—", ":")
SENTENCE_END = ".;:!?”)»"


@dataclass(frozen=True)
class Candidate:
    """A place where a title may stand: its words are `first`…`last`, its section's text begins at `body`."""

    first: int
    body: int
    score: float
    number: str = ""


@dataclass(frozen=True)
class Part:
    """A section as found: `heading` words, then its text `start`…`end` (end excluded); None in `at` = missing."""

    heading: Heading
    at: Candidate | None
    start: int = 0
    end: int = 0
    moved: bool = False


@dataclass(frozen=True)
class Miss:
    """A title that was not found, and the nearest things to it: (line, words)."""

    heading: Heading
    near: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Segmented:
    text: Text
    parts: tuple[Part, ...]
    misses: tuple[Miss, ...]


def without_contents(text: Text, outline: Sequence[Heading]) -> tuple[Text, Logs]:
    """Takes away a table of contents: many titles in the outline's order with hardly anything between them.

    Guarantees that the titles of the body stay, even where the first follows the table at once.
    "Premessa 1. Turni 2. Punti … Premessa Il torneo" → "Premessa Il torneo"
    """
    keys = text.keys
    places: list[tuple[int, int, int]] = []
    for index, heading in enumerate(outline):
        places += [(first, last, index) for first, last in keys.find(folded(heading.title), limit=40)]
    best: list[tuple[int, int, int]] = []
    run: list[tuple[int, int, int]] = []
    for _, same in groupby(sorted(places), key=lambda p: p[0]):
        options = list(same)
        if run and options[0][0] <= run[-1][1]:
            continue
        near = bool(run) and options[0][0] - run[-1][1] <= CONTENTS_GAP
        next_ones = [p for p in options if near and p[2] > run[-1][2]]
        run = [*run, min(next_ones, key=lambda p: p[2])] if next_ones else [options[0]]
        if len(run) > len(best):
            best = run
    if len(best) < max(CONTENTS_RUN, len(outline) // 4):
        return text, Logs()
    first, last = keys.words[best[0][0]], keys.words[best[-1][1]] + 1
    if first and SECTION_NUMBER.match(text.words[first - 1]):
        first -= 1
    first = 0 if first <= 30 else first
    discard = Discard("indice", text.join(first, last), text.line(first))
    cut = Text(
        text.words[:first] + text.words[last:],
        text.lines[:first] + text.lines[last:],
        text.pages[:first] + text.pages[last:],
    )
    return cut, Logs((discard,))


def segment(text: Text, outline: Sequence[Heading], recipe: Recipe) -> Segmented:
    """Finds every title of the outline where the order allows, and gives each section the words up to the next.

    Guarantees that no word is in two sections, and that a number followed by a sentence makes no title.
    "2. Ritardo Chi arriva tardi … 3. Patta I giocatori …" → Ritardo, Patta
    """
    listed = [candidates(text, heading, recipe.hints.get(heading.id, Hint())) for heading in outline]
    chosen = in_order(listed)
    known = sum(at is not None for at in chosen) >= LEAST_FOUND * len(outline)
    if known:
        chosen = _approximate(text, outline, chosen)
    moved = _moved(listed, chosen)
    found = [moved.get(i) or at for i, at in enumerate(chosen)]
    begins = sorted(at.first for at in found if at is not None)
    parts = []
    for index, (heading, at) in enumerate(zip(outline, found, strict=True)):
        if at is None:
            parts.append(Part(heading, None))
            continue
        next_one = bisect_right(begins, at.first)
        end = begins[next_one] if next_one < len(begins) else len(text.words)
        parts.append(Part(heading, at, min(at.body, end), end, index in moved))
    misses = tuple(
        Miss(heading, _nearest(text, heading, chosen, index) if known else ())
        for index, (heading, at) in enumerate(zip(outline, found, strict=True))
        if at is None and not recipe.hints.get(heading.id, Hint()).absent
    )
    return Segmented(text, tuple(parts), misses)


def count_titles(text: Text, outline: Sequence[Heading], recipe: Recipe) -> int:
    """How many titles of the outline stand in the words, in order."""
    listed = [candidates(text, heading, recipe.hints.get(heading.id, Hint())) for heading in outline]
    return sum(at is not None for at in in_order(listed))


def candidates(text: Text, heading: Heading, hint: Hint) -> list[Candidate]:
    """The places where the title may stand, best first, at most MOST_CANDIDATES."""
    keys = text.keys
    if hint.at:
        places = [keys.words[first] for first, _ in keys.find(folded(hint.at), limit=3)]
        starts = [place - (place > 0 and text.words[place - 1] == "•") for place in places]
        return [Candidate(start, start, 6.0) for start in starts]
    found: list[Candidate] = []
    number = folded(heading.number)
    then = folded(hint.then)
    for title in (heading.title, *hint.aliases):
        phrase = folded(title)
        for first, last in keys.find(phrase):
            start, body = keys.words[first], keys.words[last] + 1
            score, printed = _score(text, title, start, body, number)
            if then:
                score += 3.0 if _follows(text, last, then) else -0.5
            while body < len(text.words) and text.words[body] in (":", "."):
                body += 1
            begin = _begin(text, start, number, printed)
            if score >= ENOUGH:
                found.append(Candidate(begin, body, score, printed))
    found.sort(key=lambda c: -c.score)
    return found[:MOST_CANDIDATES]


def _follows(text: Text, last: int, then: Sequence[str]) -> bool:
    at = text.keys.starts[last]
    row = text.keys.row
    end = row.index(" ", at)
    return row.startswith(" " + " ".join(then) + " ", end)


def _score(text: Text, title: str, start: int, body: int, number: Sequence[str]) -> tuple[float, str]:
    """How much the place looks like this title, and the number printed before it. Under ENOUGH: it does not."""
    words = text.words
    score = 0.2 * min(body - start, 6)
    printed = words[start - 1] if start and SECTION_NUMBER.match(words[start - 1]) else ""
    before = start - (1 if printed else 0)
    numbered = _number_start(text, start, number)
    if numbered is not None:
        score += 2.0
        before = numbered
    elif number:
        score -= 0.2 if printed else 0.4
    elif printed:
        score -= 0.3
    shown = words[start:body]
    bare = " ".join(shown).strip('“”"’.,:;()')
    if all(w.upper() == w for w in shown):
        score += 0.8
    elif bare[:1].isupper():
        score += 0.5
    elif title[:1].isupper():
        return 0.0, printed
    wanted = title.replace('"', "").replace("“", "").replace("”", "").split()
    alike = [
        fold(a) == fold(b) and a.strip('“”"’.,:;')[:1].isupper() == b[:1].isupper()
        for a, b in zip(shown, wanted, strict=False)
    ]
    score += 0.3 * sum(alike) / max(len(alike), 1)
    if before == 0 or words[before - 1][-1] in SENTENCE_END or words[before - 1] in "•–":
        score += 0.5
    elif words[before - 1][-1] == "," or words[before - 1] in FUNCTION_WORDS:
        score -= 0.8
    follower = words[body] if body < len(words) else "•"
    if follower[0].isupper() or follower[0].isdigit() or follower[0] in '•“"([*È-':
        score += 0.5
    elif follower[0].islower() and words[body - 1][-1] not in ":.":
        score -= 0.6
    if words[body - 1][-1] in ",;":
        score -= 1.0
    return score, printed


def _number_start(text: Text, start: int, number: Sequence[str]) -> int | None:
    """Where the heading's number begins if it stands before the title, dashes between them or not."""
    if not number:
        return None
    at = start
    for key in reversed(number):
        at -= 1
        while at >= 0 and text.words[at] in DASHES:
            at -= 1
        if at < 0 or fold(text.words[at]) != key:
            return None
    return at


def _begin(text: Text, start: int, number: Sequence[str], printed: str) -> int:
    """Where the title begins, its number and the bullet before it included."""
    numbered = _number_start(text, start, number)
    if numbered is not None:
        start = numbered
    elif printed and number:
        start -= 1
    if start and text.words[start - 1] == "•":
        start -= 1
    return start


def in_order(listed: Sequence[Sequence[Candidate]]) -> list[Candidate | None]:
    """For each title one candidate or none, so that places increase and the scores' sum is the greatest."""
    ends: list[int] = []  # best chains by the word where they end; totals grow with them
    totals: list[float] = []
    links: list[tuple[int, Candidate, int]] = []  # (title, candidate, previous link)
    heads: list[int] = []
    for index, options in enumerate(listed):
        new: list[tuple[int, float, int]] = []
        for option in options:
            at = bisect_right(ends, option.first) - 1
            total = option.score + (totals[at] if at >= 0 else 0.0)
            links.append((index, option, heads[at] if at >= 0 else -1))
            new.append((option.body, total, len(links) - 1))
        for end, total, link in new:
            at = bisect_left(ends, end)
            if (at < len(ends) and ends[at] == end and totals[at] >= total) or (at and totals[at - 1] >= total):
                continue
            stop = at
            while stop < len(ends) and totals[stop] <= total:
                stop += 1
            ends[at:stop], totals[at:stop], heads[at:stop] = [end], [total], [link]
    chosen: list[Candidate | None] = [None] * len(listed)
    link = heads[-1] if heads else -1
    while link >= 0:
        index, option, link = links[link]
        chosen[index] = option
    return chosen


def _window(chosen: Sequence[Candidate | None], index: int, size: int) -> tuple[int, int]:
    """The words between the neighbours that were found."""
    before = next((c.body for c in reversed(chosen[:index]) if c), 0)
    after = next((c.first for c in chosen[index + 1 :] if c), size)
    return before, after


def _alike(text: Text, heading: Heading, start: int, end: int) -> list[tuple[float, int, int]]:
    """(likeness, first word, word after the last) of what resembles the title between two words, best first.

    Looks only where a word of the title stands, or one that begins or ends alike, and compares a bounded number
    of places, so that a document in which little is found costs no more than another.
    """
    wanted = folded(heading.title)
    whole = "".join(wanted)
    places: dict[int, int] = {}
    for offset, word in enumerate(wanted):
        for stem in {word[:STEM], word[-STEM:]} if len(word) >= STEM else {word}:
            row = text.stems.get(stem, ())
            for at in row[bisect_left(row, start) : bisect_left(row, end)]:
                first = at - offset
                if start <= first < end:
                    places[first] = places.get(first, 0) + len(word)
    likely = sorted(places, key=lambda first: (-places[first], first))[:MOST_COMPARED]
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(whole)
    found = []
    for first in likely:
        for length in {max(len(wanted) - 1, 1), len(wanted), len(wanted) + 1}:
            body = min(first + length, end)
            piece = "".join(map(fold, text.words[first:body]))
            if piece and abs(len(piece) - len(whole)) <= 0.4 * len(whole):
                matcher.set_seq1(piece)
                ratio = matcher.ratio()
                if ratio >= 0.6:
                    found.append((ratio, first, body))
    found.sort(key=lambda f: (-f[0], f[1]))
    return found


def _approximate(text: Text, outline: Sequence[Heading], chosen: Sequence[Candidate | None]) -> list[Candidate | None]:
    """Titles with a misprint: a missing one is taken where nearly its words stand as a title between its neighbours."""
    mended = list(chosen)
    for index, heading in enumerate(outline):
        if mended[index] is not None or len(heading.title) < 5:
            continue
        start, end = _window(mended, index, len(text.words))
        if end - start > 20_000:
            continue
        number = folded(heading.number)
        for ratio, first, body in _alike(text, heading, start, end)[:5]:
            score, printed = _score(text, heading.title, first, body, number)
            if ratio >= 0.82 and text.words[first][0].isupper() and score + ratio >= 2.2:
                mended[index] = Candidate(_begin(text, first, number, printed), body, ratio, printed)
                break
    return mended


def _moved(listed: Sequence[Sequence[Candidate]], chosen: Sequence[Candidate | None]) -> dict[int, Candidate]:
    """Titles that stand clearly, but out of order: with their number, or with the words that the recipe expects."""
    taken = [(c.first, c.body) for c in chosen if c]
    moved: dict[int, Candidate] = {}
    for index, options in enumerate(listed):
        if chosen[index] is not None or not options:
            continue
        sure = [o for o in options if o.score >= 3.2 and all(o.body <= a or o.first >= b for a, b in taken)]
        if len(sure) == 1 or (sure and sure[0].score > sure[1].score + 0.5):
            moved[index] = sure[0]
            taken.append((sure[0].first, sure[0].body))
    return moved


def _nearest(
    text: Text, heading: Heading, chosen: Sequence[Candidate | None], index: int
) -> tuple[tuple[int, str], ...]:
    """Up to three places that resemble the title, with their line."""
    start, end = _window(chosen, index, len(text.words))
    near: list[tuple[int, str]] = []
    used: list[int] = []
    for _, first, body in _alike(text, heading, start, min(end, start + 20_000)):
        if all(abs(first - u) > 3 for u in used):
            used.append(first)
            near.append((text.line(first), text.join(first, body)))
        if len(near) == 3:
            break
    return tuple(near)
