"""Test a rule's page: finding it, its actions, related rules, glossary."""

import json
import re
from collections.abc import Callable

import pytest
import segno
from playwright.sync_api import Page, expect

from scripts.pipeline import Sources
from tests.browser.page_helpers import box_of

RULE = "bang-3.penalita.e"


@pytest.fixture
def clipboard(used: Callable[[str], Page], server: str) -> Page:
    """Return a page that reads the clipboard, on a phone that can share."""
    page = used("navigator.share = (what) => { window.shared = what; return Promise.resolve(); }")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server}/r/{RULE}")
    return page


def open_sheet(page: Page) -> None:
    page.wait_for_load_state()  # until the script listens, a citation is a link
    page.locator(f"[id='{RULE}'] .cit").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def copied(page: Page, button: str) -> str:
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("dialog")).to_contain_text("copiat")
    text = page.evaluate("navigator.clipboard.readText()")
    assert isinstance(text, str)
    return text


def under_the_header(page: Page, anchor: str) -> bool:
    return box_of(page.locator(f"[id='{anchor}']")).top < box_of(page.locator(".testata__riga")).bottom - 1


def test_a_permalink_lands_on_its_statement_marked_and_under_the_header(page: Page, server: str) -> None:
    for anchor in (RULE, "mtr-2.5.c", "naruto-it-turno.battaglia.attacco", "bang-1.1.tavoli.tabella"):
        page.goto(f"{server}/r/{anchor}")
        statement = page.locator(f"[id='{anchor}']")
        expect(statement).to_be_in_viewport()
        assert not under_the_header(page, anchor), anchor
        marked = statement.evaluate("e => getComputedStyle(e).backgroundColor")
        assert marked == "rgb(255, 240, 184)", anchor


def test_the_sheet_has_five_large_rows(clipboard: Page, sources: Sources) -> None:
    open_sheet(clipboard)
    rows = clipboard.locator("dialog li")
    assert rows.all_inner_texts() == [
        "Copia la citazione",
        "Condividi",
        "Mostra il codice QR",
        "Aggiungi alla decisione",
        "Metti un segnalibro",
    ]
    assert all(box_of(row).height >= 56 for row in rows.all())
    drawings = clipboard.locator("dialog :is(.foglio__capo, li) svg path").all()
    assert [box_of(drawing).width > 10 for drawing in drawings] == [True] * 6
    expect(clipboard.get_by_role("dialog")).to_contain_text(sources.records[RULE].text)
    expect(clipboard.get_by_role("heading", name="BANG 3 penalità.e")).to_be_visible()


def test_the_copied_citation_is_what_one_writes_in_a_dispute(clipboard: Page, server: str, sources: Sources) -> None:
    open_sheet(clipboard)
    text = copied(clipboard, "Copia la citazione")
    first, ours, place, link = text.split("\n")
    assert first == "BANG 3 penalità.e"
    assert ours == f"«{sources.records[RULE].text}» (testo di Prontuario, non ufficiale)"
    assert place == "BANG! Campionato nazionale 2016 – Regolamento da torneo, edizione 1.0, dal 27 gennaio 2016, sezione «Penalità», p.\u00a09"  # fmt: skip
    assert re.fullmatch(rf"{re.escape(server)}/r/bang-3\.penalita\.e\?v=[0-9a-f]{{7}}", link)


def test_a_link_is_shared_shown_as_a_code_and_leads_back(clipboard: Page, server: str) -> None:
    open_sheet(clipboard)
    clipboard.get_by_role("button", name="Condividi").click()
    shared = clipboard.evaluate("window.shared")
    assert shared["title"] == "BANG 3 penalità.e"
    assert "seconda ammonizione" in shared["text"]
    assert f"/r/{RULE}?v=" in shared["url"]
    clipboard.reload()
    open_sheet(clipboard)
    clipboard.get_by_role("button", name="Mostra il codice QR").click()
    box = clipboard.locator(".foglio__qr")
    address = box.locator("p").inner_text()
    assert address.startswith(f"{server}/r/{RULE}?v=")
    modules = segno.make(address, error="m", boost_error=False, micro=False).symbol_size(border=4)[0]
    assert box.locator(".qr").get_attribute("viewBox") == f"0 0 {modules} {modules}"
    expect(box.locator(".qr")).to_be_in_viewport()
    link = copied(clipboard, "Copia il collegamento")
    clipboard.goto(link)
    expect(clipboard).to_have_url(f"{server}/bang/3/#{RULE}")
    expect(clipboard.locator(".cambiato")).to_have_count(0)  # and the address is clean again


