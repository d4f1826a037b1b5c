"""What a prompt is told of memory beside the conversation: remembered facts, recalled episodes, passages of files."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberedFact:
    """One statement of core memory."""

    section: str  # "team", "preferences"
    text: str
    by: str  # who said it; empty: nobody known
    since: date | None = None  # from when it is true; None: not known


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledText:
    """One earlier exchange, decision or remark, found for the message at hand."""

    text: str
    by: str  # names of the speakers
    at: datetime
    link: str = ""  # to the message on its platform; not told to models
    score: float = 0.0
    is_of_conversation: bool = False  # said in the conversation that the prompt is about


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgePassage:
    """A passage of a file that the team has added."""

    text: str
    title: str
    page: str = ""  # "12", a heading; empty: the file has none
    score: float = 0.0
