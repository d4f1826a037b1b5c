"""Recording, cache and budget combined around one model, over both kinds of stores."""

import asyncio
from datetime import UTC, date
from decimal import Decimal
from typing import Final

import pytest

from bot.agents.budgeted_model import BudgetedModel
from bot.agents.cached_model import CachedModel
from bot.agents.recorded_model import RecordedModel
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TenantId
from bot.domain.models.requests import (
    Caller,
    ModelAllowance,
    ModelMessage,
    ModelRequest,
    ModelUsage,
    PromptRole,
    TokenUsage,
)
from bot.model_errors import ModelBudgetError, ModelTimeoutError
from bot.ports import NoMeter
from tests.contract.store_sets import StoreSet, a_thread
from tests.fakes.model import FakeModel, Script, in_turn
from tests.fakes.model_stores import OPTIONS, a_request

ROOM: Final = 3 * OPTIONS.max_tokens


def stack(world: StoreSet, script: Script, *, completion: int = ROOM) -> RecordedModel:
    allowance = ModelAllowance(prompt_tokens=10_000, completion_tokens=completion)
    budgeted = BudgetedModel(FakeModel(script), stores=world.stores, clock=world.clock, allowance=allowance)
    cached = CachedModel(inner=budgeted, stores=world.stores, clock=world.clock, provider="test")
    return RecordedModel(inner=cached, stores=world.stores, clock=world.clock, new_id=world.new_id, meter=NoMeter())


def asked(turn: Turn, text: str = "Buy or sell?") -> ModelRequest:
    caller = Caller(tenant_id=turn.tenant_id, turn_id=turn.id)
    return a_request(caller=caller, messages=(ModelMessage(PromptRole.USER, text),))


async def books(world: StoreSet, tenant_id: TenantId) -> tuple[TokenUsage, tuple[tuple[str, ModelUsage], ...]]:
    day: date = world.clock.now().astimezone(UTC).date()
    async with world.stores.transaction(tenant_id) as tx:
        spent = await tx.model_budgets.usage_with_reservations(day=day)
        return spent.tokens, await tx.model_calls.usage_of_day(day)


async def test_an_answer_a_cached_one_and_a_failure_are_all_in_the_books(world: StoreSet) -> None:
    turn = await world.turn()
    model = stack(world, in_turn(["hold", ModelTimeoutError()]))
    first, second = asked(turn), asked(turn)
    assert not (await model.ask(first)).is_cached
    assert (await model.ask(second)).is_cached
    with pytest.raises(ModelTimeoutError):
        await model.ask(asked(turn, " word" * 100))

    spent, by_purpose = await books(world, turn.tenant_id)
    assert spent == TokenUsage(204, 10)  # the prompt that timed out is estimated
    use = ModelUsage(tokens=spent, cost=Decimal(0), calls=3, cache_hits=1, failures=1)
    assert by_purpose == (("decision", use),)
    assert [call.is_cached for call in (*first.caller.calls, *second.caller.calls)] == [False, True]


async def test_a_refusal_is_in_the_books_and_a_cached_answer_needs_no_budget(world: StoreSet) -> None:
    turn = await world.turn()
    model = stack(world, lambda _: "hold", completion=10)
    await model.ask(asked(turn))
    with pytest.raises(ModelBudgetError):
        await model.ask(asked(turn, "Another question"))
    assert (await model.ask(asked(turn))).is_cached
    _, ((_, use),) = await books(world, turn.tenant_id)
    assert (use.calls, use.cache_hits, use.failures) == (3, 1, 1)


async def test_twenty_at_once_keep_to_the_budget_and_to_their_books(world: StoreSet) -> None:
    turn = await world.turn()
    model = stack(world, lambda _: "hold")
    requests = [asked(turn, f"Question {number}") for number in range(20)]
    await asyncio.gather(*(model.ask(request) for request in requests))
    spent, ((_, use),) = await books(world, turn.tenant_id)
    assert (spent, use.tokens, use.calls, use.failures) == (TokenUsage(2_000, 200), TokenUsage(2_000, 200), 20, 0)


async def test_another_tenant_has_books_and_a_cache_of_its_own(world: StoreSet) -> None:
    here, there = await world.turn(a_thread(1)), await world.turn(a_thread(1, workspace="elsewhere"))
    model = stack(world, lambda _: "hold")
    await model.ask(asked(here))
    assert await books(world, there.tenant_id) == (TokenUsage(), ())
    assert not (await model.ask(asked(there))).is_cached
