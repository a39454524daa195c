"""Test accessibility: axe, keyboard, double text size, no JavaScript."""

import json
from collections.abc import Callable

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.gallery import MEMORY
from tests.browser.registro import open_register, write
from tests.running_server import until

KINDS = (
    "/", "/cerca/", "/libri/", "/bang/", "/bang/1/", "/mtr/6/", "/naruto-it/infrazioni/",
    "/mtr/glossario/", "/confronto/naruto/", "/penalita/", "/penalita/?g=naruto-it",
    "/penalita/?g=naruto-it&t=al%20terzo%20turno%20ho%20trovato%2039%20carte%20nel%20mazzo%2C%20ha%20due%20ufficiali",
    "/penalita/bang/", "/penalita/bang/albero/",
    "/penalita/?g=naruto-it&i=naruto-it-infrazioni.ritardo&r=caso.posto&r=motivo.no&r=minuti.mai",
    "/penalita/copertura/", "/registro/", "/manifesto/", "/orologio/?g=mtr", "/decisione/",
    "/decisione/?r=mtr-2.5.a~0000000_mtr-6.3.espansioni.theros_v~bang~bang-2.o~H.ammonizione.1_rovinata!",
    "/tabelle/bang/", "/tabelle/naruto-it/", "/tabelle/tiebreaker/", "/tabelle/draft/", "/tabelle/", "/informazioni/",
    "/misure/", "/galleria/", "/api/", "/non-esiste/",
)  # fmt: skip
FAULTS = {"resultTypes": ["violations"]}  # all of them; to name all that is right too costs more than to look
TAGS = {**FAULTS, "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS = {**FAULTS, "runOnly": ["color-contrast", "link-in-text-block"]}
LOOK = """async ([options, where]) => (await axe.run(where, options)).violations
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))"""
# Of the elements that show a text of their own or hold one, marks one of those drawn alike: same names and colours from
# itself up to the page, and where it need not stand on the ground of what holds it, the same coloured boxes below or above
# it. Contrast, and how a link differs from its text, is looked at in these: to look at all of them costs three times as
# much as all the other rules together. A single character, or what goes beyond the screen's edge, axe does not judge: it is
# marked where nothing else is drawn so.
DRAWN_ALIKE = """() => {
  const names = new Map(), known = new Map(), first = new Map();
  const coloured = (style) => !/, 0\\)$/.test(style.backgroundColor) || style.backgroundImage !== "none";
  const grounds = Array.from(document.querySelectorAll("*"), (e) => [e, e.getBoundingClientRect(), getComputedStyle(e)])
    .filter(([e, , style]) => coloured(style) && e.checkVisibility())
    .map(([e, box, { backgroundColor, backgroundImage, opacity }]) => [e, box, [e.localName, e.className, backgroundColor, backgroundImage, opacity].join()]);
  const around = (e) => {
    const { left, right, top, bottom } = e.getBoundingClientRect();
    return grounds.filter(([other, box]) => !e.contains(other) && box.left < right && box.right > left && box.top < bottom && box.bottom > top)
      .map(([, , name]) => name).join("|");
  };
  const said = (e) => e.matches("input, select, textarea") || Array.from(e.childNodes).some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
  const drawn = (e) => {
    if (!e) return 0;
    if (!known.has(e)) {
      const style = getComputedStyle(e);
      const apart = !["static", "relative"].includes(style.position) || style.transform !== "none";
      const name = [drawn(e.parentElement), e.localName, e.getAttribute("class"), said(e), style.color, style.opacity,
        style.backgroundColor, style.backgroundImage, style.fontSize, style.fontWeight, style.textShadow,
        apart && around(e)].join("|");
      if (!names.has(name)) names.set(name, names.size + 1);
      known.set(e, names.get(name));
    }
    return known.get(e);
  };
  const judged = (e) => e.textContent.trim().length > 1 && e.getBoundingClientRect().right <= innerWidth;
  for (const e of document.body.querySelectorAll("*")) {
    if (!said(e) || !e.checkVisibility()) continue;
    const known = first.get(drawn(e));
    if (!known || (!judged(known) && judged(e))) first.set(drawn(e), e);
  }
  for (const e of document.querySelectorAll("[data-drawn]")) e.removeAttribute("data-drawn");
  for (const e of first.values()) e.setAttribute("data-drawn", "");
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-drawn]" }, { id: "link-in-text-block", selector: ":is(a[href], [role=link])[data-drawn]" }] });
}"""
MARKED = "[data-drawn]"
OPEN_ALL = "document.querySelectorAll('details').forEach((d) => { d.dataset.was = d.open; d.open = true })"
OPEN_SOME = "document.querySelectorAll('details').forEach((d, i) => { d.open = i < 4 || d.dataset.was === 'true' })"
# Of many neighbours axe looks at the first: at three that are built alike (same elements, classes, attributes and colours,
# down to what they hold), at 24 of one class, like the 300 pairs of a comparison.
KEEP_FIRST = """() => {
  const numbers = new Map(), shapes = new Map();
  const learn = (e) => {
    for (const child of e.children) learn(child);
    const { color, backgroundColor } = getComputedStyle(e);
    const below = Array.from(e.children, (child) => shapes.get(child));
    const built = [e.localName, e.getAttribute("class"), e.getAttributeNames(), color, backgroundColor, below].join("|");
    if (!numbers.has(built)) numbers.set(built, numbers.size);
    shapes.set(e, numbers.get(built));
  };
  const keep = (e) => {
    const seen = {};
    for (const child of [...e.children]) {
      const alike = shapes.get(child), kind = `${child.localName}.${child.className}`;
      for (const name of [alike, kind]) seen[name] = (seen[name] ?? 0) + 1;
      if ((seen[alike] > 3 || seen[kind] > 24) && !child.matches("h1, h2, h3, h4, h5, h6, td, th, label, svg *")) child.remove();
      else keep(child);
    }
  };
  learn(document.body);
  keep(document.body);
}"""
# Sizes of the text → those at which the page scrolls sideways.
FITS = """(sizes) => {
  const { documentElement: root } = document;
  const wide = sizes.filter((size) => (root.style.fontSize = size, root.scrollWidth > innerWidth));
  root.style.fontSize = "";
  return wide;
}"""
# What the browser lays out only where one looks would be judged by places that it does not have.
LAID_OUT = """const all = new CSSStyleSheet();
all.replaceSync("* { content-visibility: visible !important }");
document.adoptedStyleSheets = [all];"""
DOUBLE_TEXT = "document.documentElement.style.fontSize = '200%'"


def with_axe(context: BrowserContext) -> Page:
    """Return a page that loads axe at every address."""
    context.add_init_script(AXE_SCRIPT)
    context.add_init_script(LAID_OUT)
    return context.new_page()


def findings(page: Page) -> list[str]:
    """Return axe's findings in both schemes, one line a node."""
    found = []
    page.evaluate(KEEP_FIRST)
    for scheme, options, where in (("dark", COLOURS, MARKED), ("light", TAGS, "html")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(DRAWN_ALIKE)
        found += page.evaluate(LOOK, [options, where])
    return found


def test_axe_finds_nothing_and_no_page_scrolls_sideways(phone: Callable[..., BrowserContext], server: str) -> None:
    page = with_axe(phone(reduced_motion="reduce"))
    found: dict[str, list[str]] = {}
    for path in KINDS:
        page.goto(f"{server}{path}")
        lines = []
        page.evaluate(OPEN_ALL)
        for width, sizes in ((320, [""]), (360, ["200%"]), (768, ["", "200%"]), (PHONE["width"], [""])):
            if width == 768:  # the narrow ones have seen the whole page, which costs most where it is longest
                page.evaluate(KEEP_FIRST)
            page.set_viewport_size({"width": width, "height": PHONE["height"]})
            until(page, "(width) => innerWidth === width", width)
            sizes = page.evaluate(FITS, sizes)
            lines += [f"scorre di lato: {width} {size}" for size in sizes]
        page.evaluate(OPEN_SOME)
        if lines := lines + findings(page):
            found[path] = lines
    assert found == {}


def test_what_the_phone_remembers_is_for_everyone_too(phone: Callable[..., BrowserContext], server: str) -> None:
    context = phone(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    for key, value in MEMORY.items():
        context.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(json.dumps(value))})")
    page = open_register(with_axe(context), server)
    write(page, "Ada Rossi", "Ammonizione")
    states = (
        ("/", ".ultime a", ""),
        ("/registro/", ".voci li", "Mostra i codici QR"),
        ("/registro/", ".voci li", "Apri il rapporto di BANG!"),
        ("/registro/", ".voci li", "Modifica la penalità di Ada Rossi"),
        ("/registro/", ".voci li", "Chiudi l’evento"),
        ("/penalita/?g=bang&i=bang-2.o&s=ammonizione.1", ".verdetto", "Registra"),
        ("/tabelle/draft/", ".quadrante", "Avvia"),
    )
    for path, shown, tapped in states:
        page.goto(f"{server}{path}")
        expect(page.locator(shown).first).to_be_visible()
        if tapped:
            page.get_by_role("button", name=tapped, exact=True).click()
        page.evaluate("scrollTo(0, 0)")
        assert findings(page) == [], (path, tapped)
        page.evaluate(DOUBLE_TEXT)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, tapped)


