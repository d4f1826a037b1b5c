"""What a message asks of the knowledge bases themselves."""

from dataclasses import dataclass
from enum import StrEnum


class KnowledgeAct(StrEnum):
    """What is to be done."""

    LIST = "list"
    ADD = "add"
    REMOVE = "remove"
    HOW = "how"  # what was typed is not understood


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeRequest:
    """A request to add, remove or list files."""

    act: KnowledgeAct
    base: str = ""  # its name, as typed; empty: none is named
    title: str = ""  # of a file; empty: none is named
    is_for_team: bool = False  # for everybody, wherever it is asked
