"""The in-browser index: what `docs/assets/js/search/` reads, made from the same index as the server's.

`lingua.json` is the analysis of Italian, `comune.json` what else all books share: weights, the synonyms that hold in
all. `<book>.json` finds, orders, names and places what is in a book, with the synonyms that hold in it;
`<book>/<n>.json` holds the texts of some of its sections, fetched when first shown, `<book>/parole.json` the words that stand
for its terms, fetched when first something is misspelt. A phone with a game set fetches that game's only. While books
come, `<book>/sezioni.json` or, where no game is set, `sezioni.json` gives the first answer: of one book or of all, a section
as one document; and `frasi/<section>.json`, a section as a piece of its own with its texts, the sentence of it that answers.
Read by `pieces.js`, which is the description's other half.

Numbers are written in characters (`packed`): one digit of base 44 a character, the last from the first half of
`DIGITS`, those before it from the second; postings of a term are the documents' differences, facts one digit each, the
most frequent two by two (`paired`), those of the sections' heads apart, which are few and alike.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import groupby, pairwise
from operator import sub
from typing import Any, NamedTuple

from scripts.model.front_coding import front_coded
from scripts.model.incremental import kept
from search.index import weights
from search.index.documents import Document, Field, SectionHeading
from search.index.searched import Searched
from search.index.store import Piece
from search.language import analysis

FOLDER, SENTENCES = "assets/search", "assets/frasi"
DIGITS = "".join(chr(c) for c in range(35, 127) if chr(c) not in "\\<&'")  # printable, never escaped in JSON
BASE = 44
COMMON = 10  # a word of more than a fourth of the sections says nothing of one that has it once
LEAF = 9_000  # characters of text that are fetched together: about 3 kB on the line, 0.06 seconds of a slow one
READ_BEFORE = {"sectionSaturation", "saidGain", "unsaidSure"}
MOST = 4  # documents of a section that have a term: more say no more


@cache
def packed(number: int) -> str:
    """0 → '#', 43 → 'P' and so on: most numbers of a posting list take one character."""
    digits = DIGITS[number % BASE]
    while number := number // BASE:
        digits = DIGITS[BASE + number % BASE] + digits
    return digits


def packed_postings(found: Sequence[int]) -> str:
    """(3, 10) → the packed numbers 3, 7."""
    return "".join(map(packed, map(sub, found, (0, *found))))


def paired(text: str) -> str:
    """A text of digits: these by how often they stand in it, a space, and it, in which two of the most frequent are one
    character: what packs files finds little in single facts, and makes them longer where it thinks that it finds it."""
    often = "".join(digit for digit, _ in Counter(text).most_common())
    ranks = text.translate({ord(digit): rank for rank, digit in enumerate(often)})
    found, written = _pairs(len(often))
    return f"{often} {''.join(map(written.__getitem__, found.findall(ranks)))}"


@cache
def _pairs(digits: int) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Of a text of so many digits, each the character of its rank: what finds its next pair or digit, and how they are
    written."""
    most = math.isqrt(len(DIGITS) - digits)
    frequent = list(enumerate(map(chr, range(min(most, digits)))))
    pairs = {one + two: DIGITS[first * most + second] for first, one in frequent for second, two in frequent}
    alone = {chr(rank): DIGITS[most * most + rank] for rank in range(digits)}
    return re.compile(rf"[\x00-\x{most - 1:02x}]{{2}}|.", re.DOTALL), pairs | alone


def browser_files(searched: Searched) -> dict[str, str]:
    """Path from the site's root → content. The same documents give the same bytes."""
    shared = {
        "lingua": {"analysis": analysis.DATA},
        "comune": _shared(searched),
        "sezioni": _sections(searched, searched.pieces),
    }
    files = {f"{FOLDER}/{name}.json": _json(value) for name, value in shared.items()}
    for game in searched.games:
        if len(game.books) > 1:
            own = [piece for piece in searched.pieces if piece.book in game.books]
            files[f"{FOLDER}/{game.id}/sezioni.json"] = _json(_sections(searched, own))
    for piece in searched.pieces:
        given = piece, searched.shown, searched.vocabulary, searched.surfaces.get(piece.book), list(searched.labels)
        files |= kept(f"{FOLDER}/{piece.book}", given, partial(_book_files, piece, searched))
    return files


