"""Suggest which training stories to write, for authors of a game.

More are needed for infractions with few stories, and for infractions that the classifier confuses. Each story is
classified as if it were not in the training data (leave-one-out).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from scripts.model.book import Book
from search.language.naive_bayes import Model, TrainingStory
from search.language.story_tokenizer import list_marked_stems, strip_marks

FEW = 40  # stories with which five infractions in six are found (`docs/modello.md`)
CONFUSED = 0.05  # of an infraction’s stories so many must go to one other
SHOWN = 2  # of the stories concerned


def list_sparse(book: Book) -> list[str]:
    """Return the infractions with fewer than 40 stories, fewest first: 'ritardo (12)'."""
    counts = sorted((len(table.stories), table.id) for table in book.infractions)
    return [f"{anchor} ({count})" for count, anchor in counts if count < FEW]


def list_confused(book: Book) -> Iterator[str]:
    """Yield an Italian line for each pair of confused infractions.

    A pair is confused if 5 % or more of an infraction's stories are classified as the other. Pairs with most such
    stories come first.
    """
    told = [(story.text, table.id) for table in book.infractions for story in table.stories]
    stories = [TrainingStory.of(strip_marks(list_marked_stems(text)), label) for text, label in told]
    wrong: dict[tuple[str, str], list[str]] = defaultdict(list)
    for (text, own), (other, margin) in zip(
        told, Model(stories, [table.id for table in book.infractions]).score_leave_one_out(stories), strict=True
    ):
        if margin < 0:
            wrong[own, other].append(text)
    for (own, other), texts in sorted(wrong.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        if len(texts) >= CONFUSED * sum(label == own for _, label in told):
            yield f"{own} si confonde con {other} ({len(texts)}): " + "; ".join(f"«{text}»" for text in texts[:SHOWN])