def test_axe_finds_nothing_on_a_desk_nor_in_the_sheets(phone: Callable[..., BrowserContext], server: str) -> None:
    desk = with_axe(phone(viewport={"width": 1440, "height": 900}, reduced_motion="reduce"))
    for path in ("/", "/mtr/2/#mtr-2.1.d", "/penalita/?g=bang&i=bang-2.o&s=ammonizione.1",
                 "/tabelle/mtr/", "/decisione/?r=mtr-2.5.a_v~bang~bang-2.o~H.ammonizione.1", "/orologio/?g=mtr"):  # fmt: skip
        desk.goto(f"{server}{path}")
        desk.evaluate("scrollTo(0, 0)")
        assert findings(desk) == [], path
    desk.goto(f"{server}/informazioni/")
    desk.locator("#q").fill("77 giocatori")
    expect(desk.locator(".ricerca__penalita a")).to_have_count(3)
    assert findings(desk) == []
    desk.goto(f"{server}/mtr/2/#mtr-2.1.d")
    desk.locator(".enunciato .cit").first.click()
    expect(desk.get_by_role("dialog")).to_be_visible()
    assert findings(desk) == []
    desk.keyboard.press("Escape")
    desk.locator(".termine").first.click()
    expect(desk.get_by_role("dialog")).to_be_visible()
    assert findings(desk) == []


