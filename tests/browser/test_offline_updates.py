"""Test how the phone's copy is kept and renewed."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scripts.site import service_worker
from scripts.site.fingerprinted_assets import WORKER, add_stamp, find_stamp
from tests.browser.offline_visit import AT_ONCE, hosted, line, visit
from tests.browser.static_host import FOLDER, StaticHost
from tests.browser.test_offline import reach_verdict, write_down
from tests.browser.test_penalita import answer
from tests.conftest import ROOT
from tests.running_server import until

CHANGED = "informazioni/index.html"
TRY_UPDATE = "navigator.serviceWorker.getRegistration().then((r) => r.update()).catch(() => 0)"
WAITS_FOR = """async (version) => {
    const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
    if (!waiting) return false;
    const { port1, port2 } = new MessageChannel();
    waiting.postMessage({ type: "stato" }, [port2]);
    return new Promise((done) => {
        port1.onmessage = ({ data }) => done(data?.version === version);
        setTimeout(() => done(false), 2000);
    });
}"""


def publish(host: StaticHost, word: str) -> str:
    """Publish a new edition on the host, with `word` on a page; return its name."""
    page = host.site / CHANGED
    text = re.sub(r"<h1[^>]*>.*?</h1>", f"<h1>{word}</h1>", page.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
    with host.still:
        page.write_text(text, encoding="utf-8")
        put_worker(host)
    return service_worker.name_version(service_worker.list_digests(host.site))


def put_worker(host: StaticHost) -> None:
    (host.site / service_worker.WORKER).write_bytes((ROOT / "docs" / WORKER).read_bytes())
    service_worker.write_worker(host.site)


def publish_script(host: StaticHost, path: str, more: str) -> str:
    """Publish a changed script, and pages with its new stamp."""
    before, now = find_stamp(host.site), ".01234567"
    with host.still:
        for folder in ("js", "css"):
            (host.site / f"assets/{folder}{before}").rename(host.site / f"assets/{folder}{now}")
        for page in host.site.rglob("*.html"):
            page.write_text(page.read_text(encoding="utf-8").replace(before, now), encoding="utf-8")
        script = host.site / add_stamp(path, now)
        script.write_text(script.read_text(encoding="utf-8") + more, encoding="utf-8")
        put_worker(host)
    return service_worker.name_version(service_worker.list_digests(host.site))


@pytest.fixture
def small(built_wot: Path, tmp_path: Path) -> Iterator[StaticHost]:
    """Serve a site of one book, to test the order of editions."""
    with hosted(built_wot, tmp_path) as host:
        yield host


@pytest.fixture
def bang(built_address: Path, tmp_path: Path) -> Iterator[StaticHost]:
    """Serve a site of one game with penalties."""
    with hosted(built_address, tmp_path) as host:
        yield host


@pytest.fixture
def open_page(phone: Callable[..., BrowserContext]) -> Callable[[], Page]:
    return lambda: phone(service_workers="allow").new_page()


def heading(page: Page, host: StaticHost) -> str:
    page.goto(f"{host.url}/informazioni/")
    return page.locator("h1").inner_text()


def update(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => 0)")


def test_what_the_phone_remembers_survives_an_update(open_page: Callable[[], Page], bang: StaticHost) -> None:
    page = open_page()
    visit(page, bang)
    page.goto(f"{bang.url}/bang/3/#bang-3.penalita.e")
    page.locator("[id='bang-3.penalita.e'] .cit").click()
    page.get_by_role("button", name=re.compile("segnalibr")).click()
    page.goto(f"{bang.url}/penalita/?g=bang")
    reach_verdict(page)
    write_down(page, "Ada Rossi")
    kept = "JSON.stringify(Object.entries(localStorage).sort())"
    before = page.evaluate(kept)
    name = publish(bang, "Edizione nuova")
    update(page)
    page.get_by_role("button", name="Passa alla nuova").click()
    expect(page.locator("[data-copia]")).to_contain_text(name)
    assert page.evaluate(kept) == before
    expect(page.locator(".voci li")).to_contain_text("Ada Rossi")
    page.goto(f"{bang.url}/")
    expect(page.locator(".segnalibri")).to_contain_text("BANG 3 penalità.e")
    expect(page.locator(".ultime")).to_contain_text("BANG 3 penalità.e")


def test_an_update_does_not_disturb_a_verdict(open_page: Callable[[], Page], bang: StaticHost) -> None:
    page = open_page()
    visit(page, bang)
    page.goto(f"{bang.url}/penalita/?g=bang&i=bang-2.o")
    page.evaluate("window.stessa = true")
    publish(bang, "Edizione nuova")
    update(page)
    offer = page.locator(".offerta")
    expect(offer).to_be_visible()
    answer(page, "1 o più")
    expect(page.locator(".verdetto h2")).to_contain_text("Espulsione")
    assert page.evaluate("window.stessa"), "nobody has reloaded the page"
    verdict = page.url
    page.get_by_role("button", name="Registra").click()
    page.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    expect(offer).to_be_visible()
    page.get_by_label("Perché (resta nel Registro)").fill("L’altra l’ha data Bruno.")
    page.get_by_role("button", name="Registra Espulsione").click()
    expect(page.locator(".registra")).to_contain_text("Salvato nel Registro")
    offer.get_by_role("button", name="Passa alla nuova").click()
    page.wait_for_function("!window.stessa")  # Chromium lets the old worker finish first
    expect(offer).to_have_count(0)
    expect(page.locator(".verdetto h2")).to_contain_text("Espulsione")
    assert page.url == verdict


def test_a_new_edition_is_offered_and_taken_only_when_accepted(
    open_page: Callable[[], Page], small: StaticHost
) -> None:
    page = open_page()
    first = visit(page, small)
    old = heading(page, small)
    small.asked.clear()
    name = publish(small, "Edizione nuova")
    page.reload()
    offer = page.locator(".offerta")
    expect(offer).to_contain_text(f"È pronta una nuova versione del sito ({name}).")
    again = [path for path in small.asked if path not in ("sw.js", "informazioni/")]
    assert again == [], "an update downloads only what changed"
    assert page.locator("h1").inner_text() == old, "nothing changes under the reader's eyes"
    page.reload()
    assert page.locator("h1").inner_text() == old
    expect(offer).to_be_visible()
    offer.get_by_role("button", name="Passa alla nuova").click()
    expect(page.locator("h1")).to_have_text("Edizione nuova")
    assert line(page) != first
    assert copies(page) == [f"prontuario:/{FOLDER}/:{name}"]


def test_of_a_changed_script_an_update_downloads_that_script_alone(
    open_page: Callable[[], Page], small: StaticHost
) -> None:
    page = open_page()
    visit(page, small)
    page.goto(f"{small.url}/wot/turno/")
    line(page)
    opened = page.context.new_page()  # before, and left open
    opened.goto(f"{small.url}/wot/turno/")
    small.asked.clear()
    name = publish_script(small, "assets/js/rule/rule-sheet.js", "\ndocument.title = 'Nuovo';\n")
    update(page)
    page.get_by_role("button", name="Passa alla nuova").click()
    expect(page.locator("[data-copia]")).to_contain_text(name)
    assert {path for path in small.asked if path != "sw.js"} == {"assets/js.01234567/rule/rule-sheet.js"}
    small.stop()
    for tab in (page, opened):  # pages kept from before, which name the stamp of before
        tab.locator("a.cit").first.click()
        expect(tab.get_by_role("dialog")).to_be_visible()
        assert tab.title() == "Nuovo"
    page.goto(f"{small.url}/wot/")
    assert page.evaluate("[...document.styleSheets].some((sheet) => sheet.cssRules.length > 50)")


def test_a_broken_download_never_replaces_a_good_one_and_an_offer_put_off_stays_away(
    open_page: Callable[[], Page], small: StaticHost
) -> None:
    page = open_page()
    first = visit(page, small)
    old = heading(page, small)
    small.broken = {"informazioni/"}  # before: a second after any page Chromium looks for an edition by itself
    name = publish(small, "Edizione nuova")
    page.reload()
    page.evaluate(TRY_UPDATE)
    until(page, "() => navigator.serviceWorker.getRegistration().then((r) => !r.installing)")
    expect(page.locator(".offerta")).to_have_count(0)
    small.stop()
    page.reload()
    assert page.locator("h1").inner_text() == old
    assert line(page) == first
    small.broken = set()
    small.start()
    page.reload()
    expect(page.locator(".offerta")).to_contain_text(name)
    page.get_by_role("button", name="Rimanda").click()
    small.stop()
    page.reload()
    assert line(page) == first
    expect(page.locator(".offerta")).to_have_count(0)  # put off, it does not come back in the session


def test_a_first_copy_that_cannot_begin_or_breaks_says_so_and_goes_on_from_where_it_was(
    open_page: Callable[[], Page], small: StaticHost
) -> None:
    small.broken = {"wot/turno/", "tabelle/"}
    assert small.broken <= set(service_worker.list_digests(small.site))
    worker = small.site / "sw.js"
    away = worker.rename(worker.with_name("altrove"))
    page = open_page()
    page.goto(f"{small.url}/")
    expect(page.locator("[data-copia]")).to_contain_text("Non sono riuscito a scaricare la copia")
    away.rename(worker)
    page.locator("[data-copia] button").click()
    expect(page.locator("[data-copia]")).to_contain_text("è incompleta")
    kept = page.evaluate(
        "caches.keys().then((names) => names.find((name) => name.startsWith('prontuario:'))).then(async (name) => (await (await caches.open(name)).keys()).length)"
    )
    assert kept > 20
    small.broken = set()
    small.asked.clear()
    page.locator("[data-copia] button").click()
    line(page)
    total = len(service_worker.list_digests(small.site))
    assert len([path for path in small.asked if path != "sw.js"]) <= total - kept + 6


def give_room(page: Page, host: StaticHost, quota: int | None) -> None:
    """Set the phone's room for the site, in bytes; None removes the limit."""
    session = page.context.new_cdp_session(page)
    origin = host.url.removesuffix(f"/{FOLDER}")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin} | ({"quotaSize": quota} if quota else {}))


