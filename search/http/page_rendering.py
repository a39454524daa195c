"""Render pages on the server: «Cerca», «Decisione», «Penalità», 404, permalinks.

A build leaves these pages as templates beside the index (in the folder `LIVE`); the templates in `templates/` extend
them. In the browser `docs/assets/js/search/render-results.js` and `docs/assets/js/decision/` show the same.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader
from markupsafe import Markup, escape

from scripts.model.anchor_index import EDITIONS
from scripts.render.earlier_editions import locate_cited
from scripts.render.jinja_environment import make_environment
from scripts.render.permalinks import LIVE, PERMALINKS, PermalinkPage, render_permalink
from search.engine.answer import Engine, Result, ResultPage
from search.engine.infraction_from_story import RankedInfraction
from search.http.decision_page import Decision, Rebuilt
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


def encode_query(**parameters: object) -> Markup:
    """Return a URL query of the parameters whose value is not empty, escaped for HTML."""
    return escape(urlencode({name: value for name, value in parameters.items() if value}))


class Pages:
    """Render the pages of one build.

    `index`: folder of the build's index. All templates are read at once, so that a newer build may replace the folder.
    """

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
        self._links = {anchor: PermalinkPage(*link) for anchor, link in known["links"].items()}
        self._site = make_environment()
        self._editions: dict[str, list[dict[str, Any]]] = known["editions"]

    def render_search(self, answer: ResultPage, book: str, engine: Engine, offset: int) -> str:
        """Return the HTML page «Cerca» with a query and its results.

        `book`: the chosen game or book, or ''; `offset`: number of results before these.
        """
        labels = dict(engine.labels) | {slug: f"{engine.labels[slug]} · superato" for slug in engine.superseded}
        return self._render(
            "search.html.j2",
            query=answer.query,
            answer=answer,
            book=book,
            labels=labels,
            games=[("", "Tutti"), *engine.choices.items()],
            kinds=KINDS,
            summary=summarise(answer, engine.choices.get(book) or engine.labels.get(book, "")),
            after=offset + len(answer.results),
            asked=encode_query,
        )

    def render_penalties(
        self, text: str, book: str, labels: Mapping[str, str], found: Sequence[RankedInfraction]
    ) -> str:
        """Return the HTML page «Penalità» with the infractions that a story may describe.

        `text`: the story; `book`: the game's book; `labels`: book → short name.
        """
        return self._render(
            "told.html.j2", text=text, book=book, game=labels.get(book, book), found=found, asked=encode_query
        )

    def render_verdict(self, verdict: Rebuilt) -> str:
        """Return the HTML page «Penalità» with a verdict."""
        title = f"{verdict.said} – {verdict.title} – {verdict.document}"
        described = " ".join([f"{verdict.game}.", *(f"{question} {answer}." for question, answer in verdict.asked)])
        return self._render("verdict.html.j2", title=title, description=described, verdict=verdict)

    def render_decision(self, decision: Decision) -> str:
        """Return the HTML page «Decisione» with the items of its link."""
        return self._render("decision.html.j2", **vars(decision))

    def render_permalink(self, anchor: str, asked: str) -> str:
        """Return an anchor's permalink page, from which chats make a preview.

        `asked`: the site's address as requested, used if the build knew none.
        """
        return render_permalink(self._site, self._links[anchor], self._address or asked, "", self.originals)

    def locate_edition(self, anchor: str, asked: str) -> tuple[str | None, str]:
        """Return (address of the anchor's text in an edition, names of all editions).

        `asked`: the edition's slug or name. The address is '' if the text is today's, None if the edition is unknown;
        the names are one string, 'name (?ed=slug), …'.
        """
        book = max((slug for slug in self._editions if anchor.startswith(f"{slug}-")), key=len, default="")
        editions = self._editions.get(book, [])
        found = locate_cited(editions, asked, anchor)
        names = ", ".join(f"{one['edition']} (?ed={one['slug']})" for one in editions)
        return (f"/{book}/{EDITIONS}/#{found}" if found else found), names

    def error(
        self,
        message: str,
        nearest: Sequence[Mapping[str, str]],
        found: Sequence[Result],
        labels: Mapping[str, str],
        prefix: str,
    ) -> str:
        """Return the HTML page for an error, with suggestions.

        `nearest`: similar anchors; `found`: results of a search for the words of the address; `labels`: book → short
        name; `prefix`: path of the site behind a proxy.
        """
        shown = {"nearest": nearest, "found": found, "labels": labels, "kinds": KINDS}
        return self._render("error.html.j2", message=message, base=f"{prefix}/", **shown)

    def _render(self, name: str, **values: object) -> str:
        return self._templates.get_template(name).render(values)


def summarise(answer: ResultPage, label: str) -> str:
    """Say in Italian how many results there are or, without any, what to do.

    `label`: name of the game or book searched, or ''.
    """
    where = f" in {label}" if label else ""
    unknown = ", ".join(f"«{word}»" for word in answer.unknown)
    if answer.total:
        count = "1 risultato" if answer.total == 1 else f"{answer.total} risultati"
        if answer.total > MANY:
            count += ": aggiungi una parola"
        elif answer.others:
            count += ", poi altri simili"
        return f"Nessun risultato per {unknown}{where}; con le altre parole {count}" if unknown else count
    if CITED.match(answer.query):
        rest = ": ecco le più vicine" if answer.nearest else ". Controlla il numero"
        return f"«{answer.query.strip()}» non è una citazione di questi regolamenti{rest}."
    tried = ", ".join(f"«{word}»" for word in answer.tried) or f"«{answer.query}»"
    return f"Nessun risultato per {tried}{where}. Prova con altre parole; se il regolamento non lo prevede, decide il capo arbitro."
