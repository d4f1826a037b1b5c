from uuid import UUID

import pytest

from bot.domain.ids import TenantId
from bot.domain.models.requests import (
    AnswerSchema,
    Caller,
    ModelMessage,
    ModelOptions,
    ModelRequest,
    ModelRole,
    PromptRole,
    Tool,
    ToolCall,
)
from bot.domain.models.token_estimate import estimate_prompt_tokens, estimate_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("a", 1), ("four", 1), ("fives", 2), ("减仓", 2), ("减仓 50%", 3), ("，。", 2), ("한국어", 3), ("𠀀", 1)],
)
def test_text_is_estimated(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_long_text_is_estimated_soon() -> None:
    assert estimate_tokens("word " * 1_000_000) == 1_250_000


def prompt(*messages: ModelMessage, schema: AnswerSchema | None = None, tools: tuple[Tool, ...] = ()) -> int:
    options = ModelOptions(role=ModelRole.MAIN, model="m")
    caller = Caller(tenant_id=TenantId(UUID(int=1)))
    request = ModelRequest(
        purpose="p", prompt_version="p@1", options=options, messages=messages, caller=caller, schema=schema, tools=tools
    )
    return estimate_prompt_tokens(request)


def test_prompt_is_its_messages() -> None:
    hello = ModelMessage(PromptRole.USER, "four")
    assert prompt() == 0
    assert prompt(hello, hello) == 2 * prompt(hello) > 2 * estimate_tokens("four")


def test_prompt_counts_what_else_is_sent() -> None:
    hello = ModelMessage(PromptRole.USER, "four")
    call = ModelMessage(PromptRole.ASSISTANT, "", tool_calls=(ToolCall("1", "look_up", '{"symbol": "AAPL"}'),))
    schema = AnswerSchema("form", {"type": "object"}, str)
    tool = Tool("look_up", "Looks up a price.", {"type": "object"})
    assert prompt(call) > prompt(ModelMessage(PromptRole.ASSISTANT, ""))
    assert prompt(hello, schema=schema) > prompt(hello)
    assert prompt(hello, tools=(tool,)) > prompt(hello)
