"""Describe the site's private JSON, which only its scripts read."""

from collections.abc import Mapping

from scripts.render.api_schema import (
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
    object_of,
    tuple_of,
)

# scripts/render/penalty_data.py: words, and [words, address].
TEXT = either(STRING, many(either(STRING, tuple_of(STRING, STRING))))
PHRASES = many(STRING)
MEASURES = by_name(many(tuple_of(maybe(NUMBER), maybe(NUMBER), BOOLEAN)))


def some(optional: tuple[str, ...], **properties: Schema) -> Schema:
    """Return the schema of an object with optional properties."""
    whole = object_of(**properties)
    return {**whole, "required": [name for name in properties if name not in optional]}


TREE: Schema = either(INTEGER, object_of(q=STRING, a=by_name({"$ref": "#/$defs/tree"})))
GAME: Schema = some(("scope",),
    unforeseen=many(STRING),
    book=STRING, code=STRING, game=STRING, title=STRING, edition=STRING, scope=TEXT,
    kinds=many(object_of(id=STRING, title=STRING, infractions=many(STRING))),
    penalties=many(object_of(id=STRING, title=STRING, grade=INTEGER, step=INTEGER, shape=STRING, brings=many(STRING), report=STRING,
                          record=many(TEXT), remedy=many(TEXT), cites=many(STRING), record_cites=many(STRING))),
    counted=many(object_of(id=STRING, most=INTEGER, plural=STRING, asks=STRING, counts=STRING)),
    escalations=many(some(("infractions", "period"), id=STRING, penalty=STRING, already=INTEGER, becomes=STRING, text=TEXT,
                          cites=many(STRING), infractions=many(STRING), period=STRING)),
    together=many(object_of(id=STRING, asks=STRING, gives=STRING, penalty=STRING, text=TEXT, cites=many(STRING))),
    infractions=many(object_of(
        id=STRING, slug=STRING, title=STRING, section=STRING, definition=many(STRING), examples=many(STRING),
        questions=many(object_of(id=STRING, text=STRING, history=maybe(STRING), answers=many(ANSWER))),
        rows=many(some(("infraction", "either"), **{"from": STRING}, to=STRING, weighs=TEXT, remedy=many(TEXT), record=many(TEXT),
                       cites=many(STRING), infraction=STRING, either=BOOLEAN)),
        tree=TREE)),
    statements=by_name(object_of(cite=STRING, url=STRING, text=STRING)),
) | {"$defs": {"tree": TREE}}  # fmt: skip
TOLD = object_of(  # search/language/story_corpus_codec.py
    reading=object_of(dropped=STRING, letters=INTEGER, denying=STRING, reach=INTEGER, light=STRING, unsure=STRING, linking=STRING),
    model=object_of(weights=many(NUMBER), alpha=NUMBER, easy=NUMBER, letters=INTEGER, none=NUMBER, untold=NUMBER, sure=NUMBER, nothing=NUMBER, prior=NUMBER, answered=NUMBER, slight=NUMBER),
    words=STRING, stories=many(STRING), totals=many(many(NUMBER)), distinct=many(INTEGER),
    amounts=by_name(by_name(by_name(MEASURES))), penalties=many(object_of(words=PHRASES, once=PHRASES)),
)  # fmt: skip
READ = object_of(
    tables=by_name(object_of(**GRID)),
    values=by_name(NUMBER),
    sources=by_name(object_of(citation=STRING, url=URL, text=STRING)),
)
RESULT = tuple_of(STRING, many(either(STRING, INTEGER)))
NUMBERS = by_name(many(object_of(
    id=STRING, input=STRING, unit=STRING, words=STRING, supposed=STRING, cases=many(tuple_of(INTEGER, INTEGER, many(RESULT))),
)))  # fmt: skip
SYNONYMS = many(tuple_of(INTEGER, many(INTEGER), STRING))
SHARED = object_of(
    weights=by_name(either(NUMBER, many(NUMBER))), superseded=many(INTEGER), marks=by_name(many(INTEGER)),
    books=many(STRING), labels=by_name(STRING), games=by_name(many(STRING)), synonyms=SYNONYMS, longest=INTEGER, names=many(tuple_of(STRING, many(INTEGER))),
)  # fmt: skip
ITALIAN = object_of(analysis=object_of(
    stop=STRING, fillers=many(STRING), numbers=by_name(STRING), ordinals=by_name(INTEGER), units=by_name(STRING),
    thresholds=by_name(many(STRING)), tens=by_name(INTEGER), citing=STRING, editions=by_name(STRING), negations=STRING, exceptions=by_name(STRING), suffixes=many(tuple_of(STRING, INTEGER)),
))  # fmt: skip
COLUMNS = (STRING, STRING, STRING, STRING, INTEGER, either(STRING, INTEGER))
PIECE = {  # search/index/browser_files.py
    "code": STRING, "sections": tuple_of(*map(many, COLUMNS)), "pages": many(tuple_of(INTEGER, URL)), "leaves": many(INTEGER),
    "kinds": many(tuple_of(STRING, STRING, INTEGER, INTEGER)), "documents": STRING, "letters": many(tuple_of(INTEGER, STRING)), "terms": STRING,
    "scales": STRING, "postings": STRING, "levels": tuple_of(STRING, STRING), "bias": STRING, "intervals": many(tuple_of(INTEGER, INTEGER, INTEGER, STRING)),
    "tables": many(tuple_of(INTEGER, STRING)),
}  # fmt: skip
LEAF = many(tuple_of(STRING, STRING, STRING, URL, least=1))
ICON = object_of(src=STRING, sizes=STRING, type=STRING, purpose=STRING) | {"required": ["src", "sizes", "type"]}
WORDS = ("name", "short_name", "description", "lang", "dir", "id", "start_url", "scope", "display", "background_color",
         "theme_color")  # fmt: skip
