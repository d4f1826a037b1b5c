"""Asks models for one run of an engine, within its time and its number of retries."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from pydantic import BaseModel

from bot.agents.model_client import AgentRequest, ModelClient, StructuredAnswer
from bot.domain.models.requests import AnswerSchema, Caller, ModelCall, ModelOptions, ModelRole
from bot.engines.common.run_usage import RunUsage
from bot.errors import ModelError

M = TypeVar("M", bound=BaseModel)

MIN_SECONDS_LEFT: Final = 1.0  # with less left, no request is begun


@dataclass(frozen=True, slots=True)
class RunClient:
    """What the agents of one run ask through. It counts every request."""

    client: ModelClient
    caller: Caller
    usage: RunUsage = field(default_factory=RunUsage)

    @property
    def is_time_up(self) -> bool:
        """Return whether the answer to a new request would come too late."""
        until = self.caller.deadline
        return until is not None and until - asyncio.get_running_loop().time() < MIN_SECONDS_LEFT

    @property
    def can_retry(self) -> bool:
        """Return whether there is time, and a retry left, to send a request again."""
        return not self.is_time_up and self.usage.retries_left > 0

    async def ask_structured(
        self, agent_request: AgentRequest, *, kind: type[M], schema: AnswerSchema
    ) -> StructuredAnswer[M]:
        """Return the answer; the client sends the request again no more often than retries are left.

        Raises: ModelError.
        """
        self.usage.note_prompt(agent_request.prompt.version)
        now = asyncio.get_running_loop().time
        begun_at, calls_before = now(), len(self.caller.calls)

        def recorded() -> list[ModelCall]:
            return [call for call in self.caller.calls[calls_before:] if call.purpose == agent_request.agent.name]

        try:
            answered = await self._limited().ask_structured(agent_request, kind=kind, schema=schema)
        except ModelError as error:
            self.usage.count_failure(error, recorded=recorded(), latency=now() - begun_at)
            raise
        self.usage.count_answer(answered.answer, recorded=recorded())
        return answered

    def _limited(self) -> ModelClient:
        """Return the client with the retries of each request bounded by those left."""
        options, left = self.client.options, self.usage.retries_left

        def limited(agent: str, role: ModelRole) -> ModelOptions:
            chosen = options(agent, role)
            return replace(chosen, retries=min(chosen.retries, left))

        return replace(self.client, options=limited)
