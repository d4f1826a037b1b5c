"""Read what stands behind "/history": "november", "Ann last week", "google by Bob", "1a2b3c4d", 十一月, 和王芳."""

import re
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Final

from bot.reading.times.time_expressions import TimeExpression, find_time_expression

_BY: Final = re.compile(r"(?:^|\s)(?:by|with|from) +(?P<name>\S.*)$|[和跟与] ?(?P<chinese>\S+)$", re.IGNORECASE)
_LINKING: Final = frozenset({"in", "on", "of", "from", "and", "about", "the", "by", "with", "的", "关于", "在"})


@dataclass(frozen=True, slots=True)
class HistoryRequest:
    """What a request for records of conversations names besides shares."""

    time: TimeExpression | None
    words: str  # what else is named: a person or an id, as typed; with shares, their names are among them
    speaker: str  # the person that "by", "with" or 和 points at; empty: it points at nobody


def read_history_request(text: str, *, now: datetime, zone: tzinfo) -> HistoryRequest:
    """Return what the words behind the command name.

    Args:
        text: The words, as typed.
        now: An aware time; relative expressions start from its day in `zone`.
        zone: Where days begin and end.
    """
    time = find_time_expression(text, now=now, zone=zone, is_expected=True)
    words = _trimmed(text if time is None else time.rest)
    match = _BY.search(f" {words}")
    return HistoryRequest(time, words, (match["name"] or match["chinese"]).strip() if match else "")


def _trimmed(text: str) -> str:
    """Return the text without linking words at its ends, but for one that points at a person."""
    words = text.split()
    while words and words[-1].lower() in _LINKING:
        words.pop()
    while words and words[0].lower() in _LINKING and not _BY.match(" ".join(words)):
        words.pop(0)
    return " ".join(words)
