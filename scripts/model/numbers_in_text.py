"""Find the numbers in a text, in digits or words, in one normal form."""

import re

from scripts.model.italian_format import fold_text

ITALIAN = {
    word: str(value)
    for value, word in enumerate(
        ["due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici", "dodici", "tredici", "quattordici", "quindici", "sedici", "diciassette", "diciotto", "diciannove", "venti", "ventuno", "ventidue", "ventitre", "ventiquattro", "venticinque", "ventisei", "ventisette", "ventotto", "ventinove", "trenta"],
        2,
    )
} | {"quaranta": "40", "cinquanta": "50", "sessanta": "60", "settanta": "70", "ottanta": "80", "novanta": "90",
     "cento": "100", "duecento": "200", "mille": "1000", "duemila": "2000"}  # fmt: skip
TO_NINE = "one two three four five six seven eight nine"
TO_NINETEEN = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
UNITS = {word: value for value, word in enumerate(TO_NINE.split(), 1)}
TEENS = {word: value for value, word in enumerate(TO_NINETEEN.split(), 10)}
TENS = {w: 10 * n for n, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}  # noqa: SIM905
SMALL = "|".join([*TENS, *TEENS, *UNITS])
ENGLISH = re.compile(
    rf"\b(?:(?P<hundreds>{'|'.join(UNITS)}|a) hundred(?: and)?(?:[ -](?P<rest>{SMALL}))?"
    rf"|(?P<tens>{'|'.join(TENS)})[ -](?P<units>{'|'.join(UNITS)})|(?P<small>{SMALL}))\b",
    re.I,
)
SENTENCE = re.compile(r"(?:\A|[.!?:;•–—(“\n])\s*\Z")
NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?!\w)")
WORD = re.compile(r"[^\W\d_]+")
NO_NUMBERS = {"sei", "one"}  # they are mostly something else: you are; somebody
MARKS = {"it": (".", ","), "en": (",", ".")}  # of thousands and of decimals


def find_numbers(text: str, language: str = "it") -> frozenset[str]:
    """Return the numbers in a text, in one normal form.

    Italian '2.000' → '2000', 'tre' → '3'; English '$1,500.50' → '1500.5'. In other languages only digits count, with
    English separators.
    """
    thousands, decimals = MARKS.get(language, MARKS["en"])
    grouped = re.compile(rf"\d{{1,3}}(?:{re.escape(thousands)}\d{{3}})+(?:{re.escape(decimals)}\d+)?\Z")
    found = {m[0].rstrip(".,") for m in NUMBER.finditer(text)}
    digits = {
        n.replace(thousands, "").replace(decimals, ".") if grouped.match(n) else n.replace(",", ".") for n in found
    }
    whole = {n.rstrip("0") if re.fullmatch(r"\d+\.\d*[1-9]0+", n) else n for n in digits}
    return frozenset(whole | _find_spelled(text, language))


def _find_spelled(text: str, language: str) -> set[str]:
    if language == "it":
        words = WORD.findall(fold_text(text))
        return {ITALIAN[word] for word in words if word in ITALIAN and word not in NO_NUMBERS}
    if language != "en":
        return set()
    values = UNITS | TEENS | TENS | {"a": 1}
    found = set()
    for match in ENGLISH.finditer(text):
        if _is_in_name(text, match):
            continue
        parts = {key: (part or "").lower() for key, part in match.groupdict().items()}
        if parts["hundreds"]:
            found.add(100 * values[parts["hundreds"]] + values.get(parts["rest"], 0))
        elif parts["tens"]:
            found.add(values[parts["tens"]] + values[parts["units"]])
        elif parts["small"] not in NO_NUMBERS:
            found.add(values[parts["small"]])
    return set(map(str, found))


def _is_in_name(text: str, match: re.Match[str]) -> bool:
    """Return whether a number word belongs to a name: 'Two-Headed Giant'."""
    capital = text[match.start()].isupper()
    compound = re.match(r"-[A-Z]", text[match.end() : match.end() + 2])
    return capital and bool(compound or not SENTENCE.search(text[max(0, match.start() - 3) : match.start()]))
