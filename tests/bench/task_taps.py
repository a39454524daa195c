"""Count the taps of a judge’s tasks, with and without a game set.

`python -m tests.bench.task_taps` writes docs/misure.md.

Each task ends where its answer is read. A tap is a tap, a click, or Enter; characters are those typed. Seconds are what
a person would take: 1.1 for finding and hitting a target, 0.28 for a character (the keystroke-level model of Card,
Moran and Newell, 1983), plus what the pages took here, with the processor four times slower.
"""

import re
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from scripts import pipeline
from tests.bench.action_counter import Hand
from tests.bench.figures_page import SLOWER, replace_between
from tests.browser.conftest import PHONE
from tests.conftest import project_copy
from tests.running_server import chromium, served

DESK = {"width": 1440, "height": 900}
NAMES = {"magic": "Magic", "bang": "BANG!", "naruto-it": "Naruto IT"}


def illegal_deck(hand: Hand) -> None:
    hand.tell("59 carte", "59 carte nel mazzo magic", "Problema di mazzo")
    hand.see(hand.page.get_by_text("Quando si è scoperto?"))


def third_round(hand: Hand) -> None:
    hand.tell("39 carte", "39 carte nel mazzo naruto", "Mazzo illegale")
    hand.answer("Mentre non si gioca")
    hand.answer("Nessuna")  # the verbal ones: the official two do not count here, and it says so
    hand.see(hand.verdict(), "Ammonizione verbale")


def record(hand: Hand, name: str, way: str = "") -> None:
    """Record the verdict for a player; `way`: the penalty to choose where the book gives more than one."""
    hand.button("Registra", exact=True)
    expect(hand.page.get_by_label("Giocatore", exact=True)).to_be_focused()
    hand.write(name)
    why = hand.page.get_by_label("Perché (resta nel Registro)")
    if why.is_visible():  # the warnings were given by somebody else: he wants to know whom
        hand.tap(why)
        hand.write("Bruno")
    ways = hand.page.locator(".registra input[type=radio]")
    if ways.count():  # the book leaves the choice to the judge
        hand.tap(hand.page.get_by_role("radio", name=way) if way else ways.last)
    hand.button(re.compile("^Registra "))
    hand.see(hand.page.locator(".registra"), "Salvato nel Registro")


def cite(hand: Hand) -> None:
    hand.find("2.5c" if hand.today else "mtr 2.5c")
    hand.see(hand.page.locator(".ricerca .trovato"), "MTR 2.5.c")
    hand.tap(hand.page.locator(".ricerca .trovato a"))
    hand.see(hand.page.locator("[id='magic-mtr-2.5.c']"))
    hand.button("Copia questa citazione")
    hand.see(hand.page.get_by_role("button", name="Citazione copiata"))


def players_27(hand: Hand) -> None:
    hand.find("27" if hand.today else "bang 27")
    hand.see(hand.page.locator(".ricerca__penalita a"), "Turni 5 · Tavoli 5")


def extra_turns(hand: Hand) -> None:
    """Read in a search result how many extra turns there are, and open the rule."""
    hand.find("turni extra" if hand.today else "turni extra magic")
    rule = hand.page.locator(".ricerca .trovato", has_text="MTR 2.4.b")
    hand.see(rule, "5 turni aggiuntivi")
    hand.tap(rule.locator("a"))
    hand.see(hand.page.locator("[id='magic-mtr-2.4.b']"), "5 turni aggiuntivi")


def sealed(hand: Hand) -> None:
    hand.find("tempi sealed")
    row = hand.page.locator(".ricerca .trovato", has_text="Sealed Deck: registrazione 20")
    hand.see(row, "costruzione 30")


def players_77(hand: Hand) -> None:
    hand.find("77" if hand.today else "magic 77")
    hand.see(hand.page.locator(".ricerca__penalita a"), "Turni alla Svizzera 7")


