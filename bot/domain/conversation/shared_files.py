"""Files that people send with their messages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedFile:
    """A file of a message, as the platform tells of it. It is fetched when it is needed."""

    name: str
    url: str  # given by the platform; of a terminal, the absolute path
    size: int | None = None  # bytes, as the platform says
    typed: str = ""  # how the message names it, if it does: "./mandate.pdf"


@dataclass(frozen=True, slots=True)
class MessageKey:
    """What identifies a message or command in its workspace, also before it has a thread."""

    channel: str
    message_id: str
