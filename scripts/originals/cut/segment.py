"""Cut an original's words into the sections of our outline."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache, partial
from itertools import groupby

from scripts.originals.cut.edition_outline import Heading
from scripts.originals.cut.outline_match_scores import (
    SECTION_NUMBER,
    Candidate,
    find_candidates,
    rate_place,
)
from scripts.originals.recipe import Hint, Recipe
from scripts.originals.text_model import Discard, Logs, Text, fold, fold_phrase, get_stems

CONTENTS_RUN = 8  # titles in a row that make a table of contents
LATE = 0.25  # of the outline: a list of titles that begins further on is text, which names some of them
MOSTLY = 0.5  # of the letters of a table of contents, which are of its titles
CONTENTS_GAP = 14  # words between two of them, at most
MOST_COMPARED = 12  # places that are compared letter by letter with a missing title
LEAST_FOUND = 0.2  # share of the titles without which nothing is guessed
FARTHEST = 20_000  # words between two titles, in which a misprinted one is looked for
RESEMBLES, MISPRINT = 0.6, 0.82  # likeness (0 to 1) of what is shown to a person, and of what is taken
OF_A_LENGTH = 0.4  # of the title's letters: what is longer or shorter by more is not compared
MISPRINT_SCORE = 2.2  # score and likeness together of a misprinted title
SURE = 3.2  # score of a title out of order: only one with its number, or with what the recipe expects, has it
CLEARER = 0.5  # by how much it must beat the next place


@dataclass(frozen=True)
class Part:
    """Hold where a section is: words `start` to `end` (excluded).

    `at`: its title, None if not found; `moved`: it stands out of order.
    """

    heading: Heading
    at: Candidate | None
    start: int = 0
    end: int = 0
    moved: bool = False


@dataclass(frozen=True)
class Miss:
    """Hold a title that was not found; `near`: (line number, words) of up to three like it."""

    heading: Heading
    near: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Segmented:
    """Hold a text cut into sections, with the titles not found."""

    parts: tuple[Part, ...]
    misses: tuple[Miss, ...]


def remove_contents(text: Text, outline: Sequence[Heading]) -> tuple[Text, Logs]:
    """Remove a table of contents, but not the titles of the body; return the text and the log.

    A table of contents is many titles of the outline in order, with little text between them.
    """
    keys = text.keys
    places: list[tuple[int, int, int]] = []
    for index, heading in enumerate(outline):
        places += [(first, last, index) for first, last in keys.find(fold_phrase(heading.title), limit=40)]
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
    if len(best) < max(CONTENTS_RUN, len(outline) // 4) or best[0][2] > len(outline) * LATE:
        return text, Logs()
    listed = sum(len(key) for first, last, _ in best for key in keys.row[first : last + 1])
    if listed < MOSTLY * sum(map(len, keys.row[best[0][0] : best[-1][1] + 1])):
        return text, Logs()
    first, last = keys.words[best[0][0]], keys.words[best[-1][1]] + 1
    if first and SECTION_NUMBER.match(text.words[first - 1]):
        first -= 1
    first = 0 if first <= 30 else first
    discard = Discard("indice", text.join(first, last), text.line(first))
    return text.spliced([(first, last, ())]), Logs((discard,))


def remove_lines(text: Text, lines: Collection[int]) -> tuple[Text, Logs]:
    """Remove the words of some lines (a table of contents); return the text and the log."""
    places = [i for i, line in enumerate(text.lines) if line in lines]
    if not places:
        return text, Logs()
    discard = Discard("indice", " ".join(text.words[i] for i in places), text.lines[places[0]])
    return text.spliced((i, i + 1, ()) for i in places), Logs((discard,))


def segment(text: Text, outline: Sequence[Heading], recipe: Recipe, titles: Collection[int] = ()) -> Segmented:
    """Find the outline's titles, in order, and cut the words there.

    `titles`: numbers of lines that look like titles. No word is in two sections, and a number followed by a sentence is
    no title: "2. Ritardo Chi arriva tardi … 3. Patta I giocatori …" → Ritardo, Patta.
    """
    listed = [find_candidates(text, heading, recipe.hints.get(heading.id, Hint()), titles) for heading in outline]
    chosen = choose_places(listed)
    alike = cache(partial(_find_alike, text))
    known = sum(at is not None for at in chosen) >= LEAST_FOUND * len(outline)
    if known:
        chosen = _find_misprinted(text, outline, chosen, alike)
    moved = _find_moved(text, listed, chosen)
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
        Miss(heading, _find_nearest(text, chosen, index, partial(alike, heading)) if known else ())
        for index, (heading, at) in enumerate(zip(outline, found, strict=True))
        if at is None and not recipe.hints.get(heading.id, Hint()).absent
    )
    return Segmented(tuple(parts), misses)


def count_titles(text: Text, outline: Sequence[Heading], recipe: Recipe) -> int:
    """Return how many of the outline's titles are found in the text, in order."""
    listed = [find_candidates(text, heading, recipe.hints.get(heading.id, Hint())) for heading in outline]
    return sum(at is not None for at in choose_places(listed))


