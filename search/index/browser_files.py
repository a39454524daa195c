"""Write the index files of the browser's search engine (`docs/assets/js/search/`).

`lingua.json`: the analysis of Italian. `comune.json`: weights and synonyms for all books. `<book>.json`: a book's
postings (term → documents) and sections, with the synonyms that hold only there. `<book>/<n>.json`: texts of some
sections, fetched when first shown. `<book>/parole.json` (a book's words) and `comuni.json` (everyday words): fetched
when a word is first unknown. With a game chosen, only that game's files are fetched. For a first answer while the books
load: `sezioni.json` (all books), `<game>/sezioni.json` or `<book>/sezioni.json`, where a section is one document; where
they are of several books their terms are in `sezioni/<n>.json`, fetched as words are typed; and `frasi/<section>.json`,
a section as a book of its own with its texts, to find the sentence that answers. `book-index.js` reads all this.

Numbers are written in characters, see `number_encoding`. A term's postings are differences of document numbers. Scales
and levels (see `term_impacts`) are one digit each, levels two by two; those of section heads stand apart.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from scripts.model.front_coding import encode_words
from scripts.model.incremental import memoise
from scripts.model.italian_format import fold_text
from search.index.build_index import SearchCorpus
from search.index.documents import Document, Field, SectionHeading
from search.index.inverted_index import list_first_rows
from search.index.number_encoding import DIGITS, compress_digits, encode_number, pack_postings
from search.index.term_impacts import BIAS_STEP, MOST, NAMED, OWN, BookEntries, Entries
from search.index.weights import WEIGHTS
from search.language import analysis
from search.language.spelling import common_words, find_lookalikes

FOLDER, SENTENCES = "assets/search", "assets/frasi"
LEVELS = MOST  # a level of a row that says a term in its text is so much higher, and twice that in its name
ENTRY_PARTS = ("documents", "levels", "facts")
COMMON = 12  # a word of more than a twelfth of the sections says nothing of one that has it once
PART = 3_000  # characters of terms of sections that are fetched together: about 2 kB on the line
INITIALS = 2  # letters: who has typed so many of a word has all terms that begin with it in one file
LEAF = 9_000  # characters of text that are fetched together: about 3 kB on the line, 0.06 seconds of a slow one


def browser_files(corpus: SearchCorpus) -> dict[str, str]:
    """Return the browser's index files: path from the site's root → content."""
    words = {fold_text(word) for of_book in corpus.surfaces.values() for word in of_book}
    terms = {term for book in corpus.entries for term in book.terms}
    shared = {
        "lingua": {"analysis": analysis.DATA},
        "comune": _make_shared(corpus),
        "comuni": memoise("common words", (words, terms), partial(_list_common_words, words, terms)),
    }
    files = {f"{FOLDER}/{name}.json": _dump_json(value) for name, value in shared.items()}
    files |= _make_section_files(f"{FOLDER}/sezioni", corpus, corpus.entries)
    for game in corpus.games:
        if len(game.books) > 1:
            own = [book for book in corpus.entries if book.book in game.books]
            files |= _make_section_files(f"{FOLDER}/{game.id}/sezioni", corpus, own)
    for book in corpus.entries:
        given = book, corpus.shown, corpus.vocabulary, corpus.surfaces.get(book.book), list(corpus.labels)
        files |= memoise(f"{FOLDER}/{book.book}", given, partial(_make_book_files, book, corpus))
    return files


def _list_common_words(words: Collection[str], terms: Collection[str]) -> str:
    """Return everyday words that would be taken for misspellings of the books' words.

    They are front-coded (see `encode_words`). `words`, `terms`: all that the books have.
    """
    return encode_words(
        find_lookalikes(sorted(word for word in common_words() if analysis.term_of(word)), words, terms)
    )


def _make_book_files(book: BookEntries, corpus: SearchCorpus) -> dict[str, str]:
    files = {
        f"{FOLDER}/{book.book}.json": _dump_json(
            _make_book(book, corpus)
            | _pack_terms(book, sorted(book.terms))
            | {"synonyms": _pack_synonyms(corpus, [book.book])}
        ),
        f"{FOLDER}/{book.book}/parole.json": _dump_json(_encode_words(book, corpus.surfaces.get(book.book, ()))),
        **_make_section_files(f"{FOLDER}/{book.book}/sezioni", corpus, [book]),
    }
    for section in _split_sections(book):  # its scales are those of the sections, which are there before it
        (texts,) = _list_texts(section, corpus)
        terms = _pack_terms(section, sorted(section.terms))
        made = _make_book(section, corpus) | terms | {"texts": texts, "scales": ""}
        files[f"{SENTENCES}/{section.headings[0].id}.json"] = _dump_json(made)
    return files | {
        f"{FOLDER}/{book.book}/{n}.json": _dump_json(texts) for n, texts in enumerate(_list_texts(book, corpus))
    }


def _encode_words(book: BookEntries, words: Iterable[str]) -> str:
    """Return the words from which a book's terms come, encoded.

    For each term, in order, the endings of its words; '=word' is a word that does not begin with the term; '-' stands
    for no word. `words`: the book's words as written.
    """
    of_term: dict[str, list[str]] = {}
    for word in words:
        of_term.setdefault(term := analysis.term_of(fold_text(word)), []).append(
            word.removeprefix(term) if word.startswith(term) else f"={word}"
        )
    return " ".join(",".join(of_term.get(term, "-")) for term in sorted(book.terms))


def _dump_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _make_shared(corpus: SearchCorpus) -> dict[str, Any]:
    books = [book.book for book in corpus.entries]
    slugs = {slug: n for n, slug in enumerate(books)}
    vocabulary = corpus.vocabulary

    def numbers(of: Iterable[str]) -> list[int]:
        return [slugs[slug] for slug in of if slug in slugs]

    return {
        "weights": WEIGHTS,
        "books": books,
        "labels": corpus.labels,
        "games": corpus.chosen,
        "superseded": numbers(corpus.more["superseded"]),
        "synonyms": _pack_synonyms(corpus, ()),
        "longest": max(vocabulary.longest, *map(len, analysis.FILLERS)),
        "names": [[" ".join(words), numbers(found)] for words, found in vocabulary.books.items()],
        "marks": {mark: numbers(found) for mark, found in vocabulary.marks.items()},
    }


def _pack_synonyms(corpus: SearchCorpus, books: Collection[str]) -> list[Any]:
    """Return the synonyms that hold in `books`, as JSON rows.

    A row is [weight, book numbers, 'meant=typed|typed;meant=…']. If `books` is empty, those that hold in all books.
    """
    slugs = {book.book: n for n, book in enumerate(corpus.entries)}
    alike: dict[tuple[int, tuple[str, ...]], dict[str, list[str]]] = {}
    for typed, meant in corpus.vocabulary.synonyms.items():
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


def _make_book(book: BookEntries, corpus: SearchCorpus) -> dict[str, Any]:
    sizes = Counter(book.home)
    kind_of = [_describe_kind(book, n) for n in range(len(book.documents))]
    kinds = sorted(set(kind_of))
    return {
        "code": corpus.shown[book.headings[0].id][0].partition(" ")[0],
        "sections": [
            [h.id.removeprefix(f"{h.book}-") for h in book.headings],
            [h.title for h in book.headings],
            [h.number for h in book.headings],
            [h.kind.value for h in book.headings],
            [sizes[n] for n in range(len(book.headings))],
            [_get_citation(h, corpus) for h in book.headings],
        ],
        "pages": _list_pages(book, corpus),
        "leaves": _split_text_files(book),
        "kinds": kinds,
        "documents": "".join(DIGITS[kinds.index(kind)] for kind in kind_of),
        "letters": _list_letters(book),
        "bias": "".join(encode_number(-bias // BIAS_STEP) for bias in book.bias),
        "intervals": [list(span) for span in book.intervals],
        "tables": list(list_first_rows(book.documents).items()),
    }


def _pack_terms(book: BookEntries, terms: Sequence[str]) -> dict[str, Any]:
    """Return ascending terms with their postings, as the JSON of a file."""
    return {
        "terms": encode_words(terms),
        "scales": "".join(DIGITS[book.scales[term]] for term in terms),
        "postings": " ".join(pack_postings(book.terms[term].documents) for term in terms),
        "levels": list(map(compress_digits, _list_levels(book, terms))),
    }


def _list_levels(book: BookEntries, terms: Iterable[str]) -> tuple[str, str]:
    """Return a digit for each posting's level: (of statements and rows, of section heads)."""
    said: tuple[list[str], list[str]] = [], []
    for term in terms:
        found = book.terms[term]
        for n, level, fact in zip(found.documents, found.levels, found.facts, strict=True):
            field = book.documents[n].field
            own = 2 if fact & NAMED else 1 if field is Field.ENTRY and fact & OWN else 0
            said[field is Field.HEAD].append(DIGITS[level if field is Field.HEAD else level + LEVELS * own])
    return "".join(said[False]), "".join(said[True])


