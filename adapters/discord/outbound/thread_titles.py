"""Makes names for threads that are opened from messages."""

import re
from typing import Final

from cachetools import LRUCache

_MAX_LENGTH: Final = 100  # characters of a thread's name
_MARKUP: Final = re.compile(r"[\\*_~`|<>\[\]#\x00-\x1f\u200b]+")
_SPACES: Final = re.compile(r"\s+")
_DEFAULT: Final = "Parley"
_CACHE_SIZE: Final = 2_000


def thread_title(text: str, name: str) -> str:
    """Return a name like "analyze AAPL · Ann" for a message `text` by `name`: at most 100 characters, never empty."""
    plain = _SPACES.sub(" ", _MARKUP.sub(" ", text)).strip().lstrip("/").strip()
    by = _SPACES.sub(" ", name).strip()[:32].rstrip()
    limit = _MAX_LENGTH - len(by) - len(" · ")
    if len(plain) > limit:
        plain = f"{plain[: limit - 1].rstrip()}…"
    return " · ".join(part for part in (plain, by) if part) or _DEFAULT


class ThreadTitles:
    """Names for the threads of recent messages, by the message's id."""

    def __init__(self) -> None:
        self._titles: LRUCache[str, str] = LRUCache(_CACHE_SIZE)

    def keep(self, message_id: str, *, text: str, name: str) -> None:
        """Store the title for a message from which a thread may be opened."""
        self._titles[message_id] = thread_title(text, name)

    def title_of(self, message_id: str) -> str | None:
        """Return the title for the thread of a message, if it is known."""
        return self._titles.get(message_id)
