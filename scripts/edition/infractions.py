"""Parsers of decision tables (`infrazioni/*.toml`) and penalties (`penalita.toml`).

TOML values carry no line numbers, so a problem names the line of the `[[row]]` or `[[question]]` that it is in.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from scripts.edition.others import distribute_others
from scripts.edition.patterns import SLUG
from scripts.edition.stray_markup import check_marks, check_sentence
from scripts.model.infraction import (
    KINDS,
    MEASURES,
    Answer,
    DecisionRow,
    DecisionTable,
    Escalation,
    Other,
    Penalty,
    Question,
    Span,
    Story,
)
from scripts.model.italian import set_typography, slugify
from scripts.model.problems import Place, Report, suggest

TABLE_KEYS = {
    "id", "title", "kind", "section", "definition", "examples", "question", "row", "other",
}  # fmt: skip
ROW_KEYS = {"when", "penalty", "from", "to", "either", "infraction", "weighs", "remedy", "record", "cites"}
OTHER_KEYS = {"when", "infraction", "penalty", "text", "cites"}
QUESTION_KEYS = {"id", "text", "answers", "history"}
ANSWER_KEYS = {"id", "text", "more", "count", *MEASURES}
PENALTY_KEYS = {"id", "title", "grade", "section", "cites", "brings", "record", "record_cites", "report"} | {
    "words",
    "once",
    "asks",
    "counts",
    "remedy",
}
ESCALATION_KEYS = {"id", "penalty", "already", "becomes", "within", "period", "text", "cites"}
PERIODS = ("", "day")
IDENTIFIER = re.compile(rf"{SLUG}\Z")
SPAN = re.compile(r"(?P<after>>)?(?P<low>\d+)?(?:(?P<to>\.\.|-)(?P<high>\d+)?)?\Z")


@dataclass(frozen=True)
class Penalties:
    """Hold what `penalita.toml` says; `roots` are the sections whose subsections are infractions."""

    penalties: tuple[Penalty, ...] = ()
    escalations: tuple[Escalation, ...] = ()
    roots: tuple[str, ...] = ()
    roots_place: Place = field(default=Place(""))
    base: str = ""
    scope: str = ""
    unforeseen: tuple[str, ...] = ()


def parse_span(text: str) -> Span | None:
    """Parse '..5' (up to 5), '>5..15' (more than 5, up to 15), '>15', '6-9', '41..' or '7'; None if it is none."""
    match = SPAN.match(text.strip())
    if not match or not (match["low"] or match["high"]):
        return None
    low = float(match["low"]) if match["low"] else None
    high = float(match["high"]) if match["high"] else None
    if not match["to"] and not match["after"]:
        high = low
    if low is not None and high is not None and low > high:
        return None
    return Span(low, high, bool(match["after"]))


SENTENCES = {"remedy", "record"}  # what a judge is told to do
NAME = re.compile(r"[\w’']+(?: [\w’']+)*\Z")  # words and nothing else
HEAD_KEYS = {"infractions", "base", "scope", "unforeseen", "kind", "definition", "examples"}  # of no block
SPOKEN = {"words", "once"}  # what people type, straight apostrophes and all


class Fields:
    """Read one TOML table by type; a missing or wrong value is reported and replaced by a harmless one."""

    def __init__(
        self,
        values: Mapping[str, Any],
        place: Place,
        known: set[str],
        report: Report,
        places: Mapping[str, Place] = MappingProxyType({}),
    ) -> None:
        self.values, self.place, self.report, self.places = values, place, report, places
        self.misspelt: set[str] = set()  # what is missing because its name is written otherwise
        for key in sorted(set(values) - known):
            self.misspelt |= set(difflib.get_close_matches(key, known - set(values), n=1))
            near = "sta in cima al file, prima del primo [[…]]" if key in HEAD_KEYS else suggest(key, known)
            report.add(self.locate(key), f"la chiave «{key}»", f"una di {', '.join(sorted(known))}", near)

    def locate(self, key: str) -> Place:
        return self.places.get(key, self.place)

    def read_text(self, key: str, default: str | None = None) -> str:
        value = self.values.get(key, default)
        if isinstance(value, str) and (value.strip() or default is not None):
            check_marks(value, self.locate(key), self.report)
            return value.strip()
        if key not in self.misspelt:
            self.report.add(
                self.locate(key), f"{key} = {value!r}" if value is not None else f"manca {key}", f'{key} = "…"'
            )
        return ""

    def read_number(self, key: str) -> int:
        value = self.values.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.report.add(
            self.locate(key), f"{key} = {value!r}" if value is not None else f"manca {key}", f"{key} = un intero"
        )
        return 0

    def read_flag(self, key: str) -> bool:
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.report.add(self.locate(key), f"{key} = {value!r}", f"{key} = true, oppure niente")
        return value is True

    def read_texts(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key, [])
        if isinstance(value, list) and all(isinstance(v, str) and v.strip() for v in value):
            for text in sorted({text for text in value if value.count(text) > 1}):
                self.report.add(self.locate(key), f"{key}: «{text}» è scritto due volte", "una volta sola")
            for text in value:
                if key not in SPOKEN:
                    (check_sentence if key in SENTENCES else check_marks)(text, self.locate(key), self.report)
                elif not NAME.match(text.strip()):
                    expected = "parole e basta, come si dicono: «ammonizione verbale»"
                    self.report.add(self.locate(key), f"il nome «{text}»", expected)
            return tuple(set_typography(v).strip() for v in value)
        self.report.add(self.locate(key), f"{key} = {value!r}", f'{key} = ["…", "…"]')
        return ()


def read_id(fields: Fields) -> str:
    """Return the `id` of a block; report signs that «domanda=risposta» in stories and links does not allow."""
    found = fields.read_text("id")
    if not found or IDENTIFIER.match(found):
        return found
    near = slugify(found)
    fields.report.add(
        fields.locate("id"), f"id = «{found}»", "minuscole, cifre e trattini", f"forse {near}" if near else ""
    )
    return found


def read_measures(fields: Fields) -> dict[str, tuple[Span, ...]]:
    """Return the ranges of an answer: `cards = "..39, 41.."` → {'cards': (Span(None, 39), Span(41, None))}."""
    found = {}
    for name in MEASURES:
        if not (written := fields.read_text(name, "")):
            continue
        spans = [parse_span(part) for part in written.split(",")]
        if None in spans:
            fields.report.add(
                fields.locate(name), f"{name} = «{written}»", "intervalli come ..5, >5..15, 41.., separati da virgole"
            )
        found[name] = tuple(span for span in spans if span)
    return found


def locate_arrays(source: str, file: str, name: str) -> list[Place]:
    """Return where each `[[name]]` of a TOML source is written."""
    header = re.compile(rf"\s*\[\[\s*{name}\s*\]\]")
    return [Place(file, n) for n, line in enumerate(source.split("\n"), 1) if header.match(line)]


def locate_keys(values: Mapping[str, Any], source: str, file: str) -> dict[str, Place]:
    """Map each key of a TOML source's head to where it is written."""
    lines = source.split("\n")
    written = {
        key: re.compile(rf"\s*(?:[\"']?{re.escape(key)}[\"']?\s*=|\[+\s*{re.escape(key)}\s*\])") for key in values
    }
    found = {key: next((n for n, line in enumerate(lines, 1) if w.match(line)), 0) for key, w in written.items()}
    return {key: Place(file, line) for key, line in found.items() if line}


