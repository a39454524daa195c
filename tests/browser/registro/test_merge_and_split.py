"""Test that joined events and players can be separated, and the reverse."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.registro import entries, exported, fill, said, stored, take, write


@pytest.fixture
def both(register: Page, second: Page) -> Page:
    """Return a phone with its own event and another's file."""
    second.get_by_label("Evento", exact=True).fill("Torneo di Modena")
    write(second, "Ada Rossi", "Ammonizione")
    register.get_by_label("Evento", exact=True).fill("Torneo di Roma")
    write(register, "Bice", "Ammonizione")
    take(register, exported(second))
    return register


def test_an_event_that_was_kept_apart_is_joined_later_and_taken_apart_again(both: Page) -> None:
    both.get_by_role("button", name="Tienilo a parte").click()
    expect(both.locator(".eventi")).to_contain_text("Torneo di Modena")
    assert [op["t"] for op in stored(both)].count("parted") == 1
    both.reload()
    both.locator(".eventi summary").first.click()
    both.get_by_role("button", name="È lo stesso evento di «Torneo di Roma»").click()
    expect(entries(both)).to_have_count(2)
    both.reload()
    both.locator(".parti summary").click()
    expect(both.locator(".parti")).to_contain_text("Torneo di Modena: 1 penalità")
    both.get_by_role("button", name="Separa «Torneo di Modena»").click()
    expect(entries(both)).to_have_count(1)
    expect(entries(both)).to_contain_text("Bice")
    expect(both.get_by_label("Evento", exact=True)).to_have_value("Torneo di Roma")
    expect(both.locator(".eventi")).to_contain_text("Torneo di Modena")


def test_a_joining_by_mistake_is_taken_apart_long_after_with_what_was_given_meanwhile(both: Page) -> None:
    both.get_by_role("button", name="È lo stesso evento").click()
    expect(entries(both)).to_have_count(2)
    both.reload()
    write(both, "Carla", "Ammonizione")
    both.locator(".parti summary").click()
    both.get_by_role("button", name="Separa «Torneo di Modena»").click()
    expect(entries(both)).to_have_count(2)
    for name in ("Bice", "Carla"):
        expect(both.locator("ul.voci").first).to_contain_text(name)
    # what Ada has at Modena does not count in Rome
    fill(both, "Ada Rossi", "Ammonizione")
    expect(both.get_by_role("button", name="Registra Ammonizione")).to_be_visible()


def test_two_players_who_were_said_to_be_one_are_two_again_and_one_again(register: Page, second: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    write(second, "ROSSI ADA", "Ammonizione")
    take(register, exported(second))
    register.get_by_role("button", name="È lo stesso evento").click()
    register.get_by_role("button", name="È la stessa persona", exact=True).click()
    marked = register.locator(".voci .rivedere")
    expect(marked).to_have_count(1)
    register.reload()
    register.locator(".persone summary").click()
    register.get_by_role("button", name="Separa Ada Rossi").or_(
        register.get_by_role("button", name="Separa ROSSI ADA")
    ).first.click()
    expect(marked).to_have_count(0)
    expect(register.locator(".chiede").filter(has_text="È la stessa persona?")).to_have_count(0)
    register.get_by_role("button", name="è la stessa persona").click()
    expect(marked).to_have_count(1)


def test_an_apostrophe_or_an_invisible_sign_makes_nobody_else(register: Page) -> None:
    for one, other in (
        ("D'Amico", "D‘Amico"), ("D'Orso", "D´Orso"), ("D'Este", "D′Este"), ("Ada Rossi", "Ada Ro\u00adssi"), ("Ada Bo", "Ada\u200b Bo"),
    ):  # fmt: skip
        write(register, one, "Ammonizione")
        fill(register, other, "Ammonizione")
        expect(register.locator(".chi .domanda")).to_have_text("È la stessa persona?")
        register.locator(".chi button").first.click()
        expect(register.get_by_role("button", name="Registra Espulsione")).to_be_visible()


@pytest.mark.parametrize(("one", "other"), [("D’Amico", "D Amico"), ("De Luca", "Deluca"), ("Mario Rossi", "Rossi M.")])
def test_a_variant_of_a_name_is_asked_about_once(register: Page, one: str, other: str) -> None:
    write(register, one, "Ammonizione")
    fill(register, other, "Ammonizione")
    expect(register.locator(".chi .domanda")).to_have_text("È la stessa persona?")
    register.get_by_role("button", name="Registra").click()
    expect(entries(register)).to_have_count(1)
    register.locator(".chi button").first.click()
    register.get_by_role("button", name="Registra Espulsione").click()
    expect(entries(register)).to_have_count(2)
    expect(entries(register).first).to_contain_text(one)
    expect(register.locator(".chiede")).to_have_count(0)
    fill(register, other, "Espulsione")
    expect(register.locator(".chi .domanda")).to_have_count(0)
    # who is somebody else is not asked about again either
    register.locator(".persone summary").click()
    expect(register.locator(".persone")).to_contain_text(f"è anche «{other}»")


def test_a_variant_on_another_phone_is_asked_about_after_the_merge(register: Page, second: Page) -> None:
    write(register, "Mario Rossi", "Ammonizione")
    write(second, "Rossi M.", "Ammonizione")
    take(register, exported(second))
    register.get_by_role("button", name="È lo stesso evento").click()
    asks = register.locator(".chiede").filter(has_text="Due nomi molto simili")
    asks.get_by_role("button", name="Sono due persone").click()
    expect(asks).to_have_count(0)
    register.reload()
    expect(entries(register)).to_have_count(2)
    expect(asks).to_have_count(0)


def test_two_records_of_different_names_are_joined_by_hand(register: Page) -> None:
    write(register, "Mario", "Ammonizione")
    write(register, "Il Biondo", "Ammonizione")
    register.locator(".persone summary").click()
    form = register.get_by_role("form", name="Due nomi, una persona")
    form.get_by_label("Il giocatore").select_option("Mario")
    form.get_by_label("è la stessa persona di").select_option("Il Biondo")
    form.get_by_role("button").click()
    expect(register.locator(".voci .rivedere")).to_contain_text("dovrebbe essere Espulsione")
    said(register)
