"""Sends the model requests of one engine run, within its deadline and its number of retries, and counts them."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, TypeVar
from uuid import UUID

from pydantic import BaseModel

from bot.agents.model_client import AgentRequest, ModelClient, StructuredAnswer
from bot.domain.models.requests import AnswerSchema, Caller, ModelAnswer, ModelCall, ModelOptions, ModelRole, TokenUsage
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


M = TypeVar("M", bound=BaseModel)

MIN_SECONDS_LEFT: Final = 1.0  # with less, no request is sent


@dataclass(frozen=True, slots=True)
class RunClient:
    """Sends the requests of one run's agents, and counts them in `usage`."""

    client: ModelClient
    caller: Caller
    usage: RunUsage = field(default_factory=RunUsage)

    @property
    def is_time_up(self) -> bool:
        """Whether the answer to a new request would come too late."""
        deadline = self.caller.deadline
        return deadline is not None and deadline - asyncio.get_running_loop().time() < MIN_SECONDS_LEFT

    @property
    def can_retry(self) -> bool:
        """Whether there is time and a retry left to send a request again."""
        return not self.is_time_up and self.usage.retries_left > 0

    async def ask_structured(
        self, agent_request: AgentRequest, *, kind: type[M], schema: AnswerSchema
    ) -> StructuredAnswer[M]:
        """Return the answer; the client's own retries are limited to those left in this run. Raises: ModelError."""
        self.usage.note_prompt(agent_request.prompt.version)
        now = asyncio.get_running_loop().time
        started_at, recorded = now(), list[ModelCall]()  # of this request: others of the run may be under way
        request = replace(agent_request, caller=replace(agent_request.caller, calls=recorded))
        try:
            answered = await self._limited_client().ask_structured(request, kind=kind, schema=schema)
        except ModelError as error:
            self.usage.count_failure(error, recorded=recorded, latency=now() - started_at)
            raise
        finally:
            self.caller.calls.extend(recorded)
        self.usage.count_answer(answered.answer, recorded=recorded)
        return answered

    async def reject(self, answer: ModelAnswer) -> None:
        """Report that an answer cannot be used as it is, so that it is not given again to the same request."""
        await self.client.reject(answer, self.caller)

    def _limited_client(self) -> ModelClient:
        """Return the client with each request's retries limited to those left."""
        options, retries_left = self.client.options, self.usage.retries_left

        def limited_options(agent: str, role: ModelRole) -> ModelOptions:
            configured = options(agent, role)
            return replace(configured, retries=min(configured.retries, retries_left))

        return replace(self.client, options=limited_options)
