"""The pages that the server writes: «Cerca», «Decisione» and the 404 filled in, for who has no JavaScript; a permalink's
page, for a chat's preview.

A build leaves them as templates beside the index (`LIVE`), and those of `templates/` extend them; with nothing to show the built
pages are sent. `docs/assets/js/` shows the same: `search/render.js` an answer, `decision/` a decision.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader
from markupsafe import Markup, escape

from scripts.model.anchors import EDITIONS
from scripts.render.editions import locate_cited
from scripts.render.environment import make_environment
from scripts.render.permalinks import LIVE, PERMALINKS, Permalink, render_permalink
from search.engine.answer import Engine, Result, ResultPage
from search.engine.hearing import Found
from search.http.decision import Decision, Rebuilt
from search.index.documents import Kind

MANY = 20  # answers that one looks through: of more it is said how to have fewer
TEMPLATES = Path(__file__).parent / "templates"
# A citation, mistyped.
CITED = re.compile(r"\s*(?:[a-zà-ù][a-zà-ù!-]*\s+|§\s*){0,3}\d+(?:\.[\da-z]+)+\s*$", re.IGNORECASE)
KINDS = {
    Kind.INFRACTION: "Infrazione",
    Kind.PENALTY: "Penalità",
    Kind.ENTRY: "Tabella",
    Kind.DEFINITION: "Definizione",
    Kind.FAQ: "FAQ",
    Kind.EXAMPLE: "Esempio",
    Kind.NOTE: "Nota",
}


def asked(**parameters: object) -> Markup:
    """An address's query with those parameters that have a value."""
    return escape(urlencode({name: value for name, value in parameters.items() if value}))


class Pages:
    """The filled pages of one build. Read whole at once: a later build may take the folder's place."""

    def __init__(self, index: Path) -> None:
        folder = index / LIVE
        built = {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in folder.rglob("*.html")}
        self._templates = Environment(
            loader=ChoiceLoader([FileSystemLoader(TEMPLATES), DictLoader(built)]),
            autoescape=True,
            trim_blocks=True,
            keep_trailing_newline=True,
        )
        known = json.loads((folder / PERMALINKS).read_text(encoding="utf-8"))
        self._address: str = known["address"]
        self.originals: str = known["originals"]  # the games whose official text this build contains
        self._links = {anchor: Permalink(*link) for anchor, link in known["links"].items()}
        self._site = make_environment()
        self._editions: dict[str, list[dict[str, Any]]] = known["editions"]

    def search(self, answer: ResultPage, book: str, engine: Engine, offset: int) -> str:
        """«Cerca» with the query in the field and the answer in its place."""
        labels = dict(engine.labels) | {slug: f"{engine.labels[slug]} · superato" for slug in engine.superseded}
        return self._filled(
            "search.html.j2",
            query=answer.query,
            answer=answer,
            book=book,
            labels=labels,
            games=[("", "Tutti"), *engine.choices.items()],
            kinds=KINDS,
            summary=summary(answer, engine.choices.get(book) or engine.labels.get(book, "")),
            after=offset + len(answer.results),
            asked=asked,
        )

    def penalties(self, text: str, book: str, labels: Mapping[str, str], found: Sequence[Found]) -> str:
        """«Penalità» with the infractions that a told situation may be."""
        return self._filled("told.html.j2", text=text, book=book, game=labels.get(book, book), found=found, asked=asked)

    def verdict(self, verdict: Rebuilt) -> str:
        """«Penalità» with the verdict of its address, for a preview and for who has no JavaScript."""
        title = f"{verdict.said} – {verdict.title} – {verdict.document}"
        described = " ".join([f"{verdict.game}.", *(f"{question} {answer}." for question, answer in verdict.asked)])
        return self._filled("verdict.html.j2", title=title, description=described, verdict=verdict)

    def decision(self, decision: Decision) -> str:
        """«Decisione» with what its link holds."""
        return self._filled("decision.html.j2", **vars(decision))

    def permalink(self, anchor: str, asked: str) -> str:
        """A permalink's page with the site's address, or where the build did not know it the one that was asked."""
        return render_permalink(self._site, self._links[anchor], self._address or asked, "", self.originals)

    def edition(self, anchor: str, asked: str) -> tuple[str | None, str]:
        """Where the text of the edition that a link cites stands, '' for where it stands today, None for an edition that
        is not there; and the editions that are."""
        book = max((slug for slug in self._editions if anchor.startswith(f"{slug}-")), key=len, default="")
        editions = self._editions.get(book, [])
        found = locate_cited(editions, asked, anchor)
        names = ", ".join(f"{one['edition']} (?ed={one['slug']})" for one in editions)
        return (f"/{book}/{EDITIONS}/#{found}" if found else found), names

    def error(
        self,
        message: str,
        nearest: Iterable[Mapping[str, str]] = (),
        found: Sequence[Result] = (),
        labels: Mapping[str, str] | None = None,
        prefix: str = "",
    ) -> str:
        """The 404 with what is the matter, and what was probably meant as rows to tap, or what the words of the address
        find; of a site below `prefix`."""
        shown = {"nearest": list(nearest), "found": found, "labels": labels or {}, "kinds": KINDS}
        return self._filled("error.html.j2", message=message, base=f"{prefix}/", **shown)

    def _filled(self, name: str, **values: object) -> str:
        return self._templates.get_template(name).render(values)


def summary(answer: ResultPage, label: str) -> str:
    """Return one sentence: how many answers there are, or what was looked for in vain, and who decides then."""
    where = f" in {label}" if label else ""
    unknown = ", ".join(f"«{word}»" for word in answer.unknown)
    if answer.total:
        count = "1 risultato" if answer.total == 1 else f"{answer.total} risultati"
        if answer.total > MANY:
            count += ": una parola in più li restringe"
        elif answer.others:
            count += "; più sotto quelli meno vicini"
        return f"Nessun risultato per {unknown}{where}; per il resto {count}" if unknown else count
    if CITED.match(answer.query):
        rest = (
            ": le più vicine sono qui sotto"
            if answer.nearest
            else ". Controlla il numero, o cerca con le parole della regola"
        )
        return f"«{answer.query.strip()}» non è una citazione di questi regolamenti{rest}."
    tried = ", ".join(f"«{word}»" for word in answer.tried) or f"«{answer.query}»"
    return f"Nessun risultato per {tried}{where}. Prova con altre parole; se il regolamento non lo prevede, decide il capo arbitro."