def _book_files(piece: Piece, searched: Searched) -> dict[str, str]:
    surfaces = searched.surfaces.get(piece.book, {})
    words = " ".join(_ending(term, surfaces.get(term, term)) for term in sorted(piece.terms)).rstrip()
    synonyms = _synonyms(searched, [piece.book])
    files = {
        f"{FOLDER}/{piece.book}.json": _json(_piece(piece, searched) | {"synonyms": synonyms}),
        f"{FOLDER}/{piece.book}/parole.json": _json(words),
    }
    files[f"{FOLDER}/{piece.book}/sezioni.json"] = _json(_sections(searched, [piece]))
    for section in _alone(piece):
        (texts,) = _texts(section, searched)
        path = f"{SENTENCES}/{section.headings[0].id}.json"
        files[path] = _json(_piece(section, searched) | {"texts": texts})
    return files | {f"{FOLDER}/{piece.book}/{n}.json": _json(texts) for n, texts in enumerate(_texts(piece, searched))}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _shared(searched: Searched) -> dict[str, Any]:
    books = [piece.book for piece in searched.pieces]
    shares = weights.section_shares(max((len(piece.documents) for piece in searched.pieces), default=0))
    slugs = {slug: n for n, slug in enumerate(books)}
    names = searched.vocabulary.books.items()
    return {
        "weights": {name: value for name, value in weights.DATA.items() if name not in READ_BEFORE},
        "shares": shares[: shares.index(max(shares)) + 1],
        "gains": weights.said_gains(),
        "losses": weights.unsaid_losses(),
        "books": books,
        "labels": searched.labels,
        "games": searched.chosen,
        "synonyms": _synonyms(searched, ()),
        "longest": max(searched.vocabulary.longest, *map(len, analysis.FILLERS)),
        "names": [[" ".join(words), [slugs[s] for s in found if s in slugs]] for words, found in names],
    }


def _synonyms(searched: Searched, books: Collection[str]) -> list[Any]:
    """[weight, books, 'meant=typed|typed;meant=…'] of what holds in some books only, one of `books`; () for what holds in all."""
    slugs = {piece.book: n for n, piece in enumerate(searched.pieces)}
    alike: dict[tuple[int, tuple[str, ...]], dict[str, list[str]]] = {}
    for typed, meant in searched.vocabulary.synonyms.items():
        for a in meant:
            if set(a.books) & set(books) if books else not a.books:
                alike.setdefault((a.weight, a.books), {}).setdefault(" ".join(a.terms), []).append(" ".join(typed))
    return [
        [
            weight,
            [slugs[b] for b in of if b in slugs],
            ";".join(f"{meant}={'|'.join(typed)}" for meant, typed in rows.items()),
        ]
        for (weight, of), rows in alike.items()
    ]


def _piece(piece: Piece, searched: Searched) -> dict[str, Any]:
    sizes = Counter(piece.home)
    kind_of = [_kind(piece, n) for n in range(len(piece.documents))]
    kinds = sorted(set(kind_of))
    terms = sorted(piece.terms)
    return {
        "code": searched.shown[piece.headings[0].id][0].partition(" ")[0],
        "sections": [
            [h.id.removeprefix(f"{h.book}-") for h in piece.headings],
            [h.title for h in piece.headings],
            [h.number for h in piece.headings],
            [h.kind.value for h in piece.headings],
            [sizes[n] for n in range(len(piece.headings))],
            [_citation(h, searched) for h in piece.headings],
        ],
        "pages": _pages(piece, searched),
        "leaves": _leaves(piece),
        "kinds": kinds,
        "documents": "".join(DIGITS[kinds.index(kind)] for kind in kind_of),
        "letters": _letters(piece),
        "terms": front_coded(terms),
        "postings": " ".join(packed_postings(piece.terms[term][0]) for term in terms),
        "facts": list(map(paired, _facts(piece, terms))),
        "intervals": [list(span) for span in piece.intervals],
        "tables": list(piece.tables.items()),
    }


