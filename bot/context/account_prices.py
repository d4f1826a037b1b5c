"""What an account knows of prices beside the market: its positions, and doubted prices that an admin has released."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.accounting.corrections import HoldingCorrection
from bot.domain.ids import AccountId
from bot.domain.market.snapshot import PriceRelease, Quote
from bot.domain.trading.accounts import Account, Position
from bot.ports import Stores, Transaction

_TOLERANCE: Final = Decimal("0.05")  # a released price stands for those near it, for the rest of its session


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


async def released_quote(tx: Transaction, account_id: AccountId, quote: Quote) -> Quote | None:
    """Return a doubted price marked as released on the account; None: no price near it is, of its session."""
    releases = await tx.corrections.releases(account_id, symbol=quote.symbol, session=quote.session)
    covering = next((each for each in releases if _covers(each, quote.price)), None)
    if covering is None:
        return None
    return replace(quote, release=release_of(covering))


def release_of(correction: HoldingCorrection) -> PriceRelease:
    """Return who has released the price of a booked release, and when."""
    return PriceRelease(correction.person.name, correction.change.booked_at)


def _covers(release: HoldingCorrection, price: Decimal) -> bool:
    released = release.change.price
    return released is not None and abs(price - released) <= released * _TOLERANCE