def change_game(hand: Hand) -> None:
    """Choose the day's game, choose another, then remove it."""
    page = hand.page
    if not hand.today:
        hand.button("Magic", exact=True)
    hand.tap(page.locator(".oggi"))
    hand.button("Oggi: BANG!")
    hand.see(page.locator(".oggi"), "BANG!")
    hand.tap(page.locator(".oggi"))
    hand.button("Tutti i giochi")
    hand.see(page.get_by_text("Quale gioco arbitri oggi?"))


def sideboards(hand: Hand) -> None:
    hand.find("sideboard" if hand.today else "sideboard naruto")
    hand.link("Italia e USA fianco a fianco")
    hand.see(hand.page.locator(".coppia:visible .differenza"), "sideboard")


def clock(hand: Hand) -> None:
    """Start a round's clock, and give a table ten minutes more."""
    if hand.today:
        hand.tap(hand.page.locator(".azioni:visible a", has_text="Orologio"))
    else:
        hand.tap(hand.page.locator(".barra a", has_text="Tabelle"))
        hand.tap(hand.page.locator(".luoghi a", has_text="Orologio del turno"))
    hand.button(re.compile("^Tornei Constructed e Limited"))
    hand.button("Avvia")
    hand.tap(hand.page.get_by_label("Tavolo", exact=True))
    hand.write("12")
    hand.button(re.compile(r"^\+10 minuti"))
    hand.see(hand.page.get_by_text("Tavolo 12").filter(visible=True))


def tiebreakers(hand: Hand) -> None:
    """Type the results of a player, who won 3 of 4 matches, and of four opponents."""
    hand.tables("Tiebreaker")
    hand.tap(hand.page.locator("form.dati [name=vinti]"))
    hand.write("3,1,,,,,,")
    for won, lost in ("31", "22", "13", "40"):
        hand.write(f"{won},{lost},,,,,")
    hand.see(hand.page.locator(".esito dl"), "0,645")


def offline(hand: Hand) -> None:
    """Search, judge and write an entry offline, from the copy."""
    page = hand.page
    expect(page.locator("[data-copia]")).to_contain_text("Funziona senza rete", timeout=60_000)
    page.context.set_offline(True)
    page.reload()
    hand.began = time.perf_counter()
    hand.tell("bestemmia", game="BANG!")
    hand.answer("Nessuna")
    hand.see(hand.verdict())
    record(hand, "Rossi")


def both_editions(hand: Hand) -> None:
    """Read both editions' texts, one above the other."""
    hand.find("mano iniziale" if hand.today else "mano iniziale naruto")
    if hand.today:  # what the other edition says stands above the answers
        hand.see(hand.page.locator(".ricerca .trovato"), "6 carte")
        hand.see(hand.page.locator(".ricerca__fianco span"), re.compile(r"\d carte"))
        return
    hand.link("Italia e USA fianco a fianco")
    hand.see(hand.page.locator(".coppia:visible .differenza"), "prima Mano")


def at_the_desk(hand: Hand) -> None:
    """Open the penalty sheet, ready to print, then the day's CSV."""
    page = hand.page
    page.evaluate("window.print = () => { window.printed = true }")
    hand.tap(page.locator(".azioni:visible a[href^='penalita']"))
    if hand.today:
        hand.link("Tabella delle penalità")
    else:
        hand.tap(page.locator(".gioco a", has_text="BANG!"))
    page.wait_for_url("**/penalita/bang/")
    page.evaluate("window.print = () => { window.printed = true }")
    hand.tap(page.locator("[data-stampa]"))
    page.wait_for_function("window.printed")
    hand.tap(page.locator(".barra a", has_text="Registro"))
    with page.expect_download():
        hand.button("Scarica il CSV", exact=True)


