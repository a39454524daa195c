"""Define the error of an original that cannot be used."""


class OriginalError(Exception):
    """Report why an original cannot be used.

    `what`: what happened, `do`: what to do next, each a whole Italian sentence.
    """

    def __init__(self, what: str, do: str) -> None:
        super().__init__(f"{what}\n    che cosa fare: {do}")
