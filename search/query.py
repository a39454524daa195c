"""A typed query → what to look for: books named, a citation, and groups of alternatives a word or phrase."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from search import analysis
from search.spelling import distance
from search.vocabulary import Alternative, Vocabulary

MAX_CHARACTERS = 300
MAX_TERMS = 16
NAME_LEAST = 5  # letters of a game's name that may be misspelt: shorter ones are near to too many words
MAX_MENDED = 6  # words of a query whose misspelling is looked into: people misspell one or two
FILLER_SIZES = sorted({len(words) for words in analysis.FILLERS}, reverse=True)
NUMBERED = re.compile(r"[0-9]+(?:\.[0-9]+)+\Z")
CITING = {
    "regola",
    "sezione",
    "sez",
    "capitolo",
    "cap",
    "punto",
    "articolo",
    "art",
    "paragrafo",
    "par",
    "lettera",
    "lett",
}
PARTS = re.compile(r"[0-9.]+|[a-z]+")
INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")  # what pasted text has inside words
ADDRESS = re.compile(r"(?:^|/r/|#)([a-z]+(?:-[a-z0-9]+)+(?:\.[a-z0-9-]+)*)/?(?:\?\S*)?$")


@dataclass(frozen=True)
class Group:
    """One thing that was typed (a word or a phrase of the vocabulary) and what may stand for it."""

    words: tuple[str, ...]
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True)
class Query:
    """`number`: a printed section number ('2.5', 'appendice c') to put first; `letter`: the statement's, if given.

    `cited`: the words without the books', as `citing` gives them; `pasted`: the id in a pasted address, or ''.
    """

    text: str
    books: tuple[str, ...] = ()
    number: str = ""
    letter: str = ""
    groups: tuple[Group, ...] = ()
    corrected: str = ""
    cited: tuple[str, ...] = ()
    pasted: str = ""


@dataclass(frozen=True)
class Reading:
    """What a typed word may be: terms with weights (the best first), the word meant where it was misspelt.

    `known`: the first is right. A word `meant` without terms is a stop word, which says nothing.
    """

    terms: tuple[tuple[str, float], ...]
    meant: str = ""
    known: bool = False


Read = Callable[[str, str, bool, bool], Reading]
"""(word, term, whether it is still being typed, whether a misspelling may be looked into) → its reading."""


def parse(text: str, vocabulary: Vocabulary, read: Read) -> Query:
    """Reads a query. Anything is a query: what is not a word is ignored, what is too long is cut."""
    text = INVISIBLE.sub("", unicodedata.normalize("NFC", text[:MAX_CHARACTERS]))
    tokens = _unfilled(list(analysis.tokens(text))[: 3 * MAX_TERMS])
    meant = {token.word: name for token in tokens if (name := _name(token, vocabulary, read))}
    tokens, books = named_books([t._replace(word=meant.get(t.word, t.word)) for t in tokens], vocabulary)
    cited = citing(tokens)
    tokens, number, letter = _citation(tokens, bool(books), text)
    typing = bool(text) and not text[-1].isspace()
    last = tokens[-1] if tokens and typing and tokens[-1].end >= len(text.rstrip('"”!?.')) else None
    kept = [t for t in tokens if t.term][:MAX_TERMS] or [t for t in tokens if t is last]
    groups, corrected = _groups(kept, last, vocabulary, read)
    pasted = ADDRESS.search(text.strip().lower())
    mended = _replaced(text, meant | corrected)
    return Query(text, books, number, letter, groups, mended, cited, pasted[1] if pasted else "")


def citing(tokens: Sequence[analysis.Token]) -> tuple[str, ...]:
    """What the spellings of a citation have in common: '4d', '4.d', '4, lettera d', 'regola 4 d' → ('4', 'd')."""
    words = [token.word for token in tokens if token.word not in CITING]
    return tuple(part for word in words for part in PARTS.findall("app" if word == "appendice" else word))


def _name(token: analysis.Token, vocabulary: Vocabulary, read: Read) -> str:
    """The word of a game's name that a word misspells by one letter; '' where it is a word of its own."""
    word = token.word
    if len(word) < NAME_LEAST - 1 or not token.term or read(word, token.term, False, False).known:
        return ""
    return next((n for n in vocabulary.names if len(n) >= NAME_LEAST and distance(word, n, 1) == 1), "")


