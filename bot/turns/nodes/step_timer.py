"""What one node took and used, as an entry of the turn's log."""

from collections.abc import Iterator, Sequence
from time import perf_counter

from bot.domain.conversation.turn_log import LogEntry
from bot.domain.models.requests import Caller, ModelCall, TokenUsage


class StepTimer:
    """Started with a node's work; knows which models were asked since."""

    def __init__(self, node: str, caller: Caller) -> None:
        self._node = node
        self._calls = caller.calls
        self._before = len(caller.calls)
        self._began = perf_counter()

    def entry(self, **facts: object) -> LogEntry:
        """Return the time since the start, `facts`, and what models had to do with it."""
        took = (perf_counter() - self._began) * 1_000
        asked = self._calls[self._before :]
        said = {name: _format_fact(fact) for name, fact in facts.items()} | dict(_model_facts(asked))
        return LogEntry(self._node, round(took, 1), said)


def _format_fact(fact: object) -> str:
    return f"{fact:.2f}" if isinstance(fact, float) else str(fact)


def _model_facts(calls: Sequence[ModelCall]) -> Iterator[tuple[str, str]]:
    """Yield what requests to models cost; nothing where there were none."""
    if not calls:
        return
    tokens = sum((call.tokens for call in calls), TokenUsage())
    failed = sum(call.outcome != "ok" for call in calls)
    yield "model_calls", str(len(calls))
    yield "model_cache_hits", str(sum(call.is_cached for call in calls))
    yield "model_ms", f"{sum(call.latency for call in calls) * 1_000:.0f}"
    yield "prompt_tokens", str(tokens.prompt)
    yield "completion_tokens", str(tokens.completion)
    yield "prompts", ", ".join(f"{call.prompt_version} {call.tokens.prompt}" for call in calls)
    if failed:
        yield "model_failures", str(failed)
