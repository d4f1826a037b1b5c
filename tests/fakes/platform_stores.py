"""In-memory stores of pending threads, postings and channel settings."""

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from bot.domain.conversation.channels import ChannelSettings
from bot.domain.conversation.posting import MessageMark, PendingThread, Posting
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import WorkerScope
from bot.domain.ids import TenantId
from bot.ports import Clock
from db.messaging.pending_threads import GIVEN_UP_AFTER
from db.messaging.postings import ATTEMPT_TIMEOUT
from tests.fakes.memory import InMemoryDatabase, StoredState


class FakeChannels:
    """`Channels`, in memory."""

    def __init__(self, state: StoredState, tenant_id: TenantId) -> None:
        self._state = state
        self._tenant_id = tenant_id

    async def get_settings(self, channel: str) -> ChannelSettings:
        return self._state.channel_settings.get((self._tenant_id, channel), ChannelSettings())

    async def store_settings(self, channel: str, settings: ChannelSettings, *, by: str, at: datetime) -> None:  # noqa: ARG002 - nobody reads them
        self._state.channel_settings[self._tenant_id, channel] = settings


class FakePendingThreads:
    """`PendingThreads`, in memory."""

    def __init__(self, memory: InMemoryDatabase, *, clock: Clock) -> None:
        self._memory = memory
        self._clock = clock

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
