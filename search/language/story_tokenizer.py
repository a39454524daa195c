"""Split a story into the word stems that its classifier counts.

The browser does the same (`docs/assets/js/penalita/story-tokenizer.js`). The word lists are in `stories.json`:
- `dropped`: articles and prepositions, which are left out;
- `letters`: how many first letters tell other words apart;
- `denying`: words that deny the next `reach` words, not counting those of `light` («proprio», «affatto»), up to a
  punctuation mark or a word of `linking`;
- `unsure`: words after which «se» puts what follows in doubt («non so se»).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from search.language.analysis import Token, term_of, tokens
from search.language.spelling import distance

READING: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "stories.json").read_text(encoding="utf-8"))
DROPPED = frozenset(READING["dropped"].split())
LINKING = frozenset(READING["linking"].split())
MARKS = DENIED, DOUBTED = "!", "~"
PAUSE = re.compile(r"[.,;:?!()\n]")  # ends a denial or a doubt


def get_stem(word: str) -> str:
    """Return the stem by which the classifier knows a word: the first letters of its term.

    '?ha' for a stop word such as 'ha'. `word`: lower case without accents.
    """
    return term_of(word)[: READING["letters"]] or f"?{word}"


DENYING = frozenset(map(get_stem, READING["denying"].split()))
LIGHT = frozenset(map(get_stem, READING["light"].split()))
UNSURE = frozenset(map(get_stem, READING["unsure"].split()))
IF = get_stem("se")


def tokenize(text: str) -> Iterator[tuple[str, str, Token]]:
    """Yield (stem, mark, token) for each word; marks are '!' for denied, '~' for doubtful.

    Other words have the mark ''. A denial or doubt ends at a pause or a connective («ma»). A stop word gives '?ha';
    articles and prepositions are dropped. 'non trova la carta, ha 39 anni' → non, !trov, !cart, ?ha, 39, ann. A text
    that is only a number also gives 'cart'.
    """
    left, sign, before, end = 0, "", "", 0
    read = list(tokens(text))
    for token in read:
        written = text[token.start : token.end].lower()
        if PAUSE.search(text, end, token.start) or written in LINKING:
            left, before = 0, ""
        end = token.end
        if token.word in DROPPED:
            continue
        name, mark = "non" if written == "né" else get_stem(token.word), ""
        if name == IF and before in UNSURE:
            left, sign = 99, DOUBTED
        elif name in DENYING and not (left and sign == DOUBTED):
            left, sign = READING["reach"], DENIED
        elif left and name[0] != "?":
            mark = sign
            left -= name not in LIGHT
        before = name
        yield name, mark, token
    if len(read) == 1 and read[0].term[:1].isdigit():  # «59», and nothing else: what a game counts are cards
        yield get_stem("carte"), "", read[0]


@lru_cache(maxsize=1 << 16)
def list_marked_stems(text: str) -> tuple[str, ...]:
    """Return the stems of a story's words in order, denied or doubtful ones marked: '!trov'."""
    return tuple(mark + name for name, mark, _ in tokenize(text))


def strip_marks(names: Iterable[str]) -> list[str]:
    """Return stems without their marks: '!trov' → 'trov'."""
    return [name.lstrip(DENIED + DOUBTED) for name in names]


def correct_stem(name: str, known: Collection[str]) -> str:
    """Return the only known stem one edit away from `name`, with the same first letter.

    `name` itself if it is known, shorter than 5 letters, or if none or several are near.
    """
    if name in known or len(name) < 5 or not name.isalpha():
        return name
    near = [
        w for w in known if w[0] == name[0] and len(w) > 4 and abs(len(w) - len(name)) < 2 and distance(w, name, 1) < 2
    ]
    return near[0] if len(near) == 1 else name
