"""Read the documents in an HTML file, without the surrounding website."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from lxml import etree, html

from scripts.originals.errors import OriginalError
from scripts.originals.read import Source
from scripts.originals.read.plain import decode
from scripts.originals.read.positioned_html import is_positioned, read_positioned
from scripts.originals.read.reading_order import Word, order_pages
from scripts.originals.text_model import Discard, Line

SILENT = {"script", "style", "noscript", "template", "svg", "iframe", "object", "head", "title", "meta", "link"}
CONTROLS = {"select", "button", "textarea"}
AROUND = {"nav", "aside", "form", "footer"}
AROUND_ROLES = {"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog"}
AROUND_NAMES = re.compile(
    r"\b(?:cookie|navbar|nav-?menu|menu|breadcrumbs?|sidebar|share|social|related|comments?|advert\w*|banner|newsletter)\b",
    re.I,
)
BLOCKS = {
    "address", "article", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main",
    "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "nav",
    "aside", "footer", "form",
}  # fmt: skip
HEADING = re.compile(r"h([1-6])\Z")
CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?([\w-]+)", re.I)
END = re.compile(r"</html\s*>", re.I)
BOLD = {"b", "strong", "th"}
FEWEST_PAGES, MOST_PAGES = 4, 0.6  # documents that are pages of one; share of them on which a head or foot returns
EDGE = 2  # lines at the beginning and end of a page, that may be its head or foot
DIGITS = re.compile(r"\d+")
RUNNING_WHY = "testatina o piè di pagina"
AROUND_WHY = "resto della pagina web (menu, intestazioni, piè di pagina)"
MOST_IN_CELL = 60  # words: a table with a longer cell lays out a page
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)


def read_html(data: bytes, name: str) -> Source:
    """Read the text of an HTML file; what stands around it is listed as discarded.

    The file may hold several documents one after the other. Raises OriginalError if it is not HTML.
    """
    declared = CHARSET.search(data[:4096])
    text, notes = decode(data, name, declared[1].decode("ascii") if declared else "")
    lines: list[Line] = []
    around: list[Discard] = []
    pages: list[list[Word]] = []
    titles: list[str] = []
    flowing: list[list[Line]] = []  # the lines of each document that is not positioned
    language = ""
    for piece in _split_documents(text):
        tree = _parse(piece, name)
        language = language or tree.get("lang", "") or tree.get("{http://www.w3.org/XML/1998/namespace}lang", "")
        titles += [" ".join(title.text_content().split()) for title in tree.iter("title")]
        if is_positioned(tree):
            loose, found = read_positioned(tree)
            around += [Discard("prima della pagina", words, 0) for words in loose]
            pages += found
            continue
        article = _find_article(tree)
        flowing.append(list(_lines(article, around, max((line.table for part in flowing for line in part), default=0))))
        if article is not tree:
            around += [Discard(AROUND_WHY, line.text, 0) for line in _read_outside(tree, article, around)]
    heads_and_feet = _find_running(flowing)
    for number, part in enumerate(flowing):
        lines += [line for i, line in enumerate(part) if (number, i) not in heads_and_feet]
    around += [Discard(RUNNING_WHY, flowing[number][i].text, 0) for number, i in sorted(heads_and_feet)]
    if pages:
        placed, heads = order_pages([*enumerate(pages, 1)])
        lines, around = [*lines, *placed], [*around, *heads]
    around += [Discard("titolo della pagina web", title, 0) for title in dict.fromkeys(titles) if title]
    return Source("html", tuple(lines), tuple(around), notes, title=titles[0] if titles else "", language=language)


def _find_running(documents: list[list[Line]]) -> set[tuple[int, int]]:
    """Return running heads and feet, as (document, line) indexes.

    They are lines with which most documents begin or end; digits may differ.
    """
    if len(documents) < FEWEST_PAGES:
        return set()
    edges = [(n, i) for n, part in enumerate(documents) for i in {*range(len(part))[:EDGE], *range(len(part))[-EDGE:]}]
    keys = {place: DIGITS.sub("#", documents[place[0]][place[1]].text) for place in edges}
    on = Counter(key for key, _ in {(key, number) for (number, _), key in keys.items()})
    return {place for place, key in keys.items() if on[key] >= MOST_PAGES * len(documents)}


def _split_documents(text: str) -> Iterator[str]:
    """Yield each of the HTML documents that a file holds one after the other."""
    pieces = END.split(text)
    while len(pieces) > 1 and not re.sub(r"<[^>]*>", "", pieces[-1]).strip():
        pieces.pop()
    yield from (piece for piece in pieces if piece.strip())


def _parse(text: str, name: str) -> html.HtmlElement:
    try:
        parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
        tree = html.document_fromstring(text.encode("utf-8"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        raise OriginalError(
            f"{name} non è una pagina web leggibile.", "salva di nuovo la pagina dal browser."
        ) from None
    etree.strip_tags(tree, etree.Comment, etree.ProcessingInstruction)
    return tree


def _find_article(root: html.HtmlElement) -> html.HtmlElement:
    """Return the <article> or <main> that holds most of the text, else the whole document."""
    total = _letters(root)
    for candidates in (root.iter("article"), root.iter("main"), root.iterfind(".//*[@role='main']")):
        best = max(candidates, key=_letters, default=None)
        if best is not None and _letters(best) > total * 0.5:
            return best
    return root


def _letters(element: html.HtmlElement) -> int:
    """Return an element's number of characters, without scripts and styles."""
    silent = sum(len(inner.text_content()) for inner in element.iter("script", "style"))
    return len(element.text_content()) - silent


