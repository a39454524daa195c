"""Compare our editions with the official documents: numbers, penalties, card names."""

import os
from collections.abc import Sequence
from pathlib import Path

from scripts.checks.original_fidelity import check_fidelity, read_exceptions
from scripts.model.problems import Report, SourceError
from scripts.originals.import_document import find_documents, import_file
from scripts.originals.recipe import read_recipe
from scripts.pipeline import Sources


def read_originals(root: Path, books: Sequence[str]) -> dict[str, tuple[str, dict[str, str]]]:
    """Read the official documents of some books, where found.

    They are looked for in the folders of the environment variables PRONTUARIO_ORIGINALS and PRONTUARIO_DOCUMENTS.
    Returns book → (language code, section id → text).
    """
    named = (os.environ.get("PRONTUARIO_ORIGINALS", ""), *os.environ.get("PRONTUARIO_DOCUMENTS", "").split(os.pathsep))
    folders = [Path(name) for name in named if name and Path(name).is_dir()]
    texts = {}
    for book, path in find_documents(root, books, folders).items():
        imported = import_file(root, book, path)
        found = {s.heading.id: " ".join(s.words) for s in imported.sections if s.found}
        texts[book] = (imported.language or "it", found)
    return texts


def check_against_originals(root: Path, sources: Sources, report: Report) -> int:
    """Report numbers, penalties and card names of the originals that our editions lack.

    Returns how many numbers the originals have; 0 if `report` has problems already, or a book's import settings
    (`recipe.toml`) are faulty.
    """
    compared = 0
    for book in sources.rulebook.books:
        try:
            read_recipe(root, book.slug)
        except SourceError as error:
            report.problems += error.report.problems
    if report:
        return 0
    originals = read_originals(root, sources.rulebook.slugs)
    for book in sources.rulebook.books:
        excused = read_exceptions(root, book, report)
        if book.slug in originals:
            language, texts = originals[book.slug]
            compared += check_fidelity(book, sources.records, texts, excused, report, language)
    return compared
