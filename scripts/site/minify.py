"""Minify scripts and styles: remove comments and needless spaces."""

import re

from rjsmin import jsmin

COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?s:.*?)\*/[ \t]*)$|/\*\*(?s:.*?)\*/", re.MULTILINE)
STYLE_COMMENT = re.compile(r"""("[^"]*"|'[^']*')|[ \t]*/\*(?s:.*?)\*/""")
STYLE_SPACE = re.compile(r"""("[^"]*"|'[^']*')|\s*(?:;\s*)?(})\s*|(?:\s*([{;,])|(?<=[\w)])(:))\s*|\s+""")
HELD = re.compile(r'"\x00(\d+)"')


def compact_script(text: str) -> str:
    r"""Compact a script: '  // perché\n  let a = /** @type {B} */ (b);\n' → 'let a=(b);'.

    Strings and template literals are kept. The latter are hidden from the library, which does not know that they nest.
    """
    held: list[str] = []
    pieces, end = [], 0
    comments = [match.span() for match in COMMENT.finditer(text)]
    start = text.find("`")
    while start >= 0:
        if inside := next((b for a, b in comments if a <= start < b), 0):
            start = text.find("`", inside)
            continue
        stop = find_template_end(text, start)
        pieces.append(f'{text[end:start]}"\x00{len(held)}"')
        held.append(text[start:stop])
        start, end = text.find("`", stop), stop
    small = str(jsmin("".join(pieces) + text[end:]))
    return HELD.sub(lambda match: held[int(match[1])], small)


def find_template_end(text: str, start: int) -> int:
    """Return the position after the template literal at `start`; it may contain others."""
    i = start + 1
    while text[i] != "`":
        if text[i] == "\\":
            i += 2
        elif text.startswith("${", i):
            i, depth = i + 2, 1
            while depth:
                if text[i] == "`":
                    i = find_template_end(text, i)
                    continue
                depth += {"{": 1, "}": -1}.get(text[i], 0)
                i += 1
        else:
            i += 1
    return i + 1


def compact_style(text: str) -> str:
    """Minify a stylesheet, keeping strings: 'a { b: "/*"; }  /* perché */ ' → 'a{b:"/*"}'."""
    bare = STYLE_COMMENT.sub(lambda match: match[1] or "", text)
    return STYLE_SPACE.sub(lambda match: match[1] or match[2] or match[3] or match[4] or " ", bare).strip()
