"""Computes scenarios of the next session's price: usual moves, the stop, and prices at which the rating changes.

A usual move is one standard deviation of a day's return: the 20-session annualised volatility divided by the square
root of a year's sessions. It implies no direction, and falls of more than two are more frequent than in a normal
distribution.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from itertools import chain
from math import sqrt
from typing import Final, Generic, TypeVar

from bot.domain.committee.risk import WorstDay, find_worst_day
from bot.domain.market.features import Features, compute_features
from bot.domain.market.indicators import TRADING_DAYS, rsi
from bot.domain.market.snapshot import Bar, QuoteKind, Snapshot
from bot.domain.trading.sizes.sizing import buy_stop_price
from bot.engines.rules.analysis import Analysis, Rating, analyse
from bot.engines.rules.figure_rules import OVERBOUGHT, OVERSOLD, percent, rounded

MOVES: Final = (-2, -1, 1, 2)  # standard deviations of a day

_CENT: Final = Decimal("0.01")
_MAX_RSI: Final = 100.0


@dataclass(frozen=True, slots=True)
class PriceMove:
    """One price move of one day, and the rating after it."""

    sigmas: int
    percent: Decimal  # of the price
    price: Decimal  # after the move
    gain: Decimal  # on `WhatIf.shares`; negative is a loss
    score: float
    rating: Rating


@dataclass(frozen=True, slots=True)
class StopScenario:
    """The stop at which the position would be sold."""

    price: Decimal
    distance: Decimal  # dollars per share below the price
    percent: Decimal  # of the price
    loss: Decimal  # on `WhatIf.shares`, positive


@dataclass(frozen=True, slots=True)
class TriggerLevel:
    """A price at which one argument is reversed: the locale message `level-<code>`."""

    code: str  # "sma50", "sma200", "rsi_overbought", "rsi_oversold"
    price: Decimal
    percent: Decimal  # from the current price; negative if below


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """The scenarios for one instrument."""

    symbol: str
    price: Decimal
    as_of: datetime
    shares: Decimal  # of the pending decision, else held; may be 0
    analysis: Analysis
    moves: tuple[PriceMove, ...]  # empty if the volatility is unknown
    stop: StopScenario | None
    levels: tuple[TriggerLevel, ...]  # highest first
    worst_day: WorstDay | None  # of the last 252 sessions


def what_if(snapshot: Snapshot, *, shares: Decimal, stop: Decimal | None = None) -> WhatIf:
    """Return the effects of usual moves in the next session.

    `shares`: the number of shares for gains and losses. `stop`: of the purchase, or of the pending one; None: the stop
    that a buy would have. One that the price has reached already is no scenario.
    """
    features = compute_features(snapshot)
    analysis = analyse(features)
    price = features.price
    stop_price = stop if stop is not None else buy_stop_price(price, atr=features.atr14)
    is_ahead = stop_price is not None and 0 < stop_price < price
    return WhatIf(
        symbol=features.symbol,
        price=price,
        as_of=features.as_of,
        shares=shares,
        analysis=analysis,
        moves=tuple(_moves(snapshot, features, shares)),
        stop=_stop_scenario(price, stop_price, shares) if stop_price is not None and is_ahead else None,
        worst_day=find_worst_day(snapshot.bars),
        levels=tuple(sorted(_trigger_levels(snapshot, features), key=lambda level: -level.price)),
    )


def _moves(snapshot: Snapshot, features: Features, shares: Decimal) -> Iterator[PriceMove]:
    if features.volatility20 is None:
        return
    daily_volatility = Decimal(str(features.volatility20 / sqrt(TRADING_DAYS)))
    for sigmas in MOVES:
        dollars = (features.price * daily_volatility * sigmas).quantize(_CENT)
        price = features.price + dollars
        if price > 0:
            analysis_after = analyse(features_after(snapshot, features, price))
            yield PriceMove(
                sigmas=sigmas,
                percent=percent(dollars / features.price),
                price=price,
                gain=dollars * shares,
                score=analysis_after.score,
                rating=analysis_after.rating,
            )


def features_after(snapshot: Snapshot, features: Features, price: Decimal) -> Features:
    """Return the features if the next session opened at the last price and closed at `price` > 0."""
    last = features.price
    bar = Bar(
        session=snapshot.quote.session,
        open=last,
        high=max(last, price),
        low=min(last, price),
        close=price,
        volume=snapshot.bars[-1].volume if snapshot.bars else 0,
    )
    quote = replace(snapshot.quote, price=price, kind=QuoteKind.CLOSE)
    after = compute_features(replace(snapshot, quote=quote, bars=(*snapshot.bars, bar)))
    ratio = price / last
    return replace(
        after,
        pe_ratio=features.pe_ratio * ratio if features.pe_ratio is not None else None,
        dividend_yield=features.dividend_yield / ratio if features.dividend_yield is not None else None,
    )


def _stop_scenario(price: Decimal, stop: Decimal, shares: Decimal) -> StopScenario:
    distance = price - stop
    return StopScenario(price=stop, distance=distance, percent=percent(distance / price), loss=distance * shares)


def _trigger_levels(snapshot: Snapshot, features: Features) -> Iterator[TriggerLevel]:
    closes = [float(bar.close) for bar in snapshot.bars]
    prices = (("sma50", features.sma50), ("sma200", features.sma200), *_rsi_levels(closes))
    for code, price in prices:
        if price is not None and price > 0:
            yield TriggerLevel(code, rounded(price), percent(Decimal(str(price)) / features.price - 1))


def _rsi_levels(closes: Sequence[float]) -> Iterator[tuple[str, float]]:
    """Yield the next closes at which Wilder's RSI would cross its thresholds.

    The RSI is the share of gains in the sum of gains and losses, each a running average. A trial move of one percent,
    away from the nearer end of the scale, determines that sum in dollars; the closes then follow by solving for them.
    """
    share = _rsi_share(closes)
    if share is None:
        return
    last = closes[-1]
    trial = last * (0.01 if share < 1 / 2 else -0.01)
    trial_share = _rsi_share([*closes, last + trial]) or 0.0
    total = trial * ((1 - trial_share) if trial > 0 else trial_share) / (trial_share - share)
    if total > 0:
        for code, threshold in (("rsi_overbought", OVERBOUGHT / _MAX_RSI), ("rsi_oversold", OVERSOLD / _MAX_RSI)):
            by_rise = total * (threshold - share) / (1 - threshold)
            by_fall = total * (threshold - share) / threshold
            yield code, last + (by_rise if threshold > share else by_fall)


def _rsi_share(closes: Sequence[float]) -> float | None:
    value = rsi(closes)
    return None if value is None else value / _MAX_RSI


WIDEST: Final = 25  # percent, either way


View = TypeVar("View")


@dataclass(frozen=True, slots=True)
class ViewChange(Generic[View]):
    """A move from which on the view is another one than after a smaller move."""

    percent: int  # of the price now; negative for a fall
    price: Decimal
    view: View


def find_view_changes(
    snapshot: Snapshot, view_of: Callable[[Features], View], *, direction: int
) -> Iterator[ViewChange[View]]:
    """Yield the moves of up to 25 % that change what is thought of a share, smallest first; `direction`: 1 or -1."""
    features = compute_features(snapshot)
    view = view_of(features)
    for size in range(1, WIDEST + 1):
        price = (features.price * (100 + direction * size) / 100).quantize(_CENT)
        if price <= 0:
            return
        after = view_of(features_after(snapshot, features, price))
        if after != view:
            view = after
            yield ViewChange(direction * size, price, view)


def find_rating_changes(snapshot: Snapshot) -> tuple[ViewChange[Rating], ...]:
    """Return the moves that change the rating by the scored rules: falls first, then rises."""
    ratings = (find_view_changes(snapshot, lambda each: analyse(each).rating, direction=sign) for sign in (-1, 1))
    return tuple(chain.from_iterable(ratings))
