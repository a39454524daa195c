"""Parse decision tables (`infrazioni/*.toml`) and training stories (`racconti/*.tsv`)."""

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from scripts.edition.split_other_person_rows import distribute_others
from scripts.edition.toml_fields import IDENTIFIER, Fields, TomlFile, check_unique, find_repeated, read_id
from scripts.model.infraction import KINDS, MEASURES, Answer, DecisionRow, DecisionTable, Other, Question, Span, Story
from scripts.model.italian_format import set_typography
from scripts.model.problems import Place, Report, suggest

TABLE_KEYS = {
    "id", "title", "kind", "section", "definition", "examples", "question", "row", "other",
}  # fmt: skip
ROW_KEYS = {"when", "penalty", "from", "to", "either", "infraction", "weighs", "remedy", "record", "cites"}
OTHER_KEYS = {"when", "infraction", "penalty", "text", "cites"}
QUESTION_KEYS = {"id", "text", "answers", "history"}
ANSWER_KEYS = {"id", "text", "more", "count", *MEASURES}
SPAN = re.compile(r"(?P<after>>)?(?P<low>\d+)?(?:(?P<to>\.\.|-)(?P<high>\d+)?)?\Z")


def parse_decision_table(toml: TomlFile, report: Report) -> DecisionTable:
    """Check and return the decision table of an `infrazioni/*.toml`; faults are reported."""
    head = toml.read_head(TABLE_KEYS, report)
    kind = head.read_text("kind")
    if kind not in KINDS:
        report.add(head.locate("kind"), f"kind = «{kind}»", f"uno fra {', '.join(KINDS)}", suggest(kind, KINDS))
    blocks = toml.read_blocks("question", QUESTION_KEYS, report)
    questions = tuple(map(_parse_question, blocks))
    check_unique(
        ((fields.place, question.id) for fields, question in zip(blocks, questions, strict=True)), "la domanda", report
    )
    ids = [[q.id for q in questions], *([a.id for a in q.answers] for q in questions)]
    unnamed = any(find_repeated(some) or not all(map(IDENTIFIER.match, some)) for some in ids)
    follows = "/".join(toml.file.split("/")[:2]) if unnamed else ""
    own = head.read_text("id")
    section = head.read_text("section", own)
    answers = {q.id: tuple(a.id for a in q.answers) for q in questions}
    read = [_read_row(fields, answers, follows) for fields in toml.read_blocks("row", ROW_KEYS, report)]
    found = (replace(row, cites=_expand_anchors(row.cites, section), infraction=row.infraction or own) for row in read)
    others = [
        replace(other, cites=_expand_anchors(other.cites, section))
        for fields in toml.read_blocks("other", OTHER_KEYS, report)
        for other in [_read_other(fields, answers, follows)]
    ]
    rows = distribute_others(found, others, answers)
    if not rows:
        report.add(head.place, "la tabella non ha righe", "almeno una [[row]]")
    return DecisionTable(
        id=own,
        title=head.read_text("title"),
        kind=kind,
        section=section,
        definition=_expand_anchors(head.read_texts("definition"), section),
        examples=_expand_anchors(head.read_texts("examples"), section),
        questions=questions,
        rows=rows,
        place=Place(toml.file),
        places=toml.places,
    )


def _expand_anchors(anchors: Iterable[str], section: str) -> tuple[str, ...]:
    """Put the section's id before short anchors: '.d' in 'mtr-2.5' → 'mtr-2.5.d'."""
    return tuple(f"{section}{anchor}" if anchor.startswith(".") else anchor for anchor in anchors)


def parse_span(text: str) -> Span | None:
    """Parse an interval such as '>5..15' (more than 5, up to 15); None if malformed.

    Other forms are '..5', '>15', '6-9', '41..' and '7'.
    """
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


def read_measures(fields: Fields) -> dict[str, tuple[Span, ...]]:
    """Return an answer's intervals by measure; malformed ones are reported.

    `cards = "..39, 41.."` → {'cards': (Span(None, 39), Span(41, None))}
    """
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


def _parse_question(fields: Fields) -> Question:
    place, report = fields.place, fields.report
    answers = []
    for value in fields.values.get("answers", []):
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
        for value in find_repeated(getattr(answer, key) for answer in answers):
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
        report.add(place, "nessuna risposta con count = 0", "una risposta per chi non ha ancora nessuna penalità")
    return Question(read_id(fields), fields.read_text("text"), tuple(answers), history)


