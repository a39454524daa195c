"""Parse a chapter file (`NN-name.md`) into sections with statements and tables."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scripts.edition import source_syntax
from scripts.edition.stray_markup import check_marks, check_own_text, check_sentence, check_title
from scripts.model.book import Section, Statement, StatementKind, Table
from scripts.model.italian_format import slugify
from scripts.model.problems import Place, Report, suggest

MARKS = [kind for kind in StatementKind if kind is not StatementKind.RULE]
UNWRITTEN = "Questa sezione non è ancora scritta: si legge nel documento ufficiale."


@dataclass
class _Draft:
    """Hold a section while its lines are read."""

    id: str
    level: int
    number: str
    title: str
    page: int | None
    place: Place
    blocks: list[Statement | Table] = field(default_factory=list)

    def finish(self, book: str) -> Section:
        return Section(self.id, book, self.level, self.number, self.title, self.page, tuple(self.blocks), self.place)


def parse_chapter(
    text: str, file: str, book: str, tables: Mapping[str, Table | None], report: Report, own_text: bool = False
) -> list[Section]:
    """Parse a chapter's text into sections, in order.

    `file`: path for the report; `book`: slug; `tables`: by id, None for a faulty file; `own_text`: the sentences are
    the publisher's own, checked less strictly. A line that is neither heading, statement nor table is reported.
    """
    drafts: list[_Draft] = []
    above = False  # whether something stands above all headings
    lines = [*text.split("\n"), ""]
    for number, (line, *more) in _split_paragraphs(text):
        place = Place(file, number)
        if line.startswith("#"):
            drafts.append(_parse_heading(line, place, book, report) or _Draft("", 0, "", "", None, place))
        elif not drafts:
            if not above:
                report.add(
                    place, f"«{line[:60]}» viene prima del primo titolo", "un titolo, come # Titolo {#ancora n=… p=…}"
                )
            above = True
        elif match := source_syntax.table.match(line):
            _show_table(match["id"], drafts, tables, place, report)
        elif match := source_syntax.statement.match(line):
            before = len(report.problems)
            words = " ".join([match["text"].strip(), *_join_continuation(more, place, report)])
            # else its end is the line that will not be, or that should have been another
            whole = _is_understood(lines[number + len(more)]) and len(report.problems) == before
            check = check_own_text if own_text else check_sentence if whole else check_marks
            drafts[-1].blocks.append(_parse_statement(drafts[-1].id, match["letter"], words, check, place, report))
        else:
            expected = "un enunciato (lettera, punto, spazio), un titolo con la sua ancora o {tabella …}"
            hint = _suggest_line(line) or "le righe che continuano un enunciato cominciano con uno spazio"
            report.add(place, f"«{line.strip()[:60]}»", expected, hint, loses=True)
    return [draft.finish(book) for draft in drafts if draft.id]  # what stands under a heading not understood is lost


def _is_understood(line: str) -> bool:
    return (
        not line.strip()
        or line.startswith("#")
        or bool(source_syntax.table.match(line) or source_syntax.statement.match(line))
    )


def _split_paragraphs(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (line number, lines) of each paragraph."""
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        first = number
        number += 1
        if lines[first].startswith("#") or source_syntax.table.match(lines[first]):
            yield number, [lines[first]]
        elif lines[first].strip():
            goes_on = ("|",) if lines[first].startswith("|") else (" ", "\t")  # a table of Markdown's is one problem
            while number < len(lines) and lines[number].startswith(goes_on) and lines[number].strip():
                number += 1
            yield first + 1, lines[first:number]


def _show_table(
    table_id: str, drafts: Sequence[_Draft], tables: Mapping[str, Table | None], place: Place, report: Report
) -> None:
    """Add a table to the last section, whose text names it.

    `tables`: by id, None for a faulty file. A table that is unknown or shown before is reported instead.
    """
    table = tables.get(table_id)
    if table_id not in tables:
        near, book = suggest(table_id, tables), "/".join(place.file.split("/")[:2])
        misnamed = any(problem.loses and "/tabelle/" in problem.place.file for problem in report.problems)
        expected = f"il file tabelle/{table_id.removesuffix('.tsv')}.tsv"
        report.add(place, f"la tabella {table_id} non c’è", expected, near, book if misnamed else "")
    elif table and any(table in draft.blocks for draft in drafts):
        report.add(place, f"la tabella {table.id} è mostrata due volte", "una riga {tabella …} per tabella")
    elif table:
        drafts[-1].blocks.append(table)


def _join_continuation(lines: Sequence[str], place: Place, report: Report) -> Iterator[str]:
    """Yield the lines that continue a statement; what looks like a new one is reported."""
    for number, line in enumerate(lines, place.line + 1):
        words = line.strip()
        if source_syntax.statement.match(words):
            found = f"«{words[:60]}» comincia con uno spazio: continua l’enunciato di prima"
            report.add(place._replace(line=number), found, "un enunciato comincia a inizio riga", loses=True)
        yield words


