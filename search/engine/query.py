"""Parse a typed query: books, citations, and for each word or phrase its alternatives."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from search.engine.query_citations import Citations, Cited
from search.language import analysis
from search.language.analysis import Token
from search.language.book_mentions import extract_books, measure_phrase, take_known
from search.language.quantity_parser import quantities
from search.language.spelling import Reading, Spelling, distance
from search.language.vocabulary_terms import Alternative, Vocabulary

MAX_CHARACTERS = 300
MAX_TERMS = 16
MENDED_TERMS = 12  # a longer text is a message that was pasted, and not corrected
NAME_LEAST = 5  # letters of a game's name that may be misspelt: shorter ones are near to too many words
JOINED_LEAST = 6  # letters of a word that may be written as two: 'play off'
FILLERS = {words: words for words in analysis.FILLERS}
AMOUNTS = frozenset(["quanto", "quanta", "quanti", "quante", "many", "much"])
PERSONS = frozenset(["chi", "cosa", "cos", "che", "qual", "quale", "quali", "who", "what", "which"])
INTERVAL = "#"  # begins the term that stands for a number inside an interval: '#40', '#40 minuto'
INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")  # what pasted text has inside words
ADDRESS = re.compile(r"(?:^|/r/|#)([a-z]+(?:-[a-z0-9]+)+(?:\.[a-z0-9-]+)*)/?(?:\?[^ ]*)?\Z")


class Group(NamedTuple):
    """Hold a typed word or phrase with what it may mean.

    `alternatives`: the words' own terms, then synonyms and corrections; () for an unknown word.
    """

    words: tuple[str, ...]
    alternatives: tuple[Alternative, ...]


class Searched(NamedTuple):
    """Hold the books to search, with their vocabulary and spelling.

    `use`: their slugs; `late`: those of them whose results come last.
    """

    use: tuple[str, ...]
    late: tuple[str, ...]
    vocabulary: Vocabulary
    spelling: Spelling


@dataclass(frozen=True)
class Query:
    """Hold a parsed query.

    `books`: those named; `searched`: those to search; `cited`: what it cites; `groups`: its other words; `spoken`: all
    terms; `asks`: terms such as '?posso' of question words; `amount`: whether it asks for a number; `wants_rule`:
    whether it asks who, what or how many; `corrected`: the query with misspellings corrected, or ''; `pasted`: anchor
    in a pasted address, or ''.
    """

    books: tuple[str, ...]
    searched: Searched
    cited: Cited
    groups: tuple[Group, ...]
    spoken: frozenset[str]
    asks: tuple[str, ...]
    amount: bool
    wants_rule: bool
    corrected: str
    pasted: str

    @cached_property
    def typed(self) -> frozenset[str]:
        """Return the terms of the words as typed, without synonyms."""
        return frozenset(term for group in self.groups for a in group.alternatives[:1] for term in a.terms)

    @cached_property
    def wanted(self) -> frozenset[str]:
        """Return the terms to mark in excerpts, synonyms included."""
        return frozenset(term for group in self.groups for a in group.alternatives for term in a.terms)


def parse(text: str, chosen: bool, search: Callable[[tuple[str, ...]], Searched], citations: Citations) -> Query:
    """Parse a typed query; no text makes it fail.

    `chosen`: whether the user chose a book or game; `search`: returns what to search if the query names some books.
    Longer texts are cut at 300 characters and 16 terms.
    """
    text = INVISIBLE.sub("", unicodedata.normalize("NFC", text[:MAX_CHARACTERS]))
    every = list(analysis.tokens(text))
    vocabulary = (searched := search(())).vocabulary
    tokens = every[: 3 * MAX_TERMS]
    unfilled, _ = take_known(tokens, FILLERS, vocabulary.longest)
    tokens = unfilled if any(t.term for t in unfilled) else tokens  # «vuol dire», if there is nothing else
    mending = sum(bool(token.term) for token in tokens) <= MENDED_TERMS
    meant = {t.word: name for t in tokens if mending and (name := _game_name(t, searched))}
    tokens, books = extract_books([t._replace(word=meant.get(t.word, t.word)) for t in tokens], vocabulary, text)
    searched = search(books)
    cited, rest = citations.read(tokens, searched.use, chosen or bool(books), searched.spelling.counts)
    for score in (one for one in analysis.find_scores(text) if one.term in searched.spelling.counts):
        outside = [t for t in rest if not score.start <= t.start < score.end]
        rest = sorted([*outside, score], key=lambda t: t.start) if len(outside) < len(rest) else rest
    typing = bool(rest) and rest[-1].end >= len(text.rstrip('"”!?.'))
    last = rest[-1] if typing else None
    kept = [t for t in rest if t.term][:MAX_TERMS] or [t for t in rest if t is last]
    readings = [searched.spelling.read(t.word, t.term, t is last, mending) for t in kept]
    meant |= {t.word: r.meant for t, r in zip(kept, readings, strict=True) if mending and r.meant}
    amounts = (q for q in quantities(text) if q.exact and not q.ordinal)
    spans = {str(q.low): f"{INTERVAL}{q.low} {q.unit}".strip() for q in amounts}
    words = [meant.get(token.word, token.word) for token in every]
    pasted = ADDRESS.search(text.strip(" \t\n\r").lower())
    return Query(
        books, searched, cited, tuple(_group(kept, readings, spans, searched)),
        frozenset(token.term for token in every if token.term),
        tuple(dict.fromkeys(filter(None, map(analysis.get_question_term, words)))),
        not AMOUNTS.isdisjoint(words), not (PERSONS | AMOUNTS).isdisjoint(words),
        _replace_words(text, every, meant), pasted[1] if pasted else "",
    )  # fmt: skip


def _group(
    tokens: Sequence[Token], readings: Sequence[Reading], spans: dict[str, str], searched: Searched
) -> Iterator[Group]:
    """Yield a group for each word or phrase, with its alternatives.

    `readings`: what each token may mean; `spans`: number → term for intervals that contain it: '40' → '#40 minuto'.
    """
    synonyms, longest = searched.vocabulary.synonyms, searched.vocabulary.longest

    def mean(terms: tuple[str, ...]) -> tuple[Alternative, ...]:
        return (Alternative(terms, 100), *synonyms.get(terms, ())) if all(terms) else ()

    best = [reading.terms[0][0] if reading.terms else "" for reading in readings]
    i = 0
    while i < len(tokens):
        reading, size = readings[i], max(1, measure_phrase(best[i : i + longest], synonyms, longest))
        joined = _join(tokens[i : i + 2], searched.spelling) if size < 3 else ""
        size = 2 if joined else size
        if size > 1:
            found = (*mean((joined,)), *mean(tuple(best[i : i + size])))
        else:
            found = mean(reading.joined) if reading.joined else tuple(_list_alternatives(reading, searched.vocabulary))
        if span := spans.get(found[0].terms[0] if found else tokens[i].term):  # even of a number that no text says
            found = (*found, Alternative((span,), 100))
        if found or (tokens[i].term and (reading.unknown or not reading.meant)):
            yield Group(tuple(token.word for token in tokens[i : i + size]), found)
        i += size


def _list_alternatives(reading: Reading, vocabulary: Vocabulary) -> Iterator[Alternative]:
    """Yield a word's possible terms, each followed by its synonyms."""
    for number, (term, weight) in enumerate(reading.terms):
        yield Alternative((term,), weight)
        for other in vocabulary.synonyms.get((term,), ()) if not (number and reading.known) else ():
            yield replace(other, weight=other.weight * weight // 100)


def _join(tokens: Sequence[Token], spelling: Spelling) -> str:
    """Return the term of a word written as two: 'play-off' → 'playoff'; '' if no text has it."""
    word = "".join(token.word for token in tokens)
    if len(tokens) < 2 or tokens[1].start - tokens[0].end != 1 or len(word) < JOINED_LEAST or not word.isalpha():
        return ""
    return term if (term := analysis.term_of(word)) in spelling.counts else ""


def _game_name(token: Token, searched: Searched) -> str:
    """Return the game's name that a misspelt word misses by one letter; '' if there is none."""
    word, spelling = token.word, searched.spelling
    if len(word) < NAME_LEAST - 1 or not token.term or token.term in spelling.counts or word in spelling.common:
        return ""
    names = (name for name in searched.vocabulary.names if len(name) >= NAME_LEAST)
    return next((name for name in names if distance(word, name, 1) == 1), "")


def _replace_words(text: str, tokens: Sequence[Token], meant: dict[str, str]) -> str:
    """Replace words of a query by `meant` (word → correction); '' if there is none to replace."""
    parts, end = [], 0
    for token in tokens:
        if token.word in meant:
            parts += [text[end : token.start], meant[token.word]]
            end = token.end
    return "".join([*parts, text[end:]]) if parts else ""
