"""Parse references in a statement's text: `[[anchor]]` and `[[anchor|words]]`."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

REFERENCE = re.compile(r"\[\[(?P<target>[^\]|]*)(?:\|(?P<words>[^\]]*))?\]\]")


@dataclass(frozen=True)
class Words:
    """Hold a piece of text without references."""

    text: str


@dataclass(frozen=True)
class Reference:
    """Hold a link to an anchor; empty `words`: show the anchor's citation."""

    target: str
    words: str


def parse(text: str) -> Iterator[Words | Reference]:
    """Split a text into words and references.

    'Vedi [[bang-1.3]].' → Words('Vedi '), Reference('bang-1.3', ''), Words('.').
    """
    end = 0
    for match in REFERENCE.finditer(text):
        if match.start() > end:
            yield Words(text[end : match.start()])
        yield Reference(match["target"].strip(), (match["words"] or "").strip())
        end = match.end()
    if end < len(text):
        yield Words(text[end:])


def list_targets(text: str) -> list[str]:
    """Return the anchors that a text links to, with repeats."""
    return [part.target for part in parse(text) if isinstance(part, Reference)]


def render_plain(text: str, label: Callable[[str], str]) -> str:
    """Return a text without markup; each link becomes its words.

    `label`: anchor → words to show for a link that gives none.
    """
    parts = (p.text if isinstance(p, Words) else p.words or label(p.target) for p in parse(text))
    return "".join(parts)
