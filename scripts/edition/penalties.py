"""Parse a book's penalties and escalations (`penalita.toml`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from scripts.edition.toml_fields import Fields, check_unique, find_repeated, locate_keys, read_arrays, read_id
from scripts.model.infraction import MEETINGS, Escalation, Penalty, Together
from scripts.model.problems import Place, Report

PENALTY_KEYS = {field.name for field in fields(Penalty)} - {"place"}
ESCALATION_KEYS = {"id", "penalty", "already", "becomes", "within", "period", "text", "cites"}
TOGETHER_KEYS = {"id", "asks", "gives", "penalty", "text", "cites"}
PERIODS = ("", "day")


@dataclass(frozen=True)
class Penalties:
    """Hold the content of `penalita.toml`.

    `together`: rules for infractions committed at once; `roots`: sections whose subsections must have a decision table;
    `base`: anchor of the table with each infraction's usual penalty; `scope`: where the penalties hold, in a sentence;
    `unforeseen`: anchors of rules for cases not covered.
    """

    penalties: tuple[Penalty, ...] = ()
    escalations: tuple[Escalation, ...] = ()
    together: tuple[Together, ...] = ()
    roots: tuple[str, ...] = ()
    roots_place: Place = field(default=Place(""))
    base: str = ""
    scope: str = ""
    unforeseen: tuple[str, ...] = ()


def parse_penalties(values: Mapping[str, Any], source: str, file: str, report: Report) -> Penalties:
    """Check and return a `penalita.toml`, mildest penalty first; faults are reported.

    `values`: the parsed file; `source`: its text, to find lines; `file`: its path.
    """
    head_at = locate_keys(values, source, file)
    known = {"penalty", "escalation", "together", "infractions", "base", "scope", "unforeseen"}
    head = Fields(values, Place(file, 1), known, report, head_at)
    penalties = [
        _read_penalty(Fields(item, place, PENALTY_KEYS, report))
        for place, item in read_arrays(values, source, file, "penalty")
    ]
    check_unique(((penalty.place, penalty.id) for penalty in penalties), "la penalità", report)
    for title in find_repeated(penalty.title for penalty in penalties):
        place = [penalty.place for penalty in penalties if penalty.title == title][-1]
        report.add(place, f"due penalità hanno title = «{title}»", "un titolo per penalità")
    escalations = [
        _read_escalation(Fields(item, place, ESCALATION_KEYS, report))
        for place, item in read_arrays(values, source, file, "escalation")
    ]
    check_unique(((one.place, one.id) for one in escalations), "l’aumento", report)
    after = (
        (one.place, f"{one.penalty} con already = {one.already}{f' per {infraction}' if infraction else ''}")
        for one in escalations
        for infraction in one.infractions or ("",)
    )
    check_unique(after, "l’aumento a partire da", report, "uno solo, con un solo becomes")
    together = [
        _read_together(Fields(item, place, TOGETHER_KEYS, report), {penalty.id for penalty in penalties})
        for place, item in read_arrays(values, source, file, "together")
    ]
    check_unique(((one.place, one.id) for one in together), "la regola sulle infrazioni insieme", report)
    by_grade = tuple(sorted(penalties, key=lambda p: p.grade))
    roots, base, scope = head.read_texts("infractions"), head.read_text("base", ""), head.read_text("scope", "")
    unforeseen = head.read_texts("unforeseen")
    return Penalties(
        by_grade, tuple(escalations), tuple(together), roots, head.locate("infractions"), base, scope, unforeseen
    )


def _read_penalty(f: Fields) -> Penalty:
    grade = f.read_number("grade")
    if grade < 0:
        f.report.add(f.place, f"grade = {grade}", "un intero da 0 (nessuna penalità) in su")
    return f.fill(Penalty, ("section", "report", "asks", "counts"), id=read_id(f), grade=grade)


def _read_escalation(f: Fields) -> Escalation:
    already = f.read_number("already")
    if already < 1 and isinstance(f.values.get("already"), int):
        f.report.add(f.place, f"already = {already}", "quante penalità ha già, almeno 1")
    if (period := f.read_text("period", "")) not in PERIODS:
        f.report.add(
            f.locate("period"),
            f"period = «{period}»",
            'period = "day", o nessuna riga se il conto è di tutto il torneo',
        )
    own = {"already": already, "infractions": f.read_texts("within"), "period": period}
    return f.fill(Escalation, id=read_id(f), **own)


def _read_together(f: Fields, penalties: set[str]) -> Together:
    if (gives := f.read_text("gives")) not in MEETINGS:
        f.report.add(f.locate("gives"), f"gives = «{gives}»", " o ".join(f'gives = "{one}"' for one in MEETINGS))
    penalty = f.read_text("penalty", "")
    if (gives != "gravest") != (penalty in penalties):
        expected = (
            "nessuna penalità, perché la regola vale per tutte" if gives == "gravest" else "una penalità di questo file"
        )
        f.report.add(f.locate("penalty"), f"penalty = «{penalty}»", expected)
    return f.fill(Together, id=read_id(f), gives=gives, penalty=penalty)
