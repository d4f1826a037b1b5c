"""Prices, sessions, engines and brokers."""

from datetime import date, datetime
from typing import Protocol

from bot.domain.ids import TenantId
from bot.domain.market.snapshot import Quote, Snapshot
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.orders import Order, OrderReport
from bot.ports.models import TextSink


class MarketData(Protocol):
    """Prices, fundamentals and news as they were known at one instant; never a figure that was not yet public."""

    name: str  # "sample" or "yahoo": said in every reply

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        """Return all that is known of `symbol` at `as_of` (None: the market's own now).

        Raises: UnknownSymbolError, NoPriceError, DateOutOfRangeError, MarketSourceError.
        """
        ...

    async def quote(self, symbol: str, *, as_of: datetime | None = None) -> Quote:
        """Return the last price at `as_of`. Raises as `snapshot` does."""
        ...

    async def now(self) -> datetime:
        """Return the market's time: the sample market's default clock, or the wall clock."""
        ...

    def data_range(self) -> tuple[date, date] | None:
        """Return the first and last date an account's market clock may stand at; None: there is no such clock."""
        ...

    def symbols(self) -> frozenset[str] | None:
        """Return the symbols there is data for; None: not limited to a list."""
        ...


class TradingCalendar(Protocol):
    """The exchange's sessions."""

    def last_close(self, at: datetime) -> datetime:
        """Return the close of the latest session that had closed at `at`."""
        ...

    def close_after(self, session: date, sessions: int) -> datetime:
        """Return the close of the session `sessions` after `session`."""
        ...

    def sessions_between(self, first: date, last: date) -> int:
        """Return how many sessions lie in (first, last]."""
        ...

    def is_open(self, at: datetime) -> bool:
        """Return whether the exchange trades at `at`."""
        ...


class Engine(Protocol):
    """How decisions are made."""

    @property
    def name(self) -> str:
        """What it is called, as said on the card: "rules"."""
        ...

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
        """Return one proposal per symbol asked about, in that order. The caller validates them.

        What an engine cannot decide is a hold with `fallback` set to the reason. `show` takes what can be shown of the
        work while it goes on.
        """
        ...


class Broker(Protocol):
    """Carries out orders. Idempotent by client order id."""

    async def submit(self, order: Order) -> OrderReport:
        """Send `order`, or return what became of it if it was sent before. Never sends it twice."""
        ...

    async def find(self, *, tenant_id: TenantId, client_order_id: str) -> OrderReport | None:
        """Return the broker's word on an order, or None if it has never had it."""
        ...
