"""Test Penalità from the story to the verdict."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scripts.pipeline import SITE, Sources
from tests.browser.page_helpers import box_of
from tests.running_server import until

LATE = "?g=naruto-it&i=naruto-it-infrazioni.ritardo"


def question(page: Page) -> str:
    return page.locator("#domanda").inner_text()


def lead(page: Page, address: str) -> None:
    """Navigate an open Penalità to an address, as the back button does."""
    page.evaluate(
        "(address) => { history.pushState(null, '', address); dispatchEvent(new PopStateEvent('popstate')) }", address
    )


def answer(page: Page, text: str) -> None:
    page.locator(".risposte").get_by_text(text, exact=True).click()


def test_few_taps_from_the_game_to_the_verdict(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/")
    answer(page, "Naruto IT")
    page.locator(".sfoglia").get_by_text("Ritardo", exact=True).click()  # not by words, which may answer a question
    answer(page, "Al suo posto")
    answer(page, "No")
    answer(page, "Dopo 5 minuti, entro 15")
    answer(page, "2 o più")
    verdict = page.locator(".verdetto")
    expect(verdict.locator("h2")).to_have_text("Espulsione")
    expect(verdict).to_contain_text("comporta anche")
    expect(verdict.locator(".perche a").first).to_have_text("NAR-IT Ritardo.g")
    expect(page.get_by_role("heading", name="Verdetto: Espulsione")).to_be_focused()


def test_each_step_is_an_address_and_the_back_button_lands_on_it(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/{LATE}")
    first = "In che cosa è in ritardo?"
    expect(page.locator("#domanda")).to_have_text(first)
    expect(page.get_by_role("group", name=first)).to_be_visible()
    expect(page.get_by_role("navigation", name="I passi fatti")).to_be_visible()
    answer(page, "Al suo posto")
    second, address = question(page), page.url
    assert second != first
    assert "r=caso.posto" in address
    answer(page, "No")
    page.go_back()
    expect(page.locator("#domanda")).to_have_text(second)
    assert page.evaluate("document.activeElement.id") == "domanda"
    page.go_back()
    expect(page.locator("#domanda")).to_have_text(first)
    page.goto(address)
    expect(page.locator("#domanda")).to_have_text(second)
    page.locator(".strada").get_by_role("link", name="Cambia le risposte: Ritardo", exact=True).click()
    expect(page.locator("#domanda")).to_have_text(first)


def test_changing_a_step_keeps_the_later_answers_that_still_apply(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/{LATE}&r=caso.posto&r=motivo.no&r=minuti.entro-15&s=ammonizione-ufficiale.2")
    expect(page.locator(".verdetto h2")).to_be_visible()
    whole = page.url
    way = page.locator(".strada")
    way.get_by_text("Cambia", exact=True).click()
    way.get_by_role("link", name="No", exact=False).filter(has_text="Il turno è iniziato").click()
    expect(page.locator(".risposte .prima")).to_have_count(1)
    expect(page.locator(".risposte li", has=page.locator(".prima"))).to_contain_text("No")
    answer(page, "No")
    expect(page.locator(".verdetto h2")).to_be_visible()
    assert page.url == whole, "the same answer leads back to the same verdict, its later answers kept"
    way.get_by_text("Cambia", exact=True).click()
    way.get_by_role("link", name="In che cosa è in ritardo? Al suo posto").click()
    answer(page, "Nel consegnare la lista")
    expect(page.locator(".verdetto .crescita")).to_contain_text("Ammonizione ufficiale → Espulsione")
    assert "s=ammonizione-ufficiale.2" in page.url
    assert "r=minuti" not in page.url, "what the new way does not ask leaves the address"
    assert "r=motivo" not in page.url
    page.go_back()
    page.go_back()
    expect(page.locator(".verdetto h2")).to_have_text("Espulsione")
    assert page.url == whole
    way.get_by_text("Cambia", exact=True).click()
    way.get_by_role("link", name="ammonizioni ufficiali").click()
    expect(page.locator("#domanda")).to_contain_text("Quante ammonizioni ufficiali")
    expect(page.locator(".risposte li", has=page.locator(".prima"))).to_contain_text("2 o più")
    answer(page, "Nessuna")
    expect(page.locator(".verdetto h2")).not_to_have_text("Espulsione")


def test_a_title_is_words_wherever_a_verdict_says_it(page: Page, server: str, built: Path) -> None:
    game = json.loads((built / SITE / "assets/penalita/bang.json").read_text(encoding="utf-8"))
    title = "Fuori & <b>basta</b>"
    next(one for one in game["penalties"] if one["id"] == "espulsione")["title"] = title
    page.route("**/assets/penalita/bang.json", lambda route: route.fulfill(json=game))
    page.goto(f"{server}/penalita/?g=bang&i=accordarsi&s=ammonizione.1")
    verdict = page.locator(".verdetto")
    expect(verdict.locator("h2")).to_contain_text(title)
    expect(verdict.locator("section", has_text="Cosa fare").first).to_contain_text(
        f"Dai la {title} invece dell’Ammonizione."
    )
    expect(verdict.locator("section", has_text="Cosa annotare").last).to_contain_text(f"{title}. ")
    page.goto(f"{server}/penalita/?g=bang&i=consigli-esterni&s=ammonizione.0")
    expect(verdict.get_by_role("listitem").get_by_role("link", name="Intralciare")).to_be_visible()
    page.evaluate("navigator.clipboard.writeText = (text) => { window.sent = text }")
    verdict.get_by_role("button", name="Copia").click()
    until(page, "window.sent !== undefined")
    sent = page.evaluate("sent")
    assert "(Intralciare lo svolgimento del torneo)" in sent
    assert "<a" not in sent


def test_without_any_memory_the_way_to_a_verdict_works(phone: Callable[..., BrowserContext], server: str) -> None:
    page = phone().new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(
        """for (const name of ["localStorage", "sessionStorage", "indexedDB"])
        Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError") } })"""
    )
    for path in ("", "registro/", "mtr/2/#mtr-2.5.c", "penalita/"):
        page.goto(f"{server}/{path}")
    answer(page, "BANG!")
    page.get_by_label("Che cosa è successo?").fill("bestemmia")
    page.keyboard.press("Enter")
    answer(page, "Nessuna")
    expect(page.locator(".verdetto h2")).to_contain_text("Espulsione")
    page.get_by_role("button", name="Registra").click()
    page.get_by_label("Giocatore", exact=True).fill("Ada")
    page.get_by_label("Ammonizione").check()
    page.get_by_role("button", name="Registra Ammonizione").click()
    expect(page.locator(".sospese")).to_contain_text("Il Registro non ha salvato 1 penalità")
    assert errors == []


