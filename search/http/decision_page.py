"""Render the page «Decisione» on the server.

Browsers without JavaScript need it, and previews in chats. It does what `docs/assets/js/decision/` does;
`decision-link.js` documents the address. Private parts are in the address's fragment and never arrive here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from scripts.model.infraction import DecisionRow, Escalation, Penalty
from scripts.model.problems import Place
from scripts.penalties.verdict import choose_remedies, reach_verdict

TEXTS = Path("api/v1/texts.json")
GAMES = Path("assets/penalita")
ID = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
HASH = re.compile(r"[0-9a-f]{7}")
COUNT = re.compile(r"[0-9]{1,3}")
GLUED = ")]}>»”’\"'.,;:!?…*"  # what a chat or a sentence glues to the end of a link
MOST = 20
LONGEST = 4000  # characters of a query that are read
SHOWN = 160  # characters of a preview's description
NOWHERE = Place("")

Json = Any


class Rule(NamedTuple):
    """Hold the text of an anchor: a record of `api/v1/texts.json`."""

    citation: str
    where: str
    text: str
    hash: str
    url: str

    @property
    def book(self) -> str:
        return self.url.split("/")[1]


@dataclass(frozen=True)
class Rebuilt:
    """Hold a recomputed verdict; `was` is the sender's, if different. `remedy`: the steps in words."""

    book: str
    game: str
    document: str
    title: str
    said: str
    was: str
    asked: Sequence[tuple[str, str]]
    remedy: Sequence[str]
    cites: Sequence[Mapping[str, str]]


@dataclass(frozen=True)
class Item:
    """Hold an item of a decision: a rule (`changed` since?), a verdict, or why there is neither (`lost`)."""

    rule: Rule | None = None
    changed: bool = False
    verdict: Rebuilt | None = None
    lost: str = ""

    @property
    def name(self) -> str:
        """Return the item's words for a title."""
        return self.rule.citation if self.rule else self.verdict.said if self.verdict else ""

    @property
    def said(self) -> str:
        """Return the item's first words, for a preview."""
        if self.rule:
            return f"{self.rule.citation}: {self.rule.text}"
        return f"{self.verdict.said}: {self.verdict.title}." if self.verdict else ""


@dataclass(frozen=True)
class Decision:
    """Hold the items of a link and its page's title and description."""

    items: Sequence[Item]
    title: str
    description: str


@dataclass(frozen=True)
class Decisions:
    """Rebuild decisions from the files of one built site."""

    texts: Mapping[str, Rule]
    games: Mapping[str, Json]

    @classmethod
    def read(cls, site: Path) -> Decisions:
        known = json.loads((site / TEXTS).read_text(encoding="utf-8"))
        games = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (site / GAMES).glob("*.json")}
        return cls({anchor: Rule(*fields) for anchor, fields in known.items()}, games)

    def rebuild(self, given: str) -> Decision | None:
        """Return the decision in a link's `r`; None if there is none."""
        parts = [part for part in given[:LONGEST].rstrip(GLUED).split("_") if part]
        if not parts:
            return None
        items = [self._rebuild_item(part, place) for place, part in enumerate(parts[:MOST], 1)]
        if len(parts) > MOST:
            items.append(Item(lost=f"Il collegamento ha più di {MOST} parti: quelle in più non si mostrano."))
        names = [item.name for item in items if item.name]
        title = f"Decisione: {', '.join(names[:3])}{'…' if len(names) > 3 else ''}" if names else "Decisione"
        description = " ".join(item.said for item in items if item.said) or "Un collegamento rovinato."
        return Decision(
            items, title, description if len(description) <= SHOWN else f"{description[:SHOWN].rsplit(' ', 1)[0]}…"
        )

    def rebuild_verdict(
        self, book: str, infraction: str, answers: Sequence[str], counts: Sequence[str]
    ) -> Rebuilt | None:
        """Return the verdict of a Penalità address; None if incomplete."""
        steps = [*answers, *(f"H.{count}" for count in counts)]
        item = self._rebuild_verdict([part.rstrip(GLUED) for part in (book, infraction, *steps)])
        return item.verdict if item else None

    def _rebuild_item(self, part: str, place: int) -> Item:
        damaged = f"La parte {place} del collegamento è danneggiata: «{part[:80]}». Il resto è qui sotto."
        first, *rest = part.split("~")
        if first == "v":
            return self._rebuild_verdict(rest) or Item(lost=damaged)
        if not ID.fullmatch(first) or len(rest) > 1 or (rest and not HASH.fullmatch(rest[0])):
            return Item(lost=damaged)
        text = self.texts.get(first)
        if text is None:
            return Item(lost=f"«{first[:80]}»: non è una regola di questa edizione.")
        return Item(text, changed=rest not in ([], [text.hash]))

    def _rebuild_verdict(self, parts: Sequence[str]) -> Item | None:
        """Return the verdict of an item; None if it is damaged. `book~infraction~question.answer…~H.penalty.count…`."""
        if len(parts) < 2 or not all(ID.fullmatch(part) for part in parts[:2]):
            return None
        steps = _parse_steps(parts[2:])
        if steps is None:
            return None
        game = self.games.get(parts[0])
        tables = game["infractions"] if game else ()
        table = next((i for i in tables if parts[1] in (i["id"], i["slug"])), None)
        if game is None or table is None:
            return Item(lost=f"Il verdetto su «{parts[1][:80]}» non c’è in questa edizione.")
        answers, history, sent = steps
        row, questions = _walk_tree(table, answers)
        if row is None or not history.keys() <= {c["id"] for c in game["counted"]}:
            return Item(lost=f"{table['title']}: mancano delle risposte, o non sono di questa edizione.")
        judged, decided = Judged.parse(game), _parse_row(row)
        found = reach_verdict(judged, decided, history)
        ends = list(dict.fromkeys((found.lowest, found.highest)))
        cited = dict.fromkeys([*row["cites"], *(anchor for step in found.steps for anchor in step.cites)])
        questions += [(f"Ha già {c['plural']}:", str(history[c["id"]])) for c in game["counted"] if c["id"] in history]
        rebuilt = Rebuilt(
            book=game["book"],
            game=game["game"],
            document=f"{game['title']}, edizione {game['edition']}",
            title=table["title"],
            said=_format_range(game, ends, decided.either),
            was=_format_range(game, sent, decided.either) if sent != ends else "",
            asked=questions,
            remedy=choose_remedies(judged, decided, found),
            cites=[game["statements"][anchor] for anchor in cited],
        )
        return Item(verdict=rebuilt)


