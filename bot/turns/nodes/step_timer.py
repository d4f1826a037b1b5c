"""Measures one node's time and model usage, as an entry of the turn's log."""

from collections.abc import Iterator, Sequence
from time import perf_counter

from bot.domain.conversation.turns import LogEntry
from bot.domain.models.requests import Caller, ModelCall, TokenUsage


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
