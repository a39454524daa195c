"""Test that everything works offline after one visit."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scripts.site import service_worker
from tests.browser.conftest import OPTIONS
from tests.browser.offline_visit import hosted, visit
from tests.browser.static_host import FOLDER, StaticHost
from tests.browser.test_penalita import answer


@pytest.fixture(scope="module")
def visited(
    browser: Browser, built: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[BrowserContext, StaticHost]]:
    """Return a phone that visited the site, and its stopped host."""
    context = browser.new_context(**{**OPTIONS, "service_workers": "allow"})
    with hosted(built, tmp_path_factory.mktemp("visitato")) as host:
        visit(context.new_page(), host)
        host.stop()
        yield context, host
    context.close()


@pytest.fixture
def flown(visited: tuple[BrowserContext, StaticHost]) -> Iterator[tuple[Page, StaticHost]]:
    """Return the home of a phone that visited the site once."""
    context, host = visited
    for tab in context.pages:
        tab.close()
    page = context.new_page()
    memory = {"origin": host.url.removesuffix(f"/{FOLDER}"), "storageTypes": "local_storage,indexeddb"}
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", memory)
    visit(page, host)
    yield page, host
    context.set_offline(False)


def test_after_one_visit_every_page_works_without_the_server(flown: tuple[Page, StaticHost]) -> None:
    page, host = flown
    pages = sorted(
        address for address in service_worker.list_digests(host.site) if address.endswith("/") or not address
    )
    assert len(pages) > 60
    for address in (
        "", "cerca/", "libri/", "bang/", "mtr/6/", "confronto/naruto/", "penalita/", "penalita/bang/", "tabelle/mtr/",
        "registro/", "decisione/", "orologio/", "manifesto/", "informazioni/",
    ):  # fmt: skip
        assert address in pages
        answer = page.goto(f"{host.url}/{address}")
        assert answer
        assert answer.status == 200
        assert page.locator("h1").count() == 1, address
    failed = page.evaluate(
        """async (pages) => (await Promise.all(pages.map(async (p) => [p, (await fetch(p)).status])))
        .filter(([, status]) => status !== 200)""",
        [f"{host.url}/{p}" for p in pages],
    )
    assert failed == []


def test_without_the_server_a_permalink_lands_on_its_statement(flown: tuple[Page, StaticHost]) -> None:
    page, host = flown
    for link in ("r/bang-3.penalita.e", "r/bang-3.penalita.e/", "r/bang-3.penalita.e/index.html"):
        page.goto(f"{host.url}/{link}")
        expect(page).to_have_url(f"{host.url}/bang/3/#bang-3.penalita.e")
        expect(page.locator("[id='bang-3.penalita.e']")).to_be_in_viewport()
    page.goto(f"{host.url}/r/mtr-2.5.c?v=0000000")
    expect(page).to_have_url(f"{host.url}/mtr/2/?v=0000000#mtr-2.5.c")
    page.goto(f"{host.url}/bang/3")
    expect(page).to_have_url(f"{host.url}/bang/3/")
    answer = page.goto(f"{host.url}/r/bang-99.z/")
    assert answer
    assert answer.status == 404
    expect(page.locator("h1")).to_have_text("Pagina non trovata")


def test_without_the_server_a_wrong_address_is_searched(flown: tuple[Page, StaticHost]) -> None:
    page, host = flown
    for wrong in ("lista-del-mazzo", "bang/1/non/lista-del-mazzo"):
        page.goto(f"{host.url}/{wrong}")
        expect(page.locator(".vicini a").first).to_be_visible()
        expect(page.get_by_role("link", name="all’inizio")).to_have_js_property("href", f"{host.url}/")


def test_without_the_server_search_and_tables_answer(flown: tuple[Page, StaticHost]) -> None:
    page, host = flown
    page.goto(f"{host.url}/penalita/?g=mtr&t=59%20carte%20nel%20mazzo%2C%20torneo%20Modern")
    expect(page.locator("article[data-infraction='mtr-6.1']")).to_have_attribute("data-verdict", "altro-documento")
    page.goto(f"{host.url}/tabelle/bang/")
    page.fill("#n-giocatori", "27")
    expect(page.locator("#giocatori .risultati dd b").first).to_have_text("5")
    page.goto(f"{host.url}/tabelle/")
    page.fill("#voce", "sceriffo")
    expect(page.locator("#trovate a").first).to_be_visible()
    page.goto(f"{host.url}/tabelle/draft/")
    expect(page.locator(".orologio")).to_have_text("40")
    page.fill("#q", "ritardo")
    expect(page.locator(".trovato mark").first).to_be_visible()


@pytest.fixture
def in_flight(flown: tuple[Page, StaticHost]) -> tuple[Page, StaticHost]:
    """Disconnect the phone from the network."""
    flown[0].context.set_offline(True)
    return flown


def reach_verdict(page: Page) -> None:
    """Reach a verdict in BANG!, already chosen."""
    page.get_by_label("Che cosa è successo?").fill("guarda le carte di un avversario")
    page.locator(".trovate").get_by_text("Guardare le carte in mano a un avversario", exact=True).click()
    answer(page, "1 o più")
    expect(page.locator(".verdetto h2")).to_contain_text("Espulsione")


def write_down(page: Page, player: str) -> None:
    """Record the verdict, with the reason for a warning that the Registro did not have."""
    page.get_by_role("button", name="Registra").click()
    page.get_by_label("Giocatore", exact=True).fill(player)
    page.get_by_label("Perché (resta nel Registro)").fill("L’altra l’ha data Bruno.")
    page.get_by_role("button", name="Registra Espulsione").click()
    expect(page.locator(".registra")).to_contain_text("Salvato nel Registro")
    page.get_by_role("link", name="Apri il Registro").click()
    expect(page.locator(".voci li")).to_contain_text(player)


def test_in_flight_mode_a_verdict_is_reached_written_down_and_found_again(in_flight: tuple[Page, StaticHost]) -> None:
    page, host = in_flight
    page.goto(f"{host.url}/penalita/")
    answer(page, "BANG!")
    reach_verdict(page)
    page.locator(".perche a").first.click()
    expect(page.locator(".enunciato:target")).to_be_in_viewport()
    page.go_back()
    write_down(page, "Ada Rossi")
    page.reload()
    expect(page.locator(".voci li")).to_contain_text("Ada Rossi")
    expect(page.locator(".voci li")).to_contain_text("Espulsione")


def test_in_flight_mode_a_link_rebuilds_a_decision(in_flight: tuple[Page, StaticHost]) -> None:
    page, host = in_flight
    page.goto(f"{host.url}/decisione/?r=mtr-2.5.a_mtr-6.3.espansioni.theros_v~bang~bang-2.o~H.ammonizione.1#nome=Rossi")
    rows = page.locator(".decisione > li")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("MTR 2014 2.5.a")
    expect(rows.nth(1)).to_contain_text("Theros")
    expect(rows.nth(2).locator("h2")).to_contain_text("Espulsione")
    expect(page.locator(".decisione__nome")).to_have_text("Per: Rossi")
    page.get_by_role("button", name="Mostra il QR", exact=True).click()
    expect(page.locator("#decisione .qr")).to_be_visible()
    page.reload()
    expect(rows).to_have_count(3)


def test_in_flight_mode_one_types_finds_and_reads_what_was_never_opened(in_flight: tuple[Page, StaticHost]) -> None:
    page, host = in_flight
    page.locator("#q").click()
    page.keyboard.type("tempo aggiuntivo incontro")
    found = page.locator(".trovato a").first
    expect(found).to_be_visible()
    found.click()
    expect(page.locator(":target")).to_be_in_viewport()
    page.goto(f"{host.url}/wot/")
    page.locator(".testo .luoghi a").nth(2).click()
    expect(page.locator(".enunciato").first).to_be_visible()
    page.locator(".enunciato .cit").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
