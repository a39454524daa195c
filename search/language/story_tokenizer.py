"""Split a story into the word stems that its classifier counts.

The browser does the same (`docs/assets/js/penalita/story-words.js`). The word lists are in `stories.json`:
- `dropped`: articles and prepositions, which are left out;
- `letters`: how many first letters tell other words apart;
- `denying`: words that deny the next `reach` words, not counting those of `light` («proprio», «affatto»), up to a
  punctuation mark or a word of `linking`;
- `unsure`: words after which «se» puts what follows in doubt («non so se»).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from search.language.analysis import Token, term_of, tokens
from search.language.spelling import distance

READING: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "stories.json").read_text(encoding="utf-8"))
DROPPED = frozenset(READING["dropped"].split())
LINKING = frozenset(READING["linking"].split())
BREAK = "."  # the name of a pause that ends a denial
PAUSE = re.compile(r"[.,;:?!()\n]")


def name_of(word: str) -> str:
    """Return the stem by which the classifier knows a word.

    It is the first letters of the word's index term; for a stop word such as 'ha' it is '?ha'. `word`: lower case
    without accents.
    """
    return term_of(word)[: READING["letters"]] or f"?{word}"


DENYING = frozenset(map(name_of, READING["denying"].split()))
LIGHT = frozenset(map(name_of, READING["light"].split()))
UNSURE = frozenset(map(name_of, READING["unsure"].split()))
IF = name_of("se")


def placed_words(text: str) -> Iterator[tuple[str, Token | None]]:
    """Yield (stem, token) for each word, and ('.', None) where a denial ends.

    A denial or doubt ends at a pause or a connective («ma»). A stop word gives '?ha'; articles and prepositions are
    dropped. 'non trova la carta, ha 39 anni' → non, trov, cart, '.', ?ha, 39, ann
    """
    marks, end = Marks(), 0
    read = list(tokens(text))
    for token in read:
        written = text[token.start : token.end].lower()
        if marks.open and (PAUSE.search(text, end, token.start) or written in LINKING):
            yield BREAK, None
            marks.mark(BREAK)
        end = token.end
        if token.word in DROPPED:
            continue
        name = "non" if written == "né" else name_of(token.word)
        marks.mark(name)
        yield name, token
    if len(read) == 1 and read[0].term[:1].isdigit():  # «59», and nothing else: what a game counts are cards
        yield name_of("carte"), read[0]


@lru_cache(maxsize=1 << 16)
def story_words(text: str) -> tuple[str, ...]:
    """Return the stems of a story's words in order, with '.' where a denial ends."""
    return tuple(name for name, _ in placed_words(text))


class Marks:
    """Track whether words are denied or in doubt, until a pause.

    `open`: for how many more words; 0 for none.
    """

    def __init__(self) -> None:
        self.open, self._doubted, self._before = 0, False, ""

    def mark(self, name: str) -> None:
        """Read the next stem of the story, and open or shorten the denial."""
        before, self._before = self._before, name
        if name == BREAK:
            self.open = 0
        elif name == IF and before in UNSURE:
            self.open, self._doubted = 99, True
        elif name in DENYING and not (self.open and self._doubted):
            self.open, self._doubted = READING["reach"], False
        elif self.open and name[0] != "?":
            self.open -= name not in LIGHT


def mended(name: str, known: Collection[str]) -> str:
    """Return the only known stem one edit away from a misspelt one.

    `name` itself if it is known, shorter than 5 letters, or if none or several are near.
    """
    if name in known or len(name) < 5 or not name.isalpha():
        return name
    near = [
        w for w in known if w[0] == name[0] and len(w) > 4 and abs(len(w) - len(name)) < 2 and distance(w, name, 1) < 2
    ]
    return near[0] if len(near) == 1 else name
