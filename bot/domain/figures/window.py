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
    from_close: bool = False  # whether a change counts from the close of the first session, not of the one before

    @property
    def start(self) -> Bar:
        """The session from whose close a change counts: that before the span, or the first of it."""
        return self._counted[0]

    @property
    def last(self) -> Bar:
        """The last session."""
        return self.bars[-1]

    @property
    def closes(self) -> tuple[Decimal, ...]:
        """The closes, that from which a change counts first."""
        return tuple(bar.close for bar in self._counted)

    @property
    def changes(self) -> tuple[tuple[Bar, Decimal], ...]:
        """Each session with its change from the close before it, as a fraction."""
        return tuple((bar, bar.close / before.close - 1) for before, bar in pairwise(self._counted))

    @property
    def _counted(self) -> tuple[Bar, ...]:
        return self.bars if self.from_close or self.before is None else (self.before, *self.bars)


def find_window(
    bars: Sequence[Bar], history: PriceHistory, *, first: date, last: date, from_close: bool = False
) -> Window | None:
    """Return the sessions on the days `first` to `last`, of bars as traded, oldest first; None: there is none."""
    known = [bar for bar in bars if bar.session <= last]
    at = next((at for at, bar in enumerate(known) if bar.session >= first), None)
    if at is None:
        return None
    end = known[-1].session
    adjusted = [_at_ratio(bar, history.split_ratio(after=bar.session, through=end)) for bar in known]
    before, inside = (adjusted[at - 1] if at else None), adjusted[at:]
    from_close = from_close and inside[0].session == first
    start = inside[0].session if from_close or before is None else before.session
    dividends = (
        each.value / history.split_ratio(after=each.ex_date, through=end)
        for each in history.actions
        if each.kind is ActionKind.DIVIDEND and start < each.ex_date <= end
    )
    return Window(before, tuple(inside), sum(dividends, Decimal(0)), tuple(adjusted[: max(at - 1, 0)]), from_close)


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
    """Return the session whose figure stands first in an order; of equal ones the earliest."""
    return min(daily, key=lambda each: order.key(each[1]))


def occurrences(daily: Sequence[tuple[date, Decimal]], bound: Bound) -> Occurrences:
    """Return the sessions whose figure was above the bound, or below it; equal to it is neither."""
    return Occurrences(tuple(day for day, value in daily if is_beyond(value, bound)), len(daily))


def is_beyond(value: Decimal, bound: Bound) -> bool:
    """Return whether a figure is above the bound, or below it."""
    return value > bound.value if bound.is_above else value < bound.value
