"""Ports for language models, and for the stores of their requests, cached answers, budgets and runs."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import date, datetime
from typing import Protocol
from uuid import UUID

from bot.domain.conversation.turns import Turn, TurnLog
from bot.domain.ids import ConversationId, TenantId
from bot.domain.models.requests import (
    BudgetAmount,
    BudgetPart,
    ModelAllowance,
    ModelAnswer,
    ModelCall,
    ModelMessage,
    ModelRequest,
    ModelUsage,
    TokenUsage,
)
from bot.domain.trading.decision_result import AgentMessage, EngineRun

TextSink = Callable[[str], Awaitable[None]]  # called with the whole text so far, each time it has grown


class ChatModel(Protocol):
    """A language model. Wrappers (cache, budget, record of requests) are ChatModels too."""

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Return the complete answer; `show` receives the text while it is streamed.

        Including retries, the call respects the request's timeout and its caller's `deadline`. With a `schema`, the
        answer's text is parsed by it, and an unparsable text is an error.

        Raises: ModelError, one subclass per kind of failure; `error.partial` is the text received before it.
        """


class AnswerCache(Protocol):
    """Where a model's answers are kept to be given again."""

    async def forget(self, answer: ModelAnswer, tenant_id: TenantId) -> None:
        """Drop an answer that a check of its content has refused; an answer that is not kept changes nothing."""


class ModelCalls(Protocol):
    """The append-only record of one tenant's requests to models."""

    async def add_call(self, call: ModelCall) -> None:
        """Append one request."""

    async def keep_prompt(self, call: ModelCall, messages: Sequence[ModelMessage]) -> None:
        """Keep the texts of an appended request's prompt, to look for a fault."""

    async def usage_of_day(self, day: date) -> tuple[tuple[str, ModelUsage], ...]:
        """Return (purpose, usage) pairs for `day` (UTC), largest usage first."""


class ModelCache(Protocol):
    """Cached answers of one tenant."""

    async def get_answer(self, key: str, *, at: datetime) -> ModelAnswer | None:
        """Return the answer stored under `key`, or None if there is none or it has expired at `at`."""

    async def store_answer(self, key: str, answer: ModelAnswer, *, expires_at: datetime) -> None:
        """Store an answer, replacing an earlier one under `key`; also delete some expired answers."""


class ModelBudgets(Protocol):
    """One tenant's usage of models per day (UTC), including reservations for requests in progress."""

    async def reserve(
        self, amount: BudgetAmount, *, day: date, at: datetime, allowance: ModelAllowance, part: BudgetPart
    ) -> bool:
        """Reserve `amount` if usage and reservations of a part of `day` stay within `allowance`.

        If they do not fit and the latest reservation is more than an hour old, all reservations of the day are released
        first: the processes that made them have died.

        Returns: Whether the reservation was made.
        """

    async def settle(self, reserved: BudgetAmount, used: BudgetAmount, *, day: date, part: BudgetPart) -> None:
        """Replace a reservation by the actual usage."""

    async def usage_with_reservations(self, *, day: date, part: BudgetPart = BudgetPart.WHOLE) -> ModelUsage:
        """Return tokens and cost of `day`, including reservations."""

    async def settled_usage(
        self, *, day: date, part: BudgetPart = BudgetPart.WHOLE
    ) -> tuple[ModelUsage, datetime | None]:
        """Return the usage of `day` without reservations, and the time of the latest open reservation, or None."""

    async def add_person_tokens(self, person_id: str, tokens: TokenUsage, *, day: date) -> None:
        """Add to what was used for one person."""

    async def person_tokens(self, person_id: str, *, day: date) -> int:
        """Return the tokens of prompts and answers that were added for one person, together."""


class EngineRuns(Protocol):
    """One tenant's runs of engines: how its proposals were made."""

    async def add_run(self, run: EngineRun, discussion: Sequence[AgentMessage], *, turn: Turn) -> None:
        """Store a run of `turn` with the messages of its agents."""

    async def add_messages(self, run_id: UUID, messages: Sequence[AgentMessage]) -> None:
        """Add messages to what was said in a stored run, numbered on from its last one."""

    async def discussion(
        self, conversation_id: ConversationId, *, run_id: UUID | None = None, symbol: str | None = None
    ) -> tuple[EngineRun, tuple[AgentMessage, ...]] | None:
        """Return one run of a conversation (`run_id` None: the latest) with its agents' messages, or None.

        `symbol`: the run has messages about this share.
        """


class TurnLogs(Protocol):
    """The steps of each conversation's latest turn."""

    async def replace_log(self, turn: Turn, log: TurnLog) -> None:
        """Store the steps of `turn`; they replace those of the conversation's earlier turn."""

    async def last_log(self, conversation_id: ConversationId) -> TurnLog | None:
        """Return the steps of the latest logged turn, or None."""
