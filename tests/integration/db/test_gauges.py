"""What waits in the database, and what background jobs have taken."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import psycopg
import pytest

from bot.domain.conversation.buttons import Vote
from bot.domain.jobs import Job
from bot.domain.models.requests import HistoryTokens
from bot.domain.operator_figures import BackgroundCalls, Backlog, EngineVotes, JobTotals, QueueDepth
from bot.errors import StoreUnavailableError
from db.background.operator_figures import PostgresGauges
from db.pool import Database
from tests.contract.store_sets import LONG, StoreSet, a_job, a_thread, an_episode
from tests.contract.test_analysis_runs import started
from tests.fakes.model_stores import a_model_call

NOTHING = QueueDepth(0, 0.0)
# Everything that waits is made as old as the test says.
AGE = """
UPDATE turn SET accepted_at = accepted_at - %(age)s;
UPDATE reply SET stored_at = stored_at - %(age)s;
UPDATE outbox SET created_at = created_at - %(age)s;
UPDATE conversation SET leased_at = leased_at - %(age)s;
UPDATE analysis_run SET started_at = started_at - %(age)s;
"""


@pytest.fixture
def gauges(world: StoreSet) -> PostgresGauges:
    return PostgresGauges(world.own_database)


async def a_stored_job(world: StoreSet, *, key: str = "k", name: str = "index_episode") -> Job:
    turn = await world.turn()
    job = replace(a_job(turn, id=world.new_id(), at=world.clock.now(), key=key), name=name)
    await world.tx(turn.tenant_id).outbox.add_job(job)
    return job


async def make_older(url: str, age: timedelta) -> None:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as owner:
        for statement in AGE.split(";")[:-1]:
            await owner.execute(statement.encode(), {"age": age})


def is_about(found: QueueDepth, count: int, seconds: float) -> bool:
    return found.count == count and seconds <= found.oldest_seconds < seconds + 30


async def test_nothing_is_stored_then_nothing_waits(gauges: PostgresGauges) -> None:
    assert await gauges.read_backlog() == Backlog(
        turns=NOTHING, analyses=NOTHING, replies=NOTHING, jobs=NOTHING, given_up_jobs=0, leases=NOTHING, job_totals=()
    )


async def test_what_waits_is_counted_over_all_tenants_from_the_oldest(
    database_url: str, world: StoreSet, gauges: PostgresGauges
) -> None:
    await world.turn(a_thread(1, workspace="elsewhere"))
    await a_stored_job(world, key="1")
    await world.answer(await world.turn())
    await make_older(database_url, timedelta(minutes=10))
    await world.press(a_thread(1))
    await a_stored_job(world, key="2")
    await world.answer(await world.turn())

    backlog = await gauges.read_backlog()

    assert is_about(backlog.turns, 4, 600)  # two of them wrote the jobs
    assert is_about(backlog.replies, 2, 600)
    assert is_about(backlog.jobs, 2, 600)
    assert (backlog.leases, backlog.given_up_jobs) == (NOTHING, 0)


async def test_what_was_answered_shown_and_done_does_not_wait(world: StoreSet, gauges: PostgresGauges) -> None:
    job = await a_stored_job(world)
    reply = await world.answer(await world.turn())
    before = await gauges.read_backlog()

    await world.deliveries.mark_delivered(reply, platform_id="p")
    await world.relay.job_finished(job.id, seconds=1)

    after = await gauges.read_backlog()
    assert (before.turns.count, before.replies.count, before.jobs.count) == (1, 1, 1)
    assert (after.turns.count, after.replies.count, after.jobs.count) == (1, 0, 0)


async def test_a_lease_is_as_old_as_its_claim_however_often_it_is_renewed(
    database_url: str, world: StoreSet, gauges: PostgresGauges
) -> None:
    await world.turn()
    await world.turn()
    claim = await world.claimed(ttl=LONG)
    await make_older(database_url, timedelta(minutes=2))
    assert await world.leases.renew(claim, ttl=LONG)

    assert is_about((await gauges.read_backlog()).leases, 1, 120)

    await world.leases.release(claim)
    assert (await gauges.read_backlog()).leases == NOTHING
    assert await world.claim(ttl=timedelta(0)) is not None
    assert (await gauges.read_backlog()).leases == NOTHING  # it has run out
    assert await world.claim(ttl=LONG) is not None
    assert is_about((await gauges.read_backlog()).leases, 1, 0)


async def test_a_committees_run_is_no_unanswered_message(
    database_url: str, world: StoreSet, gauges: PostgresGauges
) -> None:
    await started(world)
    await make_older(database_url, timedelta(minutes=2))

    backlog = await gauges.read_backlog()

    assert backlog.turns == NOTHING
    assert is_about(backlog.analyses, 1, 120)


async def test_jobs_are_added_up_by_name(world: StoreSet, gauges: PostgresGauges) -> None:
    first, second, third = [await a_stored_job(world, key=key) for key in "abc"]
    other = await a_stored_job(world, name="summarise_conversation")

    await world.relay.job_finished(first.id, seconds=0.25)
    await world.relay.job_failed(second.id, why="embedder away", seconds=1.5)
    await world.relay.job_finished(second.id, seconds=0.5)
    await world.relay.job_failed(third.id, why="its worker died while it ran")
    for _ in range(2):  # one that ends again after its end counts once
        await world.relay.job_finished(other.id, seconds=3.0)

    backlog = await gauges.read_backlog()
    assert backlog.job_totals == (
        JobTotals("index_episode", runs=4, failures=2, seconds=2.25),
        JobTotals("summarise_conversation", runs=1, failures=0, seconds=3.0),
    )
    assert (backlog.jobs.count, backlog.given_up_jobs) == (1, 0)


async def test_many_workers_add_up_at_once_then_none_is_lost(world: StoreSet, gauges: PostgresGauges) -> None:
    jobs = [await a_stored_job(world, key=str(number)) for number in range(20)]

    await asyncio.gather(*(world.relay.job_finished(job.id, seconds=0.5) for job in jobs))

    assert (await gauges.read_backlog()).job_totals == (JobTotals("index_episode", runs=20, failures=0, seconds=10.0),)


async def test_a_job_is_given_up_then_it_waits_no_longer(world: StoreSet, gauges: PostgresGauges) -> None:
    job = await a_stored_job(world)
    for _ in range(10):
        await world.relay.job_failed(job.id, why="broken", seconds=0.1)

    backlog = await gauges.read_backlog()

    assert (backlog.jobs, backlog.given_up_jobs) == (NOTHING, 1)


async def test_the_database_is_closed_then_it_is_unavailable(database_url: str) -> None:
    async with Database(database_url) as database:
        gauges = PostgresGauges(database)
    with pytest.raises(StoreUnavailableError):
        await gauges.read_backlog()


async def test_background_requests_are_added_up_and_others_are_not(world: StoreSet, gauges: PostgresGauges) -> None:
    turn = await world.turn()
    call = a_model_call(
        purpose="summary", is_background=True, tenant_id=turn.tenant_id, history=HistoryTokens(100, 900)
    )
    calls = [
        call,
        replace(call, outcome="ModelTimeoutError", history=HistoryTokens(0, 0)),
        call,
        replace(call, is_background=False, purpose="decision"),
    ]
    for each in calls:
        await world.tx(turn.tenant_id).model_calls.add_call(replace(each, id=world.new_id()))

    failed, answered = (await gauges.read_backlog()).background_calls

    assert (failed.outcome, failed.requests, failed.tokens_saved) == ("ModelTimeoutError", 1, 0)
    assert answered == BackgroundCalls(
        purpose="summary",
        outcome="ok",
        requests=2,
        seconds=3.0,
        prompt_tokens=2_000,
        completion_tokens=400,
        tokens_saved=1_600,
        cost=0.0072,
    )


async def test_what_is_not_indexed_yet_is_the_lag(world: StoreSet, gauges: PostgresGauges) -> None:
    turn = await world.turn()
    at = world.clock.now() - timedelta(minutes=7)
    await world.tx(turn.tenant_id).episodes.add_episode(an_episode(turn, id=world.new_id(), at=at))

    assert is_about((await gauges.read_backlog()).unindexed_episodes, 1, 420)


async def test_votes_are_of_the_last_week_and_by_engine(world: StoreSet, gauges: PostgresGauges) -> None:
    for days, vote in ((0, Vote.UP), (6, Vote.DOWN), (8, Vote.DOWN)):
        turn = await world.turn()
        reply = await world.answer(turn, shows=await world.decision(turn) if days == 0 else None)
        await world.tx(turn.tenant_id).replies.store_vote(
            reply.id, vote, turn=turn, at=world.clock.now() - timedelta(days=days)
        )

    assert (await gauges.read_backlog()).votes == (EngineVotes("none", 0, 1), EngineVotes("rules", 1, 0))
