"""Parse a book's penalties and escalations (`penalita.toml`)."""

from dataclasses import fields, replace

from scripts.edition.toml_fields import Fields, TomlFile, check_unique, find_repeated, read_id
from scripts.model.book import Book
from scripts.model.infraction import MEETINGS, Escalation, Penalty, Together
from scripts.model.problems import Report

PENALTY_KEYS = {field.name for field in fields(Penalty)} - {"place"}
ESCALATION_KEYS = {"id", "penalty", "already", "becomes", "within", "period", "text", "cites"}
TOGETHER_KEYS = {"id", "asks", "gives", "penalty", "text", "cites"}
PERIODS = ("", "day")


def add_penalties(book: Book, toml: TomlFile, report: Report) -> Book:
    """Check a `penalita.toml` and return the book with its content, mildest penalty first; faults are reported."""
    known = {"penalty", "escalation", "together", "infractions", "base", "scope", "unforeseen"}
    head = toml.read_head(known, report)
    penalties = [_read_penalty(fields) for fields in toml.read_blocks("penalty", PENALTY_KEYS, report)]
    check_unique(((penalty.place, penalty.id) for penalty in penalties), "la penalità", report)
    for title in find_repeated(penalty.title for penalty in penalties):
        place = [penalty.place for penalty in penalties if penalty.title == title][-1]
        report.add(place, f"due penalità hanno title = «{title}»", "un titolo per penalità")
    escalations = [_read_escalation(fields) for fields in toml.read_blocks("escalation", ESCALATION_KEYS, report)]
    check_unique(((one.place, one.id) for one in escalations), "l’aumento", report)
    after = (
        (one.place, f"{one.penalty} con already = {one.already}{f' per {infraction}' if infraction else ''}")
        for one in escalations
        for infraction in one.infractions or ("",)
    )
    check_unique(after, "l’aumento a partire da", report, "uno solo, con un solo becomes")
    named = {penalty.id for penalty in penalties}
    together = [_read_together(fields, named) for fields in toml.read_blocks("together", TOGETHER_KEYS, report)]
    check_unique(((one.place, one.id) for one in together), "la regola sulle infrazioni insieme", report)
    return replace(
        book,
        penalties=tuple(sorted(penalties, key=lambda p: p.grade)),
        escalations=tuple(escalations),
        together=tuple(together),
        infraction_roots=head.read_texts("infractions"),
        roots_place=head.locate("infractions"),
        base_table=head.read_text("base", ""),
        scope=head.read_text("scope", ""),
        unforeseen=head.read_texts("unforeseen"),
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
