"""Check decision tables: each combination of answers leads to one row with known penalties."""

import itertools
import math
import re
from collections.abc import Iterator

from scripts.model import references
from scripts.model.book import Book
from scripts.model.infraction import DecisionRow, DecisionTable
from scripts.model.problems import Place, Report, suggest
from scripts.penalties.decision_tree import build_tree, combine_answers, describe_answers, walk_nodes
from scripts.penalties.verdict import History, choose_remedies, count_limits, list_allowed, reach_verdict

NONE = "nessuna"
NONE_HINT = 'scrivila in penalita.toml: [[penalty]] con id = "nessuna", title = "Nessuna penalità", grade = 0'
LIMIT = 4096  # combinations a table may have; more than this nobody can check by reading


def check_decision_table(table: DecisionTable, report: Report) -> None:
    """Report combinations of answers that lead to no row or several.

    Rows never reached and questions that change nothing are reported, too. A table of over 4096
    combinations is not checked.
    """
    size = math.prod(max(1, len(question.answers)) for question in table.questions)
    if size > LIMIT:
        report.add(table.place, f"{table.title}: {size} combinazioni di risposte", f"al massimo {LIMIT}")
        return
    reached: set[int] = set()
    for answers in combine_answers(table):
        rows = [i for i, row in enumerate(table.rows) if row.holds(answers)]
        reached.update(rows)
        if not rows:
            expected = "una riga per ogni combinazione"
            report.add(table.place, f"{table.title}: nessuna riga per «{describe_answers(table, answers)}»", expected)
        elif len(rows) > 1:
            places = " e ".join(str(table.rows[i].place) for i in rows)
            found = f"{table.title}: più righe per «{describe_answers(table, answers)}» ({places})"
            report.add(table.place, found, "una riga sola")
    for i, row in enumerate(table.rows):
        if i not in reached:
            expected = "una riga raggiungibile"
            report.add(row.place, f"{table.title}: nessuna combinazione di risposte arriva a questa riga", expected)
    tree_questions = {node.question.id for node in walk_nodes(build_tree(table))}
    for question in table.questions:
        if question.id not in tree_questions and table.rows:
            expected = "una domanda che, almeno in un caso, cambi il verdetto"
            report.add(table.place, f"{table.title}: la domanda «{question.text}» non cambia mai il verdetto", expected)


def check_penalties(book: Book, report: Report) -> None:
    """Report unknown penalties and infractions, and penalties out of order.

    A range must rise in severity, an escalation must lead to a graver penalty, and no penalty may come with itself.
    """
    own = f"rules_src/{book.slug}/penalita.toml"  # whose grades, where it has a problem, say nothing
    unread = f"rules_src/{book.slug}" if any(problem.place.file == own for problem in report.problems) else ""
    _check_sections(book, report)
    grades = {p.id: p.grade for p in book.penalties}
    expected = f"una penalità del libro ({', '.join(grades) or 'ma penalita.toml manca'})"
    whole = grades and len(grades) == len(book.penalties)  # else penalita.toml was not understood, or names one twice
    follows = unread if whole else f"rules_src/{book.slug}"
    for name, where, place in _list_named_penalties(book):
        if name and name not in grades:  # one that is missing was told where it was read
            near = NONE_HINT if name == NONE else suggest(name, grades)
            report.add(place, f"{where} «{name}»", expected, near, follows)
    for one in book.escalations:
        if grades.get(one.penalty) == 0:
            report.add(
                one.place,
                f"l’aumento parte da {one.penalty}, che ha grado 0",
                "una penalità con un grado da 1 in su",
                follows=unread,
            )
        if grades.get(one.becomes, 99) <= grades.get(one.penalty, 0):
            found = f"l’aumento va da {one.penalty} a {one.becomes}"
            report.add(one.place, found, "da una penalità a una più grave", follows=unread)
    brings = {penalty.id: penalty.brings for penalty in book.penalties}
    for penalty in book.penalties:
        along = [*penalty.brings]
        for name in along:  # grows while it is read
            along += [other for other in brings.get(name, ()) if other not in along]
        if penalty.id in along:
            found = f"{penalty.id} comporta {', '.join(penalty.brings)}, e quindi anche sé stessa"
            report.add(penalty.place, found, "in brings soltanto le altre penalità che questa comporta", follows=unread)
    for row in (row for table in book.infractions for row in table.rows):
        if grades.get(row.lowest, 0) > grades.get(row.highest, 99):
            found = f"l’intervallo va da {row.lowest} a {row.highest}"
            report.add(row.place, found, "dalla più lieve alla più grave", follows=unread)
        if row.either and row.lowest == row.highest:
            report.add(row.place, "either con una penalità sola", "due penalità diverse in from e to", follows=unread)


def _list_named_penalties(book: Book) -> Iterator[tuple[str, str, Place]]:
    """Yield (id of a penalty, Italian words for where it is named, place) for each mention."""
    for penalty in book.penalties:
        yield from ((name, "brings nomina", penalty.place) for name in penalty.brings)
    for escalation in book.escalations:
        yield from ((name, "l’aumento nomina", escalation.place) for name in (escalation.penalty, escalation.becomes))
    for row in (row for table in book.infractions for row in table.rows):
        yield from ((name, "la penalità", row.place) for name in dict.fromkeys((row.lowest, row.highest)))
        yield from ((other.penalty, "la penalità", other.place) for other in row.others)


