"""Language models, and the books that are kept of them."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Protocol
from uuid import UUID

from bot.domain.conversation.turn_log import TurnLog
from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId
from bot.domain.models.requests import ModelAllowance, ModelAnswer, ModelCall, ModelRequest, ModelUsage, TokenUsage
from bot.domain.trading.decision_result import AgentMessage, EngineRun

TextSink = Callable[[str], Awaitable[None]]  # takes the whole text so far, whenever there is more of it


class ChatModel(Protocol):
    """A model that can be asked. Wrappers (cache, budget, books) are ChatModels themselves."""

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Return the whole answer, streamed through `show` while it comes.

        It takes no longer than the request's timeout and its caller's `until` allow, retries included. An answer that
        must have a shape is checked by it: a text that it cannot read raises.

        Raises: ModelError, each subclass with a sentence of its own; `error.partial` is the text that had come.
        """
        ...


class ModelCalls(Protocol):
    """Every request of one tenant, for ever."""

    async def add(self, call: ModelCall) -> None:
        """Append one request."""
        ...

    async def usage_of_day(self, day: date) -> tuple[tuple[str, ModelUsage], ...]:
        """Return what each purpose has used on `day` (UTC), the largest first."""
        ...


class ModelCache(Protocol):
    """Answers that may be used again, of one tenant."""

    async def get_answer(self, key: str, *, at: datetime) -> ModelAnswer | None:
        """Return the answer stored under `key` that has not expired at `at`."""
        ...

    async def store_answer(self, key: str, answer: ModelAnswer, *, expires_at: datetime) -> None:
        """Store an answer in place of an older one, and drop some that have expired."""
        ...


class ModelBudgets(Protocol):
    """What one tenant has used of models on a day, with what is set aside for requests under way."""

    async def reserve(
        self, tokens: TokenUsage, cost: Decimal, *, day: date, at: datetime, allowance: ModelAllowance
    ) -> bool:
        """Set aside at `at` what a request may need, if the day stays within its allowance; return whether it did.

        Where it does not fit, and nothing was set aside for an hour, what still is so is given back first: whoever set
        it aside is no more.
        """
        ...

    async def settle(
        self, reserved: tuple[TokenUsage, Decimal], used: tuple[TokenUsage, Decimal], *, day: date
    ) -> None:
        """Put what was used in place of what was set aside."""
        ...

    async def usage_with_reservations(self, *, day: date) -> ModelUsage:
        """Return tokens and cost of a day, what is set aside included."""
        ...

    async def settled_usage(self, *, day: date) -> tuple[ModelUsage, datetime | None]:
        """Return what was used on a day, less what is set aside, and when the last was set aside; None: nothing is."""
        ...


class EngineRuns(Protocol):
    """How one tenant's proposals came to be."""

    async def add(self, run: EngineRun, discussion: Sequence[AgentMessage], *, turn: Turn) -> None:
        """Store a run with what its agents said, as part of the turn it belongs to."""
        ...

    async def discussion(
        self, conversation_id: ConversationId, *, run_id: UUID | None = None
    ) -> tuple[EngineRun, tuple[AgentMessage, ...]] | None:
        """Return one run of a conversation (None: the latest) and what its agents said; None: there is none."""
        ...


class TurnLogs(Protocol):
    """The latest turn's steps of each conversation."""

    async def replace_log(self, turn: Turn, log: TurnLog) -> None:
        """Store the steps of a turn in place of those of the one before."""
        ...

    async def last_log(self, conversation_id: ConversationId) -> TurnLog | None:
        """Return the steps of the latest logged turn."""
        ...