MANIFEST = object_of(
    **dict.fromkeys(WORDS, STRING),
    categories=many(STRING),
    icons=many(ICON),
    shortcuts=many(object_of(name=STRING, url=STRING)),
)

FILES: Mapping[str, Schema] = {
    **{f"api/v1/{name}.json": schema for name, schema in SCHEMA["$defs"].items()},
    "api/v1/schema.json": {"$ref": SCHEMA["$schema"], "required": list(SCHEMA)},
    "assets/glossary/termini.json": by_name(many(STRING)),
    "assets/glossary/*.json": by_name(STRING),
    "assets/penalita/*.json": GAME,
    "assets/racconti/*.json": TOLD,
    "assets/search/comune.json": SHARED,
    "assets/search/lingua.json": ITALIAN,
    "assets/search/comuni.json": STRING,
    "assets/search/*.json": object_of(**PIECE, synonyms=SYNONYMS),
    "assets/frasi/*.json": object_of(**PIECE, texts=LEAF),
    "assets/search/*/parole.json": STRING,
    "assets/search/*/sezioni.json": object_of(**PIECE, synonyms=SYNONYMS),
    "assets/search/*/*.json": LEAF,
    "tabelle/numeri.json": NUMBERS,
    "tabelle/*.json": READ,
    "manifest.webmanifest": MANIFEST,
}
"""A file's path on the site → what it holds; of several patterns the first that fits."""

RULE = object_of(cite=STRING, id=STRING, text=STRING)
WITHIN: Mapping[str, Schema] = {
    "orologi": many(
        object_of(
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
    "revisions": many(some(("was",), id=STRING, day=STRING, before=STRING, what=STRING, was=STRING)),
    "sw.js": object_of(
        version=STRING, stamp=STRING, files=by_name({"type": "string", "pattern": "^[A-Za-z0-9+/]{16}$"})
    ),
}
"""What stands in a page, by its element's id, or in a script → what it holds."""
