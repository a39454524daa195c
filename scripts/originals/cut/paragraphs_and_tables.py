"""Cut a section's words into paragraphs and tables."""

import re
from collections.abc import Mapping, Sequence

from scripts.originals.clean.recipe_mends import locate
from scripts.originals.cut.table_reconstruction import Names, PrintedTable, read_table
from scripts.originals.recipe import Recipe, TableRecipe
from scripts.originals.text_model import Logs, Text, fold, fold_phrase

Block = str | PrintedTable

BULLET = "•"
STEP = re.compile(r"(?:\d{1,2}[.)]|\([A-Za-z]\))\Z")
OPENERS = frozenset(("Esempio:", "Esempi", "Penalità", "Nota:", "NOTA:"))
ENDS = ".:;!?"
REACH = 130  # words between a clump of bullets and the first of its items
LONG = 700  # characters of a paragraph that is better read in two


def restore_bullets(text: Text, recipe: Recipe) -> tuple[Text, Logs]:
    """Put bullets that stand apart before the items they belong to; return the text and the log.

    The recipe names the items' first words: "• • • Si vota. Si conta." → "• Si vota. • Si conta."
    """
    dropped: set[int] = set()
    bulleted: set[int] = set()
    warnings = []
    for starts in recipe.items:
        places = []
        for start in starts:
            found = locate(text, start)
            if isinstance(found, str):
                warnings.append(f"la voce «{start}» {found}")
            else:
                places.append(found.bars[0] if found.bars else found.first)
        if not places:
            continue
        begin = max(min(places) - REACH, 0)
        clump = next(
            (i for i in range(min(places) - 1, begin, -1) if text.words[i] == text.words[i - 1] == BULLET), None
        )
        while clump is not None and clump > 0 and text.words[clump - 1] == BULLET:
            clump -= 1
        dropped |= {
            i
            for i in range(min(places) if clump is None else clump, max(places))
            if text.words[i] == BULLET and not _leads_item(text.words, i)
        }
        dropped |= {i - 1 for i in places if i and text.words[i - 1] == BULLET}
        bulleted |= set(places)
    if not bulleted:
        return text, Logs(warnings=tuple(warnings))
    pieces = [(i, i + 1, () if i in dropped else (BULLET, text.words[i])) for i in sorted(dropped | bulleted)]
    return text.spliced(pieces), Logs(warnings=tuple(warnings))


def _leads_item(words: Sequence[str], i: int) -> bool:
    """Return whether the bullet at word `i` stands between a sentence's end and an item's words."""
    return i > 0 and words[i - 1][-1] in ".;:" and words[i + 1] != BULLET


Rows = Mapping[int, tuple[int, tuple[str, ...]]]  # by line: the table of which it is a row, its cells


def cut_blocks(
    body: Text, section: str, tables: Sequence[TableRecipe], names: Names, rows: Rows
) -> tuple[tuple[Block, ...], Logs]:
    """Cut a section into paragraphs and tables, in order; return them and the log.

    `tables`: tables that the recipe describes; `names`: table id → entries that it is known to have; `rows`: line →
    (number of a table, cells) where the file's reader found one, used if `tables` is empty. Every word is in one block.
    """
    read: list[PrintedTable] = []
    warnings = []
    for recipe in tables:
        table = read_table(body, recipe, names.get(recipe.entries) or names.get(recipe.id, ()))
        if isinstance(table, str):
            warnings.append(f"la tabella {recipe.id} ({section}): {table}")
        else:
            read.append(table)
    read = read if tables else _collect_tables(body, section, rows)
    read.sort(key=lambda t: t.first)
    lists = [entries for table, entries in names.items() if table.startswith(f"{section}.")]
    made: list[Block] = []
    at = 0
    for table in read:
        if table.first < at:
            continue
        made += cut_paragraphs(body.cut(at, table.first), lists)
        made.append(table)
        at = table.last
    made += cut_paragraphs(body.cut(at, len(body.words)), lists)
    return tuple(made), Logs(warnings=tuple(warnings))


def _collect_tables(body: Text, section: str, rows: Rows) -> list[PrintedTable]:
    """Return the section's tables whose rows the file's reader found (`rows`: see `cut_blocks`)."""
    spans: dict[int, list[int]] = {}
    for place, line in enumerate(body.lines):
        if line in rows:
            spans.setdefault(rows[line][0], []).append(place)
    found = []
    for number, places in enumerate(spans.values(), 1):
        cells = [rows[line][1] for line in dict.fromkeys(body.lines[place] for place in places)]
        columns = tuple(cell.replace(":", "") or str(i) for i, cell in enumerate(cells[0], 1))
        name = f"{section}.tabella{f'-{number}' if number > 1 else ''}"
        found.append(
            PrintedTable(
                name, body.join(places[0], places[0] + 4), columns, tuple(cells[1:]), places[0], places[-1] + 1
            )
        )
    return found


