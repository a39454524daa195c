"""Make the sitemap at request time, if the build did not know the site's address."""

from collections.abc import Collection
from html import escape
from pathlib import Path

BUILT = "sitemap.xml"
APART = {"r", "api"}  # permalinks forward, the API is no page to find


def make_sitemap(site: Path, paths: Collection[str], address: str) -> str:
    """Return the sitemap.xml of the build or, if that knew no address, one with all pages.

    `paths`: the site's files; `address`: the site's root, with a final '/'.
    """
    if BUILT in paths and "<loc>" in (text := (site / BUILT).read_text(encoding="utf-8")):
        return text
    pages = sorted(
        path.removesuffix("index.html") for path in paths if path == "index.html" or path.endswith("/index.html")
    )
    places = [f"{address}{page}" for page in pages if page.partition("/")[0] not in APART]
    rows = "".join(f"<url><loc>{escape(place)}</loc></url>\n" for place in places)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{rows}</urlset>\n"
