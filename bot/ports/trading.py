"""Ports for market data, news, the trading calendar, engines and brokers, and the paper broker's own books."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from datetime import date, datetime
from decimal import Decimal
from typing import Protocol

from bot.domain.market.price_history import PriceHistory
from bot.domain.market.sessions import TradingSession
from bot.domain.market.snapshot import Bar, NewsItem, Quote, Snapshot
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.execution.broker import AccountKey, BrokerOrder
from bot.domain.trading.execution.orders import AccountOrder
from bot.ports.models import TextSink


class MarketData(Protocol):
    """Prices, fundamentals and news as known at one instant; never a figure that was not yet public then."""

    name: str  # "sample" or "yahoo"; shown in every reply
    benchmark: tuple[str, ...]  # symbols; an account is compared with holding these in equal parts

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        """Return everything known about `symbol` at `as_of` (None: the market's current time).

        Raises: UnknownSymbolError, NoPriceError, PriceHeldError, DateOutOfRangeError, MarketSourceError.
        """

    async def quote(self, symbol: str, *, as_of: datetime | None = None, anew: bool = False) -> Quote:
        """Return the last price at `as_of`; with `anew`, nothing kept from before, and with the source's second figure.

        Raises as `snapshot`.
        """

    async def history(self, symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
        """Return the closes of the sessions from `first` on that have closed at `as_of`, and the corporate actions.

        An action is included from the opening of its ex-date on. Raises as `snapshot`.
        """

    async def bars(self, symbol: str, *, first: date, as_of: datetime | None = None) -> tuple[Bar, ...]:
        """Return the bars of the sessions from `first` on that have closed at `as_of`, as traded on their days.

        Oldest first. Raises as `snapshot`.
        """

    async def news(self, symbol: str) -> tuple[NewsItem, ...]:
        """Return the headlines that are known at the market's current time. Raises as `snapshot`."""

    async def now(self) -> datetime:
        """Return the market's current time: the sample market's default clock, or the wall clock."""

    def data_range(self) -> tuple[date, date] | None:
        """Return the first and last date to which an account's market clock can be set; None: it cannot be set."""

    def symbols(self) -> frozenset[str] | None:
        """Return the symbols with data; None: not limited to a list."""


class TradingCalendar(Protocol):
    """The exchange's trading sessions. Every method raises DateOutOfRangeError outside the calendar's span."""

    def last_close(self, at: datetime) -> datetime:
        """Return the close of the latest session that has closed by `at`."""

    def close_after(self, session: date, sessions: int) -> datetime:
        """Return the close of the session that is `sessions` (0 or negative, too) sessions after `session`.

        A day without a session counts as the session before it: one session after a Saturday is Monday.
        """

    def sessions_between(self, first: date, last: date) -> int:
        """Return the number of sessions in (first, last]; negative if `last` is before `first`."""

    def sessions(self, first: date, last: date) -> tuple[TradingSession, ...]:
        """Return the sessions on the days `first` to `last`, oldest first; none if `last` is before `first`."""

    def is_open(self, at: datetime) -> bool:
        """Return whether the exchange is open at `at`: from the opening up to, but not at, the close."""


class Engine(Protocol):
    """Makes trade proposals."""

    @property
    def name(self) -> str:
        """The engine's name, as shown on a decision's card: "rules"."""

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
        """Return one proposal per requested symbol, in that order. The caller validates them.

        A symbol that the engine cannot decide on gets a hold with `fallback` set to the reason. `show` receives text to
        display while the engine works.
        """


class Broker(Protocol):
    """Executes orders on accounts at a broker, which keeps its own books of them. Idempotent by client order id.

    What a broker says no to is a `BrokerOrder` that is REJECTED. Every method raises BrokerUnavailableError if there is
    no answer (a timeout, a lost connection, a server error): of `submit` and `cancel` the outcome is then unknown.
    """

    async def submit(self, order: AccountOrder) -> BrokerOrder:
        """Send `order`, or return it as the broker has it if it was sent before. Never carried out twice."""

    async def find_order(self, account: AccountKey, client_order_id: str) -> BrokerOrder | None:
        """Return an order as the broker has it, or None if the broker has never received it."""

    async def cancel(self, account: AccountKey, client_order_id: str) -> BrokerOrder | None:
        """Cancel what is not filled yet; return the order as it is then, or None if there is no such order."""

    async def open_orders(self, account: AccountKey) -> tuple[BrokerOrder, ...]:
        """Return the orders that can still be filled, by client order id."""

    async def positions(self, account: AccountKey) -> Mapping[str, Decimal]:
        """Return the shares held, by symbol; none is zero."""

    async def cash(self, account: AccountKey) -> Decimal:
        """Return the cash, in account currency."""


class NewsSource(Protocol):
    """Dated news of shares, as known at an instant. Titles and descriptions are untrusted text, on one line each."""

    @property
    def name(self) -> str:
        """The source's name in logs and in `Snapshot.missing`: "folder", "alpaca"."""

    async def news(self, symbol: str, *, as_of: datetime, limit: int) -> tuple[NewsItem, ...]:
        """Return at most `limit` items on `symbol` that were public at `as_of`, newest first; their tone is 0.

        Raises: MarketSourceError: the source cannot be read, which is not the same as having no news.
        """


class PaperAccount(Protocol):
    """One account at the paper broker, within one transaction."""

    async def cash(self) -> Decimal:
        """Return the cash, in account currency."""

    async def positions(self) -> Mapping[str, Decimal]:
        """Return the shares held, by symbol; none is zero."""

    async def find_order(self, client_order_id: str) -> BrokerOrder | None:
        """Return an order of the account, or None."""

    async def open_orders(self) -> tuple[BrokerOrder, ...]:
        """Return the orders that can still be filled, by client order id."""

    async def save_order(self, order: BrokerOrder) -> None:
        """Store an order and its fills; those stored before stay as they are."""

    async def save_holdings(self, *, cash: Decimal, symbol: str, shares: Decimal) -> None:
        """Store the cash, and the shares held of one symbol; 0: none."""


class PaperBooks(Protocol):
    """The books of all accounts at the paper broker. An account is there from its opening."""

    def change(self, account: AccountKey) -> AbstractAsyncContextManager[PaperAccount]:
        """Begin a transaction on one account, which is locked until it ends: it commits, or rolls back on an exception.

        Raises: LookupError: there is no such account.
        """

    def read(self, account: AccountKey) -> AbstractAsyncContextManager[PaperAccount]:
        """Begin a transaction that only reads one account, and sees it as it was at one instant."""
