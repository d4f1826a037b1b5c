"""What is learnt of decisions: written once, and never seen before it was known, in memory and in PostgreSQL."""

import json
from datetime import timedelta
from decimal import Decimal
from random import Random

import pytest

from bot.agents.reflection_agent import ReflectionAgent
from bot.domain.models.requests import SCHEDULED_WORK
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Action, Decision
from bot.domain.trading.forecasts.base_rates import FEWEST_CASES
from bot.domain.trading.forecasts.reflection import ReflectionQuery, ReflectionWords, ToldReflection
from bot.memory.write_reflections import ReflectionWriter, WriteReflections
from bot.model_errors import ModelBudgetError, ModelError
from tests.contract.store_sets import CLOSE, StoreSet
from tests.contract.test_forecasts import proposed, settled
from tests.contract.test_watching import add, watched
from tests.fakes.model import FakeModel, models

D = Decimal
UPS_AND_DOWNS = json.dumps(
    {
        "sentences": [
            "It ended {outcome.ahead_of_market} against the market.",
            "It fell by 2.5 %.",
            "So few cases show nothing.",
        ]
    }
)
DAY, MONTH = timedelta(days=1), timedelta(days=30)


async def write(world: StoreSet, decision: Decision, *, batch: int = 200) -> int:
    return await WriteReflections(world.stores, batch=batch)(decision.tenant_id)


async def known(world: StoreSet, decision: Decision, **changes: object) -> tuple[ToldReflection, ...]:
    values = {"account_id": decision.account_id, "known_at": CLOSE + 2 * MONTH, "symbols": ("AAPL",)} | changes
    return await world.reading(decision.tenant_id).reflections.known(ReflectionQuery(**values))  # type: ignore[arg-type] # the caller's business


async def test_a_settled_forecast_gets_one_reflection(world: StoreSet) -> None:
    decision = await proposed(world)
    assert await write(world, decision) == 0
    await settled(world, decision, excess="-2.5", at=CLOSE + MONTH)
    assert await write(world, decision) == 1
    assert await write(world, decision) == 0
    (told,) = await known(world, decision)
    reflection = told.reflection
    assert (reflection.came_true, reflection.excess_percent) == (False, D("-2.5"))
    assert (reflection.cases, reflection.cases_come_true, reflection.is_lesson) == (1, 0, False)
    assert [each.code for each in told.right] == ["rsi_low"]
    assert [each.code for each in told.wrong] == ["above_sma200"]
    assert told.decision.key == decision.key


async def test_what_cannot_be_judged_gets_none(world: StoreSet) -> None:
    tie = await proposed(world)
    await settled(world, tie, excess="0", at=CLOSE + MONTH)
    await proposed(world, action=Action.HOLD, shares=D(0), cash_change=D(0), target_cash_amount=D(0))
    assert await write(world, tie) == 0


async def test_it_counts_the_cases_that_were_settled_by_then(world: StoreSet) -> None:
    symbols = [f"S{number}" for number in range(FEWEST_CASES)]
    made = [await proposed(world, symbol=each) for each in symbols]
    for number, each in enumerate(made):
        await settled(world, each, excess="1" if number % 2 else "-1", at=CLOSE + MONTH + number * DAY)
    sale = await proposed(world, action=Action.DECREASE, cash_change=D(-100))
    await settled(world, sale, excess="-1", at=CLOSE + MONTH)
    assert await write(world, sale, batch=3) == FEWEST_CASES + 1
    told = {each.decision.key: each.reflection for each in await known(world, sale, symbols=("AAPL", *symbols))}
    assert [told[each.key].cases for each in made] == list(range(1, FEWEST_CASES + 1))
    assert told[made[-1].key].cases_come_true == FEWEST_CASES // 2
    assert [told[each.key].is_lesson for each in made] == [False] * (FEWEST_CASES - 1) + [True]
    assert (told[sale.key].cases, told[sale.key].came_true) == (1, True)


async def test_cases_on_one_share_at_one_time_count_as_one(world: StoreSet) -> None:
    made = [await proposed(world) for _ in range(FEWEST_CASES)]
    for each in made:
        await settled(world, each, excess="1", at=CLOSE + MONTH)
    await write(world, made[0])
    assert {each.reflection.cases for each in await known(world, made[0])} == {1}


async def test_it_is_found_by_its_share_or_its_decision_in_its_workspace(world: StoreSet) -> None:
    apple, ibm = await proposed(world), await proposed(world, symbol="IBM")
    other = await proposed(world, workspace="office")
    for each in (apple, ibm, other):
        await settled(world, each, excess="1", at=CLOSE + MONTH)
        await write(world, each)
    assert {each.decision.key for each in await known(world, apple)} == {apple.key}
    both = await known(world, apple, decisions=(ibm.key,))
    assert {each.decision.key for each in both} == {apple.key, ibm.key}


