"""Test a judge's tasks in WebKit and Firefox: `make browsers`."""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.browser.offline_visit import hosted
from tests.browser.static_host import StaticHost
from tests.engines.drivers import ENGINES, LONGEST, NotStarted, Tab, missing
from tests.running_server import served

ASKED = bool(os.environ.get("PRONTUARIO_ENGINES"))
pytestmark = pytest.mark.skipif(not ASKED, reason="le prove negli altri motori si fanno con «make browsers»")

# What a person does, as the page hears it: taps what is named, types into what is named, reads.
HAND = """
const shown = (node) => node.checkVisibility && node.checkVisibility();
const named = (name, all) => [...document.querySelectorAll(all ?? "button, a, summary, label")].filter(shown)
  .find((node) => (node.getAttribute("aria-label") ?? node.textContent).replace(/\\s+/g, " ").trim().startsWith(name));
const clicked = (node) => node && (node.click(), 1);
const type = (css, text) => {
  const node = document.querySelector(css);
  node.focus();
  node.value = text;
  node.dispatchEvent(new Event("input", { bubbles: true }));
  node.dispatchEvent(new Event("change", { bubbles: true }));
};
"""


class Person:
    """Act as a person with a browser on a site.

    `folder`: where the browser downloads to.
    """

    def __init__(self, tab: Tab, site: str, folder: Path) -> None:
        self.tab, self.site, self.folder = tab, site, folder

    def forget(self) -> None:
        """Delete everything the browser remembers of the site."""
        self.opens("informazioni/")
        self.tab.run(
            """localStorage.clear(); sessionStorage.clear();
            for (const { name } of (await indexedDB.databases?.()) ?? []) indexedDB.deleteDatabase(name);
            for (const one of (await navigator.serviceWorker?.getRegistrations()) ?? []) await one.unregister();"""
        )

    def downloaded(self, ending: str) -> Path:
        """Wait for a complete download."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            for file in self.folder.rglob(f"*{ending}"):
                if file.stat().st_size:
                    return file
            time.sleep(0.1)
        raise AssertionError(f"no {ending} in {sorted(self.folder.rglob('*'))}")

    def opens(self, path: str) -> None:
        self.tab.open(f"{self.site}/{path}")

    def until(self, condition: str, *given: Any) -> Any:
        """Wait until an expression of the page holds; return its value."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            try:
                if value := self.tab.run(
                    f"{HAND} const found = {condition}; return found instanceof Node || found;", *given
                ):
                    return value
            except AssertionError as error:  # the page is on its way to another one
                last = str(error)
            else:
                last = ""
            time.sleep(0.1)
        text = self.tab.run("return document.body.innerText.slice(0, 600) + location.href")
        raise AssertionError(f"{condition} {given}: {last}\n{text}")

    def taps(self, name: str, css: str = "") -> None:
        self.until("clicked(named(args[0], args[1] || undefined))", name, css)

    def sees(self, words: str, css: str = "body") -> None:
        self.until("document.querySelector(args[1])?.innerText.includes(args[0])", words, css)

    def types(self, css: str, text: str) -> None:
        self.until("document.querySelector(args[0])", css)
        self.tab.run(f"{HAND} type(args[0], args[1])", css, text)