def copies(page: Page) -> list[str]:
    return list(page.evaluate("caches.keys().then((names) => names.filter((name) => name.startsWith('prontuario:')))"))


def test_a_full_phone_is_told_and_its_room_given_back(open_page: Callable[[], Page], small: StaticHost) -> None:
    page = open_page()
    give_room(page, small, 300_000)
    page.goto(f"{small.url}/")
    place = page.locator("[data-copia]")
    expect(place).to_contain_text("Questo dispositivo è pieno", timeout=120_000)
    expect(place).to_contain_text("è incompleta")
    assert copies(page) == [], "the room that there is belongs to the Registro"
    give_room(page, small, None)
    place.get_by_role("button", name="Riprova").click()
    line(page)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("ServiceWorkerContainer.prototype.register = async () => { throw new DOMException('', 'NotSupportedError'); };", "questo browser, o questa finestra, non lo permette"),
        ("delete Navigator.prototype.serviceWorker;", "questo browser, o questa finestra, non lo permette"),
        ("delete Navigator.prototype.serviceWorker; Object.defineProperty(window, 'isSecureContext', { value: false });", "il sito va aperto con un indirizzo https"),
    ],
    ids=["memory blocked", "no workers", "no https"],
)  # fmt: skip
def test_a_phone_that_keeps_no_copy_is_told_why(
    phone: Callable[..., BrowserContext], server: str, script: str, said: str
) -> None:
    page = phone().new_page()
    page.add_init_script(script)
    page.goto(server)
    page.evaluate(AT_ONCE)
    expect(page.locator("[data-copia]")).to_contain_text(f"non si può salvare: {said}.")


