"""Flight mode: after one visit everything works with the server stopped; a new edition is offered, a broken one never."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scripts.pipeline import SITE
from scripts.site import offline
from scripts.site.assets import WORKER, stamp_in, stamped
from tests.browser.conftest import OPTIONS
from tests.browser.static_host import FOLDER, StaticHost
from tests.browser.test_penalita import answer
from tests.conftest import ROOT
from tests.serving import until

HERE = re.compile(
    r"^Su questo dispositivo: edizione [0-9a-f]{7}, dal \d+º? \w+ \d{4}, ore \d\d:\d\d\. Funziona senza rete\.$"
)
CHANGED = "informazioni/index.html"
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
    """Puts a new edition of the site on the host at once, with `word` on a page. Gives its name."""
    page = host.site / CHANGED
    text = re.sub(r"<h1[^>]*>.*?</h1>", f"<h1>{word}</h1>", page.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
    with host.still:
        page.write_text(text, encoding="utf-8")
        put_worker(host)
    return offline.version(offline.edition(host.site))


def put_worker(host: StaticHost) -> None:
    (host.site / offline.WORKER).write_bytes((ROOT / "docs" / WORKER).read_bytes())
    offline.put_worker(host.site)


def publish_script(host: StaticHost, path: str, more: str) -> str:
    """The same with a script to which something was added, and so with scripts that have another stamp in every page."""
    before, now = stamp_in(host.site), ".01234567"
    with host.still:
        for folder in ("js", "css"):
            (host.site / f"assets/{folder}{before}").rename(host.site / f"assets/{folder}{now}")
        for page in host.site.rglob("*.html"):
            page.write_text(page.read_text(encoding="utf-8").replace(before, now), encoding="utf-8")
        script = host.site / stamped(path, now)
        script.write_text(script.read_text(encoding="utf-8") + more, encoding="utf-8")
        put_worker(host)
    return offline.version(offline.edition(host.site))


@contextmanager
def hosted(built: Path, folder: Path) -> Iterator[StaticHost]:
    shutil.copytree(built / SITE, folder / FOLDER, ignore=shutil.ignore_patterns("r", "*.br", "*.gz"))
    host = StaticHost(folder)
    host.start()
    yield host
    host.stop()


@pytest.fixture
def host(built: Path, tmp_path: Path) -> Iterator[StaticHost]:
    with hosted(built, tmp_path) as host:
        yield host


@pytest.fixture
def small(built_wot: Path, tmp_path: Path) -> Iterator[StaticHost]:
    """The site of one book, where it is how editions follow each other that matters and not what they hold."""
    with hosted(built_wot, tmp_path) as host:
        yield host


@pytest.fixture
def bang(built_address: Path, tmp_path: Path) -> Iterator[StaticHost]:
    """The site of one game that has penalties."""
    with hosted(built_address, tmp_path) as host:
        yield host


@pytest.fixture
def open_page(phone: Callable[..., BrowserContext]) -> Callable[[], Page]:
    return lambda: phone(service_workers="allow").new_page()


@pytest.fixture(scope="module")
def visited(
    browser: Browser, built: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[BrowserContext, StaticHost]]:
    """A phone that was on the site once, and the host, which nobody answers for since."""
    context = browser.new_context(**{**OPTIONS, "service_workers": "allow"})
    with hosted(built, tmp_path_factory.mktemp("visitato")) as host:
        visit(context.new_page(), host)
        host.stop()
        yield context, host
    context.close()


@pytest.fixture
def flown(visited: tuple[BrowserContext, StaticHost]) -> Iterator[tuple[Page, StaticHost]]:
    """That phone's home, for who only reads: of what the other tests did nothing is remembered but the copy."""
    context, host = visited
    for tab in context.pages:
        tab.close()
    page = context.new_page()
    memory = {"origin": host.url.removesuffix(f"/{FOLDER}"), "storageTypes": "local_storage,indexeddb"}
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", memory)
    visit(page, host)
    yield page, host
    context.set_offline(False)


def line(page: Page) -> str:
    """The edition line, once the copy is whole."""
    place = page.locator("[data-copia]")
    expect(place).to_have_text(HERE, timeout=120_000)
    return place.inner_text()


def visit(page: Page, host: StaticHost) -> str:
    page.goto(f"{host.url}/")
    return line(page)


def heading(page: Page, host: StaticHost) -> str:
    page.goto(f"{host.url}/informazioni/")
    return page.locator("h1").inner_text()


def test_after_one_visit_every_page_works_without_the_server(flown: tuple[Page, StaticHost]) -> None:
    page, host = flown
    pages = sorted(address for address in offline.edition(host.site) if address.endswith("/") or not address)
    assert len(pages) > 60
    for address in [p for p in pages if p.count("/") <= 1] + ["mtr/6/", "bang/3/", "tabelle/mtr/"]:
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


