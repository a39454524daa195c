"""Render a penalty’s badge: its name with a shape and colour for its severity.

The scale of severity is the same for all games.
"""

from markupsafe import Markup

from scripts.model.infraction import Penalty
from scripts.render.html_builder import tag

# The step of the ramp (0 … 7, `--pen-N` in the style sheet): the same word has the same step in every book.
STEPS = {
    "nessuna": 0,
    "altro-documento": 0,
    "da-scrivere": 0,
    "ammonizione-verbale": 1,
    "ammonizione": 2,
    "ammonizione-ufficiale": 2,
    "partita-persa": 3,
    "incontro-perso": 4,
    "espulsione": 5,
    "squalifica": 5,
    "sospensione": 6,
    "persona-sgradita": 7,
}
# Outlines in a box of 20 by 20; one more corner a step, so that they can be told apart without colour.
SHAPES = (
    "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14zm0 3a4 4 0 1 1 0 8a4 4 0 1 1 0-8z",
    "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14z",
    "M10 2 18.500 17h-17z",
    "M3 3h14v14H3z",
    "M10 1l9 9-9 9-9-9z",
    "M10 1l9 6.700-3.400 10.300H4.400L1 7.700z",
    "M5.500 2h9l4.500 8-4.500 8h-9L1 10z",
    "M10 0l2.600 6.600 7.100.4-5.500 4.500 1.900 6.900-6.100-3.900-6.100 3.900 1.900-6.900L.3 7l7.100-.4z",
)


def find_step(penalty: Penalty) -> int:
    """Return a penalty's place on the scale of severity, 0 (none) to 7; an index of `SHAPES`."""
    return STEPS.get(penalty.id, max(0, min(penalty.grade, len(SHAPES) - 1)))


def render_badge(penalty: Penalty) -> Markup:
    """Return a penalty as HTML: shape and name in its colour."""
    n = find_step(penalty)
    path = tag("path", fill_rule="evenodd", d=SHAPES[n])
    shape = tag("svg", path, class_="forma", viewBox="0 0 20 20", aria_hidden="true")
    return tag("span", shape, penalty.title, class_=f"pen pen-{n}")


def pluralise(title: str) -> str:
    """Return the plural of an Italian title: 'Ammonizione verbale' → 'ammonizioni verbali'."""
    endings = {"e": "i", "a": "e", "o": "i"}
    return " ".join(w[:-1] + endings.get(w[-1], w[-1]) for w in title.lower().split())
