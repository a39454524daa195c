"""The vocabulary as the search uses it: the words of `scripts.model.vocabulary` analysed into terms."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from scripts.model.problems import Place, Report
from scripts.model.vocabulary import SpokenWords, Synonym
from search.language import analysis

Terms = tuple[str, ...]


@dataclass(frozen=True)
class Alternative:
    """Terms that together stand for what was typed; `weight` in percent; `books`: where it holds, () for all.

    `guess`: one of several guesses (what an unfinished or misspelt word may be), together as rare as all of them.
    """

    terms: Terms
    weight: int
    books: tuple[str, ...] = ()
    guess: bool = False


@dataclass(frozen=True)
class Vocabulary:
    """`synonyms`: typed terms → alternatives; `books`: typed words → slugs. Keys are tuples, matched longest first."""

    synonyms: Mapping[Terms, tuple[Alternative, ...]]
    books: Mapping[Terms, tuple[str, ...]]

    @cached_property
    def longest(self) -> int:
        return max((len(key) for key in (*self.synonyms, *self.books)), default=1)

    def of(self, books: Collection[str]) -> Vocabulary:
        """What holds in one of the books: somebody who searches one game does not speak another's slang."""
        held = {
            t: tuple(a for a in meant if not a.books or set(a.books) & set(books)) for t, meant in self.synonyms.items()
        }
        return Vocabulary({typed: meant for typed, meant in held.items() if meant}, self.books)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The words that name a game by themselves, sorted."""
        return tuple(sorted(key[0] for key in self.books if len(key) == 1))

    @cached_property
    def terms(self) -> frozenset[str]:
        """Every term that a typed side has: words that are right, though no rule may have them."""
        return frozenset(term for key in self.synonyms for term in key)


def analysed(words: SpokenWords, report: Report) -> Vocabulary:
    """The synonyms and the names of books; words that the analysis leaves nothing of are problems with their place."""
    synonyms: dict[Terms, dict[tuple[Terms, tuple[str, ...]], Alternative]] = {}
    for line in words.synonyms:
        for typed, alternative in _pairs(line, report):
            found = synonyms.setdefault(typed, {})
            key = (alternative.terms, alternative.books)
            if alternative.terms != typed and (key not in found or found[key].weight < alternative.weight):
                found[key] = alternative
    return Vocabulary(
        {typed: tuple(found.values()) for typed, found in sorted(synonyms.items()) if found},
        dict(sorted(_books(words, report).items())),
    )


def topics_of(words: SpokenWords, report: Report) -> dict[str, tuple[str, ...]]:
    """Section → the phrases with which judges ask for it; a line of which the analysis leaves nothing is a problem."""
    topics: dict[str, tuple[str, ...]] = {}
    for topic in words.topics:
        if not any(analysis.terms(phrase) for phrase in topic.phrases):
            expected = "almeno una frase che non sia soltanto articoli e preposizioni"
            report.add(topic.place, f"«{' | '.join(topic.phrases)}»", expected)
        for section in topic.sections:
            topics[section] = (*topics.get(section, ()), *topic.phrases)
    return topics


def written(vocabulary: Vocabulary) -> str:
    """The vocabulary as JSON, for the index folder; `read_written` reads it again."""
    synonyms = [[typed, [[a.terms, a.weight, a.books] for a in meant]] for typed, meant in vocabulary.synonyms.items()]
    return json.dumps({"synonyms": synonyms, "books": list(vocabulary.books.items())}, ensure_ascii=False)


def read_written(text: str) -> Vocabulary:
    data = json.loads(text)
    synonyms = {
        tuple(typed): tuple(Alternative(tuple(terms), weight, tuple(books)) for terms, weight, books in meant)
        for typed, meant in data["synonyms"]
    }
    return Vocabulary(synonyms, {tuple(words): tuple(slugs) for words, slugs in data["books"]})


def _pairs(line: Synonym, report: Report) -> Iterator[tuple[Terms, Alternative]]:
    typed = [_terms(part, line.place, report) for part in line.typed]
    meant = [_terms(part, line.place, report) for part in line.meant]
    for one in filter(None, typed):
        for other in filter(None, meant):
            yield one, Alternative(other, round(100 * line.weight), line.books)
            if line.both:
                yield other, Alternative(one, round(100 * line.weight), line.books)


def _terms(words: str, place: Place, report: Report) -> Terms:
    found = tuple(analysis.terms(words))
    if not found:
        report.add(place, f"«{words}»", "parole che non siano soltanto articoli e preposizioni")
    return found


def _books(words: SpokenWords, report: Report) -> dict[Terms, tuple[str, ...]]:
    books: dict[Terms, tuple[str, ...]] = {}
    for line in words.names:
        names = [tuple(token.word for token in analysis.tokens(part)) for part in line.names]
        if not all(names) or not names or not line.books:
            shown = f"«{' | '.join(line.names)}» → «{', '.join(line.books)}»"
            report.add(line.place, shown, "parole e almeno un libro")
            continue
        books.update(dict.fromkeys(names, line.books))
    return books
