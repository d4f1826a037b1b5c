"""The jobs that become due by the passing of time, and what they do when several run at once."""

import asyncio
from datetime import timedelta

import pytest

from bot.domain.conversation.turns import Turn
from bot.domain.memory.episodes import EpisodeRetention, EpisodeTerms, VectorCounts
from bot.domain.trading.decisions import DecisionStatus
from bot.memory.episode_upkeep import PruneEpisodes
from db.background.sweeper import PostgresSweeper, UpkeepSettings
from tests.contract.store_sets import LONG, StoreSet, a_proposal, a_thread, an_episode
from tests.fakes.model_stores import a_model_call, a_request

WEEK = EpisodeRetention(age=timedelta(days=7))


def upkeep(world: StoreSet, retention: EpisodeRetention | None = WEEK, *, market: str = "sample") -> PostgresSweeper:
    settings = UpkeepSettings(retention=retention, market=market)
    return PostgresSweeper(world.own_database, clock=world.clock, new_id=world.new_id, upkeep=settings)


async def store_indexed(world: StoreSet, turn: Turn, *, count: int, days_ago: int) -> None:
    at = world.clock.now() - timedelta(days=days_ago)
    episodes = [
        an_episode(turn, id=world.new_id(), at=at, said_from=at, said_until=at + timedelta(seconds=number))
        for number in range(count)
    ]
    async with world.stores.transaction(turn.tenant_id) as tx:
        for each in episodes:
            await tx.episodes.add_episode(each)
        terms = [EpisodeTerms(each.id, {"buy": 1, f"t{n}": 1}, ()) for n, each in enumerate(episodes)]
        await tx.episodes.store_terms(terms, at=at)
        await tx.episodes.add_vectors(
            "hash-1", {each.id: [1.0] for each in episodes}, texts={each.id: each.text for each in episodes}
        )


async def test_old_episodes_make_one_job_per_tenant(world: StoreSet) -> None:
    old, young = await world.turn(), await world.turn(a_thread(workspace="other"))
    await store_indexed(world, old, count=2, days_ago=9)
    await store_indexed(world, young, count=2, days_ago=1)

    assert [await upkeep(world).add_missing_jobs() for _ in range(2)] == [1, 0]

    (job,) = await world.relay.claim_jobs(limit=9, ttl=LONG)
    assert (job.name, job.tenant_id) == ("prune_episodes", old.tenant_id)
    assert await upkeep(world, None).add_missing_jobs() == 0


async def test_texts_of_prompts_are_deleted_after_thirty_days_and_their_calls_stay(world: StoreSet) -> None:
    turn, now = await world.turn(), world.clock.now()
    for days in (29, 31):
        at = now - timedelta(days=days)
        call = a_model_call(id=world.new_id(), tenant_id=turn.tenant_id, turn_id=turn.id, at=at)
        async with world.stores.transaction(turn.tenant_id) as tx:
            await tx.model_calls.add_call(call)
            await tx.model_calls.keep_prompt(call, a_request().messages)

    await upkeep(world, None).add_missing_jobs()

    kept = await world.own_database.system_rows("SELECT at FROM llm_prompt_text")
    assert [row["at"] for row in kept] == [now - timedelta(days=29)]
    assert await world.reading(turn.tenant_id).model_calls.usage_of_day((now - timedelta(days=31)).date())


@pytest.mark.parametrize(
    ("market", "clock", "priced", "jobs"),
    [
        ("yahoo", None, timedelta(hours=21), 1),
        ("yahoo", None, timedelta(hours=20), 0),  # the last prices of the day are still to come
        ("sample", None, timedelta(days=9), 0),  # its clock stands still
        ("sample", timedelta(0), timedelta(days=9), 1),  # decided after its clock was moved
        ("sample", timedelta(days=9), timedelta(days=9), 0),
    ],
)
async def test_decisions_are_settled_as_time_passes(
    world: StoreSet, market: str, clock: timedelta | None, priced: timedelta, jobs: int
) -> None:
    turn, now = await world.turn(), world.clock.now()
    async with world.stores.transaction(turn.tenant_id) as tx:
        account = await tx.accounts.default(market=market)
        if clock is not None:
            await tx.accounts.set_market_time(account.id, now - clock)
    proposal = a_proposal(price_as_of=now - priced)
    await world.decision(turn, account_id=account.id, proposal=proposal, status=DecisionStatus.EXPIRED)

    other = "sample" if market == "yahoo" else "yahoo"
    assert await upkeep(world, market=other).add_missing_jobs() == 0
    assert [await upkeep(world, market=market).add_missing_jobs() for _ in range(2)] == [jobs, 0]
    assert [each.name for each in await world.relay.claim_jobs(limit=9, ttl=LONG)] == ["settle_results"] * jobs


async def test_workers_that_prune_and_index_at_once_leave_right_counts(world: StoreSet) -> None:
    turn = await world.turn()
    await store_indexed(world, turn, count=60, days_ago=9)
    prune = PruneEpisodes(stores=world.stores, clock=world.clock, new_id=world.new_id, retention=WEEK, batch=5)

    pruned = await asyncio.gather(
        *(prune(turn.tenant_id) for _ in range(3)), *(store_indexed(world, turn, count=5, days_ago=1) for _ in range(3))
    )

    assert sum(filter(None, pruned)) + await prune(turn.tenant_id) == 60
    assert await world.reading(turn.tenant_id).episodes.vector_counts() == VectorCounts(15, {"hash-1": 15})
