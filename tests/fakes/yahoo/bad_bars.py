"""The mistakes in a chart's last bar, each by a name: a test draws one, and plans it by `YahooWorld.spoil`.

The chart's own figures beside its bars (`regularMarketPrice` and the day's range) repeat the mistake, as a rule; the
quote endpoint does not, unless that is asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Final


@dataclass(slots=True)
class Row:
    """One session, in today's shares."""

    session: date
    stamp: int  # seconds since 1970
    open: float | None
    high: float | None
    low: float | None
    close: float | None
    volume: float | None


@dataclass(slots=True)
class SplitEvent:
    session: date
    new: int
    old: int


@dataclass(slots=True)
class Chart:
    """All that the endpoints say of a share's prices."""

    rows: list[Row]
    splits: list[SplitEvent]
    dividends: dict[date, float]
    price: float  # the last one
    previous_close: float | None
    traded_at: int  # seconds since 1970
    symbol: str
    currency: str
    next_opening: datetime
    quote_price: float = 0.0  # by the quote endpoint
    quoted_at: int | None = None  # by the quote endpoint; None: as `traded_at`
    bid_above_ask: float = -0.01  # by the quote endpoint

    @property
    def last(self) -> Row:
        return self.rows[-1]


class BadBar(StrEnum):
    """The kinds of mistakes."""

    HUNDREDTH = "hundredth"  # all its prices 100 times too low
    HUNDREDFOLD = "hundredfold"
    ZERO = "zero"
    NEGATIVE = "negative"
    HIGH_BELOW_LOW = "high_below_low"
    CLOSE_ABOVE_HIGH = "close_above_high"
    CLOSE_BELOW_LOW = "close_below_low"
    CROSSED = "crossed"  # the quote endpoint's bid is above its ask, and the chart's price is neither
    NO_VOLUME = "no_volume"  # a moved price that nothing was traded at
    NULL_CLOSE = "null_close"
    NULL_ROW = "null_row"
    NOT_A_NUMBER = "not_a_number"  # NaN, which is no JSON
    PRICE_BESIDE_BAR = "price_beside_bar"  # the chart's own last price is another than its last bar's close
    QUOTE_BESIDE_CHART = "quote_beside_chart"  # the quote endpoint has another price
    QUOTE_BEHIND_CHART = "quote_behind_chart"  # … of ten minutes before, as around an opening: no mistake
    DUPLICATE_ROW = "duplicate_row"  # the last session twice, with two prices
    FUTURE_SESSION = "future_session"  # a bar of the next session, too
    WRONG_CURRENCY = "wrong_currency"
    WRONG_SYMBOL = "wrong_symbol"
    # A split is announced for the last session, whose price is one of after it; the bars before it are not adjusted.
    SPLIT_HISTORY_OLD_2_1 = "split_history_old_2_1"
    SPLIT_HISTORY_OLD_1_1000 = "split_history_old_1_1000"
    SPLIT_HISTORY_OLD_11_10 = "split_history_old_11_10"
    # … whose price is still one of before it; the bars before it are adjusted.
    SPLIT_PRICE_OLD_2_1 = "split_price_old_2_1"
    SPLIT_PRICE_OLD_1_1000 = "split_price_old_1_1000"
    SPLIT_PRICE_OLD_11_10 = "split_price_old_11_10"
    SPLIT_UNFOUNDED_2_1 = "split_unfounded_2_1"  # … and there was none: all bars are as they were
    DIVIDEND_HUNDREDFOLD = "dividend_hundredfold"  # a dividend of 0.7 % of the price, listed in cents as dollars


def _scaled(row: Row, factor: float) -> Row:
    """Return the row with its prices times `factor`."""
    return replace(
        row, **{name: value and value * factor for name in _PRICES if (value := getattr(row, name)) is not None}
    )


_PRICES: Final = ("open", "high", "low", "close")


def _scale(factor: float) -> Callable[[Chart], None]:
    def spoil(chart: Chart) -> None:
        chart.rows[-1] = _scaled(chart.last, factor)
        chart.price *= factor

    return spoil


def _close_at(factor: float) -> Callable[[Chart], None]:
    """The close lies outside the day's range; `factor` is of the high above 1, else of the low."""

    def spoil(chart: Chart) -> None:
        bound = chart.last.high if factor > 1 else chart.last.low
        chart.last.close = chart.price = (bound or chart.price) * factor

    return spoil


