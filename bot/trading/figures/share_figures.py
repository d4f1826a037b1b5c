"""Computes the figures of shares that a question asks for, from what the market knows at one instant."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from bot.context.portfolio import MarketView
from bot.domain.figures.formulas import FORMULAS, NOT_OVER_DAYS, Figure, Formula, Moment
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Manner, OnDay, OverDays, OverSessions, Since, When
from bot.domain.figures.window import Occurrences, Window, extreme_day, find_window, is_beyond, occurrences
from bot.domain.market.features import TOO_FEW_SESSIONS
from bot.domain.market.indicators import TRADING_DAYS
from bot.domain.market.snapshot import Snapshot, market_date
from bot.errors import MarketDataError

NO_SESSION: Final = "no_session"
NO_NEWS: Final = "no_news"
NOT_HELD: Final = "not_held"
_MARGIN: Final = timedelta(days=10)  # in which there is always a session
_RUN_IN: Final = timedelta(days=300)  # after which an RSI no longer depends on where it begins
_OF_DAYS: Final = frozenset({Manner.EXTREME_DAY, Manner.HOW_OFTEN, Manner.LAST_DAY, Manner.CHECK_DAYS})
_DAYS_PER_SESSION: Final = Decimal("1.6")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareFigures:
    """The figures of one share, in the order of the question's measures."""

    snapshot: Snapshot
    figures: tuple[Figure, ...]
    window: Window | None = None  # the sessions they are of; None: an instant
    end: Snapshot | None = None  # at the end of these sessions, of which figures are that are known of a day only
    counted: Occurrences | None = None  # with `Manner.HOW_OFTEN` and `Manner.LAST_DAY`
    is_beyond: bool | None = None  # with a bound to check

    @property
    def symbol(self) -> str:
        """Its symbol."""
        return self.snapshot.quote.symbol

    @property
    def first(self) -> Figure:
        """The figure of the first measure."""
        return self.figures[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFigures:
    """The answer to a question for figures of shares."""

    query: FigureQuery
    shares: tuple[ShareFigures, ...]  # in the order asked for
    mean: Decimal | None = None  # of the first measure over all shares of the market, if that was asked for
    of_mean: tuple[str, ...] = ()  # the shares that it is the mean of
    faults: tuple[MarketDataError, ...] = ()


@dataclass(frozen=True, slots=True)
class ShareFigureEvaluator:
    """Computes figures of shares."""

    view: MarketView
    today: date
    since: Mapping[str, date] = field(default_factory=dict)  # the day of the fill, or decision, of each share
    end: MarketView | None = None  # as of the end of the span that is asked for; None: that is now

    async def evaluate(self, query: FigureQuery, symbols: Sequence[str]) -> FoundFigures:
        """Return the figures of `symbols`, those without data left out. Raises: MarketDataError: none has data."""
        snapshots, faults = await self.view.snapshots(symbols)
        shares = await asyncio.gather(*(self._share(query, each) for each in snapshots))
        found = FoundFigures(query=query, shares=_in_order(query, shares), faults=faults)
        return await self._with_mean(found) if query.with_market else found

    async def _with_mean(self, found: FoundFigures) -> FoundFigures:
        query = replace(found.query, with_market=False, manner=Manner.VALUE)
        of_market = await self.evaluate(query, self.view.market.benchmark)
        known = [(each.symbol, each.first.value) for each in of_market.shares if each.first.value is not None]
        if not known:
            return found
        mean = sum((value for _, value in known), Decimal(0)) / len(known)
        return replace(found, mean=mean, of_mean=tuple(symbol for symbol, _ in known))

    async def _share(self, query: FigureQuery, snapshot: Snapshot) -> ShareFigures:
        if query.when in {Since.FILL, Since.DECISION, Since.THEN} and snapshot.quote.symbol not in self.since:
            missing = tuple(Figure(why_missing=NOT_HELD) for _ in query.measures)
            return ShareFigures(snapshot=snapshot, figures=missing)
        window = await self._window(query, snapshot) if _needs_window(query) else None
        end = snapshot if self.end is None else await self.end.snapshot(snapshot.quote.symbol)
        moment = await self._moment(query, end)
        if query.manner in _OF_DAYS:
            return self._of_days(query, snapshot, window)
        figures = tuple(_figure(FORMULAS[each], query.when, moment, window) for each in query.measures)
        beyond = None
        if query.bound is not None and figures[0].value is not None:
            beyond = is_beyond(figures[0].value, query.bound)
        return ShareFigures(snapshot=snapshot, figures=figures, window=window, is_beyond=beyond, end=end)

    def _of_days(self, query: FigureQuery, snapshot: Snapshot, window: Window | None) -> ShareFigures:
        """Return the extreme of the sessions of a span, or on how many a figure was beyond the bound."""
        formula = FORMULAS[query.measures[0]]
        daily = formula.daily(window) if window is not None and formula.daily is not None else ()
        if not daily:
            return ShareFigures(snapshot=snapshot, figures=(Figure(why_missing=NO_SESSION),), window=window)
        if query.manner in {Manner.HOW_OFTEN, Manner.LAST_DAY} and query.bound is not None:
            counted = occurrences(daily, query.bound)
            last = counted.days[-1] if counted.days else None
            is_of_day = query.manner is Manner.LAST_DAY
            figure = Figure(value=dict(daily).get(last) if is_of_day and last else Decimal(len(counted.days)), day=last)
            return ShareFigures(snapshot=snapshot, figures=(figure,), window=window, counted=counted)
        day, value = extreme_day(daily, query.order)
        beyond = None if query.bound is None else is_beyond(value, query.bound)
        return ShareFigures(snapshot=snapshot, figures=(Figure(value=value, day=day),), window=window, is_beyond=beyond)

    async def _moment(self, query: FigureQuery, snapshot: Snapshot) -> Moment:
        sessions = query.when.count if isinstance(query.when, OverSessions) else None
        if Measure.EX_DIVIDEND not in query.measures:
            return Moment(snapshot, sessions=sessions)
        first = snapshot.quote.session - timedelta(days=400)
        history = await self.view.market.history(snapshot.quote.symbol, first=first, as_of=self.view.as_of)
        return Moment(snapshot, history.actions, sessions)

    async def _window(self, query: FigureQuery, snapshot: Snapshot) -> Window | None:
        symbol = snapshot.quote.symbol
        first, last, count = self._days(query.when, snapshot)
        market, start = self.view.market, max(first, date(1970, 1, 11)) - _MARGIN
        if Measure.RSI in query.measures and start > date(1971, 1, 1):
            start -= _RUN_IN
        bars, history = await asyncio.gather(
            market.bars(symbol, first=start, as_of=self.view.as_of),
            market.history(symbol, first=start, as_of=self.view.as_of),
        )
        if count is not None and len(bars) > count:
            first = bars[-count].session
        from_close = isinstance(query.when, OverDays) and query.when.from_close
        return find_window(bars, history, first=first, last=last, from_close=from_close)

    def _days(self, when: When | None, snapshot: Snapshot) -> tuple[date, date, int | None]:
        match when:
            case OverDays(first=first, last=last):
                return first, last, None
            case OverSessions(count):
                return self.today - timedelta(days=int(count * _DAYS_PER_SESSION)) - _MARGIN, self.today, count
            case OnDay():
                return snapshot.quote.session, snapshot.quote.session, None
            case Since.FILL | Since.DECISION | Since.THEN:
                return self.since[snapshot.quote.symbol] + timedelta(days=1), self.today, None
            case Since.BEGINNING:
                return date(1970, 1, 11), self.today, None
            case None:
                return self._days(OverSessions(TRADING_DAYS), snapshot)


def _at(formula: Formula, moment: Moment) -> Figure:
    return Figure(why_missing=NOT_OVER_DAYS) if formula.at is None else formula.at(moment)


def _needs_window(query: FigureQuery) -> bool:
    formulas = [FORMULAS[each] for each in query.measures]
    if query.manner in _OF_DAYS:
        return True
    match query.when:
        case None:
            return any(each.at is None for each in formulas)
        case OnDay():
            return any(each.is_of_session or each.at is None for each in formulas)
        case OverSessions():
            return not all(each.takes_sessions for each in formulas)
        case _:
            return True


def _figure(formula: Formula, when: When | None, moment: Moment, window: Window | None) -> Figure:
    is_instant = when is None or (isinstance(when, OverSessions) and formula.takes_sessions)
    is_instant = is_instant or (isinstance(when, OnDay) and not formula.is_of_session)
    is_live_day = isinstance(when, OnDay) and not moment.snapshot.quote.is_close
    if formula.at is not None and (is_instant or is_live_day):
        return formula.at(moment)
    if formula.over is None:
        now = formula.at(moment) if formula.at is not None else None
        if now is not None and now.news and not is_live_day:
            return _published_since(now, when, window)
        return Figure(why_missing=NOT_OVER_DAYS, now=now)
    if window is None:
        return Figure(why_missing=NO_SESSION)
    is_whole = not isinstance(when, OverSessions) or len(window.bars) >= when.count
    return formula.over(window) if is_whole else Figure(why_missing=TOO_FEW_SESSIONS)


def _published_since(figure: Figure, when: When | None, window: Window | None) -> Figure:
    """Return the headlines of a span only; they are those until its end already."""
    first = when.first if isinstance(when, OverDays) else window.bars[0].session if window is not None else None
    news = tuple(each for each in figure.news if first is None or market_date(each.published) >= first)
    return Figure(news=news, why_missing="" if news else NO_NEWS)


def _in_order(query: FigureQuery, shares: Sequence[ShareFigures]) -> tuple[ShareFigures, ...]:
    """Return the shares in the order asked for, those without the figure last."""
    if query.manner not in {Manner.RANK, Manner.FIRST}:
        return tuple(shares)
    key = query.order.key
    return tuple(sorted(shares, key=lambda each: (each.first.value is None, key(each.first.value or Decimal(0)))))