def choose_places(listed: Sequence[Sequence[Candidate]]) -> list[Candidate | None]:
    """Choose a place for each title, so that places rise and the total score is greatest.

    `listed`: possible places of each title. The result has None for a title without a place.
    """
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


def _get_window(chosen: Sequence[Candidate | None], index: int, size: int) -> tuple[int, int]:
    """Return the word indexes (start, end) between the titles found before and after `index`.

    `chosen`: the place of each title, None if not found; `index`: number of the title; `size`: number of words.
    """
    before = next((c.body for c in reversed(chosen[:index]) if c), 0)
    after = next((c.first for c in chosen[index + 1 :] if c), size)
    return before, after


def _find_alike(text: Text, heading: Heading, start: int, end: int) -> list[tuple[float, int, int]]:
    """Return up to a dozen places in words `start` to `end` that resemble the title.

    Each is (likeness 0–1, index of its first word, index after its last).
    """
    wanted = fold_phrase(heading.title)
    whole = "".join(wanted)
    places: dict[int, int] = {}
    for offset, word in enumerate(wanted):
        for stem in get_stems(word):
            for at in text.alike(stem, start, end):
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
            if piece and abs(len(piece) - len(whole)) <= OF_A_LENGTH * len(whole):
                matcher.set_seq1(piece)
                if matcher.quick_ratio() >= RESEMBLES and (ratio := matcher.ratio()) >= RESEMBLES:
                    found.append((ratio, first, body))
    found.sort(key=lambda f: (-f[0], f[1]))
    return found


def _find_misprinted(
    text: Text,
    outline: Sequence[Heading],
    chosen: Sequence[Candidate | None],
    alike: Callable[[Heading, int, int], Sequence[tuple[float, int, int]]],
) -> list[Candidate | None]:
    """Return `chosen` with missing titles that stand misprinted between their neighbours.

    `chosen`: the place of each title, None if not found; `alike`: returns similar places, as `_find_alike`.
    """
    mended = list(chosen)
    for index, heading in enumerate(outline):
        if mended[index] is not None or len(heading.title) < 5:
            continue
        start, end = _get_window(mended, index, len(text.words))
        if end - start > FARTHEST:
            continue
        number = fold_phrase(heading.number)
        for ratio, first, body in alike(heading, start, end)[:5]:
            one = rate_place(text, heading.title, first, body, number)
            if ratio >= MISPRINT and text.words[first][0].isupper() and one.score + ratio >= MISPRINT_SCORE:
                mended[index] = replace(one, score=ratio)
                break
    return mended


def _find_moved(
    text: Text, listed: Sequence[Sequence[Candidate]], chosen: Sequence[Candidate | None]
) -> dict[int, Candidate]:
    """Return missing titles found clearly out of order: index → place.

    `listed`: possible places of each title; `chosen`: its place in order, None if it has none.
    """
    taken = [(c.first, c.body) for c in chosen if c]
    moved: dict[int, Candidate] = {}
    for index, options in enumerate(listed):
        if chosen[index] is not None or not options:
            continue
        free = [o for o in options if all(o.body <= a or o.first >= b for a, b in taken)]
        sure = [o for o in free if o.score >= SURE] or [o for o in free if o.number and _is_alone(text, o)]
        if len(sure) == 1 or (sure and sure[0].score > sure[1].score + CLEARER):
            moved[index] = sure[0]
            taken.append((sure[0].first, sure[0].body))
    return moved


def _is_alone(text: Text, one: Candidate) -> bool:
    """Return whether the title with its number fills a line."""
    lines = text.lines
    own = lines[one.first]
    return (
        lines[one.body - 1] == own
        and (one.first == 0 or lines[one.first - 1] != own)
        and (one.body == len(lines) or lines[one.body] != own)
    )


def _find_nearest(
    text: Text,
    chosen: Sequence[Candidate | None],
    index: int,
    alike: Callable[[int, int], Sequence[tuple[float, int, int]]],
) -> tuple[tuple[int, str], ...]:
    """Return up to three places that resemble a missing title: (line, words).

    `chosen`: the place of each title; `index`: of the missing one; `alike`: returns similar places between two indexes.
    """
    start, end = _get_window(chosen, index, len(text.words))
    near: list[tuple[int, str]] = []
    used: list[int] = []
    for _, first, body in alike(start, min(end, start + FARTHEST)):
        if all(abs(first - u) > 3 for u in used):
            used.append(first)
            near.append((text.line(first), text.join(first, body)))
        if len(near) == 3:
            break
    return tuple(near)
