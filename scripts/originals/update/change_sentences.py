"""Describe in an Italian sentence how one of our texts changed."""

from scripts.originals.compare.sections import align_words

MOST, PARTS = 24, 2  # words and places that a change is told with


def describe_change(before: str, now: str, edition: str) -> str:
    """Return an Italian sentence on how a text changed; '' means that an edition lacks it.

    "… 40 minuti.", "… 50 minuti." → "«40» diventa «50»." `edition`: name of the new edition.
    """
    if not before:
        return f"Nuovo nell’edizione «{edition}»."
    if not now:
        return f"Ritirato: nell’edizione «{edition}» non c’è."
    if "\n" in before or "\n" in now:
        old, new = before.split("\n"), now.split("\n")
        count = max(sum(row not in new for row in old), sum(row not in old for row in new))
        return f"{'Cambia una riga' if count == 1 else f'Cambiano {count} righe'} della tabella."
    parts: list[str] = []
    told = 0
    went: tuple[str, ...] = ()
    for run in (*align_words(before.split(), now.split()), None):
        if run and run.kind == "-":
            went = run.words
            told += len(went)
        elif run and run.kind == "+":
            parts.append(f"{_quote(went)} diventa {_quote(run.words)}" if went else f"si aggiunge {_quote(run.words)}")
            told += len(run.words)
            went = ()
        elif went:
            parts.append(f"si toglie {_quote(went)}")
            went = ()
    said = "; ".join(parts)
    return (
        f"{said[:1].upper()}{said[1:]}."
        if said and told <= MOST and len(parts) <= PARTS
        else f"Riscritto nell’edizione «{edition}»."
    )


def _quote(words: tuple[str, ...]) -> str:
    return f"«{' '.join(words).strip(' .,;:«»')}»"
