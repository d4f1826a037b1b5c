"""Reads a number of trading sessions: "5", "5 days", "a week", 一个月. A day is one session, a week 5, a month 21."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from bot.reading.word_tables import read_lists

_SESSIONS: Final = {"day": 1, "week": 5, "month": 21}  # by unit
_DIGITS: Final = 6


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of a span: its count, and a group named after its unit."""
    spans = read_lists("commands", "spans")
    units = "|".join(f"(?P<{name}>{_either(spans[name])})" for name in _SESSIONS)
    return re.compile(rf"(?P<count>[0-9]{{1,{_DIGITS}}}|{_either(spans['one'])})(?: ?(?:{units}))?")


def session_count(text: str) -> int | None:
    """Return how many sessions a text says, at least 1; None: it says no such number."""
    found = _pattern().fullmatch(text.lower())
    if found is None or (found.lastgroup == "count" and not found["count"].isdecimal()):
        return None
    count = int(found["count"]) if found["count"].isdecimal() else 1
    unit = found.lastgroup if found.lastgroup in _SESSIONS else "day"
    return count * _SESSIONS[unit] or None


def _either(phrases: Iterable[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(phrases, key=len, reverse=True))
