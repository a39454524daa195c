"""Parse a typed query, once: books, citations, alternatives.

A group of alternatives for each word or phrase.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from search.engine.citations import Cited
from search.language import analysis
from search.language.analysis import Token
from search.language.book_mentions import named_books
from search.language.quantity_parser import quantities
from search.language.spelling import Reading, Spelling, distance
from search.language.vocabulary import Alternative, Vocabulary

MAX_CHARACTERS = 300
MAX_TERMS = 16
MENDED_TERMS = 12  # a longer text is a message that was pasted, and not corrected
NAME_LEAST = 5  # letters of a game's name that may be misspelt: shorter ones are near to too many words
JOINED_LEAST = 6  # letters of a word that may be written as two: 'play off'
FILLER_SIZES = sorted({len(words) for words in analysis.FILLERS}, reverse=True)
AMOUNTS = frozenset(["quanto", "quanta", "quanti", "quante", "many", "much"])
PERSONS = frozenset(["chi", "cosa", "cos", "che", "qual", "quale", "quali", "who", "what", "which"])
INTERVAL = "#"  # begins the term that stands for a number inside an interval: '#40', '#40 minuto'
INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")  # what pasted text has inside words
ADDRESS = re.compile(r"(?:^|/r/|#)([a-z]+(?:-[a-z0-9]+)+(?:\.[a-z0-9-]+)*)/?(?:\?[^ ]*)?\Z")
SPACES = " \t\n\r\f\v\u00a0"


@dataclass(frozen=True)
class Group:
    """Hold a typed word or phrase and its alternatives, itself first.

    () where it is unknown.
    """

    words: tuple[str, ...]
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True)
class Query:
    """Hold a parsed query.

    `books`: those named; `spoken`: all terms, those of the names too; `asks`: the terms of how it asks; `amount`: it
    asks for one; `rows`: 1 where it says a number, which rows of tables answer, -1 where it asks what, who or how
    many; `corrected`: the text with its slips mended, or ''; `pasted`: the id in a pasted address, or ''.
    """

    text: str
    books: tuple[str, ...] = ()
    cited: Cited = field(default_factory=lambda: Cited([]))
    groups: tuple[Group, ...] = ()
    spoken: frozenset[str] = frozenset()
    asks: tuple[str, ...] = ()
    amount: bool = False
    wants_rule: bool = False
    corrected: str = ""
    pasted: str = ""


Cite = Callable[[Sequence[Token], tuple[str, ...]], tuple[Cited, list[Token]]]
"""(words, books named) → what they cite, and the other words."""


Language = Callable[[tuple[str, ...]], tuple[Vocabulary, Spelling]]
"""Books named → how one speaks in the books that are searched then."""


def parse(text: str, language: Language, cite: Cite) -> Query:
    """Parse a query; anything is one.

    What is not a word is ignored, what is too long is cut.
    """
    vocabulary, spelling = language(())
    text = INVISIBLE.sub("", unicodedata.normalize("NFC", text[:MAX_CHARACTERS]))
    every = list(analysis.tokens(text))
    tokens = _unfilled(every[: 3 * MAX_TERMS])
    mending = sum(bool(token.term) for token in tokens) <= MENDED_TERMS
    meant = {t.word: name for t in tokens if mending and (name := _game_name(t, vocabulary, spelling))}
    tokens, books = named_books([t._replace(word=meant.get(t.word, t.word)) for t in tokens], vocabulary, text)
    vocabulary, spelling = language(books)
    cited, tokens = cite(tokens, books)
    typing = bool(text) and text[-1] not in SPACES
    last = tokens[-1] if tokens and typing and tokens[-1].end >= len(text.rstrip('"”!?.')) else None
    kept = [t for t in tokens if t.term][:MAX_TERMS] or [t for t in tokens if t is last]
    readings = [spelling.read(t.word, t.term, t is last, mending) for t in kept]
    meant |= {t.word: r.meant for t, r in zip(kept, readings, strict=True) if mending and r.meant}
    numbers = [q for q in quantities(text) if q.exact and not q.ordinal]
    spans = {str(q.low): f"{INTERVAL}{q.low} {q.unit}".strip() for q in numbers}
    words = [meant.get(token.word, token.word) for token in every]
    pasted = ADDRESS.search(text.strip(" \t\n\r").lower())
    return Query(
        text, books, cited, tuple(_groups(kept, readings, spans, vocabulary, spelling)),
        frozenset(token.term for token in every if token.term),
        tuple(dict.fromkeys(filter(None, map(analysis.asking, words)))),
        any(word in AMOUNTS for word in words),
        not numbers and any(word in PERSONS | AMOUNTS for word in words),
        _replaced(text, every, meant), pasted[1] if pasted else "",
    )  # fmt: skip


def _groups(
    tokens: Sequence[Token],
    readings: Sequence[Reading],
    spans: dict[str, str],
    vocabulary: Vocabulary,
    spelling: Spelling,
) -> Iterator[Group]:
    best = [reading.terms[0][0] if reading.terms else "" for reading in readings]
    i = 0
    while i < len(tokens):
        reading, size = readings[i], _phrase(best[i:], vocabulary)
        joined = _joined(tokens[i : i + 2], spelling) if size < 3 else ""
        size = 2 if joined else size
        own, words = tuple(best[i : i + size]), tuple(token.word for token in tokens[i : i + size])
        if size > 1:
            found = tuple(a for terms in ((joined,), own) if all(terms) for a in _meant(terms, vocabulary))
        elif reading.joined:
            found = _meant(reading.joined, vocabulary)
        else:
            found = tuple(_alternatives(reading, vocabulary))
        if span := spans.get(found[0].terms[0] if found else tokens[i].term):  # even of a number that no text says
            found = (*found, Alternative((span,), 100))
        if found or (tokens[i].term and (reading.unknown or not reading.meant)):
            yield Group(words, found)
        i += size


def _meant(terms: tuple[str, ...], vocabulary: Vocabulary) -> tuple[Alternative, ...]:
    return (Alternative(terms, 100), *vocabulary.synonyms.get(terms, ()))


def _alternatives(reading: Reading, vocabulary: Vocabulary) -> Iterator[Alternative]:
    """Yield a word's readings, each with its vocabulary entry."""
    for number, (term, weight) in enumerate(reading.terms):
        guess = number > 0 or not reading.known
        yield Alternative((term,), weight, (), guess)
        if not (guess and reading.known):
            for other in vocabulary.synonyms.get((term,), ()):
                yield replace(other, weight=other.weight * weight // 100)


def _phrase(terms: Sequence[str], vocabulary: Vocabulary) -> int:
    """Return the length of the known phrase here; 1 if none."""
    sizes = range(min(vocabulary.longest, len(terms)), 1, -1)
    return next((size for size in sizes if tuple(terms[:size]) in vocabulary.synonyms), 1)


def _joined(tokens: Sequence[Token], spelling: Spelling) -> str:
    """Return the term of a word written in two: 'play-off' → 'playoff'.

    '' where it is none.
    """
    if len(tokens) < 2 or tokens[1].start - tokens[0].end != 1:
        return ""
    word = tokens[0].word + tokens[1].word
    term = analysis.term_of(word)
    return term if len(word) >= JOINED_LEAST and word.isalpha() and term in spelling.counts else ""


def _game_name(token: Token, vocabulary: Vocabulary, spelling: Spelling) -> str:
    """Return the game's name that a word misspells by a letter, or ''.

    '' also for a word of its own.
    """
    word = token.word
    if len(word) < NAME_LEAST - 1 or not token.term or token.term in spelling.counts or word in spelling.common:
        return ""
    return next((n for n in vocabulary.names if len(n) >= NAME_LEAST and distance(word, n, 1) == 1), "")


def _unfilled(tokens: Sequence[Token]) -> list[Token]:
    """Remove question words ('vuol dire', 'come funziona').

    Unless nothing else was typed.
    """
    kept: list[Token] = []
    i = 0
    while i < len(tokens):
        size = next((n for n in FILLER_SIZES if tuple(t.word for t in tokens[i : i + n]) in analysis.FILLERS), 0)
        if not size:
            kept.append(tokens[i])
        i += size or 1
    return kept if any(t.term for t in kept) else list(tokens)


def _replaced(text: str, tokens: Sequence[Token], meant: dict[str, str]) -> str:
    """Return the query with corrected words; '' if none was misspelt."""
    parts, end = [], 0
    for token in tokens:
        if token.word in meant:
            parts += [text[end : token.start], meant[token.word]]
            end = token.end
    return "".join([*parts, text[end:]]) if parts else ""
