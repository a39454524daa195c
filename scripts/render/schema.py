"""What the files of the static API hold, as JSON Schema (2020-12): `site/api/v1/schema.json`, one definition a file."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]
STRING: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
BOOLEAN: Schema = {"type": "boolean"}
URL: Schema = {"type": "string", "pattern": "^/"}
DATE: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}


def either(*schemas: Schema) -> Schema:
    return {"anyOf": list(schemas)}


def maybe(schema: Schema) -> Schema:
    return either(schema, {"type": "null"})


def many(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def by_name(schema: Schema) -> Schema:
    return {"type": "object", "additionalProperties": schema}


def record(**properties: Schema) -> Schema:
    """An object that holds all of these and nothing else."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


BOOKS = many(
    record(slug=STRING, code=STRING, title=STRING, game=STRING, edition=STRING, effective=maybe(DATE), language=STRING,
           publisher=STRING, url=STRING, sections=INTEGER, statements=INTEGER)
)  # fmt: skip
STATEMENT = record(id=STRING, citation=STRING, text=STRING, note=BOOLEAN, kind=STRING, since=STRING)
SECTIONS = many(
    record(id=STRING, book=STRING, number=maybe(STRING), title=STRING, level=INTEGER, parent=maybe(STRING),
           page=maybe(INTEGER), citation=STRING, url=URL, text=STRING, statements=many(STATEMENT), original=maybe(STRING))
)  # fmt: skip
ANSWER = record(id=STRING, text=STRING, more=STRING, count=maybe(INTEGER))
QUESTION = record(id=STRING, text=STRING, history=maybe(STRING), answers=many(ANSWER))
ROW = record(answers=by_name(STRING), penalty=record(**{"from": STRING, "to": STRING}), weighs=STRING,
             remedy=many(STRING), record=many(STRING), cites=many(STRING))  # fmt: skip
INFRACTION = record(id=STRING, title=STRING, kind=STRING, section=STRING, definition=many(STRING), examples=many(STRING),
                    words=many(STRING), questions=many(QUESTION), rows=many(ROW))  # fmt: skip
PENALTY = record(id=STRING, title=STRING, section=maybe(STRING), grade=INTEGER, brings=many(STRING), record=many(STRING),
                 cites=many(STRING), record_cites=many(STRING))  # fmt: skip
ESCALATION = record(id=STRING, penalty=STRING, already=INTEGER, becomes=STRING, text=STRING, cites=many(STRING))
PENALTIES = by_name(record(infractions=many(INFRACTION), penalties=many(PENALTY), escalations=many(ESCALATION)))
CELL = maybe(either(STRING, {"type": "number"}, BOOLEAN, record(min=INTEGER, max=maybe(INTEGER))))
TABLES = many(
    record(id=STRING, book=STRING, section=STRING, citation=STRING, url=URL, title=STRING,
           columns=many(record(name=STRING, type=STRING)), rows=many(many(CELL)), ids=many(maybe(STRING)),
           notes=many(STRING))
)  # fmt: skip
ANCHORS = by_name(URL)
EDITIONS = by_name(
    many(record(slug=STRING, edition=STRING, effective=maybe(DATE), until=maybe(DATE), texts=by_name(maybe(STRING)),
                places=by_name(STRING)))
)  # fmt: skip
TEXTS = by_name({"type": "array", "prefixItems": [STRING, STRING, STRING, STRING, URL], "minItems": 5, "maxItems": 5})

SCHEMA: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "I file statici di Prontuario",
    "$defs": {"books": BOOKS, "sections": SECTIONS, "penalties": PENALTIES, "tables": TABLES, "anchors": ANCHORS, "texts": TEXTS,
              "editions": EDITIONS},
}  # fmt: skip
