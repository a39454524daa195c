"""Recognise the language of a document by its most frequent words."""

from collections import Counter
from collections.abc import Iterable

from scripts.originals.text_model import fold

# The function words of each language that no other of these has.
WORDS = {
    "it": "il gli della delle dei degli nel nella che non per una sono è di alla più dal questo ogni può deve",
    "en": "the of and to is are be this that with for by not or may must from it an each if which they",
    "fr": "le les des du est une dans pour pas qui au aux avec sur sont être chaque peut doit",
    "de": "der die das und ist den von mit zu nicht ein eine auf für werden wird sind oder muss",
    "es": "el los las del una por con para que es no se al como más puede debe cada y",
}
LEAST = 0.12  # of a document's words, that are a language's own
CLEARER = 1.5  # times as many as the next language has
FEWEST = 12  # words, below which nothing is said


def recognise(words: Iterable[str]) -> str:
    """Return the code of the words' language (it, en, fr, de, es); '' if unclear."""
    counts = Counter(key for word in words if (key := fold(word)).isalpha())
    total = sum(counts.values())
    if total < FEWEST:
        return ""
    scored = sorted(((sum(counts[fold(w)] for w in own.split()), code) for code, own in WORDS.items()), reverse=True)
    (most, code), (second, _) = scored[:2]
    return code if most >= LEAST * total and most >= CLEARER * second else ""
