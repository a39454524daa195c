"""A told situation: infraction, answers, history; what is open; the page's data for whoever reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scripts.pipeline import SITE, Sources
from scripts.render.lessons import packed
from search.engine.understand import Tellers
from tests.browser.test_penalita import lead
from tests.render.test_lessons import learned
from tests.told import HALVES, pairs, told, understood

LEAST = {
    "seen": {"first": 0.985, "three": 0.995, "right": 0.985, "heard": 0.94, "verdict": 0.985},
    "kept": {"first": 0.955, "three": 0.99, "right": 0.98, "heard": 0.86, "verdict": 0.98},
    "fresh": {"first": 0.91, "three": 0.98, "right": 0.96, "heard": 0.77, "verdict": 0.965},
    "latest": {"first": 0.955, "three": 0.995, "right": 0.985, "heard": 0.89, "verdict": 0.99},
}
CONTRACT = [
    (
        "naruto-it",
        "al terzo turno ho trovato 39 carte nel mazzo, la lista è giusta, ha già due ammonizioni ufficiali",
        {
            "infraction": "naruto-it-infrazioni.mazzo-illegale",
            "answers": "",
            "history": "ammonizione-ufficiale=2",
            "open": "quando ammonizione-verbale",
        },
    ),
    (
        "naruto-it",
        "Dopo 12 minuti Vera arriva al tavolo, il turno era partito in orario. Ha già due ufficiali",
        {
            "infraction": "naruto-it-infrazioni.ritardo",
            "answers": "caso=posto motivo=no minuti=entro-15",
            "history": "ammonizione-ufficiale=2",
            "open": "",
            "verdict": "espulsione",
        },
    ),
    (
        "bang",
        "mi chiede quanti dollari ha l’avversario",
        {"infraction": "bang-3.g", "answers": "", "history": "", "open": "", "verdict": "nessuna"},
    ),
    (
        "bang",
        "ha insultato uno spettatore, nessuna ammonizione",
        {
            "infraction": "bang-2.p",
            "answers": "",
            "history": "ammonizione=0",
            "open": "",
            "verdict": "nessuna..espulsione",
        },
    ),
    (
        "mtr",
        "59",
        {
            "infraction": "mtr-6.1",
            "answers": "fatto=poche quante=almeno",
            "history": "",
            "open": "formato",
        },
    ),
    (
        "mtr",
        "59 carte nel mazzo, torneo Modern",
        {
            "infraction": "mtr-6.1",
            "answers": "fatto=poche formato=constructed quante=almeno",
            "history": "",
            "open": "",
            "verdict": "altro-documento",
        },
    ),
]


Tell = Callable[[str, str], Page]


@pytest.fixture
def tell(asked: Callable[[str], Page]) -> Tell:
    """Leads the page of a game to a story."""

    def led(game: str, text: str) -> Page:
        page = asked(f"/penalita/?g={game}")
        lead(page, f"?g={game}&t={quote(text)}")
        expect(page.locator(".racconto q")).to_have_text(text)
        return page

    return led


@pytest.mark.parametrize(("game", "text", "data"), CONTRACT, ids=lambda value: str(value)[:24])
def test_the_page_says_what_it_understood(tell: Tell, game: str, text: str, data: dict[str, str]) -> None:
    page = tell(game, text)
    article = page.locator("article[data-infraction]")
    expect(article).to_have_count(1)
    found = article.evaluate("(article) => ({ ...article.dataset })")
    assert {name: found.get(name) for name in (*data, "verdict")} == data | {"verdict": data.get("verdict")}
    expect(page.locator(".racconto q")).to_have_text(text)


DENIED = [  # a negation with words between says what the words say, and doubt denies too
    ("non l’ha certo fatto apposta", "no"),
    ("non credo lo abbia fatto apposta", "no"),
    ("non penso proprio che l’abbia fatto apposta", "no"),
    ("non l’ha mica fatto apposta", "no"),
    ("nn l ha fatto apposta", "no"),
    ("dubito che l’abbia fatto apposta", "no"),
    ("senza alcuna malizia", "no"),
    ("non c’era nessuna malizia", "no"),
    ("non è stata certo una svista", "si"),
    ("non credo sia stata una svista", "si"),
]


@pytest.mark.parametrize(("words", "answer"), DENIED)
def test_a_negation_reaches_over_the_words_between(tell: Tell, words: str, answer: str) -> None:
    page = tell("mtr", f"ha giocato due terre in un turno: {words}")
    expect(page.locator("article[data-infraction]")).to_have_count(1)
    answers = page.locator("article[data-infraction]").get_attribute("data-answers")
    assert f"apposta={answer}" in (answers or "").split()


@pytest.mark.parametrize("words", ["non so se l’ha fatto apposta", "mi chiedo se è stata una svista"])
def test_who_is_not_sure_says_neither(tell: Tell, words: str) -> None:
    page = tell("mtr", f"ha giocato due terre in un turno: {words}")
    expect(page.locator("article[data-infraction]")).to_have_attribute("data-open", "apposta")


CLOCKS = [
    ("il turno inizia alle 15:00, lui arriva alle 15:08", "entro-15"),
    ("è arrivato alle 10.04 col turno iniziato alle dieci", "entro-5"),
    ("turno partito alle nove e mezza, si siede alle 10", "oltre-15"),
    ("si ricominciava alle 15, via dato alle 14:50, arriva alle 14:55", None),  # of three, who knows between which
    ("si siede alle 15:08", None),
]


@pytest.mark.parametrize(("text", "minutes"), CLOCKS)
def test_two_hours_told_are_the_minutes_between_them(tell: Tell, text: str, minutes: str | None) -> None:
    page = tell("naruto-it", text)
    expect(page.locator("article[data-infraction='naruto-it-infrazioni.ritardo']")).to_have_count(1)
    answers = pairs(page.locator("article[data-infraction]").get_attribute("data-answers") or "")
    assert answers.get("minuti") == minutes


ELSEWHERE = [
    ("ha già due ufficiali", "ammonizione-ufficiale=2"),
    ("di ufficiali ne ha già una", "ammonizione-ufficiale=1"),
    ("è stato ammonito ufficialmente, una volta", "ammonizione-ufficiale=1"),
    ("ha già un’ufficiale, presa nel torneo di oggi", "ammonizione-ufficiale=1"),
    ("due ufficiali prese al torneo di Lucca. Qui ha una verbale", "ammonizione-verbale=1"),
    ("aveva preso due ufficiali a maggio", ""),
    ("due ufficiali le ha avute ai regionali", ""),
    ("un’ufficiale, due mesi fa", ""),
]


@pytest.mark.parametrize(("words", "history"), ELSEWHERE)
def test_what_was_given_in_another_tournament_does_not_count(tell: Tell, words: str, history: str) -> None:
    page = tell("naruto-it", f"arriva tardi, {words}")
    expect(page.locator("article[data-infraction]")).to_have_attribute("data-history", history)


def test_what_the_verdict_does_not_ask_stays_told_when_an_answer_is_given_again(tell: Tell) -> None:
    page = tell("naruto-it", "durante la partita scopre 41 carte nel mazzo, la lista è giusta, ha già una verbale")
    article = page.locator("article[data-infraction]")
    expect(article).to_have_attribute("data-answers", "quando=in-corso")
    expect(article).to_have_attribute("data-history", "ammonizione-verbale=1")
    for _ in range(2):  # first answered, then changed
        page.locator("section[role=group] .risposte a").first.click()
        expect(article).to_have_attribute("data-verdict", "partita-persa")
        expect(article).to_have_attribute("data-history", "ammonizione-ufficiale=0 ammonizione-verbale=1")
        page.locator(".strada").get_by_text("Cambia", exact=True).click()
        page.locator(".strada li").last.get_by_role("link").click()
        expect(article).to_have_attribute("data-history", "ammonizione-verbale=1")


OMITTED = [  # «non» says what was left undone, not that it was meant
    ("naruto-it", "segni sulle buste, non le ha cambiate, è stata una svista", "intenzione"),
    ("mtr", "non ha detto l’innesco per errore", "intenzione"),
]


@pytest.mark.parametrize(("game", "text", "question"), OMITTED)
def test_what_was_left_undone_by_oversight_was_not_meant(tell: Tell, game: str, text: str, question: str) -> None:
    page = tell(game, text)
    expect(page.locator("article[data-infraction]")).to_have_count(1)
    answers = page.locator("article[data-infraction]").get_attribute("data-answers")
    assert f"{question}=no" in (answers or "").split()


OMITTED_ON_PURPOSE = [  # the negation says what was left undone, and reaches no further
    ("nn ha fatto partire il timer apposta", "ritardo"),
    ("non ha avviato l’orologio di proposito", "ritardo"),
    ("non ha avviato l’orologio, non l’ha fatto apposta", "senza-volere"),
]


@pytest.mark.parametrize(("text", "answer"), OMITTED_ON_PURPOSE)
def test_what_is_left_undone_may_be_meant(tell: Tell, text: str, answer: str) -> None:
    page = tell("bang", text)
    expect(page.locator("article[data-infraction='bang-2.q']")).to_have_attribute("data-answers", f"fatto={answer}")


@pytest.mark.parametrize(
    ("game", "text", "infraction"),
    [
        ("bang", "ha barato guardando le carte del vicino", "bang-2.k"),
        ("naruto-it", "ha barato pescando una carta in più", "naruto-it-infrazioni.barare"),
    ],
)
def test_what_the_judge_calls_by_its_name_it_is(tell: Tell, game: str, text: str, infraction: str) -> None:
    page = tell(game, text)
    expect(page.locator("article[data-infraction]")).to_have_attribute("data-infraction", infraction)


@pytest.mark.parametrize("words", ["di malafede non ce n’è", "malafede niente"])
def test_what_is_said_not_to_be_there_is_denied(tell: Tell, words: str) -> None:
    page = tell("naruto-it", f"segni sulle buste, {words}")
    expect(page.locator("article[data-infraction]")).to_have_count(1)
    answers = page.locator("article[data-infraction]").get_attribute("data-answers")
    assert "intenzione=si" not in (answers or "").split()


def test_what_few_words_say_in_passing_is_no_answer(tell: Tell) -> None:
    """One loose word speaks for an answer, and of what is denied none does: the question stays open."""
    page = tell("naruto-it", "arriva tardi e bestemmia")
    expect(page.locator("article[data-infraction]")).to_have_attribute("data-answers", "caso=posto")


def test_a_negation_ends_where_another_clause_begins(tell: Tell) -> None:
    page = tell("mtr", "ha notato che i punti vita non tornavano e mi ha chiamato")
    expect(page.locator("article[data-infraction='mtr-2.14']")).to_have_attribute(
        "data-answers", re.compile("segnala=si")
    )


def test_a_chip_changes_an_answer_and_an_open_question_costs_a_tap(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=naruto-it&t={quote('ha 39 carte nel mazzo a partita in corso, ha due ufficiali')}")
    article = page.locator("article[data-infraction]")
    expect(article).to_have_attribute("data-verdict", "espulsione")
    page.locator(".strada").get_by_text("Cambia", exact=True).click()
    page.locator(".strada a", has_text="Durante una partita in corso").click()
    expect(page.locator("#domanda")).to_have_text("Quando si scopre il mazzo illegale?")
    assert article.get_attribute("data-verdict") is None
    page.locator(".risposte").get_by_text("Mentre non si gioca", exact=True).click()
    expect(article).to_have_attribute("data-open", "ammonizione-verbale")
    expect(article).to_have_attribute("data-answers", "quando=prima")


def test_enter_does_not_choose_between_infractions_that_a_word_says_alike(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=naruto-it")
    field = page.get_by_label("Che cosa è successo?")
    field.fill("segni")
    first = page.locator(".trovate a").first
    expect(first).to_be_visible()
    field.press("Enter")
    expect(first).to_be_focused()
    expect(page.locator("article[data-infraction]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("article[data-infraction]")).to_have_count(1)


def test_another_infraction_is_one_tap_away_with_its_words(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=naruto-it")
    page.get_by_label("Che cosa è successo?").fill("arriva tardi e bestemmia")
    page.keyboard.press("Enter")
    story = page.locator(".racconto")
    expect(story).to_be_visible()
    first = page.locator("article").get_attribute("data-infraction")
    story.locator("details").evaluate("(details) => (details.open = true)")
    other = story.locator(".risposte a", has=page.locator("small")).first
    expect(other.locator("small")).to_contain_text("«")
    other.click()
    expect(page.locator("article")).not_to_have_attribute("data-infraction", str(first))
    page.get_by_role("link", name="Cambia le parole").click()
    expect(page.get_by_label("Che cosa è successo?")).to_have_value("arriva tardi e bestemmia")


ASKING = (
    ("naruto-it", "al terzo turno ho trovato 39 carte nel mazzo, la lista è giusta, ha già due ammonizioni ufficiali"),
    ("naruto-it", "arriva tardi e bestemmia"),
    (
        "mtr",
        "sta guardando il telefono al tavolo durante la partita, torneo competitivo, chiede consigli su cosa sidare",
    ),
    ("mtr", "59 carte"),
)


@pytest.mark.parametrize(("game", "text"), ASKING)
def test_the_next_question_is_on_the_first_screen(page: Page, server: str, game: str, text: str) -> None:
    """Below the story, what it could be besides and the chips, and above the bar."""
    page.goto(f"{server}/penalita/?g={game}&t={quote(text)}")
    expect(page.locator("#domanda")).to_be_visible()
    expect(page.locator(".racconto details")).not_to_have_attribute("open", "")
    question, bar = page.locator("#domanda").bounding_box(), page.locator("nav.barra").bounding_box()
    assert question
    assert bar
    assert question["y"] + question["height"] <= bar["y"]


def test_a_told_situation_by_keyboard_alone(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=naruto-it")
    field = page.get_by_label("Che cosa è successo?")
    field.focus()
    page.keyboard.type("39 carte nel mazzo, ha due ufficiali e nessuna verbale")
    page.keyboard.press("Enter")
    question = page.locator("#domanda")
    expect(question).to_be_focused()
    answers = page.locator("[aria-labelledby=domanda] .risposte a")
    page.keyboard.press("Tab")
    expect(answers.first).to_be_focused()
    page.keyboard.press("Tab")
    expect(answers.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    article = page.locator("article[data-verdict]")
    expect(article).to_have_attribute("data-answers", "quando=in-corso")
    expect(article).to_have_attribute("data-verdict", "espulsione")
    summary = page.locator(".racconto summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".racconto .risposte a").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_told_situation_at_double_text_size(phone: Callable[..., BrowserContext], server: str, scheme: str) -> None:
    """Nothing is cut nor covers something else: every chip and answer holds its own text, one below or beside another."""
    page = phone(color_scheme=scheme).new_page()
    page.goto(f"{server}/penalita/?g={ASKING[0][0]}&t={quote(ASKING[0][1])}")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator("#domanda")).to_be_visible()
    cut = page.evaluate(
        """() => [...document.querySelectorAll('.racconto :is(q, summary, a.tasto), .strada a, .risposte a')]
        .filter((e) => e.checkVisibility() && (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline'
          || e.getBoundingClientRect().right > innerWidth || e.getBoundingClientRect().left < 0)).map((e) => e.textContent)"""
    )
    assert cut == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_scripts_the_server_offers_the_infractions_found(
    phone: Callable[..., BrowserContext], server: str
) -> None:
    page = phone(java_script_enabled=False).new_page()
    page.goto(f"{server}/penalita/?g=naruto-it&t={quote(ASKING[0][1])}")
    first = page.locator(".racconto .risposte a").first
    expect(first.locator("strong")).to_have_text("Mazzo illegale")
    expect(first.locator("small")).to_contain_text("«39 carte nel mazzo»")
    first.click()
    expect(page.locator("[id='i.naruto-it-infrazioni.mazzo-illegale']")).to_be_in_viewport()
    page.go_back()
    page.get_by_label("Che cosa è successo?").fill("<i>zzzz wqwq</i>")
    page.get_by_role("button", name="Trova l’infrazione").click()
    expect(page.locator(".racconto")).to_contain_text("Nessuna infrazione per «<i>zzzz wqwq</i>»")


def test_the_server_finds_what_the_page_finds(page: Page, server: str, built: Path) -> None:
    """Infractions, their order and the words that spoke for them."""
    tellers = Tellers(built / SITE / "assets/penalita")
    page.goto(f"{server}/penalita/")
    stories = [("mtr", "59"), *((row["book"], row["scenario"]) for row in told("seen"))]
    found = page.evaluate(
        """async ([base, stories]) => {
          const { reader } = await import(`${base}/assets/js/penalita/story.js`);
          const { loadGame } = await import(`${base}/assets/js/verdict/games.js`);
          const all = [];
          for (const [book, text] of stories) {
            const { found } = (await reader(await loadGame(book)))(text);
            all.push(found.map(({ infraction, said }) => [infraction.id, ...said]));
          }
          return all;
        }""",
        [server, stories],
    )
    for (book, text), theirs in zip(stories, found, strict=True):
        assert [[one.id, *one.said] for one in tellers.found(book, text)] == theirs, text


def test_the_page_reads_what_the_stories_teach_as_it_was_written(page: Page, server: str) -> None:
    told, answers = learned(9000)
    page.goto(f"{server}/penalita/")
    found = page.evaluate(
        """async ([base, packed]) => {
          const { unpacked } = await import(`${base}/assets/js/penalita/unpacked.js`);
          const all = unpacked(packed);
          return {
            told: all.map(({ told }) => [...told].map(([term, { often, much }]) => [term, [often, much]])),
            answers: all.map(({ answers }) => answers.map((given) => given.map((one) => [...one]))),
          };
        }""",
        [server, packed(told, answers)],
    )
    assert [{term: tuple(figures) for term, figures in terms} for terms in found["told"]] == told
    assert [[[dict(one) for one in given] for given in questions] for questions in found["answers"]] == answers


@pytest.mark.parametrize("half", HALVES)
def test_what_is_told_is_understood(page: Page, server: str, half: str) -> None:
    shares = understood(page, server, half).shares()
    low = {name: f"{share:.3f}" for name, share in shares.items() if share < LEAST[half][name]}
    assert not low, f"{half}: {low}"


def test_told_situations_name_what_the_tables_have(sources: Sources) -> None:
    """Infraction, questions, answers and penalties of the scenarios exist."""
    for half in HALVES:
        for row in told(half):
            book = sources.rulebook.book(row["book"])
            table = next(t for t in book.infractions if t.place.file.endswith(f"/{row['infraction']}.toml"))
            answers = {q.id: {a.id for a in q.answers} for q in table.questions}
            for question, answer in (pairs(row["full"]) | pairs(row["answers"])).items():
                assert answer in answers[question], row["scenario"]
            assert {p for v in row["verdict"].split("..") for p in [v]} <= {p.id for p in book.penalties}


def test_the_search_carries_a_told_offence_to_penalita(page: Page, server: str) -> None:
    page.goto(f"{server}/cerca/")
    page.evaluate("localStorage.setItem('prontuario.ricerca.libro', 'naruto-it')")
    page.goto(f"{server}/cerca/")
    field = page.locator("input#q")
    field.fill("ha 39 carte nel mazzo a partita in corso")
    carried = page.locator(".ricerca__penalita a")
    expect(carried).to_have_text("Portalo in Penalità: Mazzo illegale")
    carried.click()
    expect(page.locator("article")).to_have_attribute("data-answers", "quando=in-corso")


def test_a_game_named_in_the_search_is_enough(page: Page, server: str) -> None:
    page.goto(f"{server}/cerca/")
    page.locator("input#q").fill("naruto ha 39 carte nel mazzo a partita in corso")
    carried = page.locator(".ricerca__penalita a")
    expect(carried).to_have_text("Portalo in Penalità: Mazzo illegale (Naruto Card Game)")
    page.locator("input#q").fill("ha 39 carte nel mazzo a partita in corso")
    expect(carried).to_be_hidden()


def test_who_only_browses_does_not_fetch_how_situations_are_told(page: Page, server: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/assets/racconti/" in request.url else None)
    page.goto(f"{server}/penalita/?g=bang")
    page.get_by_role("link", name="Barare").click()
    expect(page.locator("article[data-infraction='bang-2.k']")).to_have_count(1)
    assert asked == []


def test_a_story_without_network_says_so_and_leaves_the_list(page: Page, server: str) -> None:
    page.route("**/assets/racconti/*", lambda route: route.abort())
    page.goto(f"{server}/penalita/?g=bang")
    page.fill("#che-cosa", "ha barato")
    expect(page.locator(".trovate")).to_contain_text("manca la rete")
    expect(page.get_by_role("link", name="Barare")).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")
    page.fill("#che-cosa", "ha barato di nuovo")
    expect(page.locator(".trovate a").first).to_contain_text("Barare")
