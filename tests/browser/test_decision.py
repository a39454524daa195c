"""Test decisions: a link alone rebuilds them and stays private."""

import itertools
import re
import urllib.request
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scripts.pipeline import SITE, Sources
from search.http.decision_page import Decisions
from tests.running_server import until


def link(sources: Sources, *ids: str) -> str:
    return "_".join(f"{anchor}~{sources.records[anchor].hash}" for anchor in ids)


def test_a_rule_a_row_and_a_verdict_travel_together(
    page: Page, phone: Callable[..., BrowserContext], server: str, sources: Sources
) -> None:
    page.goto(f"{server}/mtr/2/#mtr-2.5.a")
    page.locator("[id='mtr-2.5.a'] .cit").click()
    page.get_by_role("button", name="Aggiungi alla decisione").click()
    expect(page.get_by_role("link", name="Apri la decisione (1)")).to_be_visible()
    page.goto(f"{server}/mtr/6/")
    page.locator("td[id='mtr-6.3.espansioni.theros']").click()
    page.get_by_role("button", name="Aggiungi alla decisione").click()
    page.goto(f"{server}/penalita/?g=bang&i=bang-2.o&s=ammonizione.1")
    page.get_by_role("button", name="Aggiungi alla decisione").click()
    page.get_by_role("link", name="Apri la decisione (3)").click()
    rows = page.locator(".decisione > li")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("Theros")
    expect(rows.nth(1)).to_contain_text(sources.records["mtr-6.3.espansioni.theros"].citation)
    expect(rows.nth(2).locator("h2")).to_contain_text("Espulsione")
    page.get_by_label("Nota (facoltativa)").fill("Tavolo 7, secondo turno")
    page.get_by_label("Destinatario (facoltativo)").fill("Rossi")
    page.get_by_role("button", name=re.compile("Sposta su: .*Espulsione")).click()
    expect(rows.nth(1).locator("h2")).to_contain_text("Espulsione")
    address = page.url
    assert "Rossi" not in address.partition("#")[0]
    assert "Rossi" in address.partition("#")[2]

    asked: list[str] = []
    other = phone().new_page()
    other.on("request", lambda request: asked.append(request.url))
    other.goto(address)
    theirs = other.locator(".decisione > li")
    expect(theirs).to_have_count(3)
    expect(other.locator(".decisione__nome")).to_have_text("Per: Rossi")
    expect(theirs.nth(1).locator("h2")).to_contain_text("Espulsione")
    expect(other.locator(".cambiato")).to_have_count(0)
    assert not any("Rossi" in url.partition("#")[0] for url in asked)


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("g=magic-ipg&i=magic-ipg-3.4&r=che.nome&r=ovvio.si", "Nessuna penalità o Partita persa"),
        ("g=bang&i=bang-2.o&s=ammonizione.0", "da Nessuna penalità a Espulsione"),
    ],
)
def test_one_of_two_penalties_is_no_range(page: Page, server: str, steps: str, said: str) -> None:
    page.goto(f"{server}/penalita/?{steps}")
    page.get_by_role("button", name="Aggiungi alla decisione").click()
    page.get_by_role("link", name="Apri la decisione (1)").click()
    expect(page.locator(".decisione h2")).to_have_text(said)
    answer = urllib.request.urlopen(page.url.partition("#")[0]).read().decode()
    assert said in unescape(answer)


