"""Test names: every script, repeated names, two people of one name."""

from playwright.sync_api import Page, expect

from tests.browser.registro import entries, fill, write


def test_names_in_every_script_are_their_own(register: Page) -> None:
    write(register, "李娜", "Ammonizione")
    fill(register, "王芳", "Ammonizione")
    expect(register.locator(".modulo .avviso")).not_to_contain_text("ha già")
    register.get_by_role("button", name="Registra Ammonizione").click()
    expect(entries(register)).to_have_count(2)
    expect(register.locator(".voci")).not_to_contain_text("2 penalità")


def test_the_same_name_again_asks_once_and_remembers(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    fill(register, "Rossi Ada", "Ammonizione", "Giocare troppo lentamente")
    question = register.locator(".chi .domanda")
    expect(question).to_have_text("È la stessa persona?")
    register.get_by_role("button", name="Registra").click()
    expect(entries(register)).to_have_count(1)
    register.locator(".chi button").first.click()
    register.get_by_role("button", name="Registra Espulsione").click()
    expect(entries(register)).to_have_count(2)
    fill(register, "ADA ROSSI", "Espulsione")
    expect(question).to_have_count(0)
    expect(register.locator(".modulo .avviso")).to_contain_text("ha già:")


def test_a_name_alone_expels_nobody(register: Page) -> None:
    official = ("Ammonizione ufficiale", "Ritardo", "Naruto IT")
    for _ in range(2):
        write(register, "Rossi Mario", *official)
    fill(register, "Rossi Mario", *official)
    expect(register.locator(".chi .domanda")).to_have_text("È la stessa persona?")
    register.get_by_role("button", name="Registra").click()
    expect(entries(register)).to_have_count(2)
    register.get_by_role("button", name="Un’altra persona").click()
    register.get_by_role("button", name="Registra Ammonizione ufficiale").click()
    expect(entries(register)).to_have_count(3)


def test_two_people_of_one_name_stay_two(register: Page) -> None:
    write(register, "Rossi", "Ammonizione")
    fill(register, "Rossi", "Ammonizione")
    register.get_by_role("button", name="Un’altra persona").click()
    register.get_by_label("Numero di tessera o DCI (facoltativo)").fill("4711")
    register.get_by_role("button", name="Registra Ammonizione").click()
    expect(entries(register)).to_have_count(2)
    expect(entries(register).first).to_contain_text("(4711)")
    expect(register.locator(".chiede")).to_have_count(0)
    fill(register, "rossi", "Ammonizione")
    expect(register.locator(".chi .domanda")).to_have_text("Quale di questi?")
