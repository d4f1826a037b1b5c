"""Passages of the files that a team has added, as answers rest on them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgePassage:
    """A passage of one file."""

    text: str
    title: str
    page: str = ""  # "12", a heading; empty: the file has none
    score: float = 0.0
