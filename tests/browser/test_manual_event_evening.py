"""Test an event's evening as described in manuale/serata.md."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.offline_visit import AT_ONCE, line
from tests.browser.registro import entries, exported, take, write
from tests.running_server import free_port, serving

EVENT = "Torneo del Faro"


def arrive(page: Page, address: str) -> None:
    """Scan the code at the door and wait for the phone's copy."""
    page.goto(f"{address}/?oggi=bang&evento={EVENT}")
    page.get_by_role("button", name="Sì, oggi arbitro BANG!").click()
    expect(page.locator(".banco:visible")).to_contain_text(EVENT)
    page.evaluate(AT_ONCE)
    line(page)


def look_up(page: Page, address: str) -> None:
    page.goto(f"{address}/cerca/?q=seconda+ammonizione")
    found = page.locator(".trovato a").first
    expect(found).to_be_visible()
    found.click()
    expect(page.locator(":target")).to_be_in_viewport()


def test_two_phones_go_on_when_the_laptop_is_switched_off(
    built_address: Path, phone: Callable[..., BrowserContext]
) -> None:
    port = free_port()
    judge, scorekeeper = (phone(service_workers="allow").new_page() for _ in range(2))
    with serving(built_address, "--no-build", port=port, said=subprocess.DEVNULL) as (address, _):
        for page in (judge, scorekeeper):
            arrive(page, address)
        look_up(judge, address)
        judge.goto(f"{address}/registro/")
        write(judge, "Ada Rossi", "Ammonizione")
        expect(judge.get_by_label("Evento", exact=True)).to_have_value(EVENT)
    # the laptop is off: nobody answers at its address any more
    for page in (judge, scorekeeper):
        look_up(page, address)
    judge.goto(f"{address}/registro/")
    expect(entries(judge)).to_have_count(1)
    write(judge, "Bice Neri", "Ammonizione")
    scorekeeper.goto(f"{address}/registro/")
    take(scorekeeper, exported(judge))
    scorekeeper.locator(".arrivo .chiede").get_by_role("button").first.click()
    expect(entries(scorekeeper)).to_have_count(2)
    with serving(built_address, "--no-build", port=port, said=subprocess.DEVNULL):
        for page in (judge, scorekeeper):
            page.goto(f"{address}/registro/")
            expect(entries(page)).to_have_count(2)