def _facts(piece: Piece, terms: Iterable[str]) -> tuple[str, str]:
    """What the terms say below the sections' heads, and in these."""
    heads = set(piece.heads)
    said: tuple[list[str], list[str]] = [], []
    for term in terms:
        for n, fact in zip(*piece.terms[term], strict=True):
            said[n in heads].append(DIGITS[fact])
    return "".join(said[False]), "".join(said[True])


def _alone(piece: Piece) -> Iterator[Piece]:
    """Each section of a book as a piece of its own."""
    terms: list[dict[str, tuple[tuple[int, ...], tuple[int, ...]]]] = [{} for _ in piece.headings]
    home, heads = piece.home, piece.heads
    for term, (places, facts) in piece.terms.items():
        end = 0
        for section, found in groupby(places, home.__getitem__):
            own = tuple([n - heads[section] for n in found])
            terms[section][term] = own, facts[end : (end := end + len(own))]
    ends = (*heads[1:], len(piece.documents))
    for heading, start, end, every in zip(piece.headings, heads, ends, terms, strict=True):
        intervals = tuple((n - start, low, high, unit) for n, low, high, unit in piece.intervals if start <= n < end)
        yield Piece(piece.book, (heading,), piece.documents[start:end], (0,) * (end - start), every, intervals)


class _Told(NamedTuple):
    """What a term says in the sections of a book: in which (a head, an even number, or all below it, the odd one after),
    and what there; the differences of those places but the first, and what is said below heads and in them, as they
    are written."""

    places: tuple[int, ...]
    facts: tuple[int, ...]
    rest: str
    said: tuple[str, ...]

    @classmethod
    def of(cls, found: Sequence[tuple[int, int]]) -> _Told:
        places, facts = zip(*found, strict=True)
        rest = "".join(packed(n - before) for before, n in pairwise(places))
        said = ("".join(DIGITS[fact] for n, fact in found if n % 2 == below) for below in (1, 0))
        return cls(places, facts, rest, tuple(said))

    def seldom(self) -> _Told | None:
        """Without the bodies of sections that have it once."""
        left = [
            (n, fact) for n, fact in zip(self.places, self.facts, strict=True) if n % 2 == 0 or fact > weights.ASKED
        ]
        return _Told.of(left) if left else None


