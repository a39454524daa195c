"""Parse `book.toml`: a book's titles, game, edition and colours."""

import datetime
import re
from dataclasses import replace
from typing import Any, TypeVar

from scripts.edition.stray_markup import check_marks
from scripts.edition.toml_fields import Fields, TomlFile
from scripts.model.book import Accent, BookInfo
from scripts.model.problems import Place, Report, suggest

T = TypeVar("T")
NEVER_EMPTY = ("code", "title", "game", "edition")
INFO_KEYS = ("slug", "code", "title", "game", "edition", "language", "publisher", "url", "note")
ORDER = "il posto del libro sul sito, un intero da 1 in su"
OPTIONAL_TEXTS = ("game_id", "superseded_by")
OTHER_KEYS = ("effective", "order", "accent", "names", "own_text", *OPTIONAL_TEXTS)
SLUG = re.compile(r"[a-z][a-z0-9-]*\Z")
VERSION = re.compile(r"\d+(?:\.\d+)*")  # «0.1» names an edition: it is no decimal
OPTIONAL_FORM = {
    "game_id": "il nome del gioco in minuscolo, lo stesso in tutti i suoi documenti",
    "superseded_by": "la cartella del libro che lo sostituisce",
}
TO_WRITE = "da scrivere"
FORMS = (
    (
        "code",
        re.compile(r"[A-Z][A-Z0-9-]*(?: \d{4})?\Z"),
        "la sigla delle citazioni, fatta di maiuscole, cifre e trattini, con un anno se serve",
    ),
    ("language", re.compile(r"[a-z]{2}\Z"), "la sigla di una lingua, due lettere minuscole come it o en"),
    ("url", re.compile(r"https?://\S+\.\S+\Z"), "un indirizzo intero, come https://…"),
)
COLOUR = re.compile(r"#[0-9a-f]{6}\Z")
PAPER = {"light": "#fbfaf7", "dark": "#16171a"}  # the page in the two schemes: `prontuario.css`
FIRST_YEAR = 1900  # of a rulebook that a tournament is played by
CONTRAST = 4.5  # WCAG 2.1, success criterion 1.4.3


