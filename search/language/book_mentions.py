"""Find the games, rule documents and editions that a query names."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import TypeVar

from search.language import analysis
from search.language.analysis import Token
from search.language.citation_parser import normalise_citation
from search.language.vocabulary_terms import Vocabulary

EDITIONS: dict[str, frozenset[str]] = {
    name: frozenset(words.split()) for name, words in analysis.DATA["editions"].items()
}

YEAR = re.compile(r"20\d\d")  # «standard 2014» names an edition, «2014 giocatori» does not


T = TypeVar("T")


def measure_phrase(words: Sequence[str], known: Container[tuple[str, ...]], longest: int) -> int:
    """Return how many words the longest known phrase at the start of `words` has; 0 for none."""
    sizes = range(min(longest, len(words)), 0, -1)
    return next((size for size in sizes if tuple(words[:size]) in known), 0)


def take_known(
    tokens: Sequence[Token], known: Mapping[tuple[str, ...], T], longest: int
) -> tuple[list[Token], list[T]]:
    """Remove known phrases from a query; return (other words, values of the phrases found).

    `known`: phrase → value; `longest`: most words of a known phrase. Read from left to right,
    the longest phrase counts.
    """
    words = [token.word for token in tokens]
    kept: list[Token] = []
    found: list[T] = []
    i = 0
    while i < len(words):
        size = measure_phrase(words[i : i + longest], known, longest)
        if size:
            found.append(known[tuple(words[i : i + size])])
        else:
            kept.append(tokens[i])
        i += size or 1
    return kept, found


def citation_key(text: str, vocabulary: Vocabulary) -> str:
    """Return a citation's normal form without the book: 'MTR 2.5, lettera c' → '2.5 c'."""
    return " ".join(
        normalise_citation(take_known(list(analysis.tokens(text)), vocabulary.books, vocabulary.longest)[0])
    )


def extract_books(tokens: Sequence[Token], vocabulary: Vocabulary, text: str) -> tuple[list[Token], tuple[str, ...]]:
    """Return (the query's words without book names, these books' slugs).

    An edition mark ('USA', '1.3', '2014') next to a game's name selects among the books of that game. Elsewhere it
    counts only where it is clearly a mark: in 'mazzo USA', 'regole italiane', 'nel 2014', but not in 'si usa'. `text`:
    the query as typed, whose capitals matter.
    """
    rest, named = take_known(tokens, vocabulary.books, vocabulary.longest)
    telling = [
        slugs for slugs in named if not any(set(other) < set(slugs) for other in named)
    ]  # «naruto, edizione USA»
    books = tuple(dict.fromkeys(slug for slugs in telling for slug in slugs))
    places = {token.start: n for n, token in enumerate(tokens)}
    kept = []
    for token in rest:
        marked = vocabulary.marks.get(token.word, ())
        both = tuple(slug for slug in books if slug in marked)
        n = places[token.start]
        before = [tokens[k].word if k >= 0 and tokens[k] in rest else "" for k in (n - 1, n - 2)]  # '' for a name
        beside = n > 0 and not before[0]
        named_after = n + 1 < len(tokens) and tokens[n + 1] not in rest
        if token.word == "a" and named_after and not before[0][:1].isdigit():
            continue  # «a Magic»: not the letter of a citation, as in «2.5 a Magic»
        if marked and books and n > 1 and before == ["e", ""]:  # «naruto italiano e USA»
            books += marked
        elif marked and (both or not books) and (beside or _is_mark(tokens, n, text, bool(both))):
            books = both or marked
        else:
            kept.append(token)
    return kept, books


def _is_mark(tokens: Sequence[Token], n: int, text: str, named: bool) -> bool:
    """Return whether word `n` marks an edition, and is not a verb, a language or an amount.

    `text`: the query as typed; `named`: whether the query names a game that has this edition.
    """
    word, before = tokens[n].word, tokens[n - 1].word if n else ""
    following = tokens[n + 1].word if n + 1 < len(tokens) else ""
    if before in EDITIONS["cues"] or (YEAR.fullmatch(word) and following not in analysis.DATA["units"]):
        return True
    if word[0].isdigit() or before in EDITIONS["notAfter"]:
        return False
    written = text[tokens[n].start : tokens[n].end]
    if written.isupper() and not text.isupper():
        return True
    if word not in EDITIONS["verbs"]:
        return named
    return bool(before) and (not following or following in EDITIONS["before"])