def ruling(hand: Hand) -> None:
    """Share a verdict and the rules that it rests on in one copied link."""
    page = hand.page
    hand.tell("bestemmia", game="BANG!")
    hand.answer("1 o più")
    hand.see(hand.verdict(), "Espulsione")
    hand.button("Aggiungi alla decisione")
    hand.button(re.compile("^Aggiungi le . regole citate"))
    hand.link(re.compile("Apri la decisione"))
    expect(page.locator(".decisione > li").nth(2)).to_be_visible()
    hand.button("Copia il collegamento")
    hand.see(page.get_by_text("Collegamento copiato."))


def expel(hand: Hand) -> None:
    """Type what gives the chosen player a second warning, and record the expulsion."""
    hand.tap(hand.page.locator("#che-cosa"))
    hand.write("bestemmia", enter=True)
    hand.see(hand.verdict(), "Espulsione")
    hand.button("Registra", exact=True)
    hand.button(re.compile("^Registra Espulsione"))
    hand.see(hand.page.locator(".registra"), "Salvato nel Registro")


def two_warnings(hand: Hand) -> None:
    """Give Rossi a first warning and the second, which expels him, and take that back."""
    page = hand.page
    hand.tell("bestemmia", game="BANG!")
    hand.answer("Nessuna")
    record(hand, "Rossi", "Ammonizione")
    hand.tap(page.locator(".barra a", has_text="Registro"))
    hand.link("Dagli un’altra penalità")
    expel(hand)
    hand.button("Annulla", exact=True)
    hand.see(page.get_by_text("Hai annullato"))


def keyboard(hand: Hand) -> None:
    """Find a rule and open it without the mouse; every key that is not a letter is a tap."""
    page = hand.page
    page.keyboard.press("/")
    hand.write("turni extra" if hand.today else "turni extra magic")
    expect(page.locator(".ricerca .trovato").first).to_be_visible()
    for key in ("Enter", "Enter"):
        page.keyboard.press(key)
    hand.taps += 3
    hand.see(page.locator("[id='magic-mtr-2.4.b']"), "5 turni aggiuntivi")


def second_warning(hand: Hand) -> None:
    """Give Rossi a second warning, after one in the Registro."""
    page = hand.page
    if hand.today:
        hand.tap(page.locator(".giocatori a", has_text="Rossi"))
    else:
        hand.tap(page.locator(".barra a", has_text="Registro"))
        hand.link("Dagli un’altra penalità")
    expel(hand)


@dataclass(frozen=True)
class Task:
    """Hold one task.

    `before`: taps, characters and seconds of the trial by hand, without a game set.
    """

    words: str
    book: str
    act: Callable[[Hand], None]
    before: str
    desk: bool = False
    warned: bool = False
    worker: bool = False


TASKS = (
    Task("Magic, 59 carte nel mazzo: infrazione e prima domanda", "magic", illegal_deck, "5 + 33, senza la penalità"),
    Task("Naruto, 39 carte prima del turno 3, due ufficiali: il verdetto", "naruto-it", third_round, "6 + 53"),
    Task("BANG! con 27 giocatori", "bang", players_27, "1 + 18"),
    Task("Magic, quanti turni dopo il tempo, e la regola aperta", "magic", extra_turns, "4 + 33"),
    Task("Registro: prima e seconda ammonizione, poi Annulla", "bang", two_warnings, "15 + 75"),
    Task("Una decisione: un verdetto e le sue regole in un collegamento copiato", "bang", ruling, "7, a pagine già aperte"),
    Task("BANG! senza rete: verdetto e Registro", "bang", offline, "8 + 13, 25 s", worker=True),
    Task("Il gioco di oggi: scelto, cambiato, tolto", "magic", change_game, "5"),
    Task("Naruto, sideboard: Italia e USA", "naruto-it", sideboards, "2 + 40, la ricerca non ci portava"),
    Task("Orologio, e 10 minuti in più a un tavolo", "magic", clock, "7 + 4, senza +10"),
    Task("Al computer, senza mouse: trovare e aprire una regola", "magic", keyboard, "la ricerca copriva la pagina", desk=True),
    Task("MTR 2.5.c: aprirla per citazione e copiarla", "magic", cite, "4 + 9, 12 s"),
    Task("Al computer: il foglio delle penalità, poi il CSV", "bang", at_the_desk, "6, 10 s", desk=True, warned=True),
    Task("La seconda ammonizione dello stesso giocatore", "bang", second_warning, "7 + 53", warned=True),
    Task("Magic, tempi di un Sealed", "magic", sealed, "4, 8 s"),
    Task("Magic, 77 giocatori", "magic", players_77, "3 + 2, 7 s"),
    Task("Magic, tiebreaker con quattro avversari", "magic", tiebreakers, "23 + 17, 50 s"),
    Task("Naruto, mano iniziale: Italia e USA", "naruto-it", both_editions, "2, e 4 schermate, 30 s"),
)  # fmt: skip


