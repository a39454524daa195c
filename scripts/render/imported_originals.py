"""Render imported originals for a private copy of the site; they never enter `docs/`."""

from collections.abc import Container, Mapping

from markupsafe import Markup

from scripts.model.anchor_contents import Records
from scripts.model.book import Book, Rulebook
from scripts.model.games import group_games, label_books
from scripts.model.original_section import DIFFERENT, FOREIGN, MISSING, VERIFIED, Original
from scripts.render.html_builder import tag

LANGUAGES = {"en": "inglese", "fr": "francese", "de": "tedesco", "es": "spagnolo"}
STATES = {
    VERIFIED: "verificato",
    DIFFERENT: "diverso dall’edizione",
    FOREIGN: "non confrontato parola per parola",
    MISSING: "non trovato nella copia",
}


def name_included_games(rulebook: Rulebook, imported: Container[str]) -> str:
    """Return the games with a book in `imported` (slugs): 'Magic, Naruto IT'; '' for none."""
    names = label_books(group_games(rulebook.books))
    return ", ".join(dict.fromkeys(name for slug, name in names.items() if slug in imported))


def fold_section(section: str, original: Original | None) -> Markup:
    """Return a section's original text as a closed <details>; '' without one."""
    if original is None or (not original.text and original.status != MISSING):
        return Markup()
    page = Markup(f", p.&nbsp;{original.page}") if original.page else ""
    state = tag("span", STATES[original.status], class_=f"stato stato--{original.status}")
    paragraphs = (tag("p", line) for line in original.text.split("\n") if line.strip())
    foreign = f" in {LANGUAGES.get(original.language, original.language)}" if original.language != "it" else ""
    summary = tag("summary", "Testo ufficiale", foreign, page, " · ", state)
    return tag(
        "details",
        summary,
        tag("div", *paragraphs, class_="originale__testo", lang=original.language),
        class_="originale",
        id=f"testo-ufficiale.{section}",
    )


def summarise_book(book: Book, originals: Mapping[str, Original], records: Records) -> Markup:
    """Return an HTML summary of how the imported copy differs from ours; '' without a copy."""
    kept = {s.id: originals[s.id] for s in book.sections if s.id in originals}
    if not kept:
        return Markup()
    verified = sum(original.status == VERIFIED for original in kept.values())
    foreign = next((original.language for original in kept.values() if original.status == FOREIGN), "")
    counted = f"La copia importata ha {verified} sezioni verificate su {len(book.sections)}."
    if foreign:
        named = LANGUAGES.get(foreign, foreign)
        counted = f"La copia importata è in {named}: l’edizione viene da un testo in un’altra lingua, e le parole non si possono confrontare."
    lines = [tag("p", counted)]
    for state, words in ((DIFFERENT, "Diverse dall’edizione"), (MISSING, "Non trovate nella copia")):
        found = [records[section] for section, original in kept.items() if original.status == state]
        if found:
            links = Markup(", ").join(tag("a", one.short, href=f"../{one.url.lstrip('/')}") for one in found)
            lines.append(tag("p", words, ": ", links, "."))
    return tag("div", tag("h2", "La tua copia"), *lines, class_="copia")