def _split_sections(book: BookEntries) -> Iterator[BookEntries]:
    """Yield each section as a book of its own."""
    starts = [n for n, document in enumerate(book.documents) if document.field is Field.HEAD]
    terms: list[dict[str, Entries]] = [{} for _ in book.headings]
    for term, found in book.terms.items():
        entries = zip(found.documents, found.levels, found.facts, strict=True)
        for section, of_section in groupby(entries, lambda entry: book.home[entry[0]]):
            documents, levels, facts = zip(*of_section, strict=True)
            terms[section][term] = Entries(tuple([n - starts[section] for n in documents]), levels, facts)
    ends = (*starts[1:], len(book.documents))
    for heading, start, end, own in zip(book.headings, starts, ends, terms, strict=True):
        home, scales = (0,) * (end - start), {term: book.scales[term] for term in own}
        yield BookEntries(book.book, (heading,), book.documents[start:end], home, scales, own, book.bias[start:end])


def _make_section_files(path: str, corpus: SearchCorpus, books: Sequence[BookEntries]) -> dict[str, str]:
    """Return the files of an index in which each section is one document: path → content.

    Of one book a single file, `path`.json; of several their terms are in parts, `path`/<n>.json, and `parts` in the
    first file has the term with which each begins.
    """
    entries = _merge_sections(books)
    made = _make_book(entries, corpus)
    _, *shown, _ = made["sections"]
    ids = [h.id for h in entries.headings]
    made["sections"] = [ids, *shown, [corpus.shown[name][0] for name in ids]]
    made |= {"code": "", "leaves": [], "synonyms": _pack_synonyms(corpus, [book.book for book in books])}
    if len(books) == 1:
        return {f"{path}.json": _dump_json(made | _pack_terms(entries, sorted(entries.terms)))}
    parts = _split_terms(entries)
    files = {f"{path}/{n}.json": _dump_json(_pack_terms(entries, terms)) for n, terms in enumerate(parts)}
    return {f"{path}.json": _dump_json(made | {"parts": [terms[0] for terms in parts]})} | files


