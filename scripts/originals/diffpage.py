"""What changed, for reading: a report for the terminal and a page of its own with the words marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path

from scripts.edition.chapters import parse_chapter
from scripts.originals.diff import REMOVED, Change, word_view
from scripts.problems import Report

STYLE = """
:root { color-scheme: light dark; --via: #a40e26; --nuovo: #116329; --fondo-via: #ffebe9; --fondo-nuovo: #dafbe1; }
@media (prefers-color-scheme: dark) {
  :root { --via: #ff938a; --nuovo: #7ee787; --fondo-via: #4b1113; --fondo-nuovo: #12361d; }
}
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; }
section { border-top: 1px solid #8886; padding-top: .5rem; }
h2 { font-size: 1.15rem; margin: .5rem 0; } h2 small { font-weight: normal; opacity: .8; }
del { color: var(--via); background: var(--fondo-via); } ins { color: var(--nuovo); background: var(--fondo-nuovo); }
ins { text-decoration: none; border-bottom: 2px solid; } p { overflow-wrap: anywhere; }
""".strip()


def statements(root: Path, book: str) -> dict[str, list[tuple[str, str]]]:
    """Our statements by section: (anchor, first words)."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted((root / "rules_src" / book).glob("*.md")):
        for section in parse_chapter(path.read_text(encoding="utf-8"), path.name, book, {}, Report()):
            found[section.id] = [(s.id, " ".join(s.text.split()[:10])) for s in section.statements]
    return found


def report(book: str, changes: Sequence[Change], root: Path) -> str:
    """The changes, section by section, and our statements to look at again."""
    if not changes:
        return f"{book}: non è cambiato niente."
    counts = Counter(kind for change in changes for kind in change.kinds)
    lines = [f"{book}: " + ", ".join(f"{count} {kind}" for kind, count in counts.most_common())]
    for change in changes:
        lines.append(f"  {', '.join(change.kinds)}: {_named(change)}")
    again = to_review(book, changes, root)
    if again:
        lines.append(f"Enunciati nostri da rileggere ({len(again)}):")
        lines += [f"  {anchor}: {words}…" for anchor, words in again]
    return "\n".join(lines)


def to_review(book: str, changes: Sequence[Change], root: Path) -> list[tuple[str, str]]:
    """The statements of every section that was reworded or removed: (anchor, first words)."""
    ours = statements(root, book)
    touched = [c.id for c in changes if c.id and (c.old or c.new or REMOVED in c.kinds) and _touches(c)]
    return [statement for section in touched for statement in ours.get(section, [])]


def _touches(change: Change) -> bool:
    return any(kind in change.kinds for kind in ("riscritta", "tolta"))


def _named(change: Change) -> str:
    number = change.new_number or change.old_number
    if change.old_number and change.new_number and change.old_number != change.new_number:
        number = f"{change.old_number} → {change.new_number}"
    return " ".join(part for part in (change.id, number, f"«{change.title}»") if part)


def page(book: str, old: str, new: str, changes: Sequence[Change], root: Path) -> str:
    """A page that needs no other file: each changed section with its words marked, and the statements to look at."""
    parts = [
        "<!doctype html>",
        f'<html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Che cosa cambia: {escape(book)}</title><style>{STYLE}</style></head><body>",
        f"<h1>Che cosa cambia in {escape(book)}</h1>",
        f"<p>Da <strong>{escape(old)}</strong> a <strong>{escape(new)}</strong>: {_count(changes)}.</p>",
    ]
    ours = statements(root, book)
    for change in changes:
        parts.append(f"<section><h2>{escape(_named(change))} <small>{escape(', '.join(change.kinds))}</small></h2>")
        if change.old != change.new:
            parts.append(f"<p>{_marked(change)}</p>")
        again = ours.get(change.id, []) if _touches(change) else []
        if again:
            items = "".join(f"<li><code>{escape(a)}</code> {escape(words)}…</li>" for a, words in again)
            parts.append(f"<details open><summary>Enunciati nostri da rileggere</summary><ul>{items}</ul></details>")
        parts.append("</section>")
    parts.append("</body></html>")
    return "\n".join(parts) + "\n"


def _count(changes: Sequence[Change]) -> str:
    return "una sezione cambiata" if len(changes) == 1 else f"{len(changes)} sezioni cambiate" if changes else "niente"


def _marked(change: Change) -> str:
    tags = {"": ("", ""), "-": ("<del>", "</del>"), "+": ("<ins>", "</ins>")}
    return " ".join(
        f"{tags[piece.kind][0]}{escape(' '.join(piece.words))}{tags[piece.kind][1]}"
        for piece in word_view(change.old, change.new)
    )
