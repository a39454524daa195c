"""What the site's JSON holds beside the API: what only its own scripts read, which changes with them and is told to nobody."""

from __future__ import annotations

from collections.abc import Mapping

from scripts.render.schema import (
    ANSWER,
    BOOLEAN,
    GRID,
    INTEGER,
    NUMBER,
    SCHEMA,
    STRING,
    URL,
    Schema,
    by_name,
    either,
    many,
    maybe,
    record,
    row,
)

# scripts/render/penalty_data.py: words, and [words, address].
TEXT = either(STRING, many(either(STRING, row(STRING, STRING))))
PHRASES = many(STRING)
MEASURES = by_name(many(row(maybe(NUMBER), maybe(NUMBER), BOOLEAN)))


def some(optional: tuple[str, ...], **properties: Schema) -> Schema:
    """A record of which some properties may be missing."""
    whole = record(**properties)
    return {**whole, "required": [name for name in properties if name not in optional]}


TREE: Schema = either(INTEGER, record(q=STRING, a=by_name({"$ref": "#/$defs/tree"})))
GAME: Schema = some(("scope",),
    book=STRING, code=STRING, game=STRING, title=STRING, edition=STRING, scope=TEXT,
    kinds=many(record(id=STRING, title=STRING, infractions=many(STRING))),
    penalties=many(record(id=STRING, title=STRING, grade=INTEGER, step=INTEGER, shape=STRING, brings=many(STRING), report=STRING,
                          record=many(TEXT), remedy=many(TEXT), cites=many(STRING), record_cites=many(STRING))),
    counted=many(record(id=STRING, most=INTEGER, plural=STRING, asks=STRING, counts=STRING)),
    escalations=many(some(("infractions", "period"), id=STRING, penalty=STRING, already=INTEGER, becomes=STRING, text=TEXT,
                          cites=many(STRING), infractions=many(STRING), period=STRING)),
    infractions=many(record(
        id=STRING, slug=STRING, title=STRING, section=STRING, definition=many(STRING), examples=many(STRING),
        questions=many(record(id=STRING, text=STRING, history=maybe(STRING), answers=many(ANSWER))),
        rows=many(some(("infraction", "either"), **{"from": STRING}, to=STRING, weighs=TEXT, remedy=many(TEXT), record=many(TEXT),
                       cites=many(STRING), infraction=STRING, either=BOOLEAN)),
        tree=TREE)),
    statements=by_name(record(cite=STRING, url=STRING, text=STRING)),
) | {"$defs": {"tree": TREE}}  # fmt: skip
TOLD = record(
    clean=PHRASES, sayings=by_name(PHRASES),
    telling=record(denying=by_name(STRING), measures=by_name(row(STRING, INTEGER)), weights=by_name(NUMBER)),
    penalties=many(record(words=PHRASES, once=PHRASES)),
    infractions=many(record(
        words=PHRASES, against=PHRASES, measures=MEASURES,
        answers=many(many(record(words=PHRASES, measures=MEASURES))))),
    taught=record(levels=record(often=INTEGER, much=INTEGER), words=STRING, pairs=STRING, told=many(STRING), answers=many(many(many(STRING)))),
)  # fmt: skip
READ = record(
    tables=by_name(record(**GRID)),
    values=by_name(NUMBER),
    sources=by_name(record(citation=STRING, url=URL, text=STRING)),
)
RESULT = row(STRING, many(either(STRING, INTEGER)))
NUMBERS = by_name(many(record(
    id=STRING, input=STRING, unit=STRING, words=STRING, supposed=STRING, cases=many(row(INTEGER, INTEGER, many(RESULT))),
)))  # fmt: skip
SYNONYMS = many(row(INTEGER, many(INTEGER), STRING))
SHARED = record(
    weights=by_name(either(NUMBER, many(NUMBER))), superseded=many(INTEGER), marks=by_name(many(INTEGER)),
    books=many(STRING), labels=by_name(STRING), games=by_name(many(STRING)), synonyms=SYNONYMS, longest=INTEGER, names=many(row(STRING, many(INTEGER))),
)  # fmt: skip
ITALIAN = record(analysis=record(
    stop=STRING, fillers=many(STRING), numbers=by_name(STRING), ordinals=by_name(INTEGER), units=by_name(STRING),
    thresholds=by_name(many(STRING)), tens=by_name(INTEGER), citing=STRING, editions=by_name(STRING), negations=STRING, exceptions=by_name(STRING), suffixes=many(row(STRING, INTEGER)),
))  # fmt: skip
COLUMNS = (STRING, STRING, STRING, STRING, INTEGER, either(STRING, INTEGER))
PIECE = {  # search/index/browser.py
    "code": STRING, "sections": row(*map(many, COLUMNS)), "pages": many(row(INTEGER, URL)), "leaves": many(INTEGER),
    "kinds": many(row(STRING, STRING, INTEGER, INTEGER)), "documents": STRING, "letters": many(row(INTEGER, STRING)), "terms": STRING,
    "scales": STRING, "postings": STRING, "levels": row(STRING, STRING), "bias": STRING, "intervals": many(row(INTEGER, INTEGER, INTEGER, STRING)),
    "tables": many(row(INTEGER, STRING)),
}  # fmt: skip
LEAF = many(row(STRING, STRING, STRING, URL, least=1))
ICON = record(src=STRING, sizes=STRING, type=STRING, purpose=STRING) | {"required": ["src", "sizes", "type"]}
WORDS = ("name", "short_name", "description", "lang", "dir", "id", "start_url", "scope", "display", "background_color",
         "theme_color")  # fmt: skip
MANIFEST = record(
    **dict.fromkeys(WORDS, STRING),
    categories=many(STRING),
    icons=many(ICON),
    shortcuts=many(record(name=STRING, url=STRING)),
)

FILES: Mapping[str, Schema] = {
    **{f"api/v1/{name}.json": schema for name, schema in SCHEMA["$defs"].items()},
    "api/v1/schema.json": {"$ref": SCHEMA["$schema"], "required": list(SCHEMA)},
    "assets/glossary/*.json": by_name(STRING),
    "assets/penalita/*.json": GAME,
    "assets/racconti/*.json": TOLD,
    "assets/search/comune.json": SHARED,
    "assets/search/lingua.json": ITALIAN,
    "assets/search/comuni.json": STRING,
    "assets/search/*.json": record(**PIECE, synonyms=SYNONYMS),
    "assets/frasi/*.json": record(**PIECE, texts=LEAF),
    "assets/search/*/parole.json": STRING,
    "assets/search/*/sezioni.json": record(**PIECE, synonyms=SYNONYMS),
    "assets/search/*/*.json": LEAF,
    "tabelle/numeri.json": NUMBERS,
    "tabelle/*.json": READ,
    "manifest.webmanifest": MANIFEST,
}
"""A file's path on the site → what it holds; of several patterns the first that fits."""

RULE = record(cite=STRING, id=STRING, text=STRING)
WITHIN: Mapping[str, Schema] = {
    "orologi": many(
        record(
            id=STRING,
            book=STRING,
            in_force=BOOLEAN,
            name=STRING,
            minutes=INTEGER,
            sides=INTEGER,
            rules=many(RULE),
            end=many(RULE),
        )
    ),
    "revisions": many(record(id=STRING, day=STRING, before=STRING, what=STRING)),
    "sw.js": record(version=STRING, stamp=STRING, files=by_name({"type": "string", "pattern": "^[A-Za-z0-9+/]{16}$"})),
}
"""What stands in a page, by its element's id, or in a script → what it holds."""
