"""Builders of model requests, and a recorder of the text that is shown while an answer is streamed."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from adapters.llm.openai_models import OpenAIChat
from bot.domain.ids import TenantId
from bot.domain.models.requests import (
    AnswerSchema,
    Caller,
    ModelMessage,
    ModelOptions,
    ModelRequest,
    ModelRole,
    PromptRole,
)
from tests.fakes.openai import FakeOpenAI

KEY: Final = "sk-test-5f2c9d1e77aa"
SECRET_WORDS: Final = "a merger nobody may hear of"  # noqa: S105 - of a prompt
SECONDS: Final = 60.0  # for an answer
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"action": {"enum": ["buy", "hold"]}, "why": {"type": "string"}},
    "required": ["action", "why"],
}
ANSWER: Final = '{"action": "hold", "why": "nothing has changed since the last report"}'


@dataclass(slots=True)
class ShownTexts:
    """What was shown, in order."""

    texts: list[str] = field(default_factory=list)

    async def __call__(self, text: str) -> None:
        self.texts.append(text)


def read(text: str) -> object:
    value = json.loads(text)
    if not isinstance(value, dict) or "action" not in value:
        raise ValueError(text)
    return value


SHAPE: Final = AnswerSchema("decision", SCHEMA, read)


def request(schema: AnswerSchema | None = None, *, until: float | None = None, **options: Any) -> ModelRequest:  # noqa: ANN401 - any option
    """A request with short pauses; `options` are those of ModelOptions."""
    chosen = {"role": ModelRole.MAIN, "model": "gpt-4.1", "timeout": SECONDS, "backoff": 0.02, **options}
    return ModelRequest(
        purpose="decision",
        prompt_version="decision@1",
        options=ModelOptions(**chosen),
        messages=(ModelMessage(PromptRole.SYSTEM, "Decide."), ModelMessage(PromptRole.USER, SECRET_WORDS)),
        caller=Caller(tenant_id=TenantId(UUID(int=1)), deadline=until),
        schema=schema,
    )


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - no event tells
        await asyncio.sleep(0.005)


@asynccontextmanager
async def opened(server: FakeOpenAI) -> AsyncIterator[OpenAIChat]:
    """A client of a server, with its library imported."""
    chat = OpenAIChat(KEY, server.url)
    await chat.warm_up()
    try:
        yield chat
    finally:
        await chat.aclose()
