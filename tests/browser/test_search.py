"""Test the search on a phone, with and without network or JavaScript."""

import json
import re
import urllib.parse
import urllib.request
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.running_server import until
from tests.search.judged_queries import judged

ASK = """async queries => {
  const { search } = await import('/assets/js/search/worker-client.js');
  const found = [];
  for (const query of queries) found.push((await search(query, { limit: 5 })).results.map(result => result.id));
  return found;
}"""


BOOKS = re.compile(r"/(?:mtr|naruto-it|naruto-usa|bang|wot)\.json$")


def ids(server: str, query: str) -> list[str]:
    address = f"{server}/api/v1/search?{urllib.parse.urlencode({'q': query, 'limit': 5})}"
    with urllib.request.urlopen(address, timeout=10) as answer:
        return [result["id"] for result in json.load(answer)["results"]]


def test_browser_and_server_give_the_same_answers(page: Page, server: str) -> None:
    """Compare a sample in Chromium."""
    queries = [one.query for one in list(judged())[::20]]
    page.goto(f"{server}/informazioni/")
    assert page.evaluate(ASK, queries) == [ids(server, query) for query in queries]


def test_search_opens_over_the_page_and_leads_to_the_rule(page: Page, server: str) -> None:
    page.goto(f"{server}/bang/3/")
    page.click("#q")
    page.keyboard.type("arriva tardi")
    result = page.locator(".ricerca .trovato").first
    expect(result).to_contain_text("NAR-IT Ritardo")
    expect(page.locator(".ricerca .trovato mark").first).to_be_visible()  # the first may answer in words not typed
    page.keyboard.press("ArrowDown")
    expect(result.locator("a")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/naruto-it/infrazioni/#naruto-it-infrazioni.ritardo*")


def test_escape_closes_it(page: Page, server: str) -> None:
    page.goto(f"{server}/bang/3/")
    page.click("#q")
    expect(page.locator(".ricerca")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".ricerca")).to_be_hidden()
    assert page.url == f"{server}/bang/3/"


def test_the_game_chosen_is_remembered(page: Page, server: str) -> None:
    page.goto(f"{server}/bang/3/")
    page.click("#q")
    page.click(".ricerca .gettone[data-book='mtr']")
    page.wait_for_function("localStorage.getItem('prontuario.ricerca.libro')")  # its script comes when needed
    page.goto(f"{server}/informazioni/")
    page.click("#q")
    page.keyboard.type("mulligan")
    expect(page.locator(".ricerca .gettone[data-book='mtr']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ricerca .trovato").first).to_have_attribute("data-book", "mtr")


def test_five_results_fit_on_a_phone(page: Page, server: str) -> None:
    page.goto(f"{server}/informazioni/")
    page.click("#q")
    page.keyboard.type("lista del mazzo")
    # the answers to what was half-typed come and go
    until(page, "() => document.querySelectorAll('.ricerca .trovato')[4]?.getBoundingClientRect().bottom <= 844")


def test_nothing_found_and_a_word_meant(page: Page, server: str) -> None:
    page.goto(f"{server}/cerca/?q=xyzzyq")
    expect(page.locator(".ricerca__stato")).to_contain_text("decide il capo arbitro")
    page.fill("#q", "penalita per ritrado naruto")
    expect(page.locator(".ricerca__forse")).to_contain_text("ritardo")
    page.locator(".ricerca__forse button").click()
    expect(page.locator("#q")).to_have_value("penalita per ritardo naruto")
    expect(page.locator(".trovato").first).to_contain_text("Ritardo")


def test_without_network_after_the_first_search(page: Page, server: str) -> None:
    """Go offline once all books are loaded; answers before that may be partial."""
    fetched: set[str] = set()
    page.route("**/", lambda route: route.continue_())  # and with it nothing comes from what the browser keeps
    page.on("requestfinished", lambda request: fetched.add(request.url.rpartition("/")[2].partition("?")[0]))
    page.goto(f"{server}/informazioni/")
    page.click("#q")
    page.keyboard.type("mulligan")
    expect(page.locator(".ricerca .trovato").first).to_be_visible()
    wanted = {"mtr.json", "bang.json", "wot.json", "naruto-it.json", "naruto-usa.json"}
    for _ in range(600):
        if wanted <= fetched:
            break
        page.wait_for_timeout(50)
    assert wanted <= fetched
    page.context.set_offline(True)
    page.fill("#q", "bang asta")
    expect(page.locator(".ricerca .trovato").first).to_contain_text("BANG 1.1 asta")


def test_the_first_sentences_need_no_book(page: Page, server: str) -> None:
    page.route("**/api/v1/search*", lambda route: route.abort())
    page.route("**/assets/search/*.json", lambda route: None if BOOKS.search(route.request.url) else route.continue_())
    page.goto(server + "/informazioni/")
    page.locator("#q").fill("mezzogiorno di fuoco")
    expect(page.locator(".trovato").first).to_contain_text("mezzogiorno di fuoco")
    expect(page.locator(".trovato").first.locator("mark").first).to_be_visible()
    expect(page.locator(".trovato__testo:not(:empty)")).to_have_count(3)
    page.unroute_all(behavior="ignoreErrors")


