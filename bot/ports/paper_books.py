"""The paper broker's own books: kept apart from Parley's ledger, so that the two can be compared.

Every method raises StoreUnavailableError if the database cannot be reached.
"""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from decimal import Decimal
from typing import Protocol

from bot.domain.trading.execution.broker import AccountKey, BrokerOrder


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
