"""Test every address and page of the built site strictly."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import html5lib
import pytest
from lxml import html
from starlette.applications import Starlette

from scripts.pipeline import SITE
from scripts.site.fingerprinted_assets import find_stamp
from tests.conftest import ADDRESS
from tests.search.test_service import get

FOLDER = urlsplit(ADDRESS).path
ISO = re.compile(r"\b20\d\d-\d\d-\d\d\b")


@pytest.fixture(scope="module", params=["built", "built_address"], ids=["without address", "with address"])
def site(request: pytest.FixtureRequest) -> Path:
    """Return a finished site; one book only, if it knows its address."""
    folder: Path = request.getfixturevalue(request.param)
    return folder / SITE


@cache
def parsed(page: Path) -> html.HtmlElement:
    return html.fromstring(page.read_bytes())


def pages(site: Path, permalinks: bool = False) -> list[Path]:
    found = sorted(site.rglob("*.html"))
    return [page for page in found if permalinks or page.relative_to(site).parts[0] != "r"]


def asked(page: html.HtmlElement) -> Iterator[str]:
    for attribute in ("href", "src", "action"):
        yield from (one.get(attribute) for one in page.iterfind(f".//*[@{attribute}]") if one.tag != "base")


def target(site: Path, page: Path, address: str) -> tuple[Path, str] | None:
    """Return (file, fragment) of an internal address; None for others.

    `page`: the file with the address, of the folder `site`, served below FOLDER. Raises AssertionError for an address
    that leaves it.
    """
    parts = urlsplit(address)
    if (parts.scheme or parts.netloc) and not address.startswith(ADDRESS):
        return None
    here = FOLDER if page.name == "404.html" else FOLDER + page.relative_to(site).as_posix()
    path = posixpath.normpath(posixpath.join(posixpath.dirname(here), unquote(parts.path))) if parts.path else here
    assert f"{path}/".startswith(FOLDER), f"{page}: {address} leaves the folder"
    file = site / f"{path}/".removeprefix(FOLDER).rstrip("/")
    return (file / "index.html" if file.is_dir() else file), unquote(parts.fragment)


@cache
def links(site: Path, page: Path) -> list[tuple[str, Path, str]]:
    """Return (address, file, fragment) of each internal address of a page."""
    found = ((address, target(site, page, address)) for address in asked(parsed(page)))
    return [(address, *goal) for address, goal in found if goal]


def test_every_address_leads_somewhere_below_a_folder(site: Path) -> None:
    lost, count = [], 0
    ids = {page: {one.get("id") for one in parsed(page).iterfind(".//*[@id]")} for page in pages(site)}
    for page in pages(site):
        for address, file, fragment in links(site, page):
            if file.as_posix().endswith("/r"):  # the start of a permalink, completed by a script
                continue
            count += 1
            known = ids.get(file, set())
            if not file.is_file() or (file in ids and fragment and "=" not in fragment and fragment not in known):
                lost.append(f"{page.relative_to(site)}: {address}")
    assert count > 2000
    assert not lost, "\n".join(lost[:20])


def test_every_page_is_reached_from_the_home(site: Path) -> None:
    waiting, reached = [site / "index.html"], {site / "index.html", site / "404.html"}
    while waiting:
        page = waiting.pop()
        for file in {file for _, file, _ in links(site, page)} - reached:
            if file.name == "index.html" and file.is_file():
                reached.add(file)
                if file.relative_to(site).parts[0] != "r":
                    waiting.append(file)
    assert not [page.relative_to(site).as_posix() for page in pages(site) if page not in reached]


def test_every_page_has_a_title_and_a_description_of_its_own(site: Path) -> None:
    titles = Counter(parsed(page).findtext(".//title") for page in pages(site))
    assert not [title for title, count in titles.items() if count > 1]
    said = Counter(parsed(page).find(".//meta[@name='description']").get("content") for page in pages(site))
    assert not [text for text, count in said.items() if count > 1]


def test_headings_go_down_one_step_at_a_time_and_say_something(site: Path) -> None:
    wrong = []
    for page in pages(site, permalinks=True):
        levels = [int(one.tag[1]) for one in parsed(page).iter("h1", "h2", "h3", "h4", "h5", "h6")]
        jumps = any(b > a + 1 for a, b in zip([0, *levels], levels, strict=False))
        if levels.count(1) != 1 or jumps:
            wrong.append(f"{page.relative_to(site)}: {levels[:12]}")
    assert not wrong, "\n".join(wrong[:20])


NAMING = ("for", "headers", "list", "aria-labelledby", "aria-describedby", "aria-controls")
SERVED = ("/cerca/?q=mazzo", "/cerca/?q=mazzo&da=20", "/cerca/?q=zzzzz", "/penalita/?g=bang&t=arriva%20tardi", "/r/bang-1.zz",
          "/decisione/?r=bang-1.1_v~bang~bang-2.o_zzz", "/non/c-e")  # fmt: skip


def faults(text: str) -> list[str]:
    """Return invalid HTML, repeated ids, and references to missing ids."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    elements = list(parser.parse(text).iter())
    ids = Counter(one.get("id") for one in elements if one.get("id"))
    named = {name for one in elements for attribute in NAMING for name in (one.get(attribute) or "").split()}
    empty = [one.tag for one in elements if one.tag in ("h1", "h2", "h3", "h4") and not "".join(one.itertext()).strip()]
    ticked = [one for one in elements if one.tag == "input" and one.get("type") in ("checkbox", "radio", "button")]
    return [
        *(f"line {place[0]}: {code}" for place, code, _ in parser.errors),
        *(f"twice: {one}" for one, count in ids.items() if count > 1),
        *(f"named, not there: {one}" for one in sorted(named - set(ids))),
        *(f"empty: {one}" for one in empty),
        *(f"nothing to complete: {one.get('id')}" for one in ticked if one.get("autocomplete")),
    ]


