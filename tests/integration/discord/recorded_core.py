"""An in-memory core behind the Discord adapter: it stores, once, what several processes take in."""

import asyncio
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

from bot.domain.conversation.posting import MessageMark, PendingThread, Posting
from bot.domain.conversation.threads import (
    Address,
    IncomingCommand,
    IncomingMessage,
    IncomingPress,
    PersonLimits,
    Surplus,
    Thread,
)
from bot.domain.conversation.turns import AcceptedInput, InputKind, Turn
from bot.domain.ids import DecisionId, TenantId, TurnId
from bot.domain.text.locale import Locale
from bot.errors import DecisionError, StaleDecisionError, StoreUnavailableError, UnknownDecisionError
from bot.presentation.forms import AdjustForm
from tests.integration.platform_inputs import DECISION, FORM, stored_turn


@dataclass
class SharedRecords:
    """The records that all processes share."""

    turns: list[Turn] = field(default_factory=list)
    openings: list[PendingThread] = field(default_factory=list)
    postings: dict[tuple[Thread, MessageMark], str | None] = field(default_factory=dict)
    edits: list[tuple[str, str]] = field(default_factory=list)
    deletions: list[str] = field(default_factory=list)
    overheard: list[str] = field(default_factory=list)
    answered_channels: set[str] = field(default_factory=set)  # all that is said there is for the bot
    private: set[tuple[TenantId, str]] = field(default_factory=set)  # channels noted as private
    away: bool = False
    surplus: Surplus | None = None  # which limit whoever types commands is above
    handled: list[str] = field(default_factory=list)
    answered: set[UUID] = field(default_factory=set)
    unreachable: list[str] = field(default_factory=list)
    offered: Counter[str] = field(default_factory=Counter)  # how often each text came to be stored, in vain or not

    def check(self) -> None:
        if self.away:
            raise StoreUnavailableError

    def offer(self, text: str) -> None:
        self.offered[text] += 1
        self.check()

    @property
    def texts(self) -> list[str]:
        return [turn.text for turn in self.turns if turn.kind is InputKind.MESSAGE]

    @property
    def pressed(self) -> list[str]:
        return [turn.text for turn in self.turns if turn.kind is InputKind.PRESS]


@dataclass
class RecordedDirectMessages:
    memory: SharedRecords

    async def latest_threads(self, platform: str, *, limit: int) -> tuple[Thread, ...]:
        self.memory.check()
        found = {turn.thread for turn in self.memory.turns if not turn.thread.thread}
        return tuple([each for each in found if each.platform == platform][:limit])


@dataclass
class RecordedListener:
    """Answers what is not said to others, and all of some channels."""

    memory: SharedRecords

    async def is_for_parley(self, message: IncomingMessage) -> bool:
        if message.address is Address.OTHERS:
            self.memory.overheard.append(message.text)
        return message.address is not Address.OTHERS

    async def answers_everything(self, thread: Thread) -> bool:
        self.memory.check()
        return thread.channel in self.memory.answered_channels


