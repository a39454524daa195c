"""Ask a person what `prontuario update` needs to know."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from scripts.edition import patterns
from scripts.edition.stray_markup import check_marks, check_sentence
from scripts.model import references
from scripts.model.anchors import find_nearest
from scripts.model.problems import Place, Report
from scripts.model.typography import set_typography

LEAVE = "f"


class Stop(Exception):
    """Signal that the person stops here."""


@dataclass(frozen=True)
class Questions:
    """Ask every question until the answer is one."""

    ask: Callable[[str], str]
    say: Callable[[str], None]

    def choice(self, options: Mapping[str, str]) -> str:
        while (answer := self.ask(f"{', '.join(options.values())}: ").strip().lower()[:1]) not in options:
            self.say(f"Una lettera fra {', '.join(options)}.")
        if answer == LEAVE:
            raise Stop
        return answer

    def yes(self, question: str) -> bool:
        return self.ask(f"{question} [s/n] ").strip().lower().startswith("s")

    def line(self, question: str) -> str:
        """Ask for a line of words with real apostrophes and no stray markup."""
        while True:
            words, report = set_typography(" ".join(self.ask(question).split())), Report()
            check_marks(words, Place(""), report)
            if report:
                self.say(str(report.problems[0]).removeprefix(": "))
            elif words:
                return words

    def sentence(self, question: str, anchors: Collection[str], needed: bool = False) -> str:
        """Ask for a statement's words; '' where none are `needed`."""
        while True:
            words = self.line(question) if needed else set_typography(" ".join(self.ask(question).split()))
            report = Report()
            if words:
                check_sentence(words, Place(""), report)
            if wrong := [target for target in references.list_targets(words) if target not in anchors]:
                self.say(
                    f"«{wrong[0]}» non è un’ancora: {', '.join(find_nearest(wrong[0], anchors)) or 'nessuna le somiglia'}."
                )
            elif report:
                self.say(str(report.problems[0]).removeprefix(": "))
            elif patterns.marker.match(words):
                self.say("Il segno fra parentesi quadre si mette nel capitolo.")
            else:
                return words

    def successor(self, anchor: str, default: str, anchors: Collection[str]) -> str:
        """Ask where the links to what goes lead."""
        while True:
            given = self.ask(f"Dove portano i collegamenti a {anchor}? (Invio: {default}) ").strip() or default
            if given in anchors and given != anchor and not given.startswith(f"{anchor}."):
                return given
            self.say(f"«{given}» non è un’altra ancora: {', '.join(find_nearest(given, anchors))}.")
