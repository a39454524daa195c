"""Read a Markdown file, with its headings, lists and tables."""

from __future__ import annotations

import re
from dataclasses import replace

import markdown

from scripts.originals.read import Source
from scripts.originals.read.html import read_html
from scripts.originals.read.plain import decode

ATTRIBUTES = re.compile(r"[ \t]*\{[#:.][^}\n]*\}[ \t]*$", re.M)  # of a heading: an anchor, a class
FRONT = re.compile(r"\A---\n.*?\n---\n", re.S)


def read_markdown(data: bytes, name: str) -> Source:
    """Read bytes as lines; raise OriginalError where they are not text."""
    text, notes = decode(data, name)
    text = ATTRIBUTES.sub("", FRONT.sub("", text.replace("\r\n", "\n")))
    page = markdown.markdown(text, extensions=["tables", "sane_lists", "def_list", "md_in_html"])
    return replace(read_html(f"<html><body>{page}</body></html>".encode(), name), kind="markdown", notes=notes)