def _split_terms(book: BookEntries) -> list[list[str]]:
    """Return a book's terms, sorted, in parts of about PART characters; those that begin alike are in one."""
    parts: list[list[str]] = []
    size = PART
    for _, alike in groupby(sorted(book.terms), lambda term: term[:INITIALS]):
        terms = list(alike)
        if size >= PART:
            parts.append([])
            size = 0
        parts[-1] += terms
        size += sum(2 * len(book.terms[term].documents) + len(term) for term in terms)
    return parts


def _merge_sections(books: Sequence[BookEntries]) -> BookEntries:
    """Return several books as one in which every section is one document, with all the terms of its documents."""
    headings = tuple(h for book in books for h in book.headings)
    terms: dict[str, list[Entries]] = {}
    scales: dict[str, int] = {}
    bias: list[int] = []
    first = 0
    for book in books:
        own, of_sections = memoise(f"sections {book.book}", book, partial(_sum_sections, book))
        bias += of_sections
        scales |= book.scales
        for term, found in own.items():
            shifted = tuple([first + n for n in found.documents])
            terms.setdefault(term, []).append(Entries(shifted, found.levels, found.facts))
        first += len(book.headings)
    whole = {term: _join_texts(of) for term, of in terms.items()}
    documents = tuple(Document(f"{h.id}.a", h.id, Field.HEAD, h.kind, "") for h in headings)
    return BookEntries("", headings, documents, tuple(range(len(headings))), scales, whole, tuple(bias))


def _join_texts(parts: Sequence[Entries]) -> Entries:
    documents, levels, facts = ([n for part in parts for n in getattr(part, name)] for name in ENTRY_PARTS)
    return Entries(tuple(documents), tuple(levels), tuple(facts))


