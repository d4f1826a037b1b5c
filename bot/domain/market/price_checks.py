"""Checks a price before it is believed: against itself, the last good close, and the source's second figure. Pure.

A source is wrong at times: a price 100 times too low, a split that is listed and not applied, a bar of zeros. What is
doubted is held until the next session stands at the same level, or an admin releases it; what was a spike is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise
from math import inf, isfinite, log
from statistics import median
from typing import Final

from bot.domain.market.snapshot import Bar, Quote

_LEAST_BOUND: Final = 0.25  # of the last good close: no move up to this is doubted
_USUAL_DAYS: Final = 8.0  # a move of so many usual days is not doubted either
_DAYS_MEASURED: Final = 60
_FEWEST_DAYS: Final = 20  # from which a usual day is known
_AFTER_A_JUMP: Final = 1.25  # a share that has just moved further may go on moving by so much of that
_MOST_AFTER_A_JUMP: Final = 0.45  # but not as a price in old shares does
_NEAR: Final = 0.1  # of a close: whose level a session has traded at
_DEEPEST_FALL: Final = 0.8  # however a share moves, a deeper fall is doubted
_RANGE_TOLERANCE: Final = 0.02  # a last trade may come before the session's high or low is updated
_SECOND_TOLERANCE: Final = 0.05  # of a second figure, which may be a few seconds older
_HUNDREDFOLD: Final = (80.0, 125.0)  # cents for dollars, and the reverse
_LEAST_TOLD_APART: Final = 0.18  # the logarithm of a split's ratio
_ORDINARY_DAY: Final = 0.28  # of the bound: a move that a small split does not explain is ordinary up to 7 %
_LARGEST_RATIO: Final = 10_000  # new shares for each old one, or the reverse
_SESSIONS_TO_CONFIRM: Final = 2  # at one level; of a hundredfold one more
_LARGEST_DIVIDEND: Final = Decimal("0.25")  # of the close before; a larger one needs an admin


class PriceDoubt(StrEnum):
    """Why a price is not believed."""

    NOT_POSITIVE = "not_positive"  # zero, negative, or no number
    OUT_OF_RANGE = "out_of_range"  # outside the session's own high and low, or these are crossed
    NO_VOLUME = "no_volume"  # a session without any trade, of a share that trades every day
    FROM_THE_FUTURE = "from_the_future"  # of a later instant than now
    HUNDREDFOLD = "hundredfold"  # about 100 times the last good close, or a hundredth of it
    SPLIT = "split"  # a split is listed that the prices before and after it do not show
    DISAGREES = "disagrees"  # with the source's own second figure
    JUMP = "jump"  # further from the last good close than this share goes in a session


@dataclass(frozen=True, slots=True)
class CheckedPrices:
    """What is believed of a share's prices."""

    bars: tuple[Bar, ...]  # those that are believed, as given
    doubt: PriceDoubt | None = None  # of the latest price; None: it is believed
    last_good: Bar | None = None  # the last believed session before the doubted price


def check_prices(
    quote: Quote, bars: Sequence[Bar], *, split: Decimal = Decimal(1), dividend: Decimal = Decimal(0)
) -> CheckedPrices:
    """Return what is believed of `bars`, in the price's shares, after `split` and `dividend` since the last two."""
    before = bars[:-1] if quote.is_close and bars else bars
    bound = jump_bound(before)
    sound, doubted = _believed(before, bound)
    doubt = _doubt_in_itself(quote, bars, bound=bound, trades_daily=_sessions_without_trade(before) == 0)
    if doubt is None and sound:
        doubt = _doubt_after(sound[-1], quote, bound=_bound_after(sound, bound), split=split, dividend=dividend)
        if doubt in {PriceDoubt.JUMP, PriceDoubt.HUNDREDFOLD}:
            needed = _sessions_to_confirm(float(sound[-1].close), float(quote.price)) - 1
            price = quote.price
            now = Bar(quote.session, price, high=quote.high or price, low=quote.low or price, close=price, volume=0)
            if len(doubted) >= needed and _stands_by(sound[-1], doubted[-1], now, bound):
                doubt, sound = None, [*sound, *doubted]
    last_good = sound[-1] if sound else None
    if quote.is_close and bars and doubt is None:
        sound = [*sound, bars[-1]]
    return CheckedPrices(tuple(sound), doubt, last_good)


