"""Count faults that make statements (rule sentences) hard to read.

Faults are allowed up to a number: `tetti.tsv` sets the most of each kind that a book may have, `stile.tsv` lists
accepted exceptions. Counted are: over 30 words; nested relative clauses; double negations; a beginning that refers to
another sentence; a Gulpease index (Lucisano and Piemontese 1988: 89 + (300 × sentences − 10 × letters) / words) under
50, for sentences of 12 words or more that are not lists.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scripts.edition import file_readers
from scripts.model import references
from scripts.model.anchor_contents import make_labeller
from scripts.model.anchor_index import Anchors
from scripts.model.book import Rulebook, StatementKind
from scripts.model.problems import Report

CEILINGS, ACCEPTED = "tetti.tsv", "stile.tsv"  # in a book's folder

MOST_WORDS = 30
LEAST_GULPEASE = 50
SHORT = 12  # the index of a sentence of few words says how long its names are
RELATIVES = 3  # «che», «cui», «quale» in one sentence: one hangs on another

word = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?|\d[\d.,]*")
sentence_end = re.compile(r"(?<=[.!?;])\s+(?=[A-ZÈÀ«“])")
clause_end = re.compile(r"[,;:.()–]|\be\b|\bo\b|\bma\b|\bse\b|\bquando\b|\bche\b")
relative = re.compile(
    r"(?<!più )(?<!meno )(?<!prima )(?<!dopo )(?<!anche )(?<!oltre )\b(?:che(?! cosa)|cui|quale|quali)\b", re.I
)
negation = re.compile(r"\b(?:[Nn]on(?! [A-Z])|[Ss]enza)\b|\bvietat[oaie] non\b")
denied_ban = re.compile(r"\bnon\s+(?:è|sono|era|viene|vengono)\s+(?:vietat|proibit|impossibil|illegal|esclus)", re.I)
pointing = re.compile(
    r"(?:Egli|Ella|Ess[oaie]|Costui|Costoro|Ciò|Ne|Lo stesso vale|Inoltre|A quel punto|In tal caso|In questo caso"
    r"|In quel caso|Come sopra|Quest[oaie]|Tal[ei])\b"
)
listed = re.compile(r":.*,.*,|(?:,[^,;]+){4,}|;.*;")


@dataclass(frozen=True, order=True)
class Finding:
    """Hold one fault of a statement.

    `kind`: a key of `FAULTS`; `measure`: the number of words or clauses, or the Gulpease index.
    """

    kind: str
    anchor: str
    measure: int
    text: str


FAULTS = {
    "lunghezza": f"più di {MOST_WORDS} parole",
    "relative": "relative una dentro l’altra",
    "negazioni": "una negazione che ne nega un’altra",
    "inizio": "un inizio che rimanda a un’altra frase",
    "gulpease": f"indice Gulpease sotto {LEAST_GULPEASE}",
}


def find_in_rulebook(root: Path, rulebook: Rulebook, anchors: Anchors, report: Report) -> list[Finding]:
    """Return the faults of all statements, except those accepted in `stile.tsv`.

    Books that publish the publisher's own sentences are left out. Faulty lines of `stile.tsv` are added to `report`.
    """
    own = {book.slug for book in rulebook.books if book.info.own_text}  # nobody rewrites a club's own sentences
    texts = [
        (statement.id, references.render_plain(statement.text, make_labeller(anchors, section.book)))
        for section, statement in rulebook.statements
        if statement.kind is not StatementKind.UNWRITTEN and section.book not in own
    ]
    accepted: set[tuple[str, str]] = set()
    for book in rulebook.books:
        path = root / "rules_src" / book.info.slug / ACCEPTED
        accepted |= set(_read_accepted(root, path, dict(texts), report))
    return [f for f in find_faults(texts) if (f.anchor, f.kind) not in accepted]


def _read_accepted(root: Path, path: Path, known: dict[str, str], report: Report) -> Iterator[tuple[str, str]]:
    for place, row in file_readers.read_rows(root, path, ("ancora", "tipo", "motivo"), report, ("ancora", "tipo")):
        if row["ancora"] not in known:
            report.add(place, f"l’enunciato {row['ancora']} non c’è", "l’ancora di un enunciato del libro")
        elif row["tipo"] not in FAULTS:
            report.add(place, f"il tipo «{row['tipo']}»", ", ".join(FAULTS))
        elif not row["motivo"]:
            report.add(place, "manca il motivo", "perché la frase va bene così")
        else:
            yield row["ancora"], row["tipo"]


def check_ceilings(root: Path, book: str, found: Iterable[Finding], report: Report) -> None:
    """Report kinds of fault of which a book has more than its `tetti.tsv` allows.

    `book`: its slug; `found`: all its faults.
    """
    path = root / "rules_src" / book / CEILINGS
    counts = Counter(finding.kind for finding in found)
    for place, row in file_readers.read_rows(root, path, ("tipo", "al più"), report, key=("tipo",)):
        if row["tipo"] not in FAULTS or not row["al più"].isdigit():
            report.add(
                place, f"la riga «{row['tipo']} {row['al più']}»", f"uno dei tipi {', '.join(FAULTS)} e un numero"
            )
        elif counts[row["tipo"]] > int(row["al più"]):
            report.add(
                place,
                f"{counts[row['tipo']]} enunciati con {FAULTS[row['tipo']]}",
                f"al massimo {row['al più']}",
                "«prontuario style» elenca gli enunciati: riscrivine uno, o spiega in stile.tsv del libro perché va bene così",
            )


def find_faults(statements: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Yield the faults of statements given as (anchor, plain text), in order."""
    for anchor, text in statements:
        for kind, measure in _measure(text):
            yield Finding(kind, anchor, measure, text)


def _measure(text: str) -> Iterator[tuple[str, int]]:
    words = word.findall(text)
    sentences = sentence_end.split(text)
    if len(words) > MOST_WORDS:
        yield "lunghezza", len(words)
    nested = max(len(relative.findall(s)) for s in sentences)
    if nested >= RELATIVES:
        yield "relative", nested
    if denied_ban.search(text) or any(len(negation.findall(c)) > 1 for c in clause_end.split(text)):
        yield "negazioni", 1
    if pointing.match(text):
        yield "inizio", 1
    if len(words) >= SHORT and not listed.search(text) and (index := compute_gulpease(text)) < LEAST_GULPEASE:
        yield "gulpease", index


def compute_gulpease(text: str) -> int:
    """Return a text's Gulpease readability: 0 (hardest) to 100, or more for very short texts."""
    words = word.findall(text)
    letters = sum(len(w) for w in words)
    return round(89 + (300 * len(sentence_end.split(text)) - 10 * letters) / max(1, len(words)))
