import asyncio
from dataclasses import dataclass, field
from uuid import UUID

import pytest

from adapters.llm.circuit_breaker import FAILURE_THRESHOLD, PAUSE_SECONDS, CircuitBreaker
from bot.domain.ids import TenantId
from bot.domain.models.requests import Caller, ModelAnswer, ModelOptions, ModelRequest, ModelRole, TokenUsage
from bot.model_errors import (
    ModelBrokenOffError,
    ModelBudgetError,
    ModelDeclinedError,
    ModelError,
    ModelGarbledError,
    ModelPausedError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelRefusedKeyError,
    ModelRequestError,
    ModelTimeoutError,
    ModelTooLongError,
    ModelUnreachableError,
)
from bot.ports import TextSink


def request(model: str = "large", *, until: float | None = None, timeout: float = 20.0) -> ModelRequest:
    return ModelRequest(
        purpose="decision",
        prompt_version="decision@1",
        options=ModelOptions(role=ModelRole.MAIN, model=model, timeout=timeout),
        messages=(),
        caller=Caller(tenant_id=TenantId(UUID(int=1)), deadline=until),
    )


@dataclass
class ScriptedModel:
    """Fails as it is told, otherwise answers; waits while it is held."""

    error: ModelError | None = None
    asked: list[str] = field(default_factory=list)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.go.set()

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        self.asked.append(request.options.model)
        await self.go.wait()
        if show is not None:
            await show("text")
        if self.error is not None:
            raise self.error
        return ModelAnswer(text="text", model=request.options.model, tokens=TokenUsage(), latency=0.0)


class BreakerSetup:
    def __init__(self) -> None:
        self.time = 1_000.0
        self.model = ScriptedModel()
        self.breaker = CircuitBreaker(self.model, now=lambda: self.time)

    async def fail(self, error: ModelError, *, times: int, asked: ModelRequest | None = None) -> None:
        self.model.error = error
        for _ in range(times):
            with pytest.raises(type(error)):
                await self.breaker.ask(asked or request())

    async def is_open(self, model: str = "large") -> bool:
        before = len(self.model.asked)
        try:
            await self.breaker.ask(request(model))
        except ModelPausedError:
            assert len(self.model.asked) == before
            return True
        except ModelError:
            pass
        return False


@pytest.fixture
def world() -> BreakerSetup:
    return BreakerSetup()


async def opened(world: BreakerSetup) -> None:
    await world.fail(ModelUnreachableError(), times=FAILURE_THRESHOLD)


@pytest.mark.parametrize(
    "error",
    [
        ModelTimeoutError(),
        ModelUnreachableError(),
        ModelRateLimitedError(),
        ModelQuotaError(),
        ModelRefusedKeyError(),
        ModelBrokenOffError(partial="It is"),
        ModelGarbledError(why="no JSON"),
        ModelGarbledError(why="no stream"),
        ModelGarbledError(partial="It is", why="no event"),
    ],
)
async def test_failures_of_the_server_in_a_row_open_it(error: ModelError, world: BreakerSetup) -> None:
    await world.fail(error, times=FAILURE_THRESHOLD)
    assert await world.is_open()


OF_THE_MODEL = [
    ModelGarbledError(),
    ModelGarbledError(why="empty"),
    ModelGarbledError(partial="{}", why="not of the form"),
    ModelDeclinedError(),
    ModelBudgetError(),
    ModelTooLongError(),
    ModelBrokenOffError(why="length"),
    ModelRequestError(),
]


@pytest.mark.parametrize("error", OF_THE_MODEL)
async def test_failures_of_another_kind_leave_it_closed(error: ModelError, world: BreakerSetup) -> None:
    await world.fail(error, times=FAILURE_THRESHOLD * 2)
    assert not await world.is_open()


async def test_answer_in_between_begins_the_count_anew(world: BreakerSetup) -> None:
    await world.fail(ModelUnreachableError(), times=FAILURE_THRESHOLD - 1)
    world.model.error = None
    await world.breaker.ask(request())
    await world.fail(ModelUnreachableError(), times=FAILURE_THRESHOLD - 1)
    assert not await world.is_open()


@pytest.mark.parametrize("error", OF_THE_MODEL)
async def test_failures_of_another_kind_in_between_do_not_begin_the_count_anew(
    error: ModelError, world: BreakerSetup
) -> None:
    await world.fail(ModelUnreachableError(), times=FAILURE_THRESHOLD - 1)
    await world.fail(error, times=1)
    await world.fail(ModelUnreachableError(), times=1)
    assert await world.is_open()


async def test_time_that_ran_out_for_us_says_nothing_of_the_server(world: BreakerSetup) -> None:
    await world.fail(ModelTimeoutError(), times=FAILURE_THRESHOLD * 2, asked=request(until=world.time + 2))
    assert not await world.is_open()


async def test_time_that_was_enough_speaks_against_the_server(world: BreakerSetup) -> None:
    await world.fail(ModelTimeoutError(), times=FAILURE_THRESHOLD, asked=request(until=world.time + 28, timeout=60.0))
    assert await world.is_open()


async def test_open_one_is_tried_after_the_pause_and_closes(world: BreakerSetup) -> None:
    await opened(world)
    world.time += PAUSE_SECONDS - 1
    assert await world.is_open()
    world.time += 1
    world.model.error = None
    assert not await world.is_open()
    await world.fail(ModelUnreachableError(), times=FAILURE_THRESHOLD - 1)
    assert not await world.is_open()


async def test_failed_trial_opens_it_anew(world: BreakerSetup) -> None:
    await opened(world)
    world.time += PAUSE_SECONDS
    await world.fail(ModelUnreachableError(), times=1)
    assert await world.is_open()
    world.time += PAUSE_SECONDS
    assert not await world.is_open()


async def test_only_one_request_is_the_trial(world: BreakerSetup) -> None:
    await opened(world)
    world.time += PAUSE_SECONDS
    world.model.error = None
    world.model.go.clear()
    trial = asyncio.create_task(world.breaker.ask(request()))
    await asyncio.sleep(0)
    assert await world.is_open()
    world.model.go.set()
    assert (await trial).text == "text"
    assert not await world.is_open()


async def test_cancelled_trial_leaves_the_trial_to_the_next(world: BreakerSetup) -> None:
    await opened(world)
    world.time += PAUSE_SECONDS
    world.model.go.clear()
    trial = asyncio.create_task(world.breaker.ask(request()))
    await asyncio.sleep(0)
    trial.cancel()
    with pytest.raises(asyncio.CancelledError):
        await trial
    world.model.go.set()
    await world.fail(ModelUnreachableError(), times=1)
    assert await world.is_open()


async def test_other_models_are_asked_on(world: BreakerSetup) -> None:
    await opened(world)
    world.model.error = None
    assert not await world.is_open("small")
    assert await world.is_open("large")


async def test_trial_that_says_nothing_of_the_server_leaves_the_trial_to_the_next(world: BreakerSetup) -> None:
    await opened(world)
    world.time += PAUSE_SECONDS
    await world.fail(ModelDeclinedError(), times=1)
    world.model.error = None
    assert not await world.is_open()
    await world.fail(ModelUnreachableError(), times=FAILURE_THRESHOLD - 1)
    assert not await world.is_open()
