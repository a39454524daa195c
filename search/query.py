"""A typed query → what to look for: books named, a citation, and groups of alternatives a word or phrase."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from search import analysis
from search.vocabulary import Alternative, Vocabulary

MAX_CHARACTERS = 300
MAX_TERMS = 24
NUMBERED = re.compile(r"[0-9]+(?:\.[0-9]+)+\Z")
CITING = {"regola", "sezione", "sez", "capitolo", "cap", "punto", "articolo", "art", "paragrafo", "par"}


@dataclass(frozen=True)
class Group:
    """One thing that was typed (a word or a phrase of the vocabulary) and what may stand for it."""

    words: tuple[str, ...]
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True)
class Query:
    """`number`: a printed section number ('2.5', 'appendice c') to put first; `letter`: the statement's, if given."""

    text: str
    books: tuple[str, ...] = ()
    number: str = ""
    letter: str = ""
    groups: tuple[Group, ...] = ()
    corrected: str = ""
    unknown: tuple[str, ...] = field(default=())


Expand = Callable[[str, str, bool], tuple[tuple[Alternative, ...], str]]
"""(word, term, last) → alternatives and, where the word was misspelt, the word that was meant ('' otherwise)."""


def parse(text: str, vocabulary: Vocabulary, expand: Expand) -> Query:
    """Reads a query. Anything is a query: what is not a word is ignored, what is too long is cut."""
    text = text[:MAX_CHARACTERS]
    tokens = list(analysis.tokens(text))[: 3 * MAX_TERMS]
    tokens, books = _books(tokens, vocabulary)
    tokens, number, letter = _citation(tokens, bool(books))
    typing = bool(text) and not text[-1].isspace()
    last = tokens[-1] if tokens and typing and tokens[-1].end >= len(text.rstrip('"”!?.')) else None
    groups, corrected, unknown = _groups(
        [t for t in tokens if t.term or t is last][:MAX_TERMS], last, vocabulary, expand
    )
    return Query(text, books, number, letter, groups, _replaced(text, corrected), unknown)


def _books(tokens: Sequence[analysis.Token], vocabulary: Vocabulary) -> tuple[list[analysis.Token], tuple[str, ...]]:
    """Takes out the words that name a game, longest name first."""
    kept: list[analysis.Token] = []
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


def _citation(tokens: Sequence[analysis.Token], named: bool) -> tuple[list[analysis.Token], str, str]:
    """Takes out a section number ('2.5 c', 'regola 3', 'appendice c') and the letter that may follow it."""
    for i, token in enumerate(tokens):
        before = tokens[i - 1].word if i else ""
        if before in ("appendice", "app") and len(token.word) == 1 and token.word.isalpha():
            return [*tokens[: i - 1], *tokens[i + 1 :]], f"appendice {token.word}", ""
        alone = token.word.isdigit() and (before in CITING or (named and len(tokens) == 1))
        if not (NUMBERED.match(token.word) or alone):
            continue
        after = tokens[i + 1].word if i + 1 < len(tokens) else ""
        letter = after if len(after) == 1 and after.isalpha() and tokens[i + 1].start - token.end <= 1 else ""
        head = tokens[: i - 1] if before in CITING else tokens[:i]
        return [*head, *tokens[i + 1 + bool(letter) :]], token.word, letter
    return list(tokens), "", ""


def _groups(
    tokens: Sequence[analysis.Token], last: analysis.Token | None, vocabulary: Vocabulary, expand: Expand
) -> tuple[tuple[Group, ...], dict[str, str], tuple[str, ...]]:
    groups: list[Group] = []
    corrected: dict[str, str] = {}
    unknown: list[str] = []
    i = 0
    while i < len(tokens):
        size, found = _phrase(tokens[i:], vocabulary)
        if size > 1:
            own = Alternative(tuple(t.term for t in tokens[i : i + size]), 1.0)
            groups.append(Group(tuple(t.word for t in tokens[i : i + size]), (own, *found)))
            i += size
            continue
        token = tokens[i]
        i += 1
        if found:
            own = Alternative((token.term,), 1.0)
            groups.append(Group((token.word,), (own, *found)))
            continue
        alternatives, meant = expand(token.word, token.term, token is last)
        if meant:
            corrected[token.word] = meant
        if alternatives:
            groups.append(Group((token.word,), alternatives))
        elif token.term:
            unknown.append(token.word)
            groups.append(Group((token.word,), ()))
    return tuple(groups), corrected, tuple(unknown)


def _phrase(tokens: Sequence[analysis.Token], vocabulary: Vocabulary) -> tuple[int, tuple[Alternative, ...]]:
    for size in range(min(vocabulary.longest, len(tokens)), 0, -1):
        found = vocabulary.synonyms.get(tuple(t.term for t in tokens[:size]))
        if found:
            return size, found
    return 1, ()


def _replaced(text: str, corrected: dict[str, str]) -> str:
    """The query with its misspelt words mended; '' where there are none."""
    if not corrected:
        return ""
    parts, end = [], 0
    for token in analysis.tokens(text):
        if token.word in corrected:
            parts += [text[end : token.start], corrected[token.word]]
            end = token.end
    return "".join([*parts, text[end:]])
