"""Read questions that people ask of statements, rows, tables (`domande/*.tsv`)."""

import re
from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path

from scripts.edition import file_readers
from scripts.model.incremental import memoise_reporting
from scripts.model.problems import Place, Report, suggest

WORD = re.compile(r"\w")


def read_questions(
    root: Path, known: Mapping[str, str], books: Collection[str], published: Collection[str], report: Report
) -> dict[str, tuple[str, ...]]:
    """Return anchor → questions that it answers; faulty lines are reported.

    `known`: anchor → file of its chapter; `books`: slugs of the books to read; `published`: all anchors ever published,
    whose absence is reported elsewhere.
    """
    questions: dict[str, tuple[str, ...]] = {}
    for book in books:
        folder = root / "rules_src" / book / "domande"
        gone = {anchor for anchor in published if anchor not in known}
        chapters = [path.stem for path in sorted(folder.parent.glob("*.md"))]
        given = file_readers.read_folder(folder), dict(known), gone, chapters
        questions |= memoise_reporting(
            f"asked {folder}", given, partial(_read_folder, root, folder, known, gone, chapters), report
        )
    return questions


def _read_folder(
    root: Path, folder: Path, known: Mapping[str, str], gone: Collection[str], chapters: Collection[str], report: Report
) -> dict[str, tuple[str, ...]]:
    questions: dict[str, tuple[str, ...]] = {}
    for path in sorted(folder.glob("*.tsv")):
        rows = file_readers.read_rows(root, path, ("ancora", "domande"), report)
        if path.stem not in chapters:
            place, near = Place(path.relative_to(root).as_posix()), suggest(path.stem, chapters)
            lost = f"rules_src/{folder.parent.name}" if any(row["ancora"] in gone for _, row in rows) else ""
            report.add(place, f"il nome {path.name}", "il nome di un capitolo", near, lost)
        for place, row in rows:
            anchor, cell = row["ancora"], row["domande"]
            if anchor not in known or not anchor.startswith(f"{folder.parent.name}-"):
                near = "" if anchor in gone else suggest(anchor, known)
                follows = f"rules_src/{folder.parent.name}" if anchor in gone else ""
                expected = "un enunciato, una riga o una tabella di questo libro"
                report.add(place, f"l’ancora «{anchor}»", expected, near, follows)
                continue
            if path.stem in chapters and (chapter := Path(known[anchor]).stem) != path.stem:
                found = f"«{anchor}» è di un altro capitolo"
                report.add(place, found, f"le righe di {path.stem}", f"va in {chapter}.tsv")
            if anchor in questions:
                report.add(place, f"«{anchor}» c’è già in un’altra riga", "una riga sola per ancora")
            if ";" in cell:
                report.add(place, f"«;» in «{cell[:60]}»", "domande separate da |")
            phrases = file_readers.split_cell(cell)
            if len(phrases) < cell.count("|") + 1 or not all(WORD.search(phrase) for phrase in phrases):
                report.add(place, f"«{cell[:60]}»", "frasi con almeno una parola")
            if len({phrase.lower() for phrase in phrases}) < len(phrases):
                report.add(place, f"{anchor}: una frase è scritta due volte", "frasi diverse")
            questions[anchor] = tuple(dict.fromkeys(phrases))
    return questions
