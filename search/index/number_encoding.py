"""Encode numbers as characters that JSON never escapes, for the browser's index files.

One digit of base 44 is a character: a number's last digit is from the first half of `DIGITS`, those before it are from
the second half. `docs/assets/js/search/book-index.js` decodes them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from operator import sub

DIGITS = "".join(chr(c) for c in range(35, 127) if chr(c) not in "\\<&'")  # printable, never escaped in JSON
BASE = 44


@cache
def encode_number(number: int) -> str:
    """Encode a number in base 44, a character for each digit: 0 → '#', 43 → 'P'."""
    digits = DIGITS[number % BASE]
    while number := number // BASE:
        digits = DIGITS[BASE + number % BASE] + digits
    return digits


def pack_postings(found: Sequence[int]) -> str:
    """Encode ascending document numbers by their gaps: (3, 10) → encoded 3 and 7."""
    return "".join(map(encode_number, map(sub, found, (0, *found))))


def compress_digits(text: str) -> str:
    """Compress a string of digits: frequent pairs become one character.

    Returns the distinct digits, most frequent first, then a space and the encoded text. A digit is one of DIGITS.
    """
    often = "".join(digit for digit, _ in Counter(text).most_common())
    ranks = text.translate({ord(digit): rank for rank, digit in enumerate(often)})
    found, written = _pairs(len(often))
    return f"{often} {''.join(map(written.__getitem__, found.findall(ranks)))}"


@cache
def _pairs(digits: int) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return (regex that splits a string into pairs, pair → character) for `compress_digits`.

    `digits`: how many distinct digits the string has, which are replaced by their rank in frequency.
    """
    most = math.isqrt(len(DIGITS) - digits)
    frequent = list(enumerate(map(chr, range(min(most, digits)))))
    pairs = {one + two: DIGITS[first * most + second] for first, one in frequent for second, two in frequent}
    alone = {chr(rank): DIGITS[most * most + rank] for rank in range(digits)}
    return re.compile(rf"[\x00-\x{most - 1:02x}]{{2}}|.", re.DOTALL), pairs | alone
