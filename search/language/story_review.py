"""Say what to write next: infractions that have too few stories, and those that the model confuses.

Each story is classified as if it were not one of the stories (leave-one-out); at most SAMPLE of an infraction, evenly spread.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from scripts.model.book import Book
from search.language.story_file import finder, story_file
from search.language.story_words import BREAK, story_words

FEW = 40  # stories with which five infractions in six are found (`docs/modello.md`)
SAMPLE, CONFUSED = 40, 3  # stories of an infraction that are tried; how many of them must go to one other
SHOWN = 2  # of the stories concerned


def too_few(book: Book) -> list[str]:
    """Return 'ritardo (12)' of the infractions with fewer than FEW stories, fewest first."""
    counts = sorted((len(table.stories), table.id) for table in book.infractions)
    return [f"{anchor} ({count})" for count, anchor in counts if count < FEW]


def confused(book: Book) -> Iterator[str]:
    """Yield a line for each two infractions that stories of the one are taken for the other, worst first."""
    infractions = [{"id": table.id} for table in book.infractions]
    model = finder(story_file(book, [story.text for story in book.uneventful]), infractions)
    wrong: dict[tuple[str, str], list[str]] = defaultdict(list)
    for table in book.infractions:
        for story in table.stories[:: max(1, len(table.stories) // SAMPLE)]:
            chances = model.hear([name for name in story_words(story.text) if name != BREAK], table.id).chances
            best = max((label for label in chances if label), key=lambda label: chances[label])
            if best != table.id:
                wrong[table.id, best].append(story.text)
    for (own, other), texts in sorted(wrong.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        if len(texts) >= CONFUSED:
            yield f"{own} si confonde con {other} ({len(texts)}): " + "; ".join(f"«{text}»" for text in texts[:SHOWN])
