"""Converts Yahoo's prices of today, which are adjusted for splits, to the prices seen on a day. Pure.

Yahoo's `Close` is not adjusted for dividends, but it is for every split (and spin-off) until today: for the last day of
January 2013 it shows AAPL at 16.27, although it traded at 455.49, because shares were split 7:1 in 2014 and 4:1 in
2020. Unconverted, it would reveal later events. The splits after `at` are therefore reversed: prices are multiplied,
and volume is divided, by the product of their ratios. Splits before `at` are kept, so that a series has no jump.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from math import isfinite, prod
from typing import Final

from adapters.market.cents import in_cents
from adapters.market.hours import REGULAR_OPENING, at_new_york
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose
from bot.domain.market.snapshot import Bar

_MAX_SHARES_IN_RATIO: Final = 1_000  # 3:2, 1:25, and 1281:1000 of a spin-off
_CENT: Final = Decimal("0.01")
_HUNDREDTH_OF_CENT: Final = Decimal("0.0001")
_MILLIONTH: Final = Decimal("0.000001")


@dataclass(frozen=True, slots=True)
class YahooBar:
    """One session in today's shares: prices and volume adjusted for all splits since."""

    session: date
    open: float
    high: float
    low: float
    close: float
    volume: float

    @property
    def is_usable(self) -> bool:
        """Whether it has prices: Yahoo returns rows of NaN for halts and for a session about to open."""
        return all(map(isfinite, (self.open, self.high, self.low, self.close, self.volume)))


@dataclass(frozen=True, slots=True)
class Split:
    """A split or spin-off: `ratio` new shares for each old one, from the opening of `session` on."""

    session: date
    ratio: float


@dataclass(frozen=True, slots=True)
class Dividend:
    """A dividend by ex-date, in US dollars for each of today's shares: adjusted for all splits since."""

    session: date
    amount: float


@dataclass(frozen=True, slots=True)
class YahooActions:
    """All dividends and splits from some day until today."""

    splits: tuple[Split, ...] = ()
    dividends: tuple[Dividend, ...] = ()


def price_history(
    symbol: str, bars: Sequence[YahooBar], actions: YahooActions, *, first: date, at: datetime
) -> PriceHistory:
    """Return closes as traded on their days, and dividends for the shares held before their days.

    `bars`: oldest first; only sessions closed at `at`. `first`: the first day of the history. `at`: an instant with
    zone; later actions are left out.
    """
    splits = actions.splits
    named = (
        *(
            CorporateAction(symbol, each.session, ActionKind.DIVIDEND, _to_dividend(each, splits))
            for each in actions.dividends
        ),
        *(CorporateAction(symbol, each.session, ActionKind.SPLIT, _exact_ratio(each.ratio)) for each in splits),
    )
    known = (each for each in named if each.ex_date >= first and at_new_york(each.ex_date, REGULAR_OPENING) <= at)
    return PriceHistory(
        symbol,
        closes=tuple(
            SessionClose(
                bar.session, to_price(bar.close * prod(each.ratio for each in splits if each.session > bar.session))
            )
            for bar in bars
            if bar.session >= first
        ),
        actions=tuple(sorted(known, key=lambda each: (each.ex_date, each.kind))),
    )


def _to_dividend(dividend: Dividend, splits: Sequence[Split]) -> Decimal:
    """Return a dividend for each share of its day, in US dollars.

    Companies and funds declare up to six places, and Yahoo sends as many, of a share as it is today: of one before a
    split, two fewer are left.
    """
    ratio = prod(split.ratio for split in splits if split.session >= dividend.session)
    return Decimal(dividend.amount * ratio).quantize(_MILLIONTH if ratio == 1 else _HUNDREDTH_OF_CENT)


def _exact_ratio(ratio: float) -> Decimal:
    """Return the ratio of a split as the quotient that it is meant to be: Yahoo sends 0.3333 for 1:3."""
    shares = Fraction(ratio).limit_denominator(_MAX_SHARES_IN_RATIO)
    return Decimal(shares.numerator) / Decimal(shares.denominator)


def unadjust_splits(bars: Sequence[YahooBar], splits: Sequence[Split], *, at: datetime) -> tuple[Bar, ...]:
    """Return `bars` without adjustment for splits after `at`.

    `bars`: oldest first; only sessions closed at `at`. `splits`: all splits from the first bar until today. `at`: an
    instant with zone.
    """
    factor = prod(split.ratio for split in splits if at < at_new_york(split.session, REGULAR_OPENING))
    return tuple(_unadjusted_bar(bar, factor) for bar in bars)


def bars_as_traded(bars: Sequence[YahooBar], splits: Sequence[Split]) -> tuple[Bar, ...]:
    """Return each bar in the shares of its own day.

    `splits`: all splits from the first bar until today.
    """
    return tuple(
        _unadjusted_bar(bar, prod(each.ratio for each in splits if each.session > bar.session)) for bar in bars
    )


def to_price(value: float) -> Decimal:
    """Return a price from Yahoo as a decimal: in cents, or to four places below a dollar.

    Yahoo stores prices as 32-bit floats and sends 455.489990234375 for 455.49: seven digits are significant, so four
    places lose nothing up to 1,000 dollars and remove the rounding noise. Above about 130,000 dollars (BRK.A) the last
    cents are Yahoo's rounding.
    """
    exact = Decimal(value).quantize(_HUNDREDTH_OF_CENT)
    cents = exact.quantize(_CENT)
    return cents if cents == exact else in_cents(exact)


def _unadjusted_bar(bar: YahooBar, factor: float) -> Bar:
    return Bar(
        session=bar.session,
        open=to_price(bar.open * factor),
        high=to_price(bar.high * factor),
        low=to_price(bar.low * factor),
        close=to_price(bar.close * factor),
        volume=round(bar.volume / factor),
    )
