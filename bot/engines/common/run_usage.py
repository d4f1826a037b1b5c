"""What one run has asked of models, and how many second tries and how much time it has left."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from pydantic import BaseModel

from bot.agents.model_client import AgentRequest, ModelClient, StructuredAnswer
from bot.domain.models.requests import AnswerSchema, Caller, ModelAnswer, ModelCall, ModelOptions, ModelRole, TokenUsage
from bot.errors import ModelError, ModelGarbledError

M = TypeVar("M", bound=BaseModel)

MAX_RETRIES: Final = 3  # the engine's complaints and the client's second tries together
MIN_SECONDS_LEFT: Final = 1.0  # seconds: with less left, nothing new is begun


@dataclass(slots=True)
class RunUsage:
    """The books of one run, kept as it goes."""

    client: ModelClient
    caller: Caller
    calls: int = 0
    cache_hits: int = 0
    parse_errors: int = 0
    feedback_rounds: int = 0
    resends: int = 0  # second tries within a request
    latency: float = 0.0  # seconds
    tokens: TokenUsage = field(default_factory=TokenUsage)
    prompt_versions: list[str] = field(default_factory=list)

    @property
    def retries_left(self) -> int:
        """How many second tries there may be yet."""
        return max(MAX_RETRIES - self.feedback_rounds - self.resends, 0)

    @property
    def attempt(self) -> int:
        """Which attempt of all that there may be the latest answer was, from 1."""
        return self.feedback_rounds + self.resends + 1

    @property
    def is_time_up(self) -> bool:
        """Whether an answer to a new request would come too late."""
        until = self.caller.deadline
        return until is not None and until - asyncio.get_running_loop().time() < MIN_SECONDS_LEFT

    async def ask_structured(
        self, agent_request: AgentRequest, *, kind: type[M], schema: AnswerSchema
    ) -> StructuredAnswer[M]:
        """Return the answer, with no more second tries than are left. Raises: ModelError."""
        self.note_version(agent_request.prompt.version)
        now = asyncio.get_running_loop().time
        began, before = now(), len(self.caller.calls)
        try:
            answered = await self._sparing().ask_structured(agent_request, kind=kind, schema=schema)
        except ModelError as error:
            self.parse_errors += isinstance(error, ModelGarbledError)
            self._count(agent_request, before, answer=None, latency=now() - began)
            self._count_failed(error, before)
            raise
        self._count(agent_request, before, answer=answered.answer, latency=answered.answer.latency)
        return answered

    def note_version(self, version: str) -> None:
        """Keep which prompt was used."""
        if version not in self.prompt_versions:
            self.prompt_versions.append(version)

    def _sparing(self) -> ModelClient:
        options, left = self.client.options, self.retries_left

        def sparing(agent: str, role: ModelRole) -> ModelOptions:
            asked = options(agent, role)
            return replace(asked, retries=min(asked.retries, left))

        return replace(self.client, options=sparing)

    def _count(self, agent_request: AgentRequest, before: int, *, answer: ModelAnswer | None, latency: float) -> None:
        """Count one request: by the books where they are kept, else by what came of it."""
        booked = [call for call in self.caller.calls[before:] if call.purpose == agent_request.agent.name]
        self.calls += 1
        if booked:
            self._count_booked(booked)
        elif answer is not None:
            self.cache_hits += answer.is_cached
            self.resends += max(answer.attempts - 1, 0)
            self.tokens += TokenUsage() if answer.is_cached else answer.tokens
            self.latency += latency
        else:
            self.latency += latency

    def _count_failed(self, error: ModelError, before: int) -> None:
        """The books do not know how many requests a failure took; the error may."""
        sent = error.facts.get("attempts")
        known = sum(max(call.attempts - 1, 0) for call in self.caller.calls[before:])
        if isinstance(sent, int):
            self.resends += max(sent - 1 - known, 0)

    def _count_booked(self, booked: list[ModelCall]) -> None:
        self.cache_hits += sum(call.is_cached for call in booked)
        self.resends += sum(max(call.attempts - 1, 0) for call in booked)
        self.tokens = sum((call.tokens for call in booked), self.tokens)
        self.latency += sum(call.latency for call in booked)
