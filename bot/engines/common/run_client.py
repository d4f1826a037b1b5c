"""Sends the model requests of one engine run, within its deadline and its number of retries."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from pydantic import BaseModel

from bot.agents.model_client import AgentRequest, ModelClient, StructuredAnswer
from bot.domain.models.requests import AnswerSchema, Caller, ModelAnswer, ModelCall, ModelOptions, ModelRole
from bot.engines.common.run_usage import RunUsage
from bot.model_errors import ModelError

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