def test_who_follows_a_link_after_the_text_or_the_row_changed_is_told(page: Page, server: str) -> None:
    page.goto(f"{server}/r/{RULE}?v=0000000")
    notice = page.locator(".cambiato")
    expect(notice).to_contain_text("Il testo è cambiato da quando questo collegamento è stato copiato")
    expect(notice).to_contain_text("Non si sa che cosa è cambiato, né quando.")
    expect(notice).to_be_in_viewport()
    expect(page.locator(f"[id='{RULE}']")).to_be_in_viewport()
    page.goto(f"{server}/r/mtr-6.3.espansioni.theros?v=0000000")
    expect(page.locator(".cambiato + .tabella, .cambiato + .dove")).to_have_count(1)
    expect(page.locator(".cambiato")).to_be_in_viewport()


def test_and_shown_the_date_and_the_change_where_known(page: Page, server: str) -> None:
    changes = [
        {"id": RULE, "day": "3 marzo 2026", "before": "1111111", "what": "Prima modifica."},
        {"id": RULE, "day": "4 aprile 2026", "before": "2222222", "what": "Seconda modifica."},
    ]

    def with_changes(route) -> None:  # type: ignore[no-untyped-def]
        answer = route.fetch()
        data = f'<script type="application/json" id="revisions">{json.dumps(changes)}</script>'
        route.fulfill(response=answer, body=answer.text().replace("</article>", f"{data}</article>"))

    page.route(re.compile(r"/bang/3/\?v="), with_changes)
    page.goto(f"{server}/bang/3/?v=1111111#{RULE}")
    expect(page.locator(".cambiato")).to_contain_text("3 marzo 2026: Prima modifica.")
    expect(page.locator(".cambiato")).to_contain_text("4 aprile 2026: Seconda modifica.")
    page.goto(f"{server}/bang/3/?v=2222222#{RULE}")
    expect(page.locator(".cambiato")).not_to_contain_text("Prima modifica.")
    expect(page.locator(".cambiato")).to_contain_text("Seconda modifica.")


def test_an_edition_that_a_link_cites_is_found_without_a_server(page: Page, server: str) -> None:
    places = {
        "bang": [
            {"slug": "0-9", "edition": "0.9", "places": {RULE: RULE}},
            {"slug": "1-0", "edition": "1.0", "places": {}},
        ]
    }
    page.route("**/api/v1/editions.json", lambda route: route.fulfill(json=places))
    page.goto(f"{server}/bang/3/?ed=1-0#{RULE}")
    expect(page.locator(".dove")).to_be_visible()
    expect(page.locator(".cambiato")).to_have_count(0)
    page.goto(f"{server}/bang/3/?ed=0-8#{RULE}")
    expect(page.locator(".cambiato")).to_contain_text("Ci sono: 0.9 (?ed=0-9), 1.0 (?ed=1-0).")
    page.route("**/bang/edizioni/", lambda route: route.fulfill(body="<title>Allora</title>", content_type="text/html"))
    page.goto(f"{server}/bang/3/?ed=0-9#{RULE}")
    expect(page).to_have_url(f"{server}/bang/edizioni/#0-9.{RULE}")


def test_an_anchor_that_is_not_there_offers_the_nearest(page: Page, server: str) -> None:
    page.goto(f"{server}/bang/3/#bang-3.penalita.zz")
    notice = page.locator(".cambiato")
    expect(notice).to_contain_text("non c’è «bang-3.penalita.zz»")
    first = notice.get_by_role("link").first
    expect(first).to_have_attribute("href", re.compile(r"bang/3/#bang-3\.penalita"))
    expect(first).to_contain_text("BANG 3 penalità")


