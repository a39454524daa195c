"""Test that minified scripts and styles lose only comments and spaces."""

from pathlib import Path

import pytest

from scripts.pipeline import SITE
from scripts.site.minify import compact_script, compact_style


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("// @ts-check\nconst a = 1; // via\n", "const a=1;"),
        ("/**\n * @param {A} a\n */\nfunction f(a) {\n  return a;\n}\n", "function f(a){return a;}"),
        ("  let a = /** @type {B} */ (b);\n", "let a=(b);"),
        ("let u = 'http://a  b';\n", "let u='http://a  b';"),
        ("let r = /[/]{2}  x/u.test(s);\n", "let r=/[/]{2}  x/u.test(s);"),
        ("/** un `nome` */\nlet a = `x  ${b}`; // via\nlet c = `  y`;\n", "let a=`x  ${b}`;let c=`  y`;"),
        ("let t = `\n  // resta ${a ? `b  ${c}` : 'd'}\n  /* resta */\n`;\n", "let t=`\n  // resta ${a ? `b  ${c}` : 'd'}\n  /* resta */\n`;"),
    ],
)  # fmt: skip
def test_only_comments_and_spaces_go(text: str, expected: str) -> None:
    assert compact_script(text).strip() == expected


def test_a_style_loses_its_comments_and_needless_spaces_alone() -> None:
    style = '/* due\n   righe */\na::before { content: "/* resta */"; } /* via */\nb { c: \'"\'; }\n'
    assert compact_style(style) == 'a::before{content:"/* resta */"}b{c:\'"\'}'
    spaces = (
        "a :is(b,\n  c) > d { margin: 0  -1px; width: calc(1em + 2px) }\n@media (min-width: 62em) { .x { --y: 1 ; } }"
    )
    small = "a :is(b,c) > d{margin:0 -1px;width:calc(1em + 2px)}@media (min-width:62em){.x{--y:1}}"
    assert compact_style(spaces) == small


def test_a_built_site_serves_them_compact(built: Path) -> None:
    scripts = list((built / SITE).glob("assets/js.*/**/*.js"))
    assert scripts
    assert not [path for path in scripts if "@ts-check" in path.read_text(encoding="utf-8")]
    styles = list((built / SITE).glob("assets/css.*/*.css"))
    assert styles
    assert not [path for path in styles if "/*" in path.read_text(encoding="utf-8")]
