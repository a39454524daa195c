"""Test two phones that exchange their logs by file or codes."""

import base64
import zlib
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.registro import entries, exported, fill, open_register, stored, take, take_open, write

# A clock that shows the first of January 2030 when a page opens.
AHEAD = """(() => {
  const Real = Date, ahead = Real.UTC(2030, 0, 1, 10) - Real.now();
  globalThis.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(Real.now() + ahead) }
    static now() { return Real.now() + ahead }
  };
})()"""


@pytest.fixture
def other(used: Callable[[str], Page], server: str) -> Page:
    """Return another phone, with a clock years ahead."""
    return open_register(used(AHEAD), server)


def test_another_phone_takes_the_file_and_nothing_counts_twice(register: Page, other: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    text = exported(register)
    take(register, text)
    expect(register.locator(".fatto").first).to_contain_text("0 penalità nuove, 0 modifiche, 1 già presente")
    take_open(other, text)
    expect(entries(other)).to_have_count(1)
    take(other, text)
    expect(other.locator(".fatto").first).to_contain_text("0 penalità nuove, 0 modifiche, 1 già presente")
    expect(entries(other)).to_contain_text("Ada Rossi")


def test_what_was_taken_away_here_stays_away(register: Page, other: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    text = exported(register)
    take_open(other, text)
    register.get_by_role("button", name="Togli la penalità di Ada Rossi").click()
    take(register, text)
    take(register, exported(other))
    expect(register.locator(".fatto").first).to_contain_text("già presente")
    expect(entries(register)).to_have_count(0)


def test_a_clock_that_is_ahead_does_not_win_over_a_later_correction(register: Page, other: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    take_open(other, exported(register))
    other.get_by_role("button", name="Modifica la penalità di Ada Rossi").click()
    other.get_by_label("Nota").fill("dal futuro")
    other.get_by_role("button", name="Registra Ammonizione").click()
    expect(entries(other)).to_contain_text("dal futuro")
    take(register, exported(other))
    expect(entries(register)).to_contain_text("dal futuro")
    register.get_by_role("button", name="Modifica la penalità di Ada Rossi").click()
    register.get_by_label("Nota").fill("di oggi")
    register.get_by_role("button", name="Registra Ammonizione").click()
    expect(entries(register)).to_contain_text("di oggi")
    take(other, exported(register))
    for page in (register, other):
        expect(entries(page)).to_contain_text("di oggi")
        expect(entries(page)).not_to_contain_text("due telefoni")


def test_two_corrections_that_did_not_know_of_each_other_are_both_shown(register: Page, other: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    take_open(other, exported(register))
    for page, table in ((register, "4"), (other, "5")):
        page.get_by_role("button", name="Modifica la penalità di Ada Rossi").click()
        page.get_by_label("Tavolo").fill(table)
        page.get_by_role("button", name="Registra Ammonizione").click()
        expect(entries(page)).to_contain_text(f"tavolo {table}")
    mine, theirs = exported(register), exported(other)
    take(register, theirs)
    take(other, mine)
    for page in (register, other):
        conflict = entries(page).locator(".avviso")
        expect(conflict).to_contain_text("è stata corretta su due telefoni")
        expect(conflict).to_contain_text("tavolo 4")
        expect(conflict).to_contain_text("tavolo 5")
    kept = entries(register).locator(".dove").last.inner_text()
    assert entries(other).locator(".dove").last.inner_text().split(" · ")[1:] == kept.split(" · ")[1:], (
        "both phones keep the same one"
    )
    entries(register).locator(".avviso li").filter(has_text="tavolo 4").get_by_role("button").click()
    expect(entries(register).locator(".avviso")).to_have_count(0)
    take(other, exported(register))
    expect(entries(other).locator(".avviso")).to_have_count(0)
    expect(entries(other)).to_contain_text("tavolo 4")


def test_another_events_file_asks_and_does_not_escalate_todays_penalties(register: Page, other: Page) -> None:
    other.get_by_label("Evento").fill("Torneo di Modena")
    write(other, "Ada Rossi", "Ammonizione")
    write(register, "Bice", "Ammonizione")
    text = exported(other)
    take(register, text)
    asks = register.locator(".arrivo .chiede")
    expect(asks).to_contain_text("è di un altro evento: «Torneo di Modena» (1 penalità)")
    expect(entries(register)).to_have_count(1)
    asks.get_by_role("button", name="Lascia stare").click()
    take(register, text)
    asks.get_by_role("button", name="Tienilo a parte").click()
    expect(register.locator(".eventi")).to_contain_text("Torneo di Modena")
    expect(entries(register)).to_have_count(1)
    fill(register, "Ada Rossi", "Ammonizione")
    expect(register.locator(".modulo .avviso")).not_to_contain_text("ha già")


def test_the_same_event_begun_on_two_phones_becomes_one(register: Page, other: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    write(other, "ROSSI ADA", "Ammonizione")
    take(register, exported(other))
    register.get_by_role("button", name="È lo stesso evento").click()
    expect(entries(register)).to_have_count(2)
    asks = register.locator(".chiede").filter(has_text="Due giocatori con lo stesso nome")
    asks.get_by_role("button", name="È la stessa persona", exact=True).click()
    expect(entries(register).first).to_contain_text("2 penalità")
    take(other, exported(register))
    expect(entries(other)).to_have_count(2)
    expect(entries(other).first).to_contain_text("2 penalità")
    expect(other.locator(".chiede")).to_have_count(0)


def test_annulla_keeps_apart_what_was_joined_by_mistake(register: Page, other: Page) -> None:
    other.get_by_label("Evento").fill("Torneo di Modena")
    write(register, "Ada Rossi", "Ammonizione")
    write(other, "Bice", "Ammonizione")
    take(register, exported(other))
    register.get_by_role("button", name="È lo stesso evento").click()
    expect(entries(register)).to_have_count(2)
    register.get_by_role("button", name="Annulla").click()
    expect(entries(register)).to_have_count(1)
    expect(register.locator(".eventi")).to_contain_text("Torneo di Modena")


def test_an_import_after_closing_takes_nothing_away(register: Page, other: Page) -> None:
    register.get_by_label("Evento").fill("Torneo di prova")
    write(register, "Ada Rossi", "Ammonizione")
    register.get_by_role("button", name="Chiudi l’evento").click()
    write(other, "Bice", "Ammonizione")
    take(register, exported(other))
    register.locator(".arrivo .chiede").get_by_role("button", name="Tienilo a parte").click()
    register.locator(".eventi details").filter(has_text="Torneo di prova").locator("summary").click()
    register.locator(".eventi details").filter(has_text="Torneo di prova").get_by_role(
        "button", name="Apri", exact=True
    ).click()
    expect(entries(register)).to_contain_text("Ada Rossi")


DAMAGES: list[tuple[Callable[[str], str | bytes], str]] = [
        (lambda text: text[:-30], "è illeggibile"),
        (lambda text: text.split("\n")[0] + "\n", "non si può usare: ha 0 righe invece di"),
        (lambda text: text.replace('"t":"given"', '"t":"given","entry":""').replace('"entry":"m', '"entry_":"m'), "manca «entry»"),
        (lambda _: "", "non si può usare: è vuoto"),
        (lambda _: "ciao", "riga 1: è illeggibile"),
        (lambda _: "{}", "non si può usare: non è un file del Registro di Prontuario"),
        (lambda text: text.replace('"v":2', '"v":3', 1), "non si può usare: è di una versione più recente di Prontuario"),
        (lambda _: b"\xff\xfe\x00", "riga 1: è illeggibile"),
        (lambda text: "\n".join([*text.strip().split("\n"), text.strip().split("\n")[-1]]), "ripete la riga"),
]  # fmt: skip


def test_a_damaged_file_is_refused_with_its_line(register: Page) -> None:
    write(register, "Ada", "Ammonizione")
    before, text = stored(register), exported(register)
    for damage, expected in DAMAGES:
        take(register, damage(text))
        expect(register.locator(".arrivo [role=alert]")).to_contain_text(expected)
        assert stored(register) == before


def codes_of(page: Page, server: str) -> list[str]:
    """Return the addresses that a phone's QR codes hold."""
    made = "async ([url, ops]) => (await import(url)).addresses(ops)"
    return page.evaluate(made, [f"{server}/assets/js/registro/qr-parts.js", stored(page)])  # type: ignore[no-any-return]


def scan(page: Page, addresses: list[str]) -> None:
    for address in addresses:
        page.goto("about:blank")
        page.goto(address)
        expect(page.locator(".arrivo")).to_contain_text("Hai letto")


def test_two_phones_meet_by_codes(register: Page, other: Page, server: str) -> None:
    """Open the codes one by one in any order, as a camera does."""
    for name in ("Ada Rossi", "Bice", "Carla"):
        write(register, name, "Ammonizione")
    register.get_by_role("button", name="Mostra i codici QR").click()
    expect(register.get_by_role("img", name="Codice 1 di")).to_be_visible()
    found = codes_of(register, server)
    assert len(found) > 1
    assert all(len(address) <= 400 for address in found)
    expect(entries(other)).to_have_count(0)
    scan(other, found[::-1])
    other.get_by_role("button", name="Apri l’evento").click()
    expect(entries(other)).to_have_count(3)
    assert "#q=" not in other.url


def test_a_browser_that_makes_no_codes_says_what_to_use(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    register.evaluate("delete globalThis.CompressionStream")
    register.get_by_role("button", name="Mostra i codici QR").click()
    expect(register.locator(".codici")).to_contain_text("usa il file")
    expect(register.get_by_role("button", name="Avanti")).to_be_hidden()


CAMERA = """window.codes = [];
navigator.mediaDevices.getUserMedia = async () => Object.assign(document.createElement("canvas"), { width: 4, height: 4 }).captureStream(10);
window.BarcodeDetector = class { async detect() { return window.codes.length ? [{ rawValue: window.codes.shift() }] : []; } };
HTMLMediaElement.prototype.play = async () => {};"""


def test_the_camera_of_the_page_reads_the_codes(
    register: Page, phone: Callable[..., BrowserContext], server: str
) -> None:
    """Read codes with a simulated camera and detector, which give real codes."""
    write(register, "Ada Rossi", "Ammonizione")
    found = codes_of(register, server)
    other = phone().new_page()
    other.add_init_script(CAMERA)
    open_register(other, server)
    other.get_by_role("button", name="Leggi i codici").click()
    expect(other.locator(".arrivo")).to_contain_text("Inquadra i codici")
    other.evaluate("(codes) => window.codes.push('https://altro.example/', ...codes, ...codes)", found)
    other.get_by_role("button", name="Apri l’evento").click()
    expect(entries(other)).to_contain_text("Ada Rossi")
    expect(other.locator(".arrivo video")).to_be_hidden()


def test_codes_from_anywhere_stop_nothing(register: Page, server: str) -> None:
    for code, said in (
        ("abc.1.1.AAAA", "I codici letti non sono completi o non corrispondono"),
        ("abc.0.0.A", "non sono completi o non corrispondono"),
        ("abc.1.2.AAAA", "manca il 2"),
        ("abc.3.2.A", "manca il 2"),
        ("abc.1.99999999999.A", ""),
        ("abc.1.1.", ""),
        ("__proto__.1.1.A", ""),
        ("abc.2.2.AAAA", "non sono completi o non corrispondono"),
    ):
        register.goto("about:blank")
        register.goto(f"{server}/registro/#q={code}")
        expect(register.locator("#giornale")).to_be_visible()
        expect(register.locator(".arrivo")).to_contain_text(said)
    assert stored(register) == []


def test_a_code_that_would_fill_the_phone_is_refused(register: Page, server: str) -> None:
    """Refuse a code that expands to forty megabytes of spaces."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = (
        base64.urlsafe_b64encode(packer.compress(b"[" + b" " * 40_000_000 + b"]") + packer.flush()).decode().rstrip("=")
    )
    mark = register.evaluate(
        "async ([url, text]) => (await import(url)).shortHash(text)",
        [f"{server}/assets/js/registro/qr-parts.js", packed],
    )
    register.goto("about:blank")
    register.goto(f"{server}/registro/#q={mark}.1.1.{packed}")
    expect(register.locator(".arrivo")).to_contain_text("non sono completi o non corrispondono")


def test_a_link_writes_nothing_without_asking(register: Page, other: Page, server: str) -> None:
    write(register, "Ada Rossi", "Ammonizione")
    scan(other, codes_of(register, server))
    expect(other.locator(".arrivo .chiede")).to_contain_text("Il Registro ricevuto")
    assert stored(other) == []
    other.get_by_role("button", name="Lascia stare").click()
    expect(entries(other)).to_have_count(0)
    assert stored(other) == []
    # of an event that is here it is asked too
    take_open(other, exported(register))
    write(register, "Bice", "Ammonizione")
    scan(other, codes_of(register, server))
    expect(other.locator(".arrivo .chiede")).to_contain_text("contiene penalità")
    expect(entries(other)).to_have_count(1)
    other.get_by_role("button", name="Unisci", exact=True).click()
    expect(entries(other)).to_have_count(2)


def test_a_file_that_contradicts_what_is_written_is_refused(register: Page) -> None:
    write(register, "Ada Rossi", "Ammonizione ufficiale", "Ritardo", "Naruto IT")
    before = stored(register)
    text = exported(register).replace("ammonizione-ufficiale", "ammonizione-verbale")
    take(register, text)
    expect(register.locator(".arrivo [role=alert]")).to_contain_text("contraddice quello che è già salvato qui")
    assert stored(register) == before
