"""Two readings of a document → what changed: added, removed, renumbered, moved and reworded sections."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import Match, SequenceMatcher

from scripts.originals.compare.fingerprint import fingerprint
from scripts.originals.stages import Imported, ImportedSection
from scripts.originals.text import FUNCTION_WORDS, fold

ADDED, REMOVED, RENUMBERED, MOVED, REWORDED = "aggiunta", "tolta", "rinumerata", "spostata", "riscritta"
RETITLED = "rititolata"
ALIKE = 0.5  # share of word triples that makes a section of another title the same section
ANY_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?\Z")
NEW_SECTION = re.compile(r"(\d{1,2}(?:\.\d{1,2})+)\.?\Z")
LONGEST_TITLE = 12  # words
LEAST_ALIKE = 3  # words that say that two texts end alike
LATIN = ("bis", "ter", "quater", "quinquies")


@dataclass(frozen=True)
class Difference:
    """What happened to one section. `old` and `new` are its words; a section may be both moved and reworded."""

    kinds: tuple[str, ...]
    id: str
    title: str
    old_number: str
    new_number: str
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True)
class Run:
    """A run of words: `kind` is "" for words that stay, "-" for those that went, "+" for those that came."""

    kind: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Passage:
    """A section of one document, as it is compared; `lines`: the words with which its lines begin."""

    id: str
    title: str
    number: str
    words: tuple[str, ...]
    lines: tuple[int, ...] = ()


def compare(old: Imported, new: Imported) -> tuple[Difference, ...]:
    """The changed sections in the new document's order, what was removed last.

    Guarantees that a section is in one change at most, and that one whose words stay, whatever its spaces, quotes
    and dashes, is in none unless its number or place changed.
    """
    kept = passages(old)
    return compare_passages(parted(kept), parted(passages(new), kept))


def compare_passages(before: Sequence[Passage], after: Sequence[Passage]) -> tuple[Difference, ...]:
    """The same of two documents that were taken apart already."""
    pairs = _paired(before, after)
    differences: list[Difference] = []
    out_of_order = _out_of_order([a for a, _ in sorted(pairs.items(), key=lambda p: p[1])])
    by_new = {b: a for a, b in pairs.items()}
    for index, section in enumerate(after):
        if index not in by_new:
            differences.append(Difference((ADDED,), section.id, section.title, "", section.number, (), section.words))
            continue
        was = before[by_new[index]]
        section = _retold(was, section)
        kinds = []
        if was.number != section.number and (was.number or section.number):
            kinds.append(RENUMBERED)
        if by_new[index] in out_of_order:
            kinds.append(MOVED)
        if fingerprint(was.words) != fingerprint(section.words):
            kinds.append(REWORDED)
        if fold(was.title) != fold(section.title):
            kinds.append(RETITLED)
        if kinds:
            differences.append(
                Difference(tuple(kinds), was.id, section.title, was.number, section.number, was.words, section.words)
            )
    for index, section in enumerate(before):
        if index not in pairs:
            differences.append(Difference((REMOVED,), section.id, section.title, section.number, "", section.words, ()))
    return tuple(differences)


def _retold(was: Passage, section: Passage) -> Passage:
    """A section that the outline did not find, with the title it had where it still begins with it: of "1.12 Scorekeeper
    Lo Scorekeeper assicura …" nobody else can say where the title ends."""
    whole = (*section.title.split(), *section.words)
    title = [fold(word) for word in was.title.split()]
    if section.id or not title or [fold(word) for word in whole[: len(title)]] != title:
        return section
    return replace(section, title=was.title, words=whole[len(title) :])


def compare_with_prints(imported: Imported, expected: Mapping[str, str]) -> tuple[Difference, ...]:
    """What differs from the edition whose fingerprints we have; the old words are not known."""
    differences: list[Difference] = []
    for section in imported.sections:
        heading = section.heading
        if not section.found:
            differences.append(Difference((REMOVED,), heading.id, heading.title, heading.number, "", (), ()))
        elif heading.id not in expected:
            differences.append(Difference((ADDED,), heading.id, heading.title, "", heading.number, (), section.words))
        elif section.fingerprint != expected[heading.id]:
            differences.append(
                Difference((REWORDED,), heading.id, heading.title, heading.number, heading.number, (), section.words)
            )
    return tuple(differences)


