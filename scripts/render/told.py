"""What a game's file says of how its situations are told: phrases, sayings and words, prepared for the browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scripts.model.book import Book
from scripts.model.infraction import Answer, DecisionTable, Span

Json = Any
OFTEN = 8  # from here on a term counts the same


@dataclass(frozen=True)
class Spoken:
    """How people speak. `asked`: an anchor → the ways in which they ask for it; `sayings`: see `Rulebook`; `terms` and
    `compact` are the search's language: a text → its terms, a phrase → what `phrases.js` looks for; `denying`: how one denies."""

    asked: Mapping[str, Sequence[str]]
    sayings: Mapping[str, Sequence[str]]
    terms: Callable[[str], Iterable[str]]
    compact: Callable[[str], str]
    denying: Mapping[str, str]

    def phrases(self, texts: Iterable[str]) -> list[str]:
        """The phrases as the browser looks for them, each once; the name of a saying stays."""
        made = (text if text.startswith("@") else self.compact(text) for text in texts)
        return [text for text in dict.fromkeys(made) if text]

    def answer(self, answer: Answer) -> Json:
        return {"words": self.phrases(answer.told.words), "measures": measures(answer.told.measures)}

    def table(self, table: DecisionTable) -> Json:
        return {
            "words": self.phrases((table.title, *table.words)),
            "against": self.phrases(table.against),
            "asked": self._asked(table),
            "measures": measures(table.measures),
        }

    def said(self, book: Book) -> Json:
        """The sayings that the answers of a book name."""
        words = {w for t in book.infractions for q in t.questions for a in q.answers for w in a.told.words}
        return {name: self.phrases(texts) for name, texts in self.sayings.items() if f"@{name}" in words}

    def _asked(self, table: DecisionTable) -> list[str]:
        """The terms with which people tell the infraction and ask for what defines it: those of one phrase, of two, and so on."""
        anchors = (*table.definition, *table.examples)
        phrases = (*table.told, *(phrase for anchor in anchors for phrase in self.asked.get(anchor, ())))
        often = Counter(term for phrase in phrases for term in set(self.terms(phrase)) if not term[0].isdigit())
        most = min(OFTEN, max(often.values(), default=0))
        return [" ".join(sorted(t for t, n in often.items() if min(n, OFTEN) == count)) for count in range(1, most + 1)]


def measures(measures: Mapping[str, Sequence[Span]]) -> Json:
    """{'minutes': [[low, high, whether low is left out]]}; null where there is no end."""
    return {name: [[s.low, s.high, s.after] for s in spans] for name, spans in measures.items()}
