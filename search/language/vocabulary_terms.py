"""Turn the authors' vocabulary (`scripts.model.search_vocabulary`) into index terms."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scripts.model.problems import Place, Report
from scripts.model.search_vocabulary import SpokenWords, Synonym
from search.language import analysis

LEAST_MARK = 3  # letters of a word that marks an edition
LEAST_ADJECTIVE = 6  # letters of an adjective, all forms of which mark it

Terms = tuple[str, ...]


@dataclass(frozen=True)
class Alternative:
    """Hold terms that may replace a typed word (synonym, guess).

    A document must have all `terms`. `weight`: in percent; `books`: slugs in which it holds, () for all.
    """

    terms: Terms
    weight: int
    books: tuple[str, ...] = ()


@dataclass(frozen=True)
class Vocabulary:
    """Hold synonyms and names as index terms.

    `synonyms`: typed terms → alternatives; `books`: words of a game's or book's name → slugs of the books it
    means; `marks`: a word that tells an edition from the others ('usa', 'italiane', '1.3', '2014') → slugs of
    the books of that edition.
    """

    synonyms: Mapping[Terms, tuple[Alternative, ...]]
    books: Mapping[Terms, tuple[str, ...]]
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def longest(self) -> int:
        """Return how many words the longest synonym or name has."""
        return max((len(key) for key in (*self.synonyms, *self.books)), default=1)

    def of(self, books: Collection[str]) -> Vocabulary:
        """Return some books' vocabulary, without synonyms that hold elsewhere."""
        held = {
            t: tuple(a for a in meant if not a.books or set(a.books) & set(books)) for t, meant in self.synonyms.items()
        }
        return Vocabulary({typed: meant for typed, meant in held.items() if meant}, self.books, self.marks)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the words that name a game by themselves, sorted."""
        return tuple(sorted(key[0] for key in self.books if len(key) == 1))

    @cached_property
    def terms(self) -> frozenset[str]:
        """Return terms with synonyms, which are never taken for misspellings."""
        return frozenset(term for key in self.synonyms for term in key)


def analyse(words: SpokenWords, report: Report) -> Vocabulary:
    """Turn the authors' synonyms and names into index terms.

    A line that leaves no term (only stop words) is added to `report`.
    """
    synonyms: dict[Terms, dict[tuple[Terms, tuple[str, ...]], Alternative]] = {}
    for line in words.synonyms:
        for typed, alternative in _pairs(line, report):
            found = synonyms.setdefault(typed, {})
            key = (alternative.terms, alternative.books)
            if alternative.terms != typed and (key not in found or found[key].weight < alternative.weight):
                found[key] = alternative
    books = dict(sorted(_books(words, report).items()))
    meant = {typed: tuple(found.values()) for typed, found in sorted(synonyms.items()) if found}
    return Vocabulary(meant, books, _marks(words, books))


def _marks(words: SpokenWords, books: Mapping[Terms, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Map each word that marks an edition to its books' slugs.

    Such are an edition's year and number, and the last word of a name that selects one book where the rest of the name
    means several ('naruto usa').
    """
    marks: dict[str, list[str]] = {}
    for name, slugs in books.items():
        *head, last = name
        shared = books.get(tuple(head), ())
        if len(shared) > len(slugs) and len(last) >= LEAST_MARK:
            inflected = len(last) >= LEAST_ADJECTIVE and last[-1] == "o"
            for mark in [last[:-1] + ending for ending in "oaie"] if inflected else [last]:
                marks.setdefault(mark, []).extend(slug for slug in slugs if slug not in marks.get(mark, ()))
    for line in words.editions:
        marks.setdefault(line.names[0], []).extend(line.books)
    return {mark: tuple(slugs) for mark, slugs in sorted(marks.items())}


def map_topics(words: SpokenWords, report: Report) -> dict[str, tuple[str, ...]]:
    """Map each section's id to the phrases by which judges ask for it.

    A line whose phrases leave no term is added to `report`.
    """
    topics: dict[str, tuple[str, ...]] = {}
    for topic in words.topics:
        if not any(analysis.terms(phrase) for phrase in topic.phrases):
            expected = "almeno una frase che non sia soltanto articoli e preposizioni"
            report.add(topic.place, f"«{' | '.join(topic.phrases)}»", expected)
        for section in topic.sections:
            topics[section] = (*topics.get(section, ()), *topic.phrases)
    return topics


def dump_vocabulary(vocabulary: Vocabulary) -> str:
    """Return the vocabulary as JSON, to be read by `load_vocabulary`."""
    synonyms = [[typed, [[a.terms, a.weight, a.books] for a in meant]] for typed, meant in vocabulary.synonyms.items()]
    names = {"books": list(vocabulary.books.items()), "marks": vocabulary.marks}
    return json.dumps({"synonyms": synonyms, **names}, ensure_ascii=False)


def load_vocabulary(text: str) -> Vocabulary:
    """Read a vocabulary from the JSON that `dump_vocabulary` made."""
    data = json.loads(text)
    synonyms = {
        tuple(typed): tuple(Alternative(tuple(terms), weight, tuple(books)) for terms, weight, books in meant)
        for typed, meant in data["synonyms"]
    }
    books = {tuple(words): tuple(slugs) for words, slugs in data["books"]}
    return Vocabulary(synonyms, books, {mark: tuple(slugs) for mark, slugs in data["marks"].items()})


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
