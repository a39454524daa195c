"""Define the JSON Schema (2020-12) of the static API's files, `api/v1/schema.json`."""

from typing import Any

Schema = dict[str, Any]
STRING: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
BOOLEAN: Schema = {"type": "boolean"}
URL: Schema = {"type": "string", "pattern": "^/"}
DATE: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}


def either(*schemas: Schema) -> Schema:
    """Return the schema of a value that fits any of `schemas`."""
    return {"anyOf": list(schemas)}


def maybe(schema: Schema) -> Schema:
    """Return the schema of a value that may be null."""
    return either(schema, {"type": "null"})


def many(schema: Schema) -> Schema:
    """Return the schema of an array."""
    return {"type": "array", "items": schema}


def tuple_of(*schemas: Schema) -> Schema:
    """Return the schema of an array with an item for each schema, in order."""
    return {"type": "array", "prefixItems": [*schemas], "items": False, "minItems": len(schemas)}


def by_name(schema: Schema) -> Schema:
    """Return the schema of an object with any keys and values of one schema."""
    return {"type": "object", "additionalProperties": schema}


def object_of(**properties: Schema) -> Schema:
    """Return the schema of an object with exactly these keys."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


BOOKS = many(
    object_of(slug=STRING, code=STRING, title=STRING, game=STRING, edition=STRING, effective=maybe(DATE), language=STRING,
           publisher=STRING, url=STRING, sections=INTEGER, statements=INTEGER, in_force=BOOLEAN)
)  # fmt: skip
STATEMENT = object_of(id=STRING, citation=STRING, text=STRING, note=BOOLEAN, kind=STRING, since=STRING)
SECTIONS = many(
    object_of(id=STRING, book=STRING, number=maybe(STRING), title=STRING, level=INTEGER, parent=maybe(STRING),
           page=maybe(INTEGER), citation=STRING, url=URL, text=STRING, statements=many(STATEMENT), original=maybe(STRING))
)  # fmt: skip
ANSWER = object_of(id=STRING, text=STRING, more=STRING, count=maybe(INTEGER))
QUESTION = object_of(id=STRING, text=STRING, history=maybe(STRING), answers=many(ANSWER))
OTHER = object_of(infraction=STRING, penalty=STRING, text=STRING)
ROW = object_of(answers=by_name(STRING), infraction=STRING, penalty=object_of(**{"from": STRING, "to": STRING}), either=BOOLEAN,
             weighs=STRING, remedy=many(STRING), record=many(STRING), cites=many(STRING),
             others=many(OTHER))  # fmt: skip
INFRACTION = object_of(id=STRING, title=STRING, kind=STRING, section=STRING, definition=many(STRING), examples=many(STRING),
                    questions=many(QUESTION), rows=many(ROW))  # fmt: skip
PENALTY = object_of(id=STRING, title=STRING, section=maybe(STRING), grade=INTEGER, brings=many(STRING), record=many(STRING),
                 cites=many(STRING), record_cites=many(STRING))  # fmt: skip
ESCALATION = object_of(id=STRING, penalty=STRING, already=INTEGER, becomes=STRING, infractions=many(STRING),
                    period=maybe(STRING), text=STRING, cites=many(STRING))  # fmt: skip
PENALTIES = by_name(object_of(infractions=many(INFRACTION), penalties=many(PENALTY), escalations=many(ESCALATION)))
CELL = maybe(either(STRING, NUMBER, BOOLEAN, object_of(min=INTEGER, max=maybe(INTEGER))))
COLUMN = object_of(name=STRING, type=STRING)
TABLES = many(
    object_of(id=STRING, book=STRING, section=STRING, citation=STRING, url=URL, title=STRING, columns=many(COLUMN),
           rows=many(many(CELL)), ids=many(maybe(STRING)), notes=many(STRING))
)  # fmt: skip
ANCHORS = by_name(URL)
EDITIONS = by_name(
    many(object_of(slug=STRING, edition=STRING, effective=maybe(DATE), until=maybe(DATE), texts=by_name(maybe(STRING)),
                places=by_name(STRING)))
)  # fmt: skip
TEXTS = by_name(tuple_of(STRING, STRING, STRING, STRING, URL))
VERSION = object_of(version=STRING, api=INTEGER)

SCHEMA: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "I file statici di Prontuario",
    "$defs": {"books": BOOKS, "sections": SECTIONS, "penalties": PENALTIES, "tables": TABLES, "anchors": ANCHORS, "texts": TEXTS,
              "editions": EDITIONS, "version": VERSION},
}  # fmt: skip