async def test_many_on_one_share_crowd_out_no_other_share_and_no_similar_case(world: StoreSet) -> None:
    apples = [await proposed(world, as_of=CLOSE + day * DAY) for day in range(4)]
    ibm, similar = await proposed(world, symbol="IBM"), await proposed(world, symbol="MSFT")
    for number, each in enumerate((ibm, similar, *apples)):
        await settled(world, each, excess="1", at=CLOSE + MONTH + number * DAY)
    await write(world, ibm)
    found = await known(world, ibm, symbols=("AAPL", "IBM"), decisions=(similar.key, apples[3].key))
    expected = [apples[3], apples[2], similar, ibm]
    assert [each.decision.key for each in found] == [each.key for each in expected]
    alone = await known(world, ibm, per_share=3)
    assert [each.decision.key for each in alone] == [each.key for each in (apples[3], apples[2], apples[1])]


async def test_moved_at_random_the_clock_never_shows_a_later_reflection(world: StoreSet) -> None:
    random = Random(7)  # noqa: S311 - the same clock in each run
    made = {}
    symbols = [f"S{number}" for number in range(8)]
    for symbol in symbols:
        decision = await proposed(world, symbol=symbol)
        made[decision.key] = at = CLOSE + MONTH + random.randrange(20) * DAY
        await settled(world, decision, excess=str(random.choice([-1, 1])), at=at)
    await write(world, decision)
    for _ in range(20):
        clock = CLOSE + MONTH + random.randrange(-3, 23) * DAY
        seen = await known(world, decision, known_at=clock, symbols=symbols)
        assert {each.decision.key for each in seen} == {key for key, at in made.items() if at <= clock}
        for each in seen:
            by_then = sum(at <= each.reflection.settled_as_of for at in made.values())
            assert each.reflection.cases == by_then


async def test_words_are_kept_with_their_language_and_are_not_known_before_the_result(world: StoreSet) -> None:
    decision = await proposed(world)
    await settled(world, decision, excess="-2.5", at=CLOSE + MONTH)
    fake = await write_in_words(world, decision, UPS_AND_DOWNS)
    (told,) = await known(world, decision)
    assert told.reflection.words == ReflectionWords(
        "It ended {outcome.ahead_of_market} against the market. So few cases show nothing.", Language.ENGLISH
    )
    assert await known(world, decision, known_at=CLOSE + MONTH - DAY) == ()
    await write_in_words(world, decision, UPS_AND_DOWNS)
    assert [each.caller.person_id for each in fake.requests] == [SCHEDULED_WORK]
    assert await known(world, decision) == (told,)


async def test_a_share_that_nobody_follows_is_told_by_rules(world: StoreSet) -> None:
    decision = await proposed(world)  # the decision itself, and the answer that proposed it, are no interest since
    await settled(world, decision, excess="-2.5", at=CLOSE + MONTH)
    fake = await write_in_words(world, decision, UPS_AND_DOWNS, is_watched=False)
    (told,) = await known(world, decision)
    assert (told.reflection.words, fake.requests) == (None, [])


async def test_a_share_is_followed_that_was_decided_on_lately_in_the_same_workspace(world: StoreSet) -> None:
    decision, elsewhere = await proposed(world), await proposed(world, workspace="office", symbol="IBM")
    async with world.stores.read(decision.tenant_id) as tx:
        before = decision.created_at - DAY
        assert await tx.reflections.followed(dict.fromkeys(("AAPL", "IBM", "FB"), before)) == {"AAPL"}
        assert await tx.reflections.followed({"AAPL": decision.created_at, "IBM": before}) == frozenset()
    assert await world.reading(elsewhere.tenant_id).reflections.followed({"AAPL": before, "IBM": before}) == {"IBM"}


@pytest.mark.parametrize(
    "answer",
    [
        "not JSON",
        json.dumps({"sentences": []}),
        json.dumps({"sentences": ["It fell 2.5 %.", "See {goog.close}.", 7]}),
        ModelBudgetError(),
    ],
)
async def test_what_the_model_cannot_say_is_told_by_rules(world: StoreSet, answer: str | ModelError) -> None:
    first, second = await proposed(world), await proposed(world)
    for each in (first, second):
        await settled(world, each, excess="-2.5", at=CLOSE + MONTH)
    fake = await write_in_words(world, first, answer)
    assert [each.reflection.words for each in await known(world, first)] == [None, None]
    assert len(fake.requests) == (1 if isinstance(answer, ModelBudgetError) else 2)


async def write_in_words(
    world: StoreSet, decision: Decision, answer: str | ModelError, *, is_watched: bool = True
) -> FakeModel:
    if is_watched:
        await add(world, decision.tenant_id, watched(world, decision.proposal.symbol))
    client, fake = models(lambda _: answer)
    writer = ReflectionWriter(world.stores, ReflectionAgent(client), world.clock)
    await WriteReflections(world.stores, writer)(decision.tenant_id)
    return fake
