"""Passages of the files that a team has added, as answers rest on them."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

MAX_PASSAGES: Final = 5  # that an answer or a prompt rests on


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgePassage:
    """A passage of one file."""

    text: str
    title: str  # of the file
    page: str = ""  # "12", "3–4", or a heading; empty: the file has neither
    score: float = 0.0
    base: str = ""  # the name of its knowledge base
    id: UUID | None = None  # of its episode
