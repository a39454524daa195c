"""Parse the printed number of a title: "2.1", "Article 3:", "Appendice B –"."""

import re
from dataclasses import dataclass

# The words that stand before a number, both languages, by the rank of what they number: 0 stands above all.
RANKS = {
    "parte": 0, "part": 0, "libro": 0, "book": 0, "titolo": 1, "capitolo": 2, "chapter": 2, "capo": 2,
    "sezione": 3, "section": 3, "articolo": 4, "article": 4, "art": 4, "regola": 5, "rule": 5,
    "appendice": 0, "appendix": 0, "allegato": 0, "annex": 0, "annesso": 0,
}  # fmt: skip
APPENDICES = {"appendice": "app", "appendix": "app", "allegato": "allegato", "annex": "annex", "annesso": "annesso"}
SAME = {"art": "articolo"}
WORD = "|".join(sorted(RANKS, key=len, reverse=True))
LATIN = r"(?:[-\s](?:bis|ter|quater|quinquies)\b)?"
ROMAN = r"(?:X{0,3}(?:IX|IV|V?I{1,3}|V)|X{1,3})"
DASH = r"[-–—:]"
ORDINALS = {
    word: value
    for words in (
        "primo secondo terzo quarto quinto sesto settimo ottavo nono decimo",
        "prima seconda terza quarta quinta sesta settima ottava nona decima",
        "one two three four five six seven eight nine ten",
        "first second third fourth fifth sixth seventh eighth ninth tenth",
    )
    for value, word in enumerate(words.split(), 1)
}
WORDED = re.compile(
    rf"(?P<word>{WORD})\b(?P<dot>\.?)\s*(?:n[.°]\s*)?(?P<index>(?:{'|'.join(ORDINALS)})(?!\w)|\d{{1,3}}(?:\.\d{{1,3}})*{LATIN}|{ROMAN}(?![A-Za-z])|[A-Z](?:\.?\d{{1,2}})*)"
    rf"(?![\w])[.)]?\s*(?:{DASH}+\s*)?(?P<title>.*)\Z",
    re.I,
)
PLAIN = re.compile(
    rf"(?P<index>\d{{1,2}}(?:\.\d{{1,3}}){{0,5}}{LATIN})(?P<mark>[.)]?(?:\s*{DASH})?)\s+(?P<title>\S.*)\Z"
)
LETTERED = re.compile(
    rf"(?P<index>{ROMAN}|[A-Z](?:\.\d{{1,2}})*|[A-Z]{{2,3}}\d{{1,2}}(?:\.\d{{1,2}})*)"
    rf"(?P<mark>[.)](?:\s*{DASH})?|\s*{DASH}|(?<=[A-Z]\.\d)|(?<=[A-Z]\.\d\d))\s+(?P<title>\S.*)\Z"
)
PREFIXED = re.compile(r"(?P<series>[A-Z]{2,3})(?P<number>\d{1,2})")  # "TR2.1": a series with a name
ALONE = re.compile(r"(?P<index>\d{1,2}(?:\.\d{1,3}){0,5})(?P<mark>[.)]?)\Z")
VALUES = {"I": 1, "V": 5, "X": 10}


@dataclass(frozen=True)
class Number:
    """Hold a number as printed.

    `word`: "Art." or ''; `index`: "2.1", "IV"; `mark`: what follows, such as ".".
    """

    word: str
    index: str
    mark: str = ""

    @property
    def parts(self) -> tuple[int, ...]:
        """Return the index as numbers: "2.1" → (2, 1), "IV" → (4,), "B" → (2,)."""
        if value := ORDINALS.get(self.index.lower()):
            return (value,)
        found: list[int] = []
        for part in re.split(r"[.\s-]+", self.index):
            if part.isdigit():
                found.append(int(part))
            elif part.isupper() and re.fullmatch(ROMAN, part) and (len(part) > 1 or part in "IVX"):
                values = [VALUES[c] for c in part]
                found.append(sum(-v if v < w else v for v, w in zip(values, [*values[1:], 0], strict=True)))
            elif len(part) == 1:
                found.append(ord(part.upper()) - 64)
            elif match := PREFIXED.fullmatch(part):  # "CE1", of a series of its own
                found.append(int(match["number"]))
            elif part[:1].isalpha() and part[1:].isdigit():
                found += [ord(part[0].upper()) - 64, int(part[1:])]
            else:
                found.append(0)
        return tuple(found)

    @property
    def kind(self) -> str:
        """Return the number's kind: its word ('chapter'), 'roman', 'letter', or '' for digits."""
        if self.word:
            word = self.word.lower().rstrip(".")
            return SAME.get(word, word)
        if match := PREFIXED.match(self.index):
            return match["series"]
        return "" if self.index[0].isdigit() else "roman" if re.fullmatch(ROMAN, self.index) else "letter"

    @property
    def value(self) -> tuple[str, tuple[int, ...]]:
        """Return (kind of number, its parts), equal for equal numbers.

        The kind is 'letter' or a series' name ("CE") if a letter comes first, else '': "A" is not "1".
        """
        letter = len(self.index) == 1 or not self.index.isalpha()
        alone = self.index[0].isalpha() and letter and not re.fullmatch(ROMAN, self.index)
        return (self.kind if PREFIXED.match(self.index) else "letter") if alone else "", self.parts

    @property
    def depth(self) -> int:
        """Return how many levels the number has: "2.1" has 2; "3-bis" counts as "3", "4.0" as "4"."""
        beside = self.index.endswith(("bis", "ter", "quater", "quinquies", ".0"))
        return len(self.parts) - beside

    @property
    def is_appendix(self) -> bool:
        """Return whether the number is an appendix's."""
        return self.kind in APPENDICES

    def __str__(self) -> str:
        return f"{self.word[0].upper()}{self.word[1:].lower()} {self.index}" if self.word else self.index


def parse_number(text: str, strong: bool = False) -> tuple[Number, str] | None:
    """Split a line into its number and the title after it; None without a number.

    `strong`: the line is set as a title, so that letters and Roman numbers count, too.
    """
    if match := WORDED.match(text):
        written, title = match["index"], match["title"].strip()
        named = written in ORDINALS and (not title or title[0].isupper())
        if named or ((written[0].isdigit() or written[0].isupper()) and not title[:1].islower()):
            return Number(match["word"] + match["dot"], written), title
    if match := PLAIN.match(text) or ALONE.match(text):
        return Number("", match["index"], match["mark"].strip()), match.groupdict().get("title", "") or ""
    if strong and (match := LETTERED.match(text)):
        return Number("", match["index"], match["mark"].strip()), match["title"]
    return None
