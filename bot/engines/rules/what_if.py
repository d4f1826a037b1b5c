"""What if the price moves tomorrow: usual moves in money, the stop, and what would change the view.

A usual move is one standard deviation of a day's return: the 20-session annualised volatility over the square root of
a year's sessions. It says nothing of direction, and falls of more than two happen oftener than a normal curve has it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from math import sqrt
from typing import Final

from bot.domain.market.features import Features, compute_features
from bot.domain.market.indicators import TRADING_DAYS, rsi
from bot.domain.market.snapshot import Bar, Snapshot
from bot.domain.trading.sizing import buy_stop_price
from bot.engines.rules.analysis import Analysis, Rating, analyse
from bot.engines.rules.price_rules import OVERBOUGHT, OVERSOLD
from bot.engines.rules.rule_result import percent, rounded

MOVES: Final = (-2, -1, 1, 2)  # standard deviations of a day

_CENT: Final = Decimal("0.01")
_WHOLE: Final = 100.0  # the top of the RSI's scale


@dataclass(frozen=True, slots=True)
class PriceMove:
    """One move of one day, and what the model would say after it."""

    sigmas: int
    percent: Decimal  # of the price
    dollars: Decimal  # per share
    price: Decimal  # afterwards
    gain: Decimal  # on the shares in question; negative is a loss
    score: float
    rating: Rating
    rsi: Decimal | None
    changes_rating: bool


@dataclass(frozen=True, slots=True)
class StopScenario:
    """Where a position would be given up."""

    price: Decimal
    distance: Decimal  # dollars per share below the price
    percent: Decimal  # of the price
    loss: Decimal  # on the shares in question, positive


@dataclass(frozen=True, slots=True)
class TriggerLevel:
    """A price at which one argument turns round: the locale message `level-<code>`."""

    code: str  # "sma50", "sma200", "rsi_overbought", "rsi_oversold"
    price: Decimal
    percent: Decimal  # from the present price; negative lies below


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """The answer, in figures."""

    symbol: str
    price: Decimal
    as_of: datetime
    shares: Decimal  # in question: of the pending decision, else held; may be 0
    analysis: Analysis
    moves: tuple[PriceMove, ...]  # empty while the volatility is unknown
    stop: StopScenario | None
    levels: tuple[TriggerLevel, ...]  # highest first


def what_if(snapshot: Snapshot, *, shares: Decimal, stop: Decimal | None = None) -> WhatIf:
    """Return what usual moves of the next session would mean.

    Args:
        snapshot: The instrument as known now.
        shares: In question; what the money figures are counted on.
        stop: Of the pending decision; None: where a buy would have its stop.
    """
    known = compute_features(snapshot)
    analysis = analyse(known)
    at = stop if stop is not None and 0 < stop < known.price else buy_stop_price(known.price, atr=known.atr14)
    return WhatIf(
        symbol=known.symbol,
        price=known.price,
        as_of=known.as_of,
        shares=shares,
        analysis=analysis,
        moves=tuple(_moves(snapshot, known, analysis, shares)),
        stop=_stop(known.price, at, shares) if at is not None else None,
        levels=tuple(sorted(_levels(snapshot, known), key=lambda level: -level.price)),
    )


def _moves(snapshot: Snapshot, known: Features, analysis: Analysis, shares: Decimal) -> Iterator[PriceMove]:
    if known.volatility20 is None:
        return
    day = Decimal(str(known.volatility20 / sqrt(TRADING_DAYS)))
    for sigmas in MOVES:
        dollars = (known.price * day * sigmas).quantize(_CENT)
        price = known.price + dollars
        if price > 0:
            after = _after(snapshot, known, price)
            then = analyse(after)
            yield PriceMove(
                sigmas=sigmas,
                percent=percent(dollars / known.price),
                dollars=dollars,
                price=price,
                gain=dollars * shares,
                score=then.score,
                rating=then.rating,
                rsi=rounded(after.rsi14) if after.rsi14 is not None else None,
                changes_rating=then.rating is not analysis.rating,
            )


def _after(snapshot: Snapshot, known: Features, price: Decimal) -> Features:
    """The figures if the next session opened at the last price and closed at `price`."""
    last = known.price
    bar = Bar(
        session=snapshot.quote.session,
        open=last,
        high=max(last, price),
        low=min(last, price),
        close=price,
        volume=snapshot.bars[-1].volume if snapshot.bars else 0,
    )
    quote = replace(snapshot.quote, price=price, is_close=True)
    after = compute_features(replace(snapshot, quote=quote, bars=(*snapshot.bars, bar)))
    ratio = price / last
    return replace(
        after,
        pe_ratio=known.pe_ratio * ratio if known.pe_ratio is not None else None,
        dividend_yield=known.dividend_yield / ratio if known.dividend_yield is not None else None,
    )


def _stop(price: Decimal, at: Decimal, shares: Decimal) -> StopScenario:
    distance = price - at
    return StopScenario(price=at, distance=distance, percent=percent(distance / price), loss=distance * shares)


def _levels(snapshot: Snapshot, known: Features) -> Iterator[TriggerLevel]:
    closes = [float(bar.close) for bar in snapshot.bars]
    prices = (("sma50", known.sma50), ("sma200", known.sma200), *_rsi_levels(closes))
    for code, price in prices:
        if price is not None and price > 0:
            yield TriggerLevel(code, rounded(price), percent(Decimal(str(price)) / known.price - 1))


def _rsi_levels(closes: Sequence[float]) -> Iterator[tuple[str, float]]:
    """Yield the next closes at which Wilder's RSI would cross its thresholds.

    The RSI is the share that gains have in the sum of gains and losses, each a running average. A trial move of one
    percent, away from the nearer end of the scale, shows how large that sum is in dollars; the rest is solving.
    """
    share = _rsi_share(closes)
    if share is None:
        return
    last = closes[-1]
    trial = last * (0.01 if share < 1 / 2 else -0.01)
    moved = _rsi_share([*closes, last + trial]) or 0.0
    total = trial * (1 - moved) / (moved - share) if trial > 0 else trial * moved / (moved - share)
    if total > 0:
        for code, threshold in (("rsi_overbought", OVERBOUGHT / _WHOLE), ("rsi_oversold", OVERSOLD / _WHOLE)):
            by_rise = total * (threshold - share) / (1 - threshold)
            by_fall = total * (threshold - share) / threshold
            yield code, last + (by_rise if threshold > share else by_fall)


def _rsi_share(closes: Sequence[float]) -> float | None:
    value = rsi(closes)
    return None if value is None else value / _WHOLE
