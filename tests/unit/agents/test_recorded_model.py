"""The books: every request is in them once, as it went, and never in anybody's way; and what servers count."""

import asyncio
import contextlib
from dataclasses import replace
from decimal import Decimal
from typing import cast
from uuid import UUID

import pytest

from bot.agents.model_client import TokenRatios
from bot.agents.recorded_model import RecordedModel
from bot.domain.ids import TenantId
from bot.domain.models.requests import (
    Caller,
    HistoryTokens,
    ModelAnswer,
    ModelCall,
    ModelRequest,
    ModelRole,
    TokenUsage,
)
from bot.domain.models.token_estimate import estimate_prompt_tokens
from bot.errors import StoreUnavailableError
from bot.model_errors import ModelBrokenOffError, ModelBudgetError, ModelError
from bot.ports import ChatModel, NoMeter, TextSink
from tests.fakes.clock import FixedClock, new_ids
from tests.fakes.memory import InMemoryDatabase
from tests.fakes.model import FakeModel, Script, in_turn
from tests.fakes.model_stores import HOME, OPTIONS, a_request
from tests.fakes.stores import FakeStores

pytestmark = pytest.mark.virtual_time

PRICED = replace(OPTIONS, role=ModelRole.LIGHT, price_per_million=(Decimal(2), Decimal(8)))
PROMPT = estimate_prompt_tokens(a_request())


class CountingCallsMeter(NoMeter):
    def __init__(self) -> None:
        self.calls: list[ModelCall] = []

    def model_called(self, call: ModelCall) -> None:
        self.calls.append(call)


class RecordingSetup:
    def __init__(self, inner: ChatModel | Script) -> None:
        self.memory, self.clock, self.meter = InMemoryDatabase(), FixedClock(), CountingCallsMeter()
        self.model = RecordedModel(
            inner=cast("ChatModel", inner) if hasattr(inner, "ask") else FakeModel(inner),
            stores=FakeStores(self.memory, clock=self.clock),
            clock=self.clock,
            new_id=new_ids(self.clock),
            meter=self.meter,
        )

    @property
    def stored(self) -> list[ModelCall]:
        return list(self.memory.state.model_calls.values())


class SingleAnswerModel:
    """Gives one answer as it is."""

    def __init__(self, answer: ModelAnswer) -> None:
        self.answer = answer

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:  # noqa: ARG002 - the port's
        return self.answer


class EndlessModel:
    """Shows a beginning and never ends."""

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:  # noqa: ARG002 - the port's
        if show is not None:
            await show("x" * 40)
        await asyncio.sleep(1_000)
        raise AssertionError


async def ignore(_: str) -> None:
    pass


async def test_an_answer_is_booked_as_it_was() -> None:
    answer = ModelAnswer(text="hold", model="large-2026", tokens=TokenUsage(1_000, 50), latency=1.25, attempts=2)
    world, request = RecordingSetup(SingleAnswerModel(answer)), a_request(options=PRICED)

    assert await world.model.ask(request) == answer

    (call,) = world.stored
    assert call == ModelCall(
        id=call.id,
        tenant_id=HOME,
        turn_id=None,
        purpose="decision",
        role=ModelRole.LIGHT,
        model="large-2026",
        prompt_version="decision@1",
        tokens=TokenUsage(1_000, 50),
        estimated_prompt=PROMPT,
        cost=Decimal("0.0024"),
        latency=1.25,
        is_cached=False,
        attempts=2,
        outcome="ok",
        at=world.clock.now(),
        prompt_hash=request.prompt_hash,
    )
    assert request.caller.calls == world.meter.calls == [call]


async def test_ids_of_the_facts_that_were_told_are_booked_the_first_hundred() -> None:
    world = RecordingSetup(lambda _: "hold")
    await world.model.ask(replace(a_request(), fact_ids=tuple(f"goog.fact{number}" for number in range(150))))
    (call,) = world.stored
    assert call.fact_ids == tuple(f"goog.fact{number}" for number in range(100))


async def test_texts_of_prompts_are_kept_only_where_that_is_set_failed_requests_included() -> None:
    cases: list[tuple[bool, str | ModelError]] = [(False, "hold"), (True, "hold"), (True, ModelBudgetError())]
    for keeps, said in cases:
        world, request = RecordingSetup(in_turn([said])), a_request()
        model = replace(world.model, keeps_prompts=keeps)
        with contextlib.suppress(ModelBudgetError):
            await model.ask(request)
        (call,) = world.stored
        assert world.memory.state.prompt_texts == ({call.id: request.messages} if keeps else {})