def _sections(searched: Searched, pieces: Sequence[Piece]) -> dict[str, Any]:
    """Books as one piece, in which what stands below a section's head is one document; a word of the head says it all."""
    headings = [h for piece in pieces for h in piece.headings]
    documents = [_bare(h, field) for h in headings for field in (Field.HEAD, Field.TEXT)]
    found: dict[str, list[tuple[int, _Told]]] = {}
    first = 0
    for piece in pieces:
        for term, told in kept(f"sections {piece.book}", piece, partial(_of_sections, piece)).items():
            found.setdefault(term, []).append((first, told))
        first += 2 * len(piece.headings)
    terms, postings, facts = [], [], []
    for term, of in sorted(found.items()):
        if sum(len(told.places) for _, told in of) >= len(headings) // COMMON:
            of = [(first, told) for first, told in ((first, told.seldom()) for first, told in of) if told]
        if of:
            terms.append(term)
            ends = (0, *(first + told.places[-1] for first, told in of))
            starts = (packed(n + told.places[0] - end) + told.rest for end, (n, told) in zip(ends, of, strict=False))
            postings.append("".join(starts))
            facts += [told.said for _, told in of]
    homes = tuple(n // 2 for n in range(len(documents)))
    whole = _piece(Piece("", tuple(headings), tuple(documents), homes, {}, ()), searched)
    _, *shown, _ = whole["sections"]
    whole["sections"] = [[h.id for h in headings], *shown, [searched.shown[h.id][0] for h in headings]]
    said = {
        "terms": front_coded(terms),
        "postings": " ".join(postings),
        "facts": [paired("".join(said)) for said in zip(*facts, strict=True)],
        "synonyms": _synonyms(searched, [piece.book for piece in pieces]),
    }
    return whole | said | {"code": "", "leaves": []}


def _of_sections(piece: Piece) -> dict[str, _Told]:
    heads = {n: 2 * home for n, home in enumerate(piece.home) if piece.documents[n].field is Field.HEAD}
    found: dict[str, _Told] = {}
    for term, (places, said) in piece.terms.items():
        if term.startswith(analysis.ASKING):
            continue
        of_heads = [(heads[n], fact) for n, fact in zip(places, said, strict=True) if n in heads]
        below = Counter([2 * piece.home[n] + 1 for n in places if n not in heads])
        of_bodies = [(section, weights.ASKED * min(count, MOST)) for section, count in below.items()]
        found[term] = _Told.of(sorted(of_heads + of_bodies))
    return found


def _bare(heading: SectionHeading, field: Field) -> Document:
    return Document(f"{heading.id}.a", heading.id, field, heading.kind, "")


def _kind(piece: Piece, n: int) -> tuple[str, str, int, int]:
    """(field, kind, says an amount, has the anchor of the one before: a row of a table without names)."""
    document = piece.documents[n]
    again = n > 0 and piece.documents[n - 1].anchor == document.anchor
    return document.field.value, document.kind.value, int(document.number), int(again)


def _citation(heading: SectionHeading, searched: Searched) -> str | int:
    """What follows the book's code in a section's citation; 0 where it is its number, 1 where it is its title."""
    words = searched.shown[heading.id][0].partition(" ")[2]
    return 0 if words == heading.number else 1 if words == heading.title else words


def _pages(piece: Piece, searched: Searched) -> list[list[Any]]:
    """[a section's number, its page] where a page begins: '/mtr/1/'. A section's address is its page, '#' and its id."""
    found: list[list[Any]] = []
    for n, heading in enumerate(piece.headings):
        page, _, anchor = searched.shown[heading.id][1].partition("#")
        assert anchor == heading.id
        if not found or found[-1][1] != page:
            found.append([n, page])
    return found


def _letters(piece: Piece) -> list[list[Any]]:
    """[document, letter] of the statements whose letter is not the one after the statement's before it."""
    found: list[list[Any]] = []
    due = ""
    for n, document in enumerate(piece.documents):
        if document.field is Field.HEAD:
            due = "a"
        elif document.field is not Field.ENTRY:
            letter = document.anchor.rpartition(".")[2]
            if letter != due:
                found.append([n, letter])
            due = "aa" if letter == "z" else letter[:-1] + chr(ord(letter[-1]) + 1)
    return found


def _ending(term: str, word: str) -> str:
    """The word that stands for a term: '' for the same, '-ending' after the term, else the word."""
    return "" if word == term else f"-{word.removeprefix(term)}" if word.startswith(term) else word


def _leaves(piece: Piece) -> list[int]:
    """The numbers of the sections with which begins what is fetched together."""
    sizes = [0] * len(piece.headings)
    for document, home in zip(piece.documents, piece.home, strict=True):
        sizes[home] += len(document.text)
    found, size = [0], 0
    for n, more in enumerate(sizes):
        if size and size + more > LEAF:
            found.append(n)
            size = 0
        size += more
    return found


def _texts(piece: Piece, searched: Searched) -> Iterable[list[list[str]]]:
    """Of each leaf the texts of its documents, heads left out, in order."""
    starts = _leaves(piece)
    for start, end in zip(starts, (*starts[1:], len(piece.headings)), strict=True):
        inside = zip(piece.documents, piece.home, strict=True)
        yield [_text(d, searched) for d, home in inside if start <= home < end and d.field is not Field.HEAD]


def _text(document: Document, searched: Searched) -> list[str]:
    """[text] of a statement; [text, what follows the section's id, citation, address where it is not the page's] of a row."""
    if document.field is not Field.ENTRY:
        return [document.text]
    citation, url = searched.shown[document.anchor]
    tail = document.anchor.removeprefix(document.section).removeprefix(".")
    page = searched.shown[document.section][1].partition("#")[0]
    return [document.text, tail, citation, *([url] if url != f"{page}#{document.anchor}" else [])]