def warn(page: Page, address: str) -> None:
    """Give Rossi a warning in BANG! beforehand."""
    page.goto(f"{address}/penalita/?g=bang&i=bang-2.o&s=ammonizione.0")
    page.get_by_role("button", name="Registra", exact=True).click()
    page.get_by_label("Giocatore", exact=True).fill("Rossi")
    page.get_by_role("radio", name="Ammonizione").check()
    page.get_by_role("button", name="Registra Ammonizione").click()
    expect(page.locator(".registra")).to_contain_text("Salvato nel Registro")


def done(browser: Browser, address: str, task: Task, today: bool) -> str:
    """Return a task's counts (taps + characters, seconds), as in «4 + 8, 7 s»."""
    options: dict[str, Any] = {"viewport": DESK if task.desk else PHONE, "locale": "it-IT", "reduced_motion": "reduce"}
    context = browser.new_context(**options, bypass_csp=True, service_workers="allow" if task.worker else "block")
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    if today:
        value = f'{{"version":1,"book":"{task.book}","name":"{NAMES[task.book]}","event":""}}'
        context.add_init_script(f"localStorage.setItem('prontuario.oggi', '{value}')")
    page = context.new_page()
    if task.warned:
        warn(page, address)
        page.evaluate("localStorage.removeItem('prontuario.gioco')")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"{address}/")
    page.wait_for_timeout(1500)  # a person looks at the page first
    hand = Hand(page, address, today)
    try:
        task.act(hand)
        return f"{hand.taps}{f' + {hand.typed}' if hand.typed else ''}, {hand.seconds():.0f} s"
    finally:
        context.close()


def table(counted: Mapping[str, tuple[str, str]]) -> str:
    head = "| Prova | Prima | Senza un gioco | Con il gioco di oggi |\n|---|---:|---:|---:|\n"
    return head + "\n".join(f"| {t.words} | {t.before} | {' | '.join(counted[t.words])} |" for t in TASKS)


def main() -> int:
    """Count every task, or those whose words contain one of the arguments.

    The page is written only if all tasks are counted.
    """
    only = sys.argv[1:]
    tasks = [task for task in TASKS if not only or any(word in task.words for word in only)]
    counted: dict[str, tuple[str, str]] = {}
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        root = project_copy(Path(folder))
        pipeline.build_release(root)
        with served(root) as address, chromium() as browser:
            for task in tasks:
                found = []
                for today in (False, True):
                    try:
                        found.append(done(browser, address, task, today))
                    except Exception as error:  # the others are still counted, and this one is said
                        failed += 1
                        found.append("non riesce")
                        print(
                            f"{task.words} ({'con' if today else 'senza'} il gioco): {str(error)[:600]}",
                            file=sys.stderr,
                        )
                counted[task.words] = (found[0], found[1])
                print(task.words, *found, sep=" | ", flush=True)
    if not failed and not only:
        replace_between("tocchi", f"\n{table(counted)}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
