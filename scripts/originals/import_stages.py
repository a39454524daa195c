"""Run all stages from an original's file to sections."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scripts.originals.clean import page_furniture, recipe_mends, text_repairs
from scripts.originals.compare.fingerprint import fingerprint
from scripts.originals.cut import paragraphs_and_tables, segment
from scripts.originals.cut.edition_outline import Heading
from scripts.originals.cut.heading_types import Title
from scripts.originals.cut.headings import find_titles
from scripts.originals.cut.table_reconstruction import Names
from scripts.originals.language_detection import recognise
from scripts.originals.read import Source
from scripts.originals.recipe import Recipe, TableRecipe
from scripts.originals.text_model import Discard, Line, Logs, Text, to_text

READING = (*text_repairs.ON_READING, page_furniture.remove_furniture, *text_repairs.BEFORE_MENDING)
MENDING = (
    page_furniture.keep_rulebook,
    recipe_mends.apply_mends,
    *text_repairs.AFTER_MENDING,
    paragraphs_and_tables.restore_bullets,
)
READABLE = 300  # words of a text, from which its language is known, or it is not made of words
UNKNOWN = (
    "la lingua non è fra quelle riconosciute (italiano, inglese, francese, tedesco, spagnolo): correggi language "
    "in book.toml, e rileggi i titoli"
)
UNREADABLE = (
    "le parole non sono di una lingua conosciuta: forse dal PDF non si può copiare il testo; "
    "prova con un’altra copia, o con un programma di riconoscimento (OCR)"
)


@dataclass(frozen=True)
class ImportedSection:
    """Hold a section of our outline with the original's words.

    `blocks`: paragraphs and tables; `line`: of the title, from 1; `number`: as printed;
    `moved`: it stands out of order.
    """

    heading: Heading
    found: bool
    words: tuple[str, ...] = ()
    blocks: tuple[paragraphs_and_tables.Block, ...] = ()
    page: int | None = None
    line: int = 0
    number: str = ""
    moved: bool = False

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.words)


@dataclass(frozen=True)
class Imported:
    """Hold an original cut into sections, with logs.

    `misses`: titles not found; `parts`: where each section is; `language`: '' if unknown; `in_file`:
    number of words in the file, with those that its reader left out; `titles`: printed in it, the outline's and others,
    by the line on which they begin.
    """

    book: str
    sections: tuple[ImportedSection, ...]
    misses: tuple[segment.Miss, ...]
    logs: Logs
    text: Text
    parts: tuple[segment.Part, ...]
    titles: Mapping[int, Title]
    language: str
    in_file: int

    @cached_property
    def found(self) -> int:
        """Return the number of sections found."""
        return sum(section.found for section in self.sections)

    @property
    def coverage(self) -> float:
        """Return the share (0 to 1) of the rulebook's words that are in some section."""
        read = self.text.keys.words
        return 1 - bisect_left(read, self.first) / len(read) if read else 0.0

    @property
    def in_sections(self) -> int:
        """Return how many of the file's words sections hold, with titles."""
        return min(len(self.text.words) - self.first, self.in_file)

    @property
    def first(self) -> int:
        """Return the index of the first section's first word."""
        return min((part.at.first for part in self.parts if part.at), default=len(self.text.words))


def clean_source(source: Source, outline: Sequence[Heading], recipe: Recipe) -> tuple[Text, dict[int, Title], Logs]:
    """Clean a file's words; return the text, the titles found (by their first line) and the logs.

    The text is in reading order, without page furniture and table of contents.
    """
    text, read = text_repairs.run(to_text(source.lines), recipe, READING)
    numbers, lines = restore_lines(source, text)
    titles = find_titles(lines)
    text, contents = segment.remove_lines(text, {numbers[i] for i in titles.contents})
    text, listed = segment.remove_contents(text, outline)
    text, mended = text_repairs.run(text, recipe, MENDING)
    by_line = {numbers[title.first]: title for title in (*titles.found, *titles.maybe)}
    return text, by_line, Logs(source.discards, (), source.notes) + read + contents + listed + mended


