"""The cache of model answers: what is taken from it, what is not, and what is never put in."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from types import MappingProxyType

import pytest

from bot.agents.cached_model import CachedModel, CacheMode, cache_key
from bot.domain.models.requests import (
    AnswerSchema,
    Caller,
    ModelAnswer,
    ModelMessage,
    ModelOptions,
    ModelRequest,
    ModelRole,
    PromptRole,
    TokenUsage,
)
from bot.errors import StoreUnavailableError
from bot.model_errors import ModelBrokenOffError, ModelError, ModelGarbledError
from bot.ports import TextSink
from tests.fakes.clock import FixedClock
from tests.fakes.memory import CachedAnswer, InMemoryDatabase
from tests.fakes.model import FakeModel, Script, in_turn
from tests.fakes.model_stores import HOME, OPTIONS, a_request
from tests.fakes.stores import FakeStores

TTL = timedelta(hours=24)


class CacheSetup:
    def __init__(self, script: Script = lambda _: "hold", *, mode: CacheMode = "full", provider: str = "here") -> None:
        self.memory, self.clock, self.inner = InMemoryDatabase(), FixedClock(), FakeModel(script)
        stores = FakeStores(self.memory, clock=self.clock)
        self.model = CachedModel(
            inner=self.inner, stores=stores, clock=self.clock, provider=provider, mode=mode, ttl=TTL
        )

    @property
    def asked(self) -> int:
        return len(self.inner.requests)


class ShownDrafts:
    def __init__(self) -> None:
        self.shown: list[str] = []

    async def __call__(self, text: str) -> None:
        self.shown.append(text)


def shape(read: Callable[[str], object], **schema: object) -> AnswerSchema:
    return AnswerSchema("answer", schema, read)


async def test_the_same_question_is_asked_once() -> None:
    world = CacheSetup(in_turn(["hold", "sell"]))
    first, second = await world.model.ask(a_request()), await world.model.ask(a_request())
    assert (first.text, first.is_cached, first.tokens) == ("hold", False, TokenUsage(100, 10))
    assert second == replace(first, is_cached=True, tokens=TokenUsage(), latency=0.0, attempts=0)
    assert world.asked == 1


async def test_a_stored_answer_is_shown_at_once_and_whole() -> None:
    world, screen = CacheSetup(lambda _: "a" * 50), ShownDrafts()
    await world.model.ask(a_request(), show=screen)
    assert len(screen.shown) > 1
    screen.shown.clear()
    await world.model.ask(a_request(), show=screen)
    assert screen.shown == ["a" * 50]


async def test_it_is_asked_again_when_it_has_expired() -> None:
    world = CacheSetup()
    await world.model.ask(a_request())
    world.clock.advance(TTL - timedelta(microseconds=1))
    assert (await world.model.ask(a_request())).is_cached
    world.clock.advance(timedelta(microseconds=1))
    assert not (await world.model.ask(a_request())).is_cached
    assert world.asked == 2


async def test_mode_llm_write_only_stores_and_never_looks() -> None:
    world = CacheSetup(mode="llm_write_only")
    for _ in range(2):
        assert not (await world.model.ask(a_request())).is_cached
    assert world.asked == 2
    assert len(world.memory.state.model_cache) == 1


async def test_mode_off_neither_stores_nor_looks() -> None:
    world = CacheSetup(mode="off")
    world.memory.error = StoreUnavailableError()  # not even asked
    for _ in range(2):
        assert not (await world.model.ask(a_request())).is_cached
    assert world.memory.state.model_cache == {}


@pytest.mark.parametrize("error", [ModelBrokenOffError(partial="hol"), ModelGarbledError(partial="hold")])
async def test_what_failed_is_not_stored(error: ModelError) -> None:
    world = CacheSetup(in_turn([error, "hold"]))
    with pytest.raises(type(error)):
        await world.model.ask(a_request())
    assert world.memory.state.model_cache == {}
    assert (await world.model.ask(a_request())).text == "hold"


async def test_an_answer_that_failed_a_later_check_is_asked_for_anew() -> None:
    world = CacheSetup(in_turn(["hold", "sell"]))
    first = await world.model.ask(a_request())
    await world.model.forget(first, HOME)
    second = await world.model.ask(a_request())
    assert (first.text, second.text, second.is_cached, world.asked) == ("hold", "sell", False, 2)
    await world.model.forget(replace(second, cache_key=""), HOME)
    assert (await world.model.ask(a_request())).text == "sell"


async def test_a_stored_answer_that_todays_reader_refuses_is_asked_anew() -> None:
    world = CacheSetup(in_turn(["1", "2"]))
    await world.model.ask(a_request(schema=shape(int)))

    def stricter(text: str) -> int:
        if text == "1":
            raise ValueError
        return int(text)

    answer = await world.model.ask(a_request(schema=shape(stricter)))
    assert (answer.text, answer.is_cached) == ("2", False)
    assert (await world.model.ask(a_request(schema=shape(stricter)))).is_cached


class FixedAnswerModel:
    """A model that gives whatever it is told to."""

    def __init__(self, text: str = "") -> None:
        self.answer = ModelAnswer(text=text, model="large", tokens=TokenUsage(1, 1), latency=0.1)

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        assert (request.purpose, show) == ("decision", None)
        return self.answer


@pytest.mark.parametrize("text", ["", "<think>hm</think> \n", "<think>hm"])
async def test_what_says_nothing_is_neither_stored_nor_taken(text: str) -> None:
    world, inner, request_ = CacheSetup(lambda _: "sell"), FixedAnswerModel(text), a_request()
    assert await replace(world.model, inner=inner).ask(request_) == inner.answer
    assert world.memory.state.model_cache == {}

    key, expires = cache_key(request_, provider="here"), world.clock.now() + TTL
    async with world.model.stores.transaction(HOME) as tx:
        await tx.model_cache.store_answer(key, inner.answer, expires_at=expires)  # by an older version
    assert (await world.model.ask(request_)).text == "sell"
    assert (await world.model.ask(request_)).is_cached


async def test_a_store_that_is_away_costs_the_cache_and_not_the_answer(caplog: pytest.LogCaptureFixture) -> None:
    world = CacheSetup()
    world.memory.error = StoreUnavailableError(store="PostgreSQL")
    assert (await world.model.ask(a_request())).text == "hold"
    assert {record.levelno for record in caplog.records} == {logging.WARNING}
    assert "PostgreSQL" in caplog.text


async def test_a_stored_document_that_cannot_be_read_is_asked_anew(caplog: pytest.LogCaptureFixture) -> None:
    world = CacheSetup()
    key = cache_key(a_request(), provider="here")
    world.memory.state.model_cache[HOME, key] = CachedAnswer({"type": "ModelAnswer"}, world.clock.now() + TTL)
    assert not (await world.model.ask(a_request())).is_cached
    assert "cannot be read" in caplog.text
    assert (await world.model.ask(a_request())).is_cached


def said(text: str, speaker: PromptRole = PromptRole.USER) -> tuple[ModelMessage, ...]:
    return (ModelMessage(speaker, text),)


def options(**changes: object) -> ModelOptions:
    return replace(OPTIONS, **changes)  # type: ignore[arg-type] # the fields' types are the caller's business


OTHERS = {
    "model": a_request(options=options(model="other")),
    "temperature": a_request(options=options(temperature=0.5)),
    "no temperature": a_request(options=options(temperature=0.0)),
    "seed": a_request(options=options(seed=7)),
    "length": a_request(options=options(max_tokens=999)),
    "prompt version": a_request(prompt_version="decision@2"),
    "text": a_request(messages=said("Sell?")),
    "speaker": a_request(messages=said("Sell?", PromptRole.ASSISTANT)),
    "shape": a_request(schema=shape(str, type="object")),
    "schema": a_request(schema=shape(str, type="array")),
    "same words in two messages": a_request(messages=said("Sell?") + said("Sell?")),
}


def test_whatever_shapes_the_answer_makes_another_key() -> None:
    requests: list[ModelRequest] = [a_request(), *OTHERS.values()]
    keys = [cache_key(request, provider="here") for request in requests]
    assert len({*keys, cache_key(a_request(), provider="elsewhere")}) == len(requests) + 1
    assert {len(key) for key in keys} == {64}


@pytest.mark.parametrize(
    "same",
    [
        a_request(purpose="prose"),
        a_request(caller=Caller(tenant_id=HOME, deadline=5.0)),
        a_request(options=options(role=ModelRole.LIGHT, timeout=1.0, retries=0, backoff=9.0)),
        a_request(options=options(price_per_million=(Decimal(1), Decimal(2)))),
    ],
)
def test_what_does_not_shape_the_answer_makes_no_other_key(same: ModelRequest) -> None:
    assert cache_key(same, provider="here") == cache_key(a_request(), provider="here")


def test_the_order_of_a_schemas_names_and_the_kind_of_its_mapping_do_not_matter() -> None:
    one = a_request(schema=AnswerSchema("s", {"a": {"x": 1}, "b": 2}, str))
    two = a_request(schema=AnswerSchema("s", MappingProxyType({"b": 2, "a": MappingProxyType({"x": 1})}), str))
    assert cache_key(one, provider="here") == cache_key(two, provider="here")
