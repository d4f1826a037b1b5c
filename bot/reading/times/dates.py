"""Find the days and spans of days that a text names. An impossible or ambiguous one is a problem, not a guess."""

from dataclasses import dataclass
from datetime import date

from bot.domain.conversation.problems import Problem
from bot.reading.times.finder import EARLIEST, FoundTime, find_times
from bot.reading.times.openings import Opening


@dataclass(frozen=True, slots=True)
class FoundDates:
    """The dates of a text, and the text without them, in which no year can be read as an amount."""

    dates: tuple[date, ...]  # none, one, or a span's first and last day
    problems: tuple[Problem, ...]
    undated_text: str  # dates are blanked out; every other character is in its place


def find_dates(text: str, *, today: date) -> FoundDates:
    """Return the dates of a normalised text, as of the market's `today`."""
    times = [each for each in find_times(text, today=today) if not each.is_bare and each.known is None]
    dated = [each for each in times if each.problem is None]
    days = [day for each in dated for day in each.days]
    if len(dated) == 1 and dated[0].opening is Opening.UNTIL:  # beside another date no end is open
        days.append(min(EARLIEST, days[0]))
    problems = dict.fromkeys(each.problem for each in times if each.problem is not None)
    dates = dict.fromkeys((min(days), max(days))) if days else ()
    return FoundDates(tuple(dates), tuple(problems), _without_times(text, times))


def _without_times(text: str, times: list[FoundTime]) -> str:
    """Return a text with blanks in the place of times."""
    for each in times:
        text = text[: each.core] + " " * (each.end - each.core) + text[each.end :]
    return text