def _unfilled(tokens: Sequence[analysis.Token]) -> list[analysis.Token]:
    """Takes out what only makes a question of it ('vuol dire', 'come funziona'), unless nothing else was typed."""
    kept: list[analysis.Token] = []
    i = 0
    while i < len(tokens):
        size = next((n for n in FILLER_SIZES if tuple(t.word for t in tokens[i : i + n]) in analysis.FILLERS), 0)
        if not size:
            kept.append(tokens[i])
        i += size or 1
    return kept if any(t.term for t in kept) else list(tokens)


def named_books(
    tokens: Sequence[analysis.Token], vocabulary: Vocabulary
) -> tuple[list[analysis.Token], tuple[str, ...]]:
    """The other words, and the books that are named among them, the longest name first."""
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


def _citation(tokens: Sequence[analysis.Token], named: bool, text: str) -> tuple[list[analysis.Token], str, str]:
    """Takes out a section number ('2.5 c', 'regola 3', 'appendice c') and the letter that may follow it, or a title."""
    for i, token in enumerate(tokens):
        before = tokens[i - 1].word if i else ""
        if before in ("appendice", "app") and len(token.word) == 1 and token.word.isalpha():
            return [*tokens[: i - 1], *tokens[i + 1 :]], f"appendice {token.word}", ""
        alone = token.word.isdigit() and (before in CITING or (named and len(tokens) == 1))
        amount = analysis.THOUSANDS.match(token.word) and before not in CITING  # '2.000' is no section
        if amount or not (NUMBERED.match(token.word) or alone):
            continue
        after = tokens[i + 1].word if i + 1 < len(tokens) else ""
        letter = after if after.isalpha() and _follows(token, tokens[i + 1], text) else ""
        head = tokens[: i - 1] if before in CITING else tokens[:i]
        return [*head, *tokens[i + 1 + bool(letter) :]], token.word, letter
    if len(tokens) > 1 and _lettered(tokens[-2], tokens[-1], text):
        return list(tokens[:-1]), "", tokens[-1].word
    return list(tokens), "", ""


def _follows(number: analysis.Token, token: analysis.Token, text: str) -> bool:
    """Whether a word is the letter of a statement of the section before it: '2.5c', '2.5 c', '4.2.ad', not '2.5 se'."""
    between = text[number.end : token.start]
    return len(between) <= 1 and (len(token.word) == 1 or (len(token.word) == 2 and between in ("", ".")))


def _lettered(before: analysis.Token, token: analysis.Token, text: str) -> bool:
    """Whether a word is the letter of a statement of what stands before it: 'ritardo.b', 'terminologia.ax'."""
    return len(token.word) <= 2 and token.word.isalpha() and text[before.end : token.start] == "."


def _groups(
    tokens: Sequence[analysis.Token], last: analysis.Token | None, vocabulary: Vocabulary, read: Read
) -> tuple[tuple[Group, ...], dict[str, str]]:
    readings: list[Reading] = []
    for token in tokens:
        strange = sum(1 for reading in readings if not reading.known)
        readings.append(read(token.word, token.term, token is last, strange < MAX_MENDED))
    best = [reading.terms[0][0] if reading.terms else "" for reading in readings]
    groups: list[Group] = []
    corrected: dict[str, str] = {}
    i = 0
    while i < len(tokens):
        size = _phrase(best[i:], vocabulary)
        words = tuple(t.word for t in tokens[i : i + size])
        for token, reading in zip(tokens[i : i + size], readings[i : i + size], strict=True):
            if reading.meant:
                corrected[token.word] = reading.meant
        if size > 1:
            own = tuple(best[i : i + size])
            groups.append(Group(words, (Alternative(own, 1.0), *vocabulary.synonyms[own])))
        elif readings[i].terms or (tokens[i].term and not readings[i].meant):
            groups.append(Group(words, _alternatives(readings[i], vocabulary)))
        i += size
    return tuple(groups), corrected


def _alternatives(reading: Reading, vocabulary: Vocabulary) -> tuple[Alternative, ...]:
    """A word's readings, each with what the vocabulary says for it."""
    found: list[Alternative] = []
    for number, (term, weight) in enumerate(reading.terms):
        guess = number > 0 or not reading.known
        found.append(Alternative((term,), weight, (), guess))
        if guess and reading.known:
            continue
        for other in vocabulary.synonyms.get((term,), ()):
            found.append(Alternative(other.terms, other.weight * weight, other.books))
    return tuple(found)


def _phrase(terms: Sequence[str], vocabulary: Vocabulary) -> int:
    """How many terms from here on are one phrase of the vocabulary; 1 where they are none."""
    for size in range(min(vocabulary.longest, len(terms)), 1, -1):
        if tuple(terms[:size]) in vocabulary.synonyms:
            return size
    return 1


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
