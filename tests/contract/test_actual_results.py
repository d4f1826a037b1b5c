"""What came of decisions: due once, stored once by horizon, with the episode, in memory and in PostgreSQL."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.memory.episodes import EpisodeTerms, VectorCounts, as_known, decision_episode_id
from bot.domain.memory.recall import EpisodeQuery
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import ActualResult, ResultBasis, SettledResult, result_line
from bot.domain.trading.decisions import Action, Decision, DecisionKey, DecisionStatus
from bot.domain.trading.due_results import SETTLED_STATUSES, SOONEST, DueQuery, Postponement
from bot.domain.trading.performance import Assessment
from tests.contract.store_sets import CLOSE, StoreSet, a_proposal, an_episode

MODEL = "hash-1"
LATER = CLOSE + timedelta(days=60)


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


def a_day_later(**changes: object) -> ActualResult:
    changes_of_same_span = {"benchmark_change_percent": Decimal("0.1000"), "change_between_closes": Decimal("3.0824")}
    benchmark = {**changes_of_same_span, "benchmark": ("SPY",), "left_out": ("FB",)}
    return a_result(**{"sessions": 1, "as_of": CLOSE + timedelta(days=1), **benchmark, **changes})


async def decided(
    world: StoreSet,
    *,
    clock: datetime | None = LATER,
    status: DecisionStatus = DecisionStatus.CANCELLED,
    **changes: object,
) -> Decision:
    """A decision on an account whose clock stands at `clock`, and which has become `status`."""
    decision = await world.decision(await world.turn(), proposal=a_proposal(**changes), status=status)
    if clock is not None:
        await world.tx(decision.tenant_id).accounts.set_market_time(decision.account_id, clock)
    return decision


async def remembered(world: StoreSet, *, language: Language = Language.ENGLISH) -> Decision:
    """A decision with an indexed episode."""
    turn = await world.turn()
    decision = await world.decision(turn, status=DecisionStatus.CANCELLED)
    made = an_episode(turn, id=decision_episode_id(decision.key), at=world.clock.now(), decision=decision)
    episode = replace(made, language=language)
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.episodes.add_episode(episode)
        await tx.episodes.store_terms([EpisodeTerms(episode.id, {"buy": 1}, ())], at=world.clock.now())
        await tx.episodes.add_vectors(MODEL, {episode.id: [1.0]}, texts={episode.id: episode.text})
    return decision


async def due(world: StoreSet, decision: Decision, **changes: object) -> tuple[DecisionKey, ...]:
    query = replace(DueQuery(now=world.clock.now(), limit=9), **changes)  # type: ignore[arg-type] # likewise
    async with world.stores.read(decision.tenant_id) as tx:
        return tuple(each.decision.key for each in await tx.actual_results.due(query))


async def settle(world: StoreSet, decision: Decision, *results: ActualResult) -> list[ActualResult]:
    stored = await world.tx(decision.tenant_id).actual_results.settle(
        [SettledResult(decision, each) for each in results]
    )
    return [each.result for each in stored]


async def test_first_result_of_a_horizon_stays_and_the_episode_is_indexed_anew(world: StoreSet) -> None:
    decision = await remembered(world)

    assert await settle(world, decision, a_result()) == [a_result()]
    assert await settle(world, decision, a_day_later(), a_result(price=Decimal(1))) == [a_day_later()]

    async with world.stores.transaction(decision.tenant_id) as tx:
        assert await tx.actual_results.find([decision.key]) == {decision.key: (a_day_later(), a_result())}
        assert await tx.actual_results.unresolved([decision.key], until=LATER) == {}
        episode = await tx.episodes.get(decision_episode_id(decision.key))
        assert episode is not None
        assert episode.actual_results == (a_day_later(), a_result())
        lines = [result_line(each, Language.ENGLISH) for each in (a_result(), a_day_later())]
        assert episode.text == "\n".join(("should I buy?", *lines))
        assert await tx.episodes.vector_counts() == VectorCounts(0, {})
        assert [each.text for each in await tx.episodes.claim_unindexed(limit=9)] == [episode.text]


async def test_several_at_once_in_the_language_of_the_episode(world: StoreSet) -> None:
    decision = await remembered(world, language=Language.CHINESE)
    await settle(world, decision, a_result(), a_day_later())

    episode = await world.reading(decision.tenant_id).episodes.of_decision(decision.key)
    assert episode is not None
    lines = [result_line(each, Language.CHINESE) for each in (a_day_later(), a_result())]
    assert episode.text == "\n".join(("should I buy?", *lines))
    known = as_known(episode, a_day_later().as_of)
    assert known is not None
    assert known.text == f"should I buy?\n{lines[0]}"


async def test_two_at_once_then_each_line_stands_once(world: StoreSet) -> None:
    decision = await remembered(world)

    stored = await asyncio.gather(*(settle(world, decision, a_day_later(), a_result()) for _ in range(3)))

    assert sorted(len(each) for each in stored) == [0, 0, 2]
    episode = await world.reading(decision.tenant_id).episodes.of_decision(decision.key)
    assert episode is not None
    assert episode.text.count("\n") == 2


async def test_vector_of_the_text_before_the_result_is_not_stored(world: StoreSet) -> None:
    decision = await remembered(world)
    episode_id = decision_episode_id(decision.key)
    before = await world.reading(decision.tenant_id).episodes.get(episode_id)
    assert before is not None

    assert await settle(world, decision, a_result())

    told = f"{before.text}\n{result_line(a_result(), Language.ENGLISH)}"
    for text, count in ((before.text, {}), (told, {MODEL: 1})):
        await world.tx(decision.tenant_id).episodes.add_vectors(MODEL, {episode_id: [0.5]}, texts={episode_id: text})
        assert (await world.reading(decision.tenant_id).episodes.vector_counts()).by_model == count


async def test_episode_is_found_by_the_decision_whatever_its_id(world: StoreSet) -> None:
    """Erasure makes episodes anew."""
    turn = await world.turn()
    decision = await world.decision(turn, status=DecisionStatus.CANCELLED)
    remade = an_episode(turn, id=world.new_id(), at=world.clock.now(), decision=decision)
    await world.tx(turn.tenant_id).episodes.add_episode(remade)

    assert await settle(world, decision, a_result())
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert (found := await tx.episodes.of_decision(decision.key)) is not None
        assert (found.id, found.actual_results) == (remade.id, (a_result(),))
        assert await tx.episodes.of_decision(replace(decision.key, version=2)) is None


async def test_without_an_episode_the_result_is_stored_all_the_same(world: StoreSet) -> None:
    """A hold has none, and old ones are pruned."""
    decision = await decided(world, action=Action.HOLD)

    assert await settle(world, decision, a_result())
    assert await world.reading(decision.tenant_id).actual_results.find([decision.key]) == {decision.key: (a_result(),)}


@pytest.mark.parametrize(
    ("clock", "market", "is_due"),
    [
        (CLOSE + SOONEST, None, True),
        (CLOSE + SOONEST, "sample", True),
        (CLOSE + SOONEST, "yahoo", False),
        (CLOSE + SOONEST - timedelta(seconds=1), None, False),
        (None, None, False),  # the sample's clock stands still
    ],
)
async def test_due_by_the_clock_of_its_account(
    world: StoreSet, clock: datetime | None, market: str | None, *, is_due: bool
) -> None:
    decision = await decided(world, clock=clock)

    assert await due(world, decision, market=market) == ((decision.key,) if is_due else ())


async def test_due_at_the_time_to_which_the_clock_of_one_account_will_be_moved(world: StoreSet) -> None:
    decision = await decided(world, clock=None)

    assert await due(world, decision, account_id=decision.account_id, now=LATER) == (decision.key,)
    assert await due(world, decision, account_id=decision.account_id, now=CLOSE) == ()
    assert await due(world, decision, account_id=world.new_id(), now=LATER) == ()


async def test_only_those_whose_outcome_stands_are_due(world: StoreSet) -> None:
    found = {}
    for status in DecisionStatus:
        decision = await decided(world, status=status)
        found[status] = decision.key in await due(world, decision, limit=99)

    assert {status for status, is_due in found.items() if is_due} == SETTLED_STATUSES
    fallback = await decided(world, action=Action.HOLD, fallback="no_model")
    assert fallback.key not in await due(world, fallback, limit=99)


async def test_postponed_then_due_at_another_time_or_never(world: StoreSet) -> None:
    decision = await decided(world)
    for until, is_due in ((LATER, True), (LATER + timedelta(seconds=1), False), (None, False)):
        await world.tx(decision.tenant_id).actual_results.postpone([Postponement(decision, until)])
        assert bool(await due(world, decision)) == is_due


async def test_due_with_its_horizons_that_are_closed_and_its_fill(world: StoreSet) -> None:
    decision = await decided(world)
    await settle(world, decision, a_day_later())
    await world.tx(decision.tenant_id).actual_results.give_up(decision.key, 5, as_of=CLOSE)

    (found,) = await world.reading(decision.tenant_id).actual_results.due(DueQuery(now=world.clock.now(), limit=9))
    assert (found.now, found.report, found.open_horizons()) == (LATER, None, (20,))


async def test_given_up_then_it_is_counted_and_gets_no_result(world: StoreSet) -> None:
    decision = await decided(world)
    for _ in range(2):
        await world.tx(decision.tenant_id).actual_results.give_up(decision.key, 1, as_of=CLOSE)

    assert await settle(world, decision, a_day_later()) == []
    async with world.stores.read(decision.tenant_id) as tx:
        assert await tx.actual_results.unresolved([decision.key], until=CLOSE) == {decision.key: (1,)}
        earlier = CLOSE - timedelta(seconds=1)
        assert await tx.actual_results.unresolved([decision.key], until=earlier) == {}
        assert await tx.actual_results.find([decision.key]) == {}


async def test_while_it_waits_to_be_indexed_it_is_found_with_its_results(world: StoreSet) -> None:
    decision = await remembered(world)
    await settle(world, decision, a_result(), a_day_later())

    query = EpisodeQuery(conversation_id=decision.conversation_id, channel="terminal", unindexed=9)
    (found,) = await world.reading(decision.tenant_id).episode_search.search(query)
    assert not found.is_indexed
    assert found.episode.actual_results == (a_day_later(), a_result())
