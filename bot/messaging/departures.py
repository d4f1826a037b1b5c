"""Ends what is posted in a channel by itself, once Parley can no longer write there."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.domain.conversation.replies import Reply
from bot.domain.ids import TenantId
from bot.domain.watching.briefs import BRIEF_OCCASION, BriefChange
from bot.ports import Stores, Transaction

_BY: Final = "platform"  # in the audit: nobody has ended it


@dataclass(frozen=True, slots=True)
class Departures:
    """Ends briefs and alerts in channels that Parley was removed from. Every method raises StoreUnavailableError."""

    stores: Stores

    async def left_channel(self, tenant_id: TenantId, channel: str) -> None:
        """End the briefs and alerts of one channel, which Parley was removed from, or which is gone."""
        async with self.stores.transaction(tenant_id) as tx:
            await _end_in_channel(tx, channel)

    async def left_workspace(self, tenant_id: TenantId, *, at: datetime | None = None) -> None:
        """End all briefs and alerts of a workspace that Parley was removed from; those made after `at` stay."""
        async with self.stores.transaction(tenant_id) as tx:
            await tx.alerts.end_alerts(asked_by=at)
            for each in await tx.briefs.all_subscriptions():
                if at is None or each.subscribed_at <= at:
                    await _end_in_channel(tx, each.thread.channel, at=at)

    async def undeliverable(self, reply: Reply) -> None:
        """End the subscription of a brief that can no longer be posted; does nothing for another reply."""
        if not reply.occasion.startswith(BRIEF_OCCASION):
            return
        async with self.stores.transaction(reply.thread.tenant_id) as tx:
            current = await tx.briefs.find_subscription(reply.thread.channel)
            if current is not None and current.turn_id == reply.turn_id:
                await _end_in_channel(tx, reply.thread.channel)


async def _end_in_channel(tx: Transaction, channel: str, *, at: datetime | None = None) -> None:
    """End what is posted in a channel by itself; of its alerts, those made until `at`."""
    await tx.alerts.end_alerts(channel=channel, asked_by=at)
    current = await tx.briefs.find_subscription(channel)
    if current is None:
        return
    await tx.briefs.change(BriefChange(channel=channel, subscription=None))
    await tx.audit.add_entry("briefs", subject=current.turn_id, by=_BY, facts={"channel": channel, "is": "off"})
