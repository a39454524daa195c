"""Test our changes to MkDocs and its theme."""

import re
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment
from mkdocs.exceptions import PluginError

from scripts.pipeline import SITE
from scripts.site.fingerprinted_assets import add_stamp, find_stamp
from scripts.site.mkdocs_hooks import WithoutUnused

TOGGLE = '\n    <input class="md-toggle" type="checkbox">'
OVERLAY = '\n    <label class="md-overlay" for="x"></label>'
NOTICES = '\n    <div data-md-component="skip">\n    </div>\n    <div data-md-component="announce">\n    </div>'
HEADER = "\n    {% block header %}<header></header>{% endblock %}"
DIALOG = '\n    <div class="md-dialog">\n      <div></div>\n    </div>'


def test_what_only_the_themes_scripts_use_is_taken_from_its_base_alone() -> None:
    theme = DictLoader(
        {"base.html": f"<body>{TOGGLE}{TOGGLE}{OVERLAY}{NOTICES}{HEADER}{DIALOG}\n</body>", "other.html": TOGGLE}
    )
    templates = Environment(loader=WithoutUnused(theme))
    assert templates.get_template("base.html").render() == "<body>\n    <header></header>\n</body>"
    assert templates.get_template("other.html").render() == TOGGLE


def test_a_theme_that_has_them_elsewhere_is_told() -> None:
    with pytest.raises(PluginError, match="tema"):
        Environment(loader=WithoutUnused(DictLoader({"base.html": f"<body>{TOGGLE}</body>"}))).get_template("base.html")


def test_the_home_brings_its_styles_along(built: Path) -> None:
    site, stamp = built / SITE, find_stamp(built / SITE)
    page = (site / "index.html").read_text(encoding="utf-8")
    styles = "".join(
        (site / add_stamp(f"assets/css/{name}.css", stamp)).read_text(encoding="utf-8")
        for name in ("prontuario", "scrivania")
    )
    [brought] = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    assert brought == styles
    assert 'rel="stylesheet"' not in page
