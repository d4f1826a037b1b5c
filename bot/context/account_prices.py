"""What an account knows of prices beside the market: those that an admin has released, and its positions' last ones."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.market.snapshot import Quote
from bot.domain.trading.accounts import Account, Position
from bot.ports import Stores

_TOLERANCE: Final = Decimal("0.05")  # a released price stands for those near it, for the rest of its session


@dataclass(frozen=True, slots=True)
class AccountPrices:
    """The released prices and the positions of one account."""

    stores: Stores
    account: Account

    async def is_released(self, quote: Quote) -> bool:
        """Return whether a price of the same session near this one was released. Raises: StoreUnavailableError."""
        async with self.stores.read(self.account.tenant_id) as tx:
            released = await tx.accounts.released_price(self.account.id, quote.symbol, session=quote.session)
        return released is not None and abs(quote.price - released) <= released * _TOLERANCE

    async def position(self, symbol: str) -> Position | None:
        """Return the position in a share; None: nothing is held. Raises: StoreUnavailableError."""
        async with self.stores.read(self.account.tenant_id) as tx:
            positions = await tx.accounts.positions(self.account.id)
        return next((each for each in positions if each.symbol == symbol), None)
