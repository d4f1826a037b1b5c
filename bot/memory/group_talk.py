"""Makes episodes of what people say to each other, in a background job, and finds the shares that they name."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.domain.conversation.channels import OverheardMessage
from bot.domain.conversation.surroundings import Before
from bot.domain.ids import ConversationId, TenantId, derive_id
from bot.domain.jobs import index_episodes_job
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.episode_text import MAX_MESSAGES, closed_groups, text_of
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import has_chinese
from bot.ports import Clock, NewId, Stores
from bot.reading.parses import SlotName
from bot.reading.recognisers.shares import named_shares as shares_of_names
from bot.reading.trained.parser import trained_parser

_SAID: Final = frozenset({Before.CHAN})


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTalk:
    """Groups the talk of one conversation. Each message becomes part of one episode, however many workers do this."""

    stores: Stores
    clock: Clock
    new_id: NewId
    load_instruments: Callable[[], InstrumentTable]  # all that can be named
    most_messages: int = 25 * MAX_MESSAGES  # of one transaction

    async def __call__(self, tenant_id: TenantId, conversation_id: ConversationId) -> int:
        """Store an episode for each group that is complete; return how many. Raises: StoreUnavailableError."""
        count = 0
        while added := await self._group_some(tenant_id, conversation_id):
            count += added
        return count

    async def _group_some(self, tenant_id: TenantId, conversation_id: ConversationId) -> int:
        now, count = self.clock.now(), 0
        async with self.stores.transaction(tenant_id) as tx:
            messages = await tx.overheard.lock_ungrouped(conversation_id, count=self.most_messages)
            for group in closed_groups(messages, now=now, is_cut=len(messages) == self.most_messages):
                episode = self._episode(tenant_id, conversation_id, group)
                await tx.episodes.add_episode(episode)
                await tx.overheard.set_episode(group, episode.id)
                count += 1
            if count:
                key = f"{conversation_id}/talk"
                job = index_episodes_job(self.new_id(), tenant_id=tenant_id, key=key, at=now)
                await tx.outbox.add_job(job)
        return count

    def _episode(
        self, tenant_id: TenantId, conversation_id: ConversationId, group: tuple[OverheardMessage, ...]
    ) -> Episode:
        first, last, text = group[0], group[-1], text_of(group)
        people = {each.person.id: each.person.name for each in group}
        return Episode(
            id=derive_id(conversation_id, f"talk/{first.message_id}"),
            tenant_id=tenant_id,
            conversation_id=conversation_id,
            kind=EpisodeKind.TALK,
            text=text,
            channel=first.thread.channel,
            speakers=tuple(people.values()),
            speaker_ids=tuple(people),
            symbols=named_shares((each.text for each in group), self.load_instruments()),
            said_from=first.said_at,
            said_until=last.said_at,
            created_at=last.said_at,
            link_message_id=first.message_id,
            language=Language.CHINESE if has_chinese(text) else Language.ENGLISH,
        )


def named_shares(texts: Iterable[str], instruments: InstrumentTable) -> tuple[str, ...]:
    """Return the symbols of the shares named in texts, in their order, each once."""
    return tuple(dict.fromkeys(symbol for each in texts for symbol in _named_in(each, instruments)))


@lru_cache(maxsize=500)  # what no worker has grouped yet comes back with every search
def _named_in(text: str, instruments: InstrumentTable) -> tuple[str, ...]:
    parse = trained_parser().parse(normalise(text), _SAID, instruments)
    return shares_of_names((each.text for each in parse.each(SlotName.SHARE)), instruments).symbols
