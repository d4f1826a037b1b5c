"""An in-memory core behind the Discord adapter."""

import asyncio
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from bot.domain.conversation.posting import PendingThread
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
from tests.fakes.clock import WallClock
from tests.fakes.memory import InMemoryDatabase
from tests.fakes.platform_stores import FakePostings
from tests.integration.platform_inputs import DECISION, FORM, stored_turn


def in_no_time() -> FakePostings:
    """Postings of which no attempt has to wait for another."""
    return FakePostings(InMemoryDatabase(), clock=WallClock(), attempt=timedelta(0))


@dataclass
class SharedRecords:
    """A core that all processes share: it stores messages, presses and commands once, and knows what it stored."""

    turns: list[Turn] = field(default_factory=list)
    openings: list[PendingThread] = field(default_factory=list)
    postings: FakePostings = field(default_factory=in_no_time)
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

    async def latest_threads(self, platform: str, *, limit: int) -> tuple[Thread, ...]:
        self.check()
        found = {turn.thread for turn in self.turns if not turn.thread.thread}
        return tuple([each for each in found if each.platform == platform][:limit])

    async def is_for_parley(self, message: IncomingMessage) -> bool:
        if message.address is Address.OTHERS:
            self.overheard.append(message.text)
        return message.address is not Address.OTHERS

    async def answers_everything(self, thread: Thread) -> bool:
        self.check()
        return thread.channel in self.answered_channels

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
        self.offer(command.text)
        await asyncio.sleep(0)
        surplus = self.surplus
        for pending in self.openings:
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
        self.openings.append(made)
        return made

    async def message_edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        assert any(turn.thread == thread for turn in self.turns)
        self.edits.append((message_id, text))
        return True

    async def message_deleted(self, thread: Thread, *, message_id: str) -> TurnId | None:
        assert any(turn.thread == thread for turn in self.turns)
        self.deletions.append(message_id)
        return None

    async def note_private(self, tenant_id: TenantId, channels: Collection[str]) -> None:
        self.check()
        self.private.update((tenant_id, channel) for channel in channels)

    async def is_participant(self, thread: Thread) -> bool:
        self.check()
        return any(turn.thread == thread for turn in self.turns)

    async def decision_thread(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        raise UnknownDecisionError(id=decision_id, tenant=tenant_id)

    async def turn_thread(self, tenant_id: TenantId, turn_id: TurnId) -> Thread:
        found = (turn.thread for turn in self.turns if (turn.tenant_id, turn.id) == (tenant_id, turn_id))
        if (thread := next(found, None)) is None:
            raise UnknownDecisionError(id=turn_id)
        return thread

    async def _accept(self, incoming: IncomingMessage | IncomingPress) -> AcceptedInput:
        number = 1 + sum(turn.thread == incoming.thread for turn in self.turns)
        made = stored_turn(incoming, number=number)
        self.offer(made.text)
        await asyncio.sleep(0)
        for turn in self.turns:
            if (turn.thread.channel, turn.platform_id, turn.kind) == (made.thread.channel, made.platform_id, made.kind):
                return AcceptedInput(turn, is_new=False, turns_ahead=0)
        self.turns.append(made)
        return AcceptedInput(made, is_new=True, turns_ahead=0)

    async def abandoned_threads(self, **_: object) -> tuple[PendingThread, ...]:
        return ()

    async def mark_opened(self, pending: PendingThread) -> None:
        at = [each.id for each in self.openings].index(pending.id)
        self.openings[at] = replace(pending, is_opened=True)


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