DECK = "?g=naruto-it&i=mazzo-illegale&r=quando.in-corso&s=ammonizione-ufficiale.2"


def test_an_expulsion_does_not_contradict_itself(page: Page, server: str) -> None:
    """Check that an expelled player gets no other remedy, and that the escalation's rule is cited."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server}/penalita/{DECK}")
    expect(page.locator(".verdetto h2")).to_have_text("Espulsione")
    todo = page.locator(".verdetto section").filter(has=page.get_by_role("heading", name="Cosa fare"))
    expect(todo.locator("li").nth(0)).to_have_text("Dai l’Espulsione invece della Partita persa.")
    expect(todo.locator("li").nth(1)).to_have_text("Espelli il giocatore dall’evento.")
    expect(todo).not_to_contain_text("sistemare il mazzo")
    expect(page.locator(".perche > ul")).to_contain_text("NAR-IT Ammonizione ufficiale.d")
    page.get_by_role("button", name="Copia").click()
    expect(page.locator(".azioni .fatto")).to_have_text("Copiato.")
    text = page.evaluate("navigator.clipboard.readText()")
    for part in ("1. Dai l’Espulsione invece della Partita persa.", "2. Espelli il giocatore dall’evento.",
                 "NAR-IT Ammonizione ufficiale.d"):  # fmt: skip
        assert part in text
    assert "sistemare il mazzo" not in text


@pytest.mark.parametrize("query", [DECK, "?g=bang&i=bang-2.o&s=ammonizione.1"])
def test_a_verdict_is_recorded_at_arms_length(page: Page, server: str, query: str) -> None:
    page.goto(f"{server}/penalita/{query}")
    button = page.get_by_role("button", name="Registra", exact=True)
    expect(button).to_be_in_viewport(ratio=1)
    assert box_of(button).height >= 48
    assert box_of(button).bottom <= box_of(page.locator(".barra")).top
    assert page.evaluate("document.elementFromPoint(195, innerHeight - 100).closest('.registra') !== null")
    order = page.locator(".verdetto").evaluate(
        "a => [...a.children].map(c => c.className || c.querySelector('h3')?.textContent)"
    )
    assert order.index("registra") == order.index("Cosa annotare") + 1
    button.click()
    page.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    if page.get_by_label("Perché (resta nel Registro)").is_visible():
        page.get_by_label("Perché (resta nel Registro)").fill("Le altre le ha date Bruno.")
    page.get_by_role("button", name="Registra ").click()
    written = page.locator(".registra")
    expect(written).to_contain_text("Salvato nel Registro")
    expect(written.get_by_role("button", name="Annulla")).to_be_in_viewport(ratio=1)
    written.get_by_role("button", name="Annulla").click()
    expect(written).to_contain_text("Hai annullato")
    written.get_by_role("link", name="Apri il Registro").click()
    expect(page.get_by_role("heading", name="Nessuna penalità data")).to_be_visible()


def test_two_taps_write_once(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/{LATE}&r=caso.lista&s=ammonizione-ufficiale.0")
    page.get_by_role("button", name="Registra").click()
    page.get_by_label("Giocatore", exact=True).fill("Ada Rossi")
    page.get_by_role("button", name="Registra Ammonizione ufficiale").dblclick()
    page.get_by_role("link", name="Apri il Registro").click()
    expect(page.locator(".voci > li")).to_have_count(1)


@pytest.mark.parametrize(
    ("address", "given", "near", "then"),
    [
        ("?g=narut&i=ritardo", "narut", "Naruto IT", "In che cosa"),
        ("?g=naruto-it&i=ritrado", "ritrado", "Ritardo", "In che cosa"),
        (f"{LATE}&r=caso.posti", "posti", "Al suo posto", "Il turno è iniziato"),
        (f"{LATE}&r=cas.posto", "cas", "In che cosa è in ritardo?", "In che cosa"),
        (f"{LATE}&r=caso.lista&s=verbali.x", "verbali", "ammonizioni", "Quante"),
        ("?g=bang&i=%00%3Cscript%3Ex", "<script>x", "", ""),
    ],
)
def test_a_wrong_address_says_so_and_offers_the_nearest(
    asked: Callable[[str], Page], address: str, given: str, near: str, then: str
) -> None:
    page = asked("/penalita/")
    lead(page, address)
    expect(page.locator("#domanda")).to_contain_text("che non c’è")
    expect(page.locator("#domanda")).to_contain_text(given)
    offer = page.locator(".risposte a")
    expect(offer).to_contain_text(near)
    offer.click()
    expect(page.locator("#domanda, .verdetto h2").first).to_contain_text(then)
    expect(page.locator("#domanda, .verdetto h2").first).not_to_contain_text("che non c’è")


def test_own_words_find_the_infraction(asked: Callable[[str], Page]) -> None:
    for game, cases in {
        "naruto-it": {
            "39 carte": {"Lista illegale", "Mazzo illegale"}, "arriva tardi": {"Ritardo"}, "ha guardato la mano": {"Barare"},
            "bestemmia": {"Comportamento antisportivo"}, "briciole": {"Errore Procedurale Medio"},
        },
        "bang": {
            "ha guardato la mano": {"Guardare le carte in mano a un avversario"},
            "bestemia": {"Dire parolacce o bestemmiare"}, "gioco lento": {"Giocare troppo lentamente"},
        },
        "mtr": {"slow play": {"Gioco Lento"}},
    }.items():  # fmt: skip
        page = asked(f"/penalita/?g={game}")
        for words, wanted in cases.items():
            lead(page, f"?g={game}")
            field = page.get_by_label("Che cosa è successo?")
            expect(field).to_be_empty()
            expect(page.locator(".trovate li")).to_have_count(0)
            field.fill(words)
            first = page.locator(".trovate li").nth(0).locator("strong")
            expect(first).to_be_visible()
            assert first.inner_text() in wanted, words


def test_words_that_find_nothing_leave_the_list(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=bang")
    page.get_by_label("Che cosa è successo?").fill("zzzzqqq")
    expect(page.locator(".trovate")).to_contain_text("Non ho trovato nessuna infrazione che corrisponda")
    expect(page.locator(".sfoglia")).to_be_visible()
    page.get_by_role("link", name="cerca nelle regole").click()
    expect(page).to_have_url(re.compile(r"/cerca/\?q=zzzzqqq"))


def test_without_scripts_the_tree_is_nested_lists_with_the_same_words(
    phone: Callable[..., BrowserContext], server: str
) -> None:
    page = phone(java_script_enabled=False).new_page()
    page.goto(f"{server}/penalita/{LATE}#i.naruto-it-infrazioni.ritardo")
    page.locator("[id='i.naruto-it-infrazioni.ritardo'] > a").click()
    late = page.locator("[id='i.naruto-it-infrazioni.ritardo']")
    late.locator("summary").first.click()
    expect(late.get_by_text("In che cosa è in ritardo?")).to_be_visible()
    late.get_by_text("Nel consegnare la lista").click()
    leaf = page.locator("[id='v.naruto-it-infrazioni.ritardo.lista']")
    expect(leaf.locator(".penale")).to_have_text("Ammonizione ufficiale")
    expect(leaf.get_by_role("link", name="Ritardo.l")).to_be_visible()
    page.goto(f"{server}/penalita/")
    expect(page.locator("[id='i.bang-2.o'] > a")).to_be_visible()


def test_copy_and_qr(page: Page, server: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server}/penalita/?g=bang&i=bang-2.o&s=ammonizione.1")
    page.get_by_role("button", name="Copia").click()
    expect(page.locator(".azioni .fatto")).to_have_text("Copiato.")
    text = page.evaluate("navigator.clipboard.readText()")
    for part in ("ESPULSIONE", "BANG 3 penalità.e", "Alla seconda ammonizione", "Cosa annotare",
                 "Registra il nome del giocatore espulso", page.url):  # fmt: skip
        assert part in text
    page.get_by_role("button", name="Mostra il QR").click()
    expect(page.get_by_role("img", name="Codice QR")).to_be_visible()


def test_every_leaf_of_the_drawing_leads_to_its_verdict(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/bang/")
    links = page.locator(".albero-svg a").evaluate_all("links => links.map(a => a.getAttribute('href'))")
    assert len(links) > 30
    for link in links[::12]:
        page.goto(f"{server}/penalita/bang/{link}")
        # The page arrives with the first question in it, which gives way to what the link answers.
        expect(page.locator(".verdetto, .conti").first).to_be_visible()
        assert question(page).startswith("Quante") if page.locator("#domanda").count() else True


@pytest.mark.parametrize(("book", "points"), [("bang", 8.0), ("naruto-it", 8.0), ("mtr", 10.5), ("magic-ipg", 10.5)])
def test_a_printed_sheet_can_be_read_and_says_what_to_do(
    page: Page, server: str, sources: Sources, book: str, points: float
) -> None:
    page.goto(f"{server}/penalita/{book}/")
    assert page.pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n") <= (3 if book == "mtr" else 2)
    page.emulate_media(media="print")
    smallest = page.locator(".foglio, .foglio *:not(svg, path)").evaluate_all(
        "all => Math.min(...all.map(e => parseFloat(getComputedStyle(e).fontSize)))"
    )
    assert smallest >= points * 96 / 72 - 0.01
    sheet = page.locator(".foglio")
    infractions = next(b for b in sources.rulebook.books if b.slug == book).infractions
    assert sheet.locator(".voce").count() == len(infractions)
    assert points > 8 or sheet.locator("small").count() >= len(infractions) / 2
