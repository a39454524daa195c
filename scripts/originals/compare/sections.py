"""Compare two copies of a document, section by section."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from scripts.originals.compare.fingerprint import FEW, differ, do_accents_count, find_changed, fingerprint
from scripts.originals.cut.heading_types import Title, fold_all
from scripts.originals.import_stages import Imported, ImportedSection
from scripts.originals.text_model import FUNCTION_WORDS, fold, fold_phrase, make_triples

ADDED, REMOVED, RENUMBERED, MOVED, REWORDED = "aggiunta", "tolta", "rinumerata", "spostata", "riscritta"
RETITLED, SPLIT, JOINED = "rititolata", "divisa", "unita"
ALIKE = 0.5  # share of word triples that makes a section of another title the same section
ANY_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?\Z")
NEW_SECTION = re.compile(r"(\d{1,2}(?:\.\d{1,2})+)\.?\Z")
LONGEST_TITLE = 12  # words
SAME_NUMBER = 0.2  # share of word triples that makes a section of another title and the same number the same section
WITHIN = 0.6  # share of a section's word triples that stand in another: it was divided from it, or joined to it
NEW = 0.3  # share of word triples that a new section has in common with the old text, at most
LEAST = 8  # word triples, below which nothing is said of that


@dataclass(frozen=True)
class Difference:
    """Hold what happened to one section, which may be moved and reworded at once.

    `kinds`: Italian names such as 'riscritta'; `id`: '' if our edition has no such section; `old`, `new`: words;
    `other`: the section it was split from or joined to; `rows`: table rows removed ('-') or added ('+').
    """

    kinds: tuple[str, ...]
    id: str
    title: str  # the new one
    old_number: str
    new_number: str
    old: tuple[str, ...]  # words
    new: tuple[str, ...]  # words
    old_title: str = ""
    other: str = ""  # from which section it was divided, or to which it was joined
    rows: tuple[tuple[str, str], ...] = ()  # of its tables: ("-", gone) and ("+", new)


@dataclass(frozen=True)
class Run:
    """Hold a run of words that was kept (`kind` ''), removed ('-') or added ('+')."""

    kind: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Inner:
    """Hold a title inside a section, missing in our outline.

    `first`, `body`: indexes of the words where title and text begin; `sure`: False for a title only
    if the other copy lacks it.
    """

    first: int  # the section's word at which the title begins
    body: int  # the word at which the text below it begins
    number: str
    title: str
    sure: bool = True  # False for a title only if the other document lacks it


@dataclass(frozen=True)
class Passage:
    """Hold a section to compare: words, inner titles, rows; `id`: '' if our edition lacks it."""

    id: str
    title: str
    number: str
    words: tuple[str, ...]
    inner: tuple[Inner, ...] = ()
    rows: tuple[str, ...] = ()


def compare(old: Imported, new: Imported) -> tuple[Difference, ...]:
    """Return the changed sections of two copies, in the new order, removed ones last."""
    return compare_passages(*split_at_own_titles(list_passages(old), list_passages(new)))


def compare_passages(before: Sequence[Passage], after: Sequence[Passage]) -> tuple[Difference, ...]:
    """Return the changed sections, in the order of `after`, removed ones last."""
    pairs = _pair_sections(before, after)
    differences: list[Difference] = []
    out_of_order = _find_out_of_order([a for a, _ in sorted(pairs.items(), key=lambda p: p[1])])
    by_new = {b: a for a, b in pairs.items()}
    both = {b: (before[a], _restore_title(before[a], after[b])) for b, a in by_new.items()}
    accents = do_accents_count([(fingerprint(was.words), fingerprint(section.words)) for was, section in both.values()])
    for index, section in enumerate(after):
        if index not in by_new:
            source = _find_holder(section, before)
            kinds = (ADDED, SPLIT) if source else (ADDED,)
            title, number, words = section.title, section.number, section.words
            differences.append(Difference(kinds, section.id, title, "", number, (), words, other=source))
        elif changed := _compare_section(*both[index], by_new[index] in out_of_order, accents):
            differences.append(changed)
    for index, section in enumerate(before):
        if index not in pairs:
            goal = _find_holder(section, after)
            kinds = (REMOVED, JOINED) if goal else (REMOVED,)
            title, number, words = section.title, section.number, section.words
            differences.append(Difference(kinds, section.id, title, number, "", words, (), title, goal))
    return tuple(differences)


def _compare_section(was: Passage, section: Passage, moved: bool, accents: bool) -> Difference | None:
    """Return what changed in a section of both documents, or None.

    `was`, `section`: its older and its newer form; `moved`: it stands elsewhere; `accents`: whether differences in
    accents count.
    """
    kinds = []
    if was.number != section.number:
        kinds.append(RENUMBERED)
    if moved:
        kinds.append(MOVED)
    if differ(fingerprint(was.words), fingerprint(section.words), accents):
        kinds.append(REWORDED)
    if differ(fingerprint(was.title.split()), fingerprint(section.title.split()), accents):
        kinds.append(RETITLED)
    if not kinds:
        return None
    rows = tuple(compare_rows(was.rows, section.rows))
    return Difference(
        tuple(kinds), was.id, section.title, was.number, section.number, was.words, section.words, was.title, rows=rows
    )


def compare_rows(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield removed ('-', row) and added ('+', row) table rows."""
    matcher = SequenceMatcher(None, [fold_all(row) for row in old], [fold_all(row) for row in new], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            yield from (("-", row) for row in old[a:b])
            yield from (("+", row) for row in new[c:d])


def _find_holder(part: Passage, sections: Sequence[Passage]) -> str:
    """Return number and title of the section that has most of the text of `part`; '' if none."""
    own = _make_triples(part.words)
    if len(own) < LEAST:
        return ""
    shared = [(len(own & _make_triples(section.words)), section) for section in sections]
    most, section = max(shared, key=lambda one: one[0], default=(0, part))
    return " ".join(filter(None, (section.number, f"«{section.title}»"))) if most >= WITHIN * len(own) else ""


def _restore_title(was: Passage, section: Passage) -> Passage:
    """Return the new section split into title and text where the older copy (`was`) splits it.

    Old title "Fine del turno", new title "Fine", text "del turno Si passa" → "Fine del turno", "Si passa". The section
    is returned unchanged if its title and text, joined, do not begin with the old title, or if our edition has it.
    """
    whole = (*section.title.split(), *section.words)
    title = [fold(word) for word in was.title.split()]
    if section.id or not title or [fold(word) for word in whole[: len(title)]] != title:
        return section
    return replace(section, title=was.title, words=whole[len(title) :])


def compare_with_prints(imported: Imported, expected: Mapping[str, str]) -> tuple[Difference, ...]:
    """Return how a copy differs from our edition (`expected`: section id → fingerprint)."""
    differences: list[Difference] = []
    found = {s.heading.id: s.fingerprint for s in imported.sections if s.found and s.heading.id in expected}
    changed = find_changed({one: (expected[one], mark) for one, mark in found.items()})
    for section in imported.sections:
        heading = section.heading
        if not section.found:
            differences.append(Difference((REMOVED,), heading.id, heading.title, heading.number, "", (), ()))
        elif heading.id not in expected:
            differences.append(Difference((ADDED,), heading.id, heading.title, "", heading.number, (), section.words))
        elif heading.id in changed:
            differences.append(
                Difference((REWORDED,), heading.id, heading.title, heading.number, heading.number, (), section.words)
            )
    return tuple(differences)


def align_words(old: Sequence[str], new: Sequence[str]) -> tuple[Run, ...]:
    """Align two texts: return runs of kept, removed, added words.

    Accents count unless one text seems to have lost them.
    """
    accented = [sum(fold(word) != fold(word, accents=True) for word in words) for words in (old, new)]
    accents = min(accented) > 0 or max(accented) <= FEW
    before, after = ([fold(word, accents) or word for word in words] for words in (old, new))
    matcher = SequenceMatcher(None, before, after, autojunk=False)
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


def list_passages(imported: Imported) -> list[Passage]:
    """Return the sections of an imported copy, in its order, with the printed titles."""
    found = [
        (part, section) for part, section in zip(imported.parts, imported.sections, strict=True) if part.at is not None
    ]
    found.sort(key=lambda f: f[0].at.first if f[0].at else 0)
    made = []
    for part, section in found:
        assert part.at is not None
        printed = _get_title(imported, part.at.first)
        own = printed and printed.sure and part.at.body > part.at.first
        title = printed.title if printed and own else section.heading.title
        inner = tuple(_find_inner(imported, part.start, part.end))
        rows = tuple(row for block in section.blocks if not isinstance(block, str) for row in block.as_rows())
        made.append(Passage(section.heading.id, title, get_number(section), section.words, inner, rows))
    return made


def _get_title(imported: Imported, word: int) -> Title | None:
    """Return the title that begins with word number `word`; None if there is none."""
    lines = imported.text.lines
    return imported.titles.get(lines[word]) if word == 0 or lines[word - 1] != lines[word] else None


def _find_inner(imported: Imported, start: int, end: int) -> Iterator[Inner]:
    """Yield the titles within words `start` to `end`, with indexes counted from `start`."""
    words = imported.text.words
    for at in range(start, end):
        if title := _get_title(imported, at):
            size = len(fold_phrase(f"{title.number or ''} {title.title}"))
            body = at
            while body < end and size > 0:
                size -= bool(fold(words[body]))
                body += 1
            yield Inner(at - start, body - start, str(title.number or ""), title.title, title.sure)


def split_at_own_titles(before: Sequence[Passage], after: Sequence[Passage]) -> tuple[list[Passage], list[Passage]]:
    """Split the sections of both copies at titles that only one of them has.

    If no title inside a section is known, sections are split where the next number of their series begins a title.
    Returns the parts of `before` and those of `after`.
    """
    inner = [[i for passage in one for i in passage.inner] for one in (before, after)]
    common = {fold_all(i.title) for i in inner[0]} & {fold_all(i.title) for i in inner[1]}
    if not any(inner):
        return [p for one in before for p in _split_at_numbers(one)], [
            p for one in after for p in _split_at_numbers(one)
        ]
    old = {passage.id: _make_triples(passage.words) for passage in before}
    return (
        [part for one in before for part in _split_at_titles(one, common, None)],
        [part for one in after for part in _split_at_titles(one, common, old.get(one.id, set()))],
    )


def _split_at_titles(
    section: Passage, common: Collection[str], old: Collection[tuple[str, ...]] | None
) -> list[Passage]:
    """Split a section at titles that the other copy lacks.

    `common`: folded titles that both copies have; `old`: word triples of the section's older text, None for the older
    copy itself. What looks like a title is none if the text below it is already in `old`.
    """
    ends = [*(inner.first for inner in section.inner), len(section.words)][1:]
    cuts = []
    for inner, end in zip(section.inner, ends, strict=True):
        said = _make_triples(section.words[inner.body : end])
        fresh = old is not None and len(said & set(old)) < NEW * len(said)
        if fold_all(inner.title) not in common and (inner.sure or fresh):
            cuts.append(inner)
    return _split_at(section, cuts)


def _split_at(section: Passage, cuts: Sequence[Inner]) -> list[Passage]:
    """Return what a section says before the first of some titles in it, then what it says below each."""
    words, stops = section.words, [*(inner.first for inner in cuts), len(section.words)]
    below = zip(cuts, stops[1:], strict=True)
    return [
        replace(section, words=words[: stops[0]]),
        *(Passage("", inner.title, inner.number, words[inner.body : end]) for inner, end in below),
    ]


def get_number(section: ImportedSection) -> str:
    """Return the section's number as printed, else as in our outline."""
    printed = section.number.strip("().:")
    return printed if printed and section.heading.number else section.heading.number


def _split_at_numbers(section: Passage) -> list[Passage]:
    """Split a section at titles with the next number of its series."""
    words = section.words
    cuts: list[Inner] = []
    series = section.number.split(".")
    if all(part.isdigit() for part in series):
        last = [int(n) for n in series]
        for i in range(len(words) - 3):
            match = NEW_SECTION.match(words[i])
            if not match or (i and words[i - 1][-1] not in ".;:!?)”"):
                continue
            here = [int(n) for n in match[1].split(".")]
            follows = here in ([*last[:-1], last[-1] + 1], [*last, 1])
            if follows and (size := count_title_words(words[i + 1 :])):
                cuts.append(Inner(i, i + 1 + size, match[1], " ".join(words[i + 1 : i + 1 + size])))
                last = here
    return _split_at(section, cuts)


def count_title_words(words: Sequence[str]) -> int:
    """Return how many words at the beginning form a title: "Ritardi e Assenze Chi …" → 3."""
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


def _pair_sections(before: Sequence[Passage], after: Sequence[Passage]) -> dict[int, int]:
    """Pair sections by id, title, words or number: index of the old one → of the new one."""
    pairs: dict[int, int] = {}
    ids = {s.id: i for i, s in enumerate(after) if s.id}
    for index, section in enumerate(before):
        if section.id and section.id in ids:
            pairs[index] = ids[section.id]
    for same in (_match_title, _match_words):
        for index, section in enumerate(before):
            if index not in pairs:
                free = [(i, s) for i, s in enumerate(after) if i not in set(pairs.values())]
                if (found := same(section, free)) is not None:
                    pairs[index] = found
    return pairs


def _match_title(section: Passage, free: Sequence[tuple[int, Passage]]) -> int | None:
    return next((i for i, s in free if fold_all(s.title) == fold_all(section.title)), None)


def _match_words(section: Passage, free: Sequence[tuple[int, Passage]]) -> int | None:
    """Return the index of the new section most like `section`, by text or number; else None.

    `free`: (index, section) of the new sections to choose from.
    """
    scored = [(_measure_likeness(section.words, s.words), i, s) for i, s in free]
    score, best, _ = max(scored, key=lambda one: one[0], default=(0.0, -1, section))
    if score >= ALIKE:
        return best
    return next(
        (i for like, i, s in scored if section.number and s.number == section.number and like >= SAME_NUMBER), None
    )


def _make_triples(words: Sequence[str]) -> set[tuple[str, ...]]:
    return set(make_triples([key for word in words if (key := fold(word))]))


def _measure_likeness(one: Sequence[str], two: Sequence[str]) -> float:
    """Return the share of word triples that two texts have in common, 0 to 1."""
    a, b = _make_triples(one), _make_triples(two)
    return len(a & b) / len(a | b) if a and b else 0.0


def _find_out_of_order(row: Sequence[int]) -> set[int]:
    """Return the fewest numbers to remove so that the others increase."""
    chains: list[tuple[int, ...]] = []
    for number in row:
        before: tuple[int, ...] = max((chain for chain in chains if chain[-1] < number), key=len, default=())
        chains.append((*before, number))
    longest: tuple[int, ...] = max(chains, key=len, default=())
    return set(row) - set(longest)
