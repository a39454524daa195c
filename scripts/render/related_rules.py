"""Collect a section's links: related rules, infractions, the other edition."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from scripts.model.anchor_contents import Records
from scripts.model.anchor_index import Anchors
from scripts.model.book import Pair, Rulebook
from scripts.model.infraction import DecisionTable
from scripts.model.references import Reference


@dataclass(frozen=True)
class Link:
    """Hold a related anchor, and `why` in few words, or ''."""

    target: str
    why: str


@dataclass(frozen=True)
class Twin:
    """Hold the anchors of a rule here and in another edition, and whether (and in which `topic`) they differ."""

    here: str
    there: str
    differs: bool
    topic: str


@dataclass
class RelatedRules:
    """Hold a section's links.

    `see`: related rules; `cited_by`: statements that refer to it; `infractions`: decision tables that cite it; `twins`:
    the same rule in another edition.
    """

    see: list[Link] = field(default_factory=list)
    cited_by: list[str] = field(default_factory=list)
    infractions: list[DecisionTable] = field(default_factory=list)
    twins: list[Twin] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.see or self.cited_by or self.infractions or self.twins)


def relate_rules(rulebook: Rulebook, records: Records) -> Mapping[str, RelatedRules]:
    """Map each section's id to its links.

    A reference in a text is shown at its target, a link of `rimandi.tsv` at both ends.
    """
    around: dict[str, RelatedRules] = defaultdict(RelatedRules)
    for book in rulebook.books:
        for related in book.related:
            source, target = records[related.source].section, records[related.target].section
            if source != target:
                _add_link(around[source], Link(related.target, related.why))
                _add_link(around[target], Link(related.source, related.why))
        for infraction in book.infractions:
            for section_id in _list_sections(infraction, records):
                around[section_id].infractions.append(infraction)
    for section, statement in rulebook.statements:
        for target in (part.target for part in records[statement.id].rich if isinstance(part, Reference)):
            home = around[records[target].section]
            known = {link.target for link in home.see} | set(home.cited_by)
            if records[target].section != section.id and statement.id not in known:
                home.cited_by.append(statement.id)
    for pair in (pair for comparison in rulebook.comparisons for pair in comparison.pairs):
        for here, there in ((pair.one, pair.other), (pair.other, pair.one)):
            if here and there:
                around[records[here].section].twins.append(Twin(here, there, pair.differs, pair.topic))
    return around


def _add_link(around: RelatedRules, link: Link) -> None:
    if link.target not in {known.target for known in around.see}:
        around.see.append(link)


def _list_sections(infraction: DecisionTable, anchors: Anchors) -> list[str]:
    """Return the sections of an infraction and of its cited statements."""
    cited = (target for row in infraction.rows for target in row.cites)
    places = (infraction.section, *infraction.definition, *infraction.examples, *cited)
    return list(dict.fromkeys(anchors[place].section for place in places))


def group_pairs(pairs: tuple[Pair, ...], anchors: Anchors) -> list[tuple[Pair, tuple[Pair, ...]]]:
    """Return each pair of sections with its pairs of statements."""
    groups: list[tuple[Pair, list[Pair]]] = []
    for pair in pairs:
        whole = all(not anchor or anchors[anchor].section == anchor for anchor in (pair.one, pair.other))
        if whole or not groups:
            groups.append((pair, []))
        else:
            groups[-1][1].append(pair)
    return [(head, tuple(rows)) for head, rows in groups]