def test_an_edition_that_a_full_phone_cannot_take_leaves_the_one_it_has(
    open_page: Callable[[], Page], small: StaticHost
) -> None:
    page = open_page()
    visit(page, small)
    old = heading(page, small)
    line(page)
    give_room(page, small, 1)
    publish(small, "Edizione nuova")
    page.evaluate(TRY_UPDATE)
    expect(page.locator("[data-copia]")).to_contain_text("resta quella precedente", timeout=120_000)
    small.stop()
    page.reload()
    assert page.locator("h1").inner_text() == old


def test_a_copy_that_was_taken_away_is_fetched_again(open_page: Callable[[], Page], small: StaticHost) -> None:
    page = open_page()
    visit(page, small)
    old = heading(page, small)
    page.goto(f"{small.url}/")
    small.broken = {"informazioni/"}
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => 0)")
    page.reload()
    place = page.locator("[data-copia]")
    expect(place).to_contain_text("è incompleta")
    small.broken = set()
    place.get_by_role("button", name="Riprova").click()
    line(page)
    small.stop()
    assert heading(page, small) == old


def test_an_edition_taken_in_one_tab_does_not_reload_the_other_and_is_said_there(
    open_page: Callable[[], Page], bang: StaticHost
) -> None:
    one = open_page()
    visit(one, bang)
    other = one.context.new_page()
    other.goto(f"{bang.url}/penalita/?g=bang&i=bang-2.o")
    other.evaluate("window.stessa = true")
    name = publish(bang, "Edizione nuova")
    update(one)
    for page in (one, other):
        expect(page.locator(".offerta")).to_contain_text("È pronta", timeout=120_000)
    one.get_by_role("button", name="Passa alla nuova").click()
    expect(one.locator("[data-copia]")).to_contain_text(name)
    offer = other.locator(".offerta")
    expect(offer).to_contain_text("Hai aggiornato il sito in un’altra scheda")
    answer(other, "1 o più")
    assert other.evaluate("window.stessa"), "nobody has reloaded the page"
    offer.get_by_role("button", name="Ricarica").click()
    expect(other.locator("[data-copia]")).to_contain_text(name)
    expect(offer).to_have_count(0)


def test_a_phone_three_editions_behind_takes_the_last(open_page: Callable[[], Page], small: StaticHost) -> None:
    page = open_page()
    visit(page, small)
    for word in ("Seconda", "Terza"):  # offered, never taken
        name = publish(small, word)
        update(page)
        until(page, WAITS_FOR, name)
    expect(page.locator(".offerta")).to_contain_text("È pronta")
    name = publish(small, "Quarta")
    update(page)
    until(page, WAITS_FOR, name)
    page.get_by_role("button", name="Passa alla nuova").click()
    expect(page.locator("[data-copia]")).to_contain_text(name)
    assert heading(page, small) == "Quarta"
    assert copies(page) == [f"prontuario:/{FOLDER}/:{name}"]


def test_the_site_installs_as_an_app(open_page: Callable[[], Page], small: StaticHost) -> None:
    page = open_page()
    page.goto(f"{small.url}/wot/turno/")
    page.evaluate(AT_ONCE)
    client = page.context.new_cdp_session(page)
    manifest = client.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{small.url}/manifest.webmanifest"
    line(page)
    assert client.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
