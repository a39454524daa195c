"""Other engines over the same statements and rows: a query and a book → results, best first."""

from __future__ import annotations

import contextlib
import html
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from whoosh import fields, index
from whoosh.analysis import StemmingAnalyzer
from whoosh.qparser import MultifieldParser, OrGroup
from whoosh.query import Term

from search.language import analysis
from tests.bench.documents import Record
from tests.search.judged import Shown

LIMIT = 10


class Fts5:
    """SQLite FTS5 over text stemmed by our analysis, BM25 with a heavier title, its own snippets."""

    name = "FTS5"
    TABLE = "CREATE VIRTUAL TABLE records USING fts5(place UNINDEXED, book UNINDEXED, title, text)"
    ASK = (
        "SELECT place, bm25(records, 0, 0, 2, 1) AS rank, snippet(records, -1, '[', ']', '…', 30)"
        " FROM records WHERE records MATCH ? AND (?2 = '' OR book = ?2) ORDER BY rank LIMIT ?3"
    )

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute(self.TABLE)
        rows = [(n, r.book, stemmed(r.title), stemmed(r.text)) for n, r in enumerate(records)]
        self.connection.executemany("INSERT INTO records VALUES (?, ?, ?, ?)", rows)
        self.connection.execute("INSERT INTO records(records) VALUES ('optimize')")

    def ask(self, query: str, book: str = "") -> list[Shown]:
        terms = analysis.terms(query)
        match = " OR ".join(f'"{term}"' for term in terms)
        rows = self.connection.execute(self.ASK, (match, book, LIMIT)) if terms else ()
        return [shown(self.records[int(row[0])]) for row in rows]


def stemmed(text: str) -> str:
    return " ".join(analysis.terms(text))


def shown(record: Record) -> Shown:
    return Shown(record.id, record.text)


class Whoosh:
    """Whoosh as it comes, with its English stemmer, title and text."""

    name = "Whoosh"

    def __init__(self, records: Sequence[Record], folder: Path) -> None:
        self.records = records
        analyzer = StemmingAnalyzer()
        schema = fields.Schema(
            place=fields.STORED,
            book=fields.ID,
            title=fields.TEXT(analyzer, field_boost=2.0),
            text=fields.TEXT(analyzer),
        )
        folder.mkdir(parents=True)
        writer = index.create_in(str(folder), schema).writer()
        for place, record in enumerate(records):
            writer.add_document(place=place, book=record.book, title=record.title, text=record.text)
        writer.commit()
        self.searcher = index.open_dir(str(folder)).searcher()
        self.parser = MultifieldParser(["title", "text"], schema, group=OrGroup)

    def ask(self, query: str, book: str = "") -> list[Shown]:
        narrow = Term("book", book) if book else None
        hits = self.searcher.search(self.parser.parse(query), limit=LIMIT, filter=narrow)
        return [shown(self.records[hit["place"]]) for hit in hits]


def pagefind_site(records: Sequence[Record], folder: Path) -> None:
    """Writes a Pagefind index of the records, in Italian, into `folder`; a result's address is its record's number.

    By its command, of a page each: its service for Python waits for ever for an answer once in a while."""
    with tempfile.TemporaryDirectory() as pages:
        for place, r in enumerate(records):
            title = html.escape(r.title)
            page = Path(pages, str(place), "index.html")
            page.parent.mkdir()
            page.write_text(
                f'<html lang="it"><title>{title}</title><body data-pagefind-filter="book:{r.book}">'
                f"<h1>{title}</h1><p>{html.escape(r.text)}</p></body></html>",
                encoding="utf-8",
            )
        command = [sys.executable, "-m", "pagefind", "--site", pages, "--output-path", str(folder), "--quiet"]
        subprocess.run(command, check=True)


ASK_PAGEFIND = """async queries => {
  const pagefind = await import('/pagefind/pagefind.js');
  await pagefind.init();
  const found = [];
  for (const [query, book] of queries) {
    const { results } = await pagefind.search(query, book ? { filters: { book } } : {});
    found.push(await Promise.all(results.slice(0, 10).map(async result => Number((await result.data()).url.replaceAll('/', '')))));
  }
  return found;
}"""

ASK_OURS = """async queries => {
  const { search } = await import(document.querySelector('script[src$="/main.js"]').src.replace('main.js', 'search/client.js'));
  const times = [];
  for (let pass = 0; pass < 2; pass++) for (const [query, book] of queries) {
    const start = performance.now();
    await search(query, { book, limit: 10 });
    (times[pass] ??= []).push(performance.now() - start);
  }
  return times;
}"""


@contextlib.contextmanager
def browser_page(site: Path) -> Iterator[Any]:
    """A Chromium's page at the root of a folder served as it is."""
    import functools
    import http.server
    import threading

    from tests.running_server import chromium

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
