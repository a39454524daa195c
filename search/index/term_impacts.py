"""Compute how strongly each term points to each document, before queries.

An impact is a whole number: the `scale` of the term (how rare it is in all books) times the `level` of the term in the
document. A level is computed from three facts: whether the document's text has the term, whether its name has it, and
in which share of its questions people use it (a Bernoulli naive Bayes over the questions, plus a constant for being
there at all). At query time both engines add impacts and a `bias`, and sort.

The constants were settled by trying. Fitting levels by gradient descent on the questions answered no validation set
better (docs/misure.md).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from operator import not_

from search.index.documents import Document, Field, SectionHeading
from search.language import analysis

OWN, NAMED, ASKED = 1, 2, 4  # a fact: in the text, in the name; from ASKED on, in how many sevenths of the questions
SHARES = 7
ENOUGH, FURTHER = 8, 4  # how many questions count whole, and how many tenths each further one counts
SCALE_STEP, LEVEL_STEP, BIAS_STEP = 200, 15, 50  # what one unit of a scale, a level and a bias is worth
MOST = 27  # the highest level, for the file of the browser
FLAT = 2560  # what a term is worth however frequent it is, in thousandths of a nat
ANY, IN_TEXT, IN_QUESTIONS, IN_NAME = 67, 25, 20, 20  # what a fact adds to a level
LIKELY, UNLIKELY = 15, 15  # how much the naive Bayes counts: a term that was said, one that was not
ALONE = 30  # a term that is one of a document's questions by itself
ALONE_SPACES = 2  # a longer question has more than one term
GAIN, SURE = 2.5, 0.85
IN_SECTION, IN_TITLE, IN_TOPIC = 30, 18, 40  # a term of the section's head, of its title, of what judges call it
NOTE = 0.6  # a note of the editors is no rule


@dataclass(frozen=True)
class Entries:
    """Hold the documents with a term, and for each a level and a fact code.

    `levels`: how strongly the term points to the document, 1 to 27; `facts`: 1 (in the text) + 2 (in the name) + 4 ×
    share of its questions that have the term (0 to 7).
    """

    documents: tuple[int, ...]
    levels: tuple[int, ...]
    facts: tuple[int, ...]


@dataclass(frozen=True)
class BookEntries:
    """Hold a book's index before section heads are added to documents.

    Documents and sections are numbered in the book's order; a section's head is a document whose levels count for all
    documents of the section. `home`: section number of each document; `scales`: term → scale; `bias`: points added to
    each document whatever is typed, at most 0.
    """

    book: str
    headings: tuple[SectionHeading, ...]
    documents: tuple[Document, ...]
    home: tuple[int, ...]
    scales: Mapping[str, int]
    terms: Mapping[str, Entries]
    bias: tuple[int, ...]

    @property
    def intervals(self) -> list[tuple[int, int, int, str]]:
        """Return (document, low, high, unit) of each amount with an interval."""
        return [(n, *span) for n, document in enumerate(self.documents) for span in document.intervals]


def make_book_entries(documents: Iterable[Document], headings: Iterable[SectionHeading]) -> tuple[BookEntries, ...]:
    """Compute each book's index entries, in the books' order."""
    heads: dict[str, list[SectionHeading]] = {}
    own: dict[str, list[Document]] = {}
    book_of = {}
    for heading in headings:
        book_of[heading.id] = heading.book
        heads.setdefault(heading.book, []).append(heading)
    for document in documents:
        own.setdefault(book_of[document.section], []).append(document)
    facts = {book: _collect_facts(tuple(of_book)) for book, of_book in own.items()}
    spread: Counter[str] = Counter()
    for book, terms in facts.items():
        for term, found in terms.items():
            spread[term] += sum(own[book][n].field is not Field.HEAD for n in found)
    answering = sum(d.field is not Field.HEAD for of_book in own.values() for d in of_book)
    rarity = {term: _measure_rarity(count, answering) for term, count in spread.items()}
    return tuple(_make_entries(book, tuple(heads[book]), tuple(own[book]), facts[book], rarity) for book in heads)


def _measure_rarity(count: int, size: int) -> int:
    """Return the rarity, in thousandths of a nat, of a term in `count` of `size` documents."""
    count = max(1, count)
    return round(1000 * math.log(1 + (size - count + 0.5) / (count + 0.5)))


def _make_entries(
    book: str,
    headings: tuple[SectionHeading, ...],
    documents: tuple[Document, ...],
    facts: Mapping[str, Mapping[int, int]],
    rarity: Mapping[str, int],
) -> BookEntries:
    place = {heading.id: n for n, heading in enumerate(headings)}
    terms, scales, losses = {}, {}, [0.0] * len(documents)
    names = [len(set(analysis.terms(d.name))) for d in documents]
    alone = [_find_lone_questions(d.asks) for d in documents]
    for term, found in sorted(facts.items()):
        scales[term] = max(1, round((rarity[term] + FLAT) / SCALE_STEP))
        levels = []
        for n, fact in found.items():
            losses[n] += loss(degree(fact))
            if documents[n].field is Field.HEAD:
                level = float(IN_SECTION + IN_TITLE * bool(fact & OWN) + IN_TOPIC * (fact >= ASKED))
            else:
                level = _compute_level(fact, term[0] == analysis.ASKING, rarity[term], names[n]) + ALONE * (
                    term in alone[n]
                )
                level *= NOTE if documents[n].field is Field.NOTE else 1
            levels.append(min(MOST, max(1, round(level / LEVEL_STEP))))
        terms[term] = Entries(tuple(found), tuple(levels), tuple(found.values()))
    # a chapter's heading, which holds no rule, has little that could be missing: it leads no more than what holds one
    heads = [document.field is Field.HEAD for document in documents]
    usual = sum(compress(losses, map(not_, heads))) / max(1, heads.count(False))
    losses = [max(lost, usual) if head else lost for lost, head in zip(losses, heads, strict=True)]
    bias = tuple(-round(10_000 * UNLIKELY * lost / SCALE_STEP / LEVEL_STEP / BIAS_STEP) * BIAS_STEP for lost in losses)
    home = tuple(place[document.section] for document in documents)
    return BookEntries(book, headings, documents, home, scales, terms, bias)


@lru_cache(maxsize=1 << 16)
def _compute_level(fact: int, asking: bool, telling: int, names: int) -> float:
    """Return how strongly a term points to a document (its level), before rounding.

    `fact`: what of the document has the term (a code, see `Entries`); `telling`: the term's rarity; `names`: number of
    terms in the document's name. A question word such as 'posso' (`asking`) gets only what the naive Bayes gives,
    without the constants for being in the document's text, name or questions.
    """
    likely = 10 * LIKELY * telling + 10_000 * (LIKELY * gain(degree(fact)) + UNLIKELY * loss(degree(fact)))
    said = likely / (telling + FLAT)
    if asking:
        return said
    asked = fact // ASKED
    said += ANY + IN_TEXT * bool(fact & OWN) + IN_QUESTIONS * 2 * asked / (asked + 1)
    return said + (IN_NAME / names if fact & NAMED else 0)


def degree(fact: int) -> int:
    """Return how much of a document has a term, in eighths: 0 to 8.

    The text counts one eighth, if it has the term; the questions count the rest, in proportion to how many have it.
    `fact`: 1 if the text has it + 2 if the name has it + 4 × the sevenths of the questions that have it.
    """
    return fact // ASKED + (fact & OWN)


def gain(eighths: int) -> float:
    """Return how many nats a document's score rises, if at all, for a term that a query has.

    `eighths`: how much of the document has the term (see `degree`). The term's rarity is weighed in `_compute_level`.
    """
    return max(0.0, GAIN + math.log(eighths / (SHARES + 1))) if eighths else 0.0


def loss(eighths: int) -> float:
    """Return how many nats a document's score falls for a term that a query lacks.

    `eighths`: how much of the document has the term (see `degree`).
    """
    return -math.log(1 - SURE * eighths / (SHARES + 1))


@lru_cache(maxsize=16)
def _collect_facts(documents: tuple[Document, ...]) -> Mapping[str, Mapping[int, int]]:
    """Return term → document number → fact code (see `Entries`).

    Question words such as '?posso' are left out of section heads, and of documents of which at most a seventh of the
    questions asked has them.
    """
    found: dict[str, dict[int, int]] = {}
    for n, document in enumerate(documents):
        text = document.words or document.text
        for term in _list_terms(text) | {score.term for score in analysis.find_scores(text)}:
            found.setdefault(term, {})[n] = OWN
        for term in _list_terms(document.name) if document.field is not Field.HEAD else ():
            of_term = found.setdefault(term, {})
            of_term[n] = of_term.get(n, 0) | NAMED
        for term, share in compute_question_shares(document.asks).items():
            head, asking = document.field is Field.HEAD, term[0] == analysis.ASKING
            if asking and (head or share < 2):
                continue
            of_term = found.setdefault(term, {})
            of_term[n] = of_term.get(n, 0) + ASKED * (1 if head else share)
    return found


@lru_cache(maxsize=1 << 14)
def compute_question_shares(asks: tuple[str, ...]) -> Mapping[str, int]:
    """Return term → share of the questions `asks` that have it, in sevenths: 1 to 7.

    Shares are rounded up. Question words such as '?posso' have a share, too. Beyond 8 questions each counts as four
    tenths of one: those added later say the same in other words, and should not make the usual ones rarer.
    """
    counts = Counter(term for question in asks for term in {term for term, _ in analysis.list_term_pairs(question)})
    tenths = 10 * min(len(asks), ENOUGH) + FURTHER * max(0, len(asks) - ENOUGH)
    return {term: min(SHARES, -(-10 * SHARES * count // tenths)) for term, count in counts.items()}


@lru_cache(maxsize=1 << 14)
def _find_lone_questions(asks: tuple[str, ...]) -> frozenset[str]:
    """Return the terms that are a whole question by themselves («coaching»)."""
    short = (set(analysis.terms(question)) for question in asks if question.count(" ") <= ALONE_SPACES)
    return frozenset(term for terms in short if len(terms) == 1 for term in terms)


@lru_cache(maxsize=1 << 15)
def _list_terms(text: str) -> frozenset[str]:
    return frozenset(analysis.terms(text))
