"""Archival memory: what is kept for later of what a person said, and everything else that a person may read there."""

from dataclasses import dataclass
from uuid import UUID

from bot.domain.conversation.turns import Turn
from bot.domain.ids import derive_id
from bot.domain.jobs import index_episodes_job
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.recall import RecalledEpisode, RecallQuestion
from bot.domain.text.secrets import has_secret
from bot.errors import SecretNotRememberedError
from bot.memory.episodes import exchange_id
from bot.memory.recall import Recall
from bot.ports import Clock, NewId, Stores

MAX_MEMO = 1_000  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivalMemory:
    """Keeps memos as episodes: they are found where what was said in their channel is, and nowhere else."""

    stores: Stores
    recall: Recall
    clock: Clock
    new_id: NewId

    async def insert(self, turn: Turn, text: str) -> UUID:
        """Keep a memo as said by the turn's person in its channel; return its id. The same again keeps one.

        Raises: SecretNotRememberedError, StoreUnavailableError.
        """
        if has_secret(text):
            raise SecretNotRememberedError
        now, memo_id = self.clock.now(), derive_id(turn.id, f"memo/{text}")
        async with self.stores.transaction(turn.tenant_id) as tx:
            exchange = await tx.episodes.get(exchange_id(turn.id))
            memo = Episode(
                id=memo_id,
                tenant_id=turn.tenant_id,
                kind=EpisodeKind.MEMO,
                text=text,
                channel=turn.thread.channel,
                conversation_id=turn.conversation_id,
                turn_id=turn.id,
                speakers=(turn.person.name,),
                speaker_ids=(turn.person.id,),
                said_from=turn.accepted_at,
                said_until=turn.accepted_at,
                created_at=now,
                link_message_id=turn.platform_id,
                language=exchange.language if exchange else None,
            )
            await tx.episodes.add_episode(memo)
            job = index_episodes_job(self.new_id(), tenant_id=turn.tenant_id, key=str(memo_id), at=now)
            await tx.outbox.add_job(job)
            await tx.audit.add_entry("memo_kept", subject=memo_id, by=turn.person.id, facts={})
        return memo_id

    async def search(self, turn: Turn, query: str, *, limit: int) -> tuple[RecalledEpisode, ...]:
        """Return what is about `query`, memos and all else that was said, best first. Raises: StoreUnavailableError."""
        async with self.stores.read(turn.tenant_id) as tx:
            conversation = await tx.conversations.get(turn.conversation_id)
        found = await self.recall(turn, conversation, RecallQuestion(text=query, limit=limit))
        return tuple(each for each in found if each.is_searched)

    async def memos(self, turn: Turn, *, limit: int) -> tuple[Episode, ...]:
        """Return the latest memos of the turn's channel, newest first. Raises: StoreUnavailableError."""
        async with self.stores.read(turn.tenant_id) as tx:
            return await tx.episodes.memos(turn.thread.channel, limit=limit)

    async def archive(self, turn: Turn, memo_id: UUID) -> bool:
        """Put a memo of the turn's channel away: no search finds it. Return whether there was one.

        Raises: StoreUnavailableError.
        """
        async with self.stores.transaction(turn.tenant_id) as tx:
            is_done = await tx.episodes.archive_memo(memo_id, channel=turn.thread.channel, at=self.clock.now())
            if is_done:
                await tx.audit.add_entry("memo_archived", subject=memo_id, by=turn.person.id, facts={})
        return is_done