def _is_around(element: html.HtmlElement, total: int) -> bool:
    """Return whether an element belongs to the website around the article.

    One with over a fifth of the text never does. `total`: number of characters of the text.
    """
    names = f"{element.get('class', '')} {element.get('id', '')}"
    looks = (
        element.tag in AROUND
        or element.get("role") in AROUND_ROLES
        or element.get("aria-hidden") == "true"
        or bool(HIDDEN.search(element.get("style", "")))
        or element.get("hidden") is not None
        or bool(AROUND_NAMES.search(names))
    )
    return looks and _letters(element) <= total * 0.2


def _lines(article: html.HtmlElement, around: list[Discard], tables: int) -> Iterator[Line]:
    """Yield the article's lines, adding what is left out to `around`.

    `tables`: number of tables before the article.
    """
    reader = _LineCollector(article, around, tables)
    walk = etree.iterwalk(article, events=("start", "end"))
    for event, element in walk:
        if not isinstance(element.tag, str):
            continue
        if event == "end":
            yield from reader.end(element)
        elif (held := reader.held(element)) is not None:
            yield from reader.flushed()
            walk.skip_subtree()
            yield from held
        else:
            yield from reader.start(element)
    yield from reader.flushed()


class _LineCollector:
    """Collect the lines of an article, cutting its text at block elements and line breaks."""

    def __init__(self, article: html.HtmlElement, around: list[Discard], tables: int) -> None:
        self.article, self.around, self.tables = article, around, tables
        self.total = max(_letters(article), 1)
        self.pieces: list[str] = []
        self.plain = False  # whether some of it is not bold
        self.bold = self.level = self.items = 0

    def flushed(self) -> Iterator[Line]:
        text = " ".join("".join(self.pieces).split())
        self.pieces.clear()
        bold, self.plain = not self.plain, False
        if text:
            yield Line(text, 0, self.level, bold=bold and not self.level, item=bool(self.items and not self.level))

    def add(self, text: str | None) -> None:
        if text:
            self.pieces.append(text)
            self.plain = self.plain or bool(not self.bold and text.strip())

    def start(self, element: html.HtmlElement) -> Iterator[Line]:
        tag = element.tag
        if tag in BLOCKS or tag == "br":
            yield from self.flushed()
        self.bold += tag in BOLD
        self.items += tag == "li"
        if match := HEADING.match(tag):
            self.level = int(match[1])
        if tag == "li":
            self.pieces.append(_make_marker(element))
        self.add(element.text)

    def end(self, element: html.HtmlElement) -> Iterator[Line]:
        tag = element.tag
        if tag in BLOCKS:
            yield from self.flushed()
        self.bold -= tag in BOLD
        self.items -= tag == "li"
        if HEADING.match(tag):
            self.level = 0
        if element is not self.article:
            if tag in ("td", "th"):
                self.pieces.append(" ")
            self.add(element.tail)

    def held(self, element: html.HtmlElement) -> Iterable[Line] | None:
        """Return the lines of an element read whole (table, <pre>) or left out; None for others."""
        if element.tag in SILENT:
            return ()
        if element.tag in CONTROLS or (element is not self.article and _is_around(element, self.total)):
            if text := " ".join(element.text_content().split()):
                self.around.append(Discard(AROUND_WHY, text, 0))
            return ()
        if element.tag == "table" and (rows := _table(element)):
            self.tables += 1
            return [Line(" ".join(filter(None, own)), table=self.tables, cells=cells) for own, cells in rows]
        if element.tag == "pre":
            return [Line(" ".join(line.split())) for line in element.text_content().splitlines() if line.strip()]
        return None


