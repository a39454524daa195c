"""What a section refers to and what refers to it, in both directions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from scripts import inline
from scripts.anchors import Anchors
from scripts.model import Rulebook


@dataclass
class Around:
    """For one section: anchors it is worth following to (`see`) and anchors that refer to it (`cited_by`)."""

    see: list[str] = field(default_factory=list)
    cited_by: list[str] = field(default_factory=list)


def surroundings(rulebook: Rulebook, anchors: Anchors) -> Mapping[str, Around]:
    """Section id → what stands around it. A written reference counts for the target; a related one for both."""
    around: dict[str, Around] = defaultdict(Around)

    def add(places: list[str], anchor_id: str) -> None:
        if anchor_id not in places:
            places.append(anchor_id)

    for book in rulebook.books:
        for related in book.related:
            source, target = anchors[related.source].section, anchors[related.target].section
            if source != target:
                add(around[source].see, related.target)
                add(around[target].see, related.source)
    for section, statement in rulebook.statements:
        for target in inline.targets(statement.text):
            home = anchors[target].section
            if home != section.id and statement.id not in around[home].see:
                add(around[home].cited_by, statement.id)
    return around
