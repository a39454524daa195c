"""Report what changed between two copies of a document, as text and as HTML."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment

from scripts.model.book import StatementKind
from scripts.originals.compare.sections import REMOVED, RETITLED, REWORDED, SPLIT, Difference, Run, align_words
from scripts.originals.cut.edition_outline import read_sections

AROUND = 12  # words that are shown beside a change
FIRST = 10  # words by which a statement is told
STYLE = """
:root { color-scheme: light dark; --via: #a40e26; --nuovo: #116329; --fondo-via: #ffebe9; --fondo-nuovo: #dafbe1; }
@media (prefers-color-scheme: dark) {
  :root { --via: #ff938a; --nuovo: #7ee787; --fondo-via: #4b1113; --fondo-nuovo: #12361d; }
}
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; }
section { border-top: 1px solid #8886; padding-top: .5rem; }
h2 { font-size: 1.15rem; margin: .5rem 0; }
del { color: var(--via); background: var(--fondo-via); } ins { color: var(--nuovo); background: var(--fondo-nuovo); }
ins { text-decoration: none; border-bottom: 2px solid; } p { overflow-wrap: anywhere; }
""".strip()

PAGE = Environment(autoescape=True, trim_blocks=True, keep_trailing_newline=True).from_string("""\
<!doctype html>
<html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
<title>Che cosa cambia: {{ book }}</title><style>{{ style | safe }}</style></head><body>
<h1>Che cosa cambia in {{ book }}</h1>
<p>Da <strong>{{ old }}</strong> a <strong>{{ new }}</strong>: {{ count }}.</p>
{% for name, parts, rows, again in sections %}
<section><h2>{{ name }}</h2>
{% for runs in parts %}
<p>{% for run in runs %}{% set words = run.words | join(" ") %}
{% if run.kind == "-" %}<del>{{ words }}</del>{% elif run.kind %}<ins>{{ words }}</ins>{% else %}{{ words }}{% endif %}
{{ " " if not loop.last }}{% endfor %}</p>
{% endfor %}
{% if rows %}
<ul>{% for kind, row in rows %}<li>{% if kind == "-" %}<del>{{ row }}</del>{% else %}<ins>{{ row }}</ins>{% endif %}</li>{% endfor %}</ul>
{% endif %}
{% if again %}
<details open><summary>Enunciati nostri da rileggere</summary><ul>\
{% for anchor, place, words in again %}<li><code>{{ anchor }}</code> <small>{{ place }}</small> {{ words }}</li>
{% endfor %}</ul></details>
{% endif %}
</section>
{% endfor %}
</body></html>
""")


def list_statements(root: Path, book: str) -> dict[str, list[tuple[str, str, str]]]:
    """Return section id → our statements and tables, each as (anchor, 'file:line', text)."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for section in read_sections(root, book):
        written = (s for s in section.statements if s.kind is not StatementKind.UNWRITTEN)
        found[section.id] = [(s.id, f"{s.place.file}:{s.place.line}", s.text) for s in written]
    for path in sorted((root / "rules_src" / book / "tabelle").glob("*.tsv")):
        section_id = path.stem.rpartition(".")[0]
        if section_id in found:
            found[section_id].append((path.stem, f"tabelle/{path.name}", "(tabella)"))
    return found


def report(book: str, differences: Sequence[Difference], root: Path) -> str:
    """Return the changes and our statements to review, in Italian."""
    if not differences:
        return f"{book}: non è cambiato niente."
    counts = Counter(kind for difference in differences for kind in difference.kinds)
    lines = [f"{book}: " + ", ".join(f"{count} {kind}" for kind, count in counts.most_common())]
    for difference in differences:
        lines.append(f"  {describe(difference)}")
    again = find_outdated(book, differences, root)
    if again:
        lines.append(f"Enunciati nostri da rileggere ({len(again)}):")
        lines += [f"  {anchor}: {_shorten(words)}" for anchor, _, words in again]
    return "\n".join(lines)


def _shorten(text: str) -> str:
    words = text.split()
    return f"{' '.join(words[:FIRST])}…" if len(words) > FIRST else text


def find_outdated(book: str, differences: Sequence[Difference], root: Path) -> list[tuple[str, str, str]]:
    """Return our statements in changed or removed sections: (anchor, 'file:line', text)."""
    ours = list_statements(root, book)
    return [statement for one in differences if _touches(one) for statement in ours.get(one.id, [])]


def _touches(difference: Difference) -> bool:
    return REWORDED in difference.kinds or REMOVED in difference.kinds


def describe(one: Difference) -> str:
    """Return one change as a line of Italian: 'rinumerata: bang-2 2 → 3 «Penalità»'."""
    number = one.new_number or one.old_number
    if one.old_number and one.new_number and one.old_number != one.new_number:
        number = f"{one.old_number} → {one.new_number}"
    kinds = ", ".join(one.kinds)
    kinds += f" ({'da' if SPLIT in one.kinds else 'a'} {one.other})" if one.other else ""
    title = f"«{one.title}»"
    title += f" (prima «{one.old_title}»)" if RETITLED in one.kinds and one.old_title else ""
    return f"{kinds}: {' '.join(part for part in (one.id, number, title) if part)}"


def page(book: str, old: str, new: str, differences: Sequence[Difference], root: Path) -> str:
    """Return an HTML page with the changed words marked, and our statements to review.

    `old`, `new`: names of the two copies.
    """
    ours = list_statements(root, book)
    sections = [
        (
            describe(one),
            group_changes(align_words(one.old, one.new)) if one.old != one.new else (),
            one.rows,
            ours.get(one.id, []) if _touches(one) else [],
        )
        for one in differences
    ]
    count = {0: "niente", 1: "una sezione cambiata"}.get(len(sections), f"{len(sections)} sezioni cambiate")
    return PAGE.render(style=STYLE, book=book, old=old, new=new, count=count, sections=sections)


def group_changes(runs: Sequence[Run]) -> list[list[Run]]:
    """Return the changed runs of words in groups, with up to 12 unchanged words around each.

    A group ends where more than 24 words are unchanged. `runs`: all runs, in order.
    """
    parts: list[list[Run]] = [[]]
    for index, run in enumerate(runs):
        if run.kind or len(run.words) <= 2 * AROUND:
            parts[-1].append(run)
            continue
        if index:
            parts[-1].append(Run("", (*run.words[:AROUND], "…")))
        parts.append([Run("", ("…", *run.words[-AROUND:]))] if index + 1 < len(runs) else [])
    return [part for part in parts if any(run.kind for run in part)]
