"""Extend MkDocs: generated pages, scrolling tables, pages for the server.

`mkdocs.yml` names this file as MkDocs' hooks: with them plain `mkdocs build` and `mkdocs serve` show the whole site,
once `prontuario pages` has made the books' pages. MkDocs loads the file by path; of the project it imports only
`scripts.site.minify`.
"""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from jinja2 import BaseLoader, Environment
from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from scripts.site.minify import compact_style

# beside the generated pages, as .txt: 'slug:name|…' for the header; the games whose official text the pages contain
LISTS = ("games", "comparisons", "originals", "version")
VERSION = "%version%"  # where a written page says it
NAVIGATION = "nav.json"  # beside the generated pages: their order on the site
COLOURS = "books.css"
ERROR = "404.html"
STYLES = "assets/css"
STYLE = f"{STYLES}/prontuario.css"
MISSING = """Le pagine dei libri non ci sono ancora in {folder}.
    che cosa fare: «prontuario pages» le scrive (lo fa anche «make site»)."""
BASE = "base.html"
UNUSED = re.compile(
    r'\n\s*(?:<input class="md-toggle"[^>]*>|<label class="md-overlay"[^>]*></label>'
    r'|<div data-md-component="skip">.*?(?=\n\s*{% block header %})|<div class="md-dialog".*?</div>\s*</div>)',
    re.DOTALL,
)
CHANGED = """Il modello di base del tema è cambiato: non trovo più le cinque parti che servono soltanto ai suoi script.
    che cosa fare: guarda UNUSED in scripts/site/mkdocs_hooks.py e controlla la versione di mkdocs-material."""
DOUBLED = """{page} sta sia in docs/ sia fra le pagine generate.
    che cosa fare: togli docs/{page}, rimasta da una costruzione di prima."""


def find_generated(config: MkDocsConfig) -> Path:
    """Return the folder of the generated pages."""
    return Path(config.config_file_path or "").parent / str(config.extra["pages"])


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set navigation, scrolling tables and template values; PluginError without books' pages.

    `config.extra` gets `games`, `comparisons`, `originals` and `version` from files beside the generated pages.
    """
    folder = find_generated(config)
    if not (folder / NAVIGATION).is_file():
        raise PluginError(MISSING.format(folder=config.extra["pages"]))
    config.nav = json.loads((folder / NAVIGATION).read_text(encoding="utf-8"))
    for name in LISTS:
        config.extra[name] = (folder / f"{name}.txt").read_text(encoding="utf-8")
    config.markdown_extensions.append(ScrollingTables())  # type: ignore[arg-type]
    return config


def on_pre_build(config: MkDocsConfig) -> None:
    """Remove `site` if it is a link to a release, since MkDocs empties its folder."""
    if (site := Path(config.site_dir)).is_symlink():
        site.unlink()


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages to the written ones; PluginError if a page is both."""
    folder = find_generated(config)
    written = {file.src_uri for file in files}
    for path in sorted(folder.rglob("*.md")):
        page = path.relative_to(folder).as_posix()
        if page in written:
            raise PluginError(DOUBLED.format(page=page))
        files.append(File(page, str(folder), config.site_dir, config.use_directory_urls))
    return files


def on_nav(nav: Any, config: MkDocsConfig, files: Files) -> None:
    """Keep files and navigation for rendering single pages later."""
    config.extra["rendered"] = (files, nav)


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG001
    """Set up the templates, and keep the environment for rendering single pages later."""
    assert env.loader
    env.loader = WithoutUnused(env.loader)
    env.filters["style"] = lambda name: compact_style(read_style(name, config))
    env.filters["drawing"] = lambda path: (Path(config.docs_dir) / path).read_text(encoding="utf-8").strip()
    config.extra["rendered"] += (env,)