def test_from_our_own_server_the_copy_becomes_whole(open_page: Callable[[], Page], server: str) -> None:
    page = open_page()
    page.goto(f"{server}/informazioni/")
    line(page)


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
    expect(page.locator("h1")).to_have_text("Questa pagina non c’è")


def test_without_the_server_a_wrong_address_is_searched(flown: tuple[Page, StaticHost]) -> None:
    """However deep: the page that says so finds its scripts, and the site."""
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
    results = page.evaluate(
        """async (at) => (await (await import(at)).search("ritardo")).results.length""",
        f"{host.url}/assets/js/search/client.js",
    )
    assert results > 0


@pytest.fixture
def in_flight(flown: tuple[Page, StaticHost]) -> tuple[Page, StaticHost]:
    """The phone has no network, and nobody would answer if it had."""
    flown[0].context.set_offline(True)
    return flown


def reach_verdict(page: Page) -> None:
    """In BANG!, which is chosen already."""
    page.get_by_label("Che cosa è successo?").fill("guarda le carte di un avversario")
    page.keyboard.press("Enter")
    answer(page, "1 o più")
    expect(page.locator(".verdetto h2")).to_contain_text("Espulsione")


def write_down(page: Page, player: str) -> None:
    """The verdict counts a warning that this phone's Registro does not hold: it wants to know why."""
    page.get_by_role("button", name="Registra").click()
    page.get_by_label("Giocatore", exact=True).fill(player)
    page.get_by_label("Perché (resta scritto)").fill("L’altra l’ha data Bruno.")
    page.get_by_role("button", name="Registra Espulsione").click()
    expect(page.locator(".registra")).to_contain_text("Scritto nel Registro")
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
    expect(rows.nth(0)).to_contain_text("MTR 2.5.a")
    expect(rows.nth(1)).to_contain_text("Theros")
    expect(rows.nth(2).locator("h2")).to_contain_text("Espulsione")
    expect(page.locator(".decisione__nome")).to_have_text("Per: Rossi")
    page.get_by_role("button", name="QR", exact=True).click()
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


def test_an_update_does_not_disturb_a_verdict(open_page: Callable[[], Page], host: StaticHost) -> None:
    page = open_page()
    visit(page, host)
    page.goto(f"{host.url}/penalita/?g=naruto-it&i=ritardo")
    answer(page, "Al suo posto")
    page.evaluate("window.stessa = true")
    publish(host, "Edizione nuova")
    update(page)
    offer = page.locator(".offerta")
    expect(offer).to_be_visible()
    answer(page, "No")
    answer(page, "Dopo 5 minuti, entro 15")
    answer(page, "2 o più")
    expect(page.locator(".verdetto h2")).to_have_text("Espulsione")
    assert page.evaluate("window.stessa"), "nobody has reloaded the page"
    verdict = page.url
    page.get_by_role("button", name="Registra").click()
    page.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    expect(offer).to_be_visible()
    page.get_by_label("Perché (resta scritto)").fill("Le altre le ha date Bruno.")
    page.get_by_role("button", name="Registra Espulsione").click()
    expect(page.locator(".registra")).to_contain_text("Scritto nel Registro")
    offer.get_by_role("button", name="Passa alla nuova").click()
    page.wait_for_function("!window.stessa")  # Chromium lets the old worker finish first
    expect(offer).to_have_count(0)
    expect(page.locator(".verdetto h2")).to_have_text("Espulsione")
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
    expect(offer).to_contain_text(f"È pronta una nuova edizione del sito ({name}).")
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
    name = publish_script(small, "assets/js/rule/actions.js", "\ndocument.title = 'Nuovo';\n")
    update(page)
    page.get_by_role("button", name="Passa alla nuova").click()
    expect(page.locator("[data-copia]")).to_contain_text(name)
    assert {path for path in small.asked if path != "sw.js"} == {"assets/js.01234567/rule/actions.js"}
    small.stop()
    for tab in (page, opened):  # pages kept from before, which name the stamp of before
        tab.locator("a.cit").first.click()
        expect(tab.get_by_role("dialog")).to_be_visible()
        assert tab.title() == "Nuovo"
    page.goto(f"{small.url}/wot/")
    assert page.evaluate("[...document.styleSheets].some((sheet) => sheet.cssRules.length > 50)")


def test_an_offer_put_off_does_not_come_back_in_the_session(open_page: Callable[[], Page], small: StaticHost) -> None:
    page = open_page()
    visit(page, small)
    old = heading(page, small)
    publish(small, "Edizione nuova")
    page.reload()
    page.get_by_role("button", name="Dopo").click()
    small.stop()
    page.reload()
    line(page)
    assert page.locator("h1").inner_text() == old
    expect(page.locator(".offerta")).to_have_count(0)


def test_a_broken_download_never_replaces_a_good_one(open_page: Callable[[], Page], small: StaticHost) -> None:
    page = open_page()
    first = visit(page, small)
    old = heading(page, small)
    small.broken = {"informazioni/"}  # before: a second after any page Chromium looks for an edition by itself
    name = publish(small, "Edizione nuova")
    page.reload()
    page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.update()).catch(() => 0)")
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