def test_where_a_server_answers_the_index_waits_for_its_first_answer(page: Page, server: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urllib.parse.urlsplit(request.url).path))
    page.goto(f"{server}/informazioni/")
    page.click("#q")
    expect(page.locator(".filtri button").first).to_be_visible()
    with page.expect_response("**/assets/search/sezioni.json"):
        page.fill("#q", "mezzogiorno di fuoco")
    expect(page.locator(".trovato mark").first).to_be_visible()
    index = [n for n, path in enumerate(asked) if path.startswith("/assets/search/") or path.endswith("/engine.js")]
    assert asked.index("/api/v1/search") < min(index)


def test_what_is_typed_before_the_scripts_come_is_asked_at_once_and_once(page: Page, server: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/v1/search" in request.url else None)
    held: list[Route] = []
    page.route("**/main.js", lambda route: held.append(route))
    page.goto(server, wait_until="commit")
    with page.expect_response("**/api/v1/search*"):
        page.fill("#q", "mezzogiorno di fuoco")
    with page.expect_response("**/api/v1/search*"):
        page.fill("#q", "birra")
    page.wait_for_function("early.busy === ''")
    held[0].continue_()
    expect(page.locator(".trovato mark").first).to_be_visible()
    assert [urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)["q"] for url in asked] == [
        ["mezzogiorno di fuoco"],
        ["birra"],
    ]


def test_a_server_that_keeps_one_waiting_is_not_waited_for(page: Page, server: str) -> None:
    page.route("**/api/v1/search*", lambda _: None)
    page.goto(f"{server}/informazioni/")
    page.fill("#q", "mezzogiorno di fuoco")
    expect(page.locator(".trovato mark").first).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")


def test_a_game_chosen_for_today_is_all_that_a_search_fetches(
    phone: Callable[..., BrowserContext], server: str
) -> None:
    context = phone(service_workers="block")
    context.add_init_script(
        """localStorage.setItem('prontuario.oggi', '{"version":1,"book":"bang","name":"BANG!","event":""}')"""
    )
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/api/v1/search*", lambda route: route.abort())
    page.goto(server + "/informazioni/")
    with page.expect_response("**/assets/search/bang.json"):  # after the first answer, which the game's sections give
        page.locator("#q").fill("mezzogiorno di fuoco")
    expect(page.locator(".trovato mark").first).to_be_visible()
    assert {url.rsplit("/", 1)[1] for url in asked if re.search(r"assets/search/[^/]+$", url)} == {"lingua.json", "comune.json", "bang.json"}  # fmt: skip


def test_a_tap_that_needs_a_script_not_yet_here_says_so(page: Page, server: str) -> None:
    page.goto(f"{server}/bang/3/")
    page.route("**/assets/js.*/**", lambda route: route.abort("internetdisconnected"))
    page.locator("a.cit").first.click()
    expect(page.locator(".offerta.rete")).to_contain_text("Sei senza rete")
    page.unroute("**/assets/js.*/**")
    page.locator("a.cit").first.click()
    expect(page.locator("dialog.foglio")).to_be_visible()
    expect(page.locator(".offerta.rete")).to_have_count(0)


def test_a_tap_that_needs_a_script_which_is_no_more_says_so(page: Page, server: str) -> None:
    """Report a script that the host's newer build no longer has."""
    page.goto(f"{server}/bang/3/")
    page.route("**/assets/js.*/**", lambda route: route.fulfill(status=404))
    page.locator("a.cit").first.click()
    expect(page.locator(".offerta.rete")).to_have_text("Il sito è cambiato: ricarica la pagina.")
    page.unroute_all(behavior="ignoreErrors")


def test_a_told_offence_searched_without_its_scripts_is_only_searched(page: Page, server: str) -> None:
    page.route("**/penalita/infraction-search-card*", lambda route: route.abort("internetdisconnected"))
    page.goto(f"{server}/informazioni/")
    page.click("#q")
    page.keyboard.type("bang il giocatore arriva tardi al tavolo")
    expect(page.locator(".ricerca .trovato").first).to_be_visible()
    expect(page.locator(".offerta.rete")).to_have_count(0)


def test_what_cannot_be_loaded_is_said_with_one_thing_to_do(page: Page, server: str) -> None:
    page.goto(f"{server}/informazioni/")
    page.route("**/assets/search/**", lambda route: route.abort())
    page.route("**/api/v1/search*", lambda route: route.abort())
    page.click("#q")
    page.fill("#q", "mulligan")  # at once: typed, what fails for its first letters is tried again for all by itself
    expect(page.locator(".ricerca__stato")).to_contain_text("sei senza rete")
    page.unroute("**/assets/search/**")
    page.get_by_role("button", name="Riprova").click()
    expect(page.locator(".ricerca .trovato").first).to_be_visible()


