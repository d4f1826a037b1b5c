"""Stores of one tenant: watch lists, and subscriptions to briefs.

Every method raises StoreUnavailableError if the database cannot be reached.
"""

from datetime import datetime
from typing import Protocol

from bot.domain.watching.briefs import BriefChange, BriefSubscription
from bot.domain.watching.watch_lists import WatchedShare, WatchListChange, WatchListKey


class WatchLists(Protocol):
    """The watch lists of one tenant's channels and people."""

    async def listed(self, key: WatchListKey) -> tuple[WatchedShare, ...]:
        """Return the shares on a list, in the order in which they were added."""
        ...

    async def change(self, change: WatchListChange) -> None:
        """Take shares off a list, then put shares on it; one that is on it already stays as it was added."""
        ...

    async def replace_share(self, symbol: str, into: str, *, market: str) -> int:
        """Put `into` in the place of `symbol` on every list of the workspace that has it; return on how many.

        On a list that has `into` already, `symbol` goes.
        """
        ...


class BriefSubscriptions(Protocol):
    """The channels of one tenant that get briefs."""

    async def all_subscriptions(self) -> tuple[BriefSubscription, ...]:
        """Return all subscriptions, by channel."""
        ...

    async def find_subscription(self, channel: str) -> BriefSubscription | None:
        """Return the subscription of a channel; None: it has none."""
        ...

    async def change(self, change: BriefChange) -> None:
        """Store the subscription of a channel, in place of the one it had, or end it."""
        ...

    async def mark_told(self, channel: str, *, until: datetime) -> None:
        """Store when what was known was read for the latest brief of a channel."""
        ...
