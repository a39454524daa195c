"""Draft a new book's folder from its document, without the sentences."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from scripts.edition.source_syntax import write_heading
from scripts.edition.stray_markup import check_marks, check_title
from scripts.model.anchor_index import PAGES, SITE
from scripts.model.book import BookInfo, StatementKind
from scripts.model.italian_format import set_typography, slugify
from scripts.model.problems import Place, Report
from scripts.originals.clean.page_furniture import list_furniture
from scripts.originals.cut.edition_outline import Heading
from scripts.originals.cut.heading_types import Title, Titles, fold_all
from scripts.originals.cut.headings import find_titles
from scripts.originals.cut.numbering import APPENDICES, ORDINALS, Number
from scripts.originals.cut.unbroken_text_headings import find_running_titles
from scripts.originals.document_facts import NO_FACTS, Facts, read_facts
from scripts.originals.errors import OriginalError
from scripts.originals.import_stages import UNKNOWN, UNREADABLE, Imported, clean_lines, import_original
from scripts.originals.new_tables import DraftTable, draft_tables
from scripts.originals.paragraphs_to_statements import statements
from scripts.originals.read import Source
from scripts.originals.recipe import LONGEST_FRAGMENT, Recipe
from scripts.originals.text_model import Logs

SLUG = re.compile(r"[a-z][a-z0-9-]{1,30}\Z")
FEWEST = 2  # titles that make an outline
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\xad\u200b\ufeff]|&(?=[a-z]+;)")
UNTITLED = str.maketrans(
    {"`": "’", "*": "", "{": "(", "}": ")", "<": "‹", ">": "›", "\t": " ", "_": " ", "~": ""}
)  # no title has them

RECIPE = """# Come si legge l’originale di «{slug}»: vedi scripts/originals/recipe.py e manuale/originali.md.
# Prima ricetta, fatta da «prontuario new-book»: correggi i titoli dei capitoli, poi prova con «prontuario import {slug} FILE».
# Frammenti di al più 7 parole; le frasi dell’originale non si copiano.
#
# start = ["prime parole del regolamento"]
# end = ["prime parole di quello che viene dopo"]
#
{furniture}# [[furniture]]
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


FURNITURE = """# Intestazioni e piè di pagina: tornano su quasi tutte le pagine, e non li leggiamo («#» sta per un numero). Se qualcosa è
# testo del regolamento, tienilo: keep = ["le sue prime parole"]"""
MOST_FURNITURE = 8  # kinds that are listed

BOOK = """# Un libro: vedi FORMATO.md, «Il formato di un libro». Confronta ogni riga con il documento.
slug = "{slug}"                      # il nome della cartella, con cui cominciano tutte le ancore: non si cambia più
code = "{code}"                      # la sigla delle citazioni: «{code} 1.a»
title = "{title}"                    # il titolo, com’è sul documento
game = "{game}"                     # il gioco: qui c’è soltanto lo slug
edition = "{edition}"              # l’edizione: «1.0», «maggio 2026»
{effective}             # il giorno da cui vale, se il documento lo dice
language = "{language}"                      # la lingua del documento da cui si legge
publisher = "{publisher}"   # l’editore
url = "da scrivere"                  # dove l’editore annuncia e pubblica le edizioni
order = {order}                      # il suo posto sul sito
accent = {{ light = "{light}", dark = "{dark}" }}   # il colore nel tema chiaro e in quello scuro: si controlla che si legga
{own}names = ["{name}"]                   # come lo si chiama in una ricerca, in minuscolo; un nome può essere di più libri
note = "Potrebbe esserci un’edizione più recente: controlla sul sito dell’editore."   # sotto il titolo
"""
OWN = "own_text = true                      # le frasi sono nostre: si tengono come sono, senza riscriverle\n"
ACCENTS = (
    ("#6b3f7a", "#d3a6e0"),
    ("#0b6672", "#7fd0dc"),
    ("#8a2f4b", "#eba3b8"),
    ("#3d5a99", "#a9bff0"),
    ("#5a5a1e", "#cfcf8a"),
)
MOST_CHAPTERS = 99


