"""Define the source format's regular expressions (for references: `model.references`), and write a heading."""

import re

LETTERS = r"[a-z]{1,2}"
SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"
ANCHOR = rf"{SLUG}(?:\.{SLUG})*"

anchor = re.compile(rf"{ANCHOR}\Z")
heading = re.compile(r"(?P<marks>#{1,6})\s+(?P<title>.+?)\s*\{(?P<attributes>#[^}]*)\}\s*\Z")
attribute = re.compile(r'(?P<key>[a-z]+)=(?:"(?P<quoted>[^"]*)"|(?P<plain>[^\s"]+))')
statement = re.compile(rf"(?P<letter>{LETTERS})\.\s+(?P<text>\S.*)\Z")
marker = re.compile(r"\[(?!\[)(?P<kind>[^\]]*)\]\s*")
table = re.compile(rf"\{{tabella\s+(?P<id>{ANCHOR})\}}\s*\Z")
column = re.compile(r"(?P<name>[^:]+?)\s*:\s*(?P<type>[A-Za-z]+)\Z")
header = re.compile(r"#\s*(?P<key>[A-Za-zà]+)\s*:\s*(?P<value>.*?)\s*\Z")
range_ = re.compile(r"(?P<low>\d+)(?:\s*[-–]\s*(?P<high>\d+)|(?P<more>\s*\+))?\Z")
number = re.compile(r"-?\d+(?:[.,]\d+)?\Z")
integer = re.compile(r"-?\d+\Z")


def write_heading(level: int, title: str, anchor: str, number: str, page: int | None) -> str:
    """Return the line of a section's heading: '## Turni {#mtr-2.1 n=2.1 p=14}'."""
    given = [f"#{anchor}"]
    given += [f'n="{number}"' if " " in number else f"n={number}"] if number else []
    given += [f"p={page}"] if page else []
    return f"{'#' * level} {title} {{{' '.join(given)}}}"
