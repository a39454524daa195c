"""Other engines over the same documents: a query → section ids, best first."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from whoosh import fields, index
from whoosh.analysis import StemmingAnalyzer
from whoosh.qparser import MultifieldParser, OrGroup

from search import analysis
from tests.bench.documents import Document

LIMIT = 10


class Fts5:
    """SQLite FTS5 over text stemmed by our analysis, BM25 with a heavier title, its own snippets."""

    name = "FTS5"
    TABLE = "CREATE VIRTUAL TABLE sections USING fts5(id UNINDEXED, title, text)"
    ASK = (
        "SELECT id, bm25(sections, 0, 5, 1) AS rank, snippet(sections, -1, '[', ']', '…', 30)"
        " FROM sections WHERE sections MATCH ? ORDER BY rank LIMIT ?"
    )

    def __init__(self, documents: Sequence[Document]) -> None:
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute(self.TABLE)
        rows = [(d.id, stemmed(d.title), stemmed(d.text)) for d in documents]
        self.connection.executemany("INSERT INTO sections VALUES (?, ?, ?)", rows)
        self.connection.execute("INSERT INTO sections(sections) VALUES ('optimize')")

    def ask(self, query: str) -> list[str]:
        terms = analysis.terms(query)
        match = " OR ".join(f'"{term}"' for term in terms)
        return [row[0] for row in self.connection.execute(self.ASK, (match, LIMIT))] if terms else []


def stemmed(text: str) -> str:
    return " ".join(analysis.terms(text))


class Whoosh:
    """Whoosh as it comes, with its English stemmer, title and text."""

    name = "Whoosh"

    def __init__(self, documents: Sequence[Document], folder: Path) -> None:
        analyzer = StemmingAnalyzer()
        schema = fields.Schema(
            id=fields.ID(stored=True), title=fields.TEXT(analyzer, field_boost=2.0), text=fields.TEXT(analyzer)
        )
        folder.mkdir(parents=True)
        writer = index.create_in(str(folder), schema).writer()
        for document in documents:
            writer.add_document(id=document.id, title=document.title, text=document.text)
        writer.commit()
        self.searcher = index.open_dir(str(folder)).searcher()
        self.parser = MultifieldParser(["title", "text"], schema, group=OrGroup)

    def ask(self, query: str) -> list[str]:
        return [hit["id"] for hit in self.searcher.search(self.parser.parse(query), limit=LIMIT)]


def pagefind_site(documents: Sequence[Document], folder: Path) -> None:
    """Writes a Pagefind index of the documents, in Italian, into `folder`."""
    from pagefind.index import IndexConfig, PagefindIndex

    async def build() -> None:
        async with PagefindIndex(config=IndexConfig(output_path=str(folder), force_language="it")) as site:
            for d in documents:
                await site.add_custom_record(
                    url=f"/{d.id}", content=f"{d.title}\n{d.text}", language="it", meta={"title": d.title}
                )

    asyncio.run(build())


ASK_PAGEFIND = """async queries => {
  const pagefind = await import('/pagefind/pagefind.js');
  await pagefind.init();
  const found = [];
  for (const query of queries) {
    const { results } = await pagefind.search(query);
    found.push(await Promise.all(results.slice(0, 10).map(async result => (await result.data()).url.replace(/^\\//, ''))));
  }
  return found;
}"""

ASK_OURS = """async queries => {
  const { search, warm } = await import('/assets/js/search/client.js');
  await warm();
  const ids = [], times = [];
  for (let pass = 0; pass < 2; pass++) for (const query of queries) {
    const start = performance.now();
    const answer = await search(query, { limit: 10 });
    (times[pass] ??= []).push(performance.now() - start);
    if (!pass) ids.push(answer.results.map(result => result.id));
  }
  return { ids, times };
}"""


@contextlib.contextmanager
def browser_page(site: Path) -> Iterator[Any]:
    """A Chromium's page at the root of a folder served as it is."""
    import functools
    import http.server
    import threading

    from tests.serving import chromium

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with chromium() as browser:
        page = browser.new_context(service_workers="block").new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/404.html")
        yield page
    server.shutdown()
