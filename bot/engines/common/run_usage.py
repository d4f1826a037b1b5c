"""Counts the model requests of one engine run."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from bot.domain.models.requests import ModelAnswer, ModelCall, TokenUsage
from bot.domain.trading.decision_result import EngineRun
from bot.model_errors import ModelError, ModelGarbledError

MAX_RETRIES: Final = 3  # per run: feedback rounds and resends together


@dataclass(slots=True)
class RunUsage:
    """The usage of one run so far."""

    calls: int = 0  # requests to a model, including cached answers
    cache_hits: int = 0
    parse_errors: int = 0  # answers of the wrong form
    feedback_rounds: int = 0  # answers sent back with feedback
    resends: int = 0  # requests sent again without feedback
    latency: float = 0.0  # seconds, of all requests together
    tokens: TokenUsage = field(default_factory=TokenUsage)
    prompt_versions: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, run: EngineRun) -> "RunUsage":
        """Return the usage of a run that another process has begun; retries are counted anew."""
        return cls(
            calls=run.calls,
            cache_hits=run.cache_hits,
            parse_errors=run.parse_errors,
            latency=run.latency,
            tokens=run.tokens,
            prompt_versions=run.prompt_version.split(),
        )

    @property
    def retries_left(self) -> int:
        """The number of retries left, with or without feedback."""
        return max(MAX_RETRIES - self.feedback_rounds - self.resends, 0)

    @property
    def attempt(self) -> int:
        """The number of the latest attempt, from 1."""
        return self.feedback_rounds + self.resends + 1

    def note_prompt(self, version: str) -> None:
        """Record that a prompt of this version was used."""
        if version not in self.prompt_versions:
            self.prompt_versions.append(version)

    def count_answer(self, answer: ModelAnswer, *, recorded: Sequence[ModelCall]) -> None:
        """Count an answered request by its recorded calls, or by the answer if none are recorded."""
        self.calls += 1
        if recorded:
            self._count_recorded(recorded)
            return
        self.cache_hits += answer.is_cached
        self.resends += max(answer.attempts - 1, 0)
        self.tokens += TokenUsage() if answer.is_cached else answer.tokens
        self.latency += answer.latency

    def count_failure(self, error: ModelError, *, recorded: Sequence[ModelCall], latency: float) -> None:
        """Count a request that failed after `latency` seconds; the error may state more attempts than `recorded`."""
        self.calls += 1
        self.parse_errors += isinstance(error, ModelGarbledError)
        if recorded:
            self._count_recorded(recorded)
        else:
            self.latency += latency
        attempts = error.facts.get("attempts")
        if isinstance(attempts, int):
            self.resends += max(attempts - 1 - _resends(recorded), 0)

    def engine_run(self, *, run_id: UUID, engine: str, at: datetime) -> EngineRun:
        """Return the run for storage."""
        return EngineRun(
            id=run_id,
            engine=engine,
            prompt_version=" ".join(self.prompt_versions),
            calls=self.calls,
            cache_hits=self.cache_hits,
            parse_errors=self.parse_errors,
            retries=self.feedback_rounds,
            latency=self.latency,
            tokens=self.tokens,
            at=at,
        )

    def _count_recorded(self, calls: Sequence[ModelCall]) -> None:
        self.cache_hits += sum(call.is_cached for call in calls)
        self.resends += _resends(calls)
        self.tokens = sum((call.tokens for call in calls), self.tokens)
        self.latency += sum(call.latency for call in calls)


def _resends(calls: Sequence[ModelCall]) -> int:
    return sum(max(call.attempts - 1, 0) for call in calls)