def test_rule_text_is_large_and_at_most_68_characters_wide(desk: Page, server: str) -> None:
    desk.goto(f"{server}/mtr/1/")
    longest = desk.evaluate(
        """() => Math.max(...Array.from(document.querySelectorAll('.enunciato'), (statement) => {
          const range = document.createRange(); let lines = 0, top = -1;
          range.selectNodeContents(statement);
          for (const box of range.getClientRects()) if (Math.abs(box.top - top) > 12) { lines++; top = box.top; }
          return statement.textContent.length / Math.max(lines, 1);
        }))"""
    )
    assert longest <= 68
    assert desk.locator(".enunciato").first.evaluate("e => getComputedStyle(e).fontSize") == "18px"


def test_nothing_is_smaller_than_16_pixels_and_targets_are_large(page: Page, server: str) -> None:
    for path in ("/", "/bang/3/", "/mtr/6/", "/mtr/glossario/"):
        page.goto(f"{server}{path}")
        small = page.evaluate(
            """() => Array.from(document.querySelectorAll('body *'))
              .filter((e) => e.checkVisibility() && Array.from(e.childNodes).some((n) => n.nodeType === 3 && n.data.trim())
                && parseFloat(getComputedStyle(e).fontSize) < 16).map((e) => e.outerHTML.slice(0, 80))"""
        )
        assert small == [], path
        low = page.evaluate(
            """() => Array.from(document.querySelectorAll('.cit, .luoghi a, .barra a, .attorno summary, .indice summary, .vicine a, button'))
              .filter((e) => e.checkVisibility()).map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
              .filter(([, box]) => box.height < 47.5 || box.width < 44).map(([html]) => html)"""
        )
        assert low == [], path


