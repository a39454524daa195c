"""Measure how a search treats unknown words, misspellings and names of games.

`python -m tests.bench.unknown_and_named` prints the share of right ones for each, and those that were wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from scripts.model.italian_format import fold_text
from scripts.pipeline import load_checked
from search.engine.answer import Engine
from search.language import analysis
from tests.conftest import ROOT

LISTS = Path(__file__).parent / "lists"
SLIPS, SEED, LEAST = 200, 36, 5
# a letter of the keyboard → those beside it
KEYBOARD = (
    "q:wa w:qes e:wrd r:etf t:ryg y:tuh u:yij i:uok o:ipl p:ol a:qsz s:awdx d:sefc "
    "f:drgv g:fthb h:gyjn j:hukm k:jil l:kop z:asx x:zsdc c:xdfv v:cfgb b:vghn n:bhjm m:njk"
)
NEIGHBOURS = dict(pair.split(":") for pair in KEYBOARD.split())


def main() -> None:
    engine = Engine.over(load_checked(ROOT).corpus)
    for name, asked, wrong in (
        ("parole che nessun libro ha", *measure_unknown(engine, read_lines("unknown_words.txt"))),
        ("errori di battitura", *measure_slips(engine)),
        ("giochi, edizioni e documenti nominati", *measure_named(engine, read_lines("named_books.tsv"))),
    ):
        print(f"{name}: {1 - len(wrong) / asked:.3f} di {asked}", *wrong, sep="\n  ")


def read_lines(name: str) -> list[str]:
    return [line for line in (LISTS / name).read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


def measure_unknown(engine: Engine, words: Iterable[str]) -> tuple[int, list[str]]:
    """Return how many words no book has, and those that the search does not call unknown.

    A word is called unknown if nothing is found (`total` 0) and the answer names it.
    """
    had = set(engine.ranking.index.terms) | engine.vocabulary.terms
    asked = [word for word in words if analysis.term_of(fold_text(word)) not in had]
    answers = {word: engine.search(f"{word} ") for word in asked}
    wrong = [word for word, page in answers.items() if page.total or fold_text(word) not in page.unknown]
    return len(asked), wrong


def measure_slips(engine: Engine) -> tuple[int, list[str]]:
    """Return how many words were misspelt, and those whose slip does not find the rules of the word."""
    words = sorted(
        {fold_text(w) for surfaces in engine.surfaces.values() for w in surfaces if len(w) >= LEAST}
        - set(analysis.STOP)
    )
    slips = list(make_slips(words))
    wrong = []
    for slip, word in slips:
        groups = engine.parse(f"{slip} ").groups
        found = {term for group in groups for a in group.alternatives for term in a.terms}
        if analysis.term_of(word) not in found:
            wrong.append(f"{slip} ({word})")
    return len(slips), wrong


def make_slips(words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield (misspelt, word): letters swapped, lost, doubled, replaced or added from a neighbouring key.

    A misspelling that is itself a word of the books is left out.
    """
    chance, known, made = random.Random(SEED), set(words), 0
    while made < SLIPS:
        word = chance.choice(words)
        n = chance.randrange(1, len(word) - 1)
        near = chance.choice(NEIGHBOURS.get(word[n], "a"))
        slip = chance.choice([
            word[:n] + word[n + 1] + word[n] + word[n + 2 :], word[:n] + word[n + 1 :], word[:n] + word[n] + word[n:],
            word[:n] + near + word[n + 1 :], word[:n] + near + word[n:],
        ])  # fmt: skip
        if slip not in known:
            made += 1
            yield slip, word


def measure_named(engine: Engine, lines: Iterable[str]) -> tuple[int, list[str]]:
    """Return how many questions name a book, and those that search others."""
    asked = [line.split("\t") for line in lines]
    wrong = []
    for question, books in asked:
        searched = set(engine.parse(f"{question} ").searched.use)
        wanted = set(books.split(",")) if books != "tutti" else set(engine.all)
        if searched != wanted:
            wrong.append(f"{question}: {', '.join(sorted(searched))}")
    return len(asked), wrong


if __name__ == "__main__":
    main()