@dataclass(frozen=True)
class Draft:
    """Hold a new book's files, and decisions left to a person.

    `doubts`: Italian lines on what is unclear; `tables`: their number; `labels`: words set as titles that recur and are
    no titles, with their counts.
    """

    files: Mapping[str, str]
    headings: tuple[Heading, ...]
    doubts: tuple[str, ...]
    tables: int
    labels: Mapping[str, int]


def write_recipe(slug: str, logs: Logs) -> str:
    """Return a first `recipe.toml` (import settings), all in comments.

    It lists what was taken for page furniture (what every page repeats), to be checked. `logs`: of a trial import.
    """
    lines = [
        f"#   {times} volte: «{' '.join(text.split()[:LONGEST_FRAGMENT])}»"
        for text, times in list_furniture(logs)[:MOST_FURNITURE]
    ]
    if lines:
        lines = [FURNITURE, *lines, "#"]
    return RECIPE.format(slug=slug, furniture="".join(f"{line}\n" for line in lines))


def draft_book(slug: str, source: Source, books: Sequence[BookInfo], own_text: bool = False) -> Draft:
    """Draft a new book's folder from its document.

    `books`: all existing books; `own_text`: take the document's sentences, too. Raises OriginalError for a bad slug, or
    a document without titles.
    """
    if slug in SITE:
        raise OriginalError(f"«{slug}» è il nome di una pagina del sito.", "scegli un altro slug.")
    if not SLUG.match(slug):
        raise OriginalError(
            f"«{slug}» non va come nome di un libro.", "usa minuscole, cifre e trattini, per esempio: scacchi-fide."
        )
    numbers, lines = clean_lines(source)
    titles = find_titles(lines)
    if len(titles.found) < FEWEST:
        titles = replace(titles, document="", found=tuple(find_running_titles(lines)))
    unit = "riga" if source.kind == "text" else "capoverso"  # a line of another file is a paragraph or a row
    places = [f"pagina {line.page}" if line.page else f"{unit} {n}" for n, line in zip(numbers, lines, strict=True)]
    headings, imported, doubts = _keep_findable(slug, source, titles, places)
    doubts += [
        f"{places[one.first]}: «{one.number} {one.title[:60]}» è un titolo del file, ma il suo numero è fuori posto o è "
        "di un altro titolo: se è una sezione, aggiungila"
        for one in titles.misnumbered
    ]
    if len(headings) < FEWEST:
        raise OriginalError(
            "In questo documento non ho riconosciuto nessun titolo.",
            "servono titoli numerati, o scritti su una riga a sé: nel testo semplice scrivi «1. Titolo» o «# Titolo» (in un file .md).",
        )
    tables, unread = draft_tables(source, imported)
    speaking = {section.heading.id for section in imported.sections if section.words}
    said = {s.heading.id: list(statements(s.blocks)) for s in imported.sections} if own_text else {}
    chapters = write_chapters(headings, speaking, tables, said)
    document = titles.document or (source.title if " " in source.title and "." not in source.title else "")
    facts = read_facts(source, lines)
    toml = write_book_toml(slug, books, document, facts, own_text)
    files = {"book.toml": toml, "recipe.toml": write_recipe(slug, imported.logs), **chapters}
    files |= {f"tabelle/{table.id}.tsv": table.text for table in tables}
    doubts += [f"non ho scritto una tabella: {why}" for why in unread]
    doubts += [warning for warning in imported.logs.warnings if warning in (UNREADABLE, UNKNOWN)]
    return Draft(files, headings, tuple(doubts), len(tables), titles.labels)


