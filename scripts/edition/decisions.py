"""Decision tables (`infrazioni/*.toml`) and penalties (`penalita.toml`) → model values.

TOML values carry no line numbers, so a problem names the line of the `[[row]]` or `[[question]]` that it is in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scripts.edition.chapters import typographic
from scripts.model import Answer, DecisionRow, DecisionTable, Escalation, Penalty, Question
from scripts.problems import Place, Report

KINDS = {
    "mazzo": "Mazzo, lista e carte",
    "procedura": "Errori di gioco",
    "tempo": "Tempo e presenza",
    "comportamento": "Comportamento",
    "gravi": "Imbrogli e infrazioni gravi",
    "gioco": "Casi di gioco",
}
TABLE_KEYS = {"id", "title", "kind", "section", "definition", "examples", "words", "question", "row"}
ROW_KEYS = {"when", "penalty", "from", "to", "weighs", "remedy", "record", "cites"}
QUESTION_KEYS = {"id", "text", "answers", "history"}
ANSWER_KEYS = {"id", "text", "more", "count"}
PENALTY_KEYS = {"id", "title", "grade", "section", "cites", "brings", "record", "record_cites", "report"}
ESCALATION_KEYS = {"id", "penalty", "already", "becomes", "text", "cites"}


class Fields:
    """Typed access to one TOML table; a missing or wrong value is a problem at `place` and a harmless default."""

    def __init__(self, values: Mapping[str, Any], place: Place, known: set[str], report: Report) -> None:
        self.values, self.place, self.report = values, place, report
        for key in sorted(set(values) - known):
            report.add(place, f"la chiave «{key}»", f"una di {', '.join(sorted(known))}")

    def text(self, key: str, default: str | None = None) -> str:
        value = self.values.get(key, default)
        if isinstance(value, str):
            return typographic(value).strip()
        self.report.add(self.place, f"{key} = {value!r}" if value is not None else f"manca {key}", f'{key} = "…"')
        return ""

    def number(self, key: str) -> int:
        value = self.values.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.report.add(self.place, f"{key} = {value!r}" if value is not None else f"manca {key}", f"{key} = un intero")
        return 0

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key, [])
        if isinstance(value, list) and all(isinstance(v, str) for v in value):
            return tuple(typographic(v).strip() for v in value)
        self.report.add(self.place, f"{key} = {value!r}", f'{key} = ["…", "…"]')
        return ()


def array_places(source: str, file: str, name: str) -> list[Place]:
    """Where each `[[name]]` of a TOML source stands."""
    header = re.compile(rf"\s*\[\[\s*{name}\s*\]\]")
    return [Place(file, n) for n, line in enumerate(source.split("\n"), 1) if header.match(line)]


def arrays(values: Mapping[str, Any], source: str, file: str, name: str) -> list[tuple[Place, dict[str, Any]]]:
    found = values.get(name, [])
    items = [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
    places = array_places(source, file, name)
    return [(places[i] if i < len(places) else Place(file), item) for i, item in enumerate(items)]


def parse_decision_table(values: Mapping[str, Any], source: str, file: str, report: Report) -> DecisionTable:
    head = Fields(values, Place(file), TABLE_KEYS, report)
    kind = head.text("kind")
    if kind not in KINDS:
        report.add(Place(file), f"kind = «{kind}»", f"uno di {', '.join(KINDS)}")
    questions = tuple(_question(item, place, report) for place, item in arrays(values, source, file, "question"))
    rows = tuple(_row(item, place, questions, report) for place, item in arrays(values, source, file, "row"))
    if not rows:
        report.add(Place(file), "la tabella non ha righe", "almeno una [[row]]")
    return DecisionTable(
        id=head.text("id"),
        title=head.text("title"),
        kind=kind,
        section=head.text("section"),
        definition=head.texts("definition"),
        examples=head.texts("examples"),
        words=head.texts("words"),
        questions=questions,
        rows=rows,
        place=Place(file),
    )


def _question(item: Mapping[str, Any], place: Place, report: Report) -> Question:
    fields = Fields(item, place, QUESTION_KEYS, report)
    answers = []
    for value in item.get("answers", []):
        if not isinstance(value, dict):
            report.add(place, f"la risposta {value!r}", '{ id = "…", text = "…" }')
            continue
        answer = Fields(value, place, ANSWER_KEYS, report)
        count = answer.number("count") if "count" in value else None
        answers.append(Answer(answer.text("id"), answer.text("text"), answer.text("more", ""), count))
    if len(answers) < 2:
        report.add(place, f"risposte alla domanda: {len(answers)}", "almeno due")
    for name in sorted({a.id for a in answers if [b.id for b in answers].count(a.id) > 1}):
        report.add(place, f"la risposta «{name}» è scritta due volte", "risposte con id diversi")
    history = fields.text("history", "")
    if history not in ("", "same-infraction"):
        report.add(place, f"history = «{history}»", 'history = "same-infraction"')
    return Question(fields.text("id"), fields.text("text"), tuple(answers), history)


def _row(item: Mapping[str, Any], place: Place, questions: tuple[Question, ...], report: Report) -> DecisionRow:
    fields = Fields(item, place, ROW_KEYS, report)
    answers = {q.id: [a.id for a in q.answers] for q in questions}
    when: dict[str, tuple[str, ...]] = {}
    given = item.get("when", {})
    if not isinstance(given, dict):
        report.add(place, f"when = {given!r}", 'when = { domanda = "risposta" }')
        given = {}
    for question, value in given.items():
        if question not in answers:
            report.add(place, f"when nomina la domanda «{question}»", f"una di {', '.join(answers) or 'nessuna'}")
            continue
        chosen = tuple(value) if isinstance(value, list) else (value,)
        for answer in chosen:
            if answer not in answers[question]:
                report.add(place, f"{question} = «{answer}»", f"una di {', '.join(answers[question])}")
        when[question] = chosen
    if "penalty" in item:
        lowest = highest = fields.text("penalty")
        if "from" in item or "to" in item:
            report.add(place, "la riga ha sia penalty sia from/to", "l’una o gli altri")
    else:
        lowest, highest = fields.text("from"), fields.text("to")
    if not fields.texts("cites"):
        report.add(place, "la riga non cita nessun enunciato", 'cites = ["ancora"]')
    return DecisionRow(
        when=when,
        lowest=lowest,
        highest=highest,
        weighs=fields.text("weighs", ""),
        remedy=fields.texts("remedy"),
        record=fields.texts("record"),
        cites=fields.texts("cites"),
        place=place,
    )


def parse_penalties(
    values: Mapping[str, Any], source: str, file: str, report: Report
) -> tuple[tuple[Penalty, ...], tuple[Escalation, ...], tuple[str, ...]]:
    """The penalties from the mildest, how they grow, and the sections whose subsections are the book's infractions."""
    roots = Fields(values, Place(file), {"penalty", "escalation", "infractions"}, report).texts("infractions")
    penalties = []
    for place, item in arrays(values, source, file, "penalty"):
        f = Fields(item, place, PENALTY_KEYS, report)
        penalties.append(
            Penalty(
                id=f.text("id"),
                title=f.text("title"),
                grade=f.number("grade"),
                section=f.text("section", ""),
                cites=f.texts("cites"),
                brings=f.texts("brings"),
                record=f.texts("record"),
                record_cites=f.texts("record_cites"),
                report=f.text("report", ""),
                place=place,
            )
        )
    escalations = []
    for place, item in arrays(values, source, file, "escalation"):
        f = Fields(item, place, ESCALATION_KEYS, report)
        escalations.append(
            Escalation(
                f.text("id"),
                f.text("penalty"),
                f.number("already"),
                f.text("becomes"),
                f.text("text"),
                f.texts("cites"),
                place,
            )
        )
    return tuple(sorted(penalties, key=lambda p: p.grade)), tuple(escalations), roots
