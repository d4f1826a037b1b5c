"""What an account knows of prices beside the market: those that an admin has released, and its positions' last ones."""

from dataclasses import dataclass

from bot.context.price_releases import released_quote
from bot.domain.market.snapshot import Quote
from bot.domain.trading.accounts import Account, Position
from bot.ports import Stores


@dataclass(frozen=True, slots=True)
class AccountPrices:
    """The released prices and the positions of one account. Its methods raise: StoreUnavailableError."""

    stores: Stores
    account: Account

    async def released(self, quote: Quote) -> Quote | None:
        """Return a doubted price marked as released; None: no price near it is, of its session."""
        async with self.stores.read(self.account.tenant_id) as tx:
            return await released_quote(tx, self.account.id, quote)

    async def position(self, symbol: str) -> Position | None:
        """Return the position in a share; None: nothing is held."""
        async with self.stores.read(self.account.tenant_id) as tx:
            positions = await tx.accounts.positions(self.account.id)
        return next((each for each in positions if each.symbol == symbol), None)