def _keep_findable(
    slug: str, source: Source, titles: Titles, places: Sequence[str]
) -> tuple[tuple[Heading, ...], Imported, list[str]]:
    """Keep the titles that an import finds again; return headings, trial import, doubts.

    `places`: where each line of the document stands, in Italian, for the doubts.
    """
    unique, doubts = _drop_uncitable(titles.found, places)
    titles = replace(titles, found=unique)
    headings = draft_outline(slug, titles)
    imported = import_original(source, headings, Recipe(slug))
    lost = {miss.heading.id for miss in imported.misses}
    doubts += [
        f"{places[title.first]}: «{one.title}» sembra un titolo, ma nel testo non l’ho ritrovato"
        for title, one in zip(titles.found, headings, strict=True)
        if one.id in lost
    ]
    if not lost or len(lost) == len(headings):
        return headings, imported, doubts
    kept = tuple(title for title, one in zip(titles.found, headings, strict=True) if one.id not in lost)
    headings = draft_outline(slug, replace(titles, found=kept))
    return headings, import_original(source, headings, Recipe(slug)), doubts


def _drop_uncitable(titles: Sequence[Title], places: Sequence[str]) -> tuple[tuple[Title, ...], list[str]]:
    """Drop titles that could not be cited; return (titles kept, doubts in Italian).

    They are the second of two equal titles without number, and titles of unusable characters. `places`: where each line
    stands, in Italian.
    """
    kept: list[Title] = []
    doubts: list[str] = []
    chapter = 0
    seen: set[tuple[int, str]] = set()
    highest = min((title.level for title in titles), default=0)
    chapters = {fold_all(title.title) for title in titles if title.level <= highest and not title.number}
    for number, title in enumerate(titles):
        top = title.level <= highest
        chapter = number if top else chapter
        key = (-1 if top else chapter, fold_all(title.title))
        where = places[title.first]
        if not title_words(title.title):
            doubts.append(f"{where}: «{title.title[:60]}» sembra un titolo, ma ha segni che un titolo non può avere")
        elif not title.number and (key in seen or (not top and key[1] in chapters)):
            doubts.append(
                f"{where}: il titolo «{title.title}» compare due volte. Il secondo diventa una sezione soltanto se gli dai un altro nome"
            )
        else:
            kept.append(title)
        if not title.number:
            seen.add(key)
    return tuple(kept), doubts


def write_book_toml(
    slug: str, books: Sequence[BookInfo], title: str = "", facts: Facts = NO_FACTS, own_text: bool = False
) -> str:
    """Return a `book.toml` with a comment on every key.

    `books`: all existing books, for a new colour and place; `title`, `facts`: what the document says about itself.
    """
    game = slug.replace("-", " ").capitalize()
    title = _make_quotable(title) or game
    taken = {book.accent.light for book in books}
    light, dark = next((pair for pair in ACCENTS if pair[0] not in taken), ACCENTS[0])
    values = {
        "slug": slug,
        "code": slug.upper(),
        "title": title,
        "game": game,
        "edition": facts.edition or "da scrivere",
        "effective": f"effective = {facts.effective}" if facts.effective else "# effective = 2026-01-31",
        "language": facts.language or "it",
        "publisher": _make_quotable(facts.publisher) or "non indicato nel documento",
        "order": max((book.order or 0 for book in books), default=0) + 1,
        "light": light,
        "dark": dark,
        "name": slug.replace("-", " "),
        "own": OWN if own_text else "",
    }
    aligned = ((*line.partition("  #"), line) for line in BOOK.format(**values).split("\n"))
    return "\n".join(
        f"{key.rstrip():36} #{rest}" if (mark and not line.startswith("# ")) or line.startswith("# eff") else line
        for key, mark, rest, line in aligned
    )


def _make_quotable(words: str) -> str:
    """Return words if `book.toml` can hold them, else ''."""
    plain = set_typography(words).replace("—", "–").replace("\\", "").strip()
    return plain if plain and check_marks(plain, Place(""), Report()) else ""


