"""Test the compressed bytes that each way of using the site fetches.

The ceilings are the figures of the day on which they were last changed: who raises one says so, and why.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.pipeline import SITE
from scripts.site import service_worker
from scripts.site.fingerprinted_assets import add_stamp, find_stamp, remove_stamps

CEILINGS = {  # bytes, compressed
    "reading a rule": 30_000,  # notes on the text name their rule in words; statements of chapter 2 say whose and when; the focus after a tap that removes its button; signs that are not read; statements of 2014 name their case and table; what shows answers comes with the first search; modules that arrive together are one file; the title says game and edition
    "the first search": 81_000,  # what shows answers (6.4 kB, before with every page); cases asked at the table; impacts for seven books’ words
    "the first search in all games": 119_500,  # as the first search; of the sections of seven books only the terms asked for
    "the first search in BANG!": 59_700,  # terms may come in parts; as the first search; what is said once the typing pauses
    "Penalità": 99_500,  # 38 modules are 18 files; the Registro looks again at what stands; three outcomes; a second row for the opponent
    "a story in Penalità": 187_200,  # 130 more stories of Magic 2014; amounts and words heard in more ways; the stories themselves, from which the phone counts: 148 kB of them for Magic 2014
    "everything offline": 3_024_000,  # results said once, the focus after a tap; 700 more stories of the Guide, more ways of asking; two more books of Magic, 1,836 statements, 24,000 questions, twice the stories
}
PARTS = 12  # files of terms that a query with its synonyms asks for: 11 in the mean, here the largest
TOLD = 3  # sections whose sentence a first answer says (`engine.js`)
IMPORTED = re.compile(r'(?:\bfrom|\bimport) ?"(\./[^"]+|\.\./[^"]+)"')  # not `import(…)`, which waits for its occasion
ASKED = re.compile(r'<(?:link [^>]*rel="(?:stylesheet|icon)"[^>]*href|script [^>]*src|img [^>]*src)="([^"]+)"')


def scripts(site: Path, *entries: str) -> Iterator[str]:
    """Return the scripts with their static imports."""
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
    """Return a page's files: style sheets, pictures and scripts."""
    folder = site / path
    files = {f"{path}/index.html"}
    for name in ASKED.findall((folder / "index.html").read_text(encoding="utf-8")):
        file = folder.joinpath(name).resolve().relative_to(site.resolve()).as_posix()
        files |= set(scripts(site, file)) if file.endswith(".js") else {file}
    return files


def journeys(site: Path) -> dict[str, set[str]]:
    """Map each way of using the site to its files, the largest."""
    rule, engine, panel, of_penalties = (
        page(site, "mtr/2"),
        *(
            add_stamp(f"assets/js/{name}.js", find_stamp(site))
            for name in ("search/engine", "search/search-panel", "penalita/page")
        ),
    )

    def searching(sections: str, of: str = "") -> set[str]:
        def dearest(files: str, most: int) -> list[str]:
            found = (path.relative_to(site).as_posix() for path in site.glob(files))
            return sorted(found, key=lambda path: -service_worker.measure_compressed(site, [path]))[:most]

        told = dearest(f"assets/frasi/{of}*.json", TOLD) + dearest(f"assets/search/{sections}/*.json", PARTS)
        data = (f"assets/search/{name}.json" for name in ("lingua", "comune", sections))
        return {engine, *scripts(site, panel), *data, *told} - rule

    hearing = set(scripts(site, add_stamp("assets/js/penalita/story-reader.js", find_stamp(site))))
    penalties = page(site, "penalita") | set(scripts(site, of_penalties))
    return {
        "reading a rule": rule,
        "the first search": searching("mtr/sezioni", "mtr"),  # until its first answer has its sentence
        "the first search in all games": searching("sezioni"),
        "the first search in BANG!": searching("bang/sezioni", "bang"),
        "Penalità": (penalties | {"assets/penalita/mtr.json"}) - rule,
        "a story in Penalità": {"assets/racconti/mtr.json", "assets/search/lingua.json", *hearing},
        "everything offline": set(service_worker.list_kept_files(site)) | {"sw.js"},
    }


@pytest.mark.parametrize("journey", CEILINGS)
def test_a_journey_costs_no_more_than_today(built: Path, journey: str) -> None:
    files = journeys(built / SITE)[journey]
    assert service_worker.measure_compressed(built / SITE, files) <= CEILINGS[journey], sorted(files)


def test_what_a_sentence_is_fetched_with_is_small(built: Path) -> None:
    site = built / SITE
    leaves = (path for path in site.glob("assets/search/*/[0-9]*.json") if path.parent.name != "sezioni")
    texts = [path.relative_to(site).as_posix() for path in leaves]
    assert max(service_worker.measure_compressed(site, [path]) for path in texts) <= 3_750
    sections = [path.relative_to(site).as_posix() for path in site.glob("assets/frasi/*.json")]
    sizes = sorted(service_worker.measure_compressed(site, [path]) for path in sections)
    assert sizes[len(sizes) // 2] <= 1_664
    assert sizes[-1] <= 8_700


def test_the_journeys_hold_what_they_say(built: Path) -> None:
    made = {name: set(map(remove_stamps, files)) for name, files in journeys(built / SITE).items()}
    assert {"mtr/2/index.html", "assets/js/main.js", "assets/css/prontuario.css"} <= made["reading a rule"]
    assert "assets/css/penalita.css" in made["Penalità"]
    assert not any(file.startswith("assets/js/penalita/") for file in made["reading a rule"])