def test_by_keyboard_alone(page: Page, server: str) -> None:
    page.goto(f"{server}/bang/3/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Vai al contenuto")
    page.keyboard.press("Enter")
    expect(page.locator("#contenuto")).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.enunciato .cit')"):
            break
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator(".enunciato .cit:focus")).to_have_count(1)  # focus comes back to the citation


def test_focus_is_never_under_the_header_or_the_bar(page: Page, server: str) -> None:
    page.goto(f"{server}/bang/3/")
    for _ in range(40):
        page.keyboard.press("Tab")
        hidden = page.evaluate(
            """() => { const e = document.activeElement; if (e.closest('.testata') || e === document.body || e.matches('.salta')) return false;
              const box = e.getBoundingClientRect(), top = document.querySelector('.testata').getBoundingClientRect().bottom,
              bottom = document.querySelector('.barra').getBoundingClientRect().top;
              return box.bottom <= top || box.top >= bottom; }"""
        )
        assert not hidden, page.evaluate("document.activeElement.outerHTML")


def test_nothing_moves_with_reduced_motion(phone: Callable[..., BrowserContext], server: str) -> None:
    page = phone(reduced_motion="reduce").new_page()
    page.goto(f"{server}/bang/3/")
    page.locator(".cit").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0


def test_without_javascript_the_rules_and_their_surroundings_work(
    phone: Callable[..., BrowserContext], server: str
) -> None:
    page = phone(java_script_enabled=False).new_page()
    page.goto(f"{server}/r/bang-3.penalita.e")
    expect(page.locator("[id='bang-3.penalita.e']")).to_be_in_viewport()
    page.locator("[id='bang-3.penalita.e'] .cit").click()
    expect(page).to_have_url(f"{server}/bang/3/#bang-3.penalita.e")
    page.locator(".attorno summary").first.click()
    expect(page.locator("details.attorno a").first).to_be_visible()
    page.locator(".termine").first.click()
    assert "#" in page.url
    page.goto(f"{server}/confronto/naruto/")
    same = page.locator(".coppia.uguale").first
    expect(same).to_be_visible()
    page.get_by_label("Solo le differenze").check()
    expect(same).to_be_hidden()


def test_printed_a_rule_has_its_citation_and_its_section_its_address(page: Page, server: str) -> None:
    page.goto(f"{server}/bang/3/")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    statement = page.locator("[id='bang-3.penalita.e']")
    expect(page.locator(".testata")).to_be_hidden()
    expect(page.locator(".attorno").first).to_be_hidden()
    shown = "(e, part) => getComputedStyle(e, part).content"
    assert statement.locator(".cit").evaluate("e => getComputedStyle(e).position") == "static"
    assert "BANG 3 penalità.e" in statement.locator(".cit").evaluate(shown, "::before")
    assert f"{server}/r/bang-3" in page.locator("h1.sezione").evaluate(shown, "::after")
    assert page.locator(".enunciato").first.evaluate(shown, "::after") in ("none", "normal")
    expect(page.locator(".sopra")).to_contain_text("BANG! Campionato nazionale 2016")
