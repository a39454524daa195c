"""Rebuild printed tables from the words of a section.

The book's recipe (import settings) says between which words a table stands, and its shape, that is how its
cells follow one another:

    rows        row after row, each a cell of every pattern:             "10 minuti 3 20 minuti 4"
    ragged      rows of a first cell and as many numbers as there are:   "2-3 1 4-7 2 1"
    columns     labels of the rows first, then column after column:      "Oro Argento 5 30$ 10$ 6 40$ 20$"
    pairs       one row of heads, then one row of cells:                 "2 3 4 Turni 1 2 2"
    staircase   heads, then columns that begin at later and later rows:  "1 2 Giocatori: 4 5 6 | 2 3 3 | 2 2 3"
    list        entries known by name, or one a bullet
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scripts.originals.recipe import TableRecipe
from scripts.originals.text_model import Text, fold, fold_phrase

BULLET = "•"
MORE = re.compile(r"(\d+)\s*(?:\+|o più|in su|e oltre|or more|and up|and over)\Z", re.I)
BETWEEN = re.compile(r"(\d+)\s*(?:-|–|—|a|to)\s*(\d+)\Z", re.I)
Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class PrintedTable:
    """Hold a table rebuilt from words.

    `first`, `last`: indexes of the section's words that it replaces (`last` excluded).
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: Rows
    first: int
    last: int

    def as_file(self) -> str:
        """Return the table in the form of `tabelle/<id>.tsv`."""
        width = len(self.columns)
        body = "\n".join("\t".join((*row, *[""] * width)[:width]) for row in self.rows)
        return f"# titolo: {self.title}\n" + "\t".join(self.columns) + "\n" + body + "\n"

    def as_rows(self) -> list[str]:
        """Return each row as one text: "10 giocatori | 3"."""
        return [" | ".join(row) for row in self.rows]

    def as_text(self) -> str:
        """Return the table for reading: heads, then a line per row."""
        heads = [column.rpartition(":")[0] or column for column in self.columns]
        return "\n".join(" | ".join(row) for row in (heads, *self.rows))


Names = Mapping[str, tuple[str, ...]]  # the entries that a table is known to have, by the table's id


def read_table(body: Text, recipe: TableRecipe, names: Sequence[str]) -> PrintedTable | str:
    """Rebuild the table that the recipe describes, or return in Italian why it is impossible.

    `names`: entries that the table is known to have.
    """
    place = _place(body, recipe)
    if isinstance(place, str):
        return place
    first, last = place
    words = [w for w in body.words[first:last] if w != BULLET]
    bullets = (last - first) - len(words)
    shapes = {
        "rows": lambda: _rows(" ".join(words), recipe),
        "ragged": lambda: _ragged(" ".join(words), recipe),
        "columns": lambda: _columns(" ".join(words), recipe),
        "pairs": lambda: _pairs(" ".join(words), recipe),
        "staircase": lambda: _staircase(words, recipe),
        "list": lambda: _entries(words, names, bullets),
    }
    if recipe.shape not in shapes:
        return f"la forma «{recipe.shape}» non esiste: {', '.join(shapes)}"
    rows = shapes[recipe.shape]()
    if isinstance(rows, str):
        return rows
    if recipe.rows and len(rows) != recipe.rows:
        return f"ha {len(rows)} righe e non {recipe.rows}"
    kinds = [column.rpartition(":")[2] for column in recipe.columns]
    typed = tuple(tuple(_cell(cell, kind) for cell, kind in zip(row, kinds, strict=False)) for row in rows)
    return PrintedTable(recipe.id, recipe.title, recipe.columns, typed, first, last)


def _place(body: Text, recipe: TableRecipe) -> tuple[int, int] | str:
    keys = body.keys
    first, last = 0, len(body.words)
    if recipe.after:
        found = keys.find(fold_phrase(recipe.after))
        if not found:
            return f"non c’è «{recipe.after}»"
        capital = recipe.after[0].isupper()
        alike = [f for f in found if body.words[keys.words[f[0]]].lstrip("“(")[:1].isupper() == capital] or found
        first = keys.words[alike[-1][1]] + 1
    if recipe.until:
        ends = [keys.words[a] for a, _ in keys.find(fold_phrase(recipe.until)) if keys.words[a] >= first]
        if not ends:
            return f"non c’è «{recipe.until}»"
        last = ends[0]
    while last > first and not fold(body.words[last - 1]) and body.words[last - 1] != BULLET:
        last -= 1
    return first, last


def _cell(text: str, kind: str) -> str:
    """Return a cell as table files write it, by its column's type: "25 o più" → "25+"."""
    text = text.strip().removesuffix("*").rstrip()
    if text in ("N/A", "-", "–"):
        return ""
    if kind in ("int", "money", "seconds", "minutes", "percent"):
        return re.sub(r"[^\d]", "", text)
    if kind == "range" and (written := write_range(text)):
        return written
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    return text[:1].upper() + text[1:]


def write_range(text: str) -> str:
    """Return a range as table files write it: "25 o più" → "25+", "4 to 7" → "4-7"; '' if it is none."""
    if match := MORE.match(text):
        return f"{match[1]}+"
    return f"{match[1]}-{match[2]}" if (match := BETWEEN.match(text)) else ""


