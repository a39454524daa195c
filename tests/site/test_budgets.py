"""What each way of using the site costs on the line: bytes of its files, compressed as servers do.

The ceilings are the figures of the day on which they were last changed: who raises one says so, and why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.pipeline import SITE
from scripts.site import offline
from scripts.site.assets import add_stamp, find_stamp, remove_stamps

CEILINGS = {
    "reading a rule": 31_370,  # a result’s text fills its place; the search waits for a sheet that is closing; a drawing is an element like others; how it is printed is in the site’s own sheet, and nothing asked at once waits behind a file of its own; scripts and styles are named by their bytes, and a tap says that the site has others now; that texts are on their way and no network is missing; whether a server answers; today’s game in the header, where a link has led, what a tap says that needs the network
    "the first search": 66_580,  # an index is read in half the time, number by number (65 B); «fino» is not «fine», «prima» not «primo», «2ª» is «seconda» (70 B); what is said at the tables, 82 rows of it (500 B); what orders answers in named steps; +1 kB: every stop word tells how one asks; Magic’s, until its first answer has its sentence: its sections come before the book, and the dearest of their files
    "the first search in all games": 112_530,  # what is said at the tables (900 B); with three sections’ files, 20 kB at most
    "the first search in BANG!": 45_400,
    "Penalità": 109_000,  # the Registro looks again at what stands, and asks in which event (8 kB); a told history that the verdict does not ask for stays in its data; three acts of Magic more (360 B); its forms and screens in small named steps (396 B); what reads it where every word is written once, for a story that costs 91 kB less; what two words side by side tell; what a script gives to others has a name of its own; until an infraction is chosen from the list and its tree followed
    "a story in Penalità": 172363,  # the stories themselves, from which the phone counts, and what counts them (10 kB); what stories teach of «prima» and of «primo» (200 B); «dopo i primi», «nelle prime» (6 B); how one denies and what a word weighs, as data (360 B); how 13,600 situations are told, every word written once and rows of what it teaches; and the language
    "everything offline": 1_855_850,  # the numbers of a table with their unit (1.2 kB); a term is the name of what defines it, in every game’s search (5 kB); why there is no copy, and how the memory levels off (218 B); what is said at the tables, in every game’s search (2.3 kB); what the stories teach, every word written once (126 kB less): two words side by side and 2,166 stories more; 1,450 stories more (9 kB); every stop word says how one asks for a statement (41 kB); 4,600 stories more (25 kB); 2,400 stories more (52 kB); the ratios of make bench in one table (1 kB), a first answer’s sentences; what a search that has a number is answered from (1 kB), no longer two pages taken apart; the home brings its styles along (5 kB); whether a server answers, in a hundred pages (4 kB); 560 more stories told and what they teach (10 kB); the titles of tables are names that are found (2 kB); how people ask for 3,700 statements and rows, in voices, and tell of 83 infractions; the decision, the clock, the Registro
}
TOLD = 3  # sections whose sentence a first answer says (`engine.js`)
IMPORTED = re.compile(r'(?:\bfrom|\bimport) ?"(\./[^"]+|\.\./[^"]+)"')  # not `import(…)`, which waits for its occasion
ASKED = re.compile(r'<(?:link [^>]*rel="(?:stylesheet|icon)"[^>]*href|script [^>]*src|img [^>]*src)="([^"]+)"')


def scripts(site: Path, *entries: str) -> Iterator[str]:
    """The scripts and all that they import at once."""
    waiting, known = list(entries), set(entries)
    while waiting:
        path = waiting.pop()
        yield path
        for name in IMPORTED.findall((site / path).read_text(encoding="utf-8")):
            found = (site / path).parent.joinpath(name).resolve().relative_to(site.resolve()).as_posix()
            if found not in known:
                known.add(found)
                waiting.append(found)


def page(site: Path, path: str) -> set[str]:
    """A page with the style sheets, pictures and scripts that its head and body name."""
    folder = site / path
    files = {f"{path}/index.html"}
    for name in ASKED.findall((folder / "index.html").read_text(encoding="utf-8")):
        file = folder.joinpath(name).resolve().relative_to(site.resolve()).as_posix()
        files |= set(scripts(site, file)) if file.endswith(".js") else {file}
    return files


def journeys(site: Path) -> dict[str, set[str]]:
    """Way of using the site → the files that it fetches, the dearest where there is a choice."""
    rule, engine, of_penalties = (
        page(site, "mtr/2"),
        *(add_stamp(f"assets/js/{name}.js", find_stamp(site)) for name in ("search/engine", "penalita/page")),
    )

    def searching(sections: str, of: str = "") -> set[str]:
        told = (path.relative_to(site).as_posix() for path in site.glob(f"assets/frasi/{of}*.json"))
        dearest = sorted(told, key=lambda path: -offline.measure_compressed(site, [path]))[:TOLD]
        return {engine, *(f"assets/search/{name}.json" for name in ("lingua", "comune", sections)), *dearest} - rule

    hearing = set(scripts(site, add_stamp("assets/js/penalita/understand.js", find_stamp(site))))
    penalties = page(site, "penalita") | set(scripts(site, of_penalties))
    return {
        "reading a rule": rule,
        "the first search": searching("mtr/sezioni", "mtr"),  # until its first answer has its sentence
        "the first search in all games": searching("sezioni"),
        "the first search in BANG!": searching("bang/sezioni", "bang"),
        "Penalità": (penalties | {"assets/penalita/mtr.json"}) - rule,
        "a story in Penalità": {"assets/racconti/mtr.json", "assets/search/lingua.json", *hearing},
        "everything offline": set(offline.list_kept_files(site)) | {"sw.js"},
    }


@pytest.mark.parametrize("journey", CEILINGS)
def test_a_journey_costs_no_more_than_today(built: Path, journey: str) -> None:
    files = journeys(built / SITE)[journey]
    assert offline.measure_compressed(built / SITE, files) <= CEILINGS[journey], sorted(files)


def test_what_a_sentence_is_fetched_with_is_small(built: Path) -> None:
    """Whoever has the right section waits for its sentence no longer than the line's latency and 0.07 seconds."""
    site = built / SITE
    texts = [path.relative_to(site).as_posix() for path in site.glob("assets/search/*/[0-9]*.json")]
    assert max(offline.measure_compressed(site, [path]) for path in texts) <= 3_300
    sections = [path.relative_to(site).as_posix() for path in site.glob("assets/frasi/*.json")]
    sizes = sorted(offline.measure_compressed(site, [path]) for path in sections)
    assert sizes[len(sizes) // 2] <= 1_664
    assert sizes[-1] <= 7_120


def test_the_journeys_hold_what_they_say(built: Path) -> None:
    made = {name: set(map(remove_stamps, files)) for name, files in journeys(built / SITE).items()}
    assert {"mtr/2/index.html", "assets/js/main.js", "assets/css/prontuario.css"} <= made["reading a rule"]
    assert "assets/css/penalita.css" in made["Penalità"]
    assert not any(file.startswith("assets/js/penalita/") for file in made["reading a rule"])
