"""Write and read the file for a phone's story classifier.

It holds the training stories of a game (`assets/racconti/<book>.json`). Every word is written once, front-coded; a
story is one character for the answers that it gives, then one for each word and each mark ('!' before a denied word),
so that counts of words and pairs need no bytes of their own. Stories of weight 0 are left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from scripts.model.book import Book
from scripts.model.front_coding import decode_words, encode_words
from scripts.model.incremental import memoise
from scripts.model.infraction import DecisionTable, Story
from search.language.naive_bayes import CONSTANTS, EASY, Model, TrainingStory, weigh_stories
from search.language.story_tokenizer import MARKS, READING, list_marked_stems, strip_marks

Json = Any
FIRST = ord("#")  # a letter for the number 0, up to 55,260: before it stand what parts stories, and the quotation mark
HALF = "!"  # parts those that count whole from those that count EASY


def story_files(books: Iterable[Book]) -> Iterator[tuple[str, Json]]:
    """Yield each game's story file: (path on the site, JSON).

    Stories without infraction serve in every game, except those that a rule of their own game allows.
    """
    told = [book for book in books if book.infractions]
    for book in told:
        path, others = f"assets/racconti/{book.slug}.json", [other for other in told if other is not book]
        elsewhere = [story.text for other in others for story in other.uneventful if not story.rule]
        given = book.infractions, book.penalties, book.uneventful, elsewhere
        yield path, memoise(path, given, partial(story_file, book, elsewhere))


def story_file(book: Book, elsewhere: Iterable[str] = ()) -> Json:
    """Return a game's training stories and the model's constants as JSON.

    `elsewhere`: stories of other games in which no infraction happens.
    """
    labels = [*(table.id for table in book.infractions), ""]
    told = [
        (list_marked_stems(text), number, table.id)
        for table in book.infractions
        for text, number in [
            (table.title, 0),
            *((story.text, _encode_answers(table, story)) for story in table.stories),
        ]
    ]
    foreign = list(elsewhere)
    told += [
        (tuple(strip_marks(list_marked_stems(text))), 0, "")
        for text in [*(one.text for one in book.uneventful), *foreign]
    ]
    repeated = _repeated_stems(names for names, *_ in told)

    def known(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for name in names if _split_mark(name)[-1] in repeated)

    told = [(known(names), number, label) for names, number, label in told]
    weighed = weigh_stories(
        [TrainingStory.of(strip_marks(words), label) for words, _, label in told], labels, len(foreign)
    )
    stories = [  # what tells an answer is kept for its question
        story._replace(weight=story.weight or EASY) if number else story
        for story, (_, number, _) in zip(weighed, told, strict=True)
    ]
    model = Model(stories, labels)
    own = (story.text for story in book.uneventful if not story.rule)
    model.calibrate([TrainingStory.of(known(strip_marks(list_marked_stems(text))), "") for text in own])
    kept = [(*one, story.weight) for one, story in zip(told, stories, strict=True) if story.weight]
    often = Counter(part for names, *_ in kept for name in names for part in _split_mark(name))
    words = sorted(often, key=lambda word: (-often[word].bit_length(), word))
    places = {word: place for place, word in enumerate(words)}
    groups: dict[tuple[str, float], list[str]] = defaultdict(list)
    for names, number, label, weight in kept:
        numbers = [number, *(places[part] for name in names for part in _split_mark(name))]
        groups[label, weight].append("".join(chr(one + FIRST) for one in numbers))
    return {
        "reading": READING,
        "model": CONSTANTS | {"prior": model.prior},
        "words": encode_words(words),
        "stories": [HALF.join(" ".join(sorted(groups[label, weight])) for weight in (1, EASY)) for label in labels],
        "totals": [list(totals.values()) for totals in model.totals],
        "distinct": model.distinct,
        "amounts": {table.id: found for table in book.infractions if (found := _list_amounts(table))},
        "penalties": [{"words": list(p.words), "once": list(p.once)} for p in book.penalties],
    }


def _repeated_stems(stories: Iterable[Iterable[str]]) -> frozenset[str]:
    """Return the unmarked stems that several stories have.

    A stem of one story alone tells little of what happened, and all of them are a twentieth of the file
    (`docs/modello.md`).
    """
    often = Counter(part for names in stories for part in {_split_mark(name)[-1] for name in names})
    return frozenset(part for part, count in often.items() if count > 1)


def _split_mark(name: str) -> tuple[str, ...]:
    """Split a marked stem: '!trov' → ('!', 'trov'); unmarked: (stem,)."""
    return (name[0], name[1:]) if name[0] in MARKS else (name,)


def build_classifier(file: Json, infractions: Sequence[Json]) -> Model:
    """Build the infraction classifier from a story file.

    `file`: as returned by `story_file`; `infractions`: JSON of the game's infractions in the file's
    order, read only for 'id'.
    """
    labels, words = [*(infraction["id"] for infraction in infractions), ""], decode_words(file["words"])

    def stories() -> Iterator[TrainingStory]:
        for label, group in zip(labels, file["stories"], strict=True):
            for weight, part in zip((1, EASY), group.split(HALF), strict=False):
                for letters in filter(None, part.split(" ")):
                    names = (words[ord(letter) - FIRST] for letter in letters[1:])
                    yield TrainingStory.of([name for name in names if name not in MARKS], label, weight)

    model = Model(stories(), labels)
    model.prior = file["model"]["prior"]
    return model


def _encode_answers(table: DecisionTable, story: Story) -> int:
    """Encode a story's answers as one number, of mixed base.

    Each question of `table` gives one digit: 0 for no answer, else the answer's position from 1.
    """
    number = 0
    for question in reversed(table.questions):
        ids = ["", *(answer.id for answer in question.answers)]
        number = number * len(ids) + ids.index(story.says.get(question.id, ""))
    return number


def _list_amounts(table: DecisionTable) -> Json:
    """Return the intervals of answers that are amounts, as JSON.

    {question id: {answer id: {'minutes': [[low, high, whether low is excluded]]}}}
    """
    answers = [(question.id, answer) for question in table.questions for answer in question.answers if answer.measures]
    found: Json = defaultdict(dict)
    for question, answer in answers:
        spans = {name: [[one.low, one.high, one.after] for one in all] for name, all in answer.measures.items()}
        found[question][answer.id] = spans
    return found
