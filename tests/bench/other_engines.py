"""Run other engines on the same records: query and book → results, best first."""

import contextlib
import html
import math
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from whoosh import fields, index
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.query import Or, Term

from search.engine.answer import Engine
from search.language import analysis
from tests.bench.engine_documents import Record
from tests.conftest import ROOT
from tests.search.judged_queries import Shown

LIMIT = 10


Expand = Callable[[str, str], Mapping[str, float]]
"""(query, book or '') → its terms, what stands for them and what was meant by a slip, with weights: what ours is given."""


def expanded(engine: Engine) -> Expand:
    """Return a function that expands a query by our engine's spelling and synonyms."""

    def ask(query: str, book: str) -> Mapping[str, float]:
        found: dict[str, float] = {}
        for group in engine.parse(f"{query} ", book).groups:
            for alternative in group.alternatives:
                for term in alternative.terms if alternative.terms[0][0] != "#" else ():
                    found[term] = max(found.get(term, 0.0), alternative.weight / 100)
        return found

    return ask


class Fts5:
    """Search with SQLite FTS5 over our stems: BM25 with a heavier title, its own snippets."""

    name = "FTS5"
    TABLE = "CREATE VIRTUAL TABLE records USING fts5(place UNINDEXED, book UNINDEXED, title, text, asks)"
    ASK = (
        "SELECT place, bm25(records, 0, 0, 2, 1, 1.5) AS rank, snippet(records, -1, '[', ']', '…', 30)"
        " FROM records WHERE records MATCH ? AND (?2 = '' OR book = ?2) ORDER BY rank LIMIT ?3"
    )

    def __init__(self, records: Sequence[Record], expand: Expand) -> None:
        self.records, self.expand = records, expand
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute(self.TABLE)
        rows = [(n, r.book, stemmed(r.title), stemmed(r.text), stemmed(r.asks)) for n, r in enumerate(records)]
        self.connection.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?)", rows)
        self.connection.execute("INSERT INTO records(records) VALUES ('optimize')")

    def ask(self, query: str, book: str = "") -> list[Shown]:
        terms = [term for term in self.expand(query, book) if term.replace(".", "").isalnum()]
        match = " OR ".join(f'"{term}"' for term in terms)
        rows = self.connection.execute(self.ASK, (match, book, LIMIT)) if terms else ()
        return [shown(self.records[int(row[0])]) for row in rows]


def stemmed(text: str) -> str:
    return " ".join(analysis.terms(text))


def shown(record: Record) -> Shown:
    return Shown(record.id, record.text)


class Whoosh:
    """Search with stock Whoosh: BM25F over title, text and questions of our stems."""

    name = "Whoosh"

    def __init__(self, records: Sequence[Record], folder: Path, expand: Expand) -> None:
        self.records, self.expand = records, expand
        schema = fields.Schema(
            place=fields.STORED,
            book=fields.ID,
            title=fields.TEXT(SpaceSeparatedTokenizer(), field_boost=2.0),
            text=fields.TEXT(SpaceSeparatedTokenizer()),
            asks=fields.TEXT(SpaceSeparatedTokenizer()),
        )
        folder.mkdir(parents=True)
        writer = index.create_in(str(folder), schema).writer()
        for place, record in enumerate(records):
            said = {name: stemmed(getattr(record, name)) for name in ("title", "text", "asks")}
            writer.add_document(place=place, book=record.book, **said)
        writer.commit()
        self.searcher = index.open_dir(str(folder)).searcher()

    def ask(self, query: str, book: str = "") -> list[Shown]:
        terms = self.expand(query, book).items()
        asked = Or([Term(name, term, boost=weight) for term, weight in terms for name in ("title", "text", "asks")])
        hits = self.searcher.search(asked, limit=LIMIT, filter=Term("book", book) if book else None)
        return [shown(self.records[hit["place"]]) for hit in hits]


class Textbook:
    """Search with a textbook model over the same fields.

    The model is BM25F, or query likelihood (Dirichlet smoothing with the section and the whole collection).
    """

    def __init__(self, records: Sequence[Record], expand: Expand, *, likelihood: bool) -> None:
        self.records, self.expand, self.likelihood = records, expand, likelihood
        self.name = "Verosimiglianza" if likelihood else "BM25F"
        self.counts = [Counter[str]() for _ in records]
        self.lengths, self.sections = [0.0] * len(records), dict[str, Counter[str]]()
        self.postings: dict[str, set[int]] = {}
        self.collection: Counter[str] = Counter()
        for n, record in enumerate(records):
            for text, weight in ((record.text, 1), (record.title, 2), (record.asks, 1)):
                for term in analysis.terms(text):
                    self.counts[n][term] += weight
                    self.postings.setdefault(term, set()).add(n)
            self.lengths[n] = float(sum(self.counts[n].values()))
            self.sections.setdefault(record.title, Counter()).update(self.counts[n])
            self.collection.update(self.counts[n])
        self.mean = sum(self.lengths) / len(records)
        self.sizes = {title: sum(counts.values()) for title, counts in self.sections.items()}
        self.total = sum(self.collection.values())

    def ask(self, query: str, book: str = "") -> list[Shown]:
        terms = {t: w for t, w in self.expand(query, book).items() if t in self.postings}
        found = {n for term in terms for n in self.postings[term] if not book or self.records[n].book == book}
        score = self._likelihood if self.likelihood else self._bm25
        best = sorted(found, key=lambda n: (-sum(w * score(t, n) for t, w in terms.items()), n))
        unique = dict.fromkeys(shown(self.records[n]) for n in best[: 4 * LIMIT])
        return list(unique)[:LIMIT]

    def _bm25(self, term: str, n: int) -> float:
        spread, count = len(self.postings[term]), self.counts[n][term]
        rare = math.log(1 + (len(self.records) - spread + 0.5) / (spread + 0.5))
        return rare * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * self.lengths[n] / self.mean))

    def _likelihood(self, term: str, n: int) -> float:
        title = self.records[n].title
        behind = 0.7 * self.collection[term] / self.total + 0.3 * self.sections[title][term] / self.sizes[title]
        return math.log((self.counts[n][term] + 60 * behind) / (self.lengths[n] + 60))


def pagefind_site(records: Sequence[Record], folder: Path) -> None:
    """Write a Pagefind index of the records, in Italian, into `folder`."""
    # by its command: its service for Python waits for ever for an answer once in a while
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
  const { search } = await import('/assets/js/search/worker-client.js');
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
    """Yield a Chromium page at the root of a folder, served unchanged."""
    import functools
    import http.server
    import threading

    from tests.running_server import chromium

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def translate_path(self, path: str) -> str:
            own = path.startswith("/assets/js/")  # a module as written: on the site it is in another's file
            return str(ROOT / "docs" / path[1:]) if own else super().translate_path(path)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with chromium() as browser:
        page = browser.new_context(service_workers="block").new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/404.html")
        yield page
    server.shutdown()
