"""Reads how the market as a whole has moved, for a decision."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.context.portfolio import MarketView
from bot.domain.market.features import MarketChange, average_change, compute_features
from bot.domain.market.snapshot import Snapshot
from bot.errors import MarketDataError

_INDEX_FUND: Final = "SPY"
_INDEX_NAME: Final = "SPY, a fund on the S&P 500"
_AVERAGE_NAME: Final = "the equal-weighted average of all shares of this market"
_SECONDS: Final = 3.0  # for which a decision waits for it


@dataclass(frozen=True, slots=True)
class MarketReading:
    """What stands for the market: an index fund, or all shares of a market that has few."""

    name: str
    shares: tuple[Snapshot, ...] = ()  # none: not known in time

    @property
    def change(self) -> MarketChange | None:
        """The average change; None: not known."""
        return average_change(self.name, [compute_features(snapshot) for snapshot in self.shares])


async def read_market(view: MarketView, *, at_hand: bool = False) -> MarketReading:
    """Return what stands for the market; with `at_hand`, only if it takes no request to a source outside."""
    symbols = view.market.symbols()
    has_index = symbols is None or _INDEX_FUND in symbols
    name, wanted = (_INDEX_NAME, [_INDEX_FUND]) if has_index else (_AVERAGE_NAME, sorted(symbols or ()))
    if at_hand and symbols is None:
        return MarketReading(name)
    try:
        async with asyncio.timeout(_SECONDS):
            snapshots, _ = await view.snapshots(wanted)
    except (MarketDataError, TimeoutError):
        return MarketReading(name)
    return MarketReading(name, snapshots)
