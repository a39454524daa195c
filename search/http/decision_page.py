"""Render the page «Decisione» on the server.

A decision is a list of rules and verdicts that a judge shares as a link. Browsers without JavaScript and previews in
chats need this page; `docs/assets/js/decision/` does the same, and its `decision-link.js` documents the address.
Private parts are in the address's fragment, which browsers do not send.
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
    """Hold the text of an anchor, as in `api/v1/texts.json`.

    `where`: section, document and page; `hash`: of the text, to detect changes; `url`: path on the site.
    """

    citation: str
    where: str
    text: str
    hash: str
    url: str

    @property
    def book(self) -> str:
        """Return the slug of the rule's book."""
        return self.url.split("/")[1]


@dataclass(frozen=True)
class Rebuilt:
    """Hold a verdict rebuilt from the answers in a link.

    `book`: slug; `document`: title and edition of the book; `title`: of the infraction; `said`: the penalty in words;
    `was`: what the link's sender saw, if different, else ''; `asked`: (question, answer) pairs; `remedy`: what to do;
    `cites`: the rules that justify it.
    """

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
    """Hold an item of a decision: a rule, a verdict, or why it is missing.

    `changed`: whether the rule's text has changed since the link was made; `lost`: in Italian why it is missing, or ''.
    """

    rule: Rule | None = None
    changed: bool = False
    verdict: Rebuilt | None = None
    lost: str = ""

    @property
    def name(self) -> str:
        """Return the item's words for the page's title, a citation or a penalty; '' if missing."""
        return self.rule.citation if self.rule else self.verdict.said if self.verdict else ""

    @property
    def said(self) -> str:
        """Return the item's text for a preview, not shortened; '' if missing.

        A rule is 'citation: text', a verdict 'penalty: infraction.'.
        """
        if self.rule:
            return f"{self.rule.citation}: {self.rule.text}"
        return f"{self.verdict.said}: {self.verdict.title}." if self.verdict else ""


@dataclass(frozen=True)
class Decision:
    """Hold a link's items, with title and description of the page."""

    items: Sequence[Item]
    title: str
    description: str


@dataclass(frozen=True)
class Decisions:
    """Rebuild decisions from links, with a built site's files.

    `texts`: anchor → rule; `games`: slug of a game's book → its decision tables and penalties, as JSON.
    """

    texts: Mapping[str, Rule]
    games: Mapping[str, Json]

    @classmethod
    def read(cls, site: Path) -> Decisions:
        """Read rule texts and decision tables from a built site."""
        known = json.loads((site / TEXTS).read_text(encoding="utf-8"))
        games = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (site / GAMES).glob("*.json")}
        return cls({anchor: Rule(*fields) for anchor, fields in known.items()}, games)

    def rebuild(self, given: str) -> Decision | None:
        """Return the decision that a link's parameter `r` describes; None if it is empty.

        A damaged part becomes an item that says so.
        """
        parts = [part for part in given[:LONGEST].rstrip(GLUED).split("_") if part]
        if not parts:
            return None
        items = [self._rebuild_item(part, place) for place, part in enumerate(parts[:MOST], 1)]
        if len(parts) > MOST:
            items.append(Item(lost=f"Il collegamento ha più di {MOST} parti: quelle in più non compaiono."))
        names = [item.name for item in items if item.name]
        title = f"Decisione: {', '.join(names[:3])}{'…' if len(names) > 3 else ''}" if names else "Decisione"
        description = " ".join(item.said for item in items if item.said) or "Il collegamento è danneggiato."
        return Decision(
            items, title, description if len(description) <= SHOWN else f"{description[:SHOWN].rsplit(' ', 1)[0]}…"
        )

    def rebuild_verdict(
        self, book: str, infraction: str, answers: Sequence[str], counts: Sequence[str]
    ) -> Rebuilt | None:
        """Return the verdict that an address of the page «Penalità» describes.

        `answers`: as 'question.answer'; `counts`: earlier penalties, as 'penalty.number'. None if anything is missing,
        unknown or damaged.
        """
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
        """Return an item with the verdict, or why there is none; None if a part is damaged.

        `parts`: book, infraction, 'question.answer'…, 'H.penalty.count'… (earlier penalties), 'E.penalty' or
        'E.lowest.highest' (what the sender saw).
        """
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
        questions += [(c["asks"], str(history[c["id"]])) for c in game["counted"] if c["id"] in history]
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
    """Hold a game's penalties and escalations, to work out verdicts."""

    penalties: tuple[Penalty, ...]
    escalations: tuple[Escalation, ...]

    @classmethod
    def parse(cls, game: Json) -> Judged:
        """Read penalties and escalations from a game's JSON (`assets/penalita/<book>.json`)."""
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
        """Return the penalty with this id; StopIteration if there is none."""
        return next(penalty for penalty in self.penalties if penalty.id == penalty_id)


def _parse_row(row: Json) -> DecisionRow:
    remedy = tuple(map(_join_text, row["remedy"]))
    return DecisionRow({}, row["from"], row["to"], "", remedy, (), tuple(row["cites"]), NOWHERE,
                       row.get("either", False), row.get("infraction", ""))  # fmt: skip


def _parse_steps(texts: Sequence[str]) -> tuple[dict[str, str], dict[str, int], list[str]] | None:
    """Return (question → answer, earlier penalty → count, penalties that the sender saw).

    `texts`: such as 'question.answer', 'H.penalty.count', 'E.penalty'. None if one is damaged.
    """
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
    """Follow the answers down a decision tree; return (verdict row, (question, answer) pairs).

    The row is None if an answer is missing or unknown; the pairs are in words.
    """
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
    """Return the words of a text in a game's file: a string, or a list of strings and links.

    A link is a list, whose first element is the word shown.
    """
    return text if isinstance(text, str) else "".join(one if isinstance(one, str) else one[0] for one in text)


def _format_range(game: Json, ends: Sequence[str], either: bool) -> str:
    """Return one penalty or two in words: «A», «da A a B», «A o B».

    `ends`: their ids; `either`: whether the judge may give only one of the two, not one between.
    """
    titles = {penalty["id"]: penalty["title"] for penalty in game["penalties"]}
    named = [titles.get(end, end) for end in ends]
    if len(named) < 2:
        return "".join(named)
    return f"{named[0]} o {named[1]}" if either else f"da {named[0]} a {named[1]}"
