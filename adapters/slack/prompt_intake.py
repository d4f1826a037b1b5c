"""Storing within the time that Slack waits: a database that is away is waited for longer elsewhere."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from bot.domain.ids import DecisionId, TenantId
from bot.domain.messages import IncomingCommand, IncomingMessage, IncomingPress, Thread
from bot.domain.turns import Accepted, Opening
from bot.errors import StoreUnavailableError

if TYPE_CHECKING:
    from adapters.slack.services import Intake

_SECONDS: Final = 1.5  # of the three that Slack waits; what is then said to a person takes up to another one

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class PromptIntake:
    """An intake that gives up in time. What it stored all the same is known when Slack delivers it again."""

    intake: "Intake"

    async def enrol(self, thread: Thread) -> None:
        """Make a workspace known."""
        await _promptly(self.intake.enrol(thread))

    async def accept(self, message: IncomingMessage) -> Accepted:
        """Store a message."""
        return await _promptly(self.intake.accept(message))

    async def accept_press(self, press: IncomingPress) -> Accepted:
        """Store a press."""
        return await _promptly(self.intake.accept_press(press))

    async def accept_command(self, command: IncomingCommand) -> Opening:
        """Store a command."""
        return await _promptly(self.intake.accept_command(command))

    async def edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        """Note that a message was changed."""
        return await _promptly(self.intake.edited(thread, message_id=message_id, text=text))

    async def deleted(self, thread: Thread, *, message_id: str) -> None:
        """Note that a message was removed."""
        await _promptly(self.intake.deleted(thread, message_id=message_id))

    async def takes_part(self, thread: Thread) -> bool:
        """Return whether we have been spoken to in a thread."""
        return await _promptly(self.intake.takes_part(thread))

    async def thread_of(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        """Return where a decision was proposed. Raises: UnknownDecisionError."""
        return await _promptly(self.intake.thread_of(tenant_id, decision_id))


async def _promptly(work: Awaitable[_T]) -> _T:
    try:
        async with asyncio.timeout(_SECONDS):
            return await work
    except TimeoutError:
        raise StoreUnavailableError(store="PostgreSQL", problem=f"no answer within {_SECONDS} s") from None
