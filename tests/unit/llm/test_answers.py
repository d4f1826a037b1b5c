"""Answers of compatible servers, in the forms they come in."""

import subprocess
import sys
from typing import Any

import pytest
from pydantic import ValidationError

from adapters.llm.answers import ChatResponse, RawAnswer, StreamedAnswer, find_problem, parse_response
from bot.domain.models.requests import TokenUsage
from bot.model_errors import ModelBrokenOffError, ModelGarbledError


def raw(*, text: str = "text", finish: str | None = "stop") -> RawAnswer:
    return RawAnswer(text=text, refusal="", finish_reason=finish, usage=None, model=None)


def gathered(*deltas: dict[str, Any], finish: str | None = None) -> RawAnswer:
    stream = StreamedAnswer()
    for delta in deltas:
        stream.add_event(ChatResponse.model_validate({"choices": [{"delta": delta, "finish_reason": finish}]}))
    return stream.to_raw_answer()


@pytest.mark.parametrize("finish", ["stop", "tool_calls", "eos", "end_turn"])
def test_answer_that_ended_by_itself_is_one(finish: str) -> None:
    assert find_problem(raw(finish=finish), None) is None


@pytest.mark.parametrize("finish", [None, "", "abort", "error", "insufficient_system_resource"])
def test_answer_that_ended_otherwise_is_broken_off(finish: str | None) -> None:
    error = find_problem(raw(finish=finish), None)
    assert isinstance(error, ModelBrokenOffError)
    assert error.partial == "text"


def test_blank_answer_is_none() -> None:
    assert isinstance(find_problem(raw(text=" \n"), None), ModelGarbledError)


def test_call_of_a_tool_is_no_answer() -> None:
    call = {"id": "a", "function": {"name": "trade", "arguments": "{}"}}
    assert isinstance(find_problem(gathered({"tool_calls": [call]}, finish="tool_calls"), None), ModelGarbledError)


def test_reasoning_is_not_part_of_the_answer() -> None:
    assert gathered({"reasoning_content": "hm"}, {"content": "Yes"}).text == "Yes"


def test_use_is_taken_as_the_server_counts() -> None:
    message = {"message": {"content": "x"}, "finish_reason": "stop"}
    sent = ChatResponse.model_validate({"choices": [message], "usage": {"prompt_tokens": 7, "completion_tokens": 3}})
    assert parse_response(sent).usage == TokenUsage(7, 3)


@pytest.mark.parametrize(
    "body",
    [
        "<html></html>",
        None,
        [],
        {},
        {"choices": None},
        {"choices": [{"message": {"content": ["not", "text"]}}]},
        {"choices": [], "usage": {"prompt_tokens": -1, "completion_tokens": 1}},
        {"choices": [], "usage": {"prompt_tokens": 10**30, "completion_tokens": 1}},
    ],
)
def test_what_is_no_answer_is_refused(body: object) -> None:
    with pytest.raises(ValidationError):
        ChatResponse.model_validate(body)


def test_library_is_not_imported_before_the_first_question() -> None:
    """It costs a second and 45 MB, which a process without a model must not pay."""
    program = (
        "import sys; import adapters.llm.openai_models, adapters.llm.circuit_breaker; "
        "adapters.llm.openai_models.OpenAIChat('sk-test', None); "
        "print(sorted({'openai', 'httpx2', 'tenacity'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603  # our own program
    assert done.stdout.strip() == "[]"
