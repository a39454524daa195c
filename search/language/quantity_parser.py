"""Read amounts in a text as intervals with units: 'entro 10 minuti', '33–64 giocatori'.

The browser does the same from the same data (`docs/assets/js/language/quantity-parser.js`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from search.language.analysis import DATA, THOUSANDS, Token, parse_number_word, tokens

UNITS: dict[str, str] = DATA["units"]
ORDINALS: dict[str, int] = DATA["ordinals"]
THRESHOLDS: dict[str, list[tuple[str, ...]]] = {
    name: sorted((tuple(words.split()) for words in phrases), key=lambda words: (-len(words), words))
    for name, phrases in DATA["thresholds"].items()
}
LIMIT = 10**9  # stands for «no upper end»
DASH = re.compile(r"\s*[-\u2010-\u2015]\s*\Z")


class Quantity(NamedTuple):
    """Hold an amount read from a text, as the interval `low`..`high` of a unit.

    Both ends are included; `high` is LIMIT if there is no upper end. `unit`: '' if none is named. `ordinal`: whether it
    is a rank ('terza', '3º'). `start`, `end`: character positions of the words read.
    """

    low: int
    high: int
    unit: str
    ordinal: bool
    start: int
    end: int

    @property
    def exact(self) -> bool:
        """Return whether the amount is a single number."""
        return self.low == self.high


def quantities(text: str) -> list[Quantity]:
    """Return a text's amounts in order, without decimals and section numbers.

    'dopo 5 minuti, al massimo 3 volte' → 6 or more of 'minuto', 0 to 3 of 'volta'.
    """
    found: list[Quantity] = []
    words = list(tokens(text))
    i = 0
    while i < len(words):
        value, ordinal = _value(words[i].word)
        if value is None:
            i += 1
            continue
        low, high, last = value, value, i
        if not ordinal:
            low, high, last = _interval(words, i, value, text)
        unit = "" if ordinal else _unit(words, last, text)
        found.append(Quantity(low, high, unit, ordinal, words[i].start, words[last].end))
        i = last + 1
    return found


@lru_cache(maxsize=1 << 14)
def _value(word: str) -> tuple[int | None, bool]:
    """Return (number, whether it is an ordinal) for a word; (None, False) if it is no number.

    '2.000' → (2000, False), 'dieci' → (10, False), 'terza' or '3o' → (3, True).
    """
    if word in ORDINALS:
        return ORDINALS[word], True
    if spelt := parse_number_word(word):
        return int(spelt), False
    digits = word.replace(".", "") if THOUSANDS.match(word) else word
    if digits.isdigit() and len(digits) < 9:
        return int(digits), False
    if digits[-1] in "oa" and digits[:-1].isdigit() and len(digits) < 4:
        return int(digits[:-1]), True
    return None, False


def _interval(words: Sequence[Token], i: int, value: int, text: str) -> tuple[int, int, int]:
    """Return the interval that the number at word `i` stands for.

    `value`: that number; `text`: which the `words` come from. Returns (low, high, index of the last word read): 'da 3 a
    5' → (3, 5, i + 2); 'almeno 3' → (3, LIMIT, i); '3' alone → (3, 3, i).
    """
    other, _ = _value(words[i + 1].word) if i + 1 < len(words) else (None, False)
    if other is not None and other >= value and DASH.match(text[words[i].end : words[i + 1].start]):
        return value, other, i + 1
    if i + 2 < len(words):
        third, ordinal = _value(words[i + 2].word)
        between = words[i + 1].word
        spanned = between == "o" or ((between,) in THRESHOLDS["to"] and _before(words, i, "from"))
        if third is not None and not ordinal and third >= value and spanned:
            return value, third, i + 2
    if text[words[i].end : words[i].end + 1] == "+" or _after(words, i, "leastAfter"):
        return value, LIMIT, i
    if _after(words, i, "mostAfter") or _before(words, i, "most"):
        return 0, value, i
    if _before(words, i, "under"):
        return 0, value - 1, i
    if _before(words, i, "over"):
        return value + 1, LIMIT, i
    if _before(words, i, "least"):
        return value, LIMIT, i
    return value, value, i


def _before(words: Sequence[Token], i: int, name: str) -> bool:
    last = words[i - 1].word if i else ""
    return any(p[-1] == last and tuple(w.word for w in words[max(0, i - len(p)) : i]) == p for p in THRESHOLDS[name])


def _after(words: Sequence[Token], i: int, name: str) -> bool:
    """Return whether a phrase of THRESHOLDS[name] follows the number at `i` and its unit."""
    starts = [i + 1, i + 2] if i + 1 < len(words) and words[i + 1].word in UNITS else [i + 1]
    return any(tuple(w.word for w in words[n : n + len(p)]) == p for n in starts for p in THRESHOLDS[name])


def _unit(words: Sequence[Token], last: int, text: str) -> str:
    sign = text[words[last].end : words[last].end + 2].strip()[:1]
    if sign in ("$", "€"):
        return "dollaro" if sign == "$" else "euro"
    following = words[last + 1].word if last + 1 < len(words) else ""
    return UNITS.get(following, "")
