"""Repair common faults of originals: hyphenation, quotes, doubled letters, bullets.

Each fault has a stage: a function that takes a text and the book's recipe (import settings), and returns the repaired
text and a log. Only the first stage looks at line breaks, so that another layout of the document is repaired alike.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from scripts.originals.cut.numbering import WORD
from scripts.originals.recipe import Recipe
from scripts.originals.text_model import Discard, Edit, Logs, Rewrite, Text, fold, fold_phrase

Stage = Callable[[Text, Recipe], tuple[Text, Logs]]

PARTING = "-–/\u00ad\u2010"
PARTED = re.compile(r"[\w-][-\u00ad\u2010/] \w.?|\d– \d.?|\w- -\w")
LETTERS = re.compile(r"[^\W\d_]+")
BULLET = "•"
BULLETS = frozenset("•●○◦▪■♠♣♥♦ƒ·∙\uf0b7\uf0a7")
LOWER = "a-zà-öø-ÿ"
UPPER = "A-ZÀ-ÖØ-Þ"

LETTER_FORMS = {
    "\u00ad": "", "\u200b": "", "\u200c": "", "\u200d": "", "\ufeff": "",
    "\u2010": "-", "\u2011": "-", "\u2212": "-", "`": "’", "´": "’", "ʼ": "’", "‘": "’", "'": "’",
    "„": "“", "‟": "“", "″": '"', "ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl",
}  # fmt: skip
OTHER_FORMS = re.compile(f"[{''.join(LETTER_FORMS)}]")  # few of a text's characters: `str.translate` looks every one up
# Each begins with a sign that it needs, and looks back from there: so they pass over a document in a tenth of the time.
OPENING_QUOTE = re.compile(r'"(?<![^\s(\[{/“«]")')
DOUBLE_DASH = re.compile(r"--+")
CODE_DASH = re.compile(r"--(?<=[A-Z]{2}--)(?=[A-Z]?\d)")
SPACED_DASHES = re.compile(r"-(?<=\s-)(?: -)+(?=\s)")
CAPITAL_E = re.compile(r"E’(?<!\SE’)(?= [a-zà-ÿ])")
DOUBLED = re.compile(r"(?:(\S)\1)+\S?")
DOUBLED_TWICE = re.compile(r"(?:([^\W\d_])\1\S*){2}|(?:(\d)\2)+\.\.")
SPACE_AFTER = re.compile(
    rf"[,;.:)](?:(?<=[{LOWER}{UPPER})][,;])(?=[{LOWER}{UPPER}(“\"])"  # carta,che
    rf"|(?<=[{LOWER}]\.)(?=[{UPPER}][{LOWER}’])"  # fine.Poi
    rf"|(?<=[{LOWER}{UPPER}]:)(?=[{LOWER}{UPPER}])"  # Nota:il
    rf"|(?<=\d[.)])(?=[{UPPER}][{LOWER}]))"  # 1.Il
)
SPACE_BEFORE_PARENTHESIS = re.compile(rf"\((?<=[{LOWER}{UPPER}]\()(?=[{LOWER}{UPPER}]{{2,}}\b)")
SPACINGS = ((SPACE_AFTER, r"\g<0> "), (SPACE_BEFORE_PARENTHESIS, r" \g<0>"))
ADDRESS = re.compile(r"://|www\.|@|\.(?:it|com|net|org|aspx?)\b", re.I)
REAL_WORDS_TWICE = frozenset(
    ("via", "piano", "pian", "mano", "man", "così", "quasi", "or", "ben", "bel", "bello", "passo", "poco", "tanto")
)
TIED_NUMBER = re.compile(
    rf"(?<!\S)((?:{WORD})\.? (?:\d+(?:\.\d+)*|[IVX]+|[A-Z]))[-–—](?!(?:bis|ter|quater|quinquies)\b)(?=[^\W\d_])", re.I
)
SPLIT_WORD = re.compile(
    rf"(?<!\S)(?:[B-DF-HJ-NP-TV-Z] [{LOWER}]+|(?:d|n|s)?[aeuo]ll [{LOWER}]+|dell [{LOWER}]+)(?![^\s.,;:])"
)


def substitute(
    text: Text, stage: str, pattern: re.Pattern[str], put: Callable[[re.Match[str]], str], logged: bool = True
) -> tuple[Text, Logs]:
    """Replace every match in the text by `put(match)`; return the text and the log.

    `stage`: name in the log; with `logged` False nothing is logged.
    """
    edits: list[Edit] = []
    rewrites: list[Rewrite] = []
    for match in pattern.finditer(text.flat):
        new = put(match)
        if new == match[0]:
            continue
        edits.append((match.start(), match.end(), new))
        if logged:
            rewrites.append(Rewrite(stage, match[0], new, text.line(text.index(match.start()))))
    return (text.replaced(edits), Logs(rewrites=tuple(rewrites))) if edits else (text, Logs())


def _replace_words(text: Text, pieces: Sequence[tuple[int, int, str]], stage: str) -> tuple[Text, Logs]:
    """Replace runs of words; return the text and the log.

    `pieces`: (index of the first word, index after the last, new words); `stage`: name in the log.
    """
    rewrites = (Rewrite(stage, text.join(first, end), new, text.lines[first]) for first, end, new in pieces)
    return text.spliced((first, end, new.split()) for first, end, new in pieces), Logs(rewrites=tuple(rewrites))


def join_hyphenated(text: Text, _: Recipe) -> tuple[Text, Logs]:
    """Join words hyphenated at the end of a line; return the text and the log.

    "par-" / "tita" → partita. A compound keeps its hyphen ("Match-" / "win" → Match-win): the hyphen goes only if the
    document has the whole word elsewhere, or does not have the second half as a word. "uno-per-" / "uno" → uno-per-uno.
    """
    breaks = [
        i
        for i in range(len(text.words) - 1)
        if text.words[i][-1] in PARTING
        and text.lines[i] != text.lines[i + 1]
        and PARTED.fullmatch(f"{text.words[i][-2:]} {text.words[i + 1][:2]}")
        and "://" not in text.words[i]
    ]
    if not breaks:
        return text, Logs()
    parted = set(breaks) | {i + 1 for i in breaks}
    known = {key for i, word in enumerate(text.words) if i not in parted and (key := fold(word))}
    hyphened = {fold(word) for i, word in enumerate(text.words) if i not in parted and "-" in word[1:-1]}
    pieces: list[tuple[int, int, Sequence[str]]] = []
    rewrites = []
    for i in breaks:
        start, first, second = i, text.words[i], text.words[i + 1]
        if pieces and i < pieces[-1][1]:  # its own first half stands on the line before
            start, _end, (first,) = pieces.pop()
        begin = LETTERS.match(second)
        half = fold(begin[0] if begin else second)
        whole = fold(first[:-1]) + half
        many = "-" in first[1:-1] + second[-1:]
        compound = first[-1] not in "\u00ad\u2010" and (
            not (first[-2].isalpha() and first[-1] == "-" and second[0].isalpha())
            or whole in hyphened
            or second[0].isupper()
            or (whole not in known and half in known and (len(half) > 3 or many))
        )
        new = first + second if compound else first[:-1] + second
        pieces.append((start, i + 2, (new,)))
        rewrites.append(Rewrite("a capo", f"{first} {second}", new, text.lines[i]))
    return text.spliced(pieces), Logs(rewrites=tuple(rewrites))


def unify_letters(text: Text, _: Recipe) -> tuple[Text, Logs]:
    """Give apostrophes, quotes, dashes and ligatures one form each; return the text and the log.

    "l'arbitro" → "l’arbitro", '"Vai"' → "“Vai”", "E’ vietato" → "È vietato", "A--B" → "A–B".
    """
    flat = OTHER_FORMS.sub(lambda other: LETTER_FORMS[other[0]], text.flat).replace("’’", '"')
    flat = DOUBLE_DASH.sub("–", CODE_DASH.sub("-", OPENING_QUOTE.sub("“", flat).replace('"', "”")))
    words = flat.split(" ")
    kept = [i for i, word in enumerate(words) if word]
    text = replace(text, words=tuple(words))
    if len(kept) < len(words):
        text = text.take(kept)
    text, _log = substitute(text, "lineette", SPACED_DASHES, lambda _m: "–", logged=False)
    return substitute(text, "accenti", CAPITAL_E, lambda _m: "È")


def part_numbers(text: Text, _: Recipe) -> tuple[Text, Logs]:
    """Separate a number from a title ("Appendix B—Time"); return the text and an empty log."""
    return substitute(text, "numeri", TIED_NUMBER, lambda match: f"{match[1]} – ", logged=False)


def undouble_letters(text: Text, _: Recipe) -> tuple[Text, Logs]:
    """Halve words with doubled letters ("33.. LLee" → "3. Le"); return the text and the log."""
    words = text.words
    doubled = {i for i, word in enumerate(words) if word[:1] == word[1:2] and DOUBLED.fullmatch(word)}
    sure = {i for i in doubled if DOUBLED_TWICE.match(words[i])}
    if not sure:
        return text, Logs()
    taken = set(sure)
    for i in sorted(sure):
        for step in (1, -1):
            j = i + step
            while 0 <= j < len(words) and (
                (j in doubled and (step < 0 or len(words[j]) > 2 or words[j][0].isalpha())) or words[j] in BULLETS
            ):
                taken.add(j)
                j += step
    pieces = []
    for i in sorted(taken):
        if words[i] not in BULLETS:
            new = words[i][::2] if len(words[i]) % 2 == 0 else words[i][:-1:2] + words[i][-1]
            pieces.append((i, i + 1, new))
    return _replace_words(text, pieces, "lettere doppie")


def remove_counted_numbers(text: Text, recipe: Recipe) -> tuple[Text, Logs]:
    """Remove list numbers that a converter added; return the text and the log.

    `recipe.spurious_numbers`: words before them, first and last number; each is removed once, in order.
    """
    if not recipe.spurious_numbers:
        return text, Logs()
    after, number, last = recipe.spurious_numbers
    found = text.keys.find(fold_phrase(after), limit=2)
    if len(found) != 1:
        return text, Logs(
            warnings=(f"non ho tolto i numeri aggiunti: «{after}» compare {len(found)} volte, invece di una",)
        )
    place = text.keys.words[found[0][1]]
    added = []
    for i in range(place, len(text.words)):
        if number <= last and text.words[i] == f"{number}.":
            added.append(i)
            number += 1
    discards = (Discard("numero aggiunto da un programma", text.words[i], text.lines[i]) for i in added)
    warnings = (f"dei numeri aggiunti manca il {number}",) if number <= last else ()
    return text.spliced((i, i + 1, ()) for i in added), Logs(tuple(discards), warnings=warnings)


def undouble_words(text: Text, recipe: Recipe) -> tuple[Text, Logs]:
    """Remove the second of two equal adjacent words; return the text and the log.

    "la la carta" → "la carta". Italian doublings ("via via"), words with a mark between and names stay. If the recipe
    says that bold print comes twice, also "“Turno”, “Turno” poi" → "“Turno”, poi".
    """
    pieces: list[tuple[int, int, str]] = []
    for i, (one, two) in enumerate(pairwise(text.words)):
        after_pair = not pieces or i >= pieces[-1][1]
        if after_pair and one not in recipe.bullets and _is_doubled(one, two, recipe.bold_twice):
            pieces.append((i, i + 2, _choose_fuller(one, two)))
    return _replace_words(text, pieces, "parole doppie")


MARKS = '“”"’‘«»().,;:!?[]'


def _is_doubled(one: str, two: str, bold: bool) -> bool:
    bare_one, bare_two = one.strip(MARKS), two.strip(MARKS)
    if bold and len(one) == 2 and one.isupper() and two.startswith(f"{one}-"):
        return True
    if bare_one != bare_two or not bare_one or not any(c.isalpha() for c in bare_one):
        return False
    if bare_one in REAL_WORDS_TWICE or (len(bare_one) == 1 and bare_one.isupper()):
        return False
    if two[0] == "(":
        return False
    return bold or (bare_one[0].islower() and one[-1] not in ".,;:!?)”" and two[0] not in '“"«')


def _choose_fuller(one: str, two: str) -> str:
    """Return a doubled word once, with both copies' quotes and marks."""
    if one.isalpha() and two.startswith(f"{one}-"):
        return two
    head = one[: len(one) - len(one.lstrip(MARKS))] or two[: len(two) - len(two.lstrip(MARKS))]
    tail_one, tail_two = (w[len(w.rstrip(MARKS)) :] for w in (one, two))
    tail = tail_one if len(tail_one) >= len(tail_two) else tail_two
    return head + one.strip(MARKS) + tail


