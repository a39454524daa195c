"""Test every file and answer of the API against its schema."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.applications import Starlette

from scripts.pipeline import SITE
from scripts.render.api_schema import SCHEMA
from tests.search.test_service import get


@pytest.mark.parametrize("name", SCHEMA["$defs"])
def test_every_file_of_the_api_is_as_its_schema_says(built: Path, name: str) -> None:
    schema = SCHEMA["$defs"][name]
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert not validator.is_valid({"x": 1}), "a schema that anything satisfies says nothing"
    validator.validate(json.loads((built / SITE / f"api/v1/{name}.json").read_text(encoding="utf-8")))


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
