"""The one place that lets a doubted price through: where an admin of the workspace has released it."""

from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.domain.accounting.corrections import HoldingCorrection
from bot.domain.ids import AccountId
from bot.domain.market.snapshot import PriceRelease, Quote
from bot.ports import Transaction

_TOLERANCE: Final = Decimal("0.05")  # a released price stands for those near it, for the rest of its session


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