def jump_bound(bars: Sequence[Bar]) -> float:
    """Return the fraction of a close beyond which a move is doubted: 0.25, or a multiple of the median change."""
    closes = [float(bar.close) for bar in bars[-_DAYS_MEASURED - 1 :]]
    changes = [abs(log(now / before)) for before, now in pairwise(closes) if before > 0 and now > 0]
    return max(_LEAST_BOUND, _USUAL_DAYS * median(changes)) if len(changes) >= _FEWEST_DAYS else _LEAST_BOUND


def believed_bars(bars: Sequence[Bar]) -> tuple[Bar, ...]:
    """Return the sessions that are believed, of completed ones in the same shares, oldest first."""
    return tuple(_believed(bars, jump_bound(bars))[0])


def is_split_applied(before: Decimal, after: Decimal, ratio: Decimal) -> bool:
    """Return whether prices around a listed split, in the shares after it, differ as without one; small: always."""
    if before <= 0 or after <= 0 or not is_split_told_apart(ratio):
        return True
    return not is_split_missing(float(after / before), float(ratio))


def is_split_told_apart(ratio: Decimal) -> bool:
    """Return whether a split changes the price by more than ordinary days do: above about 6:5."""
    return abs(log(ratio)) >= _LEAST_TOLD_APART


def is_split_missing(factor: float, ratio: float, *, ordinary: float = 0.0) -> bool:
    """Return whether a change beyond `ordinary` (a fraction) is more like a split not applied, or twice, than none."""
    if not isfinite(ratio) or not 1 / _LARGEST_RATIO <= ratio <= _LARGEST_RATIO:
        return True
    return abs(log(factor)) > max(abs(log(ratio)) / 2, ordinary)


def is_usual_dividend(amount: Decimal, close_before: Decimal | None) -> bool:
    """Return whether a dividend for each share is at most a quarter of the close before it; None: not known."""
    return close_before is None or amount <= close_before * _LARGEST_DIVIDEND


def _believed(bars: Sequence[Bar], bound: float) -> tuple[list[Bar], list[Bar]]:
    """Return the bars that are believed, and the last ones that stand at another level which nothing confirms yet."""
    trades_daily = _sessions_without_trade(bars) <= 1  # the one without is the error
    sound = [bar for bar in bars if _doubt_of_bar(bar, trades_daily=trades_daily) is None]
    closes = [float(bar.close) for bar in sound]
    if all(_is_within(before, now, bound) for before, now in pairwise(closes)):
        return sound, []
    believed: list[Bar] = []
    doubted: list[Bar] = []
    # A series may begin with an error: it counts from the first close that the next one confirms.
    first = next((at for at, (now, then) in enumerate(pairwise(closes)) if _is_within(now, then, bound)), 0)
    for bar in sound[first:]:
        if not believed or _is_within(float(believed[-1].close), float(bar.close), _bound_after(believed, bound)):
            believed.append(bar)
            doubted = []  # a spike that is over
        elif doubted and not _stands_by(believed[-1], doubted[-1], bar, bound):
            doubted = [bar]
        else:
            doubted.append(bar)
            if len(doubted) >= _sessions_to_confirm(float(believed[-1].close), float(doubted[0].close)):
                believed, doubted = [*believed, *doubted], []
    return believed, doubted


def _stands_by(last_good: Bar, doubted: Bar, later: Bar, bound: float) -> bool:
    """Return whether the session after a doubted close stands at its level, or began near it and went on from there."""
    level, close = float(doubted.close), float(later.close)
    if _is_within(level, close, bound):
        return True
    has_traded_near = float(later.low) <= level * (1 + _NEAR) and float(later.high) >= level * (1 - _NEAR)
    return has_traded_near and _is_within(level, close, _bound_after((last_good, doubted), bound))