def _sum_sections(book: BookEntries) -> tuple[dict[str, Entries], list[int]]:
    """Return (term → sections with their levels, each section's highest bias).

    A section's level is the highest of its documents, plus its head's. A term of very many sections is left out of
    those where only one document has it, and not the head.
    """
    found = {}
    for term, entries in book.terms.items():
        if term.startswith(analysis.ASKING):
            continue
        most: dict[int, int] = {}
        heads: dict[int, int] = {}
        counts = Counter(book.home[n] for n in entries.documents)
        for n, level in zip(entries.documents, entries.levels, strict=True):
            into, section = (heads if book.documents[n].field is Field.HEAD else most), book.home[n]
            into[section] = max(into.get(section, 0), level)
        levels = {n: _round_level(most.get(n, 0) + heads.get(n, 0)) for n in sorted({*most, *heads})}
        if len(levels) * COMMON > len(book.headings):  # of a word that stands everywhere, where it says much
            levels = {n: level for n, level in levels.items() if n in heads or counts[n] > 1}
        if not levels:
            continue
        found[term] = Entries(tuple(levels), tuple(levels.values()), (0,) * len(levels))
    bias: dict[int, int] = {}
    for n, home in enumerate(book.home):
        if book.documents[n].field is not Field.HEAD:
            bias[home] = max(bias.get(home, -(10**9)), book.bias[n])
    return found, [bias.get(section, 0) for section in range(len(book.headings))]


def _round_level(level: int) -> int:
    """Return a level rounded to steps of four, for fewer bytes."""
    return max(4, 4 * round(level / 4))


def _describe_kind(book: BookEntries, n: int) -> tuple[str, str, int, int]:
    """Return a document's (field, kind, has an amount, has the same anchor as the one before).

    The last two are 0 or 1; table rows without anchors of their own have their table's.
    """
    document = book.documents[n]
    again = n > 0 and book.documents[n - 1].anchor == document.anchor
    return document.field.value, document.kind.value, int(document.number), int(again)


def _get_citation(heading: SectionHeading, corpus: SearchCorpus) -> str | int:
    """Return a section's citation without code; 0 if it is its number, 1 if its title."""
    words = corpus.shown[heading.id][0].partition(" ")[2]
    return 0 if words == heading.number else 1 if words == heading.title else words


def _list_pages(book: BookEntries, corpus: SearchCorpus) -> list[list[Any]]:
    """Return [section number, page address] where a page begins: [12, '/mtr/1/']."""
    found: list[list[Any]] = []
    for n, heading in enumerate(book.headings):
        page, _, anchor = corpus.shown[heading.id][1].partition("#")
        assert anchor == heading.id
        if not found or found[-1][1] != page:
            found.append([n, page])
    return found


def _list_letters(book: BookEntries) -> list[list[Any]]:
    """Return [document number, letter] of each statement whose letter is not the next one."""
    found: list[list[Any]] = []
    due = ""
    for n, document in enumerate(book.documents):
        if document.field is Field.HEAD:
            due = "a"
        elif document.field is not Field.ENTRY:
            letter = document.anchor.rpartition(".")[2]
            if letter != due:
                found.append([n, letter])
            due = "aa" if letter == "z" else letter[:-1] + chr(ord(letter[-1]) + 1)
    return found


def _split_text_files(book: BookEntries) -> list[int]:
    """Return the numbers of sections that begin a text file.

    A file holds up to LEAF characters, or one longer section.
    """
    sizes = [0] * len(book.headings)
    for document, home in zip(book.documents, book.home, strict=True):
        sizes[home] += len(document.text)
    found, size = [0], 0
    for n, more in enumerate(sizes):
        if size and size + more > LEAF:
            found.append(n)
            size = 0
        size += more
    return found


def _list_texts(book: BookEntries, corpus: SearchCorpus) -> Iterable[list[list[str]]]:
    """Yield, for each of a book's text files, the texts of its documents except section heads (see `_get_text`)."""
    starts = _split_text_files(book)
    for start, end in zip(starts, (*starts[1:], len(book.headings)), strict=True):
        inside = zip(book.documents, book.home, strict=True)
        yield [_get_text(d, corpus) for d, home in inside if start <= home < end and d.field is not Field.HEAD]


def _get_text(document: Document, corpus: SearchCorpus) -> list[str]:
    """Return a document's text as the browser shows it.

    For a statement [text]. For a table row [text, anchor after the section's id, citation], and its address if that is
    not on the section's page.
    """
    if document.field is not Field.ENTRY:
        return [document.text]
    citation, url = corpus.shown[document.anchor]
    tail = document.anchor.removeprefix(document.section).removeprefix(".")
    page = corpus.shown[document.section][1].partition("#")[0]
    return [document.text, tail, citation, *([url] if url != f"{page}#{document.anchor}" else [])]
