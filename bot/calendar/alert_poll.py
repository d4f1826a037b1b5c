"""Polls live prices for the alerts of all tenants, during sessions, in one process at a time."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.calendar.alerts import AlertNotices
from bot.context.portfolio import released_quote
from bot.domain.ids import AccountId, AlertId, TenantId
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.watching.alerts import AlertState
from bot.domain.watching.reached_alerts import LivePrice, WatchedLevel, reached_live, reaches
from bot.errors import MarketDataError, PriceHeldError, StoreUnavailableError
from bot.ports import AlertWatch, Clock, MarketData, Meter, Stores, TradingCalendar, Transaction

_LEASE: Final = timedelta(minutes=2)  # of one process, should it die; two at once tell nothing twice
_BATCH: Final = 20  # shares, after whose prices their alerts are told

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertPoll:
    """Asks the source for the prices of all shares with armed alerts, each once for all tenants, and tells alerts.

    A market whose accounts have clocks of their own is not polled: there time passes by `/advance`.
    """

    watch: AlertWatch
    stores: Stores
    market: MarketData
    calendar: TradingCalendar
    notices: AlertNotices
    clock: Clock
    meter: Meter
    interval: timedelta
    pause_seconds: float = 0.1  # between requests to the source

    async def poll(self) -> int:
        """Poll once if the exchange is open and no other process does; return how many alerts were told.

        Raises: StoreUnavailableError.
        """
        name, now = self.market.name, self.clock.now()
        is_due = self.market.data_range() is None and self.calendar.is_open(now)
        if not is_due or not await self.watch.begin_poll(name, ttl=_LEASE):
            return 0
        try:
            since = await self.watch.armed_symbols(self.market.name, at=now)
            symbols, count = tuple(since), 0
            for start in range(0, len(symbols), _BATCH):
                prices = await self._prices({symbol: since[symbol] for symbol in symbols[start : start + _BATCH]})
                if prices and (reached := await self._reached(prices)):
                    asked_again = {level.symbol: since[level.symbol] for level in reached}
                    count += await self._tell_levels(reached, await self._prices(asked_again, anew=True))
                await self.watch.end_poll(self.market.name, pause=_LEASE)  # this process goes on
            return count
        finally:
            passed = self.clock.now() - now
            await self.watch.end_poll(name, pause=max(self.interval - passed, timedelta(0)))

    async def _reached(self, prices: Mapping[str, LivePrice]) -> Sequence[WatchedLevel]:
        levels = await self.watch.armed_levels(self.market.name, prices.keys(), at=self.clock.now())
        return [level for level in levels if reaches(level, prices[level.symbol])]

    async def _tell_levels(self, levels: Iterable[WatchedLevel], prices: Mapping[str, LivePrice]) -> int:
        by_tenant: dict[TenantId, list[AlertId]] = defaultdict(list)
        for level in levels:
            if level.symbol in prices:
                by_tenant[level.tenant_id].append(level.alert_id)
        return sum([await self._tell(tenant_id, ids, prices) for tenant_id, ids in by_tenant.items()])

    async def _prices(self, since: Mapping[str, datetime], *, anew: bool = False) -> dict[str, LivePrice]:
        prices = {}
        for symbol, at in since.items():
            if (price := await self._price(symbol, since=at, anew=anew)) is not None:
                prices[symbol] = price
            await asyncio.sleep(self.pause_seconds)
        return prices

    async def _price(self, symbol: str, *, since: datetime, anew: bool) -> LivePrice | None:
        """Return the fresh price of a share; None: there is none, whatever went wrong: the other shares are asked."""
        try:
            quote, is_doubted = await self._quote(symbol, anew=anew)
            if not quote.can_fill or quote.is_close:
                return None
            return LivePrice(quote, await self.market.history(symbol, first=market_date(since)), is_doubted)
        except Exception as error:  # noqa: BLE001 - a source may answer anything
            self.meter.error(type(error).__name__)
            is_bug = not isinstance(error, MarketDataError)
            level = logging.ERROR if is_bug else logging.WARNING
            _log.log(level, "alerts on %s wait: %s", symbol, type(error).__name__, exc_info=is_bug)
            return None

    async def _quote(self, symbol: str, *, anew: bool) -> tuple[Quote, bool]:
        """Return the price of a share, and whether it is doubted: some account may have released it."""
        try:
            return await self.market.quote(symbol, anew=anew), False
        except PriceHeldError as error:
            if not isinstance(error.withheld, Quote) or not error.is_price:
                raise
            self.meter.error(type(error).__name__)
            return error.withheld, True

    async def _tell(self, tenant_id: TenantId, ids: Collection[AlertId], prices: Mapping[str, LivePrice]) -> int:
        try:
            async with self.stores.transaction(tenant_id) as tx:
                armed = [each for each in await tx.alerts.find_alerts(ids) if each.state is AlertState.ARMED]
                reached = [
                    reached_live(each, prices[each.symbol])
                    for each in armed
                    if await _counts(tx, each.account_id, prices[each.symbol])
                ]
                told = await self.notices.record(tx, [each for each in reached if each is not None])
        except StoreUnavailableError as error:
            _log.warning("alerts of tenant %s wait: %s", tenant_id, error)
            return 0
        except Exception as error:  # noqa: BLE001 - a bug that one alert brings out holds up no other tenant's
            self.meter.error(type(error).__name__)
            _log.exception("alerts of tenant %s wait", tenant_id)
            return 0
        now = self.clock.now()
        for each in told:
            self.meter.alert_told((now - each.at).total_seconds())
        return len(told)


async def _counts(tx: Transaction, account_id: AccountId, price: LivePrice) -> bool:
    """Return whether alerts on an account go by a price: one that is doubted, only if it is released there."""
    return not price.is_doubted or await released_quote(tx, account_id, price.quote) is not None
