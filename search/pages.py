"""The page «Cerca» with its answer in it, for who has no JavaScript: what `docs/assets/js/search/render.js` does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from urllib.parse import urlencode

from search.engine import Answer, Result
from search.units import Kind

RESULTS = re.compile(r"<!-- risultati -->.*?<!-- fine risultati -->", re.DOTALL)
FIELD = re.compile(r'(<input id="q"[^>]*?)(/?>)')
KINDS = {
    Kind.INFRACTION: "Infrazione",
    Kind.PENALTY: "Penalità",
    Kind.ENTRY: "Tabella",
    Kind.DEFINITION: "Definizione",
    Kind.FAQ: "FAQ",
}


def search_page(page: str, answer: Answer, book: str, labels: Mapping[str, str]) -> str:
    """The built page with the query in the field and the answer in its place."""
    value = escape(answer.query, quote=True)
    page = FIELD.sub(lambda field: f'{field[1]} value="{value}"{field[2]}', page, count=1)
    return RESULTS.sub(lambda _: answer_html(answer, book, labels), page, count=1)


def answer_html(answer: Answer, book: str, labels: Mapping[str, str]) -> str:
    parts = [_filters(answer.query, book, labels)]
    if answer.suggestion:
        parts.append(
            f'<p class="ricerca__forse">Forse cercavi {_again(answer.suggestion, answer.suggestion, book)}</p>'
        )
    parts.append(f'<p class="ricerca__stato" role="status">{escape(summary(answer, labels.get(book, "")))}</p>')
    parts.append(_list(answer.results, labels))
    if answer.nearest:
        words = "Negli altri giochi, o qui vicino:" if book else "Le sezioni più vicine:"
        parts.append(f'<div class="ricerca__vicine"><p>{words}</p>{_list(answer.nearest, labels)}</div>')
    elif not answer.total and not book:
        parts.append('<p><a class="bottone" href="../libri/">Sfoglia i regolamenti</a></p>')
    return "\n".join(parts)


def summary(answer: Answer, label: str) -> str:
    """One sentence of what is the case: how many sections, or what was tried in vain and who decides."""
    if answer.total == 1:
        return "1 sezione trovata"
    if answer.total:
        return f"{answer.total} sezioni trovate"
    tried = ", ".join(f"«{word}»" for word in answer.tried) or f"«{answer.query}»"
    where = f" in {label}" if label else ""
    return f"Niente per {tried}{where}. Quello che il regolamento non prevede lo decide il capo arbitro."


def _filters(query: str, book: str, labels: Mapping[str, str]) -> str:
    chips = []
    for slug, label in (("", "Tutti"), *labels.items()):
        address = urlencode({"q": query, "book": slug}) if slug else urlencode({"q": query})
        mark = ' aria-current="true"' if slug == book else ""
        game = f' data-book="{slug}"' if slug else ""
        chips.append(f'<a class="gettone" href="?{escape(address)}"{game}{mark}>{escape(label)}</a>')
    return f'<nav class="filtri" aria-label="Gioco">{"".join(chips)}</nav>'


def _again(words: str, query: str, book: str) -> str:
    address = urlencode({"q": query, "book": book} if book else {"q": query})
    return f'<a href="?{escape(address)}">{escape(words)}</a>'


def _list(results: tuple[Result, ...], labels: Mapping[str, str]) -> str:
    return f'<ol class="trovati">{"".join(_row(result, labels) for result in results)}</ol>'


def _row(result: Result, labels: Mapping[str, str]) -> str:
    kind = f'<span class="trovato__genere">{KINDS[result.kind]}</span>' if result.kind in KINDS else ""
    text = "".join(f"<mark>{escape(p.text)}</mark>" if p.match else escape(p.text) for p in result.excerpt)
    game = escape(labels.get(result.book, result.book))
    return (
        f'<li class="trovato" data-book="{result.book}"><a href="..{escape(result.url)}">'
        f'<span class="trovato__testa"><b>{escape(result.citation)}</b>{kind}<span class="trovato__gioco">{game}</span></span>'
        f'<span class="trovato__via">{escape(" › ".join((*result.path, result.title)))}</span>'
        f'<span class="trovato__testo">{text}</span></a></li>'
    )