def _table(element: html.HtmlElement) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return a data table's rows, as (printed words, cells); [] if it only lays out the page.

    Every row has one cell for each column; a cell that spans rows is repeated.
    """
    if any(inner is not element for inner in element.iter("table", "h1", "h2", "h3", "h4", "h5", "h6")):
        return []
    rows: list[tuple[tuple[str, ...], list[str]]] = []
    hanging: dict[int, tuple[int, str]] = {}  # column → rows that its cell still goes over, its words
    for row in element.iter("tr"):
        own: list[str] = []
        cells: list[str] = []

        def hang(cells: list[str] = cells) -> None:
            while (left := hanging.get(len(cells), (0, "")))[0]:
                hanging[len(cells)] = (left[0] - 1, left[1])
                cells.append(left[1])

        for cell in row.iter("td", "th"):
            hang()
            text = " ".join(cell.text_content().split())
            if len(text.split()) > MOST_IN_CELL:
                return []
            own.append(text)
            if (over := _get_span(cell, "rowspan")) > 1:
                hanging[len(cells)] = (over - 1, text)
            cells += [text, *[""] * (_get_span(cell, "colspan") - 1)]
        hang()
        if any(own):
            rows.append((tuple(own), cells))
    width = max((len(cells) for _, cells in rows), default=0)
    if len(rows) < 2 or width < 2:
        return []
    caption = [" ".join(inner.text_content().split()) for inner in element.iter("caption")]
    if any(caption):
        rows[0] = ((*caption, *rows[0][0]), rows[0][1])
    return [(own, tuple((*cells, *[""] * width)[:width])) for own, cells in rows]


def _get_span(cell: html.HtmlElement, name: str) -> int:
    given = cell.get(name, "1").strip()
    return min(int(given), 99) if given.isdecimal() and int(given) else 1


def _make_marker(item: html.HtmlElement) -> str:
    """Return the marker that a browser shows before a list item: '• ', '2. '."""
    parent = item.getparent()
    if parent is None or parent.tag not in ("ul", "ol", "menu") or (item.text_content() or "").lstrip()[:1] in "•●-":
        return ""
    if parent.tag != "ol":
        return "• "
    start = parent.get("start", "1")
    before = sum(1 for _ in item.itersiblings("li", preceding=True))
    return f"{(int(start) if start.isdigit() else 1) + before}. "


def _read_outside(root: html.HtmlElement, article: html.HtmlElement, around: list[Discard]) -> list[Line]:
    parent = article.getparent()
    if parent is not None:
        article.clear(keep_tail=True)
        parent.remove(article)
    return list(_lines(root, around, 0))
