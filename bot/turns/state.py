"""The state of a turn that the nodes of its graph share."""

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter
from typing import Annotated, TypedDict

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.conversation.states import Intent
from bot.domain.conversation.turns import Claim, LogEntry
from bot.domain.models.requests import Caller, ModelCall, TokenUsage


class RoutingMethod(StrEnum):
    """How the route of a turn was found."""

    EXACT = "exact"  # a command, a verdict
    TRAINED = "trained"
    MODEL = "model"
    ASK_BACK = "ask_back"


class SystemRoute(StrEnum):
    """Routes of turns that are not answered by the handler of an intent."""

    COMMAND = "command"
    ASK_BACK = "ask_back"
    TOO_LONG = "too_long"  # the message exceeds the maximum length
    SURPLUS = "surplus"  # the person sends more than the limits allow
    TOO_OFTEN = "too_often"  # too many attempts have ended without an answer
    STOPPED = "stopped"  # by the person who asked


@dataclass(frozen=True, slots=True)
class Route:
    """The handler that answers a turn, and how it was chosen."""

    target: Intent | SystemRoute
    confidence: float  # of the intent, in [0, 1]
    method: RoutingMethod
    reason: str  # a code: "trained_sure", "model_unsure", "model_failed", …


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """A claimed turn, and the caller of its requests to models."""

    claim: Claim
    caller: Caller  # records every model request of the turn, also of tries that ended in a conflict


class TurnState(TypedDict, total=False):
    """The data of a turn so far. Each node returns the keys it adds; log entries are appended."""

    request: TurnRequest
    context: TurnContext  # the understood message
    route: Route
    conversation_context: ConversationContext
    retrieval: RetrievalResult
    results: TurnResult
    execution_logs: Annotated[tuple[LogEntry, ...], operator.add]
    error: str  # the class name of the error while responding


class StepTimer:
    """Measures from its construction; counts the model requests made since."""

    def __init__(self, node: str, caller: Caller) -> None:
        self._node = node
        self._calls = caller.calls
        self._calls_before = len(caller.calls)
        self._started = perf_counter()

    def entry(self, **facts: object) -> LogEntry:
        """Return a log entry: milliseconds since the start, `facts`, and the figures of the model requests."""
        milliseconds = (perf_counter() - self._started) * 1_000
        calls = self._calls[self._calls_before :]
        formatted = {name: f"{fact:.2f}" if isinstance(fact, float) else str(fact) for name, fact in facts.items()}
        formatted |= dict(_model_facts(calls))
        return LogEntry(self._node, round(milliseconds, 1), formatted)


def _model_facts(calls: Sequence[ModelCall]) -> Iterator[tuple[str, str]]:
    """Yield the count, cache hits, time, tokens and prompts of model requests; nothing if there were none.

    The tokens of prompts also as they would be with whole conversations in them.
    """
    if not calls:
        return
    tokens = sum((call.tokens for call in calls), TokenUsage())
    failed = sum(call.outcome != "ok" for call in calls)
    yield "model_calls", str(len(calls))
    yield "model_cache_hits", str(sum(call.is_cached for call in calls))
    yield "model_ms", f"{sum(call.latency for call in calls) * 1_000:.0f}"
    yield "prompt_tokens", str(tokens.prompt)
    yield "completion_tokens", str(tokens.completion)
    if saved := sum(call.history.saved for call in calls):
        yield "whole_history_tokens", str(tokens.prompt + saved)
    yield "prompts", ", ".join(f"{call.prompt_version} {call.tokens.prompt}" for call in calls)
    if failed:
        yield "model_failures", str(failed)
