"""What a model's server is asked, and what is made of what it says."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from adapters.llm.openai_models import OpenAIChat
from bot.domain.models.requests import AnswerSchema, ModelMessage, PromptRole, TokenUsage
from bot.domain.models.token_estimate import estimate_prompt_tokens, estimate_tokens, prompt_json
from bot.model_errors import ModelError, ModelGarbledError, ModelRequestError
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai.model import Json
from tests.integration.llm.model_requests import (
    ANSWER,
    KEY,
    SCHEMA,
    SECRET_WORDS,
    SHAPE,
    ShownTexts,
    opened,
    request,
    until,
)


@pytest.fixture
async def server() -> AsyncIterator[FakeOpenAI]:
    async with FakeOpenAI(lambda _: ANSWER, key=KEY) as server:
        yield server


@pytest.fixture
async def chat(server: FakeOpenAI) -> AsyncIterator[OpenAIChat]:
    async with opened(server) as chat:
        yield chat


class TestAsked:
    async def test_options_are_sent(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        await chat.ask(request(temperature=0.2, seed=7, max_tokens=99))

        (asked,) = server.asked
        assert asked.body["model"] == "gpt-4.1"
        assert asked.body["temperature"] == 0.2
        assert asked.body["seed"] == 7
        assert asked.body["max_tokens"] == 99
        assert [each["role"] for each in asked.body["messages"]] == ["system", "user"]
        assert SECRET_WORDS in asked.prompt

    async def test_what_is_not_chosen_is_not_sent(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        await chat.ask(request())
        assert server.asked[0].body.keys() == {"model", "messages", "max_tokens"}

    async def test_form_is_asked_for_strictly(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        await chat.ask(request(SHAPE))

        (asked,) = server.asked
        assert asked.agent == "decision"
        assert asked.form["json_schema"]["strict"] is True
        assert asked.form["json_schema"]["schema"]["additionalProperties"] is False

    async def test_form_that_cannot_be_strict_is_asked_for_loosely(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        loose = {"type": "object", "additionalProperties": {"type": "string"}}
        await chat.ask(request(AnswerSchema("notes", loose, json.loads)))
        assert server.asked[0].form["json_schema"] == {"name": "notes", "schema": loose, "strict": False}

    async def test_server_without_keys_is_asked_too(self) -> None:
        async with FakeOpenAI(lambda _: ANSWER) as server:
            chat = OpenAIChat(None, server.url)
            try:
                assert (await chat.ask(request())).text == ANSWER
            finally:
                await chat.aclose()


class TestAnswered:
    async def test_answer_says_what_it_used(self, chat: OpenAIChat) -> None:
        answer = await chat.ask(request())

        assert (answer.text, answer.model, answer.attempts, answer.is_cached) == (ANSWER, "gpt-4.1-2026", 1, False)
        assert answer.tokens.completion == -(-len(ANSWER) // 3)  # as the server counts
        assert answer.latency > 0

    async def test_stream_grows_to_the_answer(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        shown = ShownTexts()
        answer = await chat.ask(request(), show=shown)

        assert server.asked[0].body["stream_options"] == {"include_usage": True}
        assert len(shown.texts) > 5
        assert all(later.startswith(text) for text, later in zip(shown.texts, shown.texts[1:], strict=False))
        assert shown.texts[-1] == answer.text == ANSWER
        assert answer.tokens.completion == -(-len(ANSWER) // 3)

    async def test_use_is_estimated_where_the_server_is_silent(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        server.unsupported = {"stream_options"}
        answer = await chat.ask(request(), show=ShownTexts())
        assert answer.tokens == TokenUsage(estimate_prompt_tokens(request()), estimate_tokens(ANSWER))

    async def test_unusable_answer_says_what_it_used(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        server.script = lambda _: "no JSON"
        with pytest.raises(ModelGarbledError) as caught:
            await chat.ask(request(SHAPE))
        assert isinstance(caught.value.facts["tokens"], TokenUsage)

    async def test_error_of_whoever_shows_is_not_the_models(self, chat: OpenAIChat) -> None:
        async def show(_: str) -> None:
            raise TimeoutError

        with pytest.raises(TimeoutError):
            await chat.ask(request(), show=show)


class TestDialects:
    """A server that refuses a parameter is asked without it, and the next time at once."""

    @pytest.mark.parametrize("refused", ["temperature", "seed", "stream_options"])
    async def test_refused_option_is_left_out(self, refused: str, chat: OpenAIChat, server: FakeOpenAI) -> None:
        server.unsupported = {refused}
        for _ in range(2):
            answer = await chat.ask(request(temperature=0.1, seed=1), show=ShownTexts())

        assert [refused in asked.body for asked in server.asked] == [True, False, False]
        assert answer.attempts == 1

    async def test_other_name_of_the_length_is_used(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        server.unsupported = {"max_tokens"}
        first, second = [await chat.ask(request(max_tokens=50)) for _ in range(2)]

        assert (first.attempts, second.attempts) == (1, 1)  # no failure, but a matter of form
        assert server.asked[-1].body["max_completion_tokens"] == 50

    async def test_form_is_asked_for_less_firmly(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        server.unsupported = {"json_schema"}
        for _ in range(2):
            assert (await chat.ask(request(SHAPE))).text == ANSWER

        assert [asked.form["type"] for asked in server.asked] == ["json_schema", "json_object", "json_object"]
        assert prompt_json(SCHEMA) in server.asked[-1].prompt

    async def test_form_is_asked_for_in_words_at_last(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        server.unsupported = {"response_format"}
        first, second = [await chat.ask(request(SHAPE)) for _ in range(2)]

        assert (first.attempts, second.attempts) == (1, 1)
        assert len(server.asked) == 4
        assert prompt_json(SCHEMA) in server.asked[-1].prompt
        assert server.asked[-1].body["messages"][0]["role"] == "system"

    async def test_one_form_that_is_refused_leaves_others(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        server.unsupported = {"json_schema"}
        await chat.ask(request(SHAPE))
        server.unsupported = set()
        await chat.ask(request(replace(SHAPE, name="filter")))
        assert server.asked[-1].form["type"] == "json_schema"

    @pytest.mark.parametrize("kind", ["bad_request", "server_error"])
    async def test_server_that_fails_on_the_form_is_asked_once_without_it_and_that_is_remembered(
        self, kind: str, chat: OpenAIChat, server: FakeOpenAI
    ) -> None:
        server.faults.add(kind)
        first, second = [await chat.ask(request(shape)) for shape in (SHAPE, replace(SHAPE, name="filter"))]

        assert (first.text, second.text, first.attempts) == (ANSWER, ANSWER, 1)
        assert ["response_format" in asked.body for asked in server.asked] == [True, False, False]
        assert prompt_json(SCHEMA) in server.asked[1].prompt

    async def test_everything_refused_is_an_error_soon(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        server.unsupported = {"max_tokens", "max_completion_tokens", "temperature", "seed", "response_format"}
        with pytest.raises(ModelRequestError):
            await chat.ask(request(SHAPE, temperature=0.1, seed=1))
        assert len(server.asked) <= 7

    async def test_what_one_model_refuses_another_is_asked(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        server.unsupported = {"temperature"}
        await chat.ask(request(temperature=0.1))
        server.unsupported = set()
        await chat.ask(request(temperature=0.1, model="gpt-4.1-mini"))
        assert server.asked[-1].body["temperature"] == 0.1


class TestManyAtOnce:
    async def test_twenty_requests_each_have_their_own_answer(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        def repeated(body: Json) -> str:
            return str(body["messages"][-1]["content"]) * 10

        server.script = repeated
        said = [f"question {number};" for number in range(20)]
        requests = [replace(request(), messages=(ModelMessage(PromptRole.USER, each),)) for each in said]
        shown = [ShownTexts() if index % 2 else None for index in range(20)]

        answers = await asyncio.gather(*(chat.ask(each, show=show) for each, show in zip(requests, shown, strict=True)))

        assert [answer.text for answer in answers] == [each * 10 for each in said]

    async def test_one_that_fails_fails_alone(self, chat: OpenAIChat, server: FakeOpenAI) -> None:
        server.faults.add("unauthorized", times=1)
        ended = await asyncio.gather(*(chat.ask(request()) for _ in range(20)), return_exceptions=True)
        assert len([each for each in ended if isinstance(each, ModelError)]) == 1

    @pytest.mark.parametrize("kind", ["hang", "stall", "drip", "endless"])
    @pytest.mark.parametrize("is_shown", [False, True], ids=["whole", "streamed"])
    async def test_cancelled_request_is_closed_at_once(
        self, kind: str, chat: OpenAIChat, server: FakeOpenAI, *, is_shown: bool
    ) -> None:
        shown = ShownTexts() if is_shown else None
        server.faults.add(kind, seconds=0.2)
        asking = asyncio.create_task(chat.ask(request(max_tokens=1_000_000), show=shown))
        await until(lambda: bool(shown.texts if shown is not None and kind == "stall" else server.asked))
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        if kind != "endless":
            await server.asked[0].gone.wait()
        assert (await chat.ask(request())).text == ANSWER
