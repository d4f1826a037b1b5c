"""A run of sessions of one share, with the session before it; extremes and counts of what each session has."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import pairwise

from bot.domain.figures.query import Bound, RankOrder
from bot.domain.market.price_history import ActionKind, PriceHistory
from bot.domain.market.snapshot import Bar


@dataclass(frozen=True, slots=True)
class Window:
    """Sessions, oldest first, their prices and volumes per share as they are at the last one."""

    before: Bar | None  # the session before the first; None: the share has none known
    bars: tuple[Bar, ...]  # at least one
    dividends: Decimal = Decimal(0)  # US dollars a share that went ex in `bars`
    earlier: tuple[Bar, ...] = ()  # those known before `before`, oldest first

    @property
    def start(self) -> Bar:
        """The session from whose close a change counts: that before the span, or the first known one."""
        return self.before or self.bars[0]

    @property
    def last(self) -> Bar:
        """The last session."""
        return self.bars[-1]

    @property
    def closes(self) -> tuple[Decimal, ...]:
        """The closes, that before the span first."""
        return tuple(bar.close for bar in (*((self.before,) if self.before else ()), *self.bars))

    @property
    def changes(self) -> tuple[tuple[Bar, Decimal], ...]:
        """Each session with its change from the close before it, as a fraction."""
        known = (*((self.before,) if self.before else ()), *self.bars)
        return tuple((bar, bar.close / before.close - 1) for before, bar in pairwise(known))


def find_window(bars: Sequence[Bar], history: PriceHistory, *, first: date, last: date) -> Window | None:
    """Return the sessions on the days `first` to `last`, of bars as traded, oldest first; None: there is none."""
    known = [bar for bar in bars if bar.session <= last]
    at = next((at for at, bar in enumerate(known) if bar.session >= first), None)
    if at is None:
        return None
    end = known[-1].session
    adjusted = [_at_ratio(bar, history.split_ratio(after=bar.session, through=end)) for bar in known]
    before, inside = (adjusted[at - 1] if at else None), adjusted[at:]
    start = before.session if before else inside[0].session
    dividends = (
        each.value / history.split_ratio(after=each.ex_date, through=end)
        for each in history.actions
        if each.kind is ActionKind.DIVIDEND and start < each.ex_date <= end
    )
    return Window(before, tuple(inside), sum(dividends, Decimal(0)), tuple(adjusted[: max(at - 1, 0)]))


def _at_ratio(bar: Bar, ratio: Decimal) -> Bar:
    """Return a bar per share after splits by `ratio` new shares for each old one."""
    if ratio == 1:
        return bar
    return replace(
        bar,
        open=bar.open / ratio,
        high=bar.high / ratio,
        low=bar.low / ratio,
        close=bar.close / ratio,
        volume=int(bar.volume * ratio),
    )


@dataclass(frozen=True, slots=True)
class Occurrences:
    """The sessions on which a figure was beyond a bound."""

    days: tuple[date, ...]  # oldest first
    sessions: int  # of all that were looked at


def extreme_day(daily: Sequence[tuple[date, Decimal]], order: RankOrder) -> tuple[date, Decimal]:
    """Return the session with the highest, or lowest, figure; of equal ones the earliest."""
    if order is RankOrder.HIGHEST:
        return max(daily, key=lambda each: each[1])
    return min(daily, key=lambda each: each[1])


def occurrences(daily: Sequence[tuple[date, Decimal]], bound: Bound) -> Occurrences:
    """Return the sessions whose figure was above the bound, or below it; equal to it is neither."""
    return Occurrences(tuple(day for day, value in daily if is_beyond(value, bound)), len(daily))


def is_beyond(value: Decimal, bound: Bound) -> bool:
    """Return whether a figure is above the bound, or below it."""
    return value > bound.value if bound.is_above else value < bound.value