@pytest.mark.parametrize("query", ["arriva tardi", "xyzzyq"])
def test_without_javascript(phone: Callable[..., BrowserContext], server: str, query: str) -> None:
    page = phone(java_script_enabled=False).new_page()
    page.goto(f"{server}/bang/3/")
    page.fill("#q", query)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server}/cerca/?q={query.replace(' ', '+')}")
    expect(page.locator("#q")).to_have_value(query)
    expect(page.locator(".trovato, .ricerca__stato").first).to_be_visible()
    if query == "arriva tardi":
        page.locator(".trovato a").first.click()
        expect(page).to_have_url(re.compile(r"/naruto-it/infrazioni/#naruto-it-infrazioni\.ritardo\."))


@pytest.mark.parametrize(
    ("words", "books", "says"),
    [
        ("magic 77", ["magic-mtr"], "Turni di svizzera 7"),
        ("magic 2014 77", ["mtr"], "Turni di svizzera 7"),
        ("27 giocatori bang", ["bang"], "Turni 5 · Tavoli 5"),
        ("77 giocatori", ["magic-mtr", "naruto-it", "bang"], "Turni di svizzera 7"),
    ],
)
def test_a_number_is_answered_by_the_calculators_that_ask_for_it(
    page: Page, server: str, words: str, books: list[str], says: str
) -> None:
    page.goto(f"{server}/informazioni/")
    page.locator("#q").fill(words)
    answers = page.locator(".ricerca__penalita a")
    expect(answers).to_have_count(len(books))
    assert [one.get_attribute("data-book") for one in answers.all()] == books
    expect(answers.first).to_contain_text(says)
    expect(page.locator(".ricerca")).not_to_contain_text("decide il capo arbitro")
    number = re.findall(r"\d+", words)[-1]
    page.keyboard.press("ArrowDown")
    expect(answers.first).to_be_focused()
    page.keyboard.press("Enter")
    game = {"magic-mtr": "magic"}.get(books[0], books[0])
    page.wait_for_url(f"**/tabelle/{game}/?giocatori={number}#*")
    shown = page.locator("section.calcolo", has=page.locator("input[name=giocatori]")).locator(".risultati")
    expect(shown).to_contain_text(says.split()[-1])


def test_a_citation_or_an_amount_is_no_number_of_players(page: Page, server: str) -> None:
    page.goto(f"{server}/informazioni/")
    for words in ("77", "magic 10 minuti", "mtr 2.5", "bang 27 magic 30", "59 carte nel mazzo magic"):
        page.locator("#q").fill("magic 77")
        expect(page.locator(".ricerca__penalita a")).to_contain_text("Magic, 77 giocatori")
        page.locator("#q").fill(words)
        expect(page.locator(".ricerca__penalita a", has_text="giocatori")).to_have_count(0)


def test_the_last_searches_are_offered_where_nothing_is_typed(page: Page, server: str) -> None:
    page.goto(f"{server}/")
    page.locator("#q").fill("ritardo")
    page.locator(".trovato a").first.click()
    until(page, "(localStorage.getItem('prontuario.ricerche') ?? '').includes('ritardo')")
    page.goto(f"{server}/")
    page.locator("#q").click()
    page.locator(".ricerca__recenti button", has_text="ritardo").click()
    expect(page.locator(".trovato").first).to_be_visible()
    page.locator("#q").fill("")
    page.get_by_role("button", name="Cancella le ricerche").click()
    expect(page.locator(".ricerca__recenti")).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.getItem('prontuario.ricerche')).queries") == []


def test_titles_complete_what_is_typed(page: Page, server: str) -> None:
    page.goto(f"{server}/")
    page.locator("#q").fill("ritar")
    page.locator(".ricerca__completa button", has_text="Ritardo").first.click()
    expect(page.locator("#q")).to_have_value(re.compile("Ritardo"))


def test_terms_of_the_glossary_complete_what_is_typed(page: Page, server: str) -> None:
    page.goto(f"{server}/")
    page.locator("#q").fill("andamento a fe")
    page.get_by_role("button", name="andamento a ferro di cavallo").click()
    expect(page.locator(".trovato").first).to_contain_text("8.5")


def test_a_result_of_a_superseded_document_says_so(page: Page, server: str) -> None:
    page.goto(f"{server}/cerca/?q=MTR+2014+2.5")
    expect(page.locator(".trovato__gioco").first).to_have_text("Magic 2014 · superato")


def test_a_printed_search_says_what_was_asked_and_holds_the_answers_alone(desk: Page, server: str) -> None:
    desk.goto(f"{server}/cerca/?q=tempo+scaduto+magic")
    expect(desk.locator(".trovato").first).to_be_visible()
    expect(desk.locator(".ricerca__dettaglio .segnato")).to_have_count(1)
    desk.emulate_media(media="print")
    asked = desk.locator(".ricerca__stato")
    assert "tempo scaduto magic" in asked.evaluate("(e) => getComputedStyle(e, '::before').content")
    for hidden in (".filtri", ".ricerca__completa", ".ricerca__dettaglio", ".barra", ".testata", "#q"):
        expect(desk.locator(hidden).first).to_be_hidden()
    for answer in desk.locator(".trovato").all():
        expect(answer.locator("b")).to_be_visible()
        assert answer.evaluate("(e) => getComputedStyle(e).breakInside") == "avoid"
    assert desk.pdf(format="A4").count(b"/Type /Page\n") <= 3
