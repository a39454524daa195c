"""Remove page furniture (repeated on every page), and text around the rulebook."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from scripts.originals.recipe import Recipe
from scripts.originals.text_model import Discard, Logs, Text, fold_phrase

FOOT = "piè di pagina"
COUNTER = re.compile(
    r"(?<!\S)(?:\(?(?:[Pp]ag(?:ina|\.)?|[Pp]age|PAGINA) ?)?(\d{1,3}) ?(?:di|/|of|su) ?(\d{1,3})\)?(?!\S)"
)
NAMED = re.compile(r"(?<!\S)[–—-]? ?(?:[Pp]ag(?:ina|\.)|[Pp]age|PAGINA) (\d{1,3})(?: ?[–—-])?(?!\S)")
DASHED = re.compile(r"[–—-](?<!\S[–—-]) ?(\d{1,3}) ?[–—-](?!\S)")
NUMBER = re.compile(r"\d+")
APART = 250  # characters that lie between two page numbers, at least
LONGEST_FOOT = 16  # words that a foot has beside its number, on each side
NEARLY_ALL = 0.8  # of the counters, beside which the same word is of the foot too
# how often a foot returns, over what share of the text, the most by the least white
FEET, THROUGHOUT, UNEVEN = 5, 0.5, 4


def remove_furniture(text: Text, recipe: Recipe) -> tuple[Text, Logs]:
    """Remove page numbers and lines repeated on every page; return the text and the log.

    The removed page numbers become the words' pages. `recipe`: the book's patterns to remove and lines to keep.
    """
    text, by_recipe = _named(text, recipe)
    text, counted = _remove_counters(text)
    text, bare = _remove_bare_numbers(text)
    text, repeated = _remove_repeated(text, recipe.keeps)
    text, parted = _named(text, recipe)  # again: one may have stood inside another
    return text, by_recipe + counted + bare + repeated + parted


def _remove_spans(text: Text, spans: Sequence[tuple[int, int, int]], why: str) -> tuple[Text, Logs]:
    """Remove spans of characters, and number the words' pages by them.

    `spans`: (start, end, number of the page that ends there or 0); `why`: the reason, for the
    log. Returns text and log.
    """
    if not spans:
        return text, Logs()
    ordered = sorted(spans)
    discards = tuple(Discard(why, text.flat[a:b], text.line(text.index(a))) for a, b, _ in ordered)
    numbered = [(text.index(a), page) for a, _, page in ordered if page]
    if len(numbered) > 1:
        pages, done = list(text.pages), 0
        for index, page in numbered:
            pages[done:index] = [page] * (index - done)
            done = index
        pages[done:] = [numbered[-1][1] + 1] * (len(pages) - done)
        text = replace(text, pages=tuple(pages))
    return text.replaced((a, b, "") for a, b, _ in ordered), Logs(discards)


def _named(text: Text, recipe: Recipe) -> tuple[Text, Logs]:
    spans: list[tuple[int, int, int]] = []
    taken: set[int] = set()
    for pattern in recipe.furniture:
        for match in pattern.finditer(text.flat):
            if taken.isdisjoint(range(match.start(), match.end())) and match.end() > match.start():
                taken.update(range(match.start(), match.end()))
                page = match.groupdict().get("page")
                spans.append((match.start(), match.end(), int(page) if page else 0))
    return _remove_spans(text, spans, FOOT)


def _remove_counters(text: Text) -> tuple[Text, Logs]:
    """Remove page numbers such as «Pagina 3 di 9», with the words repeated beside them."""
    best: list[tuple[int, int, int]] = []
    for pattern in (COUNTER, NAMED, DASHED):
        groups: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
        for match in pattern.finditer(text.flat):
            total = match[2] if pattern is COUNTER else ""
            groups[total].append((match.start(), match.end(), int(match[1])))
        for found in groups.values():
            chain = _find_longest_run(found)
            if len(chain) >= 3 and chain[0][2] <= 3 and len(chain) > len(best):
                best = chain
    return _remove_spans(text, _widen_counters(text, best), FOOT)


def _remove_bare_numbers(text: Text) -> tuple[Text, Logs]:
    """Remove lines with only a page number, if these rise by one through most of the text."""
    alone = ((start, text.words[start]) for start, end in text.line_spans() if end - start == 1)
    numbers = ((text.starts[i], word) for i, word in alone if len(word) < 4 and word.isdecimal())
    chain = _find_longest_run((start, start + len(word), int(word)) for start, word in numbers)
    if len(chain) < 4 or chain[0][2] > 3 or chain[-1][0] - chain[0][0] < len(text.flat) / 2:
        return text, Logs()
    return _remove_spans(text, chain, FOOT)


def _find_longest_run(found: Iterable[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return the longest run of page numbers rising by one, at least APART characters apart.

    `found`: (start, end, number) of each number, in characters of the text.
    """
    best: list[tuple[int, int, int]] = []
    ends: dict[int, list[tuple[int, int, int]]] = {}
    for start, end, number in found:
        before = ends.get(number - 1, [])
        run = [*before, (start, end, number)] if before and start - before[-1][1] >= APART else [(start, end, number)]
        if len(run) >= len(ends.get(number, [])):
            ends[number] = run
        if len(run) > len(best):
            best = run
    return best


