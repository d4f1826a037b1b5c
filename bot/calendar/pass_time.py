"""Lets market time pass for an account: plans what becomes due in a span, and records all of it at once."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from bot.calendar.time_span import TimeSpan, time_span
from bot.domain.ids import TenantId
from bot.domain.trading.accounts import Account
from bot.ports import Clock, Stores, TradingCalendar, Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedTime:
    """What becomes due in a span, planned and not stored yet."""

    span: TimeSpan

    async def record(self, tx: Transaction) -> None:
        """Store it, in the transaction that marks the span as passed. Raises: StoreUnavailableError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassTime:
    """Plans what becomes due in a span of market time. Markets are asked here, outside of any transaction."""

    market: str  # name of the market whose accounts it is for
    calendar: TradingCalendar

    async def plan(self, account: Account, *, since: datetime, until: datetime) -> PassedTime:
        """Return what becomes due after `since` and by `until`. Raises: MarketDataError, StoreUnavailableError."""
        return PassedTime(span=time_span(self.calendar, account, since=since, until=until))


@dataclass(frozen=True, slots=True)
class RunSchedule:
    """Does the scheduled work of a tenant's account on a live market, in a background job; of the sample's, nothing.

    An event of a session that was missed is caught up, in order. Of several that try at once, one stores.
    """

    stores: Stores
    clock: Clock
    open_pass_time: Callable[[], Awaitable[PassTime]]

    async def __call__(self, tenant_id: TenantId) -> bool:
        """Do what is due; return whether anything was. Raises: MarketDataError, StoreUnavailableError."""
        pass_time = await self.open_pass_time()
        async with self.stores.read(tenant_id) as tx:
            account = await tx.accounts.default(market=pass_time.market)
        since = account.passed_to
        if since is None or account.market_time is not None:
            return False
        events = time_span(pass_time.calendar, account, since=since, until=self.clock.now()).events
        if not events:
            return False
        passed = await pass_time.plan(account, since=since, until=events[-1].at)
        async with self.stores.transaction(tenant_id) as tx:
            is_first = await tx.accounts.pass_time(account.id, since=since, until=passed.span.until)
            if is_first:
                await passed.record(tx)
        return is_first