def test_a_first_copy_that_breaks_says_so_and_goes_on_from_where_it_was(
    open_page: Callable[[], Page], small: StaticHost
) -> None:
    small.broken = {"wot/turno/", "tabelle/"}
    assert small.broken <= set(offline.edition(small.site))
    page = open_page()
    page.goto(f"{small.url}/")
    expect(page.locator("[data-copia]")).to_contain_text("non è intera")
    kept = page.evaluate(
        "caches.keys().then((names) => names.find((name) => name.startsWith('prontuario:'))).then(async (name) => (await (await caches.open(name)).keys()).length)"
    )
    assert kept > 20
    small.broken = set()
    small.asked.clear()
    page.locator("[data-copia] button").click()
    line(page)
    total = len(offline.edition(small.site))
    assert len([path for path in small.asked if path != "sw.js"]) <= total - kept + 6


def give_room(page: Page, host: StaticHost, quota: int | None) -> None:
    """What the phone's memory has for the site, in bytes; None gives back what there was."""
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
    expect(place).to_contain_text("non è intera")
    assert copies(page) == [], "the room that there is belongs to the Registro"
    give_room(page, small, None)
    place.get_by_role("button", name="Riprova").click()
    line(page)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("ServiceWorkerContainer.prototype.register = async () => { throw new DOMException('', 'NotSupportedError'); };", "questo browser, o questa finestra, non la conserva"),
        ("delete Navigator.prototype.serviceWorker;", "questo browser, o questa finestra, non la conserva"),
        ("delete Navigator.prototype.serviceWorker; Object.defineProperty(window, 'isSecureContext', { value: false });", "serve un indirizzo https"),
    ],
    ids=["memory blocked", "no workers", "no https"],
)  # fmt: skip
def test_a_phone_that_keeps_no_copy_is_told_why(
    phone: Callable[..., BrowserContext], server: str, script: str, said: str
) -> None:
    page = phone().new_page()
    page.add_init_script(script)
    page.goto(server)
    expect(page.locator("[data-copia]")).to_contain_text(f"non si può tenere qui: {said}.")


def test_a_copy_that_cannot_be_begun_is_said_and_begun_again(open_page: Callable[[], Page], small: StaticHost) -> None:
    worker = small.site / "sw.js"
    away = worker.rename(worker.with_name("altrove"))
    page = open_page()
    page.goto(f"{small.url}/")
    place = page.locator("[data-copia]")
    expect(place).to_contain_text("non si è potuta scaricare")
    away.rename(worker)
    place.get_by_role("button", name="Riprova").click()
    line(page)


def test_an_edition_that_a_full_phone_cannot_take_leaves_the_one_it_has(
    open_page: Callable[[], Page], small: StaticHost
) -> None:
    page = open_page()
    visit(page, small)
    old = heading(page, small)
    line(page)
    give_room(page, small, 1)
    publish(small, "Edizione nuova")
    page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.update()).catch(() => 0)")
    expect(page.locator("[data-copia]")).to_contain_text("resta quella di prima", timeout=120_000)
    small.stop()
    page.reload()
    assert page.locator("h1").inner_text() == old


def test_a_copy_that_was_taken_away_is_fetched_again(open_page: Callable[[], Page], small: StaticHost) -> None:
    page = open_page()
    visit(page, small)
    old = heading(page, small)
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => 0)")
    page.reload()
    line(page)
    small.stop()
    page.reload()
    assert page.locator("h1").inner_text() == old


def test_a_copy_that_was_taken_away_and_does_not_come_back_whole_says_so(
    open_page: Callable[[], Page], small: StaticHost
) -> None:
    page = open_page()
    visit(page, small)
    small.broken = {"informazioni/"}
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => 0)")
    page.reload()
    place = page.locator("[data-copia]")
    expect(place).to_contain_text("non è intera")
    small.broken = set()
    place.get_by_role("button", name="Riprova").click()
    line(page)


def test_an_edition_taken_in_one_tab_does_not_reload_the_other_and_is_said_there(
    open_page: Callable[[], Page], host: StaticHost
) -> None:
    one = open_page()
    visit(one, host)
    other = one.context.new_page()
    other.goto(f"{host.url}/penalita/?g=naruto-it&i=ritardo")
    answer(other, "Al suo posto")
    other.evaluate("window.stessa = true")
    name = publish(host, "Edizione nuova")
    update(one)
    for page in (one, other):
        expect(page.locator(".offerta")).to_contain_text("È pronta", timeout=120_000)
    one.get_by_role("button", name="Passa alla nuova").click()
    expect(one.locator("[data-copia]")).to_contain_text(name)
    offer = other.locator(".offerta")
    expect(offer).to_contain_text("In un’altra scheda")
    answer(other, "No")
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
    client = page.context.new_cdp_session(page)
    manifest = client.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{small.url}/manifest.webmanifest"
    line(page)
    assert client.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