def word_view(old: Sequence[str], new: Sequence[str]) -> tuple[Run, ...]:
    """The two texts as one: what stays, what went, what came."""
    matcher = SequenceMatcher(None, [fold(w) or w for w in old], [fold(w) or w for w in new], autojunk=False)
    runs: list[Run] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            runs.append(Run("", tuple(new[c:d])))
            continue
        if b > a:
            runs.append(Run("-", tuple(old[a:b])))
        if d > c:
            runs.append(Run("+", tuple(new[c:d])))
    return tuple(runs)


def passages(imported: Imported) -> list[Passage]:
    """The outline's sections in the document's own order."""
    found = [
        (part, section) for part, section in zip(imported.parts, imported.sections, strict=True) if part.at is not None
    ]
    found.sort(key=lambda f: f[0].at.first if f[0].at else 0)
    lines = imported.text.lines
    return [
        Passage(s.heading.id, s.heading.title, number_of(s), s.words, line_starts(lines[part.start : part.end]))
        for part, s in found
    ]


def line_starts(lines: Sequence[int]) -> tuple[int, ...]:
    """Of words that stand on these lines, those with which one begins."""
    return tuple(i for i, line in enumerate(lines) if not i or line != lines[i - 1])


def parted(whole: Iterable[Passage], before: Iterable[Passage] = ()) -> list[Passage]:
    """The passages with those that the outline does not know, which have no id. `before`: the sections of an older copy,
    where there is one: what comes after all that a section said may be a new section."""
    said = {passage.id: passage.words for passage in before}
    return [part for passage in whole for part in _split(passage, said.get(passage.id))]


def number_of(section: ImportedSection) -> str:
    """The printed number, or the outline's where the title is printed without one."""
    printed = section.number.strip("().:")
    return printed if printed and section.heading.number else section.heading.number


def _split(section: Passage, said: Sequence[str] | None) -> list[Passage]:
    """A section, parted where a new number in its series stands before a title: "2.4 Ritardi Chi arriva …"; and, of what
    comes after all that an older copy `said`, where a number of any series, or a title, begins it."""
    words = section.words
    cuts: list[tuple[int, int, str]] = []  # where a new section begins, where its words do, its number
    grown = _grown(said, words) if said is not None else None
    if grown is not None and (head := _heading(section, grown)):
        cuts.append((grown, *head))
    series = (cuts[0][2] if cuts else section.number).split(".")
    if all(part.isdigit() for part in series):
        last = [int(n) for n in series]
        for i in range(cuts[0][1] if cuts else 0, len(words) - 3):
            match = NEW_SECTION.match(words[i])
            begins = not i or words[i - 1][-1] in ".;:!?)”" or (cuts and i == cuts[-1][1])
            if not match or not begins:
                continue
            here = [int(n) for n in match[1].split(".")]
            follows = (
                here == [*last[:-1], last[-1] + 1]
                or here == [*last, 1]
                or (cuts and here > last and here[0] == last[0])
            )
            if follows and len(here) >= len(last) and (size := _line_title(section, i) or title_length(words[i + 1 :])):
                cuts.append((i, i + 1 + size, match[1]))
                last = here
    ends = [*(start for start, _, _ in cuts), len(words)]
    found = [Passage(section.id, section.title, section.number, words[: ends[0]])]
    for (start, body, mark), end in zip(cuts, ends[1:], strict=True):
        title = words[start + len(mark.split()) : body]
        found.append(Passage("", " ".join(title), mark, words[body:end]))
    return found


def _grown(said: Sequence[str], words: Sequence[str]) -> int | None:
    """The word after all that a section said in an older copy; None where its end is another, or where nothing follows."""
    old, new = [fold(word) for word in said], [fold(word) for word in words]
    if new[: len(old)] == old:
        return len(old) if len(old) < len(new) else None
    *_, block, _ = [Match(0, 0, 0), *SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()]
    whole = block.a + block.size == len(old) and block.size >= LEAST_ALIKE
    return block.b + block.size if whole and block.b + block.size < len(new) else None


