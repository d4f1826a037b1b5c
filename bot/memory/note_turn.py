"""Lets a model note what is worth keeping of an answered message. Nobody waits for it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.agents.memory_agent import AnsweredExchange, MemoryAgent
from bot.context.turn import BROKEN_OFF
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Intent
from bot.domain.conversation.turns import InputKind, LogEntry, Turn
from bot.domain.erasure import ERASED, is_erased_person
from bot.domain.ids import TenantId, TurnId
from bot.domain.memory.summaries.by_rules import is_bare_verdict
from bot.domain.text.secrets import has_secret
from bot.memory.archival_memory import ArchivalMemory
from bot.memory.core_memory import CoreMemoryBook, memory_place
from bot.memory.memory_tools import MemoryTools
from bot.model_errors import ModelBudgetError
from bot.ports import Transaction

_SHORTEST: Final = 6  # characters: "ok", 好的 tell nothing
_VERDICTS: Final = frozenset({Intent.CONFIRM, Intent.CANCEL})


class NoteOutcome(StrEnum):
    """What became of one run of `NoteTurn`."""

    NOTED = "noted"  # the model was asked
    NOTHING_TO_DO = "nothing_to_do"


@dataclass(frozen=True, slots=True)
class NoteTurn:
    """Asks the memory agent about one answered message, and carries out what it proposes."""

    book: CoreMemoryBook
    agent: MemoryAgent | None  # None: no model is configured
    archive: ArchivalMemory | None
    deadline: Callable[[], float | None] = lambda: None  # event loop time by which the model must have answered

    async def __call__(self, tenant_id: TenantId, turn_id: TurnId) -> NoteOutcome:
        """Note what is worth keeping, unless this message has been noted before, or itself changed core memory.

        Raises: StoreUnavailableError, ConcurrentUpdateError, ModelError: it may be tried again.
        """
        async with self.book.stores.read(tenant_id) as tx:
            exchange = await _load_exchange(tx, turn_id)
        if self.agent is None or exchange is None:
            return NoteOutcome.NOTHING_TO_DO
        tools = MemoryTools(self.book, self.archive, exchange.turn)
        try:
            has_archive, deadline = self.archive is not None, self.deadline()
            calls = await self.agent.propose_calls(exchange, has_archive=has_archive, deadline=deadline)
        except ModelBudgetError:  # of today: what was said is not noted later
            return NoteOutcome.NOTHING_TO_DO
        for call in calls:
            await tools.execute(call)
        await self._log(exchange.turn, tuple(tools.entries))
        return NoteOutcome.NOTED

    async def _log(self, turn: Turn, entries: tuple[LogEntry, ...]) -> None:
        """Add what the tools did to the turn's log, if a log of this turn is the latest."""
        if not entries:
            return
        async with self.book.stores.transaction(turn.tenant_id) as tx:
            log = await tx.turn_logs.last_log(turn.conversation_id)
            if log is not None and log.number == turn.number:
                await tx.turn_logs.replace_log(turn, replace(log, entries=(*log.entries, *entries)))


def is_worth_noting(turn: Turn, intent: Intent, answer: Answer) -> bool:
    """Return whether a model is asked what to keep of a message: it says something, and its answer is whole.

    Of a guest's it is not: it would read later, from the stored message, what a guest is not shown.
    """
    is_said = turn.kind is InputKind.MESSAGE and not turn.person.is_guest and len(turn.text.strip()) >= _SHORTEST
    is_command = turn.text.lstrip().startswith("/") or turn.text == ERASED
    is_bare = intent in _VERDICTS and is_bare_verdict(turn.text)
    return is_said and not (is_command or is_bare) and answer.fallback != BROKEN_OFF


async def _load_exchange(tx: Transaction, turn_id: TurnId) -> AnsweredExchange | None:
    """Return a message with its answer; None: it has no whole answer, has been noted, or changed core memory itself."""
    turn = await tx.turns.get(turn_id)
    answer = await tx.replies.answer_to(turn_id)
    is_gone = turn.text == ERASED or is_erased_person(turn.person.id)
    if answer is None or answer.fallback == BROKEN_OFF or is_gone or has_secret(turn.text):
        return None
    if await tx.core_memory.changes_of_turn(turn_id):
        return None
    conversation = await tx.conversations.get(turn.conversation_id)
    memory = await tx.core_memory.load(memory_place(turn))
    return AnsweredExchange(turn, answer, memory, conversation.language)
