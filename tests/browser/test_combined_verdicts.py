"""Test two infractions at once: of one error, at one moment, or of both players."""

import csv
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.conftest import ROOT

LIST = "g=magic-ipg&i=problema-di-lista&r=che.poche"  # Game Loss
DECK = "g=magic-ipg&i=problema-di-mazzo&r=che.side-troppe&r=momento.prima"  # Game Loss
SHUFFLE = "g=magic-ipg&i=mescolamento-insufficiente&r=apposta.no"  # Warning
COMBINE = """async ([base, book, rule, one, other]) => {
  const load = (file) => import(`${base}/assets/js/verdict/${file}.js`);
  const [{ combine, readOther, writeOther }, { parseSteps }] = await Promise.all(["combined-verdicts", "step-address"].map(load));
  const game = await (await fetch(`${base}/assets/penalita/${book}.json`)).json();
  const read = (steps) => readOther(game, writeOther(game.together.find((r) => r.id === rule), parseSteps(`?${steps}`)));
  return combine(game, game.together.find((r) => r.id === rule), read(one), read(other));
}"""


with (ROOT / "tests/golden/penalties/combined_verdicts.tsv").open(encoding="utf-8") as lines:
    PAIRS = list(csv.DictReader(lines, delimiter="\t"))


def test_what_two_verdicts_come_to(asked: Callable[[str], Page], server: str) -> None:
    page = asked("/penalita/")
    for pair in PAIRS:
        made = page.evaluate(COMBINE, [server, "magic-ipg", pair["rule"], pair["one"], pair["other"]])
        assert made["gives"] == pair["gives"], pair
        assert pair["said"] in made["text"], pair


def test_one_error_gets_the_gravest_alone(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?{LIST}")
    page.get_by_text("C’è anche un’altra infrazione?").click()
    page.get_by_role("button", name="Nasce dallo stesso errore").click()
    expect(page.get_by_text("Scegli l’infrazione da aggiungere a Problema di lista (Partita persa).")).to_be_visible()
    page.get_by_role("link", name="Mescolamento insufficiente").first.click()
    page.get_by_role("link", name="No", exact=True).click()
    page.get_by_role("link", name="Nessuna", exact=True).click()
    met = page.locator(".insieme")
    expect(met).to_contain_text("Non dare questa: dai soltanto Partita persa, per Problema di lista.")
    expect(met).to_contain_text("IPG 1.2.p")
    expect(page.get_by_text("Nel Registro segna soltanto l’altra: Problema di lista.")).to_be_visible()
    expect(page.get_by_role("button", name="Registra", exact=True)).to_have_count(0)
    page.reload()  # the address alone says all
    expect(met).to_contain_text("Non dare questa")
    page.get_by_role("button", name="Togli l’altra").click()
    expect(page.get_by_role("button", name="Registra", exact=True)).to_be_visible()


def test_game_losses_of_one_moment_are_one_and_the_registro_says_so(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?{DECK}&con=stesso-momento~problema-di-lista~che.poche")
    expect(page.locator(".insieme")).to_contain_text("Dai una sola Partita persa.")
    page.get_by_role("button", name="Registra", exact=True).click()
    expect(page.get_by_label("Nota", exact=True)).to_have_value(
        "Insieme a Problema di lista. Dai una sola Partita persa."
    )


def test_a_game_without_such_rules_offers_nothing(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?g=bang&i=bang-2.o&s=ammonizione.1&con=stesso-errore~x~y")
    expect(page.get_by_role("heading", level=2)).to_contain_text("Espulsione")
    expect(page.locator(".insieme")).to_have_count(0)
    page.goto(f"{server}/penalita/?{LIST}&con=stesso-errore~nessuna~che.niente")  # what the address damaged is left out
    expect(page.get_by_text("C’è anche un’altra infrazione?")).to_be_visible()


def test_a_third_infraction_meets_the_one_that_stays(page: Page, server: str) -> None:
    page.goto(f"{server}/penalita/?{SHUFFLE}&s=ammonizione.0&con=stesso-errore~problema-di-lista~che.poche")
    page.get_by_role("button", name="Continua con l’infrazione che resta").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("Partita persa")
    expect(page.get_by_text("C’è anche un’altra infrazione?")).to_be_visible()
    page.goto(f"{server}/penalita/?{LIST}&con=avversario~problema-di-mazzo~che.side-troppe~momento.prima")
    expect(page.locator(".insieme")).to_contain_text("Confrontala prima con l’una e poi con l’altra.")
