"""Score the places where a title of our outline may stand in the original."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from scripts.originals.cut.edition_outline import Heading
from scripts.originals.cut.numbering import RANKS
from scripts.originals.recipe import Hint
from scripts.originals.text_model import FUNCTION_WORDS, Text, fold, fold_phrase

MOST_CANDIDATES = 60
ENOUGH = 1.0  # the least score of a place that may be a title
SECTION_NUMBER = re.compile(r"\(?(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4})[.)]?\Z")
DASHES = ("-", "–", "—", ":")
SENTENCE_END = ".;:!?”)»"

# What each sign is worth. The heading's own number decides nearly alone; the rest tells a title from the same words
# in a sentence. Set by hand until the five originals and the made-up ones were cut right, in all their forms.
SAID_BY_RECIPE = 6.0  # the recipe names the place: more than all other signs together
FOLLOWS, FOLLOWS_NOT = 3.0, -0.5  # what the recipe expects after the title
PER_WORD, WORDS_COUNTED = 0.2, 6  # long titles occur by chance less often
OWN_NUMBER = 2.0
OTHER_NUMBER, NO_NUMBER = -0.2, -0.4  # where the title should have one
UNWANTED_NUMBER = -0.3  # where it should have none
CAPITALS, CAPITAL = 0.8, 0.5
SAME_LETTERS = 0.3  # words written as in the outline, capitals included
AFTER_SENTENCE, INSIDE_SENTENCE = 0.5, -0.8
REFERRED, REFERRING = (
    -3.0,
    ("vedi", "sezione", "sezioni", "paragrafo", "capitolo", "articolo", "regola", "see", "section"),
)
STANDS = 3.0  # the line is a title by how it is set and numbered
BEFORE_SENTENCE, BEFORE_SMALL = 0.5, -0.6
ENDS_WITH_COMMA = -1.0


@dataclass(frozen=True)
class Candidate:
    """Hold a place where a title may stand.

    `first`: index of its first word; `body`: of the first word after it; `number`: printed before it.
    """

    first: int
    body: int
    score: float
    number: str = ""


def find_candidates(text: Text, heading: Heading, hint: Hint, titles: Collection[int] = ()) -> list[Candidate]:
    """Return up to 60 places for the title, best first.

    `hint`: what the book's recipe says of it; `titles`: numbers of lines that look like titles.
    """
    keys = text.keys
    if hint.at:
        places = [keys.words[first] for first, _ in keys.find(fold_phrase(hint.at), limit=3)]
        starts = [place - (place > 0 and text.words[place - 1] == "•") for place in places]
        return [Candidate(start, start, SAID_BY_RECIPE) for start in starts]
    found: list[Candidate] = []
    number = fold_phrase(heading.number)
    then = fold_phrase(hint.then)
    for title in (heading.title, *hint.aliases):
        phrase = fold_phrase(title)
        for first, last in keys.find(phrase):
            start, body = keys.words[first], keys.words[last] + 1
            one = rate_place(text, title, start, body, number)
            score = one.score
            if then:
                score += FOLLOWS if keys.row[last + 1 : last + 1 + len(then)] == then else FOLLOWS_NOT
            while body < len(text.words) and text.words[body] in (":", "."):
                body += 1
            if text.lines[one.first] in titles and (
                one.first == 0 or text.lines[one.first - 1] != text.lines[one.first]
            ):
                score += STANDS
            if score >= ENOUGH:
                found.append(replace(one, body=body, score=score))
    found.sort(key=lambda c: -c.score)
    return found[:MOST_CANDIDATES]


def rate_place(text: Text, title: str, start: int, body: int, number: Sequence[str]) -> Candidate:
    """Score a place for a title of our outline; under ENOUGH it is no match.

    `start`, `body`: indexes of the words where the place and the text after it begin; `number`: the title's number,
    folded. The place begins with the title's number and bullet.
    """
    words, shown = text.words, text.words[start:body]
    printed, before = _find_printed_number(text, start, number)
    numbered = _find_number_start(text, start, number)
    before = before if numbered is None else numbered
    first = before if number else start
    if first and number and fold(words[first - 1]) in RANKS and words[first - 1][0].isupper():
        first -= 1  # "Article" before the number
    if first and words[first - 1] == "•":
        first -= 1
    written = _score_case(shown, title)
    if written is None:
        return Candidate(first, body, 0.0, printed)
    signs = (
        _score_number(numbered is not None, bool(number), bool(printed)),
        written,
        _score_letters(shown, title),
        _score_preceding(words, before),
        _score_follower(words, body),
        ENDS_WITH_COMMA if words[body - 1][-1] in ",;" else 0.0,
    )
    return Candidate(first, body, sum(signs, PER_WORD * min(body - start, WORDS_COUNTED)), printed)


def _score_number(own: bool, wanted: bool, printed: bool) -> float:
    if own:
        return OWN_NUMBER
    if wanted:
        return OTHER_NUMBER if printed else NO_NUMBER
    return UNWANTED_NUMBER if printed else 0.0


def _score_case(shown: Sequence[str], title: str) -> float | None:
    """Score how the words `shown` in the document are capitalised; None if they are no title.

    CAPITALS if all letters are capitals, CAPITAL if the first is. Otherwise None if our `title`
    begins with a capital, else 0.
    """
    if all(word.upper() == word for word in shown):
        return CAPITALS
    if " ".join(shown).strip('“”"’.,:;()')[:1].isupper():
        return CAPITAL
    return None if title[:1].isupper() else 0.0


def _score_letters(shown: Sequence[str], title: str) -> float:
    """Score the share of the words `shown` that are written as in our title: 0 to SAME_LETTERS.

    Accents do not count, initial capitals do.
    """
    wanted = title.replace('"', "").replace("“", "").replace("”", "").split()
    alike = [
        fold(a) == fold(b) and a.strip('“”"’.,:;')[:1].isupper() == b[:1].isupper()
        for a, b in zip(shown, wanted, strict=False)
    ]
    return SAME_LETTERS * sum(alike) / max(len(alike), 1)


def _score_preceding(words: Sequence[str], before: int) -> float:
    """Score the text before word `before`: positive after a sentence, negative inside one."""
    if before == 0 or words[before - 1][-1] in SENTENCE_END or words[before - 1] in "•–":
        return AFTER_SENTENCE
    if fold(words[before - 1]) in REFERRING:  # "(vedi sezione 2.4 Ritardi)"
        return REFERRED
    return INSIDE_SENTENCE if words[before - 1][-1] == "," or words[before - 1] in FUNCTION_WORDS else 0.0


def _score_follower(words: Sequence[str], body: int) -> float:
    """Score the word at `body`, after a title: positive if it may begin a sentence."""
    follower = words[body] if body < len(words) else "•"
    if follower[0].isupper() or follower[0].isdigit() or follower[0] in '•“"([*È-':
        return BEFORE_SENTENCE
    return BEFORE_SMALL if follower[0].islower() and words[body - 1][-1] not in ":." else 0.0


def _find_number_start(text: Text, start: int, number: Sequence[str]) -> int | None:
    """Return the index at which the heading's own number begins; None if it is not there.

    It must stand just before the title, whose first word has index `start`. `number`: the number, folded.
    """
    if not number:
        return None
    at = start
    for key in reversed(number):
        at -= 1
        while at >= 0 and text.words[at] in DASHES:
            at -= 1
        if at < 0 or fold(text.words[at]) != key:
            return None
    return at


def _find_printed_number(text: Text, start: int, number: Sequence[str]) -> tuple[str, int]:
    """Return another number printed before the title, and its index; ('', `start`) for none.

    `start`: index of the title's first word; `number`: the heading's own number, folded.
    """
    at = start
    while at and text.words[at - 1] in DASHES:
        at -= 1
    if len(number) == 2 and at > 1 and fold(text.words[at - 2]) == number[0] and len(fold(text.words[at - 1])) <= 4:
        return " ".join(text.words[at - 2 : at]), at - 2
    if start and SECTION_NUMBER.match(text.words[start - 1]):
        return text.words[start - 1], start - 1
    return "", start