@pytest.fixture(scope="module", params=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> str:
    """Return the name of an installed engine."""
    name: str = request.param
    if lacking := missing(name):
        pytest.skip(f"{name}: qui manca {lacking}")
    return name


@pytest.fixture(scope="module")
def folder(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp(engine)


@pytest.fixture(scope="module")
def tab(engine: str, folder: Path) -> Iterator[Tab]:
    with ExitStack() as stack:
        try:
            started = stack.enter_context(ENGINES[engine](folder))
        except NotStarted as why:
            pytest.skip(f"{engine}: qui c’è, ma non parte ({why})")
        yield started


@pytest.fixture(scope="module")
def site(built: Path) -> Iterator[str]:
    with served(built) as address:
        yield address


@pytest.fixture
def person(tab: Tab, site: str, folder: Path) -> Person:
    """Return a first-time visitor."""
    one = Person(tab, site, folder)
    one.forget()
    return one


def test_home_and_the_game_of_today(person: Person) -> None:
    person.opens("?oggi=bang&evento=Coppa")
    person.taps("Sì, oggi arbitro BANG!")
    person.until("document.querySelector('.oggi b')?.textContent === 'BANG!'")
    person.sees("Coppa", ".banco:not([hidden])")
    person.opens("informazioni/")
    person.until("document.querySelector('.oggi b')?.textContent === 'BANG!'")


def test_search_rule_sheet_copy(person: Person) -> None:
    person.opens("informazioni/")
    person.types("#q", "asta dei personaggi")
    person.until("document.querySelectorAll('.ricerca .trovato a').length > 2")
    person.until("clicked(document.querySelector('.ricerca .trovato a'))")
    person.until("location.hash.startsWith('#bang-1.1')")
    person.until("document.querySelector('.enunciato .cit')")
    person.tab.run("document.querySelector('.enunciato .cit').click()")
    person.sees("Copia la citazione", "dialog")
    person.tab.run(
        "window.sent = ''; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.sent = text } } })"
    )
    person.taps("Copia la citazione", "dialog button")
    person.until("window.sent.includes('testo di Prontuario') && window.sent.includes('/r/bang-1')")
    person.sees("Citazione copiata", "dialog")
    person.taps("Chiudi", "dialog button")
    person.until("!document.querySelector('dialog[open]')")


def verdict(person: Person) -> None:
    person.opens("penalita/?g=naruto-it")
    person.taps("Ritardo", "#passi a")
    for answer in ("Al suo posto", "No", "Dopo 5 minuti, entro 15", "Nessuna"):
        person.taps(answer, ".risposte a")
    person.sees("Partita persa", "h2.penale")


def test_penalties_to_a_verdict(person: Person) -> None:
    verdict(person)
    person.sees("Ritardo", ".strada summary")
    person.until("getComputedStyle(document.querySelector('h2.penale')).display !== 'none'")


def test_the_registro_gives_corrects_exports_and_imports(person: Person) -> None:
    verdict(person)
    person.taps("Registra", ".registra > button")
    person.types(".registra form input:not([type=radio])", "Anna Neri")
    person.taps("Registra Partita persa", ".registra form button")
    person.sees("Salvato nel Registro", ".registra")
    person.opens("registro/")
    person.sees("Anna Neri", "#giornale .voci")
    person.taps("Modifica la penalità di Anna Neri")
    person.types("form[aria-label='Correggi la penalità'] input[id*='tavolo']", "7")
    person.taps("Registra Partita persa", "form[aria-label='Correggi la penalità'] button")
    person.sees("tavolo 7", "#giornale .voci")
    person.taps("Scarica il file per un altro telefono")
    file = person.downloaded(".prontuario")
    person.forget()
    person.opens("registro/")
    person.until("document.querySelector('#file') && !document.querySelector('#giornale .voci > li')")
    person.tab.choose("#file", file)
    person.taps("Apri l’evento", ".arrivo .chiede button")
    person.sees("Anna Neri", "#giornale .voci")
    person.sees("tavolo 7", "#giornale .voci")


def test_a_decision_is_gathered_and_rebuilt(person: Person) -> None:
    person.opens("bang/3/#bang-3.a")
    person.until("clicked(document.querySelector(\"[id='bang-3.a'] .cit\"))")
    person.taps("Aggiungi alla decisione", "dialog button")
    person.until("named('Apri la decisione (1)', 'dialog a')")
    person.opens("decisione/")
    person.sees("BANG 3.a", ".decisione")
    address = person.until("location.href.includes('r=bang-3.a') && location.href")
    person.tab.run("localStorage.clear()")
    person.tab.open(address)
    person.sees("BANG 3.a", ".decisione")


def test_the_clock_starts_and_stands(person: Person) -> None:
    person.opens("orologio/?g=bang")
    person.taps("Duello, 30 minuti", "#orologio button")
    person.sees("30:00", ".orologio")
    person.taps("Giocatore 1", ".orologio__lato")
    person.until("document.querySelector('[data-lato=\"1\"]').textContent.startsWith('29:5')")
    person.taps("Pausa", ".orologio button")
    person.until("named('Riprendi', '.orologio button')")


def test_without_a_network_everything_is_there(
    engine: str, tab: Tab, folder: Path, built: Path, tmp_path: Path
) -> None:
    with hosted(built, tmp_path) as host:
        assert isinstance(host, StaticHost)
        person = Person(tab, host.url, folder)
        person.opens("")
        if not tab.run("return Boolean(navigator.serviceWorker && isSecureContext)"):
            pytest.skip(f"{engine}: qui non ha service worker, e senza rete non resta niente da provare")
        tab.run(
            "(await import(document.querySelector(\"script[src$='/main.js']\").src.replace('main.js', 'offline.js'))).setup()"
        )
        person.until("/Funziona senza rete/.test(document.querySelector('[data-copia]')?.textContent)")
        host.stop()
        person.opens("bang/3/")
        person.sees("arbitro", ".testo")
        person.types("#q", "asta dei personaggi")
        person.until("document.querySelectorAll('.ricerca .trovato a').length > 2")
        host.start()
