"""Split an Italian text into index terms (stems, numbers as digits).

Indexed texts and queries are split alike; the browser does the same from the same data
(`search/language/italian.json`).

Steps: apostrophes and elisions; case; accents (removed before stemming, so that 'qualita' meets 'qualità'); tokens
('1.1' is one, '2.000' is 2000); stop words (not among them: 'non', 'senza', 'prima', 'dopo'); number words; stem.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from scripts.model.italian_format import fold_text

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "italian.json").read_text(encoding="utf-8"))
STOP: frozenset[str] = frozenset(DATA["stop"].split())
FILLERS: frozenset[tuple[str, ...]] = frozenset(tuple(words.split()) for words in DATA["fillers"])
ASKING = "?"  # begins the term of a word that says how one asks
NUMBERS: dict[str, str] = DATA["numbers"]
EXCEPTIONS: dict[str, str] = DATA["exceptions"]
SUFFIXES: list[tuple[str, int]] = sorted(((s, n) for s, n in DATA["suffixes"]), key=lambda p: (-len(p[0]), p[0]))
ENDINGS = {last: [pair for pair in SUFFIXES if pair[0][-1] == last] for last in {suffix[-1] for suffix, _ in SUFFIXES}}

# A word, first as most are; a number with thousands, a decimal or section number, the letters before one ('mtr2.5'), a run
# of letters and digits. Letters are taken all at once (++): fewer of them would never do.
TOKEN = re.compile(
    r"[a-z]++(?![0-9])|[0-9]{1,3}(?:\.[0-9]{3})+(?![0-9.])|[0-9]+(?:[.,][0-9]+)+|[a-z]++(?=[0-9]+\.[0-9])|[a-z0-9]+"
)
THOUSANDS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+\Z")

SCORE = re.compile(r"(^|[^\w.,/+-])(\+?[0-9](?: ?[-/] ?\+?[0-9])+)(?![\w/-]|[.,][0-9])", re.ASCII)

UNITS = {"un": 1, "uno": 1, **{word: int(value) for word, value in NUMBERS.items() if int(value) < 10}}
TENS: dict[str, int] = DATA["tens"]
SPELT = re.compile(rf"({'|'.join(UNITS)})?(cento)?(?:({'|'.join(TENS)})[ia]?)?({'|'.join(UNITS)})?\Z")


class Token(NamedTuple):
    """Hold a word of a text with its term.

    `word`: lower case without accents; `start`, `end`: character positions in the text; `term`: the stem or digits, ''
    for a stop word.
    """

    word: str
    start: int
    end: int
    term: str


def stem(word: str) -> str:
    """Return the stem of a lower-case word without accents: 'mescolato' → 'mescol'."""
    if word in EXCEPTIONS:
        return EXCEPTIONS[word]
    if len(word) < 4 or not word.isalpha():
        return word
    if word.endswith(("trice", "trici")) and len(word) > 7:
        return f"{word[:-5]}tor"  # 'vincitrice' is 'vincitore'
    for suffix, least in ENDINGS.get(word[-1], ()):
        if word.endswith(suffix) and len(word) - len(suffix) >= least:
            word = word[: -len(suffix)]
            break
    else:
        if word[-1] in "aeio":
            word = word[:-1]
    if len(word) > 3 and word[-1] == "i":
        word = word[:-1]
    if len(word) > 3 and word[-1] == "h":
        word = word[:-1]
    return word


def parse_number_word(word: str) -> str:
    """Return the digits of a spelt-out number: 'trentadue' → '32'; else ''."""
    if word in NUMBERS or len(word) < 6:
        return NUMBERS.get(word, "")
    match = SPELT.match(word)
    times, hundred, tens, unit = match.groups() if match else (None,) * 4
    if not (hundred or tens) or (times and not hundred):
        return ""
    return str(100 * UNITS.get(times or "un", 1) * bool(hundred) + TENS.get(tens or "", 0) + UNITS.get(unit or "", 0))


@lru_cache(maxsize=65536)
def term_of(word: str) -> str:
    """Return a word's index term: its stem, or a number's digits; '' for a stop word.

    `word`: lower case without accents; 'mescolato' → 'mescol', 'dieci' → '10', '2.000' → '2000'.
    """
    if number := parse_number_word(word):
        return number
    if word in STOP:
        return ""
    if THOUSANDS.match(word):
        return word.replace(".", "")
    return stem(word.replace(",", "."))


def tokens(text: str) -> Iterator[Token]:
    """Yield a text's words with their terms, stop words included."""
    for match in TOKEN.finditer(fold_text(text)):
        yield Token(match[0], match.start(), match.end(), term_of(match[0]))


def find_scores(text: str) -> list[Token]:
    """Return match results and counters in a text as tokens: '1 - 1' → '1-1', '+1/+1' → '1/1'."""
    found = ((re.sub("[ +]", "", match[2]), match) for match in SCORE.finditer(text))
    return [Token(word, match.start(2), match.end(2), word) for word, match in found]


def get_question_term(word: str) -> str:
    """Return a stop word's term, which tells questions apart: 'posso' → '?posso'; else ''."""
    return f"{ASKING}{word}" if word in STOP else ""


@lru_cache(maxsize=1 << 16)
def list_term_pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Return a text's (term, lower-case word) pairs; a stop word's term is such as '?posso'."""
    words = TOKEN.finditer(fold_text(text))
    return tuple(_pair(word[0], text[word.start() : word.end()].lower()) for word in words)


@lru_cache(maxsize=1 << 16)
def _pair(word: str, written: str) -> tuple[str, str]:
    """Return (term, word as written) of a word; cached, so that equal pairs share memory."""
    return term_of(word) or get_question_term(word), written


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, without stop words."""
    return list(filter(None, map(term_of, TOKEN.findall(fold_text(text)))))