def read_arrays(values: Mapping[str, Any], source: str, file: str, name: str) -> list[tuple[Place, dict[str, Any]]]:
    """Return the blocks `[[name]]` of a TOML source with their places."""
    found = values.get(name, [])
    items = [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
    places = locate_arrays(source, file, name)
    return [(places[i] if i < len(places) else Place(file), item) for i, item in enumerate(items)]


def parse_decision_table(values: Mapping[str, Any], source: str, file: str, report: Report) -> DecisionTable:
    """Parse one `infrazioni/*.toml`."""
    places = locate_keys(values, source, file)
    head = Fields(values, Place(file, 1), TABLE_KEYS, report, places)
    kind = head.read_text("kind")
    if kind not in KINDS:
        report.add(head.locate("kind"), f"kind = «{kind}»", f"uno di {', '.join(KINDS)}", suggest(kind, KINDS))
    asked = read_arrays(values, source, file, "question")
    questions = tuple(_parse_question(item, place, report) for place, item in asked)
    check_unique(
        ((place, question.id) for (place, _), question in zip(asked, questions, strict=True)), "la domanda", report
    )
    ids = [[q.id for q in questions], *([a.id for a in q.answers] for q in questions)]
    unnamed = any(_find_repeated(some) or not all(map(IDENTIFIER.match, some)) for some in ids)
    follows = "/".join(file.split("/")[:2]) if unnamed else ""
    rows = tuple(
        _read_row(item, place, questions, report, follows) for place, item in read_arrays(values, source, file, "row")
    )
    answers = {q.id: tuple(a.id for a in q.answers) for q in questions}
    others = [
        _read_other(Fields(item, place, OTHER_KEYS, report), answers, follows)
        for place, item in read_arrays(values, source, file, "other")
    ]
    own = head.read_text("id")
    rows = distribute_others((replace(row, infraction=row.infraction or own) for row in rows), others, answers)
    if not rows:
        report.add(Place(file, 1), "la tabella non ha righe", "almeno una [[row]]")
    return DecisionTable(
        id=own,
        title=head.read_text("title"),
        kind=kind,
        section=head.read_text("section"),
        definition=head.read_texts("definition"),
        examples=head.read_texts("examples"),
        questions=questions,
        rows=rows,
        place=Place(file),
        places=places,
    )


def check_unique(
    named: Iterable[tuple[Place, str]], what: str, report: Report, expected: str = "un id diverso per ognuna"
) -> None:
    """Report a name that two blocks have, at the second."""
    seen: dict[str, Place] = {}
    for place, name in named:
        if (first := seen.setdefault(name, place)) != place:
            report.add(place, f"{what} «{name}» c’è già alla riga {first.line}", expected)


def _parse_question(item: Mapping[str, Any], place: Place, report: Report) -> Question:
    fields = Fields(item, place, QUESTION_KEYS, report)
    answers = []
    for value in item.get("answers", []):
        if not isinstance(value, dict):
            report.add(place, f"la risposta {value!r}", '{ id = "…", text = "…" }')
            continue
        answer = Fields(value, place, ANSWER_KEYS, report)
        count = answer.read_number("count") if "count" in value else None
        own = read_id(answer), answer.read_text("text"), answer.read_text("more", ""), count, read_measures(answer)
        answers.append(Answer(*own))
    if len(answers) < 2:
        report.add(place, f"risposte alla domanda: {len(answers)}", "almeno due")
    for key, what in (("id", "la risposta"), ("text", "la risposta che dice"), ("count", "la risposta con count =")):
        for value in _find_repeated(getattr(answer, key) for answer in answers):
            report.add(place, f"{what} «{value}» è scritta due volte", f"risposte con {key} diversi")
    _check_apart(answers, place, report)
    history = fields.read_text("history", "")
    if history not in ("", "same-infraction"):
        report.add(place, f"history = «{history}»", 'history = "same-infraction"')
    elif without := [a.id for a in answers if (a.count is None) == bool(history)]:
        found = "history senza count" if history else "count senza history"
        expected = "history nella domanda e count in ogni sua risposta, o nessuno dei due"
        report.add(place, f"{found}: la risposta «{without[0]}»", expected)
    elif history and 0 not in (answer.count for answer in answers):
        report.add(place, "nessuna risposta con count = 0", "una risposta per chi non ne ha ancora nessuna")
    return Question(read_id(fields), fields.read_text("text"), tuple(answers), history)


def _find_repeated(values: Iterable[Any]) -> list[Any]:
    """Return the values given more than once, apart from None."""
    return [value for value, times in Counter(v for v in values if v is not None).items() if times > 1]


def parse_stories(
    rows: Iterable[tuple[Place, Mapping[str, str]]], questions: Iterable[Question], report: Report
) -> tuple[Story, ...]:
    """Parse `racconti/<name>.tsv`: `risposte` holds «domanda=risposta …», or nothing."""
    known = {f"{q.id}={a.id}" for q in questions for a in q.answers}
    stories: dict[str, tuple[Place, Story]] = {}
    for place, row in rows:
        says = row["risposte"].split()
        for written in says:
            if written not in known:
                near = suggest(written, known)
                report.add(place, f"il racconto dice «{written}»", "una risposta della tabella: domanda=risposta", near)
        for question in _find_repeated(written.partition("=")[0] for written in says):
            report.add(place, f"il racconto dà due risposte a «{question}»", "una risposta per domanda")
        text = set_typography(row["racconto"])
        if not text:
            report.add(place, "la riga non ha il racconto", "una situazione, con le parole di chi la racconta")
        elif text in stories:
            report.add(place, f"il racconto c’è già alla riga {stories[text][0].line}", "ogni racconto una volta")
        else:
            stories[text] = place, Story(text, dict(pair.split("=", 1) for pair in says if pair in known))
    return tuple(story for _, story in stories.values())


def _check_apart(answers: list[Answer], place: Place, report: Report) -> None:
    """Report answers of one question that share a number: a story must support one of them."""
    for a, b in itertools.combinations(answers, 2):
        for name in MEASURES:
            pairs = itertools.product(a.measures.get(name, ()), b.measures.get(name, ()))
            if any(one.overlaps(other) for one, other in pairs):
                report.add(
                    place, f"{name}: «{a.id}» e «{b.id}» hanno numeri in comune", "intervalli che non si toccano"
                )


def _read_when(fields: Fields, answers: Mapping[str, tuple[str, ...]], follows: str) -> dict[str, tuple[str, ...]]:
    """Read `when`: a question → the answers that it names, all known."""
    place, report = fields.place, fields.report
    when: dict[str, tuple[str, ...]] = {}
    given = fields.values.get("when", {})
    if not isinstance(given, dict):
        report.add(place, f"when = {given!r}", 'when = { domanda = "risposta" }')
        given = {}
    for question, value in given.items():
        if question not in answers:
            near = suggest(question, answers)
            report.add(
                place,
                f"when nomina la domanda «{question}»",
                f"una di {', '.join(answers) or 'nessuna'}",
                near,
                follows,
            )
            continue
        chosen = tuple(value) if isinstance(value, list) else (value,)
        if not chosen:
            report.add(place, f"{question} = []", "almeno una risposta; una domanda non nominata le vuole tutte")
        for answer in chosen:
            if answer not in answers[question]:
                near = suggest(str(answer), answers[question])
                report.add(place, f"{question} = «{answer}»", f"una di {', '.join(answers[question])}", near, follows)
        when[question] = chosen
    return when


def _read_other(fields: Fields, answers: Mapping[str, tuple[str, ...]], follows: str) -> Other:
    """Read an `[[other]]`: what somebody else commits, where `when` holds."""
    if not fields.values.get("cites"):
        fields.report.add(fields.place, "l’altra infrazione non cita nessun enunciato", 'cites = ["ancora"]')
    return Other(
        when=_read_when(fields, answers, follows),
        infraction=fields.read_text("infraction"),
        penalty=fields.read_text("penalty"),
        text=fields.read_text("text"),
        cites=fields.read_texts("cites"),
        place=fields.place,
    )


def _read_row(
    item: Mapping[str, Any], place: Place, questions: tuple[Question, ...], report: Report, follows: str
) -> DecisionRow:
    fields = Fields(item, place, ROW_KEYS, report)
    when = _read_when(fields, {q.id: tuple(a.id for a in q.answers) for q in questions}, follows)
    if "penalty" in item:
        lowest = highest = fields.read_text("penalty")
        if "from" in item or "to" in item:
            report.add(place, "la riga ha sia penalty sia from/to", "l’una o gli altri")
    else:
        lowest, highest = fields.read_text("from"), fields.read_text("to")
    if lowest and highest and (lowest != highest) != bool(item.get("weighs")) and not fields.misspelt:
        found = "weighs senza un intervallo" if item.get("weighs") else "la riga non dice che cosa pesa il capo arbitro"
        report.add(place, found, 'weighs = "…" dove from e to sono diversi, e soltanto lì')
    if not item.get("cites"):
        report.add(place, "la riga non cita nessun enunciato", 'cites = ["ancora"]')
    return DecisionRow(
        when=when,
        lowest=lowest,
        highest=highest,
        weighs=fields.read_text("weighs", ""),
        remedy=fields.read_texts("remedy"),
        record=fields.read_texts("record"),
        cites=fields.read_texts("cites"),
        place=place,
        either=fields.read_flag("either"),
        infraction=fields.read_text("infraction", ""),
    )


def parse_penalties(values: Mapping[str, Any], source: str, file: str, report: Report) -> Penalties:
    """Parse `penalita.toml`, penalties from the mildest."""
    head_at = locate_keys(values, source, file)
    known = {"penalty", "escalation", "infractions", "base", "scope", "unforeseen"}
    head = Fields(values, Place(file, 1), known, report, head_at)
    penalties = [
        _read_penalty(Fields(item, place, PENALTY_KEYS, report))
        for place, item in read_arrays(values, source, file, "penalty")
    ]
    check_unique(((penalty.place, penalty.id) for penalty in penalties), "la penalità", report)
    for title in _find_repeated(penalty.title for penalty in penalties):
        place = [penalty.place for penalty in penalties if penalty.title == title][-1]
        report.add(place, f"title = «{title}» è di due penalità", "un titolo per penalità")
    escalations = [
        _read_escalation(Fields(item, place, ESCALATION_KEYS, report))
        for place, item in read_arrays(values, source, file, "escalation")
    ]
    check_unique(((one.place, one.id) for one in escalations), "la crescita", report)
    after = (
        (one.place, f"{one.penalty} con already = {one.already}{f' per {infraction}' if infraction else ''}")
        for one in escalations
        for infraction in one.infractions or ("",)
    )
    check_unique(after, "la crescita da", report, "una sola: che cosa diventa?")
    by_grade = tuple(sorted(penalties, key=lambda p: p.grade))
    roots, base, scope = head.read_texts("infractions"), head.read_text("base", ""), head.read_text("scope", "")
    unforeseen = head.read_texts("unforeseen")
    return Penalties(by_grade, tuple(escalations), roots, head.locate("infractions"), base, scope, unforeseen)


def _read_penalty(f: Fields) -> Penalty:
    grade = f.read_number("grade")
    if grade < 0:
        f.report.add(f.place, f"grade = {grade}", "un intero da 0, nessuna penalità, in su")
    return Penalty(
        id=read_id(f),
        title=f.read_text("title"),
        grade=grade,
        section=f.read_text("section", ""),
        cites=f.read_texts("cites"),
        brings=f.read_texts("brings"),
        record=f.read_texts("record"),
        record_cites=f.read_texts("record_cites"),
        report=f.read_text("report", ""),
        place=f.place,
        words=f.read_texts("words"),
        once=f.read_texts("once"),
        asks=f.read_text("asks", ""),
        counts=f.read_text("counts", ""),
        remedy=f.read_texts("remedy"),
    )


def _read_escalation(f: Fields) -> Escalation:
    already = f.read_number("already")
    if already < 1 and isinstance(f.values.get("already"), int):
        f.report.add(f.place, f"already = {already}", "quante ne ha già: almeno 1")
    if (period := f.read_text("period", "")) not in PERIODS:
        f.report.add(
            f.locate("period"), f"period = «{period}»", 'period = "day", o niente: il conto di tutto il torneo'
        )
    return Escalation(
        id=read_id(f),
        penalty=f.read_text("penalty"),
        already=already,
        becomes=f.read_text("becomes"),
        text=f.read_text("text"),
        cites=f.read_texts("cites"),
        place=f.place,
        infractions=f.read_texts("within"),
        period=period,
    )