def test_the_rules_of_a_verdict_are_added_with_one_tap(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=bang&i=bang-2.o&s=ammonizione.1")
    page.get_by_role("button", name="Aggiungi alla decisione").click()
    page.get_by_role("button", name=re.compile(r"^Aggiungi le \d regole citate$")).click()
    open_decision = page.get_by_role("link", name=re.compile("Apri la decisione"))
    expect(open_decision).to_be_focused()
    open_decision.click()
    expect(page.locator(".decisione > li").nth(2)).to_be_visible()
    assert re.search(r"r=v~bang~\S+_bang-2\.o~[0-9a-f]{7}_", page.url)  # each with the fingerprint of its text


def test_a_part_that_is_damaged_or_has_changed_is_named_and_twenty_are_shown_at_most(
    page: Page, server: str, sources: Sources
) -> None:
    page.goto(f"{server}/decisione/?r={link(sources, 'mtr-2.5.a')}_MT%C3%A8!_mtr-2.99.z_bang-3.a~0000000")
    expect(page.locator(".decisione__avvisi")).to_contain_text("La parte 2 del collegamento è danneggiata")
    expect(page.locator(".decisione__persa")).to_contain_text("mtr-2.99.z")
    expect(page.locator(".decisione__testo")).to_have_count(2)
    expect(page.locator(".cambiato")).to_contain_text("Il testo è cambiato")
    many = [anchor for anchor in sources.records if anchor.startswith("mtr-2.") and anchor.count(".") == 2][:22]
    page.goto(f"{server}/decisione/?r={link(sources, *many)}")
    expect(page.locator(".decisione > li")).to_have_count(20)
    expect(page.locator(".decisione__avvisi")).to_contain_text("più di 20 parti")
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


def test_somebody_elses_is_read_and_taken_over_only_when_asked(page: Page, server: str, sources: Sources) -> None:
    page.goto(f"{server}/")
    page.evaluate(
        "localStorage.setItem('prontuario.decisione', JSON.stringify({version: 1, items: ['bang-3.a'], line: '', name: ''}))"
    )
    page.goto(f"{server}/decisione/?r={link(sources, 'mtr-2.5.a')}")
    expect(page.get_by_label("Nota (facoltativa)")).to_have_count(0)
    page.get_by_role("button", name="Crea una copia da modificare").click()
    expect(page.get_by_role("button", name="Togli: MTR 2014 2.5.a")).to_be_visible()
    page.get_by_role("button", name="Annulla").click()
    expect(page.locator(".decisione__testo")).to_contain_text("BANG 3.a")


def test_the_server_writes_it_whole_without_javascript(
    phone: Callable[..., BrowserContext], server: str, sources: Sources
) -> None:
    page = phone(java_script_enabled=False).new_page()
    address = f"{server}/decisione/?r={link(sources, 'mtr-2.5.a')}_v~bang~bang-2.o~H.ammonizione.1~E.espulsione_%3Cb%3E"
    page.goto(address)
    rows = page.locator(".decisione > li")
    expect(rows.nth(0)).to_contain_text(sources.records["mtr-2.5.a"].text)
    expect(rows.nth(1).locator("h2")).to_have_text(re.compile("Espulsione$"))
    expect(rows.nth(2)).to_contain_text("La parte 3 del collegamento è danneggiata")
    with urllib.request.urlopen(address) as answer:
        html = answer.read().decode()
    assert re.search(r'<meta property="og:title" content="Decisione: MTR 2014 2\.5\.a, [^"]*Espulsione">', html)
    assert re.search(r'og:description" content="MTR 2014 2\.5\.a: ', html)


def cases(game: dict[str, Any]) -> Iterator[str]:
    """Yield links to verdicts: every row of a game's tables, with several histories."""

    def rows(tree: Any, answers: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if isinstance(tree, int):
            yield answers
            return
        for answer, rest in tree["a"].items():
            yield from rows(rest, (*answers, f"{tree['q']}.{answer}"))

    counted = [one["id"] for one in game["counted"]]
    histories = list(itertools.product(range(4), repeat=len(counted)))
    for place, (table, answers) in enumerate((t, a) for t in game["infractions"] for a in rows(t["tree"], ())):
        for history in histories[place % 2 :: 2]:  # every other one, beginning elsewhere each time
            counts = [f"H.{one}.{n}" for one, n in zip(counted, history, strict=True)]
            yield "~".join(["v", game["book"], table["slug"], *answers, *counts, f"E.{game['penalties'][0]['id']}"])


def test_the_server_s_verdict_is_the_browser_s(page: Page, server: str, built: Path) -> None:
    decisions = Decisions.read(built / SITE)
    page.goto(f"{server}/decisione/")
    total = 0
    for game in decisions.games.values():
        links = list(cases(game))
        total += len(links)
        found = page.evaluate(
            """async (links) => {
              const at = (path) => import(new URL(`/assets/js/decision/${path}`, location.href).href);
              const [{ item }, { gather }] = [await at("decision-link.js"), await at("rebuild-decision.js")];
              return (await gather(links.map(item))).map((v) => [v.said, v.was, v.asked, v.remedy, v.cites.map((c) => [c.cite, c.text])]);
            }""",
            links,
        )
        for given, theirs in zip(links, found, strict=True):
            decision = decisions.rebuild(given)
            assert decision
            ours = decision.items[0].verdict
            assert ours, given
            remedy = [unescape(re.sub("<[^>]+>", "", step)) for step in ours.remedy]
            cites = [[c["cite"], c["text"]] for c in ours.cites]
            assert [ours.said, ours.was, [list(a) for a in ours.asked], remedy, cites] == theirs, given
    assert total > 500


LINKS = [
    "mtr-2.5.c~8976369", "mtr-2.5.c~897636", "MTR", "mtr-2.5.c~8976369~x", "", "~", "v", "v~bang", "v~bang~o", "v~bang~o~x", "v~bang~o~H.a",
    "v~bang~o~H.ammonizione.1", "v~bang~o~H.ammonizione.1000", "v~bang~o~H.ammonizione.x", "v~bang~o~E", "v~bang~o~E.a.b", "v~bang~o~E.a.b.c",
    "v~bang~o~a.b.c", "v~bang~o~q.A", "v~bang~~", "v~ban g~o", "à", "a..b", "a-b.c-d", "-a", "a.", "E.a", "<b>",
]  # fmt: skip


def test_both_read_the_same_parts_of_a_link(page: Page, server: str, built: Path) -> None:
    decisions = Decisions.read(built / SITE)
    page.goto(f"{server}/decisione/")
    damaged = page.evaluate(
        """async (links) => {
          const { parseLink } = await import('/assets/js/decision/decision-link.js');
          return links.map((link) => !parseLink(`?r=${encodeURIComponent(link)}`).items.length);
        }""",
        LINKS,
    )
    for given, theirs in zip(LINKS, damaged, strict=True):
        decision = decisions.rebuild(given)
        ours = decision is None or "è danneggiata" in decision.items[0].lost
        assert ours == theirs, given


def test_a_verdict_of_another_edition_is_lost_for_both(page: Page, server: str) -> None:
    for step in ("H.inventata.1", "inventata.si", "quando.mai"):
        address = f"{server}/decisione/?r=v~naruto-it~ritardo~{step}_bang-3.a"
        page.goto(address)
        expect(page.locator(".decisione__persa")).to_have_count(1)
        expect(page.locator(".decisione__testo")).to_have_count(1)
        with urllib.request.urlopen(address) as answer:
            assert "mancano delle risposte" in answer.read().decode()


def test_any_link_is_answered(server: str) -> None:
    for given in ("", "?r=", "?r=_", "?r=v", "?r=v~bang", "?r=v~x~y~z.z", "?r=" + "a_" * 3000):
        with urllib.request.urlopen(f"{server}/decisione/{given}") as answer:
            assert answer.status == 200, given


def add(page: Page, server: str, anchor: str) -> None:
    page.goto(f"{server}/r/{anchor}")
    page.locator(f"[id='{anchor}'] .cit").click()
    page.get_by_role("button", name="Aggiungi alla decisione").click()
    expect(page.get_by_role("link", name=re.compile("Apri la decisione"))).to_be_visible()


def test_a_rule_added_elsewhere_is_there_when_one_goes_back(page: Page, server: str) -> None:
    add(page, server, "bang-3.a")
    page.get_by_role("link", name="Apri la decisione (1)").click()
    rows = page.locator(".decisione > li")
    expect(rows).to_have_count(1)
    page.locator(".decisione .cita").click()
    expect(page.locator("[id='bang-3.a']")).to_be_visible()
    page.locator("[id='bang-3.b'] .cit").click()
    page.get_by_role("button", name="Aggiungi alla decisione").click()
    page.get_by_role("button", name="Chiudi", exact=True).click()
    until(page, "() => !history.state?.foglio")
    page.go_back()
    expect(rows).to_have_count(2)
    expect(page.get_by_role("button", name="Svuota")).to_be_visible()
    page.reload()
    expect(rows).to_have_count(2)


def test_what_another_tab_added_is_shown_and_moving_drops_nothing(page: Page, server: str) -> None:
    for anchor in ("bang-3.a", "bang-3.b"):
        add(page, server, anchor)
    page.goto(f"{server}/decisione/")
    rows = page.locator(".decisione > li")
    expect(rows).to_have_count(2)
    other = page.context.new_page()
    add(other, server, "bang-3.c")
    expect(rows).to_have_count(3)
    expect(page.get_by_text("La decisione è stata modificata in un’altra scheda.")).to_be_visible()
    page.get_by_role("button", name="Sposta giù: BANG 3.a").click()
    expect(rows.nth(1)).to_contain_text("BANG 3.a")
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="Annulla").click()
    expect(rows.nth(0)).to_contain_text("BANG 3.a")
    page.evaluate(  # a tab that sleeps hears nothing, and its list is old
        """() => {
          const kept = JSON.parse(localStorage.getItem('prontuario.decisione'));
          kept.items.push('bang-3.d');
          localStorage.setItem('prontuario.decisione', JSON.stringify(kept));
        }"""
    )
    page.get_by_role("button", name="Sposta giù: BANG 3.a").click()
    expect(rows).to_have_count(4)


def test_annulla_is_there_until_nothing_is_left_to_take_back(page: Page, server: str) -> None:
    for anchor in ("bang-3.a", "bang-3.b", "bang-3.c"):
        add(page, server, anchor)
    page.goto(f"{server}/decisione/")
    rows = page.locator(".decisione > li")
    page.get_by_role("button", name="Togli: BANG 3.b").click()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Svuota").click()
    expect(rows).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Annulla").click()
    expect(rows).to_have_count(2)
    other = page.context.new_page()
    add(other, server, "bang-2.a")
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="Annulla").click()
    expect(rows).to_have_count(4)  # what was added meanwhile stays
    expect(page.get_by_role("button", name="Annulla")).to_have_count(0)


def test_a_link_with_punctuation_glued_to_it_opens(page: Page, server: str, sources: Sources) -> None:
    address = f"{server}/decisione/?r={link(sources, 'bang-3.a')}"
    for glued in (").", "»,", "?!”"):
        page.goto(address + glued)
        expect(page.locator(".decisione__testo")).to_contain_text("BANG 3.a")
        expect(page.locator(".decisione__avvisi")).to_be_empty()
        expect(page.locator(".cambiato")).to_have_count(0)
        with urllib.request.urlopen(address + quote(glued)) as answer:
            assert "BANG 3.a" in answer.read().decode()
        page.goto(f"{server}/r/bang-3.b{glued}")
        expect(page).to_have_url(re.compile("#bang-3.b$"))
        page.goto(f"{server}/bang/3/#bang-3.c{glued}")
        expect(page).to_have_url(re.compile("#bang-3.c$"))
        page.goto(f"{server}/penalita/?g=bang&i=bang-2.o&s=ammonizione.1{glued}")
        expect(page.locator("h2.penale")).to_contain_text("Espulsione")