def test_two_requests_have_the_same_digest_if_they_are_told_the_same() -> None:
    request = a_request()
    same = replace(request, caller=Caller(tenant_id=TenantId(UUID(int=9))), options=PRICED, prompt_version="decision@7")
    other = replace(request, messages=(*request.messages[:-1], replace(request.messages[-1], text="another")))
    assert request.prompt_hash == same.prompt_hash
    assert len({request.prompt_hash, other.prompt_hash, replace(request, messages=()).prompt_hash}) == 3


async def test_what_stands_for_the_conversation_is_booked_in_the_servers_tokens() -> None:
    """Of an answer that cost nothing, nothing is."""
    answer = ModelAnswer(text="hold", model="m", tokens=TokenUsage(PROMPT * 3 // 2, 5), latency=1.0)
    request = replace(a_request(), history=HistoryTokens(400, 3_000))
    world = RecordingSetup(SingleAnswerModel(answer))
    await world.model.ask(request)
    await RecordingSetup(SingleAnswerModel(replace(answer, is_cached=True))).model.ask(request)
    (call,) = world.stored
    assert (call.estimated_prompt, call.history) == (PROMPT, HistoryTokens(600, 4_500))
    assert world.model.ratios.ratio(request.options.model) == 1.5
    assert request.caller.calls[-1].history == HistoryTokens()


async def test_a_cached_answer_is_booked_without_cost() -> None:
    cached = ModelAnswer(text="hold", model="m", tokens=TokenUsage(), latency=0.0, attempts=0, is_cached=True)
    world = RecordingSetup(SingleAnswerModel(cached))
    await world.model.ask(a_request(options=PRICED))
    (call,) = world.stored
    assert (call.is_cached, call.tokens, call.cost, call.attempts, call.outcome) == (
        True,
        TokenUsage(),
        Decimal(0),
        0,
        "ok",
    )


@pytest.mark.parametrize(
    ("error", "used", "attempts"),
    [(ModelBrokenOffError(partial="x" * 40), TokenUsage(PROMPT, 10), 1), (ModelBudgetError(), TokenUsage(), 0)],
)
async def test_a_failure_is_booked_by_its_class_and_raised(error: ModelError, used: TokenUsage, attempts: int) -> None:
    world, request = RecordingSetup(lambda _: error), a_request(options=PRICED)
    with pytest.raises(type(error)) as raised:
        await world.model.ask(request)
    assert raised.value is error
    (call,) = request.caller.calls
    assert (call.outcome, call.tokens, call.attempts) == (type(error).__name__, used, attempts)
    assert call.cost == Decimal(2 * used.prompt + 8 * used.completion) / 10**6
    assert world.stored == [call]


async def test_a_cancelled_request_is_booked_with_what_had_come() -> None:
    world, request = RecordingSetup(EndlessModel()), a_request()
    asking = asyncio.create_task(world.model.ask(request, show=ignore))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    (call,) = world.stored
    assert (call.outcome, call.tokens) == ("CancelledError", TokenUsage(PROMPT, 10))


async def test_what_is_streamed_is_passed_on() -> None:
    shown: list[str] = []

    async def show(text: str) -> None:
        shown.append(text)

    await RecordingSetup(lambda _: "a" * 30).model.ask(a_request(), show=show)
    assert shown == ["a" * 20, "a" * 30]


async def test_books_that_cannot_be_kept_never_fail_the_answer(caplog: pytest.LogCaptureFixture) -> None:
    world, request = RecordingSetup(lambda _: "hold"), a_request()
    world.memory.error = StoreUnavailableError(store="PostgreSQL")
    assert (await world.model.ask(request)).text == "hold"
    assert len(request.caller.calls) == len(world.meter.calls) == 1
    assert "was not booked" in caplog.text


def test_each_model_has_its_own_ratio() -> None:
    ratios = TokenRatios()
    ratios.learn("large", estimated=1_000, reported=1_200)
    ratios.learn("large", estimated=3_000, reported=3_600)
    assert ratios.ratio("large") == pytest.approx(1.2)
    assert ratios.ratio("small") == 1.0


@pytest.mark.parametrize(("reported", "ratio"), [(0, 1.0), (1, 0.5), (100_000, 2.0)])
def test_absurd_reports_change_little(reported: int, ratio: float) -> None:
    ratios = TokenRatios()
    ratios.learn("large", estimated=1_000, reported=reported)
    assert ratios.ratio("large") == pytest.approx(ratio)


def test_what_is_new_outweighs_what_is_old() -> None:
    ratios = TokenRatios()
    for _ in range(100):
        ratios.learn("large", estimated=5_000, reported=5_000)
    for _ in range(20):
        ratios.learn("large", estimated=5_000, reported=6_000)
    assert ratios.ratio("large") == pytest.approx(1.2, abs=0.01)
