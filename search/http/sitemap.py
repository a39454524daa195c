"""The sitemap of a site that was built without knowing its own address."""

from __future__ import annotations

from html import escape
from pathlib import Path

APART = {"r", "api"}  # permalinks forward, the API is no page to find


def sitemap(site: Path, address: str) -> str:
    """The site's own sitemap.xml, or where it lists nothing, one with every page below `address` (which ends in '/')."""
    built = site / "sitemap.xml"
    if built.is_file() and "<loc>" in (text := built.read_text(encoding="utf-8")):
        return text
    folders = sorted(page.parent.relative_to(site) for page in site.rglob("index.html"))
    pages = [folder.as_posix() for folder in folders if not folder.parts or folder.parts[0] not in APART]
    places = [address if page == "." else f"{address}{page}/" for page in pages]
    rows = "".join(f"<url><loc>{escape(place)}</loc></url>\n" for place in places)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{rows}</urlset>\n"
