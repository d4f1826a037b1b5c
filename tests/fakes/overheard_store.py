"""What people say to each other, in memory."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from bot.domain.conversation.channels import ChannelSettings, ListeningSituation, ListenMode, OverheardMessage
from bot.domain.conversation.replies import ANSWER
from bot.domain.conversation.threads import IncomingMessage
from bot.domain.conversation.turns import InputKind, InputStatus
from bot.domain.ids import ConversationId, TenantId
from bot.domain.memory.episodes import Visibility
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Action
from db.codec import storable_text
from tests.fakes.episode_store import note_visibility
from tests.fakes.memory import TenantStore


class FakeOverheard(TenantStore):
    """`Overheard`, in memory."""

    async def situation(self, message: IncomingMessage, *, at: datetime) -> ListeningSituation:
        thread, person = message.thread, message.person.id
        settings = self._state.channel_settings.get((self._tenant_id, thread.channel), ChannelSettings())
        conversation = self._state.conversations.get(thread.conversation_id)
        turns = (each for each in self._state.turns.values() if each.conversation_id == thread.conversation_id)
        last = max(
            (each for each in turns if each.kind is InputKind.MESSAGE), key=lambda each: each.number, default=None
        )
        is_last = last is not None and last.person.id == person
        others = last is not None and any(
            each.person.id != person and each.said_at >= last.accepted_at
            for each in self._heard(thread.conversation_id)
        )
        offered = {each.decision_id for each in conversation.offered} if conversation else set()
        replies = (each for each in self._state.replies.values() if last and each.turn_id == last.id)
        return ListeningSituation(
            mode=settings.listen or ListenMode.THREAD,
            keeps_text=settings.overhear is not False,
            is_participant=conversation is not None,
            is_repeated=(self._tenant_id, thread.channel, message.message_id) in self._state.overheard,
            is_speaker_answered=is_last and not others,
            has_asked=any(each.answer.has_question for each in replies if each.occasion == ANSWER),
            pending=sum(
                each.asked_by == person and (each.conversation_id == thread.conversation_id or each.id in offered)
                for each in self._state.decisions.values()
                if each.is_pending(at=at) and each.proposal.action is not Action.HOLD
            ),
            focus=conversation.focus if conversation else (),
            waiting=last.text if last is not None and is_last and last.status is not InputStatus.ANSWERED else "",
            language=conversation.language if conversation else Language.ENGLISH,
        )

    async def add(self, message: OverheardMessage) -> None:
        key = (self._tenant_id, message.thread.channel, message.message_id)
        person = replace(message.person, name=storable_text(message.person.name), language=None)
        kept = replace(message, person=person, text=storable_text(message.text))
        self._state.overheard.setdefault(key, replace(kept, visibility=Visibility.UNKNOWN))
        note_visibility(self._state, message.thread, message.visibility, at=message.said_at)

    async def latest(
        self, conversation_id: ConversationId, *, since: datetime, count: int
    ) -> tuple[OverheardMessage, ...]:
        found = (each for each in self._heard(conversation_id) if each.text and each.said_at >= since)
        return tuple(sorted(found, key=lambda each: (each.said_at, each.message_id))[-count:])

    async def lock_ungrouped(self, conversation_id: ConversationId, *, count: int) -> tuple[OverheardMessage, ...]:
        grouped = self._state.talk_episodes
        found = (each for each in self._heard(conversation_id) if each.text and overheard_key(each) not in grouped)
        return tuple(sorted(found, key=lambda each: (each.said_at, each.message_id))[:count])

    async def set_episode(self, messages: Sequence[OverheardMessage], episode_id: UUID) -> None:
        for each in messages:
            self._state.talk_episodes.setdefault(overheard_key(each), episode_id)

    async def has_anyone_spoken(self, conversation_id: ConversationId, *, since: datetime) -> bool:
        return any(each.said_at >= since for each in self._heard(conversation_id))

    def _heard(self, conversation_id: ConversationId) -> Iterator[OverheardMessage]:
        for each in self._state.overheard.values():
            if each.thread.conversation_id == conversation_id:
                yield each


def overheard_key(message: OverheardMessage) -> tuple[TenantId, str, str]:
    """The key of a message in `StoredState.overheard`."""
    return message.thread.tenant_id, message.thread.channel, message.message_id
