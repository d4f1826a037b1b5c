"""Ports for what is watched: price alerts, watch lists, and subscriptions to briefs, each of one tenant.

`AlertWatch` is what the poller reads of all tenants. Every method of the stores raises StoreUnavailableError if the
database cannot be reached.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Protocol

from bot.domain.ids import AccountId, AlertId
from bot.domain.watching.alerts import PriceAlert
from bot.domain.watching.briefs import BriefChange, BriefSubscription
from bot.domain.watching.reached_alerts import WatchedLevel
from bot.domain.watching.watch_lists import WatchedShare, WatchListChange, WatchListKey


class Alerts(Protocol):
    """The price alerts of one tenant."""

    async def add_alerts(self, alerts: Collection[PriceAlert]) -> tuple[PriceAlert, ...]:
        """Store new alerts, each with the next number of its channel; return all of them as stored.

        One that is stored already stays as it is. Alerts are added one transaction after the other, so that their
        numbers, and the counts of `count_armed` read before in the same transaction, hold.
        """

    async def count_armed(self, person_id: str) -> tuple[int, int]:
        """Return how many alerts are armed: the person's, and the workspace's. Locks out other additions."""

    async def find_alerts(self, ids: Collection[AlertId]) -> tuple[PriceAlert, ...]:
        """Return the alerts of these ids that there are, whatever their state."""

    async def in_channel(self, channel: str, *, settled: Collection[int] = ()) -> tuple[PriceAlert, ...]:
        """Return the alerts of a channel that are armed or told, by number, with those that somebody has settled.

        Of these the last told, and those of the numbers `settled`.
        """

    async def armed(self, account_id: AccountId) -> tuple[PriceAlert, ...]:
        """Return the armed alerts of an account, those that are snoozed too, by id."""

    async def open_on(self, account_id: AccountId, symbol: str) -> tuple[PriceAlert, ...]:
        """Return the alerts of an account on one share that wait, or were told and are not settled, by id."""

    async def save_alert(self, alert: PriceAlert, *, was: PriceAlert) -> bool:
        """Store state, symbol, bounds, reference and times of an alert unless it has changed; return whether it was."""

    async def mark_looked_up(self, ids: Collection[AlertId], *, until: datetime) -> None:
        """Store up to which market time the shares of alerts were asked for."""

    async def add_up_caught_up(self, market: str, seconds: Collection[float]) -> None:
        """Add up how late alerts were told that were found by the prices of a session, for operators."""

    async def end_alerts(self, *, channel: str | None = None, asked_by: datetime | None = None) -> None:
        """Remove all alerts of a channel that Parley can no longer tell them in; None: of the workspace.

        `asked_by`: only those asked for until then.
        """

    async def end_stops(self, account_id: AccountId, symbol: str) -> None:
        """End the alerts on stop levels of a position that has been closed: nobody arms one again."""


class AlertWatch(Protocol):
    """What the poller of live prices reads across tenants, and its lease: only one process at a time polls."""

    async def begin_poll(self, market: str, *, ttl: timedelta) -> bool:
        """Let this process poll a market for `ttl`; return False if it is not time, or another process does."""

    async def end_poll(self, market: str, *, pause: timedelta) -> None:
        """Let a process poll the market again after `pause`."""

    async def armed_symbols(self, market: str, *, at: datetime) -> Mapping[str, datetime]:
        """Return the shares with alerts that are armed at `at`, each with the time of their oldest reference price."""

    async def armed_levels(self, market: str, symbols: Collection[str], *, at: datetime) -> tuple[WatchedLevel, ...]:
        """Return the alerts on these shares that are armed at `at`, of all tenants."""


class WatchLists(Protocol):
    """The watch lists of one tenant's channels and people."""

    async def listed(self, key: WatchListKey) -> tuple[WatchedShare, ...]:
        """Return the shares on a list, in the order in which they were added."""

    async def change(self, change: WatchListChange) -> None:
        """Take shares off a list, then put shares on it; one that is on it already stays as it was added."""

    async def replace_share(self, symbol: str, into: str, *, market: str) -> int:
        """Put `into` in the place of `symbol` on every list of the workspace that has it; return on how many.

        On a list that has `into` already, `symbol` goes.
        """


class BriefSubscriptions(Protocol):
    """The channels of one tenant that get briefs."""

    async def all_subscriptions(self) -> tuple[BriefSubscription, ...]:
        """Return all subscriptions, by channel."""

    async def find_subscription(self, channel: str) -> BriefSubscription | None:
        """Return the subscription of a channel; None: it has none."""

    async def change(self, change: BriefChange) -> None:
        """Store the subscription of a channel, in place of the one it had, or end it."""

    async def mark_told(self, channel: str, *, until: datetime) -> None:
        """Store when what was known was read for the latest brief of a channel."""
