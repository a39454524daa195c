"""Read `tests/golden/problems/*.txt`: faults put into the made-up book, and the expected reports.

A file holds parts. `=== replace FILE` and `=== with` replace the only occurrence of a text in a file of the book; `===
file FILE` writes a whole file (`\\xNN` is a byte); `=== move FILE` gives it the name below; `=== problems` is the
expected report.
"""

import re
import shutil
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"
PART = re.compile(r"^=== (?P<verb>replace|with|file|move|problems) ?(?P<name>.*)$", re.MULTILINE)
BYTE = re.compile(rb"\\x([0-9a-f]{2})")


def parts(text: str) -> list[tuple[str, str, str]]:
    """Split a file into (verb, name, body)."""
    found = list(PART.finditer(text))
    ends = [*(m.start() for m in found[1:]), len(text)][: len(found)]
    return [
        (m["verb"], m["name"].strip(), text[m.end() + 1 : end].removesuffix("\n"))
        for m, end in zip(found, ends, strict=True)
    ]


def book_with(faults: str, folder: Path) -> str:
    """Copy the made-up book with faults; return the expected report."""
    shutil.copytree(GOLDEN / "book", folder, dirs_exist_ok=True)
    expected = ""
    old, target = "", folder
    for verb, name, body in parts(faults):
        if verb == "replace":
            old, target = body, folder / name
        elif verb == "with":
            text = target.read_text(encoding="utf-8")
            assert text.count(old) == 1, f"«{old}» must stand once in {target.name}"
            target.write_text(text.replace(old, body), encoding="utf-8")
        elif verb == "file":
            data = BYTE.sub(lambda m: bytes([int(m[1], 16)]), body.encode("utf-8"))
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data + b"\n" if data else b"")
        elif verb == "move":
            (folder / body).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).rename(folder / body)
        else:
            expected = body
    return expected
