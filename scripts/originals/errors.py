"""An original that cannot be used: said in Italian, with what to do; the command prints it and exits with 1."""

from __future__ import annotations


class OriginalError(Exception):
    """`what` happened and what to `do` next, both whole Italian sentences."""

    def __init__(self, what: str, do: str) -> None:
        super().__init__(what)
        self.what = what
        self.do = do

    def __str__(self) -> str:
        return f"{self.what}\n    che cosa fare: {self.do}"
