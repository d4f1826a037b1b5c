"""What Yahoo's chart of a share holds at an instant: rows in today's shares, and what is said of the last session."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from bot.domain.market.snapshot import Bar, market_date

from .bad_bars import WAYS, Chart, Row, SplitEvent

if TYPE_CHECKING:
    from .world import YahooShare, YahooWorld


@dataclass(frozen=True, slots=True)
class _Now:
    """The instant that a share has come to: now, or its last trade before a halt."""

    at: datetime
    opens: datetime  # of its latest session
    closes: datetime

    @property
    def traded_at(self) -> datetime:
        """The last trade: there is one in each second of a session."""
        return min(self.at, self.closes).replace(microsecond=0)

    @property
    def elapsed(self) -> Fraction:
        """How much of the latest session is over."""
        return min(Fraction(1), Fraction((self.at - self.opens) / (self.closes - self.opens)))


def chart_of(world: "YahooWorld", share: "YahooShare") -> Chart | None:
    """Return the chart, with its mistakes; None: nothing has been traded yet."""
    now = _now_of(world, share)
    if now is None:
        return None
    today = market_date(now.at)
    splits = {day: ratio for day, ratio in share.splits.items() if day <= today}
    bars = [bar for bar in share.bars if bar.session <= today]
    if not bars:
        return None
    if bars[-1].session == today:
        bars[-1] = _so_far(bars[-1], now.elapsed)
    opens = {each.day: each.opens for each in world.calendar.sessions(bars[0].session, bars[-1].session)}
    rows = [_row(bar, int(opens[bar.session].timestamp()), splits) for bar in bars]
    if now.at < now.closes:  # Yahoo dates the running session's row by the last trade
        rows[-1].stamp = int(now.traded_at.timestamp())
    chart = Chart(
        rows=[row for row in rows if row.session not in share.missing],
        splits=[SplitEvent(day, *ratio) for day, ratio in splits.items()],
        dividends={
            day: float(amount) / _factor(splits, day, inclusive=True)
            for day, amount in share.dividends.items()
            if day <= today
        },
        price=rows[-1].close or 0.0,
        previous_close=rows[-2].close if len(rows) > 1 else None,
        traded_at=int(now.traded_at.timestamp()),
        symbol=share.symbol,
        currency=share.currency,
        next_opening=world.calendar.sessions(today, world.calendar.close_after(today, 1).date())[-1].opens,
    )
    for row in chart.rows:
        if row.session in share.nulls:
            row.open = row.high = row.low = row.close = row.volume = None
    chart.quote_price = chart.price
    if share.bad_bar is not None and chart.rows:
        WAYS[share.bad_bar](chart)
        if share.is_bad_everywhere:
            chart.quote_price = chart.price
    return chart


def _now_of(world: "YahooWorld", share: "YahooShare") -> _Now | None:
    now = world.clock.now() - timedelta(minutes=share.delay_minutes)
    at = min(now, share.halted_since or now)
    day = market_date(at)
    sessions = [each for each in world.calendar.sessions(share.bars[0].session, day) if each.opens <= at]
    return _Now(at, sessions[-1].opens, sessions[-1].closes) if sessions else None


def _so_far(bar: Bar, elapsed: Fraction) -> Bar:
    """Return the bar of a running session: its price moves evenly from the opening to the close."""
    if elapsed >= 1:
        return bar
    price = bar.open + (bar.close - bar.open) * elapsed.numerator / elapsed.denominator
    price = price.quantize(bar.close)
    low, high = sorted((bar.open, price))
    return Bar(bar.session, bar.open, high, low, price, int(bar.volume * elapsed))


def _row(bar: Bar, stamp: int, splits: Mapping[date, tuple[int, int]]) -> Row:
    factor = _factor(splits, bar.session)
    opening, high, low, close = (float(each) / factor for each in (bar.open, bar.high, bar.low, bar.close))
    return Row(bar.session, stamp, opening, high, low, close, round(bar.volume * factor))


def _factor(splits: Mapping[date, tuple[int, int]], day: date, *, inclusive: bool = False) -> float:
    """Return how many of today's shares one of `day` has become."""
    later = (new / old for at, (new, old) in splits.items() if at > day or (inclusive and at == day))
    return prod(later, start=1.0)
