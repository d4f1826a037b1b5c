"""How far a request has come, kept where it survives its failure."""

from dataclasses import dataclass


@dataclass(slots=True)
class RequestProgress:
    """Of one request with all its tries."""

    attempts: int = 0  # the first, and those after failures; one put otherwise for a server counts once
    text: str = ""  # what has come of a stream, and been shown
