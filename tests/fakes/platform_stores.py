"""In-memory stores of pending threads, postings and channel settings."""

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from bot.domain.conversation.channels import ChannelSettings
from bot.domain.conversation.posting import MessageMark, PendingThread, Posting
from bot.domain.conversation.readings import MOST_PICKED, PickedReading
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import WorkerScope
from bot.domain.erasure import ERASED
from bot.domain.ids import TenantId
from bot.ports import Clock
from db.messaging.postings import ATTEMPT_TIMEOUT
from db.messaging.threads import GIVEN_UP_AFTER
from tests.fakes.memory import InMemoryDatabase, SharedStore, StoredState, TenantStore


class FakeChannels(TenantStore):
    """`Channels`, in memory."""

    async def get_settings(self, channel: str) -> ChannelSettings:
        return settings_of(self._state, self._tenant_id, channel)

    async def store_settings(self, channel: str, settings: ChannelSettings, *, by: str, at: datetime) -> None:  # noqa: ARG002 - nobody reads them
        self._state.channel_settings[self._tenant_id, channel] = replace(settings, learn=None)

    async def set_learning(self, *, is_on: bool | None) -> None:
        self._state.learning[self._tenant_id] = is_on


def settings_of(state: StoredState, tenant_id: TenantId, channel: str) -> ChannelSettings:
    """The settings of a channel, with those of its workspace."""
    settings = state.channel_settings.get((tenant_id, channel), ChannelSettings())
    return replace(settings, learn=state.learning.get(tenant_id))


class FakePickedReadings(TenantStore):
    """`PickedReadings`, in memory."""

    async def add(self, picked: PickedReading, *, at: datetime) -> None:
        turn = self._state.turns[picked.turn_id]
        if (turn.tenant_id, turn.text) == (self._tenant_id, picked.text) and turn.text != ERASED:
            self._state.picked_readings[turn.id] = picked.kind, at

    async def newest(self) -> tuple[PickedReading, ...]:
        own = [
            (at, PickedReading(turn_id, self._state.turns[turn_id].text, kind))
            for turn_id, (kind, at) in self._state.picked_readings.items()
            if self._state.turns[turn_id].tenant_id == self._tenant_id
        ]
        newest = sorted(own, key=lambda each: (-each[0].timestamp(), each[1].turn_id))
        return tuple(each for _, each in newest[:MOST_PICKED])


def picked_version(state: StoredState, tenant_id: TenantId) -> str | None:
    """What tells that a workspace's examples have changed; None: it learns from none."""
    own = [at for turn_id, (_, at) in state.picked_readings.items() if state.turns[turn_id].tenant_id == tenant_id]
    return f"{len(own)} {max(own)}" if own and state.learning.get(tenant_id) is not False else None


class FakePendingThreads(SharedStore):
    """`PendingThreads`, in memory."""

    async def abandoned_threads(self, *, scope: WorkerScope, older_than: timedelta) -> tuple[PendingThread, ...]:
        now = self._clock.now()
        async with self._memory.transaction() as state:
            found = [
                replace(each, is_new=False)
                for each in state.openings.values()
                if not each.is_opened and now - GIVEN_UP_AFTER < each.accepted_at <= now - older_than
            ]
            served = (each for each in found if each.place.platform in scope.platforms)
            return tuple(sorted(served, key=lambda each: each.accepted_at, reverse=True))

    async def mark_opened(self, pending: PendingThread) -> None:
        async with self._memory.transaction() as state:
            state.openings[pending.id] = replace(state.openings[pending.id], is_opened=True)


class FakePostings:
    """`Postings`, in memory."""

    def __init__(self, memory: InMemoryDatabase, *, clock: Clock, attempt: timedelta = ATTEMPT_TIMEOUT) -> None:
        """`attempt`: how long one may be on its way; none at all, and a test need not let that time pass."""
        self._memory = memory
        self._clock = clock
        self._attempt = attempt

    async def begin_attempt(
        self, thread: Thread, mark: MessageMark, *, is_final: bool, digest: bytes | None = None
    ) -> Posting:
        async with self._memory.transaction() as state:
            now = self._clock.now()
            key = (thread.tenant_id, mark)
            known = state.postings.get(key)
            if known is None:
                posting = Posting(mark, is_new=True, attempt_ends_at=now + self._attempt, is_final=is_final)
            else:
                is_under_way = known.attempt_ends_at > now
                is_final = is_final or known.is_final
                posting = replace(known, is_new=False, is_under_way=is_under_way, is_final=is_final)
            state.postings[key] = posting
            is_shown = digest is not None and state.digests.get(key) == digest
            if not is_shown:
                state.digests[key] = None if digest is None else b"~" + digest
            return replace(posting, was_live=known is not None and not known.is_final, is_shown=is_shown)

    async def retry_attempt(self, posting: Posting, thread: Thread) -> bool:
        async with self._memory.transaction() as state:
            key = (thread.tenant_id, posting.mark)
            known = state.postings.get(key)
            if known is None or known.attempt_ends_at != posting.attempt_ends_at:
                return False
            state.postings[key] = replace(known, attempt_ends_at=self._clock.now() + self._attempt)
            return True

    async def attempt_ended(self, thread: Thread, mark: MessageMark) -> None:
        await self._change(thread, mark, attempt_ends_at=self._clock.now())

    async def mark_posted(
        self, thread: Thread, mark: MessageMark, *, platform_id: str, digest: bytes | None = None
    ) -> bool:
        await self._change(thread, mark, platform_id=platform_id)
        async with self._memory.transaction() as state:
            known = state.digests.get((thread.tenant_id, mark))
            is_as_posted = digest is None or known in {None, digest, b"~" + digest}
            state.digests[thread.tenant_id, mark] = digest if is_as_posted else b""
            return is_as_posted

    async def count_parts(self, thread: Thread, subject: UUID) -> int:
        async with self._memory.transaction() as state:
            shown = (
                each.mark
                for (tenant_id, _), each in state.postings.items()
                if tenant_id == thread.tenant_id and each.platform_id
            )
            return max((mark.part for mark in shown if mark.subject == subject), default=0)

    async def mark_removed(self, thread: Thread, mark: MessageMark) -> None:
        await self._change(thread, mark, platform_id=None, attempt_ends_at=self._clock.now())

    async def mark_withdrawn(self, thread: Thread, mark: MessageMark) -> None:
        async with self._memory.transaction() as state:
            state.postings.pop((thread.tenant_id, mark), None)
            state.digests.pop((thread.tenant_id, mark), None)

    async def _change(self, thread: Thread, mark: MessageMark, **changes: object) -> None:
        async with self._memory.transaction() as state:
            known = state.postings.get((thread.tenant_id, mark))
            if known is not None:
                state.postings[thread.tenant_id, mark] = replace(known, **changes)  # type: ignore[arg-type] # of its fields
