"""Doubted prices that an admin of a workspace has released."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.market.snapshot import Quote
from bot.domain.trading.accounts import Account
from bot.ports import Stores

_TOLERANCE: Final = Decimal("0.05")  # a released price stands for those near it, for the rest of its session


@dataclass(frozen=True, slots=True)
class PriceReleases:
    """The prices that are released for one account."""

    stores: Stores
    account: Account

    async def covers(self, quote: Quote) -> bool:
        """Return whether a price of the same session near this one was released. Raises: StoreUnavailableError."""
        async with self.stores.read(self.account.tenant_id) as tx:
            released = await tx.accounts.released_price(self.account.id, quote.symbol, session=quote.session)
        return released is not None and abs(quote.price - released) <= released * _TOLERANCE
