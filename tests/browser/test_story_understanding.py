"""Test stories: infraction, answers, history, open questions, page data."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.page_helpers import box_of
from tests.browser.test_penalita import lead
from tests.story_scenarios import pairs, rows

BOTH = "le carte forti hanno la bustina graffiata, segni leggeri"  # of two infractions, one of them likelier
DISPUTED = "è arrivato dopo 12 minuti ma non si è mai presentato, per tutto il turno non si è visto"
CONTRACT = [
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
GOLDEN = Path(__file__).parent.parent / "golden/penalties/told.tsv"
HEAR = """async ([base, rows]) => {
  const { reader } = await import(`${base}/assets/js/penalita/understood-panel.js`);
  const { loadGame } = await import(`${base}/assets/js/verdict/load-games.js`);
  const all = [];
  for (const { book, text, infraction } of rows) {
    const game = await loadGame(book);
    const known = (await reader(game))(text);
    const first = known.found[0].infraction;
    const own = game.infractions.find((one) => one.slug === infraction) ?? first;
    const { answers, history } = known.about(own);
    all.push({
      infraction: known.outcome === "sure" ? first.slug : "?",
      answers: Object.fromEntries(Object.entries(answers).map(([id, { answer }]) => [id, answer])),
      history: Object.entries(history).map(([id, { count }]) => `${id}=${count}`).sort().join(" "),
    });
  }
  return all;
}"""


Tell = Callable[[str, str], Page]


@pytest.fixture
def tell(asked: Callable[[str], Page]) -> Tell:
    """Navigate the page of a game to a story."""

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


def test_golden_sentences(page: Page, server: str) -> None:
    """Check what is understood of each sentence in `told.tsv`.

    Columns: the infraction taken for sure (`?`: none; empty: any), the answers that the words give, the questions that
    stay open (`question`, or `question=answer` where another may be given), and the history (`-`: any).
    """
    page.goto(f"{server}/penalita/")
    golden = list(rows(GOLDEN))
    wrong = []
    for row, found in zip(golden, page.evaluate(HEAR, [server, golden]), strict=True):
        answers = found["answers"]
        open_ = [
            o for o in row["open"].split() if (o.partition("=")[2] or None) in (None, answers.get(o.split("=")[0]))
        ]
        right = (
            row["infraction"] in ("", found["infraction"])
            and pairs(row["says"]).items() <= answers.items()
            and not [o for o in open_ if o.split("=")[0] in answers]
            and row["history"] in ("-", found["history"])
        )
        wrong += [] if right else [f"{row['text']}: {found}"]
    assert not wrong, "\n".join(wrong)


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


def test_what_few_words_say_in_passing_is_no_answer(tell: Tell) -> None:
    """Check that a question stays open if only one loose or denied word answers it."""
    page = tell("naruto-it", "arriva tardi al tavolo, il turno era già cominciato, e dice una parolaccia")
    answers = page.locator("article[data-infraction]").get_attribute("data-answers") or ""
    assert "motivo" not in answers
    assert "minuti" not in answers


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


def test_what_is_not_sure_is_offered_and_enter_takes_nothing(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=naruto-it")
    field = page.get_by_label("Che cosa è successo?")
    field.fill("segni")
    offered = page.locator(".trovate[data-offered]")
    expect(offered).to_have_attribute("data-offered", re.compile("naruto-it-infrazioni.segni"))
    field.press("Enter")
    expect(page).to_have_url(re.compile("t=segni"))
    expect(page.locator("article[data-infraction]")).to_have_count(0)
    expect(offered.locator("a").first).to_be_visible()
    expect(page.get_by_role("link", name="Barare").first).to_be_visible()  # the whole list
    offered.locator("a").first.click()
    expect(page.locator("article[data-infraction]")).to_have_count(1)


def test_what_no_rule_punishes_is_left_to_the_head_judge(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=bang&t={quote('zzzz wqwq')}")
    found = page.locator(".trovate")
    expect(found).to_have_attribute("data-offered", "")
    expect(found).to_contain_text("Non ho trovato nessuna infrazione che corrisponda a quello che hai scritto.")
    expect(found.get_by_role("link", name="BANG 3.f")).to_be_visible()
    expect(page.locator("article[data-infraction]")).to_have_count(0)


def test_a_question_that_words_and_numbers_answer_differently_stays_open(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=naruto-it&t={quote(DISPUTED)}")
    page.locator("section[role=group] .risposte a").first.click()  # what is asked before it
    expect(page.locator(".avviso")).to_contain_text("dice una cosa")


def test_another_infraction_is_one_tap_away_with_its_words(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=naruto-it")
    page.get_by_label("Che cosa è successo?").fill(BOTH)
    page.keyboard.press("Enter")
    story = page.locator(".racconto")
    expect(story).to_be_visible()
    first = page.locator("article").get_attribute("data-infraction")
    story.locator("details").evaluate("(details) => (details.open = true)")
    other = story.locator(".risposte a", has=page.locator("small")).first
    expect(other.locator("small")).to_contain_text("«")
    other.click()
    expect(page.locator("article")).not_to_have_attribute("data-infraction", str(first))
    page.get_by_role("link", name="Cambia il racconto").click()
    expect(page.get_by_label("Che cosa è successo?")).to_have_value(BOTH)


ASKING = (
    ("naruto-it", "al terzo turno ho trovato 39 carte nel mazzo, la lista è giusta, ha già due ammonizioni ufficiali"),
    ("naruto-it", "arriva tardi al suo posto, il turno era già cominciato"),
    (
        "mtr",
        "sta guardando il telefono al tavolo durante la partita, torneo competitivo, chiede consigli su cosa sidare",
    ),
    ("mtr", "al controllo ha 59 carte invece di 60"),
)


@pytest.mark.parametrize(("game", "text"), ASKING)
def test_the_next_question_is_on_the_first_screen(page: Page, server: str, game: str, text: str) -> None:
    page.goto(f"{server}/penalita/?g={game}&t={quote(text)}")
    expect(page.locator("#domanda")).to_be_visible()
    expect(page.locator(".racconto details[open]")).to_have_count(0)
    assert box_of(page.locator("#domanda")).bottom <= box_of(page.locator("nav.barra")).top


def test_a_told_situation_by_keyboard_alone(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=naruto-it")
    field = page.get_by_label("Che cosa è successo?")
    field.focus()
    page.keyboard.type("trovo il mazzo con 39 carte, ha due ufficiali e nessuna verbale")
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
    expect(article.locator("[data-qui]")).to_be_focused()


def test_what_it_could_be_besides_opens_and_is_chosen_by_keyboard(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=naruto-it&t={quote(BOTH)}&i=naruto-it-infrazioni.segni-minori")
    summary, others = page.locator(".racconto summary"), page.locator(".racconto .risposte a")
    summary.focus()
    page.keyboard.press("Enter")
    expect(others.first).to_be_visible()
    page.keyboard.press("Tab")
    expect(others.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("article")).not_to_have_attribute("data-infraction", "naruto-it-infrazioni.segni-minori")
    expect(page.locator("#domanda, .verdetto [data-qui]").first).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_told_situation_at_double_text_size(phone: Callable[..., BrowserContext], server: str, scheme: str) -> None:
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
    expect(first.locator("small")).to_contain_text("«")
    first.click()
    expect(page.locator("[id='i.naruto-it-infrazioni.mazzo-illegale']")).to_be_in_viewport()
    page.go_back()
    page.get_by_label("Che cosa è successo?").fill("<i>zzzz wqwq</i>")
    page.get_by_role("button", name="Trova l’infrazione").click()
    expect(page.locator(".racconto")).to_contain_text("Non ho trovato nessuna infrazione per «<i>zzzz wqwq</i>»")


def test_the_search_carries_a_told_offence_to_penalita(page: Page, server: str) -> None:
    page.goto(f"{server}/cerca/")
    page.evaluate("localStorage.setItem('prontuario.ricerca.libro', 'naruto-it')")
    page.goto(f"{server}/cerca/")
    field = page.locator("input#q")
    field.fill("ha 39 carte nel mazzo a partita in corso")
    carried = page.locator(".ricerca__penalita a")
    expect(carried).to_have_text("Apri in Penalità: Mazzo illegale")
    carried.click()
    expect(page.locator("article")).to_have_attribute("data-answers", "quando=in-corso")


def test_a_game_named_in_the_search_is_enough(page: Page, server: str) -> None:
    page.goto(f"{server}/cerca/")
    page.locator("input#q").fill("naruto ha 39 carte nel mazzo a partita in corso")
    carried = page.locator(".ricerca__penalita a")
    expect(carried).to_have_text("Apri in Penalità: Mazzo illegale (Naruto Card Game)")
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
    page.fill("#che-cosa", "ha barato e")
    expect(page.locator(".trovate")).to_contain_text("Senza rete")
    expect(page.get_by_role("link", name="Barare")).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")
    page.fill("#che-cosa", "ha barato")
    expect(page.locator(".trovate")).to_contain_text("Barare")