def test_an_address_written_wrong_breaks_nothing_and_an_anchor_on_another_page_is_followed(
    page: Page, server: str
) -> None:
    for address in ("bang/3/#%E0%A4%A", "r/%E0%A4%A", "non-esiste/#%"):
        page.goto(f"{server}/{address}")
        expect(page.locator("h1")).to_be_visible()
        page.wait_for_load_state("networkidle")  # the fixture looks at what the scripts have said
    page.goto(f"{server}/bang/1/#{RULE}")
    expect(page).to_have_url(f"{server}/bang/3/#{RULE}")


def test_a_bookmark_stays_and_goes(clipboard: Page, server: str) -> None:
    open_sheet(clipboard)
    expect(clipboard.get_by_role("dialog")).to_contain_text("Testo invariato almeno dall’edizione 1.0")
    clipboard.get_by_role("button", name="Metti un segnalibro").click()
    expect(clipboard.get_by_role("dialog")).to_contain_text("Segnalibro messo")
    clipboard.goto(f"{server}/")
    expect(clipboard.locator(".segnalibri")).to_contain_text("BANG 3 penalità.e")
    clipboard.locator(".segnalibri a").click()
    expect(clipboard).to_have_url(f"{server}/bang/3/#{RULE}")
    open_sheet(clipboard)
    clipboard.get_by_role("button", name="Togli il segnalibro").click()
    clipboard.goto(f"{server}/")
    expect(clipboard.locator(".segnalibri")).to_be_hidden()


def test_a_term_is_explained_in_place_in_the_right_game_s_sense(page: Page, server: str) -> None:
    for path, term in (("/bang/1/", "girone eliminatorio"), ("/mtr/2/", "DCI"), ("/naruto-it/turno/", "Scontro")):
        page.goto(f"{server}{path}")
        link = page.locator(".termine", has_text=re.compile(f"^{term}")).first
        target = link.get_attribute("href") or ""
        link.click()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_be_visible()
        assert page.url == f"{server}{path}", "the page stays"
        assert len(sheet.locator(".foglio__testo").inner_text()) > 20
        sheet.get_by_role("link", name="Vai alla definizione").click()
        expect(page).to_have_url(re.compile(f"{re.escape(target.rpartition('#')[2])}$"))
        definition = page.locator(f"[id='{target.rpartition('#')[2]}']")
        expect(definition).to_be_in_viewport()


def test_without_network_a_term_still_leads_to_its_definition(page: Page, server: str) -> None:
    page.goto(f"{server}/mtr/2/")
    page.route("**/assets/glossary/*.json", lambda route: route.abort())
    link = page.locator(".termine[href^='../']").first
    target = (link.get_attribute("href") or "").removeprefix("../")
    link.click()
    expect(page).to_have_url(re.compile(f"{re.escape(target)}$"))


def test_around_a_rule_both_ways(page: Page, server: str) -> None:
    page.goto(f"{server}/bang/1/")
    around = page.locator("[id='bang-1'] ~ details.attorno").first
    around.locator("summary").click()
    row = around.get_by_role("link", name="Introduzione.b")
    expect(row).to_contain_text("cita questa regola")
    row.click()
    expect(page).to_have_url(f"{server}/bang/introduzione/#bang-introduzione.b")
    page.locator("[id='bang-introduzione.b'] .rif").first.click()
    expect(page).to_have_url(re.compile(r"/bang/1/#bang-1"))


def test_the_infraction_that_a_rule_belongs_to(page: Page, server: str) -> None:
    page.goto(f"{server}/naruto-it/infrazioni/#naruto-it-infrazioni.ritardo")
    around = page.locator("[id='naruto-it-infrazioni.ritardo'] ~ div.attorno").first
    expect(around).to_be_visible()  # one tap away
    href = around.get_by_role("link", name=re.compile("^Ritardo")).first.get_attribute("href")
    assert href == "../../penalita/?g=naruto-it&i=naruto-it-infrazioni.ritardo#i.naruto-it-infrazioni.ritardo"


