"""Read HTML of positioned words, as made from a PDF."""

import re
from collections.abc import Iterator
from dataclasses import replace

from lxml import etree, html

from scripts.originals.read.reading_order import Word, group_rows

MOST = 0.8  # of the text, that stands in elements with a place
ABSOLUTE = re.compile(r"position\s*:\s*absolute", re.I)
PLACE = re.compile(
    r"(?<![-\w])(?P<key>top|bottom|left)\s*:\s*(?P<value>-?\d{1,6}(?:\.\d{1,9})?)(?![\d.])\s*(?P<unit>px|pt|em|rem)?",
    re.I,
)
SIZE = re.compile(r"font-size\s*:\s*(\d{1,4}(?:\.\d{1,9})?)(?![\d.])\s*(px|pt|em|rem)?", re.I)
WEIGHT = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)|font-family\s*:[^;}]*bold", re.I)
RULE = re.compile(r"\.([\w-]+)\s*\{([^}]*)\}")
UNITS = {"px": 1.0, "pt": 4 / 3, "em": 16.0, "rem": 16.0}
USUAL_SIZE = 16.0  # pixels, where no style says it
SILENT = ("script", "style", "head", "title", "svg")
# The width of a letter in sizes of the type, as in most fonts with serifs: only whether white is wide hangs on it.
NARROW, WIDE, USUAL = frozenset("iljtfrI.,:;'’|!()[]-"), frozenset("mwMW@%—"), 0.47
ADJACENT = 0.3  # of the type's size: white below which two fragments without a space between them are one word


def is_positioned(tree: html.HtmlElement) -> bool:
    """Return whether most of a document's text is absolutely positioned."""
    placed = sum(len(element.text_content().strip()) for element, _ in _find_placed(tree))
    silent = sum(len(inner.text_content()) for inner in tree.iter(*SILENT))
    return placed > 0 and placed > MOST * (len("".join(tree.text_content().split())) - silent)


def read_positioned(tree: html.HtmlElement) -> tuple[list[str], list[list[Word]]]:
    """Return (texts of elements without a position, words of each page)."""
    styles = {name: rule for style in tree.iter("style") for name, rule in RULE.findall(style.text_content())}
    pages: dict[html.HtmlElement, list[tuple[html.HtmlElement, dict[str, float]]]] = {}
    placed = list(_find_placed(tree))
    for element, place in placed:
        pages.setdefault(element.getparent(), []).append((element, place))
    inside = {inner for element, _ in placed for inner in element.iter()}
    loose = [" ".join(text.split()) for text in _find_loose(tree, inside) if text.strip()]
    return loose, [_page_words(elements, styles) for elements in pages.values()]


def _find_loose(tree: html.HtmlElement, inside: set[html.HtmlElement]) -> Iterator[str]:
    silent = {inner for element in tree.iter(*SILENT) for inner in element.iter()}
    for element in tree.iter():
        if element not in inside and element not in silent:
            yield element.text or ""
        parent = element.getparent()
        if parent is not None and parent not in inside and parent not in silent:
            yield element.tail or ""


def _find_placed(tree: html.HtmlElement) -> Iterator[tuple[html.HtmlElement, dict[str, float]]]:
    """Yield the innermost positioned elements, each with its place in pixels.

    A place has the keys 'left' and 'top' or 'bottom'.
    """
    for element in tree.iter(etree.Element):
        style = element.get("style", "")
        if not ABSOLUTE.search(style) or any(ABSOLUTE.search(i.get("style", "")) for i in element.iterdescendants()):
            continue
        place = {
            m["key"].lower(): float(m["value"]) * UNITS[(m["unit"] or "px").lower()] for m in PLACE.finditer(style)
        }
        if "left" in place and ("top" in place or "bottom" in place):
            yield element, place


def _page_words(elements: list[tuple[html.HtmlElement, dict[str, float]]], styles: dict[str, str]) -> list[Word]:
    fragments = [fragment for element, place in elements for fragment in _read_fragments(element, place, styles)]
    return [word for row in group_rows(fragments) for word in _joined(row)]


def _read_fragments(element: html.HtmlElement, place: dict[str, float], styles: dict[str, str]) -> Iterator[Word]:
    """Yield an element's lines as words, with spaces at their ends.

    `place`: as from `_find_placed`; `styles`: name of a class → CSS.
    """
    css = " ".join((*(styles.get(name, "") for name in element.get("class", "").split()), element.get("style", "")))
    size = USUAL_SIZE
    if given := SIZE.search(css):
        size = max(float(given[1]) * UNITS[(given[2] or "px").lower()], 1.0)
    text = element.text_content()
    bold_letters = sum(len(inner.text_content().strip()) for inner in element.iter("b", "strong"))
    bold = bool(WEIGHT.search(css)) or bold_letters >= len(text.strip()) > 0
    for index, line in enumerate(_split_breaks(element)):
        top = place["bottom"] if "top" not in place else -place["top"] - size
        if line:
            text = re.sub(r"\s+", " ", line)
            begin = place["left"] + (len(text) - len(text.lstrip())) * 0.25 * size
            yield Word(text, begin, begin + estimate_width(text.strip()) * size, top - index * 1.2 * size, size, bold)


def _split_breaks(element: html.HtmlElement) -> list[str]:
    """Split an element's text at its line breaks."""
    pieces: list[str] = []
    for event, inner in etree.iterwalk(element, events=("start", "end")):
        if event == "start":
            pieces += ["\n" if inner.tag == "br" else "", inner.text or ""]
        elif inner is not element:
            pieces.append(inner.tail or "")
    broken = element.find(".//br") is not None
    return "".join(pieces).split("\n") if broken else ["".join(pieces)]


def estimate_width(text: str) -> float:
    """Return a text's estimated width, in multiples of the type size."""
    return sum(
        0.25 if c == " " else 0.3 if c in NARROW else 0.8 if c in WIDE else 0.68 if c.isupper() else USUAL for c in text
    )


def _joined(row: list[Word]) -> list[Word]:
    """Join fragments that touch into words, such as those of small capitals."""
    made: list[Word] = []
    open_end = False  # whether the last fragment did not end with a space
    for index, fragment in enumerate(row):
        limit = row[index + 1].left if index + 1 < len(row) else float("inf")
        wide = fragment.right - fragment.left
        scale = min(1.0, (limit - fragment.left) / wide) if wide and limit > fragment.left else 1.0
        at = fragment.left
        if made and not fragment.text.strip():  # the white between two fragments begins after it
            made[-1] = replace(made[-1], right=max(made[-1].right, min(at, limit)))
        for number, text in enumerate(fragment.text.split()):
            one = Word(
                text, at, at + estimate_width(text) * fragment.size * scale, fragment.base, fragment.size, fragment.bold
            )
            at = one.right + 0.25 * fragment.size * scale
            open_start = open_end and number == 0 and not fragment.text[0].isspace()
            if made and open_start and one.left - made[-1].right <= ADJACENT * fragment.size:
                last = made.pop()
                size, bold = max(last.size, one.size), last.bold and one.bold
                one = Word(last.text + text, last.left, one.right, last.base, size, bold)
            made.append(one)
        open_end = bool(fragment.text.strip()) and not fragment.text[-1].isspace()
    return made
