"""Every fault of a model's server: which error it is, what had come, how often it was asked, and that it ends."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal

import pytest

from adapters.llm.openai_models import OpenAIChat
from bot.model_errors import (
    ModelBrokenOffError,
    ModelDeclinedError,
    ModelError,
    ModelGarbledError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelRefusedKeyError,
    ModelRequestError,
    ModelTimeoutError,
    ModelTooLongError,
    ModelUnreachableError,
)
from tests.fakes.loop_time import LoopTime
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai.faults import KINDS
from tests.integration.llm.model_requests import ANSWER, SECONDS, SHAPE, ShownTexts, opened, request, until

Partial = Literal["nothing", "some", "other"]


@dataclass(frozen=True, slots=True)
class FaultCase:
    kind: str
    error: type[ModelError]
    sent: int = 1
    without_format: int = 0  # of these, sent again within an attempt, without `response_format`
    partial: Partial = "nothing"
    seconds: float = 0.01


WHOLE = [
    FaultCase("hang", ModelTimeoutError),
    FaultCase("drip", ModelTimeoutError),
    FaultCase("stall", ModelTimeoutError),
    FaultCase("left_open", ModelTimeoutError),
    FaultCase("reset", ModelUnreachableError, 3),
    FaultCase("cut", ModelUnreachableError, 3),
    FaultCase("unfinished", ModelGarbledError),
    FaultCase("stream_error", ModelGarbledError),
    FaultCase("rate_limited", ModelRateLimitedError, 3),
    FaultCase("rate_limited", ModelRateLimitedError, 1, seconds=3600),
    FaultCase("rate_limited", ModelRateLimitedError, 1, seconds=-1),
    FaultCase("quota", ModelQuotaError),
    FaultCase("bad_json", ModelGarbledError),
    FaultCase("bad_content", ModelGarbledError, partial="other"),
    FaultCase("length", ModelTooLongError, partial="some"),
    FaultCase("refusal", ModelDeclinedError),
    FaultCase("content_filter", ModelDeclinedError, partial="some"),
    FaultCase("html", ModelGarbledError),
    FaultCase("bad_gateway", ModelUnreachableError, 3),
    FaultCase("server_error", ModelUnreachableError, 4, without_format=1),
    FaultCase("unavailable", ModelUnreachableError, 3),
    FaultCase("unauthorized", ModelRefusedKeyError),
    FaultCase("forbidden", ModelRefusedKeyError),
    FaultCase("model_missing", ModelRequestError),
    FaultCase("prompt_too_long", ModelTooLongError),
    FaultCase("bad_request", ModelRequestError, 2, without_format=1),
    FaultCase("no_choices", ModelGarbledError),
    FaultCase("null_content", ModelGarbledError),
    FaultCase("redirect", ModelRequestError),
    FaultCase("endless", ModelGarbledError),
    FaultCase("compressed", ModelGarbledError),
]
STREAMED = {
    "drip": FaultCase("drip", ModelTimeoutError, partial="some", seconds=0.2),
    "stall": FaultCase("stall", ModelTimeoutError, partial="some"),
    "cut": FaultCase("cut", ModelBrokenOffError, partial="some"),
    "unfinished": FaultCase("unfinished", ModelBrokenOffError, partial="some"),
    "stream_error": FaultCase("stream_error", ModelBrokenOffError, partial="some"),
    "endless": FaultCase("endless", ModelBrokenOffError, partial="other"),
}
SHOWN = [STREAMED.get(case.kind, case) for case in WHOLE if case.kind != "left_open"]


@pytest.fixture
async def server() -> AsyncIterator[FakeOpenAI]:
    async with FakeOpenAI(lambda _: ANSWER) as server:
        yield server


@pytest.fixture
async def chat(server: FakeOpenAI) -> AsyncIterator[OpenAIChat]:
    async with opened(server) as chat:
        yield chat


async def failed(
    chat: OpenAIChat, case: FaultCase, *, server: FakeOpenAI, shown: ShownTexts | None = None
) -> ModelError | None:
    """The error that the fault leads to, when no time is left where it is one of time."""
    server.received.clear()
    server.faults.clear()
    server.faults.add(case.kind, times=None, seconds=case.seconds, to="http://localhost:9/v1/chat/completions")
    asking = asyncio.create_task(chat.ask(request(SHAPE), show=shown))
    if case.error is ModelTimeoutError:
        await until(lambda: bool(shown.texts if shown and case.partial == "some" else server.asked))
        LoopTime().advance(SECONDS)
    try:
        await asking
    except ModelError as error:
        return error
    return None


def is_as_told(
    case: FaultCase, error: ModelError | None, *, server: FakeOpenAI, shown: ShownTexts | None = None
) -> bool:
    return (
        error is not None
        and type(error) is case.error
        and error.facts["attempts"] == case.sent - case.without_format
        and len(server.asked) == case.sent
        and is_part_as_told(error.partial, case)
        and (shown is None or error.partial == "".join(shown.texts[-1:]))
    )


def is_part_as_told(partial: str, case: FaultCase) -> bool:
    if case.partial == "other":
        return bool(partial) and not ANSWER.startswith(partial)
    return ANSWER.startswith(partial) and bool(partial) == (case.partial == "some") and partial != ANSWER


def test_every_fault_is_tried() -> None:
    assert {case.kind for case in WHOLE} | {"no_done"} == KINDS


async def test_each_fault_of_a_whole_answer_has_its_error(chat: OpenAIChat, server: FakeOpenAI) -> None:
    wrong = []
    for case in WHOLE:
        error = await failed(chat, case, server=server)
        if not is_as_told(case, error, server=server):
            wrong.append((case, error))
    assert wrong == []


async def test_each_fault_of_a_stream_has_its_error_and_what_was_shown(chat: OpenAIChat, server: FakeOpenAI) -> None:
    wrong = []
    for case in SHOWN:
        shown = ShownTexts()
        error = await failed(chat, case, server=server, shown=shown)
        if not is_as_told(case, error, server=server, shown=shown):
            wrong.append((case, error))
    assert wrong == []


async def test_text_that_reached_its_length_is_broken_off(chat: OpenAIChat, server: FakeOpenAI) -> None:
    server.faults.add("length")
    with pytest.raises(ModelBrokenOffError) as caught:
        await chat.ask(request())
    assert caught.value.partial
    assert ANSWER.startswith(caught.value.partial)


@pytest.mark.parametrize("kind", ["no_done", "left_open"])
async def test_stream_that_said_why_it_ended_is_whole_without_done(
    kind: str, chat: OpenAIChat, server: FakeOpenAI
) -> None:
    server.faults.add(kind)
    answer = await chat.ask(request(SHAPE), show=ShownTexts())
    assert answer.text == ANSWER


@pytest.mark.parametrize("kind", ["reset", "cut", "bad_gateway", "server_error", "unavailable", "rate_limited"])
async def test_fault_that_passes_is_tried_again(kind: str, chat: OpenAIChat, server: FakeOpenAI) -> None:
    server.faults.add(kind, times=2, seconds=0.01)
    answer = await chat.ask(request(SHAPE))
    assert answer.text == ANSWER
    assert answer.attempts == (2 if kind == "server_error" else 3)  # it is sent again at once without its format


async def test_stream_that_has_shown_nothing_is_tried_again(chat: OpenAIChat, server: FakeOpenAI) -> None:
    server.faults.add("unavailable", times=1)
    shown = ShownTexts()
    answer = await chat.ask(request(), show=shown)
    assert answer.attempts == 2
    assert shown.texts[-1] == answer.text == ANSWER


async def test_retry_after_is_waited_for(chat: OpenAIChat, server: FakeOpenAI) -> None:
    server.faults.add("rate_limited", seconds=0.1)
    answer = await chat.ask(request())
    assert answer.attempts == 2
    assert answer.latency >= 0.1


async def test_no_retries_are_none(chat: OpenAIChat, server: FakeOpenAI) -> None:
    server.faults.add("unavailable", times=None)
    with pytest.raises(ModelUnreachableError):
        await chat.ask(request(retries=0))
    assert len(server.asked) == 1


async def test_stopped_server_is_unreachable_until_it_is_back(chat: OpenAIChat, server: FakeOpenAI) -> None:
    await server.stop()
    with pytest.raises(ModelUnreachableError) as caught:
        await chat.ask(request())
    assert caught.value.facts["attempts"] == 3
    await server.start()
    assert (await chat.ask(request())).text == ANSWER


async def test_redirect_is_not_followed(chat: OpenAIChat, server: FakeOpenAI) -> None:
    async with FakeOpenAI() as elsewhere:
        server.faults.add("redirect", to=f"{elsewhere.url}/chat/completions")
        with pytest.raises(ModelRequestError):
            await chat.ask(request())
        assert elsewhere.received == []


async def test_callers_end_is_kept_where_it_comes_first(chat: OpenAIChat, server: FakeOpenAI) -> None:
    server.faults.add("hang")
    clock = LoopTime()
    asking = asyncio.create_task(chat.ask(request(timeout=600.0, until=asyncio.get_running_loop().time() + SECONDS)))
    await until(lambda: bool(server.asked))
    clock.advance(SECONDS)
    with pytest.raises(ModelTimeoutError):
        await asking


async def test_callers_end_bounds_the_retries_too(chat: OpenAIChat, server: FakeOpenAI) -> None:
    server.faults.add("rate_limited", times=None, seconds=30)
    with pytest.raises(ModelRateLimitedError):
        await chat.ask(request(timeout=600.0, until=asyncio.get_running_loop().time() + 20))
    assert len(server.asked) == 1


async def test_after_the_callers_end_nothing_is_asked(chat: OpenAIChat, server: FakeOpenAI) -> None:
    with pytest.raises(ModelTimeoutError):
        await chat.ask(request(until=asyncio.get_running_loop().time() - 1))
    assert server.asked == []