def _check_sections(book: Book, report: Report) -> None:
    """Report names of sections and infractions that do not exist or name something else."""
    sections = [section.id for section in book.sections]
    within = {block.id: section.id for section in book.sections for block in section.blocks}
    for root in book.infraction_roots:
        if root.removesuffix(".*") not in sections:
            near = suggest(root.removesuffix(".*"), sections)
            report.add(book.roots_place, f"infractions nomina «{root}»", "una sezione del libro", near)
    named = [(penalty.section, penalty.place) for penalty in book.penalties]
    named += [(table.section, table.places.get("section", table.place)) for table in book.infractions]
    for name, place in named:
        if name in within:
            report.add(place, f"section = «{name}»", "una sezione", f"forse {within[name]}")
    tables = [table.id for table in book.infractions]
    for name, place in _list_named_infractions(book):
        if name not in tables:
            report.add(place, f"l’infrazione «{name}»", "l’id di una tabella del libro", suggest(name, tables))
    for table in book.infractions:
        for key, names in (("definition", table.definition), ("examples", table.examples)):
            for name in set(names) & set(sections):
                place = table.places.get(key, table.place)
                report.add(place, f"{key} nomina la sezione «{name}»", "gli enunciati che la dicono, uno per uno")


def check_base(book: Book, report: Report) -> None:
    """Report infractions whose decision table never gives the usual penalty.

    The usual penalties are in the rulebook's `base_table`; infractions missing there are reported, too.
    """
    if not book.base_table:
        return
    table = next((table for _, table in book.tables if table.id == book.base_table), None)
    if table is None:
        report.add(book.roots_place, f"base = «{book.base_table}»", "una tabella del libro")
        return
    decisions = {decision.id: decision for decision in book.infractions}
    titles = {penalty.title: penalty.id for penalty in book.penalties}
    seen: set[str] = set()
    for row in table.rows:
        decision = next((decisions[str(cell)] for cell in row.cells if cell in decisions), None)
        base = next((titles[str(cell)] for cell in row.cells if cell in titles), None)
        if decision is None or base is None:
            report.add(row.place, f"«{row.cells[0]}»", "un’infrazione e il titolo della sua penalità di base")
            continue
        seen.add(decision.id)
        own = (one for one in decision.rows if one.infraction == decision.id)
        if base not in {penalty for one in own for penalty in list_allowed(book, one)}:
            found = f"{decision.title}: nessuna riga dà {book.penalty(base).title}"
            report.add(row.place, found, "la penalità di base fra quelle della tabella delle decisioni")
    for missing in decisions.keys() - seen:
        found = f"{decisions[missing].title}: manca in {book.base_table}"
        report.add(table.place, found, "una riga per ogni infrazione")


def _list_named_infractions(book: Book) -> Iterator[tuple[str, Place]]:
    """Yield (infraction id, place) for each infraction in escalations or table rows."""
    for escalation in book.escalations:
        yield from ((name, escalation.place) for name in escalation.infractions)
    for row in (row for table in book.infractions for row in table.rows):
        yield row.infraction, row.place
        yield from ((other.infraction, other.place) for other in row.others)


def check_remedies(book: Book, report: Report) -> None:
    """Report remedies that name a penalty not in the verdict.

    An example is «Assegna Partita persa» where earlier penalties have escalated the verdict to «Espulsione».
    """
    for table in book.infractions:
        for row in table.rows:
            for history, text, title in find_contradictions(book, row):
                has = ", ".join(f"{penalty} {n}" for penalty, n in history.items() if n) or "nessuna"
                report.add(
                    row.place,
                    f"{table.title}: per chi ha già {has}, il rimedio «{text}» nomina {title}, che il verdetto non dà",
                    "un rimedio che vada bene qualunque penalità ci sia già, senza nomi di penalità",
                )


def find_contradictions(book: Book, row: DecisionRow) -> Iterator[tuple[History, str, str]]:
    """Yield a row's remedies that name a penalty not in the verdict.

    Each is (earlier penalties as id → number, text of the remedy, title of the penalty), without repeats.
    """
    most, seen = count_limits(book), set()
    for counts in itertools.product(*(range(n + 1) for n in most.values())):
        history = dict(zip(most, counts, strict=True))
        result = reach_verdict(book, row, history)
        grades = [book.penalty(p).grade for p in (result.lowest, result.highest)]
        along = {p for outcome in result.outcomes for p in outcome.also}
        for text in choose_remedies(book, row, result):
            for penalty in book.penalties:
                given = grades[0] <= penalty.grade <= grades[1] or penalty.id in along
                if penalty.grade and not given and (text, penalty.id) not in seen and _names_title(text, penalty.title):
                    seen.add((text, penalty.id))
                    yield history, text, penalty.title


def _names_title(text: str, title: str) -> bool:
    words = "".join(part.text for part in references.parse(text) if not isinstance(part, references.Reference))
    return re.search(rf"\b{re.escape(title)}\b", words, re.IGNORECASE) is not None