def _widen_counters(text: Text, chain: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Extend the page numbers' spans by the words repeated beside them.

    `chain`: (start, end, number), in characters of `text.flat`. A word counts if it stands, digits ignored, beside
    NEARLY_ALL of the numbers and at least three; at most LONGEST_FOOT on each side.
    """

    def shape(place: int) -> str:
        return NUMBER.sub("#", text.words[place]) if 0 <= place < len(text.words) else ""

    places = [text.index(start) for start, _, _ in chain], [text.index(end - 1) for _, end, _ in chain]
    ends = [*map(list, places)]
    for side, step in enumerate((-1, 1)):
        going = set(range(len(chain)))  # the numbers beside which all words so far stand
        for far in range(step, step * (LONGEST_FOOT + 1), step):
            near = [shape(place + far) for place in places[side]]
            word, times = Counter(near).most_common(1)[0] if near else ("", 0)
            if not word or times < max(3, NEARLY_ALL * len(chain)):
                break
            going = {i for i in going if near[i] == word}
            for i in going:
                ends[side][i] = places[side][i] + far
    return [
        (text.starts[first], text.starts[last] + len(text.words[last]), number)
        for first, last, (_, _, number) in zip(*ends, chain, strict=True)
    ]


def _remove_repeated(text: Text, keeps: Iterable[str]) -> tuple[Text, Logs]:
    """Remove running heads and feet: lines repeated through the document.

    Lines of 2 to LONGEST_FOOT words that are equal but for digits, occur at least FEET times at about even distances,
    and over more than THROUGHOUT of the text. Lines that contain one of `keeps` stay. Returns the text and the log.
    """
    kept = ["".join(fold_phrase(fragment)) for fragment in keeps]
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for start, end in text.line_spans():
        if 2 <= end - start <= LONGEST_FOOT:
            places[NUMBER.sub("#", text.join(start, end))].append((start, end))
    size = len(text.flat)
    spans = []
    for shape, found in places.items():
        if any(fragment in "".join(fold_phrase(shape)) for fragment in kept):
            continue
        offsets = [text.starts[first] for first, _ in found]
        gaps = [b - a for a, b in pairwise(offsets)]
        if (
            len(found) >= FEET
            and min(gaps) >= 3 * APART
            and offsets[-1] - offsets[0] > THROUGHOUT * size
            and max(gaps) < UNEVEN * min(gaps)
        ):
            spans += [(text.starts[a], text.starts[b - 1] + len(text.words[b - 1]), 0) for a, b in found]
    return _remove_spans(text, spans, FOOT)


def list_furniture(logs: Logs) -> list[tuple[str, int]]:
    """Count what `remove_furniture` removed, digits as '#': [('Editore – pagina #', 8)]."""
    return Counter(NUMBER.sub("#", discard.text) for discard in logs.discards if discard.why == FOOT).most_common()


def _find_beginnings(text: Text, fragment: str) -> list[int]:
    """Return the indexes of the words at which `fragment` begins; [] if it does not occur.

    A final '*' stands for the rest of a word: 'Fonte: http*' also finds 'Fonte: https://…'.
    """
    keys, phrase = text.keys, fold_phrase(fragment)
    if not phrase or not fragment.endswith("*"):
        return [keys.words[first] for first, _ in keys.find(phrase)]
    before, size = phrase[:-1], len(phrase) - 1
    return [
        keys.words[place - size]
        for place, key in enumerate(keys.row)
        if place >= size and key.startswith(phrase[-1]) and keys.row[place - size : place] == before
    ]


def keep_rulebook(text: Text, recipe: Recipe) -> tuple[Text, Logs]:
    """Remove the text before and after the rulebook.

    The recipe (import settings) names both places (`starts`, `ends`): "Condividi! | Il mazzo …" → "Il mazzo …". Returns
    the text and the log, with a warning if the beginning is not found.
    """
    first, last = 0, len(text.words)
    warnings = []
    for fragment in recipe.starts:
        if found := text.keys.find(fold_phrase(fragment), limit=1):
            first = text.keys.words[found[0][0]]
            break
    else:
        if recipe.starts:
            warnings.append(f"l’inizio del regolamento («{recipe.starts[0]}») non c’è")
    for fragment in recipe.ends:
        places = [place for place in _find_beginnings(text, fragment) if place > first]
        if places:
            last = min(last, places[-1])
    discards = [
        Discard(why, text.join(a, b), text.line(a))
        for why, a, b in (("prima del regolamento", 0, first), ("dopo il regolamento", last, len(text.words)))
        if b > a
    ]
    return text.cut(first, last), Logs(tuple(discards), warnings=tuple(warnings))
