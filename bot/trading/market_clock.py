"""The market's clock of an account; only the sample market's can be moved."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from bot.domain.ids import TenantId
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Account
from bot.domain.trading.execution.orders import AccountOrder
from bot.errors import ClockWaitsForOrderError, DateOutOfRangeError, FutureDateError, NoMarketClockError
from bot.ports import MarketData, Stores, TradingCalendar


@dataclass(frozen=True, slots=True)
class MarketClock:
    """Reads and moves the clock of a tenant's account."""

    stores: Stores
    market: MarketData
    calendar: TradingCalendar

    async def now(self, tenant_id: TenantId) -> datetime:
        """Return the market time of this tenant's account."""
        async with self.stores.read(tenant_id) as tx:
            account = await tx.accounts.default(market=self.market.name)
        return account.market_time or await self.market.now()

    async def set_date(self, tenant_id: TenantId, day: date) -> datetime:
        """Move the clock to the close of the last session up to `day`; return that close.

        Raises: NoMarketClockError, DateOutOfRangeError, ClockBehindTradesError, ClockWaitsForOrderError.
        """
        first, last = self._data_range()
        if not first <= day <= last:
            raise DateOutOfRangeError(first=first, last=last)
        close = self._last_close(day)
        async with self.stores.transaction(tenant_id) as tx:
            account = await tx.accounts.lock((await tx.accounts.default(market=self.market.name)).id)
            _require_no_order(await tx.accounts.open_orders(account.id))
            await tx.accounts.set_market_time(account.id, close)
        return close

    def close_of(self, day: date, *, now: datetime) -> datetime:
        """Return the close of the last session up to `day`, never later than `now`.

        Raises: FutureDateError: `day` is after `now`. DateOutOfRangeError: the data begin later.
        """
        if day > market_date(now):
            raise FutureDateError(today=market_date(now))
        span = self.market.data_range()
        if span is not None and day < span[0]:
            raise DateOutOfRangeError(first=span[0], last=market_date(now))
        return min(self._last_close(day), now)

    def sessions_left(self, now: datetime) -> int:
        """Return how many sessions the clock can be advanced from `now`. Raises: NoMarketClockError."""
        _, last = self._data_range()
        return max(self.calendar.sessions_between(market_date(now), last), 0)

    async def require_movable(self, account: Account) -> None:
        """Check that no order of the account is open. Raises: ClockWaitsForOrderError, StoreUnavailableError."""
        async with self.stores.read(account.tenant_id) as tx:
            _require_no_order(await tx.accounts.open_orders(account.id))

    def close_after_sessions(self, now: datetime, sessions: int) -> datetime:
        """Return the close `sessions` after `now`. The clock is moved in the transaction that stores the answer."""
        return self.calendar.close_after(market_date(now), sessions)

    def _last_close(self, day: date) -> datetime:
        return self.calendar.last_close(datetime.combine(day, time(23, 59), UTC))

    def _data_range(self) -> tuple[date, date]:
        span = self.market.data_range()
        if span is None:
            raise NoMarketClockError
        return span


def _require_no_order(orders: Sequence[AccountOrder]) -> None:
    if orders:
        order = orders[-1]
        raise ClockWaitsForOrderError(side=order.side, shares=order.shares, symbol=order.symbol)