def cut_paragraphs(body: Text, lists: Sequence[Sequence[str]]) -> list[str]:
    """Cut words into paragraphs: at bullets, steps, examples, ended lines.

    `lists`: known entries of lists, which help to place bullets.
    """
    spread = _spread_bullets(body.words, lists)
    made: list[list[str]] = [[]]
    size = 0
    before = ""
    line = body.lines[0] if body.lines else 0
    for i, (word, place, ends_list) in enumerate(spread):
        line_ended, line = body.lines[place] != line, body.lines[place]
        sentence_ended = before[-1:] in ENDS or before[-2:] in (".”", ".)", "!”", "?”")
        if sentence_ended or ends_list or word == BULLET or word in OPENERS:
            following = spread[i + 1][0] if i + 1 < len(spread) else ""
            begins = (
                word == BULLET
                or ends_list
                or (sentence_ended and STEP.match(word) and following[:1].isupper())
                or (word in OPENERS and (sentence_ended or not following))
                or (sentence_ended and line_ended)
                or (sentence_ended and before[-1:] in ".!?" and size > LONG and word[:1].isupper() and len(before) > 3)
            )
            if begins and not all(w == BULLET or STEP.match(w) for w in made[-1]):
                made.append([])
                size = 0
            if word == BULLET and made[-1] == [BULLET]:
                continue
        made[-1].append(word)
        size += len(word) + 1
        before = word
    return [" ".join(p) for p in made if p and p != [BULLET]]


def _spread_bullets(words: Sequence[str], lists: Sequence[Sequence[str]]) -> list[tuple[str, int, bool]]:
    """Put each of several bullets in a row before an entry of the text after them.

    If the entries are unclear, the bullets are dropped. `lists`: the entries of each known list; without one that fits,
    each sentence is an entry. Returns (word, its index in `words`, whether a known list ends before it); a moved bullet
    has the index of the word after it.
    """
    if f"{BULLET} {BULLET}" not in " ".join(words):
        return [(word, i, False) for i, word in enumerate(words)]
    out: list[tuple[str, int, bool]] = []
    i = 0
    while i < len(words):
        if words[i] != BULLET or i + 1 >= len(words) or words[i + 1] != BULLET:
            out.append((words[i], i, False))
            i += 1
            continue
        end = i
        while end < len(words) and words[end] == BULLET:
            end += 1
        count = end - i
        stop = next((j for j in range(end, len(words)) if words[j] == BULLET), len(words))
        named = _locate_entries(words[end:stop], count, lists, end)
        given = set(named[:-1] or _find_items(words, end, stop, count))
        for j in range(end, stop):
            if j in given:
                out.append((BULLET, j, False))
            out.append((words[j], j, bool(named) and j == named[-1]))
        i = stop
    return out


def _find_items(words: Sequence[str], first: int, last: int, count: int) -> list[int]:
    """Return the indexes from `first` to `last` at which `count` items begin; [] if unclear.

    An item is a sentence, or a part after ';'.
    """
    starts = [first] if first < last else []
    for i in range(first + 1, last):
        ended = words[i - 1].endswith((".", ";", ".”", ".)")) and len(words[i - 1]) > 2
        if ended and (words[i][0].isupper() or words[i - 1].endswith(";") or words[i][0] in "“("):
            starts.append(i)
    several = len(starts) > count and all(words[n - 1].endswith(";") for n in starts[1:count])
    return starts[:count] if several or len(starts) == count else []


def _locate_entries(words: Sequence[str], count: int, lists: Sequence[Sequence[str]], first: int) -> list[int]:
    """Return the indexes where the first `count` entries of a known list begin, and their end.

    [] if no list fits. `lists`: the entries of each known list; `first`: index of `words[0]`, added to all indexes.
    """
    keys = [fold(word) for word in words]
    for entries in lists:
        phrases = {fold_phrase(entry) for entry in entries}
        longest = max(map(len, phrases), default=0)
        starts: list[int] = []
        at = 0
        while len(starts) < count:
            size = next((n for n in range(longest, 0, -1) if tuple(keys[at : at + n]) in phrases), 0)
            if not size:
                break
            starts.append(first + at)
            at += size
        if len(starts) == count:
            return [*starts, first + at]
    return []
