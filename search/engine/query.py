"""A typed query → what to look for: books named, what it may cite, and groups of alternatives a word or phrase."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from search.language import analysis
from search.language.analysis import Token
from search.language.numbers import Quantity, quantities
from search.language.spelling import distance
from search.language.vocabulary import Alternative, Vocabulary

MAX_CHARACTERS = 300
MAX_TERMS = 16
NAME_LEAST = 5  # letters of a game's name that may be misspelt: shorter ones are near to too many words
FILLER_SIZES = sorted({len(words) for words in analysis.FILLERS}, reverse=True)
NUMBERED = re.compile(r"[0-9]+(?:\.[0-9]+)+\Z")
CITING = frozenset(
    ["regola", "sezione", "sez", "capitolo", "cap", "punto", "articolo", "art", "paragrafo", "par", "lettera", "lett"]
)
AMOUNTS = frozenset(["quanto", "quanta", "quanti", "quante"])
PARTS = re.compile(r"[0-9.]+|[a-z]+")
INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")  # what pasted text has inside words
ADDRESS = re.compile(r"(?:^|/r/|#)([a-z]+(?:-[a-z0-9]+)+(?:\.[a-z0-9-]+)*)/?(?:\?[^ ]*)?\Z")


SPACES = " \t\n\r\f\v\u00a0"


@dataclass(frozen=True)
class Group:
    """One thing that was typed (a word or a phrase of the vocabulary) and what may stand for it, itself first."""

    words: tuple[str, ...]
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True)
class Cited:
    """Words that may be a citation; `opens`: it may be one with which a longer query begins."""

    words: tuple[str, ...]
    opens: bool


@dataclass(frozen=True)
class Query:
    """`amount`: it asks for one ('quanti'); `asking`: the terms of how it asks; `pasted`: the id in a pasted address, or ''; `corrected`: it mended, or ''."""

    text: str
    books: tuple[str, ...] = ()
    cited: tuple[Cited, ...] = ()
    groups: tuple[Group, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    amount: bool = False
    asking: tuple[str, ...] = ()
    corrected: str = ""
    pasted: str = ""


@dataclass(frozen=True)
class Reading:
    """What a typed word may be: terms with weights in percent (the best first), the word meant where it was misspelt.

    `known`: the first is right. A word `meant` without terms is a stop word, which says nothing.
    """

    terms: tuple[tuple[str, int], ...]
    meant: str = ""
    known: bool = False


Read = Callable[[str, str, bool], Reading]
"""(word, term, whether it is still being typed) → its reading."""


def parse(text: str, vocabulary: Vocabulary, read: Read) -> Query:
    """Reads a query. Anything is a query: what is not a word is ignored, what is too long is cut."""
    text = INVISIBLE.sub("", unicodedata.normalize("NFC", text[:MAX_CHARACTERS]))
    every = list(analysis.tokens(text))
    tokens = _unfilled(every[: 3 * MAX_TERMS])
    meant = {token.word: name for token in tokens if (name := _name(token, vocabulary, read))}
    tokens, books = named_books([t._replace(word=meant.get(t.word, t.word)) for t in tokens], vocabulary)
    cited, tokens = _citations(tokens)
    typing = bool(text) and text[-1] not in SPACES
    last = tokens[-1] if tokens and typing and tokens[-1].end >= len(text.rstrip('"”!?.')) else None
    kept = [t for t in tokens if t.term][:MAX_TERMS] or [t for t in tokens if t is last]
    groups, corrected = _groups(kept, last, vocabulary, read)
    mended = meant | corrected
    words = [mended.get(t.word, t.word) for t in every]
    pasted = ADDRESS.search(text.strip(" \t\n\r").lower())
    return Query(
        text, books, cited, groups,
        tuple(q for q in quantities(text) if q.exact and not q.ordinal),
        any(word in AMOUNTS for word in words),
        tuple(dict.fromkeys(filter(None, map(analysis.asking, words)))),
        _replaced(text, every, mended), pasted[1] if pasted else "",
    )  # fmt: skip


def citing(tokens: Sequence[Token]) -> tuple[str, ...]:
    """What the spellings of a citation have in common: '4d', '4.d', '4, lettera d', 'regola 4 d' → ('4', 'd')."""
    words = [token.word for token in tokens if token.word not in CITING]
    return tuple(part for word in words for part in PARTS.findall("app" if word == "appendice" else word))


def _opens(words: Sequence[str], said: bool) -> bool:
    """Whether a section's number comes first: a bare one before other words is an amount ('3 minuti di ritardo')."""
    number, *others = words
    return number[0].isdigit() and (said or "." in number.strip(".") or all(len(word) < 3 for word in others))


