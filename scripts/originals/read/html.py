"""A web page → the lines of its article, without the site around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import etree, html

from scripts.originals.errors import OriginalError
from scripts.originals.read import Source
from scripts.originals.read.plain import decode
from scripts.originals.text import Discard, Line

SILENT = {"script", "style", "noscript", "template", "svg", "iframe", "object", "head", "select", "button", "textarea"}
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
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)


def read_html(data: bytes, name: str) -> Source:
    """Bytes of a page → lines of its article; menus, notices and sidebars are discarded, and listed."""
    text, notes = _decoded(data, name)
    try:
        tree = html.document_fromstring(text.encode("utf-8"), parser=html.HTMLParser(encoding="utf-8", huge_tree=True))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        raise OriginalError(
            f"{name} non è una pagina web leggibile.", "salva di nuovo la pagina dal browser."
        ) from None
    body = tree.find("body")
    root = body if body is not None else tree
    article = _article(root)
    around: list[Discard] = []
    lines = list(_lines(article, around))
    if article is not root:
        around += [Discard("contorno della pagina web", line.text, 0) for line in _outside(root, article)]
    return Source("html", tuple(lines), tuple(around), notes)


def _decoded(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """By the byte order mark or UTF-8 where that is what it is, else as the page says, else detected."""
    try:
        return data.decode("utf-8-sig").replace("\x00", " "), ()
    except UnicodeDecodeError:
        pass
    if match := CHARSET.search(data[:4096]):
        try:
            encoding = match[1].decode("ascii")
            if encoding.lower().replace("-", "") != "utf8":
                return data.decode(encoding, errors="replace"), ()
        except LookupError:
            pass
    return decode(data, name)


def _article(root: html.HtmlElement) -> html.HtmlElement:
    """The <main> or <article> that holds most of the text, else the whole body."""
    total = len(root.text_content())
    for candidates in (root.iter("article"), root.iter("main"), root.iterfind(".//*[@role='main']")):
        best = max(candidates, key=lambda e: len(e.text_content()), default=None)
        if best is not None and len(best.text_content()) > total * 0.5:
            return best
    return root


def _is_around(element: html.HtmlElement, total: int) -> bool:
    """Whether the element is the site's, not the article's. Something that holds a fifth of the text never is."""
    names = f"{element.get('class', '')} {element.get('id', '')}"
    looks = (
        element.tag in AROUND
        or element.get("role") in AROUND_ROLES
        or element.get("aria-hidden") == "true"
        or bool(HIDDEN.search(element.get("style", "")))
        or element.get("hidden") is not None
        or bool(AROUND_NAMES.search(names))
    )
    return looks and len(element.text_content()) <= total * 0.2


def _lines(article: html.HtmlElement, around: list[Discard]) -> Iterator[Line]:
    pieces: list[str] = []
    level = 0
    total = max(len(article.text_content()), 1)

    def flushed() -> Iterator[Line]:
        text = " ".join("".join(pieces).split())
        pieces.clear()
        if text:
            yield Line(text, 0, level)

    walk = etree.iterwalk(article, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        tag = element.tag if event in ("start", "end") and isinstance(element.tag, str) else ""
        if tag in BLOCKS or (tag == "br" and event == "start"):
            yield from flushed()
        if not tag:
            pieces.append(element.tail or "")
        elif event == "end":
            level = 0 if HEADING.match(tag) else level
            if element is not article:
                pieces.append((" " if tag in ("td", "th") else "") + (element.tail or ""))
        elif (held := _held(element, None if element is article else total, around)) is not None:
            walk.skip_subtree()
            yield from held
        else:
            level = int(match[1]) if (match := HEADING.match(tag)) else level
            pieces.append((_marker(element) if tag == "li" else "") + (element.text or ""))
    yield from flushed()


def _held(element: html.HtmlElement, total: int | None, around: list[Discard]) -> Iterable[Line] | None:
    """The lines of an element that is not walked: none of what nobody sees or what stands around a text of `total`
    characters, of preformatted text its own. None for the others."""
    if element.tag in SILENT:
        return ()
    if total and _is_around(element, total):
        if text := " ".join(element.text_content().split()):
            around.append(Discard("contorno della pagina web", text, 0))
        return ()
    lines = element.text_content().splitlines() if element.tag == "pre" else None
    return None if lines is None else [Line(" ".join(line.split())) for line in lines if line.strip()]


def _marker(item: html.HtmlElement) -> str:
    """What a browser prints before the item of a list."""
    parent = item.getparent()
    if parent is None or parent.tag not in ("ul", "ol", "menu") or (item.text_content() or "").lstrip()[:1] in "•●-":
        return ""
    if parent.tag != "ol":
        return "• "
    start = parent.get("start", "1")
    before = sum(1 for _ in item.itersiblings("li", preceding=True))
    return f"{(int(start) if start.isdigit() else 1) + before}. "


def _outside(root: html.HtmlElement, article: html.HtmlElement) -> Iterator[Line]:
    parent = article.getparent()
    if parent is not None:
        article.clear(keep_tail=True)
        parent.remove(article)
    yield from _lines(root, [])
