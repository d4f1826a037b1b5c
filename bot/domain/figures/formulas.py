"""The formula of each measure of a share: at one instant, over a run of sessions, and of each single session."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from bot.domain.figures.measures import Measure
from bot.domain.figures.window import Window
from bot.domain.market import indicators
from bot.domain.market.features import NOT_MEANINGFUL, SOURCE_HAS_NONE, TOO_FEW_SESSIONS, compute_features
from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.domain.market.snapshot import Bar, NewsItem, Snapshot
from bot.domain.market.valuation import is_meaningful_earnings

NO_NEXT_DATE: Final = "no_next_date"
NOT_OVER_DAYS: Final = "not_over_days"
_RSI_SESSIONS: Final = 14
_AVERAGE_SESSIONS: Final = 200
_VOLATILITY_SESSIONS: Final = 60
_VOLUME_SESSIONS: Final = 20
_YEAR: Final = indicators.TRADING_DAYS
_PUBLISHED_EARNINGS: Final = frozenset({"eps_diluted_quarter", "eps_diluted_year"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One value of one share, in the unit of its measure."""

    value: Decimal | None = None
    day: date | None = None  # on which it was reached
    level: Decimal | None = None  # US dollars: what a distance is from, the signal of a MACD, the high of a range
    since: date | None = None  # the first session, where there are fewer of them than a year has
    news: tuple[NewsItem, ...] = ()
    why_missing: str = ""  # a code of the sentences `missing-…`
    now: "Figure | None" = None  # of a figure that is missing over a span: what it is at the end of that


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known of a share at one instant."""

    snapshot: Snapshot
    actions: tuple[CorporateAction, ...] = ()
    sessions: int | None = None  # that a figure is to be computed from; None: the usual number

    @property
    def closes(self) -> tuple[Decimal, ...]:
        """The closes, oldest first."""
        return tuple(bar.close for bar in self.snapshot.bars)


AtFormula = Callable[[Moment], Figure]
OverFormula = Callable[[Window], Figure]
DailyFormula = Callable[[Window], Sequence[tuple[date, Decimal]]]


@dataclass(frozen=True, slots=True)
class Formula:
    """How one measure is computed; None: it is not defined in that way."""

    at: AtFormula | None = None
    over: OverFormula | None = None
    daily: DailyFormula | None = None
    is_of_session: bool = False  # on one day it is that of the session, `over` of it alone
    takes_sessions: bool = False  # `at` is computed from so many sessions, if a number is named
    is_timeless: bool = False  # it is the latest of all times


def _known(value: Decimal | float | None, *, day: date | None = None, level: Decimal | None = None) -> Figure:
    if value is None:
        return Figure(why_missing=TOO_FEW_SESSIONS)
    return Figure(value=Decimal(str(value)), day=day, level=level)


def _gap(window: Window) -> Figure:
    """Return how far the open of one session is from the close before it, and the open."""
    if len(window.bars) > 1:
        return Figure(why_missing=NOT_OVER_DAYS)
    gaps = _daily_gaps(window)
    return Figure(value=gaps[0][1], day=gaps[0][0], level=window.bars[0].open) if gaps else _known(None)


def _daily_gaps(window: Window) -> Sequence[tuple[date, Decimal]]:
    bars = (*((window.before,) if window.before else ()), *window.bars)
    return tuple((bar.session, bar.open / before.close - 1) for before, bar in pairwise(bars))


def _gain(window: Window, worth: Decimal) -> Figure:
    return Figure(value=worth / window.start.close - 1, day=window.last.session)


def _mean(values: Iterable[Decimal | int]) -> Figure:
    each = tuple(values)
    return Figure(value=sum(map(Decimal, each), Decimal(0)) / len(each))


def _highest(bars: Sequence[Bar]) -> Figure:
    bar = max(bars, key=lambda each: each.high)
    return Figure(value=bar.high, day=bar.session)


def _lowest(bars: Sequence[Bar]) -> Figure:
    bar = min(bars, key=lambda each: each.low)
    return Figure(value=bar.low, day=bar.session)


def _of_bars(of: Callable[[Sequence[Bar]], Figure]) -> Formula:
    """Return the formula of a figure of intraday prices: of 252 sessions, or of those that a younger share has."""
    return Formula(
        lambda at: _since(at, of(at.snapshot.bars[-_YEAR:])), lambda window: of(window.bars), is_of_session=True
    )


def _since(moment: Moment, figure: Figure) -> Figure:
    bars = moment.snapshot.bars
    return figure if len(bars) >= _YEAR else replace(figure, since=bars[0].session)


def _distance(extreme: Callable[[Sequence[Bar]], Figure]) -> Formula:
    """Return the formula of how far the price is from the highest or the lowest one."""

    def from_extreme(price: Decimal, bars: Sequence[Bar]) -> Figure:
        found = extreme(bars)
        return Figure(value=price / found.value - 1 if found.value else None, day=found.day, level=found.value)

    return Formula(
        lambda at: _since(at, from_extreme(at.snapshot.quote.price, at.snapshot.bars[-_YEAR:])),
        lambda window: from_extreme(window.last.close, window.bars),
    )


def _average(moment: Moment) -> Figure:
    return _known(indicators.sma(moment.closes, sessions=moment.sessions or _AVERAGE_SESSIONS))


def _daily_rsi(window: Window) -> Sequence[tuple[date, Decimal]]:
    bars = (*window.earlier, *((window.before,) if window.before else ()), *window.bars)
    series = indicators.rsi_series(_floats(bar.close for bar in bars), sessions=_RSI_SESSIONS)
    known = [(bar.session, Decimal(str(value))) for bar, value in zip(bars[_RSI_SESSIONS:], series, strict=False)]
    return tuple(each for each in known if each[0] >= window.bars[0].session)


def _floats(closes: Iterable[Decimal]) -> list[float]:
    return [float(each) for each in closes]


def _volatility(closes: Sequence[Decimal], sessions: int) -> Figure:
    return _known(indicators.annualised_volatility(_floats(closes), sessions=sessions))


def _drawdown(moment: Moment) -> Figure:
    """Return how far the last close is below the highest of 252 sessions, or of those there are: 0 or positive."""
    closes = moment.closes[-_YEAR:]
    return Figure(value=1 - closes[-1] / max(closes))


def _deepest_fall(window: Window) -> Figure:
    """Return the largest fall from a close to a later one: 0 or positive, with the day of the lower."""
    peak, found = window.closes[0], Figure(value=Decimal(0), day=window.start.session)
    for bar in window.bars:
        peak = max(peak, bar.close)
        if 1 - bar.close / peak > (found.value or 0):
            found = Figure(value=1 - bar.close / peak, day=bar.session)
    return found


def _fact(name: str) -> AtFormula:
    def at(moment: Moment) -> Figure:
        facts = {fact.name: fact.value for fact in moment.snapshot.facts}
        if name in facts:
            return Figure(value=facts[name])
        earnings = facts.get("eps_diluted_ttm")
        is_loss = name == "pe_ratio" and earnings is not None and not is_meaningful_earnings(earnings)
        return Figure(why_missing=NOT_MEANINGFUL if is_loss else SOURCE_HAS_NONE, level=earnings if is_loss else None)

    return at


def _earnings_date(moment: Moment) -> Figure:
    """Return the day on which the latest earnings became public; sources do not state the next."""
    published = [fact.published for fact in moment.snapshot.facts if fact.name in _PUBLISHED_EARNINGS]
    return Figure(day=max(published, default=None), why_missing=NO_NEXT_DATE)


def _ex_dividend(moment: Moment) -> Figure:
    """Return the last day on which a dividend went ex, and its amount; sources do not state the next."""
    paid = [each for each in moment.actions if each.kind is ActionKind.DIVIDEND]
    last = max(paid, key=lambda each: each.ex_date, default=None)
    if last is None:
        return Figure(why_missing=SOURCE_HAS_NONE)
    return Figure(day=last.ex_date, level=last.value, why_missing=NO_NEXT_DATE)


def _each(value: Callable[[Bar], Decimal | int]) -> DailyFormula:
    def daily(window: Window) -> Sequence[tuple[date, Decimal]]:
        return tuple((bar.session, Decimal(value(bar))) for bar in window.bars)

    return daily


FORMULAS: Final[Mapping[Measure, Formula]] = MappingProxyType(
    {
        Measure.PRICE: Formula(
            lambda at: Figure(value=at.snapshot.quote.price, day=at.snapshot.quote.session),
            lambda window: Figure(value=window.last.close, day=window.last.session),
            _each(lambda bar: bar.close),
        ),
        Measure.OPEN: Formula(
            None,
            lambda window: Figure(value=window.bars[0].open, day=window.bars[0].session),
            _each(lambda bar: bar.open),
            is_of_session=True,
        ),
        Measure.GAP: Formula(None, _gap, _daily_gaps, is_of_session=True),
        Measure.CHANGE: Formula(
            lambda at: _known(compute_features(at.snapshot).change_day, day=at.snapshot.quote.session),
            lambda window: _gain(window, window.last.close),
            lambda window: tuple((bar.session, change) for bar, change in window.changes),
            is_of_session=True,
        ),
        Measure.TOTAL_RETURN: Formula(None, lambda window: _gain(window, window.last.close + window.dividends)),
        Measure.HIGH: replace(_of_bars(_highest), daily=_each(lambda bar: bar.high)),
        Measure.LOW: replace(_of_bars(_lowest), daily=_each(lambda bar: bar.low)),
        Measure.RANGE: _of_bars(lambda bars: Figure(value=_lowest(bars).value, level=_highest(bars).value)),
        Measure.FROM_HIGH: _distance(_highest),
        Measure.FROM_LOW: _distance(_lowest),
        Measure.AVERAGE: Formula(_average, lambda window: _mean(bar.close for bar in window.bars), takes_sessions=True),
        Measure.FROM_AVERAGE: Formula(
            lambda at: (
                _known(at.snapshot.quote.price / level - 1, level=level)
                if (level := _average(at).value)
                else _known(None)
            ),
            takes_sessions=True,
        ),
        Measure.VOLUME: Formula(
            lambda at: _known(at.snapshot.bars[-1].volume, day=at.snapshot.bars[-1].session),
            lambda window: _mean(bar.volume for bar in window.bars),
            _each(lambda bar: bar.volume),
            is_of_session=True,
        ),
        Measure.AVERAGE_VOLUME: Formula(
            lambda at: _mean(bar.volume for bar in at.snapshot.bars[-(at.sessions or _VOLUME_SESSIONS) :]),
            lambda window: _mean(bar.volume for bar in window.bars),
            takes_sessions=True,
        ),
        Measure.VOLUME_RATIO: Formula(lambda at: _known(compute_features(at.snapshot).volume_ratio)),
        Measure.RSI: Formula(
            lambda at: _known(indicators.rsi(_floats(at.closes), sessions=at.sessions or _RSI_SESSIONS)),
            daily=_daily_rsi,
            takes_sessions=True,
        ),
        Measure.MACD: Formula(
            lambda at: (
                _known(macd.line, level=Decimal(str(macd.signal)))
                if (macd := compute_features(at.snapshot).macd)
                else _known(None)
            )
        ),
        Measure.ATR: Formula(
            lambda at: _known(indicators.atr(at.snapshot.bars, sessions=at.sessions or _RSI_SESSIONS)),
            takes_sessions=True,
        ),
        Measure.VOLATILITY: Formula(
            lambda at: _volatility(at.closes, at.sessions or _VOLATILITY_SESSIONS),
            lambda window: _volatility(window.closes, len(window.closes) - 1),
            takes_sessions=True,
        ),
        Measure.DRAWDOWN: Formula(_drawdown, _deepest_fall),
        Measure.PE_RATIO: Formula(_fact("pe_ratio")),
        Measure.EPS: Formula(_fact("eps_diluted_ttm")),
        Measure.DIVIDEND_YIELD: Formula(_fact("dividend_yield")),
        Measure.MARKET_CAP: Formula(_fact("market_cap")),
        Measure.SHARES_OUTSTANDING: Formula(_fact("shares_outstanding")),
        Measure.EARNINGS_DATE: Formula(_earnings_date, is_timeless=True),
        Measure.EX_DIVIDEND: Formula(_ex_dividend, is_timeless=True),
        Measure.DIVIDENDS: Formula(None, lambda window: Figure(value=window.dividends)),
        Measure.NEWS: Formula(
            lambda at: Figure(news=at.snapshot.news, why_missing="" if at.snapshot.news else SOURCE_HAS_NONE),
            is_timeless=True,
        ),
    }
)
