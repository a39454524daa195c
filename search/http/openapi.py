"""The OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

from search.index.documents import Kind

STRING = {"type": "string"}
INTEGER = {"type": "integer"}


def _object(**properties: Any) -> dict[str, Any]:
    """An object that holds all of these and nothing else."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _query(name: str, description: str, schema: dict[str, Any], required: bool = False) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": required, "description": description, "schema": schema}


def _json(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def document(books: list[str]) -> dict[str, Any]:
    """OpenAPI 3.1, for the given book slugs."""
    error = _object(error=_object(code=STRING, message=STRING))
    place = _object(id=STRING, citation=STRING, url=STRING)
    result = _object(
        id=STRING,
        citation=STRING,
        title=STRING,
        path={"type": "array", "items": STRING},
        book={"type": "string", "enum": books},
        kind={"type": "string", "enum": [k.value for k in Kind]},
        url=STRING,
        excerpt={"type": "array", "items": _object(text=STRING, match={"type": "boolean"})},
        score=INTEGER,
    )
    answer = _object(
        query=STRING,
        total=INTEGER | {"description": "Quante rispondono a quasi tutta la domanda."},
        others=INTEGER | {"description": "Quante ne hanno soltanto qualche parola; vengono dopo."},
        suggestion={"type": ["string", "null"]},
        results={"type": "array", "items": result},
    )
    answer["properties"] |= {
        "tried": {"type": "array", "items": STRING, "description": "Se non si trova niente: le parole cercate."},
        "nearest": {"type": "array", "items": result, "description": "Se non si trova niente: le sezioni più vicine."},
    }
    bad = _json("Richiesta che non si può capire, con che cosa fare.", error)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Prontuario",
            "version": "1",
            "description": "Ricerca e citazioni. I file statici in /api/v1/*.json sono descritti nella pagina «API» del sito e in /api/v1/schema.json.",
        },
        "paths": {
            "/api/v1/search": {
                "get": {
                    "summary": "Cerca una regola",
                    "parameters": [
                        _query("q", "Che cosa cercare, al più 300 caratteri.", STRING, True),
                        _query("book", "Solo questo libro.", {"type": "string", "enum": books}),
                        _query(
                            "kind",
                            "Solo risultati di questo tipo.",
                            {"type": "string", "enum": [k.value for k in Kind]},
                        ),
                        _query(
                            "limit",
                            "Quanti risultati.",
                            {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
                        ),
                        _query(
                            "offset",
                            "A partire da quale.",
                            {"type": "integer", "minimum": 0, "maximum": 1000, "default": 0},
                        ),
                    ],
                    "responses": {
                        "200": _json("Gli enunciati e le righe trovati, il migliore per primo.", answer),
                        "400": bad,
                    },
                }
            },
            "/api/v1/resolve": {
                "get": {
                    "summary": "Risolve una citazione («MTR 2.5.c», «regola 3.9») nella sua ancora",
                    "parameters": [_query("cite", "La citazione.", STRING, True)],
                    "responses": {
                        "200": _json("L’ancora.", place),
                        "400": bad,
                        "404": _json(
                            "Non si risolve: `nearest` dà le più vicine.",
                            _object(error=error["properties"]["error"], nearest={"type": "array", "items": place}),
                        ),
                    },
                }
            },
            "/r/{id}": {
                "get": {
                    "summary": "Permalink di una regola",
                    "parameters": [
                        {"name": "id", "in": "path", "required": True, "schema": STRING},
                        {"name": "ed", "in": "query", "schema": STRING, "description": "L’edizione citata."},
                    ],
                    "responses": {
                        "307": {"description": "Con «ed»: al testo di quell’edizione."},
                        "308": {"description": "Alla pagina e all’ancora."},
                        "404": bad,
                    },
                }
            },
            "/healthz": {
                "get": {
                    "summary": "Il servizio è vivo",
                    "responses": {"200": _json("Sì.", _object(status=STRING, sections=INTEGER))},
                }
            },
        },
    }
