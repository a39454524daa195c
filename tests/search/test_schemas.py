"""What the API says it answers is what it answers: every file and every kind of answer against its schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.applications import Starlette

from scripts.pipeline import SITE
from tests.search.test_service import get

FILES = ("books", "sections", "penalties", "tables", "anchors", "texts", "editions")


@pytest.mark.parametrize("name", FILES)
def test_every_static_file_is_as_its_schema_says(built: Path, name: str) -> None:
    folder = built / SITE / "api/v1"
    schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
    assert set(schema["$defs"]) == {path.stem for path in folder.glob("*.json")} - {"schema"} == set(FILES)
    validator = Draft202012Validator(schema["$defs"][name])
    validator.check_schema(schema["$defs"][name])
    validator.validate(json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))
    assert not validator.is_valid({"x": 1}), "a schema that anything satisfies says nothing"


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
