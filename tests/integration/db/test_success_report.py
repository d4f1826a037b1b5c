"""The figures of a span, over what is stored."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.buttons import Vote
from bot.domain.conversation.states import State
from bot.domain.models.requests import HistoryTokens, TokenUsage
from bot.domain.operator_figures import IndexLag, ModelFigures, ReportSpan, StatusCount, SuccessReport, WeekVotes
from bot.domain.trading.decisions import Action, DecisionStatus
from db.background.operator_figures import PostgresSuccessReport
from tests.contract.store_sets import StoreSet, a_proposal, a_reply, a_thread, an_episode
from tests.fakes.model_stores import a_model_call


async def report(world: StoreSet, *, since_days: int = 7, until_days: int = -1) -> SuccessReport:
    now = world.clock.now()
    span = ReportSpan(
        since=now - timedelta(days=since_days), until=now - timedelta(days=until_days), in_time_seconds=10
    )
    rows = await world.own_database.system_rows("SELECT tenant_id FROM tenant")
    tenants = tuple(row["tenant_id"] for row in rows)
    return await PostgresSuccessReport(world.own_database).read_report(span, tenants)


async def answered(
    world: StoreSet, *, seconds: float, recalled: int = 0, fallback: str | None = None, state: State = State.IDLE
) -> None:
    turn = await world.turn()
    reply = a_reply(turn, at=turn.accepted_at + timedelta(seconds=seconds))
    reply = replace(reply, recalled=recalled, state=state, answer=replace(reply.answer, fallback=fallback))
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.turns.mark_answered(turn, at=world.clock.now())
        await tx.replies.add_reply(reply)


async def test_nothing_is_stored_then_it_is_empty(world: StoreSet) -> None:
    found = await report(world)

    assert found.is_empty
    assert (found.replies.answered, found.replies.p50_seconds, found.lag) == (
        0,
        None,
        IndexLag(episodes=0, oldest_seconds=0),
    )


async def test_answers_in_time_failed_and_recalled_are_counted(world: StoreSet) -> None:
    await answered(world, seconds=2, recalled=3)
    await answered(world, seconds=4, fallback="no_model")
    await answered(world, seconds=60, fallback="TypeError", state=State.ERROR)
    await world.turn()

    found = await report(world)

    assert (found.turns, found.waiting) == (4, 1)
    replies = found.replies
    assert (replies.answered, replies.in_time, replies.with_fallback, replies.failed) == (3, 2, 1, 1)
    assert (replies.recalled, replies.quoted) == (1, 0)
    assert replies.p50_seconds == pytest.approx(4)
    assert replies.p95_seconds == pytest.approx(54.4)


async def test_requests_and_tokens_of_the_span_are_added_up(world: StoreSet) -> None:
    turn = await world.turn()
    call = a_model_call(tenant_id=turn.tenant_id, at=world.clock.now(), history=HistoryTokens(100, 900))
    calls = [
        call,
        replace(
            call, outcome="ModelTimeoutError", history=HistoryTokens(0, 0), tokens=TokenUsage(0, 0), cost=Decimal(0)
        ),
        replace(call, at=call.at - timedelta(days=8)),
    ]
    for each in calls:
        await world.tx(turn.tenant_id).model_calls.add_call(replace(each, id=world.new_id()))

    assert (await report(world)).models == ModelFigures(
        requests=2,
        failures=1,
        prompt_tokens=1_000,
        completion_tokens=200,
        history_tokens=100,
        saved_tokens=800,
        cost=0.0036,
    )


async def test_decisions_and_orders_by_status_and_holds_apart(world: StoreSet) -> None:
    turn = await world.turn()
    await world.order(turn)
    await world.decision(turn)
    await world.decision(turn, status=DecisionStatus.CANCELLED)
    await world.decision(turn, status=DecisionStatus.SUPERSEDED)
    await world.decision(turn, proposal=a_proposal(action=Action.HOLD, cash_change=Decimal(0), shares=Decimal(0)))

    found = await report(world)

    assert set(found.decisions) == {StatusCount(status, 1) for status in ("cancelled", "confirmed", "proposed")}
    assert (found.holds, found.orders) == (1, (StatusCount("new", 1),))


async def test_votes_by_week_and_engine(world: StoreSet) -> None:
    for days in (0, 7):
        turn = await world.turn()
        reply = await world.answer(turn, shows=await world.decision(turn))
        await world.tx(turn.tenant_id).replies.store_vote(
            reply.id, Vote.UP, turn=turn, at=world.clock.now() - timedelta(days=days)
        )

    monday = world.clock.now().date() - timedelta(days=world.clock.now().date().weekday())
    assert (await report(world, since_days=20)).votes == (
        WeekVotes(monday - timedelta(days=7), "rules", 1, 0),
        WeekVotes(monday, "rules", 1, 0),
    )


async def test_other_spans_and_other_workspaces_are_left_out(world: StoreSet) -> None:
    await answered(world, seconds=1)
    assert (await report(world, since_days=7, until_days=1)).is_empty

    foreign = await world.turn(a_thread(workspace="other"))
    whole = await report(world)
    of_one = await PostgresSuccessReport(world.own_database).read_report(whole.span, (foreign.tenant_id,))
    assert (whole.turns, of_one.turns, of_one.replies.answered) == (2, 1, 0)


async def test_what_is_not_indexed_is_the_lag(world: StoreSet) -> None:
    turn = await world.turn()
    at = world.clock.now() - timedelta(minutes=5)
    await world.tx(turn.tenant_id).episodes.add_episode(an_episode(turn, id=world.new_id(), at=at))

    lag = (await report(world)).lag
    assert lag.episodes == 1
    assert 300 <= lag.oldest_seconds < 330
