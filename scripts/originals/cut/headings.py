"""Find a document's titles, by numbers, typography and table of contents.

Numbers decide: those that rise through the whole document are titles, whatever their type or HTML level.
"""

import re
from collections import Counter
from collections.abc import Sequence

from scripts.originals.cut.document_title import (
    CONTENTS,
    DATE,
    ENDS,
    LARGER,
    LONGEST,
    LONGEST_STRONG,
    drop_cover,
    find_document_title,
    get_first_line,
)
from scripts.originals.cut.heading_levels import assign_levels
from scripts.originals.cut.heading_order import score_lines, select_rising
from scripts.originals.cut.heading_types import (
    LEADER,
    HeadingLine,
    Title,
    Titles,
    fold_all,
    looks_like_title,
)
from scripts.originals.cut.numbering import Number, parse_number
from scripts.originals.cut.repeated_labels import find_labels
from scripts.originals.text_model import FUNCTION_WORDS, Line, fold

PAGE = re.compile(r"\s+\d{1,3}\Z")
MARKER = re.compile(r"\A(?:•|\d{1,3}\.(?= \D+ ?\d))\s+")  # what a list puts before an entry
FULL = 0.8  # of a full line's width, from which a title of larger type goes on in the next line set alike
FEW_TITLED = 0.5  # of the lines that begin with a word and a number, below which they number paragraphs
RUN = 6  # titles in a row that make a table of contents
SPARSE = 4  # lines of a table of contents to a title in it, at most
HABIT = 0.25  # bold lines of the text's size to a numbered title, from which they are titles
MANY = 2  # times as many lines set as titles as there are plain numbers, from which these number the steps of lists
FEW = 8  # words of a line that may be a title by its place alone


def find_titles(lines: Sequence[Line]) -> Titles:
    """Return the titles of a document's lines, in order.

    "2. Turni" / "2.1 Pause" / "Una pausa dura 5 minuti." → 2, 2.1
    """
    return _TitleFinder(lines).find()


