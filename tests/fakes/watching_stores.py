"""Watch lists and subscriptions to briefs, in memory."""

from dataclasses import replace
from datetime import datetime

from bot.domain.conversation.turns import Conversation
from bot.domain.watching.briefs import BriefChange, BriefSubscription
from bot.domain.watching.watch_lists import WatchedShare, WatchListChange, WatchListKey
from tests.fakes.memory import TenantStore


class FakeWatchLists(TenantStore):
    """`WatchLists`, in memory."""

    async def listed(self, key: WatchListKey) -> tuple[WatchedShare, ...]:
        shares = (
            share
            for (tenant_id, of_list, _), share in self._state.watched.items()
            if (tenant_id, of_list) == (self._tenant_id, key)
        )
        return tuple(sorted(shares, key=lambda each: (each.added_at, each.symbol)))

    async def change(self, change: WatchListChange) -> None:
        for symbol in change.removed:
            self._state.watched.pop((self._tenant_id, change.key, symbol), None)
        for share in change.added:
            self._state.watched.setdefault((self._tenant_id, change.key, share.symbol), share)

    async def replace_share(self, symbol: str, into: str, *, market: str) -> int:
        found = [
            (key, share)
            for key, share in self._state.watched.items()
            if key[0] == self._tenant_id and (share.symbol, share.market) == (symbol, market)
        ]
        for key, share in found:
            del self._state.watched[key]
            self._state.watched.setdefault((self._tenant_id, share.key, into), replace(share, symbol=into))
        return len(found)


class FakeBriefSubscriptions(TenantStore):
    """`BriefSubscriptions`, in memory."""

    async def all_subscriptions(self) -> tuple[BriefSubscription, ...]:
        found = self._state.brief_subscriptions.items()
        return tuple(
            each for (tenant_id, _), each in sorted(found, key=lambda item: item[0]) if tenant_id == self._tenant_id
        )

    async def find_subscription(self, channel: str) -> BriefSubscription | None:
        return self._state.brief_subscriptions.get((self._tenant_id, channel))

    async def change(self, change: BriefChange) -> None:
        new = change.subscription
        if new is None:
            self._state.brief_subscriptions.pop((self._tenant_id, change.channel), None)
            return
        self._state.conversations.setdefault(
            new.thread.conversation_id,
            Conversation(
                id=new.thread.conversation_id,
                tenant_id=self._tenant_id,
                thread=new.thread,
                language=new.language,
                last_active_at=new.subscribed_at,
            ),
        )
        person = replace(new.person, language=None, is_guest=False)
        before = await self.find_subscription(change.channel)
        stored = replace(new, person=person, told_until=before.told_until if before else None)
        self._state.brief_subscriptions[self._tenant_id, change.channel] = stored

    async def mark_told(self, channel: str, *, until: datetime) -> None:
        if (found := await self.find_subscription(channel)) is not None:
            told_until = max(found.told_until or until, until)
            self._state.brief_subscriptions[self._tenant_id, channel] = replace(found, told_until=told_until)
