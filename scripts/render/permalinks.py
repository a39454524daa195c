"""`/r/<id>/`: a tiny page a permalink, which a chat client previews and which forwards a person at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import jinja2

from scripts.anchors import Anchors, follow
from scripts.model import Rulebook
from scripts.render.plain import cell_plain, section_text, statement_text

DESCRIPTION_LENGTH = 300  # characters; chat clients cut at about 200 to 300


def shortened(text: str, length: int = DESCRIPTION_LENGTH) -> str:
    """One line of at most `length` characters, cut between words with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: line.rfind(" ", 0, length - 1)].rstrip(",;:.") + "…"


def descriptions(rulebook: Rulebook, anchors: Anchors) -> Iterator[tuple[str, str]]:
    """Anchor id → the text that a preview shows."""
    for section in rulebook.sections:
        yield section.id, f"{section.title}. {section_text(section, anchors)}" if section.blocks else section.title
        for statement in section.statements:
            yield statement.id, statement_text(statement, section, anchors)
        for table in section.tables:
            yield table.id, table.title
            for row in table.rows:
                if row.id:
                    cells = zip(row.cells, table.columns, strict=True)
                    texts = (cell_plain(cell, column, section, anchors) for cell, column in cells if cell is not None)
                    yield row.id, f"{table.title}: {', '.join(texts)}"


def permalink_files(
    env: jinja2.Environment, rulebook: Rulebook, anchors: Anchors, redirects: Mapping[str, str], address: str = ""
) -> dict[str, str]:
    """Path on the site → HTML, for every id ever published. `address`: the site's, where it is known; ends in '/'."""
    texts = dict(descriptions(rulebook, anchors))
    template = env.get_template("permalink.html.j2")
    files = {}
    for anchor_id in (*anchors, *redirects):
        anchor = anchors[follow(anchor_id, redirects)]
        files[f"r/{anchor_id}/index.html"] = template.render(
            anchor=anchor,
            address=address,
            target=f"../..{anchor.url}",
            description=shortened(texts[anchor.id]),
        )
    return files
