"""What came of decisions: due once, stored once, with the episode, in memory and in PostgreSQL."""

from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.memory.episodes import EpisodeTerms, VectorCounts, decision_episode_id
from bot.domain.memory.recall import EpisodeQuery
from bot.domain.trading.actual_result import ActualResult, ResultBasis
from bot.domain.trading.decisions import Decision, DecisionKey
from bot.domain.trading.performance import Assessment
from tests.contract.store_sets import CLOSE, StoreSet, an_episode

MODEL = "hash-1"


def a_result(**changes: object) -> ActualResult:
    result = ActualResult(
        sessions=20,
        as_of=CLOSE + timedelta(days=29),
        price=Decimal("469.53"),
        source="sample",
        basis=ResultBasis.PROPOSAL,
        price_then=Decimal("455.49"),
        then=CLOSE,
        change_percent=Decimal("3.0824"),
        gain=Decimal("140.40"),
        assessment=Assessment.RIGHT,
    )
    return replace(result, **changes)  # type: ignore[arg-type] # the fields' types are the caller's business


async def remembered(world: StoreSet, *, clock: datetime | None, settle_after: datetime | None = CLOSE) -> Decision:
    """A decision with an indexed episode, on an account whose clock stands at `clock`."""
    turn = await world.turn()
    decision = await world.decision(turn)
    episode = an_episode(turn, id=decision_episode_id(decision.key), at=world.clock.now(), decision=decision)
    async with world.stores.transaction(turn.tenant_id) as tx:
        if clock is not None:
            await tx.accounts.set_market_time(decision.account_id, clock)
        await tx.episodes.add_episode(replace(episode, settle_after=settle_after))
        await tx.episodes.store_terms([EpisodeTerms(episode.id, {"buy": 1}, ())], at=world.clock.now())
        await tx.episodes.add_vectors(MODEL, {episode.id: [1.0]}, texts={episode.id: episode.text})
    return decision


async def due(world: StoreSet, decision: Decision, *, market: str | None = None) -> tuple[DecisionKey, ...]:
    async with world.stores.read(decision.tenant_id) as tx:
        return await tx.actual_results.due(market=market, now=world.clock.now(), limit=9)


async def settle(world: StoreSet, decision: Decision, result: ActualResult) -> bool:
    async with world.stores.transaction(decision.tenant_id) as tx:
        return await tx.actual_results.settle(decision.key, result, line="+3.1 %")


async def test_first_result_stays_and_the_episode_is_indexed_anew(world: StoreSet) -> None:
    decision = await remembered(world, clock=CLOSE)

    stored = [await settle(world, decision, each) for each in (a_result(), a_result(price=Decimal(1)))]

    assert stored == [True, False]
    async with world.stores.transaction(decision.tenant_id) as tx:
        assert await tx.actual_results.find([decision.key]) == {decision.key: a_result()}
        episode = await tx.episodes.get(decision_episode_id(decision.key))
        assert episode is not None
        assert (episode.actual_result, episode.settle_after) == (a_result(), None)
        assert episode.text == "should I buy?\n+3.1 %"
        assert await tx.episodes.vector_counts() == VectorCounts(0, {})
        assert [each.text for each in await tx.episodes.claim_unindexed(limit=9)] == [episode.text]


async def test_vector_of_the_text_before_the_result_is_not_stored(world: StoreSet) -> None:
    decision = await remembered(world, clock=CLOSE)
    episode_id = decision_episode_id(decision.key)
    async with world.stores.read(decision.tenant_id) as tx:
        before = await tx.episodes.get(episode_id)
    assert before is not None

    assert await settle(world, decision, a_result())

    for text, count in ((before.text, {}), (f"{before.text}\n+3.1 %", {MODEL: 1})):
        async with world.stores.transaction(decision.tenant_id) as tx:
            await tx.episodes.add_vectors(MODEL, {episode_id: [0.5]}, texts={episode_id: text})
        async with world.stores.read(decision.tenant_id) as tx:
            assert (await tx.episodes.vector_counts()).by_model == count


async def test_found_by_the_decision_whatever_the_id_of_its_episode(world: StoreSet) -> None:
    """Erasure makes episodes anew."""
    turn = await world.turn()
    decision = await world.decision(turn)
    remade = an_episode(turn, id=world.new_id(), at=world.clock.now(), decision=decision)
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.accounts.set_market_time(decision.account_id, CLOSE)
        await tx.episodes.add_episode(replace(remade, settle_after=CLOSE))

    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.actual_results.postpone(decision.key, until=CLOSE + timedelta(days=1))
    assert await due(world, decision) == ()
    assert await settle(world, decision, a_result())
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.actual_results.find([decision.key]) == {decision.key: a_result()}
        assert (found := await tx.episodes.of_decision(decision.key)) is not None
        assert found.id == remade.id
        assert await tx.episodes.of_decision(replace(decision.key, version=2)) is None


@pytest.mark.parametrize(
    ("clock", "settle_after", "market", "is_due"),
    [
        (CLOSE, CLOSE, None, True),
        (CLOSE, CLOSE, "sample", True),
        (CLOSE, CLOSE, "yahoo", False),
        (CLOSE, CLOSE + timedelta(seconds=1), None, False),
        (CLOSE, None, None, False),
        (None, CLOSE, None, False),  # the sample's clock stands still
    ],
)
async def test_due_by_the_clock_of_its_account(
    world: StoreSet, clock: datetime | None, settle_after: datetime | None, market: str | None, *, is_due: bool
) -> None:
    decision = await remembered(world, clock=clock, settle_after=settle_after)

    assert await due(world, decision, market=market) == ((decision.key,) if is_due else ())


async def test_postponed_and_settled_ones_are_not_due(world: StoreSet) -> None:
    decision = await remembered(world, clock=CLOSE)
    async with world.stores.transaction(decision.tenant_id) as tx:
        await tx.actual_results.postpone(decision.key, until=CLOSE + timedelta(days=1))
    assert await due(world, decision) == ()

    await settle(world, decision, a_result())
    async with world.stores.transaction(decision.tenant_id) as tx:
        await tx.actual_results.postpone(decision.key, until=CLOSE)
    assert await due(world, decision) == ()


async def test_without_an_episode_then_nothing_is_stored(world: StoreSet) -> None:
    decision = await world.decision(await world.turn())

    assert not await settle(world, decision, a_result())
    async with world.stores.read(decision.tenant_id) as tx:
        assert await tx.actual_results.find([decision.key]) == {}


async def test_while_it_waits_to_be_indexed_it_is_found_with_its_result(world: StoreSet) -> None:
    decision = await remembered(world, clock=CLOSE)
    await settle(world, decision, a_result())

    query = EpisodeQuery(conversation_id=decision.conversation_id, channel="terminal", unindexed=9)
    async with world.stores.read(decision.tenant_id) as tx:
        (found,) = await tx.episode_search.search(query)
    assert not found.is_indexed
    assert found.episode.actual_result == a_result()
