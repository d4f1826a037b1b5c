"""Calls of memory's tools by models, and what becomes of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class MemoryTool(StrEnum):
    """The tools. None of them reaches trades, limits or policy."""

    UPDATE = "core_memory_update"  # section, content
    DELETE = "core_memory_delete"  # section, content
    INSERT = "archival_memory_insert"  # content
    SEARCH = "archival_memory_search"  # query
    ARCHIVE = "archival_memory_archive"  # id


class ToolRefusal(StrEnum):
    """Why a call was not carried out."""

    UNKNOWN_TOOL = "unknown_tool"
    BAD_ARGUMENTS = "bad_arguments"
    UNKNOWN_SECTION = "unknown_section"
    READ_ONLY = "read_only"  # the team's sections, and limits: people change these
    SECRET = "secret"  # noqa: S105 - a code
    TOO_LONG = "too_long"
    FULL = "full"
    TOO_MANY = "too_many"  # calls in one turn
    NOT_FOUND = "not_found"
    ERASED = "erased"  # what it notes may be of a person who is being erased
    STATED = "stated"  # by a person, or noted of another one's message or elsewhere: people end it
    SUPERSEDED = "superseded"  # people have said or deleted something on it since the message that is noted


@dataclass(frozen=True, slots=True)
class MemoryToolCall:
    """A call as a model wrote it; nothing in it is trusted."""

    tool: str
    arguments: Mapping[str, object]
    why: str = ""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a model is told of its call."""

    tool: str
    text: str  # what was done or found, or why not
    refusal: ToolRefusal | None = None

    @property
    def is_done(self) -> bool:
        """Whether it was carried out."""
        return self.refusal is None