def _heading(section: Passage, at: int) -> tuple[int, str] | None:
    """Where the words begin of a section whose heading stands there, and its number, "" where it has none; None where
    there is none."""
    words = section.words
    number = ANY_NUMBER.match(words[at])
    if not number:
        size = _line_title(section, at, 0)
        first = words[at + size] if size and at + size < len(words) else ""
        capitals = next((i for i, word in enumerate(words[at:]) if not word.isupper()), 0)
        capitals -= capitals and len(words[at + capitals - 1]) == 1  # «È», which begins the sentence
        size = size if first[:1].isupper() else capitals
        return (at + size, "") if size > 0 and len(words) > at + size + LEAST_ALIKE else None
    mark = words[at].rstrip(".")
    after = at + 1
    if after < len(words) and fold(words[after]) in LATIN:
        mark, after = f"{mark} {words[after]}", after + 1
    size = _line_title(section, at, after - at) or title_length(words[after:])
    if not size and words[after : after + 1] and words[after][:1].isupper():  # up to the sentence that follows
        size = next((i for i, word in enumerate(words[after : after + LONGEST_TITLE]) if i and word[:1].isupper()), 0)
    return (after + size, mark) if size else None


def _line_title(section: Passage, first: int, number: int = 1) -> int:
    """How many words of title stand after the number (of so many words), alone on its line: "5.4 Carte in più" → 3; else 0."""
    at = bisect_left(section.lines, first)
    if at == len(section.lines) or section.lines[at] != first:
        return 0
    end = section.lines[at + 1] if at + 1 < len(section.lines) else len(section.words)
    title, after = section.words[first + number : end], section.words[end : end + 1]
    begins = all(word[:1].isupper() or not word[:1].isalpha() for word in (*title[:1], *after))
    return len(title) if 0 < len(title) <= LONGEST_TITLE and begins and title[-1][-1] not in ".,;" else 0


def title_length(words: Sequence[str]) -> int:
    """How many words at the beginning are a title: capitals and little words, up to the sentence that follows.

    "Ritardi e Assenze Chi arriva tardi" → 3; 0 where no title stands there.
    """
    upper = 0
    for i, word in enumerate(words[: LONGEST_TITLE + 1]):
        if i and ANY_NUMBER.match(word):
            return i
        if word[:1].isupper():
            upper = i
        elif fold(word) not in FUNCTION_WORDS or word[-1] in ".,;":
            return upper
        if word[-1] in ".;" and i:
            return 0
    return 0


def _paired(before: Sequence[Passage], after: Sequence[Passage]) -> dict[int, int]:
    """Old section → new section: by id, then by title, then by what they say."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    ids = {s.id: i for i, s in enumerate(after) if s.id}
    for index, section in enumerate(before):
        if section.id and section.id in ids:
            pairs[index] = ids[section.id]
            taken.add(ids[section.id])
    for index, section in enumerate(before):
        if index in pairs:
            continue
        same = [i for i, s in enumerate(after) if i not in taken and fold(s.title) == fold(section.title)]
        if not same:
            scored = [(_likeness(section.words, s.words), i) for i, s in enumerate(after) if i not in taken]
            score, best = max(scored, default=(0.0, -1))
            same = [best] if score >= ALIKE else []
        if same:
            pairs[index] = same[0]
            taken.add(same[0])
    return pairs


def _likeness(one: Sequence[str], two: Sequence[str]) -> float:
    """The share of word triples that two texts have in common."""

    def triples(words: Sequence[str]) -> set[tuple[str, ...]]:
        keys = [key for word in words if (key := fold(word))]
        return {tuple(keys[i : i + 3]) for i in range(len(keys) - 2)}

    a, b = triples(one), triples(two)
    return len(a & b) / len(a | b) if a and b else 0.0


def _out_of_order(row: Sequence[int]) -> set[int]:
    """Of numbers in a row, the fewest that must go so that the rest increase."""
    chains: list[tuple[int, ...]] = []
    for number in row:
        before: tuple[int, ...] = max((chain for chain in chains if chain[-1] < number), key=len, default=())
        chains.append((*before, number))
    longest: tuple[int, ...] = max(chains, key=len, default=())
    return set(row) - set(longest)
