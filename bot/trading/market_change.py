"""Reads how the market as a whole has moved, for a model that decides."""

import asyncio
from typing import Final

from bot.context.portfolio import MarketView
from bot.domain.market.features import compute_features
from bot.domain.market.market_change import MarketChange, average_change
from bot.errors import MarketDataError

_INDEX_FUND: Final = "SPY"
_INDEX_NAME: Final = "SPY, a fund on the S&P 500"
_AVERAGE_NAME: Final = "the equal-weighted average of all shares of this market"
_SECONDS: Final = 3.0  # for which a decision waits for it


async def read_market_change(view: MarketView) -> MarketChange | None:
    """Return the change of an index fund, or of all shares of a market that has few; None: not known in time."""
    symbols = view.market.symbols()
    has_index = symbols is None or _INDEX_FUND in symbols
    name, wanted = (_INDEX_NAME, [_INDEX_FUND]) if has_index else (_AVERAGE_NAME, sorted(symbols or ()))
    try:
        async with asyncio.timeout(_SECONDS):
            snapshots, _ = await view.snapshots(wanted)
    except (MarketDataError, TimeoutError):
        return None
    return average_change(name, [compute_features(snapshot) for snapshot in snapshots])
