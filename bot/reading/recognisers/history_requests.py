"""Read what stands behind "/history": "november", "Ann last week", "google by Bob", "1a2b3c4d", 十一月, 和王芳."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Final

from bot.domain.text.normalise import normalise
from bot.reading.times.time_expressions import TimeExpression, find_time_expression

# What a command names without the words that a sentence has around it: "november", "friday", "2025", "10 days", 春.
_FORMS: Final = ("in {}", "on {}", "last {}", "{}天")
_AMBIGUOUS_MONTH: Final = "may"  # in a sentence usually the verb
_MAX_WORDS: Final = 3  # of a time
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
    time = find_named_time(text, now=now, zone=zone)
    words = _trimmed(_as_typed(text, time.rest) if time is not None else text)
    match = _BY.search(f" {words}")
    return HistoryRequest(time, words, (match["name"] or match["chinese"]).strip() if match else "")


def find_named_time(text: str, *, now: datetime, zone: tzinfo) -> TimeExpression | None:
    """Return the time that words name, also such as no sentence stands around: "november"; arguments as above."""
    return find_time_expression(text, now=now, zone=zone) or _bare_time(text, now=now, zone=zone)


def _bare_time(text: str, *, now: datetime, zone: tzinfo) -> TimeExpression | None:
    """Return the time that some of the words are, each set into a sentence; None: none is."""
    words = normalise(text).lower().split()
    for first, last in _parts(len(words)):
        for sentence in _sentences(" ".join(words[first:last]), now.astimezone(zone).year):
            found = find_time_expression(sentence, now=now, zone=zone)
            if found is not None and not found.rest and found.since <= now:
                return TimeExpression(found.since, found.until, " ".join([*words[:first], *words[last:]]))
    return None


def _parts(count: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of so many words, the longest first."""
    for size in range(min(count, _MAX_WORDS), 0, -1):
        yield from ((first, first + size) for first in range(count - size + 1))


def _sentences(words: str, year: int) -> Iterator[str]:
    if words == _AMBIGUOUS_MONTH:
        yield from (f"{year}-05", f"{year - 1}-05")
    elif words not in _LINKING:
        yield from (form.format(words) for form in _FORMS)


def _as_typed(text: str, rest: str) -> str:
    """Return the words of a lower-case rest as they stand in the text, where they do."""
    typed = {each.lower(): each for each in text.split()}
    return " ".join(typed.get(each, each) for each in rest.split())


def _trimmed(text: str) -> str:
    """Return the text without linking words at its ends, but for one that points at a person."""
    words = text.split()
    while words and words[-1].lower() in _LINKING:
        words.pop()
    while words and words[0].lower() in _LINKING and not _BY.match(" ".join(words)):
        words.pop(0)
    return " ".join(words)
