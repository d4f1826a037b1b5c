"""How agents put their questions: a prompt from its file, the data beside it, an answer of the form they need."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from bot.agents.answer_parser import answer_parser, answer_schema
from bot.domain.models.requests import (
    AnswerSchema,
    Caller,
    ModelAnswer,
    ModelMessage,
    ModelOptions,
    ModelRequest,
    ModelRole,
    PromptRole,
)
from bot.errors import ModelGarbledError
from bot.ports import ChatModel, TextSink
from bot.prompts import Prompt

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Agent:
    """Who asks: its name is the purpose in the books, and what its options are set by."""

    name: str  # "decision"
    role: ModelRole


@dataclass(frozen=True, slots=True)
class StructuredAnswer(Generic[M]):
    """An answer of the form asked for."""

    value: M
    answer: ModelAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRequest:
    """One question of an agent."""

    agent: Agent
    prompt: Prompt  # the system's message
    said: tuple[ModelMessage, ...]  # data and turns of the talk, oldest first
    caller: Caller  # on whose behalf


@dataclass(frozen=True, slots=True)
class ModelClient:
    """What every agent asks through."""

    model: ChatModel
    options: Callable[[str, ModelRole], ModelOptions]  # by agent and the role it plays by itself

    async def ask_structured(
        self, ask: AgentRequest, *, kind: type[M], shape: AnswerSchema | None = None
    ) -> StructuredAnswer[M]:
        """Return the answer as a `kind`; `shape` tells the model its form, where that is narrower than `kind` itself.

        Raises: ModelError; ModelGarbledError: the answer is no `kind`.
        """
        answer = await self.model.ask(self._request(ask, shape or answer_schema(kind, name=ask.agent.name)))
        try:
            return StructuredAnswer(answer_parser(kind)(answer.text), answer)
        except ValueError:
            raise ModelGarbledError(partial=answer.text, why="not of the form") from None

    async def ask_text(self, ask: AgentRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Return the answer in free text, shown while it comes. Raises: ModelError, with what had come."""
        return await self.model.ask(self._request(ask, None), show=show)

    def _request(self, ask: AgentRequest, shape: AnswerSchema | None) -> ModelRequest:
        return ModelRequest(
            purpose=ask.agent.name,
            prompt_version=ask.prompt.version,
            options=self.options(ask.agent.name, ask.agent.role),
            messages=(ModelMessage(PromptRole.SYSTEM, ask.prompt.text), *ask.said),
            caller=ask.caller,
            shape=shape,
        )
