"""Define the error of an original that cannot be used."""


class OriginalError(Exception):
    """Say `what` happened and what to `do` next, in whole Italian sentences."""

    def __init__(self, what: str, do: str) -> None:
        super().__init__(what)
        self.what = what
        self.do = do

    def __str__(self) -> str:
        return f"{self.what}\n    che cosa fare: {self.do}"