class WithoutUnused(BaseLoader):
    """Load theme templates, removing parts of `base.html` that this site does not use.

    They are checkboxes, empty notices and a dialog, which need the theme's scripts. Raises
    PluginError if they have changed.
    """

    def __init__(self, theme: BaseLoader) -> None:
        self.theme = theme

    def get_source(self, environment: Environment, template: str) -> Any:
        source, *more = self.theme.get_source(environment, template)
        if template == BASE:
            source, found = UNUSED.subn("", source)
            if found != 5:
                raise PluginError(CHANGED)
        return (source, *more)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Put the program's version where a page has %version%."""
    return markdown.replace(VERSION, config.extra["version"])


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Any) -> None:  # noqa: ARG001
    """Make title and description of a page with `live: true` Jinja expressions.

    The server fills them in. They are in `page.meta`, with the page's own values as default.
    """
    for name in ("title", "description") if page.meta.get("live") else ():
        page.meta[name] = f"{{% if {name} %}}{{{{ {name} }}}}{{% else %}}{page.meta[name]}{{% endif %}}"


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Return a page with `live: true` as shown without our server; others are unchanged.

    Keeps its Jinja template for the server (see `render_empty`).
    """
    return render_empty(page.file.dest_uri, output, config) if page.meta.get("live") else output


def on_template_context(context: TemplateContext, template_name: str, config: MkDocsConfig) -> None:  # noqa: ARG001
    """Make the error page's addresses relative to its `<base>`."""
    if template_name == ERROR:
        context["base_url"] = ""


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """Return the error page as shown without our server; other templates are unchanged.

    Keeps its Jinja template for the server (see `render_empty`).
    """
    if template_name != ERROR:
        return output_content
    return render_empty(template_name, output_content, config, root=urlsplit(config.site_url or "/").path)


def render_empty(path: str, template: str, config: MkDocsConfig, **values: str) -> str:
    """Return a page as shown without our server, and keep its template for the server.

    `path`: of the page; `template`: its HTML as a Jinja template, kept in `config.extra["live"]`; `values`: of the
    template's variables, the others being undefined.
    """
    config.extra.setdefault("live", {})[path] = template
    return (
        Environment(autoescape=True, keep_trailing_newline=True, trim_blocks=True).from_string(template).render(values)
    )


def read_style(name: str, config: MkDocsConfig) -> str:
    """Return the text of the stylesheet `name`; the site's own ends with the books' colours."""
    path = f"{STYLES}/{name}.css"
    text = (Path(config.docs_dir) / path).read_text(encoding="utf-8")
    return text + (find_generated(config) / COLOURS).read_text(encoding="utf-8") if path == STYLE else text


def on_post_build(config: MkDocsConfig) -> None:
    """Write the stylesheet with the books' colours."""
    (Path(config.site_dir) / STYLE).write_text(read_style("prontuario", config), encoding="utf-8")


def on_serve(server: Any, config: MkDocsConfig, builder: Any) -> Any:  # noqa: ARG001
    """Let `mkdocs serve` reload when generated pages change."""
    server.watch(str(find_generated(config)))
    return server


class ScrollingTables(Extension):
    """Put each table of written pages into a scrolling box."""

    def extendMarkdown(self, md: Markdown) -> None:
        md.treeprocessors.register(_Boxes(md), "scrolling-tables", 5)  # after the tree has got its line breaks


class _Boxes(Treeprocessor):
    """Put tables into boxes, and replace inline styles, which our policy forbids, by a class."""

    def run(self, root: Element) -> None:
        for parent in list(root.iter()):
            if parent.get("style") == "text-align: right;":  # our policy allows no inline style
                del parent.attrib["style"]
                parent.set("class", "a-destra")
            if parent.get("class") == "scorre":
                continue
            for place, child in enumerate(list(parent)):
                if child.tag == "table":
                    box = Element("div", {"class": "scorre", "tabindex": "0", "role": "group", "aria-label": "Tabella"})
                    box.tail, child.tail = child.tail, None
                    box.append(child)
                    parent[place] = box
