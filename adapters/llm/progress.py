"""How far a request has come, kept where it survives its failure."""

from dataclasses import dataclass


@dataclass(slots=True)
class Progress:
    """Of one request with all its tries."""

    sent: int = 0  # requests
    text: str = ""  # what has come of a stream, and been shown
