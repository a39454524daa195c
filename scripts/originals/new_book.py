"""A rulebook that we do not know → a book that builds, with everything but its sentences, for a person to write."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from scripts.model.anchors import PAGES, SITE
from scripts.model.book import BookInfo, StatementKind
from scripts.model.italian import slugify
from scripts.originals.clean import furniture, repair
from scripts.originals.compare.sections import ANY_NUMBER, title_length
from scripts.originals.cut.outline import Heading
from scripts.originals.errors import OriginalError
from scripts.originals.read import Source
from scripts.originals.recipe import Recipe
from scripts.originals.stages import import_original
from scripts.originals.text import Line, Text, fold, to_text

SLUG = re.compile(r"[a-z][a-z0-9-]{1,30}\Z")
NUMBERED = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4})[.)]?\s+(?P<title>[A-ZÀ-Þ“\"].{1,80})\Z")
ARTICLE = re.compile(r"(?:Art\.|Articolo)\s", re.I)
NAMED = re.compile(
    r"(?P<number>(?:Appendice|Capitolo|Parte|Allegato) \w+|(?:Articolo|Art\.) \d+)(?:\s*[.–—:-]+)?\s*(?P<title>\S.{0,80})?\Z",
    re.I,
)
LONGEST = 12  # words of a title
FEWEST = 2  # titles that make an outline

RECIPE = """# Come si legge l’originale di «{slug}»: vedi scripts/originals/recipe.py e CONTRIBUTING.md.
# Prima ricetta, fatta da «prontuario new-book»: correggi i titoli dei capitoli, poi prova con «prontuario import {slug} FILE».
# Frammenti di al più 7 parole; le frasi dell’originale non si copiano.
#
# start = ["prime parole del regolamento"]
# end = ["prime parole di quello che viene dopo"]
#
# [[furniture]]
# pattern = 'Editore – pagina (?P<page>\\d+)'
# why = "piè di pagina"
#
# [headings]
# "{slug}-ancora" = {{ then = "parole che seguono il titolo" }}
#
# [[mend]]
# why = "il motivo"
# take = "parole |pezzo da spostare| parole"
# to = "parole prima | parole dopo"
"""


BOOK = """# Un libro: vedi FORMATO.md, «Il formato di un libro». Controlla ogni riga contro il documento.
slug = "{slug}"                      # il nome della cartella, con cui cominciano tutte le ancore: non si cambia più
code = "{code}"                      # la sigla delle citazioni: «{code} 1.a»
title = "{title}"                    # il titolo, com’è sul documento
game = "{game}"                     # il gioco: qui c’è soltanto lo slug
edition = "da scrivere"              # l’edizione: «1.0», «maggio 2026»
# effective = 2026-01-31             # il giorno da cui vale, se il documento lo dice
language = "it"                      # la lingua del documento da cui si legge
publisher = "non indicato nel documento"   # l’editore
url = "da scrivere"                  # dove l’editore annuncia e pubblica le edizioni
order = {order}                      # il posto sul sito
accent = {{ light = "{light}", dark = "{dark}" }}   # il colore nello schema chiaro e in quello scuro: si controlla che si legga
names = ["{name}"]                   # come lo si chiama in una ricerca, in minuscole; un nome può essere di più libri
note = "Può essere in vigore un’edizione più recente, che si trova dove la annuncia l’editore del gioco."   # sotto il titolo
"""
ACCENTS = (
    ("#6b3f7a", "#d3a6e0"),
    ("#0b6672", "#7fd0dc"),
    ("#8a2f4b", "#eba3b8"),
    ("#3d5a99", "#a9bff0"),
    ("#5a5a1e", "#cfcf8a"),
)
MOST_CHAPTERS = 99


def draft_files(slug: str, source: Source, books: Sequence[BookInfo]) -> dict[str, str]:
    """The files of a new book's folder, which builds as it is: `book.toml`, the chapters with the document's titles and a
    statement to be written in each section, `recipe.toml`. `books`: those there are. Raises OriginalError without titles."""
    if slug in SITE:
        raise OriginalError(f"«{slug}» è il nome di una pagina del sito.", "scegli un altro slug.")
    if not SLUG.match(slug):
        raise OriginalError(
            f"«{slug}» non va come nome di un libro.", "usa minuscole, cifre e trattini, per esempio: scacchi-fide."
        )
    headings = draft_outline(slug, source)
    if len(headings) < FEWEST:
        raise OriginalError(
            "In questo documento non si riconosce nessun titolo.",
            "servono titoli numerati o su righe proprie: prova con il PDF o il DOCX invece del testo.",
        )
    cut = import_original(source, headings, Recipe(slug)).sections
    speaking = {section.heading.id for section in cut if section.words}
    chapters = chapter_files(headings, speaking)
    title = title_of([line for line in _clean_lines(source) if line.level])
    return {"book.toml": book_toml(slug, books, title), "recipe.toml": RECIPE.format(slug=slug), **chapters}


def book_toml(slug: str, books: Sequence[BookInfo], title: str = "") -> str:
    """Every key with a comment; place and colour are not another book's. `title`: the document's, where it says it."""
    game = slug.replace("-", " ").capitalize()
    title = title.replace("\\", "").replace('"', "”").replace("'", "’") or game
    taken = {book.accent.light for book in books}
    light, dark = next((pair for pair in ACCENTS if pair[0] not in taken), ACCENTS[0])
    order = max((book.order or 0 for book in books), default=0) + 1
    name = slug.replace("-", " ")
    text = BOOK.format(
        slug=slug, code=slug.upper(), title=title, game=game, order=order, light=light, dark=dark, name=name
    )
    aligned = ((*line.partition("  #"), line) for line in text.split("\n"))
    return "\n".join(
        f"{key.rstrip():36} #{rest}" if mark and not line.startswith("#") else line for key, mark, rest, line in aligned
    )


def chapter_files(headings: Sequence[Heading], speaking: Collection[str] = ()) -> dict[str, str]:
    """`NN-name.md` → the chapter: titles with anchor, number and page, and a statement to be written where the document
    says something below the title (`speaking`), or no other title follows below it."""
    files: dict[str, list[str]] = {}
    for heading, after in zip(headings, [*headings[1:], None], strict=True):
        if heading.level == 1:
            if len(files) == MOST_CHAPTERS:
                raise OriginalError(f"I capitoli sono più di {MOST_CHAPTERS}.", "dividi il documento in più libri.")
            name = "-".join(slugify(heading.title).split("-")[:4]) or "capitolo"
            current = files[f"{len(files) + 1:02}-{name}.md"] = []
        number = f'n="{heading.number}"' if " " in heading.number else f"n={heading.number}"
        facts = [
            f"#{heading.id}",
            *([number] if heading.number else []),
            *([f"p={heading.page}"] if heading.page else []),
        ]
        current.append(f"{'#' * heading.level} {heading.title} {{{' '.join(facts)}}}\n")
        if after is None or after.level <= heading.level or heading.id in speaking:
            current.append(f"a. [{StatementKind.UNWRITTEN}]\n")
    return {name: "\n".join(lines) for name, lines in files.items()}


def draft_outline(slug: str, source: Source) -> tuple[Heading, ...]:
    """The lines that look like titles, as headings with an anchor each; those of a table of contents count once."""
    lines = _clean_lines(source)
    told = [line for line in lines if line.level]
    told = told[1:] if title_of(told) else told
    found = [_heading(line, line.level) for line in told] if len(told) >= FEWEST else list(_by_look(lines))
    if len(found) < FEWEST:
        found = list(_by_number(lines))
    last: dict[tuple[str, str], int] = {(h.number, _key(h.title)): i for i, h in enumerate(found)}
    unique = [h for i, h in enumerate(found) if last[h.number, _key(h.title)] == i and h.title]
    return _anchored(slug, unique)


def title_of(told: Sequence[Line]) -> str:
    """The document's own title: the first of those that the file says to be titles, where it alone is of the highest level;
    '' where there is none. What stands below all of a book is no chapter."""
    alone = len(told) > FEWEST and all(line.level > told[0].level for line in told[1:])
    return told[0].text if alone and not _heading(told[0], 1).number else ""


def _key(title: str) -> str:
    return "".join(map(fold, title.split()))


def _clean_lines(source: Source) -> list[Line]:
    """The lines again, after repair, without what every page repeats."""
    recipe = Recipe("")
    text = to_text(source.lines)
    text, _ = furniture.without_furniture(text, recipe)
    text, _ = repair.run(text, recipe, repair.BEFORE_MENDING)
    return [replace(source.lines[number - 1], text=words, page=page) for number, words, page in _rejoined(text)]


def _rejoined(text: Text) -> Iterator[tuple[int, str, int]]:
    start = 0
    for i in range(1, len(text.words) + 1):
        if i == len(text.words) or text.lines[i] != text.lines[start]:
            yield text.lines[start], text.join(start, i), text.pages[start]
            start = i


def _heading(line: Line, level: int) -> Heading:
    match = NUMBERED.match(line.text) or NAMED.match(line.text)
    number, title = (match["number"], match["title"] or match["number"]) if match else ("", line.text)
    return Heading("", level, number, title.strip().rstrip(":").rstrip(), line.page or None)


def _by_look(lines: Sequence[Line]) -> Iterator[Heading]:
    """Numbered titles and lines in capitals or alone between sentences that end."""
    for i, line in enumerate(lines):
        words = line.text.split()
        if not words or len(words) > LONGEST or line.text[-1] in ".,;" or line.text[0] in "•-–(":
            continue
        before = lines[i - 1].text if i else "."
        after = lines[i + 1].text if i + 1 < len(lines) else ""
        match = NUMBERED.match(line.text) or NAMED.match(line.text)
        if match:
            article = 2 if ARTICLE.match(match["number"]) else 1  # it stands below a chapter, where there are any
            level = match["number"].count(".") + 1 if match["number"][0].isdigit() else article
            yield _heading(line, level)
        elif line.text.isupper() and len(_key(line.text)) > 3:
            yield _heading(line, 1)
        elif (
            line.text[0].isupper()
            and before[-1] in ".:;!?”)"
            and len(after.split()) > len(words)
            and after[:1].isupper()
            and not any(c.isdigit() for c in line.text)
        ):
            yield _heading(line, 2)


def _by_number(lines: Sequence[Line]) -> Iterator[Heading]:
    """Titles of a text without line breaks: section numbers in their order, each with the title after it.

    Where a table of contents comes first its titles are taken, for they end where the next number begins.
    """
    words = [word for line in lines for word in line.text.split()]
    seen: set[str] = set()
    last: list[int] = [0]
    for i, word in enumerate(words):
        if not ANY_NUMBER.match(word) or not (word.endswith(".") or "." in word):
            continue
        number = word.rstrip(".")
        here = [int(part) for part in number.split(".")]
        follows = here in ([*last, 1], [last[0] + 1]) or (len(here) == len(last) and here == [*last[:-1], last[-1] + 1])
        size = _until_number(words[i + 1 : i + 2 + LONGEST]) or title_length(words[i + 1 :])
        if number in seen or not follows or not size:
            continue
        seen.add(number)
        last = here
        yield Heading("", len(here), number, " ".join(words[i + 1 : i + 1 + size]))


def _until_number(words: Sequence[str]) -> int:
    """How many words stand before the next section number, if no sentence ends among them; else 0."""
    for i, word in enumerate(words):
        if i and ANY_NUMBER.match(word) and "." in word:
            return i
        if word[-1] in ".;:":
            return 0
    return 0


def _anchored(slug: str, headings: Sequence[Heading]) -> tuple[Heading, ...]:
    """Each heading its anchor: by number where it has one, else its title below the last heading above it."""
    made: list[Heading] = []
    used = {f"{slug}-{page}" for page in PAGES}
    above: list[Heading] = []
    written: list[int] = []  # the levels that those above have in the document, which may begin at any
    for heading in headings:
        while above and written[-1] >= heading.level:
            written.pop()
            above.pop()
        level = len(above) + 1
        number = heading.number.rstrip(".") if heading.number[:1].isdigit() else ""
        own = slugify(" ".join(heading.title.split()[:4])) or f"s{len(made) + 1}"
        if len(own) < 3:
            own = f"{own}-sez"
        parent = above[-1].id if above else ""
        if f"{slug}-{number}".rpartition(".")[0] != parent or f"{slug}-{number}" in used:
            number = ""  # it does not continue the one above it, or counts something else: the title tells it apart
        anchor = f"{slug}-{number}" if number else f"{parent}.{own}" if parent else f"{slug}-{own}"
        base, count = anchor, 2
        while anchor in used:
            anchor, count = f"{base}-v{count}", count + 1
        used.add(anchor)
        one = replace(heading, id=anchor, level=level)
        made.append(one)
        above.append(one)
        written.append(heading.level)
    return tuple(made)
