"""Our scripts without comments: nothing but comments and indentation is lost."""

from __future__ import annotations

import pytest

from scripts.render.scripts import compact


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("// @ts-check\nconst a = 1; // resta\n", "const a = 1; // resta\n"),
        ("/**\n * @param {A} a\n */\nfunction f(a) {\n  return a;\n}\n", "function f(a) {\nreturn a;\n}\n"),
        ("  let a = /** @type {B} */ (b);\n", "let a = (b);\n"),
        ("/** @typedef {A} B */ /** x */\nlet u = 'http://a';\n", "let u = 'http://a';\n"),
        ("/** detto */ let a;\n", "let a;\n"),
        ("let t = `\n  // resta\n  /* resta */\n`;\n", "let t = `\n  // resta\n  /* resta */\n`;\n"),
    ],
)
def test_only_comments_and_indentation_go(text: str, expected: str) -> None:
    assert compact(text).rstrip("\n") == expected.rstrip("\n")