@dataclass(frozen=True)
class Judged:
    """Hold the penalties of a game, read from its file for the verdict."""

    penalties: tuple[Penalty, ...]
    escalations: tuple[Escalation, ...]

    @classmethod
    def parse(cls, game: Json) -> Judged:
        penalties = (
            Penalty(p["id"], p["title"], p["grade"], "", tuple(p["cites"]), tuple(p["brings"]), (), (), "", NOWHERE,
                    remedy=tuple(map(_join_text, p["remedy"])))
            for p in game["penalties"]
        )  # fmt: skip
        escalations = (
            Escalation(e["id"], e["penalty"], e["already"], e["becomes"], "", tuple(e["cites"]), NOWHERE,
                       tuple(e.get("infractions", ())))
            for e in game["escalations"]
        )  # fmt: skip
        return cls(tuple(penalties), tuple(escalations))

    def penalty(self, penalty_id: str) -> Penalty:
        return next(penalty for penalty in self.penalties if penalty.id == penalty_id)


def _parse_row(row: Json) -> DecisionRow:
    remedy = tuple(map(_join_text, row["remedy"]))
    return DecisionRow({}, row["from"], row["to"], "", remedy, (), tuple(row["cites"]), NOWHERE,
                       row.get("either", False), row.get("infraction", ""))  # fmt: skip


def _parse_steps(texts: Sequence[str]) -> tuple[dict[str, str], dict[str, int], list[str]] | None:
    """Return an address's answers, counts and penalties as the sender saw them; None if damaged."""
    answers, history, sent = dict[str, str](), dict[str, int](), list[str]()
    for text in texts:
        first, *rest = text.split(".")
        if not rest or not all(ID.fullmatch(part) for part in rest):
            return None
        if first == "E" and len(rest) < 3:
            sent = rest
        elif first == "H" and len(rest) == 2 and COUNT.fullmatch(rest[1]):
            history[rest[0]] = int(rest[1])
        elif ID.fullmatch(first) and len(rest) == 1:
            answers.setdefault(first, rest[0])
        else:
            return None
    return answers, history, sent


def _walk_tree(table: Json, answers: Mapping[str, str]) -> tuple[Json | None, list[tuple[str, str]]]:
    """Follow answers through a tree; return the row reached, or None, and each question with its answer."""
    questions = {question["id"]: question for question in table["questions"]}
    if any(a not in {one["id"] for one in questions.get(q, {"answers": ()})["answers"]} for q, a in answers.items()):
        return None, []
    tree, asked = table["tree"], list[tuple[str, str]]()
    while not isinstance(tree, int):
        question, answer = questions[tree["q"]], answers.get(tree["q"], "")
        if answer not in tree["a"]:
            return None, asked
        asked.append((question["text"], next(a["text"] for a in question["answers"] if a["id"] == answer)))
        tree = tree["a"][answer]
    return table["rows"][tree], asked


def _join_text(text: str | Sequence[str | Sequence[str]]) -> str:
    """Return a text of a game's file as plain words."""
    return text if isinstance(text, str) else "".join(one if isinstance(one, str) else one[0] for one in text)


def _format_range(game: Json, ends: Sequence[str], either: bool) -> str:
    """Return the words of one penalty or two: «A o B», «da A a B». «o» where only the two ends may be given."""
    titles = {penalty["id"]: penalty["title"] for penalty in game["penalties"]}
    named = [titles.get(end, end) for end in ends]
    if len(named) < 2:
        return "".join(named)
    return f"{named[0]} o {named[1]}" if either else f"da {named[0]} a {named[1]}"
