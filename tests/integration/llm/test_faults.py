"""Every fault of a model's server: which error it is, what had come, how often it was asked, and that it ends."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal

import pytest

from adapters.llm.openai_chat import OpenAIChat
from bot.errors import (
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
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai.faults import KINDS
from tests.integration.llm.model_requests import ANSWER, GENEROUS, SHAPE, Shown, opened, request

Partial = Literal["nothing", "some", "other"]


@dataclass(frozen=True, slots=True)
class Case:
    kind: str
    error: type[ModelError]
    sent: int = 1
    partial: Partial = "nothing"
    seconds: float = 0.01


WHOLE = [
    Case("hang", ModelTimeoutError),
    Case("drip", ModelTimeoutError),
    Case("stall", ModelTimeoutError),
    Case("left_open", ModelTimeoutError),
    Case("reset", ModelUnreachableError, 3),
    Case("cut", ModelUnreachableError, 3),
    Case("unfinished", ModelGarbledError),
    Case("stream_error", ModelGarbledError),
    Case("rate_limited", ModelRateLimitedError, 3),
    Case("rate_limited", ModelRateLimitedError, 1, seconds=3600),
    Case("rate_limited", ModelRateLimitedError, 1, seconds=-1),
    Case("quota", ModelQuotaError),
    Case("bad_json", ModelGarbledError),
    Case("bad_content", ModelGarbledError, partial="other"),
    Case("length", ModelTooLongError, partial="some"),
    Case("refusal", ModelDeclinedError),
    Case("content_filter", ModelDeclinedError, partial="some"),
    Case("html", ModelGarbledError),
    Case("bad_gateway", ModelUnreachableError, 3),
    Case("server_error", ModelUnreachableError, 3),
    Case("unavailable", ModelUnreachableError, 3),
    Case("unauthorized", ModelRefusedKeyError),
    Case("forbidden", ModelRefusedKeyError),
    Case("model_missing", ModelRequestError),
    Case("prompt_too_long", ModelTooLongError),
    Case("bad_request", ModelRequestError),
    Case("no_choices", ModelGarbledError),
    Case("null_content", ModelGarbledError),
    Case("redirect", ModelRequestError),
    Case("endless", ModelGarbledError),
    Case("compressed", ModelGarbledError),
]
STREAMED = {
    "drip": Case("drip", ModelTimeoutError, partial="some", seconds=0.2),
    "stall": Case("stall", ModelTimeoutError, partial="some"),
    "cut": Case("cut", ModelBrokenOffError, partial="some"),
    "unfinished": Case("unfinished", ModelBrokenOffError, partial="some"),
    "stream_error": Case("stream_error", ModelBrokenOffError, partial="some"),
    "endless": Case("endless", ModelBrokenOffError, partial="other"),
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


def named(case: Case) -> str:
    return f"{case.kind}-{case.seconds:g}"


async def failed(chat: OpenAIChat, case: Case, *, server: FakeOpenAI, shown: Shown | None = None) -> ModelError:
    server.faults.add(case.kind, times=None, seconds=case.seconds, to="http://localhost:9/v1/chat/completions")
    patience = (1.0 if case.partial == "some" else 0.3) if case.error is ModelTimeoutError else 5.0
    async with asyncio.timeout(GENEROUS):
        with pytest.raises(ModelError) as caught:
            await chat.ask(request(SHAPE, timeout=patience), show=shown)
    return caught.value


def is_as_expected(partial: str, case: Case) -> bool:
    if case.partial == "other":
        return bool(partial) and not ANSWER.startswith(partial)
    return ANSWER.startswith(partial) and bool(partial) == (case.partial == "some") and partial != ANSWER


def test_every_fault_is_tried() -> None:
    assert {case.kind for case in WHOLE} | {"no_done"} == KINDS


@pytest.mark.parametrize("case", WHOLE, ids=named)
async def test_fault_of_a_whole_answer(case: Case, chat: OpenAIChat, server: FakeOpenAI) -> None:
    error = await failed(chat, case, server=server)

    assert type(error) is case.error
    assert len(server.asked) == case.sent
    assert error.facts["attempts"] == case.sent
    assert is_as_expected(error.partial, case)


@pytest.mark.parametrize("case", SHOWN, ids=named)
async def test_fault_of_a_stream(case: Case, chat: OpenAIChat, server: FakeOpenAI) -> None:
    shown = Shown()

    error = await failed(chat, case, server=server, shown=shown)

    assert type(error) is case.error
    assert len(server.asked) == case.sent
    assert is_as_expected(error.partial, case)
    assert (shown.texts[-1] if shown.texts else "") == error.partial


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
    async with asyncio.timeout(GENEROUS):
        answer = await chat.ask(request(SHAPE, timeout=5.0), show=Shown())
    assert answer.text == ANSWER


@pytest.mark.parametrize("kind", ["reset", "cut", "bad_gateway", "server_error", "unavailable", "rate_limited"])
async def test_fault_that_passes_is_tried_again(kind: str, chat: OpenAIChat, server: FakeOpenAI) -> None:
    server.faults.add(kind, times=2, seconds=0.01)
    answer = await chat.ask(request(SHAPE, timeout=5.0))
    assert answer.text == ANSWER
    assert answer.attempts == 3


async def test_stream_that_has_shown_nothing_is_tried_again(chat: OpenAIChat, server: FakeOpenAI) -> None:
    server.faults.add("unavailable", times=1)
    shown = Shown()
    answer = await chat.ask(request(timeout=5.0), show=shown)
    assert answer.attempts == 2
    assert shown.texts[-1] == answer.text == ANSWER


async def test_retry_after_is_waited_for(chat: OpenAIChat, server: FakeOpenAI) -> None:
    server.faults.add("rate_limited", seconds=0.4)
    answer = await chat.ask(request(timeout=5.0))
    assert answer.attempts == 2
    assert answer.latency >= 0.4


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
    async with asyncio.timeout(GENEROUS):
        with pytest.raises(ModelTimeoutError):
            await chat.ask(request(timeout=60.0, until=asyncio.get_running_loop().time() + 0.2))


async def test_callers_end_bounds_the_retries_too(chat: OpenAIChat, server: FakeOpenAI) -> None:
    server.faults.add("rate_limited", times=None, seconds=30)
    async with asyncio.timeout(GENEROUS):
        with pytest.raises(ModelRateLimitedError):
            await chat.ask(request(timeout=60.0, until=asyncio.get_running_loop().time() + 1.0))
    assert len(server.asked) == 1


async def test_after_the_callers_end_nothing_is_asked(chat: OpenAIChat, server: FakeOpenAI) -> None:
    with pytest.raises(ModelTimeoutError):
        await chat.ask(request(until=asyncio.get_running_loop().time() - 1))
    assert server.asked == []
