"""Find the titles of a text without line breaks."""

from collections.abc import Sequence

from scripts.originals.compare.sections import ANY_NUMBER, count_title_words
from scripts.originals.cut.heading_types import Title
from scripts.originals.cut.numbering import Number
from scripts.originals.text_model import Line

LONGEST = 12  # words of a title


def find_running_titles(lines: Sequence[Line]) -> list[Title]:
    """Return the titles at section numbers that rise in order.

    A title ends before the next number, as in a table of contents, else where its capitals end.
    """
    words = [word for line in lines for word in line.text.split()]
    seen: set[str] = set()
    found: list[Title] = []
    last: list[int] = [0]
    for i, word in enumerate(words):
        if not ANY_NUMBER.match(word) or not (word.endswith(".") or "." in word):
            continue
        number = word.rstrip(".")
        here = [int(part) for part in number.split(".")]
        follows = here in ([*last, 1], [last[0] + 1]) or (len(here) == len(last) and here == [*last[:-1], last[-1] + 1])
        size = _count_until_number(words[i + 1 : i + 2 + LONGEST]) or count_title_words(words[i + 1 :])
        if number in seen or not follows or not size:
            continue
        seen.add(number)
        last = here
        found.append(Title(0, 1, Number("", number), " ".join(words[i + 1 : i + 1 + size]), len(here)))
    return found


def _count_until_number(words: Sequence[str]) -> int:
    """Return how many words precede the next section number; 0 if a sentence ends first."""
    for i, word in enumerate(words):
        if i and ANY_NUMBER.match(word) and "." in word:
            return i
        if word[-1] in ".;:":
            return 0
    return 0
