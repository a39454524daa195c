"""Test every JSON file and API answer against its schema."""

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.applications import Starlette

from scripts.pipeline import SITE
from scripts.render.api_schema import SCHEMA, Schema
from tests.search.site_schemas import FILES, WITHIN
from tests.search.test_service import get

INLINE = re.compile(r'<script type="application/json" id="(\w+)">(.*?)</script>', re.DOTALL)
EDITION = re.compile(r"EDITION\s*=\s*\(?(\{.*?\}\})")


def jsons(site: Path) -> Iterator[tuple[str, str, Schema | None]]:
    """Return each JSON of a site: path, text, schema."""
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.suffix in (".json", ".webmanifest"):
            schema = next((schema for pattern, schema in FILES.items() if PurePosixPath(name).match(pattern)), None)
            yield name, path.read_text(encoding="utf-8"), schema
        elif path.suffix == ".html":
            for found in INLINE.finditer(path.read_text(encoding="utf-8")):
                yield f"{name}#{found[1]}", found[2], WITHIN.get(found[1])
    edition = EDITION.search((site / "sw.js").read_text(encoding="utf-8"))
    assert edition
    yield "sw.js", edition[1], WITHIN["sw.js"]


def test_every_json_of_the_site_is_as_its_schema_says(built: Path) -> None:
    known: dict[int, Draft202012Validator] = {}
    for one in (*FILES.values(), *WITHIN.values()):
        Draft202012Validator.check_schema(one)
        known[id(one)] = Draft202012Validator(one)
        assert not known[id(one)].is_valid({"x": 1}), f"a schema that anything satisfies says nothing: {one}"
    wrong, used = [], set()
    for place, text, schema in jsons(built / SITE):
        used.add(id(schema))
        error = next(known[id(schema)].iter_errors(json.loads(text)), None) if schema else "nobody says what it holds"
        if error:
            wrong.append(f"{place}: {error if isinstance(error, str) else f'{error.json_path}: {error.message[:200]}'}")
    assert not wrong
    assert known.keys() == used, "a schema describes what is not there"


def test_the_published_schema_is_that_of_the_api(built: Path) -> None:
    folder = built / SITE / "api/v1"
    schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
    assert schema == SCHEMA
    assert set(schema["$defs"]) == {path.stem for path in folder.glob("*.json")} - {"schema"}


def schema_of(app: Starlette, path: str, status: str) -> dict[str, Any]:
    document = get(app, "/api/v1/openapi.json").json()
    answers = document["paths"][path]["get"]["responses"]
    return dict(answers[status]["content"]["application/json"]["schema"])


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/api/v1/search", "?q=arriva+tardi"),
        ("/api/v1/search", "?q=xyzzyq"),
        ("/api/v1/search", "?q=mescolatissimo"),
        ("/api/v1/search", "?q=warnign&book=naruto-it&kind=infraction&limit=50"),
        ("/api/v1/search", "?q="),
        ("/api/v1/resolve", "?cite=MTR+2.5.c"),
        ("/api/v1/resolve", "?cite=MTR+2.5.zz"),
        ("/api/v1/resolve", "?cite="),
        ("/healthz", ""),
    ],
)
def test_every_answer_is_as_the_document_says(app: Starlette, path: str, query: str) -> None:
    answer = get(app, path + query)
    schema = schema_of(app, path, str(answer.status_code))
    validator = Draft202012Validator(schema)
    validator.validate(answer.json())
    assert not validator.is_valid({})
