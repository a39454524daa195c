"""Test a phone with a full memory or a clock set back."""

import re

import pytest
from playwright.sync_api import Page, expect

FILLED = """() => {
    for (let size = 1 << 23, at = 0; size >= 1; ) {
        try { localStorage.setItem(`altro.${at++}`, "x".repeat(size)); } catch { size >>= 1; }
    }
}"""

ROUND = re.compile("^Tornei Constructed e Limited")


def fill_memory(page: Page) -> None:
    page.evaluate(FILLED)


def sheet_of(page: Page, anchor: str) -> None:
    page.locator(f"[id='{anchor}'] .cit").click()


def test_a_bookmark_that_the_phone_cannot_keep_is_said(page: Page, server: str) -> None:
    page.goto(f"{server}/bang/3/")
    fill_memory(page)
    sheet_of(page, "bang-3.penalita.e")
    page.get_by_role("button", name="Metti un segnalibro").click()
    expect(page.get_by_role("dialog")).to_contain_text("Segnalibro messo, ma questo dispositivo non può salvarlo")
    page.get_by_role("dialog").get_by_role("button", name="Chiudi").click()
    sheet_of(page, "bang-3.penalita.e")
    expect(page.get_by_role("button", name="Togli il segnalibro")).to_be_visible()


def test_a_decision_that_the_phone_cannot_keep_holds_in_its_page(page: Page, server: str) -> None:
    page.goto(f"{server}/bang/3/")
    fill_memory(page)
    for count, anchor in enumerate(("bang-3.penalita.a", "bang-3.penalita.e"), 1):
        sheet_of(page, anchor)
        page.get_by_role("button", name="Aggiungi alla decisione").click()
        expect(page.get_by_role("dialog")).to_contain_text("questo dispositivo non può salvarla")
        expect(page.get_by_role("link", name=f"Apri la decisione ({count})")).to_be_visible()
        page.get_by_role("dialog").get_by_role("button", name="Chiudi").click()


def test_todays_game_that_the_phone_cannot_keep_is_said(page: Page, server: str) -> None:
    page.goto(server)
    fill_memory(page)
    page.locator("[data-scegli]").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("vale finché questa pagina è aperta")
    expect(page.locator(".oggi b")).not_to_be_empty()


def test_a_clock_that_the_phone_cannot_keep_runs_and_says_so(page: Page, server: str) -> None:
    page.goto(f"{server}/orologio/?g=magic")
    fill_memory(page)
    page.get_by_role("button", name=ROUND).click()
    expect(page.locator("#orologio > .fatto")).to_have_text(
        "Questo dispositivo non può salvare l’orologio: non chiudere la pagina."
    )
    expect(page.locator("#orologio > .fatto")).to_be_visible()
    page.get_by_role("button", name="Avvia", exact=True).click()
    expect(page.get_by_role("timer")).to_contain_text("49:")


@pytest.mark.parametrize("jump", ["10:00", "13:00"], ids=["back", "ahead"])
def test_a_phones_clock_that_is_put_right_gives_nobody_more_time(fresh: Page, server: str, jump: str) -> None:
    fresh.clock.set_fixed_time("2026-01-10T12:00:00")
    fresh.goto(f"{server}/orologio/?g=magic")
    fresh.get_by_role("button", name=ROUND).click()
    expect(fresh.get_by_role("timer")).to_have_text("50:00")
    fresh.get_by_role("button", name="Avvia", exact=True).click()
    fresh.goto(f"{server}/robots.txt")  # an open page notices the jump and does not count it
    fresh.clock.set_fixed_time(f"2026-01-10T{jump}:00")
    fresh.goto(f"{server}/orologio/?g=magic")
    expect(fresh.get_by_role("timer")).to_have_text(re.compile("49:5|50:00") if jump < "12" else "0:00")