@pytest.mark.parametrize(
    "wrong", ["<p><div></p></div>", "<div>", "<a href=x href=y>z</a>", "<b><i>x</b></i>", "<a href=x><a href=y>z</a></a>", "<p>&foo;",
              "<p id=a><p id=a>", "<label for=a>x</label>", "<h2> </h2>",
              "<input type=checkbox autocomplete=off>"]
)  # fmt: skip
def test_the_judge_of_pages_sees_what_is_wrong(wrong: str) -> None:
    page = "<!doctype html><html><head><title>t</title></head><body>{}</body></html>"
    assert faults(page.format("<p>bene</p>")) == []
    assert faults(page.format(wrong))


def test_every_page_is_valid(built: Path, app: Starlette) -> None:
    """Validate built and server-rendered pages, and one permalink in 100."""
    site = built / SITE
    files = [*pages(site), *sorted((site / "r").rglob("*.html"))[::100]]
    texts = {file.relative_to(site).as_posix(): file.read_text(encoding="utf-8") for file in files}
    texts |= {path: get(app, path, accept="text/html").text for path in SERVED}
    assert len(texts) > 140
    wrong = [f"{name}: {one}" for name, text in texts.items() for one in faults(text)]
    assert not wrong, "\n".join(wrong[:20])


def test_what_only_a_machine_reads_is_not_in_the_text(site: Path) -> None:
    for page in pages(site):
        tree = parsed(page)
        assert not tree.findall(".//*[@markdown]"), page
        text = " ".join(tree.xpath("//article//text()[not(ancestor::script) and not(ancestor::code)]"))
        assert not ISO.search(text), page


def test_conditions_side_by_side_are_sentences(site: Path) -> None:
    for page in (site / "penalita").rglob("*.html"):
        text = " ".join(parsed(page).find(".//article").text_content().split())
        assert not re.search("; [A-ZÈ]", text), page


def test_a_map_of_the_site_lists_every_page_or_is_not_there(site: Path) -> None:
    if not (site / "sitemap.xml").exists():
        assert not list(site.glob("sitemap*"))
        assert not (site / "robots.txt").read_text().count("Sitemap")
        return
    listed = {urlsplit(one).path for one in re.findall("<loc>(.*?)</loc>", (site / "sitemap.xml").read_text())}
    made = {FOLDER + page.relative_to(site).as_posix().removesuffix("index.html") for page in pages(site)}
    assert listed == made - {f"{FOLDER}404.html"}


def test_nothing_of_the_theme_is_left_over(site: Path) -> None:
    stamp = find_stamp(site)
    ours = {f"css{stamp}", f"js{stamp}", "img", "search", "penalita", "glossary", "frasi", "racconti"}
    assert {one.name for one in (site / "assets").iterdir()} <= ours
