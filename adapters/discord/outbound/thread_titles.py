"""Names for the threads that are opened from messages."""

import re
from typing import Final

from cachetools import LRUCache

_MOST: Final = 100  # characters of a thread's name
_MARKUP: Final = re.compile(r"[\\*_~`|<>\[\]#\x00-\x1f\u200b]+")
_SPACES: Final = re.compile(r"\s+")
_NAMELESS: Final = "Parley"
_KEPT: Final = 2_000


def thread_title(text: str, name: str) -> str:
    """Return "analyze AAPL · Ann" for what `name` said, at most 100 characters, never empty."""
    plain = _SPACES.sub(" ", _MARKUP.sub(" ", text)).strip().lstrip("/").strip()
    by = _SPACES.sub(" ", name).strip()[:32].rstrip()
    room = _MOST - len(by) - len(" · ")
    if len(plain) > room:
        plain = f"{plain[: room - 1].rstrip()}…"
    return " · ".join(part for part in (plain, by) if part) or _NAMELESS


class ThreadTitles:
    """The names that the threads of recent messages will have, by the message's id."""

    def __init__(self) -> None:
        self._kept: LRUCache[str, str] = LRUCache(_KEPT)

    def keep(self, message_id: str, *, text: str, name: str) -> None:
        """Note who said what in a message from which a thread may be opened."""
        self._kept[message_id] = thread_title(text, name)

    def title_of(self, message_id: str) -> str | None:
        """Return the name for the thread of a message, if it is known."""
        return self._kept.get(message_id)
