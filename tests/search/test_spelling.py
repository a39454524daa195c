"""Test the distance of words against a plain table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.language.spelling import distance, make_letter_bits

WORDS = st.text("abc", max_size=7)


def table(a: str, b: str) -> int:
    """Count the edits from one word to another, cell by cell."""
    rows: list[list[int]] = [[*range(len(b) + 1)]]
    for i, x in enumerate(a):
        row: list[int] = [i + 1]
        for j, y in enumerate(b):
            row.append(min(rows[i][j] + (x != y), rows[i][j + 1] + 1, row[j] + 1))
            if i and j and x == b[j - 1] and y == a[i - 1]:
                row[-1] = min(row[-1], rows[i - 1][j - 1] + 1)
        rows.append(row)
    return rows[-1][-1]


@given(WORDS, WORDS, st.sampled_from([1, 2]))
def test_the_distance_is_the_tables(a: str, b: str, limit: int) -> None:
    assert distance(a, b, limit) == min(table(a, b), limit + 1)


@given(WORDS, WORDS)
def test_a_close_word_is_never_sifted_out(a: str, b: str) -> None:
    """Check that the bit filter keeps every close word.

    Each letter wrong changes at most two of the bits by which words are sifted.
    """
    assert (make_letter_bits(a) ^ make_letter_bits(b)).bit_count() <= 2 * table(a, b)


@pytest.mark.parametrize(("a", "b", "away"), [("mazzo", "mazo", 1), ("carta", "catra", 1), ("turno", "tunro", 1)])
def test_usual_slips(a: str, b: str, away: int) -> None:
    assert distance(a, b, 2) == away