def clean_lines(source: Source, recipe: Recipe | None = None) -> tuple[list[int], list[Line]]:
    """Return (line numbers in the file, lines) of a file, repaired and without page furniture."""
    return restore_lines(source, text_repairs.run(to_text(source.lines), recipe or Recipe(""), READING)[0])


def restore_lines(source: Source, text: Text) -> tuple[list[int], list[Line]]:
    """Turn a text back into lines; return (their line numbers in the file, the lines)."""
    numbers: list[int] = []
    lines: list[Line] = []
    for start, end in text.line_spans():
        numbers.append(text.lines[start])
        line, now = source.lines[text.lines[start] - 1], text.join(start, end)
        whole = " ".join(line.pieces) == now  # a word that was joined to its rest is no longer in the pieces
        lines.append(replace(line, text=now, page=text.pages[start], pieces=line.pieces if whole else ()))
    return numbers, lines


def clean_words(source: Source) -> Text:
    """Clean the words of a document that has no outline and no recipe yet."""
    stages = (*text_repairs.ON_READING, *text_repairs.BEFORE_MENDING)
    return text_repairs.run(to_text(source.lines), Recipe(""), stages)[0]


def import_original(source: Source, outline: Sequence[Heading], recipe: Recipe, names: Names | None = None) -> Imported:
    """Cut a file's text into the sections of our outline; reads and writes no file.

    `names`: table → entries that it is known to have.
    """
    text, titles, logs = clean_source(source, outline, recipe)
    cut = segment.segment(text, outline, recipe, {line for line, title in titles.items() if title.sure})
    known = {**_map_titles(outline), **(names or {})}
    tables = _group_tables(recipe, outline)
    rows = {n: (line.table, line.cells) for n, line in enumerate(source.lines, 1) if line.table}
    sections = []
    for part in cut.parts:
        if part.at is None:
            sections.append(ImportedSection(part.heading, False))
            continue
        body = text.cut(part.start, part.end)
        made, log = paragraphs_and_tables.cut_blocks(
            body, part.heading.id, tables.get(part.heading.id, ()), known, rows
        )
        logs += log
        place = min(max(part.at.first, part.at.body - 1), len(text.words) - 1)
        page = text.pages[place] or part.heading.page
        sections.append(
            ImportedSection(part.heading, True, body.words, made, page, text.lines[place], part.at.number, part.moved)
        )
    language = recognise(text.words) or source.language
    in_file = len(to_text(source.lines).words) + sum(len(discard.text.split()) for discard in source.discards)
    if not recognise(text.words) and len(text.words) > READABLE:
        logs += Logs(warnings=(UNREADABLE if source.kind == "pdf" else UNKNOWN,))
    imported = Imported(recipe.book, tuple(sections), cut.misses, logs, text, cut.parts, titles, language, in_file)
    if not imported.first:
        return imported
    lost = Discard("prima della prima sezione trovata", text.join(0, imported.first), text.line(0))
    return replace(imported, logs=logs + Logs((lost,)))


def _map_titles(outline: Sequence[Heading]) -> dict[str, tuple[str, ...]]:
    """Map 'section.*' to the titles directly below the section."""
    below: dict[str, list[str]] = {}
    for heading in outline:
        parent = heading.id.rpartition(".")[0]
        if parent:
            below.setdefault(f"{parent}.*", []).append(heading.title)
    return {name: tuple(titles) for name, titles in below.items()}


def _group_tables(recipe: Recipe, outline: Sequence[Heading]) -> dict[str, list[TableRecipe]]:
    """Map each section to the recipe's tables in it; one for 'infrazioni.*' is in each below."""
    tables: dict[str, list[TableRecipe]] = {}
    for table in recipe.tables:
        if not table.section.endswith(".*"):
            tables.setdefault(table.section, []).append(table)
            continue
        stem = table.section[:-1]
        for heading in outline:
            if heading.id.startswith(stem):
                one = replace(
                    table, id=f"{heading.id}.{table.id.rpartition('.')[2]}", title=f"{table.title} {heading.title}"
                )
                tables.setdefault(heading.id, []).append(one)
    return tables