def parse_book_info(toml: TomlFile, name: str, report: Report) -> BookInfo:
    """Check and return the values of a `book.toml`; faulty values are reported and left empty.

    `name`: the book's folder, which must equal its slug. A missing key is reported where it should be added.
    """
    values, known = toml.values, {*INFO_KEYS, *OTHER_KEYS}
    for key, value in values.items():
        if key not in known and isinstance(value, dict) and known & {*value}:
            expected = "chiavi in cima, senza blocco"
            report.add(
                toml.places.get(key, Place(toml.file)),
                f"le chiavi stanno sotto [{key}]",
                expected,
                f"togli la riga [{key}]",
            )
            inside = {**value, **{other: one for other, one in values.items() if other != key}}
            return parse_book_info(replace(toml, values=inside), name, Report())
    lines = toml.source.rstrip().split("\n")
    block = next((n for n, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    last = max((n for n, line in enumerate(lines[:block], 1) if line.strip()), default=1)
    fields = Fields(values, Place(toml.file, last), known, report, toml.places)
    place, misspelt = fields.locate, fields.misspelt

    def typed(key: str, kind: type[T], expected: str) -> T | None:
        value = values.get(key)
        if value is None or (isinstance(value, kind) and not isinstance(value, bool)):
            return value
        report.add(place(key), f"{key} = {value!r}", expected)
        return None

    texts = {key: "" if key in misspelt else _parse_text(key, values.get(key), place(key), report) for key in INFO_KEYS}
    if texts["slug"] != name and "slug" not in misspelt:
        report.add(place("slug"), f"slug = «{texts['slug']}»", f"il nome della cartella, «{name}»")
    texts["slug"] = name
    for key, form, expected in FORMS:
        if texts[key] and texts[key] != TO_WRITE and not form.match(texts[key]):
            report.add(place(key), f"{key} = «{texts[key]}»", expected)
    day = typed("effective", datetime.date, "una data, come effective = 2016-01-27")
    if isinstance(day, datetime.datetime):
        report.add(
            place("effective"), f"effective = {day.isoformat()}", "il giorno soltanto, come effective = 2016-01-27"
        )
    elif day and not FIRST_YEAR <= day.year <= datetime.date.today().year + 1:
        report.add(place("effective"), f"effective = {day}", "il giorno da cui vale l’edizione, con un anno verosimile")
    order = typed("order", int, ORDER)
    if order is not None and order < 1:
        report.add(place("order"), f"order = {order}", ORDER)
    return BookInfo(
        own_text=fields.read_flag("own_text"),
        effective=day,
        order=order,
        names=_parse_names(values.get("names", []), place("names"), report),
        accent=Accent("", "") if "accent" in misspelt else _parse_accent(values.get("accent"), place("accent"), report),
        **texts,
        **{key: _parse_slug(key, values.get(key, ""), place(key), report) for key in OPTIONAL_TEXTS},
    )


def _parse_slug(key: str, value: object, place: Place, report: Report) -> str:
    if isinstance(value, str) and (not value or SLUG.match(value)):
        return value
    report.add(place, f"{key} = {value!r}", OPTIONAL_FORM[key])
    return ""


def _parse_text(key: str, value: Any, place: Place, report: Report) -> str:
    if not isinstance(value, str) or (not value.strip() and key in NEVER_EMPTY):
        report.add(place, f"manca {key}" if value is None else f"{key} = {value!r}", f'{key} = "…"')
        return ""
    typographic = value.replace("'", "’")
    if key != "edition" or not VERSION.fullmatch(value):
        check_marks(typographic, place, report)
    if value != value.strip():
        report.add(place, f"{key} = {value!r}", "nessuno spazio dopo le prime virgolette e prima delle ultime")
    return typographic if key in ("title", "edition", "note") else value


def _parse_names(names: Any, place: Place, report: Report) -> tuple[str, ...]:
    """Check and return the names by which search queries select the book; () if malformed."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        report.add(place, f"names = {names!r}", 'names = ["magic", "mtg"]')
        return ()
    for name in names:
        if name != name.lower() or not name.strip():
            report.add(place, f"il nome «{name}»", "un nome in minuscolo, come nelle ricerche", f"forse {name.lower()}")
        if names.count(name) > 1:
            report.add(place, f"il nome «{name}» è scritto due volte", "nomi diversi")
    return tuple(names)


def _parse_accent(value: Any, place: Place, report: Report) -> Accent:
    """Check and return the book's colours; faults and low contrast are reported."""
    expected = 'accent = { light = "#5b4636", dark = "#cbb9a8" }'
    given = value if isinstance(value, dict) else {}
    if more := sorted(set(given) - set(PAPER)):
        report.add(place, f"la chiave «{more[0]}» di accent", expected, suggest(more[0], PAPER))
    for scheme, paper in PAPER.items():
        colour = given.get(scheme)
        if not isinstance(colour, str) or not COLOUR.match(colour):
            written = ", ".join(f'{key} = "{one}"' for key, one in given.items())
            found = f"accent = {{ {written} }}" if given else f"accent = {value!r}"
            report.add(place, found if value is not None else "manca accent", expected)
            break
        if (ratio := _compute_contrast(colour, paper)) < CONTRAST:
            report.add(place, f"accent: {colour} si legge male su {paper} ({ratio:.1f} a 1)", f"almeno {CONTRAST} a 1")
    return Accent(str(given.get("light", "")), str(given.get("dark", "")))


def _compute_contrast(one: str, other: str) -> float:
    """Return the WCAG 2.1 contrast (1 to 21) of colours '#rrggbb'."""
    bright, dim = sorted((_compute_luminance(one), _compute_luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _compute_luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
