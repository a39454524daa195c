"""Check a book's structure: headings, statement letters, round clocks, glossary."""

from collections.abc import Collection

from scripts.model.anchor_index import PAGES
from scripts.model.book import MINUTES, Book, ColumnType, Rulebook, StatementKind
from scripts.model.problems import Place, Report


def check_structure(book: Book, published: Collection[str], report: Report) -> None:
    """Report faults in headings, statement letters, round clocks and infraction ids.

    A section's letters run from a to z, then 'aa'…; only anchors in `published` (ever published) may break that.
    """
    _check_headings(book, report)
    _check_letters(book, published, report)
    _check_clocks(book, report)
    if not book.sections:
        report.add(Place(f"rules_src/{book.slug}"), "il libro non ha capitoli", "almeno un file NN-nome.md")
    first: dict[str, Place] = {}
    titles: dict[str, Place] = {}
    for decision in book.infractions:
        place = decision.places.get("id", decision.place)
        if (other := first.setdefault(decision.id, place)) != place:
            report.add(place, f"l’infrazione {decision.id} ha già una tabella in {other.file}", "una sola")
        elif (other := titles.setdefault(decision.title, decision.place)) != decision.place:
            report.add(
                decision.place, f"l’infrazione «{decision.title}» è anche in {other.file}", "un titolo per ognuna"
            )


def _check_headings(book: Book, report: Report) -> None:
    known: set[str] = set()
    numbers: dict[str, Place] = {}
    chapter, page = "", 0
    lost = f"rules_src/{book.slug}" if f"rules_src/{book.slug}" in report.find_losing() else ""
    for before, section, after in zip([None, *book.sections], book.sections, [*book.sections[1:], None], strict=False):
        if section.level > (before.level if before else 0) + 1:
            found = f"il titolo ha {section.level} segni #, quello prima {before.level if before else 0}"
            report.add(section.place, found, "al massimo uno in più", follows=lost)
        if section.number and (first := numbers.setdefault(section.number, section.place)) != section.place:
            expected = "un numero diverso per ogni sezione, perché le citazioni usano quel numero"
            report.add(section.place, f"il numero n={section.number} è anche di {first}", expected)
        if section.page and section.page < page:
            report.add(
                section.place, f"la pagina p={section.page} viene dopo la {page}", "pagine che non tornano indietro"
            )
        page = max(page, section.page or 0)
        if section.level == 1:
            chapter = section.id
            if (name := section.id.removeprefix(f"{book.slug}-")) in PAGES:
                found = f"il capitolo {section.id} starebbe nella pagina /{book.slug}/{name}/, che il sito crea da solo"
                report.add(section.place, found, "un’altra ancora", f"per esempio {section.id}-del-documento")
        elif chapter and section.parent is None:  # it would be on no page
            report.add(
                section.place,
                f"l’ancora {section.id} non comincia come quella del suo capitolo",
                f"un’ancora che comincia con {chapter}.",
                f"per esempio {chapter}.{section.id.removeprefix(f'{book.slug}-')}; se è un capitolo, un # solo",
            )
        if section.parent and section.parent not in known:
            found = f"prima della sezione {section.id} manca il suo capitolo"
            report.add(section.place, found, f"una sezione {section.parent}", follows=f"rules_src/{book.slug}")
        known.add(section.id)
        # one whose id begins as that of no section was reported above
        divided = after and after.level > section.level and after.parent in (section.id, None)
        if not section.blocks and not divided:
            report.add(section.place, f"la sezione {section.id} è vuota", "almeno un enunciato")
        for table in section.tables:
            if not table.id.startswith(f"{section.id}."):
                expected = f"un’ancora che comincia con {section.id}."
                report.add(table.place, f"la tabella {table.id} è mostrata in {section.id}", expected, follows=lost)


def _check_letters(book: Book, published: Collection[str], report: Report) -> None:
    """Report letters such as 'aa' used before z, and statements repeated in a section."""
    for section in book.sections:
        letters = {statement.letter for statement in section.statements}
        texts: dict[str, Place] = {}
        for statement in section.statements:
            if (
                len(statement.letter) > 1
                and "z" not in letters
                and not {statement.id, f"{section.id}.z"} & {*published}
            ):
                found = f"la lettera {statement.letter}, ma prima non c’è la z"
                report.add(statement.place, found, "la prima lettera libera (a … z, poi aa, ab)")
            if statement.kind is StatementKind.UNWRITTEN:
                continue
            if (first := texts.setdefault(statement.text, statement.place)) != statement.place:
                report.add(statement.place, f"«{statement.text[:60]}» c’è già in {first}", "enunciati diversi")


def _check_clocks(book: Book, report: Report) -> None:
    """Report round clocks declared twice, without minutes or name, or with wrong `sides`."""
    for i, clock in enumerate(book.clocks):
        if any((clock.says, clock.name) == (other.says, other.name) for other in book.clocks[:i]):
            report.add(clock.place, f"l’orologio di {clock.says} c’è già", "uno solo, o un altro nome")
    texts = {s.id: s.text for section in book.sections for s in section.statements}
    known = {*texts, *(section.id for section in book.sections), *(table.id for _, table in book.tables)}
    timed = {t.id for _, t in book.tables if any(c.type is ColumnType.MINUTES for c in t.columns)}
    for clock in book.clocks:
        if clock.says in known and clock.says not in timed and not MINUTES.search(texts.get(clock.says, "")):
            expected = "una tabella con una colonna minutes, o un enunciato che dice «50 minuti»"
            report.add(clock.place, f"{clock.says} non dice quanti minuti", expected)
        if clock.says in texts and not clock.name:
            report.add(clock.place, "l’orologio non ha nome", 'name = "…", perché i minuti li dice un enunciato')
        if clock.sides not in (1, 2):
            report.add(
                clock.place,
                f"sides = {clock.sides}",
                "2, per dare un orologio a ogni giocatore; altrimenti togli la riga",
            )


def check_glossary(rulebook: Rulebook, report: Report) -> None:
    """Report glossary terms that a book defines twice, and definitions that are no statement."""
    for book in rulebook.books:
        sections, tables = {section.id for section in book.sections}, {table.id for _, table in book.tables}
        seen: dict[str, Place] = {}
        for term in book.glossary:
            if not term.term:
                report.add(term.place, "la riga non ha termine", "un termine")
            if where := "una sezione" if term.defined in sections else "una tabella" if term.defined in tables else "":
                expected = "l’enunciato che lo definisce"
                report.add(term.place, f"«{term.term}» è definito in {where}, {term.defined}", expected)
            for form in term.forms:
                first = seen.setdefault(form, term.place)
                if first != term.place:
                    report.add(term.place, f"«{form}» è definito anche in {first}", "una definizione sola per libro")