def _citations(tokens: Sequence[Token]) -> tuple[tuple[Cited, ...], list[Token]]:
    """What a query may cite: itself, and what follows a section's number ('2.5 c', 'regola 3 f', 'appendice c').

    The number and the letter after it are no words to look for.
    """
    words = citing(tokens)
    found = [Cited(words, _opens(words, tokens[0].word in CITING))] if words else []
    for i, token in enumerate(tokens):
        before = tokens[i - 1].word if i else ""
        letter = before in ("appendice", "app") and len(token.word) == 1 and token.word.isalpha()
        amount = analysis.THOUSANDS.match(token.word) and before not in CITING  # '2.000' is no section
        number = NUMBERED.match(token.word) or (token.word[0].isdigit() and before in CITING)
        if letter or (number and not amount):
            found.append(Cited(citing(tokens[i - 1 if letter else i :]), True))
            after = i + 1
            while after < len(tokens) and tokens[after].word in CITING:
                after += 1
            after += after < len(tokens) and len(tokens[after].word) < 3 and tokens[after].word.isalpha()
            return tuple(found), [*tokens[: i - 1 if letter or before in CITING else i], *tokens[after:]]
    return tuple(found), list(tokens)


def _name(token: Token, vocabulary: Vocabulary, read: Read) -> str:
    """The word of a game's name that a word misspells by one letter; '' where it is a word of its own."""
    word = token.word
    if len(word) < NAME_LEAST - 1 or not token.term:
        return ""
    name = next((n for n in vocabulary.names if len(n) >= NAME_LEAST and distance(word, n, 1) == 1), "")
    return "" if not name or read(word, token.term, False).known else name


def _unfilled(tokens: Sequence[Token]) -> list[Token]:
    """Takes out what only makes a question of it ('vuol dire', 'come funziona'), unless nothing else was typed."""
    kept: list[Token] = []
    i = 0
    while i < len(tokens):
        size = next((n for n in FILLER_SIZES if tuple(t.word for t in tokens[i : i + n]) in analysis.FILLERS), 0)
        if not size:
            kept.append(tokens[i])
        i += size or 1
    return kept if any(t.term for t in kept) else list(tokens)


def named_books(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[list[Token], tuple[str, ...]]:
    """The other words, and the books that are named among them, the longest name first."""
    kept: list[Token] = []
    named: list[str] = []
    i = 0
    while i < len(tokens):
        for size in range(min(vocabulary.longest, len(tokens) - i), 0, -1):
            slugs = vocabulary.books.get(tuple(t.word for t in tokens[i : i + size]))
            if slugs:
                named += slugs
                i += size
                break
        else:
            kept.append(tokens[i])
            i += 1
    return kept, tuple(dict.fromkeys(named))


def _groups(
    tokens: Sequence[Token], last: Token | None, vocabulary: Vocabulary, read: Read
) -> tuple[tuple[Group, ...], dict[str, str]]:
    readings = [read(token.word, token.term, token is last) for token in tokens]
    best = [reading.terms[0][0] if reading.terms else "" for reading in readings]
    groups: list[Group] = []
    i = 0
    while i < len(tokens):
        size = _phrase(best[i:], vocabulary)
        words = tuple(t.word for t in tokens[i : i + size])
        if size > 1:
            own = tuple(best[i : i + size])
            groups.append(Group(words, (Alternative(own, 100), *vocabulary.synonyms[own])))
        elif readings[i].terms or (tokens[i].term and not readings[i].meant):
            groups.append(Group(words, tuple(_alternatives(readings[i], vocabulary))))
        i += size
    return tuple(groups), {t.word: r.meant for t, r in zip(tokens, readings, strict=True) if r.meant}


def _alternatives(reading: Reading, vocabulary: Vocabulary) -> Iterator[Alternative]:
    """A word's readings, each with what the vocabulary says for it."""
    for number, (term, weight) in enumerate(reading.terms):
        guess = number > 0 or not reading.known
        yield Alternative((term,), weight, (), guess)
        if not (guess and reading.known):
            for other in vocabulary.synonyms.get((term,), ()):
                yield Alternative(other.terms, other.weight * weight // 100, other.books)


def _phrase(terms: Sequence[str], vocabulary: Vocabulary) -> int:
    """How many terms from here on are one phrase of the vocabulary; 1 where they are none."""
    for size in range(min(vocabulary.longest, len(terms)), 1, -1):
        if tuple(terms[:size]) in vocabulary.synonyms:
            return size
    return 1


def _replaced(text: str, tokens: Sequence[Token], corrected: dict[str, str]) -> str:
    """The query with its misspelt words mended; '' where there are none."""
    if not corrected:
        return ""
    parts, end = [], 0
    for token in tokens:
        if token.word in corrected:
            parts += [text[end : token.start], corrected[token.word]]
            end = token.end
    return "".join([*parts, text[end:]])