def _match_all(pattern: str, flat: str) -> tuple[list[tuple[str, ...]], str]:
    """Return the groups of each match, one after the other from the beginning, and in Italian what is left over."""
    compiled = re.compile(rf"\s*{pattern}(?=\s|\Z)")
    found, at = [], 0
    while at < len(flat) and (match := compiled.match(flat, at)):
        found.append(match.groups())
        at = match.end()
    left = flat[at:].strip()
    return found, f"avanza «{left[:60]}»" if left else ""


def _rows(flat: str, recipe: TableRecipe) -> Rows | str:
    rows, left = _match_all(r"\s+".join(f"({cell})" for cell in recipe.cells), flat)
    return left or tuple(rows)


def _ragged(flat: str, recipe: TableRecipe) -> Rows | str:
    found, left = _match_all(f"(?:({recipe.cells[0]})|({recipe.cells[1]}))", flat)
    rows: list[list[str]] = []
    for head, number in found:
        if head:
            rows.append([head])
        elif rows:
            rows[-1].append(number)
        else:
            return f"comincia con «{number}»"
    return left or tuple(map(tuple, rows))


def _columns(flat: str, recipe: TableRecipe) -> Rows | str:
    """Rebuild a table printed as row labels, then column after column.

    `flat`: the table's words, such as 'Oro Argento 5 30$ 10$ 6 40$ 20$'; the labels must come in the recipe's order.
    Returns the rows, or in Italian (str) what is missing or left over.
    """
    count = len(recipe.labels)
    for label in recipe.labels:
        pattern = re.compile(r"\s*" + re.escape(label) + r"(?=\s|\Z)", re.I)
        match = pattern.match(flat)
        if not match:
            return f"manca «{label}»"
        flat = flat[match.end() :]
    columns, left = _match_all(r"(\d+)\s+" + r"\s+".join([f"({recipe.cells[0]})"] * count), flat)
    if left or not columns:
        return left or "non ha colonne"
    if recipe.entries == "columns":
        return tuple(columns)
    return tuple((label, *(column[i + 1] for column in columns)) for i, label in enumerate(recipe.labels))


def _pairs(flat: str, recipe: TableRecipe) -> Rows | str:
    heads, label, cells = flat.partition(f" {recipe.labels[0]} ")
    if not label:
        return f"manca «{recipe.labels[0]}»"
    first, second = heads.split(), cells.split()
    if len(first) != len(second):
        return f"ha {len(first)} celle in una riga e {len(second)} nell’altra"
    return tuple(zip(first, second, strict=True))


def _staircase(words: Sequence[str], recipe: TableRecipe) -> Rows | str:
    label = recipe.labels[0]
    if label not in words:
        return f"manca «{label}»"
    at = list(words).index(label)
    low = recipe.starts[0]
    numbers = range(low, low + recipe.rows)
    begin = at + 1 + len(numbers)
    if [str(n) for n in numbers] != list(words[at + 1 : begin]) or at != len(recipe.starts):
        return f"le intestazioni non vanno da {low} a {numbers[-1]}"
    cells = iter(words[begin:])
    if len(words) - begin != sum(numbers.stop - start for start in recipe.starts):
        return f"ha {len(words) - begin} celle"
    table: dict[int, list[str]] = {n: [] for n in numbers}
    for start in recipe.starts:
        for n in range(start, numbers.stop):
            table[n].append(next(cells))
    wrong = [n for n, row in table.items() if not all(c.isdigit() for c in row) or sum(map(int, row)) != n]
    if wrong:
        return f"le righe {', '.join(map(str, wrong[:5]))} non danno il numero dei giocatori"
    return tuple((str(n), str(len(row)), *row) for n, row in table.items())


def _entries(words: Sequence[str], names: Sequence[str], bullets: int) -> Rows | str:
    items = split_by_names(words, names)
    if bullets and len(items) != bullets:
        return f"ha {len(items)} voci e {bullets} pallini"
    return tuple((item,) for item in items) or "è vuota"


def split_by_names(words: Sequence[str], names: Sequence[str]) -> list[str]:
    """Split words into the longest known names; parentheses stay with the name before them."""
    known: dict[str, list[tuple[str, ...]]] = {}
    for name in names:
        if phrase := fold_phrase(name):
            known.setdefault(phrase[0], []).append(phrase)
    for phrases in known.values():
        phrases.sort(key=len, reverse=True)
    keys = [fold(word) for word in words]
    items: list[list[str]] = []
    at = 0
    loose = False
    while at < len(words):
        found = next((p for p in known.get(keys[at], ()) if tuple(keys[at : at + len(p)]) == p), None)
        inside = words[at].startswith("(") and items
        if inside:
            end = next((i for i in range(at, len(words)) if ")" in words[i]), at)
            items[-1] += words[at : end + 1]
            at = end + 1
        elif found:
            items.append(list(words[at : at + len(found)]))
            at += len(found)
            loose = False
        else:
            if loose or (items and not keys[at]):
                items[-1].append(words[at])
            else:
                items.append([words[at]])
                loose = True
            at += 1
    return [" ".join(item).rstrip(".;,") if not item[-1].endswith(")") else " ".join(item) for item in items]
