"""Find sections whose title changed, by the text that follows the title in an older copy."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest

from scripts.originals.compare.sections import ANY_NUMBER, LONGEST_TITLE, Passage
from scripts.originals.text_model import FUNCTION_WORDS, Text, fold, fold_phrase, make_triples

TRIPLES = 60  # of a section's first ones, those by which its beginning is looked for
LEAST_VOTES = 3  # how many of them must agree about the place…
SHARE = 0.3  # …and what part of those there are
STOPS = ".;,"
FILL = ".;:, –—-•"
GROWTH = 3  # words
MOST_APART = 24  # words between the end of a section and the next title, where one title stands between them


def find_new_titles(before: Sequence[Passage], text: Text, silent: Collection[str]) -> dict[str, str]:
    """Return section id → new title, for sections whose title changed.

    `before`: the older copy's sections in order; `text`: the new document; `silent`: ids of sections whose
    title is not printed. "3.11 Carte Segnate I giocatori …", now "3.11 Segni sulle carte I giocatori …" →
    {'mtr-3.11': 'Segni sulle carte'}.
    """
    row = [(key, at) for at, word in enumerate(text.words) if (key := fold(word))]
    keys = tuple(key for key, _ in row)
    places: dict[tuple[str, ...], list[int]] = {}
    for index, triple in enumerate(make_triples(keys)):
        places.setdefault(triple, []).append(index)
    found = {}
    end: int | None = 0  # the key after what the section before says, None where it is not known
    latest = 0
    for passage, next_one in zip_longest(before, before[1:]):
        says = fold_phrase(" ".join(passage.words))
        if says:
            begin = _locate_text(says[: TRIPLES + 2], places, latest)
            last = _locate_text(says[-TRIPLES - 2 :], places, latest if begin is None else begin)
            after = None if last is None else last + min(len(says), TRIPLES + 2)
        else:  # a chapter that begins with its first section
            below = next_one if passage.number and next_one and next_one.number else None
            begin = _find_heading(below, keys, end, MOST_APART)[0]
            after = begin if begin is not None else _find_heading(passage, keys, end, 1)[1]
        if begin is not None and passage.id and passage.id not in silent:
            start = _find_title_start(passage, keys, end, begin)
            old = fold_phrase(passage.title)
            if start is not None and start < begin and keys[start:begin] != old:
                words = text.words[row[start][1] : row[begin][1]]
                if _is_title(words, text.words[row[begin][1]], passage.title, keys[start:begin][: len(old)] == old):
                    found[passage.id] = " ".join(words).rstrip(FILL)
        end, latest = after, after or latest
    return found


def _locate_text(keys: Sequence[str], places: Mapping[tuple[str, ...], Sequence[int]], after: int) -> int | None:
    """Return the index at which a text begins in the new document; None if unclear.

    `keys`: the text's words, folded (lower case without accents); `places`: triple of words → its indexes in the new
    document, which vote for the place; `after`: the least index if several places are likely.
    """
    triples = make_triples(keys)
    votes = Counter(at - offset for offset, triple in enumerate(triples) for at in places.get(triple, ()))
    most = max(votes.values(), default=0)
    if most < max(LEAST_VOTES, SHARE * len(triples)):
        return None
    likely = [begin for begin in places.get(triples[0], ()) if votes[begin] == most]
    return likely[0] if len(likely) == 1 else min((begin for begin in likely if begin >= after), default=None)


def _find_heading(
    passage: Passage | None, keys: Sequence[str], end: int | None, reach: int
) -> tuple[int, int] | tuple[None, None]:
    """Return the indexes at which a section's number and title begin and end; None if not found.

    They must begin within `reach` words from index `end`, the end of the previous section (None if unknown). `keys`:
    the document's words, folded.
    """
    heading = (*fold_phrase(passage.number), *fold_phrase(passage.title)) if passage else ()
    for at in range(end, end + reach) if passage and end is not None else ():
        if tuple(keys[at : at + len(heading)]) == heading:
            return at, at + len(heading)
    return None, None


def _find_title_start(passage: Passage, keys: Sequence[str], end: int | None, begin: int) -> int | None:
    """Return the index at which a section's title begins, before its text; None if unclear.

    `keys`: the document's words, folded; `end`: index after the previous section, None if unknown; `begin`: index at
    which the section's text begins.
    """
    number = fold_phrase(passage.number)
    low = max(begin - limit_title(passage.title) - len(number), 0)
    if not number:
        return end if end is not None and low <= end < begin else None
    own = [at for at in range(low, begin) if tuple(keys[at : at + len(number)]) == number]
    if own:
        return own[-1] + len(number)
    other = [at for at in range(low, begin) if number[0][0].isdigit() and ANY_NUMBER.match(keys[at])]
    return other[-1] + 1 if other else None


def limit_title(title: str) -> int:
    """Return how many words a title that replaces `title` may have."""
    return max(LONGEST_TITLE, len(title.split()) + GROWTH)


def _is_title(words: Sequence[str], after: str, old: str, longer: bool) -> bool:
    """Return whether words look like a title that replaces `old`.

    `after`: the word that follows them; `longer`: they begin with the old title.
    """
    inside = words if longer else words[:-1]
    capitals = words and words[0][:1].isupper() and after[:1] == after[:1].upper()
    said = capitals and not any(word[-1] in STOPS for word in inside) and len(words) <= limit_title(old)
    return bool(said and fold(words[-1]) not in FUNCTION_WORDS)