def test_the_same_rule_in_the_other_naruto_edition(page: Page, server: str) -> None:
    page.goto(f"{server}/naruto-it/costruzione-del-mazzo/")
    around = page.locator("details.attorno").first
    around.locator("summary").click()
    row = around.get_by_role("link", name=re.compile(r"NAR-USA Costruzione del Mazzo\.b"))
    expect(row).to_contain_text("differenza: Carte nel Mazzo: 40 in Italia, 50 negli USA")
    row.click()
    expect(page).to_have_url(f"{server}/naruto-usa/costruzione-del-mazzo/#naruto-usa-costruzione-del-mazzo.b")


def test_previous_and_next(page: Page, server: str) -> None:
    page.goto(f"{server}/mtr/2/")
    page.locator("a[rel=next]").click()
    expect(page).to_have_url(f"{server}/mtr/3/")
    page.locator("a[rel=prev]").click()
    expect(page).to_have_url(f"{server}/mtr/2/")


def test_every_page_says_where_its_document_stands_in_time(page: Page, server: str) -> None:
    for path in ("/mtr/", "/mtr/1/", "/bang/3/", "/naruto-it/turno/", "/naruto-usa/catene/", "/mtr/glossario/"):
        page.goto(f"{server}{path}")
        expect(page.locator(".edizione")).to_contain_text("edizione")
        expect(page.locator(".edizione")).to_contain_text(re.compile(r"dal \d|senza data"))
        expect(page.locator(".testo")).to_contain_text(
            re.compile(r"è in vigore|controlla .* se (?:ne è uscita|ce n’è)")
        )


def test_who_arrives_at_a_section_of_a_superseded_document_sees_it(page: Page, server: str) -> None:
    for anchor in ("mtr-2.5", "mtr-2.7.e"):
        page.goto(f"{server}/r/{anchor}")
        expect(page.locator(".superato-qui")).to_be_in_viewport()
    expect(page.locator(".superato-qui")).to_have_text("Documento superato: è in vigore quello dal 10 novembre 2025.")
    page.goto(f"{server}/r/magic-mtr-2.4")
    expect(page.locator(".superato-qui")).to_have_count(0)


def test_the_two_narutos_side_by_side(desk: Page, server: str) -> None:
    desk.goto(f"{server}/confronto/naruto/")
    pair = desk.locator(".fianco").first
    italy, usa = box_of(pair.locator(".lato").nth(0)), box_of(pair.locator(".lato").nth(1))
    assert italy.top == usa.top
    assert italy.right <= usa.left
    expect(desk.locator(".differenza").first).to_contain_text("40 in Italia, 50 negli USA")
    assert desk.locator(".differenza").count() > 100


def test_the_citation_is_at_the_same_place_on_every_line(page: Page, server: str) -> None:
    for path in ("/bang/1/", "/mtr/10/", "/naruto-it/infrazioni/"):
        page.goto(f"{server}{path}")
        places = page.evaluate(
            """() => [...new Set(Array.from(document.querySelectorAll('.enunciato'), (e) => {
              const cit = e.querySelector('.cit').getBoundingClientRect(), box = e.getBoundingClientRect();
              return [cit.left, Math.round(cit.top - box.top), cit.width].join();
            }))]"""
        )
        assert len(places) == 1, path
        over = page.evaluate(
            "() => Array.from(document.querySelectorAll('.cit')).filter((e) => e.scrollWidth > e.clientWidth).length"
        )
        assert over == 0, path


def test_an_error_is_reported_with_citation_edition_and_hash_where_the_site_says_to_whom(
    page: Page, server: str
) -> None:
    page.goto(f"{server}/bang/3/")
    page.locator(".enunciato .cit").first.click()
    expect(page.get_by_role("link", name="Segnala un errore")).to_have_count(0)
    page.get_by_role("button", name="Chiudi").click()
    page.evaluate("document.querySelector('.piede').dataset.segnala = 'mailto:regole@example.it'")
    page.locator(".enunciato .cit").first.click()
    mail = page.get_by_role("link", name="Segnala un errore").get_attribute("href") or ""
    assert mail.startswith("mailto:regole@example.it?subject=Errore%3A%20BANG%203")
    assert "edizione%201.0" in mail
    assert "Sigla%20del%20testo" in mail