def write_chapters(
    headings: Sequence[Heading],
    speaking: Collection[str] = (),
    tables: Sequence[DraftTable] = (),
    said: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> dict[str, str]:
    """Return file name → content of the chapters: titles, tables, statements to be written.

    `speaking`: ids of sections with text; `said`: section → statements, if the document's sentences are kept. Raises
    OriginalError for more than 99 chapters.
    """
    files: dict[str, list[str]] = {}
    for heading, after in zip(headings, [*headings[1:], None], strict=True):
        if heading.level == 1:
            if len(files) == MOST_CHAPTERS:
                raise OriginalError(f"I capitoli sono più di {MOST_CHAPTERS}.", "dividi il documento in più libri.")
            name = "-".join(slugify(heading.title).split("-")[:4]) or "capitolo"
            current = files[f"{len(files) + 1:02}-{name}.md"] = []
        current.append(write_heading(heading.level, heading.title, heading.id, heading.number, heading.page) + "\n")
        own = [f"{{tabella {table.id}}}\n" for table in tables if table.section == heading.id]
        told = said and own  # a club's own table says all that the section says
        if said.get(heading.id):
            current.append("\n".join(said[heading.id]) + "\n")
        elif not told and (after is None or after.level <= heading.level or heading.id in speaking):
            current.append(f"a. [{StatementKind.UNWRITTEN}]\n")
        current += own
    return {name: "\n".join(lines) for name, lines in files.items()}


def draft_outline(slug: str, titles: Titles) -> tuple[Heading, ...]:
    """Turn titles into headings with an anchor each."""
    bare = _find_bare_kinds(titles.found)
    made: list[Heading] = []
    used = {f"{slug}-{page}" for page in PAGES}
    above: list[tuple[int, Heading]] = []  # with how deep each stands in the document, which may leave steps out
    for title in titles.found:
        while above and above[-1][0] >= title.level:
            above.pop()
        number = _print_number(title.number, bare)
        words = title_words(title.title)
        if number and re.match(rf"{re.escape(number)}[.\s)]", words):  # "A. A player waits": the number is no help
            number = ""
        anchor = _make_anchor(slug, number, words or number, [one.id for _, one in above], used)
        used.add(anchor)
        one = Heading(anchor, min(len(above) + 1, 6), number, words or number, title.page)
        made.append(one)
        above.append((title.level, one))
    return tuple(made)


def title_words(title: str) -> str:
    """Return a title without characters that no heading can hold; '' if nothing is left."""
    words = " ".join(CONTROL.sub(" ", title.translate(UNTITLED)).split())
    report = Report()
    check_title(words, Place(""), report)
    return "" if report else words


def _find_bare_kinds(titles: Sequence[Title]) -> set[str]:
    """Return the kinds of number cited without their word: no other kind has the same index."""
    indexes: defaultdict[str, set[str]] = defaultdict(set)
    for title in titles:
        if title.number and not title.number.is_appendix:
            indexes[title.number.kind].add(title.number.index)
    times = Counter(index for own in indexes.values() for index in own)
    return {kind for kind, own in indexes.items() if all(times[index] == 1 for index in own)}


def _print_number(number: Number | None, bare: Collection[str]) -> str:
    if number is None:
        return ""
    spelt = number.index.lower() in ORDINALS  # "Parte prima": the word alone is no number
    return number.index if number.kind in bare and not number.is_appendix and not spelt else str(number)


def _make_anchor(slug: str, number: str, title: str, above: Sequence[str], used: Collection[str]) -> str:
    """Return a new anchor: 'slug-2.1', 'slug-app-a', or from the title's words.

    `number`: as printed, '' for none; `above`: anchors of the sections above, outermost first; `used`:
    anchors not to use again.
    """
    word, _, index = number.rpartition(" ")
    kind = Number(word, index).kind if word else ""
    head = APPENDICES.get(kind, kind)
    index = index.removesuffix(".0")  # of a chapter 2.0, which holds 2.1
    numbered = "-".join(filter(None, (head, ".".join(filter(None, map(slugify, index.split(".")))))))
    own = slugify(" ".join(title.split()[:4])) or f"s{len(used)}"
    own = own if len(own) > 2 else f"{own}-sez"
    base = f"{above[-1]}.{own}" if above else f"{slug}-{own}"
    names = [f"{slug}-{numbered}", *([f"{above[-1]}.{numbered}"] if above else [])] if numbered else []
    fitting = [name for name in names if not above or name.startswith(f"{above[0]}.")]
    free = [name for name in (*fitting, base) if name not in used]
    return free[0] if free else next(name for n in range(2, 999) if (name := f"{base}-v{n}") not in used)
