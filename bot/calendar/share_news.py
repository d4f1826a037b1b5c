"""Reads what became known of one share between two instants, strictly as of the later one."""

from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from bot.context.portfolio import AccountPrices, MarketView
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.sessions import TradingSession
from bot.domain.market.snapshot import Fact, NewsItem, market_date
from bot.domain.watching.briefs import BriefMoment, Publication, SessionMove, ShareNews, new_publications
from bot.errors import MarketDataError, PriceHeldError
from bot.ports import MarketData, TradingCalendar

_EARLIER: Final = timedelta(days=10)  # in which there is always a session


@dataclass(frozen=True, slots=True)
class ShareNewsReader:
    """Reads the moves, corporate actions, figures and headlines of shares."""

    market: MarketData
    calendar: TradingCalendar

    @property
    def is_simulated(self) -> bool:
        """Whether the market knows every instant of the past as it was; a live source has today's headlines only."""
        return self.market.data_range() is not None

    async def read(
        self, symbol: str, moment: BriefMoment, *, is_held: bool, prices: AccountPrices | None = None
    ) -> ShareNews:
        """Return what is known at the moment and was not at the one before; nothing later is looked at.

        `is_held`: whether the account holds it. `prices`: of the account; None: no doubted price is released.
        """
        sessions = self.calendar.sessions(market_date(moment.since), market_date(moment.at))
        closed = [each for each in sessions if moment.since < each.closes <= moment.at]
        opened = [each for each in sessions if moment.since < each.opens <= moment.at]
        history = await self._history(symbol, moment, (*closed, *opened))
        move = _move(history, closed, is_held=is_held) if history is not None and closed else None
        doubt: Mapping[str, Hashable] | None = None
        if move is not None and move.is_stale and not self.is_simulated:
            view = MarketView(market_time=moment.at, as_of=None, market=self.market, account_prices=prices)
            move, doubt = await _doubted_close(view, move, history, day=closed[-1].day)
        days = {each.day for each in opened}
        publications, news = await self._published(symbol, moment)
        return ShareNews(
            move=move,
            is_unpriced=bool(closed) and move is None,
            doubt=doubt,
            actions=tuple(each for each in history.actions if each.ex_date in days) if history is not None else (),
            publications=publications,
            news=news,
        )

    async def _history(
        self, symbol: str, moment: BriefMoment, sessions: tuple[TradingSession, ...]
    ) -> PriceHistory | None:
        """Return the closes and corporate actions of some sessions; None: there are no sessions, or no data."""
        if not sessions:
            return None
        first = min(each.day for each in sessions) - _EARLIER
        try:
            return await self.market.history(symbol, first=first, as_of=moment.at)
        except MarketDataError:
            return None

    async def _published(
        self, symbol: str, moment: BriefMoment
    ) -> tuple[tuple[Publication, ...], tuple[NewsItem, ...]]:
        """Return the figures and headlines published since the moment before.

        Figures only on a simulated market: a live source does not tell which it had at the moment before.
        """
        try:
            if not self.is_simulated:
                return (), _published_in(moment, await self.market.news(symbol))
            known = await self.market.snapshot(symbol, as_of=moment.at)
        except MarketDataError:
            return (), ()
        before: tuple[Fact, ...] = ()
        with suppress(MarketDataError):
            before = (await self.market.snapshot(symbol, as_of=moment.since)).facts
        published = new_publications(symbol, known.facts, before=before, since=market_date(moment.since))
        return tuple(published), _published_in(moment, known.news)


def _published_in(moment: BriefMoment, news: Iterable[NewsItem]) -> tuple[NewsItem, ...]:
    return tuple(each for each in news if moment.since < each.published <= moment.at)


def _move(history: PriceHistory, closed: list[TradingSession], *, is_held: bool) -> SessionMove | None:
    """Return how the price moved over the sessions that closed; None: no close is known at all.

    Where none of them has brought a close, it is the last one before them, and has not moved.
    """
    first, last = closed[0].day, closed[-1].day
    known = [each for each in history.closes if each.session <= last]
    if not known:
        return None
    latest, before = known[-1], [each.session for each in known if each.session < first]
    has_moved = bool(before) and latest.session >= first
    return SessionMove(
        symbol=history.symbol,
        is_held=is_held,
        price=latest.price,
        session=latest.session,
        fraction=history.change(before[-1], latest.session) if has_moved else None,
        is_stale=latest.session < last,
    )


async def _doubted_close(
    view: MarketView, move: SessionMove, history: PriceHistory | None, *, day: date
) -> tuple[SessionMove, Mapping[str, Hashable] | None]:
    """Return a move that lacks the close of `day` with that close if it is released, or why it is doubted."""
    try:
        quote = await view.quote(move.symbol)
    except PriceHeldError as error:
        return move, error.facts
    except MarketDataError:
        return move, None
    if quote.release is None or quote.session != day or history is None:
        return move, None
    before = move.price / history.split_ratio(after=move.session, through=day)
    fraction = quote.price / before - 1
    told = replace(move, price=quote.price, session=day, fraction=fraction, is_stale=False, release=quote.release)
    return told, None
