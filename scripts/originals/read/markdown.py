"""Read a Markdown file with its headings, lists and tables."""

import re
from dataclasses import replace

import markdown

from scripts.originals.read import Source
from scripts.originals.read.html import read_html
from scripts.originals.read.plain import decode
from scripts.originals.text_model import Discard

ATTRIBUTES = re.compile(r"[ \t]*\{[#:.][^}\n]*\}[ \t]*$", re.M)  # of a heading: an anchor, a class
TAG = re.compile(r"^(#{1,6} .*?)[ \t]*(?P<tag>\[[\w-]+\])[ \t]*$", re.M)  # "## Campo [section1]"
# a list that begins right below a line of text, which most readers of Markdown take for one
LIST_BELOW = re.compile(r"^(?![ \t]*(?:[-*+]|\d{1,3}[.)])[ \t])(?=[ \t]*[^\s#|>])(.*)\n(?=[ ]{0,3}[-*+] \S)", re.M)
# a table that begins right below a line of text
TABLE_BELOW = re.compile(r"^(?![ \t]*\|)(?=[ \t]*\S)([^\n]*)\n(?=[ \t]*\|[^\n]*\|[ \t]*\n[ \t]*\|?[ \t]*:?-)", re.M)
FRONT = re.compile(r"\A(?:---\n(?:[^\n]*\n)*?|(?:[\w-]+:[^\n]*\n|[ \t]+\S[^\n]*\n)+)---\n")
COMMAND = re.compile(r"^\\[a-z]+(?:\{[^}\n]*\})*[ \t]*$", re.M)  # "\\newpage": for whoever prints it


def read_markdown(data: bytes, name: str) -> Source:
    """Read a Markdown file's bytes; OriginalError if they are not text."""
    text, notes = decode(data, name)
    text = text.replace("\r\n", "\n")
    left = [Discard("intestazione del file", match[0].strip("-\n "), 0) for match in FRONT.finditer(text)]
    text = FRONT.sub("", text)
    left += [Discard("comando di impaginazione", match[0].strip(), 0) for match in COMMAND.finditer(text)]
    text = COMMAND.sub("", text)
    left += [Discard("ancora di un titolo", match[0].strip(), 0) for match in ATTRIBUTES.finditer(text)]
    left += [Discard("ancora di un titolo", match["tag"], 0) for match in TAG.finditer(text)]
    text = TABLE_BELOW.sub("\\1\n\n", text)
    text = LIST_BELOW.sub("\\1\n\n", TAG.sub("\\1", ATTRIBUTES.sub("", text)))
    page = markdown.markdown(text, extensions=["tables", "sane_lists", "def_list", "md_in_html"])
    source = read_html(f"<html><body>{page}</body></html>".encode(), name)
    return replace(source, kind="markdown", notes=notes, discards=(*left, *source.discards))
