"""The one place that lets a doubted price through: where an admin of the workspace has released it."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.accounting.corrections import HoldingCorrection
from bot.domain.ids import AccountId
from bot.domain.market.snapshot import PriceRelease, Quote
from bot.domain.trading.accounts import Account
from bot.ports import Stores, Transaction

_TOLERANCE: Final = Decimal("0.05")  # a released price stands for those near it, for the rest of its session


@dataclass(frozen=True, slots=True)
class PriceReleases:
    """The prices that are released for one account."""

    stores: Stores
    account: Account

    async def released(self, quote: Quote) -> Quote | None:
        """Return a doubted price marked as released; None: no price near it is, of its session.

        Raises: StoreUnavailableError.
        """
        async with self.stores.read(self.account.tenant_id) as tx:
            return await released_quote(tx, self.account.id, quote)


async def released_quote(tx: Transaction, account_id: AccountId, quote: Quote) -> Quote | None:
    """Do as `PriceReleases.released`, within a transaction."""
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
