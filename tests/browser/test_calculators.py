"""Test every line of the calculators, for every number of players."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

Asked = Callable[[str], Page]


def answers(page: Page, within: str) -> dict[str, str]:
    """Map the labels of a result to their values."""
    rows = page.locator(f"{within} .risultati > div")
    expect(rows.first).to_be_visible()
    return {
        rows.nth(i).locator("dt").inner_text(): rows.nth(i).locator("b").inner_text().replace("\u00a0", " ")
        for i in range(rows.count())
    }


PLAYERS = {  # a page, its field, what is typed → what is read: the lines of every number are compared below
    ("bang", "giocatori", "27"): {"Turni": "5", "Tavoli": "5", "Alla fase finale": "4"},
    ("bang", "giocatori", "400"): {"Tavoli": "–"},
    ("naruto-it", "giocatori", "23"): {"Turni di svizzera": "4", "Ai playoff": "4", "Punti al 1° (primo)": "5", "Punti a chi partecipa": "1"},
    ("naruto-it", "giocatori", "64"): {"Turni di svizzera": "–", "Ai playoff": "4 per girone", "Punti al 1° (primo)": "6"},
    ("mtr", "turni", "8"): {"Turni di svizzera": "3", "Minimo di partecipanti": "8 giocatori"},
    ("mtr", "turni", "7"): {"Turni di svizzera": "–", "Minimo di partecipanti": "8 giocatori"},
}  # fmt: skip
NOTES = {"27": "2 da 6 e 3 da 5", "400": "per 400 non dice niente", "7": "non disputato"}


@pytest.mark.parametrize(("book", "field", "typed"), PLAYERS)
def test_a_number_of_players_is_answered(asked: Asked, book: str, field: str, typed: str) -> None:
    page = asked(f"/tabelle/{book}/")
    page.fill(f"#n-{field}", typed)
    wanted, found = PLAYERS[book, field, typed], answers(page, f"#{field}")
    assert {label: found[label] for label in wanted} == wanted
    assert NOTES.get(typed, "") in page.locator(f"#{field} .esito").inner_text()


def test_magic_rounds_count_teams_and_the_cut(asked: Asked) -> None:
    page = asked("/tabelle/mtr/")
    for players, choices, rounds, least in (
        ("40", ("Individuale", "Top 4"), "7", "8 giocatori"),
        ("40", ("Individuale", "Top 2"), "8", "8 giocatori"),
        ("16", ("A squadre", "Top 8, altro o nessuno"), "4", "4 squadre"),
    ):
        for choice in choices:
            page.locator("#turni label", has_text=choice).click()
        page.fill("#n-turni", players)
        found = answers(page, "#turni")
        assert (found["Turni di svizzera"], found["Minimo di partecipanti"]) == (rounds, least)


def test_bang_prizes_and_their_rule(page: Page, server: str) -> None:
    page.goto(f"{server}/tabelle/bang/?giocatori=20")
    assert answers(page, "#giocatori")["Premi"] == "1° 3.200 $, 2° 1.600 $, 3° 800 $, 4° 800 $"
    page.locator("#giocatori .risultati a", has_text="BANG 1.2 premio").click()
    expect(page).to_have_url(f"{server}/bang/1/#bang-1.2.premio.premi")


def test_a_wrong_number_gets_one_sentence(asked: Asked) -> None:
    page = asked("/tabelle/bang/")
    for wrong in ("abc", "0", "-3", "12,5", "1e3", "1000000000"):
        page.fill("#n-giocatori", wrong)
        expect(page.locator("#giocatori .errore")).to_have_text("Scrivi un numero di giocatori da 1 a 9.999.")
        page.fill("#n-giocatori", "")
        expect(page.locator("#giocatori .attesa")).to_be_visible()


def golden(name: str) -> list[dict[str, str]]:
    text = (Path(__file__).parents[1] / f"golden/calculators/{name}.tsv").read_text(encoding="utf-8")
    return list(csv.DictReader((line for line in text.splitlines() if not line.startswith("#")), delimiter="\t"))


def by_players(name: str) -> dict[int, dict[str, str]]:
    """Return number of players → its row, from 1 to 500."""
    return {n: row for row in golden(name) for n in range(int(row["from"]), int(row["to"]) + 1)}


LINES = """async ([calculator, more]) => {
  const { lines } = await import(new URL("/assets/js/tables/answer-lookup.js", location.href).href);
  const table = document.querySelector(`#${calculator} .casi`);
  return Array.from({ length: 500 }, (_, i) => lines(table, { giocatori: i + 1, ...more }).map(({ label, value, note, rules }) => {
    if (!rules.length || rules.some((rule) => !rule.getAttribute("href"))) throw new Error(`${i + 1}: no rule says «${label}»`);
    return [label, value.replaceAll("\u00a0", " "), note.replaceAll("\u00a0", " ")];
  }));
}"""


def dollars(amount: str) -> str:
    return f"{int(amount):,} $".replace(",", ".")


def in_words(seats: str) -> str:
    sizes = sorted(seats.split(), reverse=True)
    return " e ".join(f"{sizes.count(size)} da {size}" for size in dict.fromkeys(sizes))


def test_every_line_for_every_number_of_bang_players(page: Page, server: str) -> None:
    page.goto(f"{server}/tabelle/bang/")
    rounds, seats = by_players("bang"), {int(row["players"]): row for row in golden("bang-seats")}
    for n, lines in enumerate(page.evaluate(LINES, ["giocatori", {}]), 1):
        row, sat = rounds.get(n), seats.get(n)
        below, over = (
            f"La tabella comincia da 10 giocatori: per {n} non dice niente.",
            "Cambiare il numero di turni è una deroga.",
        )
        few = "I giocatori non bastano per i 4 posti della fase finale. " if n < 4 else ""
        eight = "Oltre 18 partecipanti" if n > 18 else "Solo oltre 18 partecipanti"
        none = f"La tabella va da 10 a 50 giocatori: per {n} non dice niente. Tavoli da 4 sono esclusi."
        prizes = row and "1° {}, 2° {}, 3° {third}, 4° {third}".format(
            dollars(row["first"]), dollars(row["second"]), third=dollars(row["third"])
        )
        assert lines == [
            ["Turni", row["rounds"], over] if row else ["Turni", "", below],
            ["Tavoli", sat["tables"], f"{in_words(sat['seats'])} ({sat['seats'].replace(' ', ', ')})."]
            if sat
            else ["Tavoli", "", none],
            ["Alla fase finale", "4", f"{few}{eight} se ne possono ammettere 8."],
            ["Premi", prizes, ""]
            if prizes
            else ["Premi", "", "Dipendono dal numero di turni, che la tabella non indica per così pochi giocatori."],
        ], n


ORDINALS = ["primo", "secondo", "terzo", "quarto", "quinto", "sesto"]


def test_every_line_for_every_number_of_naruto_players(asked: Asked) -> None:
    page = asked("/tabelle/naruto-it/")
    rows = by_players("naruto-it")
    for n, lines in enumerate(page.evaluate(LINES, ["giocatori", {}]), 1):
        row = rows[n]
        few = f" Però i giocatori sono soltanto {n}." if n < int(row["admitted"]) else ""
        groups = (
            f"Con più di 63 giocatori è opportuno fare gironi da 32 giocatori al massimo: qui servono almeno {-(-n // 32)} gironi. "
            "La tabella non dà un solo numero di turni: dipende dai giocatori di ogni girone."
        )
        points = row["points"].split()
        expected = [
            ["Turni di svizzera", row["rounds"], "" if row["rounds"] else groups],
            ["Ai playoff", row["admitted"], f"Si giocano: {row['playoff']}.{few} I turni possono cambiare a seconda del tempo a disposizione."]
            if row["playoff"]
            else ["Ai playoff", f"{row['admitted']} per girone", "Si scelgono in ciascun girone."],
            *(
                [f"Punti al {place}° ({ORDINALS[place - 1]})", count, ""]
                for place, count in enumerate(points, 1)
            ),
        ]  # fmt: skip
        if points:
            expected += [
                ["Punti a chi partecipa", "1", "Il regolamento non dice se i punti dei primi li comprendono già."]
            ]
        else:
            silent = f"La tabella comincia da 4 giocatori: per {n} non dice niente."
            expected += [["Punti secondo il piazzamento", "", silent], ["Punti a chi partecipa", "1", ""]]
        assert lines == expected, n


@pytest.mark.parametrize("cut", ["", "4", "2"])
@pytest.mark.parametrize("form", ["Individuale", "A Squadre", "Two-Headed Giant"])
def test_every_line_for_every_number_of_magic_players(asked: Asked, form: str, cut: str) -> None:
    page = asked("/tabelle/mtr/")
    rows, extra = by_players("mtr"), {"": 0, "4": 1, "2": 2}[cut]
    teams = form != "Individuale"
    least, turns, who = (4, 2, "squadre") if teams else (8, 3, "giocatori")
    for n, lines in enumerate(page.evaluate(LINES, ["turni", {"formato": form, "taglio": cut or "altro"}]), 1):
        row = rows.get(n)
        note = f"{row['rounds']} più {extra} per il taglio alla Top {cut}. " if row and extra else ""
        note += "Si contano le squadre. " if teams else ""
        below = f"Con {n} il torneo non è sanzionato e va dichiarato non disputato." if n < least else ""
        assert lines == [
            ["Turni di svizzera", str(int(row["rounds"]) + extra), f"{note}Sono spesso obbligatori nei Premier, indicativi negli altri tornei."]
            if row
            else ["Turni di svizzera", "", f"La tabella comincia da 8 {who}: per {n} non dice niente."],
            ["Minimo di partecipanti", f"{least} {who}", below],
            ["Minimo di turni", str(turns), "Con meno giocatori il torneo non è sanzionato."],
        ], n  # fmt: skip


def test_bang_winnings(asked: Asked) -> None:
    page = asked("/tabelle/bang/")
    assert answers(page, "#vincite")["Sceriffo"] == "1.200 $"
    page.locator("#vincite label", has_text="Il Rinnegato").click()
    page.locator("#vincite label", has_text="7").click()
    shown = answers(page, "#vincite")
    assert shown == {"Rinnegato": "5.000 $", "Sceriffo": "0 $", "Vice": "0 $", "Fuorilegge": "0 $"}
    assert next(iter(shown)) == "Rinnegato"


def test_magic_times(page: Page, server: str) -> None:
    page.goto(f"{server}/tabelle/mtr/")
    for kind, expected in (
        ("Semifinali a eliminazione diretta", {"Tempo limite": "90 min", "Minimo per un incontro": "40 min"}),
        ("Finali a eliminazione diretta", {"Tempo limite": "nessuno", "Minimo per un incontro": "40 min"}),
        ("Sealed Deck", {"Registrazione": "20 min", "Costruzione": "30 min"}),
        ("Draft Two-Headed Giant", {"Registrazione e costruzione insieme": "40 min"}),
    ):
        page.select_option("#tempo", kind)
        assert answers(page, "#tempi") == expected


TIEBREAK = """async () => {
  const at = (path) => import(new URL(`/assets/js/tables/${path}`, location.href).href);
  const { load } = await at("calculation-data.js");
  const { matchWin, gameWin, average, matchPoints } = await at("tiebreak.js");
  const data = await load("tiebreaker");
  const tables = await (await fetch("/api/v1/tables.json")).json();
  const rows = (id) => tables.find((t) => t.id === id).rows;
  const near = ({ n, d }, b) => Math.abs(Number(n) / Number(d) - b) < 0.0051;
  const wrong = [];
  for (const [won, lost, drawn, points] of rows("mtr-app-c.punti-incontro.esempi"))
    if (matchPoints(data, { won, lost, drawn }) !== points) wrong.push(["points", won]);
  for (const [won, lost, drawn, , points, , ratio, counts] of rows("mtr-app-c.mw.esempi")) {
    const share = matchWin(data, { won, lost, drawn });
    if (share.points !== points || !near(share.ratio, ratio) || !near(share.counts, counts)) wrong.push(["mw", won, share]);
  }
  for (const [player, points, games, ratio, counts] of rows("mtr-app-c.gw.esempi")) {
    const turns = rows("mtr-app-c.gw.turni").filter((row) => row[0] === player);
    const sum = (i) => turns.reduce((total, row) => total + row[i], 0);
    const share = gameWin(data, { won: sum(2), lost: sum(3), drawn: 0 });
    if (share.points !== points || share.most !== games * 3 || !near(share.ratio, ratio) || !near(share.counts, counts)) wrong.push(["gw", player, share]);
  }
  for (const [player, , , , , , mean] of rows("mtr-app-c.omw.esempi")) {
    const met = rows("mtr-app-c.omw.avversari").filter((row) => row[0] === player && !row[2]);
    const found = average(met.map(([, , , won, lost, drawn]) => matchWin(data, { won, lost, drawn })));
    if (!near(found, mean)) wrong.push(["omw", player, found]);
  }
  const bye = gameWin(data, { won: 0, lost: 0, drawn: 0 }, 1);
  if (bye.points !== 6 || bye.counts.n !== bye.counts.d) wrong.push(["bye", bye]);
  return wrong;
}"""


def test_tiebreakers_give_the_books_own_examples(page: Page, server: str) -> None:
    page.goto(f"{server}/tabelle/tiebreaker/")
    assert page.evaluate(TIEBREAK) == []


def test_tiebreakers_by_hand(page: Page, server: str) -> None:
    """Compute tiebreakers by hand: 3-2 with a bye, one opponent below the floor."""
    page.goto(f"{server}/tabelle/tiebreaker/")
    form = page.locator("form.dati")
    for name, number in {"vinti": 2, "persi": 2, "bye": 1, "p-vinte": 4, "p-perse": 5}.items():
        form.locator(f"[name={name}]").fill(str(number))
    expect(page.locator(".avversari li")).to_have_count(4)
    for row, (won, lost) in enumerate(((1, 3), (3, 1))):
        page.locator(".avversari li").nth(row).locator("[name=vinti]").fill(str(won))
        page.locator(".avversari li").nth(row).locator("[name=persi]").fill(str(lost))
    found = answers(page, ".calcolo")
    assert found["Punti incontro"] == "9"
    assert found["Incontri vinti"] == "0,6"
    assert found["Incontri vinti, come contano nella media di ogni avversario"] == "0,5"
    expect(page.locator(".esito")).to_contain_text("Il valore è provvisorio, con 2 avversari su 4")
    assert found["Incontri vinti dagli avversari"] == "0,54"  # (0,33 + 0,75) / 2
    assert found["Partite vinte"] == "0,545"  # (12 + 6) / (11 · 3)
    assert found["Partite vinte dagli avversari"] == "mancano i dati"
    page.locator(".togli").first.click()
    assert answers(page, ".calcolo")["Incontri vinti dagli avversari"] == "0,75"
    form.locator("[name=vinti]").fill("due")
    expect(page.locator(".esito .errore")).to_be_visible()


@pytest.mark.parametrize(
    ("numbers", "opponents", "said"),
    [
        ({"vinti": 2, "p-vinte": 1}, [], "i conti non tornano, gli incontri vinti (2) sono più delle partite vinte (1)"),
        ({"vinti": 1}, [(1, 0), (0, 1)], "Gli avversari sono 2 e gli incontri giocati sono 1"),
        ({"vinti": 100}, [], "numeri interi fino a 99"),
        ({"vinti": " 12"}, [], "Scrivi le partite del giocatore."),
        ({"bye": 2}, [], "Ha avuto soltanto bye: non ha avversari."),
    ],
)  # fmt: skip
def test_tiebreakers_refuse_what_cannot_be(
    page: Page, server: str, numbers: dict[str, object], opponents: list[tuple[int, int]], said: str
) -> None:
    page.goto(f"{server}/tabelle/tiebreaker/")
    form = page.locator("form.dati")
    for name, number in numbers.items():
        form.locator(f"[name={name}]").fill(str(number))
    for won, lost in opponents:
        page.click(".aggiungi")
        last = page.locator(".avversari li").last
        last.locator("[name=vinti]").fill(str(won))
        last.locator("[name=persi]").fill(str(lost))
    expect(page.locator(".calcolo .esito")).to_contain_text(said)
    assert "1 (6/6)" not in page.locator(".calcolo .esito").inner_text()
    if list(numbers) == ["bye"]:  # nothing is left to type
        assert answers(page, ".calcolo")["Incontri vinti dagli avversari"] == "–"
        expect(page.locator(".calcolo .esito")).not_to_contain_text("mancano i dati")


def test_tiebreakers_are_written_in_one_go(page: Page, server: str) -> None:
    page.goto(f"{server}/tabelle/tiebreaker/")
    expect(page.locator(".aggiungi")).to_be_enabled()  # the script listens: what was typed before it stays in its field
    page.locator("form.dati [name=vinti]").click()
    page.keyboard.type("2,2,,,4,5,,")
    for numbers in ("1,3,,2,6,,", "3,1,,6,2,,", "2,2,,4,4,,"):
        page.keyboard.type(numbers)
    page.keyboard.type("4,0,,8,0")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".esito")).to_be_focused()
    expect(page.locator(".esito dl")).to_be_in_viewport()
    assert answers(page, ".calcolo")["Incontri vinti dagli avversari"] == "0,645"  # (0,33 + 0,75 + 0,5 + 1) / 4


def test_an_average_does_not_depend_on_the_order(page: Page, server: str) -> None:
    page.goto(f"{server}/tabelle/tiebreaker/")
    shown = page.evaluate("""async () => {
      const at = (path) => import(new URL(`/assets/js/tables/${path}`, location.href).href);
      const { fraction, mean, percent } = await at("fraction.js");
      const parts = [fraction(33, 100), fraction(645, 1000), fraction(1, 3), fraction(2, 3)];
      return [parts, [...parts].reverse()].map((all) => percent(mean(all))).concat(percent(mean([fraction(4875, 10000)])));
    }""")
    assert shown == ["0,494", "0,494", "0,488"]
