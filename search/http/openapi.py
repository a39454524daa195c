"""Describe the HTTP API as an OpenAPI document."""

from collections.abc import Sequence

from scripts.render.api_schema import BOOLEAN, INTEGER, STRING, Schema, many, object_of
from search.index.documents import Kind

ERROR = object_of(code=STRING, message=STRING)
PLACE = object_of(id=STRING, citation=STRING, url=STRING)


def _describe_response(description: str, schema: Schema) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


BAD = _describe_response("Richiesta incomprensibile: il messaggio dice che cosa fare.", object_of(error=ERROR))


def _describe_query(name: str, description: str, schema: Schema, required: bool = False) -> Schema:
    return {"name": name, "in": "query", "required": required, "description": description, "schema": schema}


def _describe_get(summary: str, parameters: list[Schema], responses: Schema) -> Schema:
    return {"get": {"summary": summary} | ({"parameters": parameters} if parameters else {}) | {"responses": responses}}


def _describe_integer(least: int, most: int, default: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most, "default": default}


def make_document(books: Sequence[str], games: Sequence[str]) -> Schema:
    """Return the OpenAPI 3.1 document, for the given book slugs and game ids."""
    description = "Ricerca e citazioni. I file statici in /api/v1/*.json sono descritti nella pagina «API» del sito e in /api/v1/schema.json."
    missing = _describe_response(
        "La citazione non si trova: `nearest` elenca le più vicine.", object_of(error=ERROR, nearest=many(PLACE))
    )
    permalink: list[Schema] = [
        {"name": "id", "in": "path", "required": True, "schema": STRING},
        {"name": "ed", "in": "query", "schema": STRING, "description": "L’edizione citata."},
    ]
    moved = {
        "307": {"description": "Con «ed», porta al testo di quell’edizione."},
        "308": {"description": "Alla pagina e all’ancora."},
    }
    cite = [_describe_query("cite", "La citazione.", STRING, True)]
    resolved = {"200": _describe_response("L’ancora.", PLACE), "400": BAD, "404": missing}
    alive = {"200": _describe_response("Sì.", object_of(status=STRING, sections=INTEGER))}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Prontuario", "version": "1", "description": description},
        "paths": {
            "/api/v1/search": _describe_search(books, games),
            "/api/v1/resolve": _describe_get(
                "Dice a quale ancora corrisponde una citazione («MTR 2.5.c», «regola 3.9»)", cite, resolved
            ),
            "/r/{id}": _describe_get("Permalink di una regola", permalink, moved | {"404": BAD}),
            "/healthz": _describe_get("Dice se il servizio è attivo", [], alive),
        },
    }


def _describe_search(books: Sequence[str], games: Sequence[str]) -> Schema:
    book, kind = {"type": "string", "enum": [*books]}, {"type": "string", "enum": [kind.value for kind in Kind]}
    result = object_of(
        id=STRING, citation=STRING, title=STRING, path=many(STRING), book=book, kind=kind, url=STRING,
        excerpt=many(object_of(text=STRING, match=BOOLEAN)), score=INTEGER,
    )  # fmt: skip
    answer = object_of(
        query=STRING,
        total=INTEGER | {"description": "Quante risposte contengono quasi tutte le parole cercate."},
        others=INTEGER
        | {"description": "Quante risposte contengono soltanto una parte delle parole cercate; vengono dopo le altre."},
        suggestion={"type": ["string", "null"]},
        unknown=many(STRING) | {"description": "Le parole che nessun libro cercato contiene."},
        results=many(result),
    )
    answer["properties"] |= {
        "tried": many(STRING) | {"description": "Le parole cercate, se la ricerca non trova niente."},
        "nearest": many(result) | {"description": "Le sezioni più vicine, se la ricerca non trova niente."},
    }
    parameters = [
        _describe_query("q", "Che cosa cercare, in 300 caratteri al massimo.", STRING, True),
        _describe_query("book", "Solo questo libro.", book),
        _describe_query("game", "Solo i documenti in vigore di questo gioco.", {"type": "string", "enum": [*games]}),
        _describe_query("kind", "Solo risultati di questo tipo.", kind),
        _describe_query("limit", "Quanti risultati.", _describe_integer(1, 50, 10)),
        _describe_query("offset", "Da quale risultato cominciare.", _describe_integer(0, 1000, 0)),
    ]
    found = _describe_response("Gli enunciati e le righe trovati, il migliore per primo.", answer)
    return _describe_get("Cerca una regola", parameters, {"200": found, "400": BAD})