# How a line that was not understood begins → what to do about it.
MEANT = (
    (re.compile(r"\|"), "una tabella è un file in tabelle/, che la riga {tabella ANCORA} mostra"),
    (re.compile(r"[-–—*_=]{3,}\Z"), "qui non ci sono righe di separazione, né titoli sottolineati: togli la riga"),
    (re.compile(r"<!--|//"), "qui i commenti non sono ammessi: togli la riga"),
    (re.compile(r">"), "togli il segno > e scrivi un enunciato"),
    (re.compile(rf"{source_syntax.LETTERS}\.\Z"), "l’enunciato è vuoto: scrivilo, o al suo posto [da scrivere]"),
    (re.compile(r"\(?\d{1,3}[.)\]]\s"), "gli enunciati hanno una lettera, non un numero: a. b. c."),
)


def _suggest_line(line: str) -> str:
    """Return an Italian hint for a malformed line, or '': 'a) Vince' → 'forse «a. Vince»'."""
    written = line.strip()
    if found := re.match(rf"[({{\[]\s*tabell[ae]?\s*:?\s*(?P<id>{source_syntax.ANCHOR})(?P<more>.*)\Z", written, re.I):
        more = found["more"].strip(" )}].")
        return f"forse «{{tabella {found['id'].lower()}}}», da sola a inizio riga{' e senza altro' if more else ''}"
    if hint := next((hint for pattern, hint in MEANT if pattern.match(written)), ""):
        return hint
    if source_syntax.statement.match(written):
        return "un enunciato comincia a inizio riga: togli lo spazio che ha davanti"
    if found := re.match(r"\(?(?P<letter>\w)\s*(?:[.):,\]]|[-–]\s)\s*(?P<text>\S.{0,30})", written):
        letter = slugify(found["letter"]) or "a"
        return f"forse «{letter}. {found['text'].strip()}…»"
    return ""


def _parse_statement(
    section: str, letter: str, text: str, check: Callable[[str, Place, Report], object], place: Place, report: Report
) -> Statement:
    kind, marker = StatementKind.RULE, source_syntax.marker.match(text)
    words = text[marker.end() if marker else 0 :]
    if words:
        check(words, place, report)
    if marker:
        if marker["kind"] in MARKS:
            kind = StatementKind(marker["kind"])
            text = text[marker.end() :]
        else:
            near = suggest(marker["kind"], MARKS)
            report.add(place, f"«[{marker['kind']}]»", f"uno fra [{'], ['.join(MARKS)}]", near)
    if marker and not text and kind is not StatementKind.UNWRITTEN:
        report.add(place, f"«[{marker['kind']}]» e nient’altro", "la frase, dopo la parentesi")
    if kind is StatementKind.UNWRITTEN:
        if text:
            report.add(
                place,
                f"«[{kind}]» e altro: «{text[:40]}»",
                "[da scrivere] da solo, oppure la frase senza [da scrivere]",
            )
        text = text or UNWRITTEN
    return Statement(f"{section}.{letter}", letter, text, kind, place)


def _parse_heading(line: str, place: Place, book: str, report: Report) -> _Draft | None:
    match = source_syntax.heading.match(line)
    expected = f"un titolo con la sua ancora, come # Titolo {{#{book}-… n=… p=…}}"
    if match is None:
        report.add(place, f"«{line[:60]}»", expected, loses=True)
        return None
    anchor, _, rest = match["attributes"][1:].partition(" ")
    if not source_syntax.anchor.match(anchor) or not anchor.startswith(f"{book}-"):
        tail = anchor.removeprefix(f"{book}-") if anchor.startswith(f"{book}-") else anchor.partition("-")[2]
        near = ".".join(filter(None, map(slugify, f"{book}-{tail}".split("."))))
        expected = f"un’ancora che comincia con {book}- e contiene soltanto minuscole, cifre, punti e trattini"
        report.add(place, f"l’ancora «{anchor}»", expected, f"forse {near}" if near != anchor else "", loses=True)
        return None
    written = list(source_syntax.attribute.finditer(rest))
    given = {m["key"]: m["quoted"] if m["quoted"] is not None else m["plain"] for m in written}
    if re.match(rf"{re.escape(given.get('n', ''))}[.\s)]", match["title"]) and given.get("n"):
        report.add(place, f"il titolo «{match['title'][:60]}»", f"senza il numero, che sta già in n={given['n']}")
    left = source_syntax.attribute.sub("", rest).strip()
    if left or set(given) - {"n", "p"} or len(written) > len(given):
        report.add(place, f"«{rest}» fra le graffe", "soltanto n=numero e p=pagina, una volta")
    if re.search(r"\d,\d", given.get("n", "")):
        report.add(place, f"n={given['n']}", "il numero com’è stampato, con i punti (n=1.2)")
    check_title(match["title"], place, report)
    page = given.get("p", "")
    if page and not (page.isdecimal() and int(page)):
        report.add(place, f"la pagina «{page}»", "un numero da 1 in su, come p=4")
        page = ""
    return _Draft(anchor, len(match["marks"]), given.get("n", ""), match["title"], int(page) if page else None, place)
