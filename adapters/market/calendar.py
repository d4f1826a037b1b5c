"""The trading sessions of the New York Stock Exchange, with holidays and early closes, from exchange-calendars.

The library imports pandas: about 1.1 s and 70 MB. Its sessions are therefore cached in a small file, which later
processes read in milliseconds. The library is imported by the first query, or by `load()`, which a starting process
calls in a thread. Later queries take microseconds.
"""

import json
import os
from bisect import bisect_left, bisect_right
from contextlib import suppress
from datetime import date, datetime
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Final

from adapters.market.hours import NEW_YORK, require_zone
from bot.domain.market.sessions import TradingSession
from bot.errors import DateOutOfRangeError

FIRST_DAY: Final = date(2009, 1, 1)  # a year before the sample market begins


_SessionRow = tuple[date, datetime, datetime]  # day, opening, close


class ExchangeCalendar:
    """Implements `bot.ports.TradingCalendar` for New York, from 2009 to `until` inclusive.

    Returned instants are in New York's time zone. Every method raises DateOutOfRangeError for a day outside that span,
    and ValueError for an instant without a zone.
    """

    def __init__(self, *, until: date, cache_dir: Path | None = None) -> None:
        self._until = until
        self._cache_dir = cache_dir

    def load(self) -> None:
        """Load the sessions: 1.2 s the first time, nothing after that. Can be called in a thread."""
        _ = self._sessions

    def last_close(self, at: datetime) -> datetime:
        self._require_covered(require_zone(at).astimezone(NEW_YORK).date())
        closed = bisect_right(self._closes, at)
        if not closed:
            raise DateOutOfRangeError(at=at.isoformat(), first=self._dates[0], last=self._dates[-1])
        return self._closes[closed - 1]

    def close_after(self, session: date, sessions: int) -> datetime:
        self._require_covered(session)
        index = bisect_right(self._dates, session) - 1 + sessions
        if not 0 <= index < len(self._closes):
            raise DateOutOfRangeError(session=session, sessions=sessions, first=self._dates[0], last=self._dates[-1])
        return self._closes[index]

    def sessions_between(self, first: date, last: date) -> int:
        self._require_covered(first)
        self._require_covered(last)
        return bisect_right(self._dates, last) - bisect_right(self._dates, first)

    def sessions(self, first: date, last: date) -> tuple[TradingSession, ...]:
        self._require_covered(first)
        self._require_covered(last)
        rows = self._sessions[bisect_left(self._dates, first) : bisect_right(self._dates, last)]
        return tuple(TradingSession(day, opens, closes) for day, opens, closes in rows)

    def is_open(self, at: datetime) -> bool:
        day = require_zone(at).astimezone(NEW_YORK).date()
        self._require_covered(day)
        index = bisect_left(self._dates, day)
        if index == len(self._dates) or self._dates[index] != day:
            return False
        return self._sessions[index][1] <= at < self._closes[index]

    def _require_covered(self, day: date) -> None:
        if not FIRST_DAY <= day <= self._until:
            raise DateOutOfRangeError(day=day, first=FIRST_DAY, last=self._until)

    @cached_property
    def _sessions(self) -> tuple[_SessionRow, ...]:
        cached = self._read_cache()
        if cached is not None:
            return cached
        sessions = _load_from_library(self._until)
        self._write_cache(sessions)
        return sessions

    @cached_property
    def _cache_file(self) -> Path | None:
        """The cache file. Its name includes everything its content depends on, so that it is never out of date."""
        if self._cache_dir is None:
            return None
        return self._cache_dir / f"XNYS-{FIRST_DAY}-{self._until}-{version('exchange-calendars')}.json"

    def _read_cache(self) -> tuple[_SessionRow, ...] | None:
        with suppress(OSError, ValueError, TypeError):
            if self._cache_file is not None:
                rows = json.loads(self._cache_file.read_text(encoding="utf-8"))
                sessions = tuple((date.fromisoformat(day), _instant(o), _instant(c)) for day, o, c in rows)
                return sessions or None
        return None

    def _write_cache(self, sessions: tuple[_SessionRow, ...]) -> None:
        """Write the file atomically, so that no process reads part of it. A failure to write is ignored."""
        if self._cache_file is None:
            return
        rows = [[day.isoformat(), opens.timestamp(), closes.timestamp()] for day, opens, closes in sessions]
        with suppress(OSError):
            self._cache_file.parent.mkdir(parents=True, exist_ok=True)
            temporary = self._cache_file.with_suffix(f".{os.getpid()}")
            temporary.write_text(json.dumps(rows), encoding="utf-8")
            temporary.replace(self._cache_file)

    @cached_property
    def _dates(self) -> tuple[date, ...]:
        return tuple(session for session, _, _ in self._sessions)

    @cached_property
    def _closes(self) -> tuple[datetime, ...]:
        return tuple(closes for _, _, closes in self._sessions)


def _instant(timestamp: float) -> datetime:
    return datetime.fromtimestamp(timestamp, NEW_YORK)


def _load_from_library(until: date) -> tuple[_SessionRow, ...]:
    from exchange_calendars import get_calendar  # noqa: PLC0415  # takes a second; see the module's docstring

    schedule = get_calendar("XNYS", start=FIRST_DAY.isoformat(), end=until.isoformat()).schedule
    return tuple(
        (session.date(), opens.to_pydatetime().astimezone(NEW_YORK), closes.to_pydatetime().astimezone(NEW_YORK))
        for session, opens, closes in zip(schedule.index, schedule["open"], schedule["close"], strict=True)
    )