def _bound_after(bars: Sequence[Bar], bound: float) -> float:
    """Return the bound of a move after bars: more than usual after a session that went beyond it."""
    if len(bars) < _SESSIONS_TO_CONFIRM or bars[-2].close <= 0:
        return bound
    moved = abs(float(bars[-1].close / bars[-2].close) - 1)
    return max(bound, min(moved * _AFTER_A_JUMP, _MOST_AFTER_A_JUMP)) if moved > bound else bound


def _sessions_to_confirm(last_good: float, close: float) -> int:
    return _SESSIONS_TO_CONFIRM + _is_hundredfold(close / last_good)


def _is_within(before: float, now: float, bound: float) -> bool:
    return before * (1 - min(bound, _DEEPEST_FALL)) <= now <= before * (1 + bound)


def _is_hundredfold(factor: float) -> bool:
    low, high = _HUNDREDFOLD
    return low <= factor <= high or low <= 1 / factor <= high


def _doubt_of_bar(bar: Bar, *, trades_daily: bool) -> PriceDoubt | None:
    close = float(bar.close)
    if not isfinite(close) or close <= 0:
        return PriceDoubt.NOT_POSITIVE
    if not _is_in_range(close, float(bar.low), float(bar.high)):
        return PriceDoubt.OUT_OF_RANGE
    return PriceDoubt.NO_VOLUME if trades_daily and bar.volume <= 0 else None


def _doubt_in_itself(quote: Quote, bars: Sequence[Bar], *, bound: float, trades_daily: bool) -> PriceDoubt | None:
    if not quote.price.is_finite() or quote.price <= 0:
        return PriceDoubt.NOT_POSITIVE
    if (
        quote.low is not None
        and quote.high is not None
        and not _is_in_range(float(quote.price), float(quote.low), float(quote.high))
    ):
        return PriceDoubt.OUT_OF_RANGE
    if trades_daily and quote.volume is not None and quote.volume <= 0:
        return PriceDoubt.NO_VOLUME
    tolerance = max(_SECOND_TOLERANCE, bound / _USUAL_DAYS * 3 if bound > _LEAST_BOUND else 0.0)
    if quote.second is not None and (quote.second <= 0 or abs(float(quote.price / quote.second) - 1) > tolerance):
        return PriceDoubt.DISAGREES
    return _doubt_of_bar(bars[-1], trades_daily=trades_daily) if quote.is_close and bars else None


def _doubt_after(last_good: Bar, quote: Quote, *, bound: float, split: Decimal, dividend: Decimal) -> PriceDoubt | None:
    """Return what speaks against a price after the last good close."""
    close, price = float(last_good.close), float(quote.price)
    # A dividend explains a fall, never a rise: one that is listed and wrong makes no true price look too high.
    after_dividend = close - float(dividend) if is_usual_dividend(dividend, last_good.close) else close
    before = min(max(price, after_dividend), close)
    if split != 1 and is_split_missing(price / before, float(split), ordinary=bound * _ORDINARY_DAY):
        return PriceDoubt.SPLIT
    if _is_hundredfold(price / before):
        return PriceDoubt.HUNDREDFOLD
    return None if _is_within(before, price, bound) else PriceDoubt.JUMP


def _is_in_range(price: float, low: float, high: float) -> bool:
    if not 0 < low <= high < inf:  # false for what is no number, too
        return False
    return low * (1 - _RANGE_TOLERANCE) <= price <= high * (1 + _RANGE_TOLERANCE)


def _sessions_without_trade(bars: Sequence[Bar]) -> float:
    """Return how many of the last sessions had no trade; infinitely many, if none is known."""
    return sum(bar.volume <= 0 for bar in bars[-_DAYS_MEASURED:]) if bars else inf
