"""Make permalinks `/r/<anchor>/`: small pages that forward to the rule.

Chat clients read them for their preview.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import jinja2

from scripts.model.anchor_contents import Record, Records
from scripts.model.anchor_index import AnchorKind, follow_redirects
from scripts.model.book import BookInfo, Rulebook
from scripts.model.italian_format import set_typography

LIVE = "pages"  # below the index: what the server fills pages in from
PERMALINKS = "permalinks.json"  # there: what each permalink's page shows
DESCRIPTION_LENGTH = 300  # characters; chat clients cut at about 200 to 300


def shorten(text: str) -> str:
    """Return a text as one line of at most 300 characters, cut at a word."""
    line = " ".join(text.split())
    cut = line[: line.rfind(" ", 0, DESCRIPTION_LENGTH - 1)].rstrip(",;:.") + "…"
    return line if len(line) <= DESCRIPTION_LENGTH else cut


def describe(record: Record, blocks: Sequence[str] = ()) -> str:
    """Return the text of a preview: a statement, a table's title, a section's title and text.

    `blocks`: texts of the section's statements and tables.
    """
    if record.kind is AnchorKind.SECTION:
        return f"{record.title}. {' '.join(blocks)}" if blocks else record.title
    return record.title if record.kind is AnchorKind.TABLE else record.alone


class PermalinkPage(NamedTuple):
    """Hold what one permalink page shows: rule, link target, preview.

    `id`: the anchor, or the successor of a retired one.
    """

    id: str
    citation: str
    url: str
    description: str
    title: str


def name_document(info: BookInfo) -> str:
    """Return a document's name: 'Regole di Torneo, edizione maggio 2014'.

    The game is put before it if the title does not name it.
    """
    game = "" if info.short_game in info.title else f"{info.short_game}: "
    return f"{game}{info.title}, edizione {info.edition}"


def superseded_by(info: BookInfo, rulebook: Rulebook) -> str:
    """Return 'Documento superato da …: ', or '' for a document in force."""
    if info.in_force:
        return ""
    now = next((book.info for book in rulebook.books if book.slug == info.superseded_by), None)
    return f"Documento superato da {now.title}, edizione {now.edition}: " if now else "Documento superato: "


def make_permalinks(records: Records, redirects: Mapping[str, str], rulebook: Rulebook) -> dict[str, PermalinkPage]:
    """Map every anchor ever published to what its permalink page shows."""
    documents = {book.slug: name_document(book.info) for book in rulebook.books}
    superseded = {book.slug: superseded_by(book.info, rulebook) for book in rulebook.books}

    blocks = {
        section.id: [
            record.alone if record.kind is AnchorKind.STATEMENT else record.text
            for record in (records[block.id] for block in section.blocks)
        ]
        for book in rulebook.books
        for section in book.sections
    }

    def page(record: Record) -> PermalinkPage:
        section = records[record.section].title
        name = record.citation if record.citation.endswith(section) else f"{record.citation} {section}"
        title = set_typography(f"{name} – {documents[record.book]}")
        described = shorten(superseded[record.book] + describe(record, blocks.get(record.id, ())))
        return PermalinkPage(record.id, record.citation, record.url, described, title)

    made = {anchor: page(record) for anchor, record in records.items()}
    return made | {old: made[follow_redirects(old, redirects)] for old in redirects}


@lru_cache(maxsize=8192)
def render_permalink(
    env: jinja2.Environment, link: PermalinkPage, address: str, asked: str = "", originals: str = ""
) -> str:
    """Return the HTML of a permalink's page.

    `address`: of the site, with a final '/', '' if unknown; `asked`: the anchor in the link, if it was retired;
    `originals`: games whose originals the site contains, '' for none.
    """
    page, target = env.get_template("html/permalink.html.j2"), f"../..{link.url}"
    return page.render(link=link, address=address, target=target, asked=asked or link.id, originals=originals)


def make_permalink_files(
    env: jinja2.Environment, links: Mapping[str, PermalinkPage], address: str = "", originals: str = ""
) -> dict[str, str]:
    """Return path on the site → HTML of every permalink's page."""
    return {
        f"r/{anchor_id}/index.html": render_permalink(env, link, address, anchor_id, originals)
        for anchor_id, link in links.items()
    }