def _split(new: int, old: int, *, price_is_old: bool) -> Callable[[Chart], None]:
    def spoil(chart: Chart) -> None:
        chart.splits.append(SplitEvent(chart.last.session, new, old))
        chart.quote_price *= old / new
        if price_is_old:
            chart.rows[:-1] = [_scaled(row, old / new) for row in chart.rows[:-1]]
        else:
            _scale(old / new)(chart)

    return spoil


def _unfounded_split(chart: Chart) -> None:
    chart.splits.append(SplitEvent(chart.last.session, 2, 1))


def _dividend_hundredfold(chart: Chart) -> None:
    chart.dividends[chart.last.session] = chart.price * 0.7


def _high_below_low(chart: Chart) -> None:
    row = chart.last
    row.high, row.low = (row.low or 0.0) * 0.99, (row.high or 0.0) * 1.01


def _crossed(chart: Chart) -> None:
    chart.bid_above_ask = chart.price * 0.05
    chart.last.close = chart.price = chart.price * 1.3


def _no_volume(chart: Chart) -> None:
    _scale(1.3)(chart)
    chart.last.volume = 0


def _null_close(chart: Chart) -> None:
    chart.last.close = None


def _null_row(chart: Chart) -> None:
    row = chart.last
    row.open = row.high = row.low = row.close = row.volume = None


def _not_a_number(chart: Chart) -> None:
    chart.last.close = chart.price = float("nan")


def _price_beside_bar(chart: Chart) -> None:
    chart.price *= 1.4


def _quote_beside_chart(chart: Chart) -> None:
    chart.quote_price *= 1.4


def _quote_behind_chart(chart: Chart) -> None:
    chart.quote_price *= 0.93
    chart.quoted_at = chart.traded_at - 600


def _duplicate_row(chart: Chart) -> None:
    chart.rows.append(_scaled(replace(chart.last, stamp=chart.last.stamp + 1), 2))
    chart.price *= 2


def _future_session(chart: Chart) -> None:
    opening = chart.next_opening
    ahead = replace(chart.last, session=opening.date(), stamp=int(opening.timestamp()))
    chart.rows.append(_scaled(ahead, 1.5))


def _wrong_currency(chart: Chart) -> None:
    chart.currency = "EUR"


def _wrong_symbol(chart: Chart) -> None:
    chart.symbol = "ZZZZ"


WAYS: Final[Mapping[BadBar, Callable[[Chart], None]]] = {
    BadBar.HUNDREDTH: _scale(0.01),
    BadBar.HUNDREDFOLD: _scale(100),
    BadBar.ZERO: _scale(0),
    BadBar.NEGATIVE: _scale(-1),
    BadBar.HIGH_BELOW_LOW: _high_below_low,
    BadBar.CLOSE_ABOVE_HIGH: _close_at(1.2),
    BadBar.CLOSE_BELOW_LOW: _close_at(0.8),
    BadBar.CROSSED: _crossed,
    BadBar.NO_VOLUME: _no_volume,
    BadBar.NULL_CLOSE: _null_close,
    BadBar.NULL_ROW: _null_row,
    BadBar.NOT_A_NUMBER: _not_a_number,
    BadBar.PRICE_BESIDE_BAR: _price_beside_bar,
    BadBar.QUOTE_BESIDE_CHART: _quote_beside_chart,
    BadBar.QUOTE_BEHIND_CHART: _quote_behind_chart,
    BadBar.DUPLICATE_ROW: _duplicate_row,
    BadBar.FUTURE_SESSION: _future_session,
    BadBar.WRONG_CURRENCY: _wrong_currency,
    BadBar.WRONG_SYMBOL: _wrong_symbol,
    BadBar.SPLIT_HISTORY_OLD_2_1: _split(2, 1, price_is_old=False),
    BadBar.SPLIT_HISTORY_OLD_1_1000: _split(1, 1000, price_is_old=False),
    BadBar.SPLIT_HISTORY_OLD_11_10: _split(11, 10, price_is_old=False),
    BadBar.SPLIT_PRICE_OLD_2_1: _split(2, 1, price_is_old=True),
    BadBar.SPLIT_PRICE_OLD_1_1000: _split(1, 1000, price_is_old=True),
    BadBar.SPLIT_PRICE_OLD_11_10: _split(11, 10, price_is_old=True),
    BadBar.SPLIT_UNFOUNDED_2_1: _unfounded_split,
    BadBar.DIVIDEND_HUNDREDFOLD: _dividend_hundredfold,
}
