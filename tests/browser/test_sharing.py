"""Test sharing: permalink previews, wrong addresses, search engines."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin
from xml.etree import ElementTree

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scripts import pipeline
from scripts.pipeline import Sources
from scripts.site.fingerprinted_assets import add_stamp, find_stamp
from tests.conftest import ADDRESS

LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"


def meta(html: str, name: str) -> str:
    found = re.search(rf'<meta (?:property|name)="{name}" content="([^"]*)"', html)
    assert found, name
    return found[1]


@pytest.fixture
def with_address(built_address: Path) -> Path:
    """Return the folder of a site built with a public address."""
    return built_address / pipeline.SITE


def test_a_permalink_in_a_chat_shows_citation_and_text(server: str, sources: Sources) -> None:
    for agent in ("WhatsApp/2.23.20.0 A", "TelegramBot (like TwitterBot)", "facebookexternalhit/1.1"):
        answer = httpx.get(f"{server}/r/bang-3.penalita.e", headers={"user-agent": agent})
        assert answer.status_code == 200
        assert meta(answer.text, "og:title").startswith("BANG 3 penalità.e Penalità – BANG! Campionato")
        text = sources.records["bang-3.penalita.e"].text
        assert meta(answer.text, "og:description").startswith(text[:60])


def test_a_static_permalink_forwards_and_keeps_the_hash_of_the_text(built: Path) -> None:
    page = (built / pipeline.SITE / "r/bang-3.penalita.e/index.html").read_text(encoding="utf-8")
    assert meta(page, "og:title").startswith("BANG 3 penalità.e Penalità – BANG! Campionato")
    assert "location.search" in page
    assert 'url=../../bang/3/#bang-3.penalita.e"' in page


@pytest.mark.parametrize("script", [True, False])
def test_a_wrong_permalink_offers_the_nearest_and_the_words_of_a_wrong_address_are_searched(
    phone: Callable[..., BrowserContext], server: str, *, script: bool
) -> None:
    page = phone(java_script_enabled=script).new_page()
    for path, link, place in (
        ("r/bang-3.penalita.zz", "BANG 3 penalità", "bang/3/#bang-3.penalita"),
        ("mtr/gioco-lento/index.html", "MTR 2014 5.5.a", "mtr/5/#mtr-5.5.a"),
    ):
        answer = page.goto(f"{server}/{path}")
        assert answer
        assert answer.status == 404
        if path.startswith("r/"):
            expect(page.get_by_role("alert")).to_contain_text("Non c’è nessuna regola «bang-3.penalita.zz»")
        page.get_by_role("link", name=re.compile(rf"^{re.escape(link)}(?![\w.])")).first.click()
        expect(page).to_have_url(f"{server}/{place}")


def test_so_they_are_on_a_host_without_server(page: Page, server: str, built: Path) -> None:
    lost = built / pipeline.SITE / "404.html"
    for path, anchor in (("mtr/gioco-lento/", "mtr-5.5.a"), ("r/bang-3.penalta", "bang-3.penalita")):
        page.route(f"**/{path}", lambda route: route.fulfill(status=404, path=lost))
        page.goto(f"{server}/{path}")
        page.locator(f"[data-vicini] a[href$='#{anchor}']").click()
        expect(page).to_have_url(re.compile(f"#{re.escape(anchor)}$"))


def test_the_server_s_sitemap_lists_every_page_and_only_pages(server: str) -> None:
    answer = httpx.get(f"{server}/sitemap.xml")
    places = [element.text or "" for element in ElementTree.fromstring(answer.content).iter(LOC)]
    assert f"{server}/" in places
    assert f"{server}/bang/3/" in places
    assert not [place for place in places if "/r/" in place]
    with httpx.Client() as client:
        assert {client.get(place).status_code for place in places[::7]} == {200}


def test_a_site_that_knows_its_address_gives_it_and_shows_its_picture_in_a_chat(with_address: Path) -> None:
    chapter = (with_address / "bang/3/index.html").read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="{ADDRESS}bang/3/">' in chapter
    assert meta(chapter, "og:url") == f"{ADDRESS}bang/3/"
    assert '"@type": "BreadcrumbList"' in chapter
    assert f'"item": "{ADDRESS}bang/3/"' in chapter
    assert '"SearchAction"' in (with_address / "index.html").read_text(encoding="utf-8")
    places = [e.text for e in ElementTree.parse(with_address / "sitemap.xml").iter(LOC)]
    assert f"{ADDRESS}bang/3/" in places
    assert f"Sitemap: {ADDRESS}sitemap.xml" in (with_address / "robots.txt").read_text(encoding="utf-8")
    lost = (with_address / "404.html").read_text(encoding="utf-8")
    assert '<base href="/prontuario/">' in lost
    assert f'href="{add_stamp("assets/css/prontuario.css", find_stamp(with_address))}"' in lost
    picture = f"{ADDRESS}assets/img/anteprima.png"
    link = (with_address / "r/bang-3.penalita.e/index.html").read_text(encoding="utf-8")
    assert meta(link, "og:image") == picture
    assert meta(link, "og:url") == f"{ADDRESS}r/bang-3.penalita.e"
    assert meta((with_address / "bang/3/index.html").read_text(encoding="utf-8"), "og:image") == picture
    assert (with_address / "assets/img/anteprima.png").stat().st_size < 60_000


def test_the_server_says_the_address_that_the_build_did_not_know(server: str) -> None:
    link = httpx.get(f"{server}/r/bang-3.penalita.e", headers={"user-agent": "WhatsApp/2"}).text
    assert meta(link, "og:url") == f"{server}/r/bang-3.penalita.e"
    image = httpx.get(meta(link, "og:image"))
    assert (image.status_code, image.headers["content-type"]) == (200, "image/png")
    assert f"Sitemap: {server}/sitemap.xml" in httpx.get(f"{server}/robots.txt").text


def test_no_page_fetches_the_picture(page: Page, server: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server}/bang/3/")
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "anteprima" in url]


def test_without_an_address_structured_data_are_relative_and_no_page_claims_to_be_canonical(built: Path) -> None:
    chapter = (built / pipeline.SITE / "bang/3/index.html").read_text(encoding="utf-8")
    assert 'rel="canonical"' not in chapter  # a relative one is no address: search engines drop it
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', chapter)
    assert found
    places = [urljoin("https://altrove.it/p/bang/3/", one["item"]) for one in json.loads(found[1])["itemListElement"]]
    assert places == ["https://altrove.it/p/", "https://altrove.it/p/bang/", "https://altrove.it/p/bang/3/"]


VERDICT = "/penalita/?g=bang&i=bang-2.o&s=ammonizione.1"


def test_a_link_sent_to_somebody_names_game_document_and_edition(server: str, sources: Sources) -> None:
    for agent in ("WhatsApp/2.23", "TelegramBot (like TwitterBot)"):
        for path, name in (("/r/mtr-2.5.a", "Procedura di Fine Incontro"), (VERDICT, "Espulsione")):
            html = httpx.get(f"{server}{path}", headers={"User-Agent": agent}).text
            book = sources.rulebook.book("mtr" if "mtr" in path else "bang")
            for start in ("<title>", '<meta property="og:title" content="'):
                title = html.partition(start)[2].partition("<" if start == "<title>" else '">')[0]
                assert name in title
                assert book.info.title.split(" –")[0] in title
                assert f"edizione {book.info.edition}" in title


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without"])
def test_who_arrives_by_a_link_reads_game_document_and_edition(
    phone: Callable[..., BrowserContext], server: str, scripts: bool
) -> None:
    page = phone(java_script_enabled=scripts).new_page()
    page.goto(f"{server}/r/mtr-2.5.c")
    if scripts:
        expect(page.locator(".dove")).to_contain_text("Regole di Torneo di Magic: The Gathering, edizione maggio 2014")
    else:
        said = page.locator("[id='mtr-2.5.c']").evaluate("(rule) => getComputedStyle(rule, '::before').content")
        assert "Regole di Torneo di Magic: The Gathering, edizione maggio 2014" in said
    page.goto(f"{server}{VERDICT}")
    expect(page.locator("h2.penale")).to_contain_text("Espulsione")
    assert "BANG!" in page.title()
    assert "edizione" in page.title()
    if not scripts:
        expect(page.locator("article.verdetto")).to_contain_text("BANG! Campionato nazionale 2016")
    page.goto(f"{server}/decisione/?r=mtr-2.5.c")
    expect(page.locator(".decisione .chiosa").first).to_contain_text("Magic: The Gathering, edizione maggio 2014")


def test_a_search_printed_without_scripts_says_what_was_asked(
    phone: Callable[..., BrowserContext], server: str
) -> None:
    page = phone(java_script_enabled=False).new_page()
    page.goto(f"{server}/cerca/?q=birra")
    expect(page.locator(".trovato").first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".ricerca__stato")).to_have_attribute("data-asked", "birra")
    expect(page.locator(".filtri")).to_be_hidden()
    expect(page.locator("[data-ricerca] .bottone:visible")).to_have_count(0)
