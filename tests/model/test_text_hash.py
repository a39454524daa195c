"""Test the text hash in copied links."""

from hypothesis import given
from hypothesis import strategies as st

from scripts.model.anchor_contents import HASH_LENGTH, hash_text
from scripts.model.book import StatementKind
from scripts.pipeline import Sources


def test_spaces_and_composed_accents_do_not_count() -> None:
    assert hash_text("È  vietato\nbarare.") == hash_text("E\u0300 vietato barare. ")


def test_a_changed_number_does() -> None:
    assert hash_text("Il mazzo ha 40 carte.") != hash_text("Il mazzo ha 41 carte.")


def test_it_never_changes_between_versions_of_prontuario() -> None:
    assert hash_text("Il mazzo ha 40 carte.") == "3520e42"


@given(st.text())
def test_any_text_has_one(text: str) -> None:
    found = hash_text(text)
    assert len(found) == HASH_LENGTH
    assert set(found) <= set("0123456789abcdef")


def test_every_section_statement_and_table_of_the_editions_has_one(sources: Sources) -> None:
    hashes = {record.id: record.hash for record in sources.records.values()}
    for section in sources.rulebook.sections:
        assert section.id in hashes
        assert {block.id for block in section.blocks} <= set(hashes)


def test_an_example_and_a_note_say_what_they_are_where_they_stand_alone(sources: Sources) -> None:
    statements = {s.id: s for section in sources.rulebook.sections for s in section.statements}
    assert {StatementKind.EXAMPLE, StatementKind.NOTE} < {statement.kind for statement in statements.values()}
    for anchor, statement in statements.items():
        record, rule = sources.records[anchor], statement.kind is StatementKind.RULE
        assert record.alone == (record.text if rule else f"{statement.kind.capitalize()}. {record.text}")