def parse_stories(
    rows: Iterable[tuple[Place, Mapping[str, str]]], questions: Iterable[Question], report: Report
) -> tuple[Story, ...]:
    """Check and return the stories of a `racconti/<name>.tsv`; faulty rows are reported.

    Column `risposte` holds the answers to `questions` that a story gives, as «domanda=risposta …».
    """
    known = {f"{q.id}={a.id}" for q in questions for a in q.answers}
    stories: dict[str, tuple[Place, Story]] = {}
    for place, row in rows:
        says = row["risposte"].split()
        for written in says:
            if written not in known:
                near = suggest(written, known)
                report.add(
                    place, f"il racconto dice «{written}»", "una risposta della tabella, come domanda=risposta", near
                )
        for question in find_repeated(written.partition("=")[0] for written in says):
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
    """Report answers of one question whose intervals overlap: a number must choose one answer."""
    for a, b in itertools.combinations(answers, 2):
        for name in MEASURES:
            pairs = itertools.product(a.measures.get(name, ()), b.measures.get(name, ()))
            if any(one.overlaps(other) for one, other in pairs):
                report.add(
                    place, f"{name}: «{a.id}» e «{b.id}» hanno numeri in comune", "intervalli senza numeri in comune"
                )


def _read_when(fields: Fields, answers: Mapping[str, tuple[str, ...]], follows: str) -> dict[str, tuple[str, ...]]:
    """Return the key `when` (question → answers) of a row; unknown ones are reported.

    `answers`: question → its answers; `follows`: the book's folder if unknown questions are
    only a consequence, else ''.
    """
    place, report = fields.place, fields.report
    when: dict[str, tuple[str, ...]] = {}
    given = fields.values.get("when", {})
    if not isinstance(given, dict):
        report.add(place, f"when = {given!r}", 'when = { domanda = "risposta" }')
        given = {}
    for question, value in given.items():
        if question not in answers:
            near = suggest(question, answers)
            expected = f"una di {', '.join(answers) or 'nessuna'}"
            report.add(place, f"when nomina la domanda «{question}»", expected, near, follows)
            continue
        chosen = tuple(value) if isinstance(value, list) else (value,)
        if not chosen:
            report.add(place, f"{question} = []", "almeno una risposta; se valgono tutte, togli la domanda")
        for answer in chosen:
            if answer not in answers[question]:
                near = suggest(str(answer), answers[question])
                report.add(place, f"{question} = «{answer}»", f"una di {', '.join(answers[question])}", near, follows)
        when[question] = chosen
    return when


def _read_other(fields: Fields, answers: Mapping[str, tuple[str, ...]], follows: str) -> Other:
    """Read an `[[other]]`: another person's infraction by the same act.

    `answers`, `follows`: as for `_read_when`.
    """
    if not fields.values.get("cites"):
        fields.report.add(fields.place, "l’altra infrazione non cita nessun enunciato", 'cites = ["ancora"]')
    return fields.fill(Other, when=_read_when(fields, answers, follows))


def _read_row(fields: Fields, answers: Mapping[str, tuple[str, ...]], follows: str) -> DecisionRow:
    item, place, report = fields.values, fields.place, fields.report
    when = _read_when(fields, answers, follows)
    if "penalty" in item:
        lowest = highest = fields.read_text("penalty")
        if "from" in item or "to" in item:
            report.add(place, "la riga ha sia penalty sia from/to", "o penalty, o from e to")
    else:
        lowest, highest = fields.read_text("from"), fields.read_text("to")
    if lowest and highest and (lowest != highest) != bool(item.get("weighs")) and not fields.misspelt:
        found = (
            "weighs senza un intervallo" if item.get("weighs") else "la riga non dice che cosa valuta il capo arbitro"
        )
        report.add(place, found, 'weighs = "…" dove from e to sono diversi, e soltanto lì')
    if not item.get("cites"):
        report.add(place, "la riga non cita nessun enunciato", 'cites = ["ancora"]')
    given = {"when": when, "lowest": lowest, "highest": highest, "others": ()}
    return fields.fill(DecisionRow, ("weighs", "infraction"), **given)