@dataclass
class RecordedInbox:
    memory: SharedRecords

    async def register_workspace(self, thread: Thread) -> None:
        """Nothing to be made known."""

    async def accept_message(
        self,
        message: IncomingMessage,
        *,
        limits: PersonLimits | None = None,  # noqa: ARG002 - only the database counts
    ) -> AcceptedInput:
        return await self._accept(message)

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        return await self._accept(press)

    async def accept_command(
        self,
        command: IncomingCommand,
        *,
        limits: PersonLimits | None = None,  # noqa: ARG002 - only the database counts
    ) -> PendingThread:
        self.memory.offer(command.text)
        await asyncio.sleep(0)
        surplus = self.memory.surplus
        for pending in self.memory.openings:
            if (pending.place, pending.command_id) == (command.place, command.command_id):
                return replace(pending, is_new=False)
        made = PendingThread(
            id=uuid4(),
            place=command.place,
            command_id=command.command_id,
            person=command.person,
            text=command.text,
            accepted_at=datetime.now(UTC),
            is_opened=surplus is not None,
            surplus=surplus,
        )
        self.memory.openings.append(made)
        return made

    async def message_edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        assert any(turn.thread == thread for turn in self.memory.turns)
        self.memory.edits.append((message_id, text))
        return True

    async def message_deleted(self, thread: Thread, *, message_id: str) -> TurnId | None:
        assert any(turn.thread == thread for turn in self.memory.turns)
        self.memory.deletions.append(message_id)
        return None

    async def note_private(self, tenant_id: TenantId, channels: Collection[str]) -> None:
        self.memory.check()
        self.memory.private.update((tenant_id, channel) for channel in channels)

    async def is_participant(self, thread: Thread) -> bool:
        self.memory.check()
        return any(turn.thread == thread for turn in self.memory.turns)

    async def decision_thread(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        raise UnknownDecisionError(id=decision_id, tenant=tenant_id)

    async def turn_thread(self, tenant_id: TenantId, turn_id: TurnId) -> Thread:
        found = (turn.thread for turn in self.memory.turns if (turn.tenant_id, turn.id) == (tenant_id, turn_id))
        if (thread := next(found, None)) is None:
            raise UnknownDecisionError(id=turn_id)
        return thread

    async def _accept(self, incoming: IncomingMessage | IncomingPress) -> AcceptedInput:
        number = 1 + sum(turn.thread == incoming.thread for turn in self.memory.turns)
        made = stored_turn(incoming, number=number)
        self.memory.offer(made.text)
        await asyncio.sleep(0)
        for turn in self.memory.turns:
            if (turn.thread.channel, turn.platform_id, turn.kind) == (made.thread.channel, made.platform_id, made.kind):
                return AcceptedInput(turn, is_new=False, turns_ahead=0)
        self.memory.turns.append(made)
        return AcceptedInput(made, is_new=True, turns_ahead=0)


@dataclass
class RecordedPostings:
    """Postings without concurrent attempts: no attempt has to wait."""

    memory: SharedRecords

    async def begin_attempt(
        self,
        thread: Thread,
        mark: MessageMark,
        *,
        is_final: bool,
        digest: bytes | None = None,  # noqa: ARG002 - every edit is sent
    ) -> Posting:
        is_new = (thread, mark) not in self.memory.postings
        self.memory.postings.setdefault((thread, mark), None)
        platform_id = self.memory.postings[thread, mark]
        return Posting(mark, is_new, datetime.now(UTC), is_final=is_final, platform_id=platform_id)

    async def retry_attempt(self, posting: Posting, thread: Thread) -> bool:
        return (thread, posting.mark) in self.memory.postings

    async def attempt_ended(self, thread: Thread, mark: MessageMark) -> None:
        """Nothing to be noted."""

    async def mark_posted(
        self,
        thread: Thread,
        mark: MessageMark,
        *,
        platform_id: str,
        digest: bytes | None = None,  # noqa: ARG002 - every edit is sent
    ) -> bool:
        self.memory.postings[thread, mark] = platform_id
        return True

    async def count_parts(self, thread: Thread, subject: UUID) -> int:
        shown = (mark for (place, mark), platform_id in self.memory.postings.items() if place == thread and platform_id)
        return max((mark.part for mark in shown if mark.subject == subject), default=0)

    async def mark_removed(self, thread: Thread, mark: MessageMark) -> None:
        self.memory.postings[thread, mark] = None

    async def mark_withdrawn(self, thread: Thread, mark: MessageMark) -> None:
        self.memory.postings.pop((thread, mark), None)


@dataclass
class RecordedPendingThreads:
    memory: SharedRecords

    async def abandoned_threads(self, **_: object) -> tuple[PendingThread, ...]:
        return ()

    async def mark_opened(self, pending: PendingThread) -> None:
        at = [each.id for each in self.memory.openings].index(pending.id)
        self.memory.openings[at] = replace(pending, is_opened=True)


@dataclass
class PrefilledForms:
    error: DecisionError | None = None

    async def build_form(
        self,
        tenant_id: TenantId,
        decision_id: DecisionId,
        version: int,
        locale: Locale,
        *,
        person_id: str | None = None,
    ) -> AdjustForm:
        assert (decision_id, version) == (DECISION, 1)
        assert all((tenant_id, locale, person_id))
        if self.error:
            raise self.error
        return FORM


def stale() -> PrefilledForms:
    return PrefilledForms(StaleDecisionError())