def space_marks(text: Text, _: Recipe) -> tuple[Text, Logs]:
    """Add missing spaces after punctuation ("mano,poi"); return the text and the log."""
    crowded = {text.index(match.start()) for pattern, _ in SPACINGS for match in pattern.finditer(text.flat)}
    pieces = []
    for i in sorted(crowded):
        if not ADDRESS.search(spaced := text.words[i]):
            for pattern, put in SPACINGS:
                spaced = pattern.sub(put, spaced)
            pieces.append((i, i + 1, spaced))
    return _replace_words(text, pieces, "spazi")


def join_split_words(text: Text, _: Recipe) -> tuple[Text, Logs]:
    """Join split words ("dell e carte") that the document also has whole; return text and log."""
    known = Counter(text.words)

    def whole(match: re.Match[str]) -> str:
        joined = match[0].replace(" ", "")
        return joined if known[joined] >= 2 else match[0]

    return substitute(text, "parole spezzate", SPLIT_WORD, whole)


def unify_bullets(text: Text, recipe: Recipe) -> tuple[Text, Logs]:
    """Replace all bullets by '•'; return the text and the log.

    Also hyphens and letters that serve as bullets: "vale quanto segue: - la prima" → "vale quanto segue: • la prima".
    In "tre - o quattro - carte" the hyphens stay.
    """
    words = list(text.words)
    extra = set(recipe.bullets)
    rewrites = []
    for i, word in enumerate(words):
        if len(word) > 1:
            continue
        if word in BULLETS or (word in extra and not word.isalnum()):
            words[i] = BULLET
        elif (word == "-" or word in extra) and i + 1 < len(words):
            before = words[i - 1] if i else "."
            after_sentence = before[-1] in ".;:!?)" or before == BULLET
            if after_sentence or (word in extra and before.islower() and words[i + 1][:1].isupper()):
                if word.isalnum():
                    rewrites.append(Rewrite("pallini", word, BULLET, text.lines[i]))
                words[i] = BULLET
    return Text(tuple(words), text.lines, text.pages), Logs(rewrites=tuple(rewrites))


ON_READING: tuple[Stage, ...] = (join_hyphenated,)
BEFORE_MENDING: tuple[Stage, ...] = (undouble_letters, unify_letters, part_numbers)
AFTER_MENDING: tuple[Stage, ...] = (
    remove_counted_numbers,
    undouble_words,
    space_marks,
    join_split_words,
    unify_bullets,
)


def run(text: Text, recipe: Recipe, stages: Iterable[Stage]) -> tuple[Text, Logs]:
    """Apply stages in turn; return the text and the joined log."""
    logs = Logs()
    for stage in stages:
        text, log = stage(text, recipe)
        logs += log
    return text, logs
