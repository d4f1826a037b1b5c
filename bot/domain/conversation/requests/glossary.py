"""The request for the meaning of words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Define:
    """Say what words mean."""

    terms: tuple[str, ...] = ()  # of the glossary: "rsi"
    word: str = ""  # as typed, in lower case: no term of the glossary; then `terms` is empty
    asks_level: bool = False  # "what counts as high?": of the figure that was spoken of before; then there is no word
