"""Test the twelve tasks of a judge who uses a screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.running_server import until

# Notes what live regions say, as a screen reader would: a region's whole text each time that it changes.
EAR = """() => {
  window.heard = [];
  const LIVE = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  const said = new Map();
  const listen = (changes) => {
    const regions = new Set(changes.flatMap(({ target }) => {
      const element = target.nodeType === 1 ? target : target.parentElement;
      return [element?.closest(LIVE)].filter(Boolean);
    }));
    for (const region of regions) {
      const text = region.checkVisibility() ? region.innerText.replace(/\\s+/g, " ").trim() : "";
      if (text && said.get(region) !== text) window.heard.push(text);
      said.set(region, text);
    }
  };
  new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
}"""


class Ear:
    """Act as a person who uses keyboard and screen reader."""

    def __init__(self, page: Page, server: str) -> None:
        self.page, self.server = page, server

    def open(self, path: str) -> Ear:
        self.page.goto(self.server + path)
        return self

    def outline(self, selector: str = "body") -> str:
        """Return roles, names and states in reading order."""
        return re.sub(r"\n\s*- /url:.*", "", self.page.locator(selector).first.aria_snapshot())

    def reads(self, *parts: str, selector: str = "body") -> None:
        """Check that the parts stand in the outline in this order."""
        for _ in range(80):
            text, at = self.outline(selector), 0
            for part in parts:
                at = text.find(part, at) + 1
                if not at:
                    break
            else:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{part!r} does not follow in\n{text}")

    def focus(self, role: str, name: str | re.Pattern[str], exact: bool = False) -> Ear:
        """Focus a control as the Tab key would."""
        control = self.page.get_by_role(role, name=name, exact=exact).first  # type: ignore[arg-type]
        expect(control).to_be_visible()
        control.focus()
        expect(control).to_be_focused()
        return self

    def press(self, *keys: str) -> Ear:
        for key in keys:
            self.page.keyboard.press(key)
        self.page.clock.run_for(250)
        until(self.page, "document.activeElement !== document.body && document.activeElement.checkVisibility()")
        return self

    def type(self, text: str) -> Ear:
        self.page.keyboard.type(text)
        return self

    def focused(self) -> str:
        return str(
            self.page.evaluate(
                "(e => e.ariaLabel || (e.labels?.[0] ?? e).innerText || e.value)(document.activeElement)"
            )
        )

    def heard(self, words: str, times: int = 1) -> None:
        """Wait until a live region has announced a text that often, and no more often in the next second."""
        until(self.page, "(words) => window.heard.some((text) => text.includes(words))", words)
        self.page.clock.run_for(1000)
        said = [text for text in self.page.evaluate("window.heard") if words in text]
        assert 1 <= len(said) <= times, (words, self.page.evaluate("window.heard"))
        self.page.evaluate("window.heard.length = 0")


@pytest.fixture
def ear(phone: Callable[..., BrowserContext], server: str) -> Iterator[Ear]:
    context = phone(reduced_motion="reduce")
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server)
    context.add_init_script(f"({EAR})()")
    context.set_default_timeout(15_000)  # milliseconds
    page = context.new_page()
    page.clock.install()  # what waits for a pause is told that it has passed
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield Ear(page, server)
    assert errors == []


def test_the_game_of_today(ear: Ear) -> None:
    ear.open("/").reads('heading "Prontuario"', "Quale gioco arbitri oggi?", 'button "Magic"', 'link "Trova la regola')
    ear.focus("button", "BANG!").press("Enter")
    ear.reads('button "Oggi BANG!: cambia o togli"', 'box "Che cosa è successo?"', 'link "Penalità', selector="body")
    ear.focus("button", "Oggi BANG!: cambia o togli").press("Enter")
    ear.focus("button", "Tutti i giochi").press("Enter")  # which hides the header's button, where the focus was before
    assert ear.focused() == "Prontuario"


def test_a_search_and_its_first_result(ear: Ear) -> None:
    ear.open("/").page.keyboard.press("/")
    ear.type("mazzo 39 carte naruto")
    ear.heard("risultati")
    expect(ear.page.locator(".md-container")).to_have_attribute("inert", "")  # the page below waits
    ear.reads(
        'searchbox "Cerca una regola": mazzo 39 carte naruto', 'button "Chiudi"', "status", 'group "Gioco"', "link"
    )
    ear.press("Tab", "Tab")
    assert ear.page.evaluate("document.activeElement.closest('.ricerca') !== null")
    ear.focus("searchbox", "Cerca una regola").press("ArrowDown", "ArrowDown")
    assert "NAR-IT" in ear.focused()
    ear.press("Escape")
    expect(ear.page.locator(".ricerca")).to_be_hidden()
    assert ear.focused() == "Prontuario"
    ear.reads("Quale gioco arbitri oggi?")


def test_a_search_given_up_does_not_open_again(ear: Ear) -> None:
    ear.open("/mtr/2/").page.keyboard.press("/")
    ear.type("mazzo")
    ear.heard("risultati")
    ear.press("Escape")
    expect(ear.page.locator(".ricerca")).to_be_hidden()
    assert ear.page.evaluate("document.activeElement.closest('.md-container') !== null")


def test_the_count_of_results_stands_once_and_nothing_empty_is_named(ear: Ear) -> None:
    ear.open("/cerca/").page.locator("#q").focus()
    ear.reads("Scrivi due o tre parole")
    ear.type("turni extra magic")
    ear.heard("risultati")
    ear.reads("status: ")
    outline = ear.outline("[data-ricerca]")
    assert len(re.findall(r"\d+ risultati", outline)) == 1, outline
    assert 'group "Completa"' not in outline


def test_back_from_a_rule_leads_to_its_result(ear: Ear) -> None:
    ear.open("/").page.keyboard.press("/")
    ear.type("turni extra magic")
    ear.heard("risultati")
    ear.page.keyboard.press("ArrowDown")
    ear.page.keyboard.press("ArrowDown")
    result = ear.focused()
    ear.page.keyboard.press("Enter")
    expect(ear.page.locator(".enunciato").first).to_be_visible()
    ear.page.go_back()
    expect(ear.page.locator(".ricerca .trovato a:focus")).to_be_visible()
    assert ear.focused() == result


def test_what_is_drawn_for_the_eye_alone_is_not_read(ear: Ear) -> None:
    ear.open("/mtr/2/")
    assert re.findall('"[^"]*[‹✓][^"]*"|: [+–] .*', ear.outline("article")) == []


def test_a_story_is_answered_once_when_the_typing_has_paused(ear: Ear) -> None:
    ear.open("/penalita/?g=bang").focus("searchbox", "Che cosa è successo?").type("bestemmia")
    ear.heard("Dovrebbe essere questa: Dire parolacce o bestemmiare; ")


def test_an_unsure_story_leads_to_what_it_may_be(ear: Ear) -> None:
    ear.open("/penalita/?g=bang").focus("searchbox", "Che cosa è successo?").type("il giocatore ha una carta")
    ear.heard("Forse è una di queste")
    ear.press("Enter")
    expect(ear.page.locator(".trovate p:focus")).to_have_text("Forse è una di queste:")
    assert "i=" not in ear.page.url
    ear.press("Tab")
    assert ear.page.evaluate("document.activeElement.closest('.trovate li') !== null")


def test_a_second_warning_says_what_it_becomes(ear: Ear) -> None:
    ear.open("/penalita/?g=bang&i=bang-2.o&s=ammonizione.0").focus("button", "Registra", exact=True).press("Enter")
    ear.type("Ada Rossi").focus("radio", "Ammonizione").press("Space")
    ear.focus("button", "Registra Ammonizione").press("Enter")
    ear.heard("Salvato nel Registro")
    ear.open("/registro/").focus("link", "Dagli un’altra penalità: Ada Rossi")
    with ear.page.expect_navigation():
        ear.page.keyboard.press("Enter")
    ear.focus("searchbox", "Che cosa è successo?").type("bestemmia").press("Enter")
    ear.focus("button", "Registra", exact=True).press("Enter")
    ear.heard("Diventa Espulsione.")


def test_a_search_in_vain_says_what_to_do(ear: Ear) -> None:
    ear.open("/cerca/").page.locator("#q").focus()
    ear.type("xyzzy")
    ear.heard(
        "Nessun risultato per «xyzzy». Prova con altre parole; se il regolamento non lo prevede, decide il capo arbitro."
    )
    ear.reads("Nessun risultato", 'link "Sfoglia i regolamenti"')


def test_what_is_done_with_a_rule(ear: Ear) -> None:
    ear.open("/mtr/2/#mtr-2.5.c").page.locator("[id='mtr-2.5.c'] .cit").focus()
    ear.press("Enter")
    ear.reads(
        'dialog "MTR 2014 2.5.c"', 'button "Chiudi"', 'button "Copia la citazione"', 'button "Aggiungi alla decisione"'
    )
    ear.focus("button", "Copia la citazione").press("Enter")
    ear.heard("Citazione copiata")
    ear.focus("button", "Aggiungi alla decisione").press("Enter")
    ear.heard("Aggiunta alla decisione")
    ear.press("Escape")
    assert ear.focused() == "2.5.c"


def test_a_term_is_explained_where_it_stands(ear: Ear) -> None:
    ear.open("/mtr/2/").page.locator("a.termine").first.focus()
    name = ear.focused()
    ear.press("Enter")
    ear.reads("dialog", 'button "Chiudi"')
    ear.press("Escape")
    assert ear.focused() == name


def test_a_told_situation_up_to_its_verdict(ear: Ear) -> None:
    ear.open("/penalita/?g=naruto-it").focus("searchbox", "Che cosa è successo?")
    ear.type("trovo il mazzo con 39 carte, ha due ufficiali e nessuna verbale").press("Enter")
    ear.reads(
        'region "Il racconto"', 'navigation "I passi fatti"', 'heading "Quando si scopre il mazzo illegale?"', "link"
    )
    assert "→" not in ear.outline(".strada")
    ear.reads('link "Cambia infrazione: Naruto', 'link "Cambia le risposte: «', 'link "Cambia: ')
    ear.press("Tab", "Tab", "Enter")
    assert ear.focused() == "Verdetto: Espulsione"  # the focus says it: a live region would say it again
    assert ear.page.evaluate("window.heard.filter((text) => text.includes('Espulsione'))") == []
    ear.reads('heading "Verdetto: Espulsione" [level=2]', 'heading "Cosa fare" [level=3]', 'button "Registra"', 'heading "Perché"', 'button "Copia"')  # fmt: skip


def test_an_infraction_chosen_from_the_list(ear: Ear) -> None:
    ear.open("/penalita/?g=bang").focus("link", "Dire parolacce o bestemmiare").press("Enter")
    ear.reads('heading "Quante ammonizioni', 'link "Nessuna"', 'link "1 o più"')
    ear.focus("link", "Nessuna", exact=True).press("Enter")
    assert ear.focused() == "Verdetto: da Nessuna penalità a Espulsione"
    ear.focus("button", "Copia", exact=True).press("Enter")
    ear.heard("Copiato.")


def test_a_verdict_is_recorded_and_taken_back(ear: Ear) -> None:
    ear.open("/penalita/?g=bang&i=bang-2.o&s=ammonizione.1").focus("button", "Registra", exact=True).press("Enter")
    assert ear.focused() == "Giocatore"
    ear.type("Ada Rossi")
    for name in ("Perché (resta nel Registro)",):
        why = ear.page.get_by_label(name)
        if why.is_visible():
            why.focus()
            ear.type("Bruno")
    ways = ear.page.locator(".registra input[type=radio]")
    if ways.count():
        ways.last.focus()
        ear.press("Space")
    ear.focus("button", re.compile("^Registra ")).press("Enter")
    ear.heard("Salvato nel Registro: Espulsione per Ada Rossi.")
    ear.focus("button", "Annulla", exact=True).press("Enter")
    ear.heard("Hai annullato: Espulsione per Ada Rossi.")


def test_an_entry_of_the_registro_is_written_changed_and_removed(ear: Ear) -> None:
    ear.open("/registro/").page.locator("#g-gioco").select_option("bang")
    ear.page.locator("#g-infrazione").select_option("bang-2.o")
    ear.page.locator("#g-penalita").select_option("ammonizione")
    ear.focus("textbox", "Giocatore", exact=True).type("Ada Rossi").press("Enter")
    ear.heard("Salvato nel Registro: Ammonizione per Ada Rossi.")
    ear.reads(
        'heading "Penalità date: 1"',
        "Ada Rossi",
        "Ammonizione",
        'button "Modifica la penalità di Ada Rossi"',
        'button "Togli la penalità di Ada Rossi"',
    )
    ear.focus("button", "Modifica la penalità di Ada Rossi").press("Enter")
    assert ear.focused() == "Giocatore"
    ear.focus("textbox", "Nota").type("Alla fine del turno.").press("Enter")
    ear.heard("Ada Rossi")
    ear.focus("button", "Togli la penalità di Ada Rossi").press("Enter")
    ear.heard("Hai tolto: Ammonizione di Ada Rossi.")
    ear.focus("button", "Annulla", exact=True).press("Enter")
    ear.heard("Hai annullato: hai tolto Ammonizione di Ada Rossi.")


def test_a_decision_is_read_and_copied(ear: Ear) -> None:
    ear.open("/decisione/?r=bang-3.a_bang-2.o")
    ear.reads('heading "Decisione"', 'link "BANG 3.a"', 'link "BANG 2.o"', 'button "Copia il collegamento"')
    ear.focus("button", "Copia il collegamento").press("Enter")
    ear.heard("Collegamento copiato.")
    ear.focus("button", "Crea una copia da modificare").press("Enter")
    ear.heard("Ora la decisione è tua: puoi modificarla.")
    ear.focus("button", re.compile("Togli")).press("Enter")
    ear.reads('heading "Decisione"', 'link "BANG 2.o"')


def test_a_clock_is_started_and_stopped(ear: Ear) -> None:
    ear.open("/orologio/?g=magic").focus("button", re.compile("^Tornei Constructed")).press("Enter")
    ear.reads("timer", 'button "Avvia"')
    ear.focus("button", "Avvia", exact=True).press("Enter")
    ear.reads("timer", 'button "Pausa"')
    assert ear.focused() == "Pausa"
    ear.focus("textbox", "Tavolo", exact=True).type("7")
    ear.focus("button", "+3 minuti al tavolo indicato").press("Enter")
    ear.heard("Tavolo 7: 3 minuti in più.")
    ear.reads("Tavolo 7")
    ear.focus("button", "Togli il tempo in più del tavolo 7").press("Enter")
    ear.heard("Tavolo 7: niente tempo in più.")
    ear.focus("button", "Scegli un altro tempo").press("Enter")
    ear.focus("button", "Torna all’orologio", exact=True).press("Enter")
    assert ear.focused() == "Pausa"


def test_a_calculation_and_the_tables_filter(ear: Ear) -> None:
    ear.open("/tabelle/bang/").focus("textbox", "Giocatori al torneo").type("27")
    ear.heard("Turni 5 Cambiare il numero di turni è una deroga. Tavoli 5 ")
    ear.reads('textbox "Giocatori al torneo": "27"', "Turni", "Tavoli")
    ear.open("/tabelle/tiebreaker/").focus("button", "Aggiungi un avversario").press("Enter")
    assert "Vinti" in ear.focused() or "inti" in ear.focused()


# A warning on a phone that neither speaks nor keeps its screen on.
MUTE = """delete window.speechSynthesis; delete window.SpeechSynthesisUtterance; delete Navigator.prototype.vibrate;
delete Navigator.prototype.wakeLock;"""


def test_the_draft_timer_says_each_warning_once(ear: Ear) -> None:
    ear.page.add_init_script(MUTE)
    ear.open("/tabelle/draft/").focus("button", "Avvia", exact=True).press("Enter")
    ear.heard("Lo schermo può spegnersi")
    ear.reads("Questo browser non ha la sintesi vocale", "Lo schermo può spegnersi")
    assert ear.page.evaluate("[...document.querySelectorAll('[role=status]')].filter((e) => /sintesi.*schermo può/.test(e.textContent)).length") == 0  # fmt: skip


def test_the_words_on_a_control_are_in_its_name(ear: Ear) -> None:
    unlike = """() => [...document.querySelectorAll(":is(a, button, summary)[aria-label]")].filter((e) => {
        const shown = e.innerText.replace(/\\s+/g, " ").trim().toLowerCase();
        return e.checkVisibility() && shown && !e.ariaLabel.toLowerCase().includes(shown);
    }).map((e) => `${e.ariaLabel} / ${e.innerText}`)"""
    ear.open("/orologio/?g=magic").focus("button", re.compile("^Tornei Constructed")).press("Enter")
    assert ear.page.evaluate(unlike) == []
    for path in ("/", "/mtr/2/", "/penalita/?g=bang", "/registro/", "/tabelle/tiebreaker/"):
        ear.open(path).page.clock.run_for(1000)
        assert ear.page.evaluate(unlike) == [], path
