"""Reads the prices of watched shares: the latest, and how they changed on its day and since a share was added."""

import asyncio
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from bot.context.portfolio import MarketView
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.watching.watch_lists import WatchedShare
from bot.errors import MarketDataError, PriceHeldError
from bot.ports import TradingCalendar

_EARLIER: Final = timedelta(days=10)  # in which there is always a session


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedPrice:
    """A watched share and its price; without one, nothing else is known."""

    share: WatchedShare
    quote: Quote | None = None
    doubt: Mapping[str, Hashable] | None = None  # the facts of a PriceHeldError: why there is none
    change_day: Decimal | None = None  # a fraction of the close before
    change_since: Decimal | None = None  # a fraction of the last close when it was added, splits taken out


@dataclass(frozen=True, slots=True)
class WatchedPrices:
    """Reads prices of watched shares."""

    calendar: TradingCalendar

    async def load(self, shares: Sequence[WatchedShare], view: MarketView) -> tuple[WatchedPrice, ...]:
        """Return the price of each share at the view's instant, in the order given."""
        return tuple(await asyncio.gather(*(self._price(each, view) for each in shares)))

    async def _price(self, share: WatchedShare, view: MarketView) -> WatchedPrice:
        try:
            quote = await view.quote(share.symbol)
            added = market_date(self.calendar.last_close(share.market_time))
            first = min(added, quote.session) - _EARLIER
            history = await view.market.history(share.symbol, first=first, as_of=view.as_of)
        except PriceHeldError as error:
            return WatchedPrice(share=share, doubt=error.facts)
        except MarketDataError:
            return WatchedPrice(share=share)
        is_counted = share.market == view.market.name and added < quote.session
        before = self.calendar.close_after(quote.session, -1) if quote.is_close else None
        return WatchedPrice(
            share=share,
            quote=quote,
            change_day=_change(history, quote, since=market_date(before) if before else quote.session),
            change_since=_change(history, quote, since=added) if is_counted else None,
        )


def _change(history: PriceHistory, quote: Quote, *, since: date) -> Decimal | None:
    """Return the change from the last close up to a day to a quote, splits taken out; None: no close is known."""
    closed = [each for each in history.closes if each.session <= since]
    if not closed:
        return None
    base = closed[-1].price / history.split_ratio(after=closed[-1].session, through=quote.session)
    return quote.price / base - 1
