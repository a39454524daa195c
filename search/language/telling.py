"""How one tells, and how much what is told counts (`search/language/telling.json`): the same for server and browser.

The browser has it from the file of a game's stories (`assets/racconti/<book>.json`). Each name is used in
`search/engine/understand.py` and in `docs/assets/js/penalita/`. The weights were settled by trying, on stories left out of
what teaches (`make bench` prints what a change does to the situations that nobody reads).

`denying`: `non` are the words that a phrase means by «non», `nothing` those that deny besides; `twice` what inside a phrase
that denies turns it round («non … mai» denies once); `light` what changes nothing between a negation and what it denies
(«non l’ha certo fatto apposta»); after `unsure` a «se» says neither yes nor no; `none` and `absent` end what is not there
(«malafede niente», «non ce n’è»); `and` begins another clause («non tornavano e mi ha chiamato»: he did call), as it is
written: «non è iscritto» has no «e».

`measures`: a unit of the search → the measure of the tables that it is, and how many of it.

`weights`, of a word: by where it stands (`title` to `texts`; `often` for each doubling of how many say it), all that times
`bags`; `taught` for each step that the stories taught, times `small` for a small word, `pair` for two side by side, `half` if
it is denied. Of a phrase: `alone` of one word, else `longer` for each other word up to `longest`; `own` of an answer, `against` of its
contrary. `measured` a number that the infraction waits for, `named` that all words of its title are said. `least`: what is found has this share of the best.
Places: how many stop words and words stand between two of a phrase (`wordsDenied`: one that denies), how many before it
a negation reaches over (`wordsBefore`), how many after one it touches (`denied`). Of an answer: `lean…` how much a word makes
lean to it, `louder`, by how many words a story must speak more for it; a phrase does not suffice where words lean against it
by more than `doubt`, and `spoken` words suffice without where they lean by `sure` and `times` as much.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

TELLING: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "telling.json").read_text(encoding="utf-8"))


def denying(name: str) -> frozenset[str]:
    """The words of a way to deny."""
    return frozenset(TELLING["denying"][name].split())


AS_NON = denying("non")
NEGATIONS = AS_NON | denying("nothing")