class _TitleFinder:
    """Find a document's titles, by its typography and table of contents."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        letters: Counter[float] = Counter()
        bold: Counter[bool] = Counter()
        for line in lines:
            letters[round(line.size, 1)] += len(line.text)
            bold[line.bold] += len(line.text)
        self.size = letters.most_common(1)[0][0] if letters else 0
        widths = sorted(len(line.text) * line.size for line in lines if round(line.size, 1) == self.size)
        self.width = widths[9 * len(widths) // 10] if widths else 0.0  # of a full line, about
        self.all_bold = bold[True] > bold[False]
        self.keys = [fold_all(line.text) for line in lines]
        self.contents = {i for i, line in enumerate(lines) if LEADER.search(line.text)}
        if len(self.contents) >= RUN and max(self.contents) - min(self.contents) < SPARSE * len(self.contents):
            self.contents = set(range(min(self.contents), max(self.contents) + 1))
        self.contents |= self.find_linked_contents()
        entries = (_strip_page(lines[i].text) for i in self.contents)
        self.repeated_labels: Counter[str] = Counter()
        self.listed: set[str] = set()  # the folded titles in the contents
        self.named: set[str] = set()  # those without a number
        self.entries: dict[tuple[str, tuple[int, ...]], str] = {}  # the folded title that the contents give a number
        for entry in entries:
            self.listed.add(fold_all(_strip_number(entry)))
            if parsed := parse_number(entry, strong=True):
                self.entries[parsed[0].value] = fold_all(parsed[1])
            else:
                self.named.add(fold_all(entry))

    def find(self) -> Titles:
        candidates = [c for i in range(len(self.lines)) if i not in self.contents and (c := self.read_candidate(i))]
        paragraphs = self.find_paragraph_kinds(candidates)
        numbered = score_lines([c for c in candidates if c.number and c.number.kind not in paragraphs], self.listed)
        chosen = self.drop_list_steps(select_rising(numbered), candidates)
        self.find_contents(chosen)
        chosen = [c for c in chosen if c.first not in self.contents]
        taken = {i for c in chosen for i in range(c.first, c.end)}
        others = [c for c in candidates if not c.number and c.first not in taken | self.contents]
        titles = sorted([*chosen, *self.select_unnumbered(others, chosen)], key=lambda c: c.first)
        titles = drop_cover(titles, self.contents)
        document = find_document_title(self.lines, self.size, titles, self.listed)
        own = max(
            (i for i, c in enumerate(titles) if document and document.endswith(c.title) and not c.number), default=-1
        )
        titles = titles[own + 1 :]  # what stands above the document's own title is its cover
        firsts = {c.first for c in titles}
        maybe = tuple(
            Title(c.first, c.end, None, c.title, 1, sure=False)
            for c in others
            if c.first not in firsts and self.heads_paragraph(c)
        )
        misnumbered = tuple(
            Title(c.first, c.end, c.number, c.title, 1)
            for c in numbered
            if c.style[0] and c.first not in firsts | taken | self.contents
        )
        document = document or ("" if 0 in self.contents else get_first_line(self.lines, titles))
        levelled = tuple(assign_levels(titles, self.lines))
        return Titles(document, levelled, frozenset(self.contents), maybe, misnumbered, self.repeated_labels)

    # What may be a title

    def read_candidate(self, at: int) -> HeadingLine | None:
        """Return line `at`, with lines that continue it, as a possible title; None if it is none."""
        line = self.lines[at]
        if line.table or not line.text:
            return None
        strong = self.is_set_as_title(line)
        parsed = parse_number(line.text, strong)
        number, title = parsed or (None, line.text)
        end = at + 1
        if parsed and len(line.pieces) > 1:
            title = self.drop_trailing_piece(line, title)
        if parsed and not title and end < len(self.lines) and self.holds_title_of_number(at, end):
            title, end = self.lines[end].text, end + 1  # the number alone on its line
        while strong and line.size and title and self.is_wrapped(end):
            title, end = f"{title} {self.lines[end].text}", end + 1
        title = title.strip().rstrip(":").rstrip()
        if strong:
            title = title.rstrip(".").rstrip() if not title.endswith("..") else title
        if number and not title and number.word:
            title = str(number)
        limit = LONGEST_STRONG if strong else LONGEST
        if number and (listed := self.entries.get(number.value)):
            title = _cut_after(title, listed)
        if number and (number.word or strong) and len(title.split()) > LONGEST:
            title = self.cut_by_contents(at, number, title)
        if not looks_like_title(title, limit, strong) or (not strong and (line.item or self.continues_sentence(end))):
            return None
        if number and line.item and not line.level and self.is_list_item(at, number):
            return None
        return HeadingLine(at, end, number, title, (line.level, line.bold, round(line.size), title.isupper()), strong)

    def is_list_item(self, at: int, number: Number) -> bool:
        """Return whether the line is a list item beside one with the previous or next number."""
        for beside, step in ((at - 1, -1), (at + 1, 1)):
            if 0 <= beside < len(self.lines) and self.lines[beside].item:
                parsed = parse_number(self.lines[beside].text, strong=True)
                if parsed and parsed[0].parts == (*number.parts[:-1], number.parts[-1] + step):
                    return True
        return False

    def drop_list_steps(self, chosen: Sequence[HeadingLine], candidates: Sequence[HeadingLine]) -> list[HeadingLine]:
        """Drop titles whose plain numbers count the steps of lists.

        They are steps if none of them is set as a title, and many other lines are.
        """
        plain = [c for c in chosen if c.number and not c.number.kind]
        titles = {c.first for c in candidates if c.style[0] or self.is_larger(self.lines[c.first])}
        steps = not any(
            c.first in titles or (c.number and c.number.depth > 1) or fold_all(c.title) in self.listed for c in plain
        )
        return [c for c in chosen if c not in plain] if steps and len(titles) > MANY * len(plain) else list(chosen)

    def find_paragraph_kinds(self, candidates: Sequence[HeadingLine]) -> set[str]:
        """Return number words, such as "articolo", that begin paragraphs, not titles.

        Most lines with them run on into a sentence: "Art. 12. Chi arriva tardi perde."
        """
        titled = Counter(c.number.kind for c in candidates if c.number and c.number.word)
        strong = {c.number.kind for c in candidates if c.number and c.strong}
        times: Counter[str] = Counter()
        for at, line in enumerate(self.lines):
            parsed = parse_number(line.text) if at not in self.contents else None
            if parsed and parsed[0].word:
                times[parsed[0].kind] += 1
        return {kind for kind, count in titled.items() if kind not in strong and count < FEW_TITLED * times[kind]}

    def is_set_as_title(self, line: Line) -> bool:
        """Return whether a line is set as a title: a heading, larger, or bold."""
        return line.level > 0 or self.is_larger(line) or (line.bold and not self.all_bold)

    def is_larger(self, line: Line) -> bool:
        return bool(line.size and self.size) and line.size > LARGER * self.size

    def find_subtitles(self, others: Sequence[HeadingLine], chosen: Sequence[HeadingLine]) -> set[HeadingLine]:
        """Return the unnumbered lines that are set like titles.

        `others`: the unnumbered lines; `chosen`: the numbered titles. Lines larger than the text always are; bold lines
        that stand alone only if there are more than HABIT for each numbered title.
        """
        larger = {one for one in others if self.is_larger(self.lines[one.first])}
        bold = {one for one in others if one not in larger and self.is_alone_in_bold(one)}
        return larger | (bold if len(bold) > HABIT * len(chosen) else set())

    def is_alone_in_bold(self, one: HeadingLine) -> bool:
        """Return whether a bold line stands between the end of one text and the start of another."""
        before = self.lines[one.first - 1] if one.first else self.lines[one.first]
        after = self.lines[one.end] if one.end < len(self.lines) else self.lines[one.first]
        ended = before.text[-1:] in ".:;!?”)" or self.is_set_as_title(before)
        sentence = self.lines[one.end - 1].text[-1] in ENDS or len(one.title.split()) > LONGEST
        return one.style[1] and ended and not sentence and after.text[:1].isupper() and not after.bold

    def drop_trailing_piece(self, line: Line, title: str) -> str:
        """Return a numbered line's title without a separate piece at the line's end ("… Warning")."""
        pieces = list(line.pieces)
        first = parse_number(pieces[0])
        head = pieces[: 1 if first and first[1] else 2]
        parsed = parse_number(" ".join(head), self.is_set_as_title(line))
        if not parsed or not parsed[1] or title.isupper() or parsed[1].isupper():
            return title
        return parsed[1]

    def holds_title_of_number(self, at: int, after: int) -> bool:
        one, two = self.lines[at], self.lines[after]
        plain = bool(two.text) and not two.table and not two.item
        return plain and two.bold == one.bold and parse_number(two.text) is None

    def is_wrapped(self, after: int) -> bool:
        """Return whether a title continues in line `after`, same type."""
        if after >= len(self.lines) or not self.lines[after].text:
            return False
        one, two = self.lines[after - 1], self.lines[after]
        same = (one.bold, round(one.size), one.page, 0) == (two.bold, round(two.size), two.page, two.table)
        full = one.size > LARGER * self.size and len(one.text) * one.size >= FULL * self.width
        goes_on = two.text[:1].islower() or fold(one.text.split()[-1]) in FUNCTION_WORDS or full
        return same and goes_on and len(two.text.split()) <= LONGEST and parse_number(two.text) is None

    def continues_sentence(self, after: int) -> bool:
        """Return whether line `after` continues a sentence, in small letters."""
        text = self.lines[after].text if after < len(self.lines) else ""
        return text[:1].islower() and not self.is_set_as_title(self.lines[after])

    def cut_by_contents(self, at: int, number: Number, title: str) -> str:
        """Return the title of line `at`, cut to the words that the table of contents gives it."""
        key = fold_all(title)
        for other, line in enumerate(self.lines):
            if other == at or not self.keys[other].startswith(fold_all(str(number))):
                continue
            parsed = parse_number(LEADER.sub("", line.text), strong=True)
            if parsed and parsed[0].index == number.index and parsed[1] and len(parsed[1]) < len(title):
                alone = fold_all(parsed[1])
                if key.startswith(alone) and other != at:
                    return _cut_after(title, alone)
        return title

    # The table of contents

    def find_contents(self, chosen: Sequence[HeadingLine]) -> None:
        """Find the table of contents: lines close together that repeat many of the titles `chosen`.

        Adds its lines' numbers to `contents`, and its entries, folded, to `listed` and (those without number) `named`.
        """
        keys = {(c.number.value, fold_all(c.title)): c.first for c in chosen if c.number}
        glued = [self.keys[first] for first in keys.values()]
        places = []
        for at, line in enumerate(self.lines):
            parsed = parse_number(MARKER.sub("", line.text), strong=True)
            if not parsed or line.table or not parsed[1]:
                continue
            twin = keys.get((parsed[0].value, fold_all(PAGE.sub("", parsed[1]))), -1) > at
            longer = any(key.startswith(self.keys[at]) and key != self.keys[at] for key in glued)
            if twin or (longer and keys and at < min(keys.values())):
                places.append(at)
        if len(places) < RUN or places[-1] - places[0] >= SPARSE * len(places):
            return
        first, last = places[0], places[-1]
        while first and self.is_repeated(first - 1, last):
            first -= 1
        while last + 1 < len(self.lines) and self.is_repeated(last + 1, last + 1):
            last += 1
        self.contents |= set(range(first, last + 1))
        entries = [self.lines[i].text for i in range(first, last + 1)]
        self.listed |= {fold_all(_strip_number(entry)) for entry in entries}
        self.named |= {fold_all(entry) for entry in entries if parse_number(entry, strong=True) is None}

    def find_linked_contents(self) -> set[int]:
        """Return the lines of a heading «Contents» and the list below it, if most are headings."""
        headings = {key for key, line in zip(self.keys, self.lines, strict=True) if line.level}
        for at, line in enumerate(self.lines):
            if line.level and CONTENTS.match(line.text):
                end = at + 1
                while end < len(self.lines) and (self.lines[end].item or not self.lines[end].text):
                    end += 1
                entries = [fold_all(MARKER.sub("", one.text)) for one in self.lines[at + 1 : end] if one.text]
                if 2 * sum(entry in headings for entry in entries) > len(entries):
                    return set(range(at, end))
        return set()

    def is_repeated(self, at: int, after: int) -> bool:
        """Return whether the text of line `at` is also that of a whole line below line `after`."""
        key = self.keys[at]
        return bool(key) and len(self.lines[at].text.split()) <= LONGEST and key in self.keys[after + 1 :]

    # Titles without a number

    def select_unnumbered(self, others: Sequence[HeadingLine], chosen: Sequence[HeadingLine]) -> list[HeadingLine]:
        """Return the lines without number that are titles.

        `others`: the lines to choose from; `chosen`: the numbered titles. Sets `repeated_labels`.
        """
        labels = find_labels(others, chosen, self.listed)
        levels = any(c.style[0] for c in (*others, *chosen))
        subtitles = self.find_subtitles(others, chosen)
        styles = {c.style[:3] for c in chosen if c.strong}
        sizes = min((c.style[2] for c in chosen if c.strong), default=0)
        found = []
        self.repeated_labels = Counter(one.title for one in others if one.strong and one in labels)
        for one in others:
            key = fold_all(one.title)
            heads_contents = CONTENTS.match(one.title) and (not one.style[0] or one.end in self.contents)
            if one in labels or DATE.match(one.title) or heads_contents:
                continue
            if one.style[0]:
                found.append(one)
            elif self.listed and (key in self.named or not (chosen and one.strong and one.style[:3] not in styles)):
                found += [one] if key in self.named else []
            elif one.strong and not levels:
                if one.style[:3] in styles or not styles or one.style[2] > sizes > 0 or one in subtitles:
                    found.append(one)
            elif not any(c.strong for c in chosen) and not levels and self.is_alone(one):
                found.append(one)
        return found

    def heads_paragraph(self, one: HeadingLine) -> bool:
        """Return whether a short line stands above a longer one that begins a sentence."""
        after = self.lines[one.end].text if one.end < len(self.lines) else ""
        words = self.lines[one.first].text.split()
        return (
            words[-1][-1] not in ENDS and len(words) <= FEW and len(after.split()) > len(words) and after[:1].isupper()
        )

    def is_alone(self, one: HeadingLine) -> bool:
        """Return whether a line in ordinary type looks like a title."""
        text = self.lines[one.first].text
        if text[-1] in ".,;" or text[0] in "•-–(":
            return False
        if text.isupper() and sum(map(str.isalpha, text)) > max(3, sum(map(str.isdigit, text))):
            return True
        before = self.lines[one.first - 1].text if one.first else "."
        after = self.lines[one.end].text if one.end < len(self.lines) else ""
        long = len(after.split()) > len(text.split())
        return before[-1] in ".:;!?”)" and long and after[:1].isupper() and not any(c.isdigit() for c in text)


def _strip_page(entry: str) -> str:
    """Drop the page from a line of the contents: "3.2 Heat 1 . . . . 22" → "3.2 Heat 1"."""
    led = LEADER.sub("", entry)
    return led if led != entry else PAGE.sub("", entry)


def _strip_number(entry: str) -> str:
    parsed = parse_number(entry, strong=True)
    return parsed[1] if parsed else entry


def _cut_after(title: str, key: str) -> str:
    """Cut a title after the words that fold to `key`; unchanged if it does not begin with them."""
    words = title.split()
    return next((" ".join(words[:n]) for n in range(1, len(words)) if fold_all(" ".join(words[:n])) == key), title)
