"""Runs of committees: the turn that their end answers, their leases, and what they go on from."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.debate import Speaker, Speech
from bot.domain.committee.fusion import ExecutionRecord, FusionState
from bot.domain.committee.runs import AnalysisRun, AskedAnalysis, CommitteeStep
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Advise, TradeTerms
from bot.domain.conversation.turns import Claim, InputKind, InputStatus, Turn
from bot.domain.ids import DecisionId, TurnId, derive_id
from bot.domain.models.requests import RunLease, TokenUsage
from bot.domain.text.locale import Language
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.domain.trading.decisions import DecisionStatus, Reason
from bot.errors import LeaseLostError
from tests.contract.store_sets import CONSOLE, EXPIRED, LONG, StoreSet, a_thread
from tests.fakes.model_stores import a_run

ASKED = AskedAnalysis(Advise(TradeTerms(shares=NamedShares(symbols=("AAPL",)), is_deep=True)), Language.ENGLISH)
AS_OF = datetime(2013, 1, 31, 21, 0, tzinfo=UTC)
REPORT = AnalystReport(
    analyst=Analyst.MARKET,
    symbol="AAPL",
    trade_date=date(2013, 1, 31),
    as_of=AS_OF,
    source="sample",
    lean=-0.31,
    points=(Reason("above_trend", 0.2, {"percent": Decimal("3.4")}),),
)
MARKET = CommitteeStep(name="AAPL/market", result=REPORT)
BULL = CommitteeStep(name="AAPL/bull/1", result=Speech(Speaker.BULL, 1, REPORT.points, "aapl.pe"), is_silent=True)
FUSION = FusionState(
    company_of_interest="AAPL",
    trade_date=REPORT.trade_date,
    trade_timestamp=AS_OF,
    current_price=Decimal("455.49"),
    previous_close=Decimal("456.83"),
    account_cash=Decimal(100_000),
    account_total_value=Decimal(100_000),
    portfolio_positions=(),
    market_analyst_summary=REPORT,
)


async def started(world: StoreSet, number: int = 1) -> tuple[Turn, AnalysisRun]:
    """A run that goes on from a message, which is answered."""
    asked = await world.turn(a_thread(number), "/analyze AAPL deep")
    run = AnalysisRun(
        id=world.new_id(),
        conversation_id=asked.conversation_id,
        turn_id=TurnId(derive_id(asked.id, "analysis")),
        symbols=("AAPL",),
        started_at=world.clock.now(),
        asked=ASKED,
    )
    async with world.stores.transaction(asked.tenant_id) as tx:
        await tx.conversations.lock(asked.conversation_id)
        await tx.turns.mark_answered(asked, at=world.clock.now())
        await tx.analysis_runs.start(run, asked=asked, engine="committee")
    return asked, run


async def concluded(world: StoreSet, *fusion: FusionState) -> tuple[Turn, EngineRun]:
    """A run that has ended within its turn."""
    turn, run = await world.turn(), a_run(id=world.new_id(), engine="committee")
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.engine_runs.add_run(run, (), turn=turn)
        await tx.analysis_runs.keep_fusion(run, fusion, turn=turn)
    return turn, run


async def claim(world: StoreSet, owner: str = "one", ttl: timedelta = LONG, limit: int = 1) -> tuple[Claim, ...]:
    return await world.analysis_leases.claim_turns(owner=owner, scope=CONSOLE, ttl=ttl, limit=limit)


def lease(held: Claim) -> RunLease:
    return RunLease(held.turn.id, held.owner, held.fence)


async def add(world: StoreSet, held: Claim, run: AnalysisRun, step: CommitteeStep, *texts: str, first: int = 1) -> None:
    said = tuple(
        AgentMessage(number, "market", "research_judge", text, ("AAPL",)) for number, text in enumerate(texts, first)
    )
    counted = a_run(id=run.id, engine="committee", calls=first, tokens=TokenUsage(100 * first, 10))
    await world.tx(held.turn.tenant_id).analysis_runs.add_step(lease(held), step, said, run=counted)


async def test_a_run_is_a_further_turn_of_its_thread_with_the_words_and_person_of_the_message(world: StoreSet) -> None:
    asked, run = await started(world)

    (held,) = await claim(world)

    turn = held.turn
    assert (turn.id, turn.kind, turn.status) == (run.turn_id, InputKind.ANALYSIS, InputStatus.ACCEPTED)
    assert (turn.text, turn.person, turn.thread, turn.attempts) == (asked.text, asked.person, asked.thread, 1)
    assert turn.number == asked.number + 1
    async with world.stores.read(asked.tenant_id) as tx:
        assert await tx.analysis_runs.get(run.turn_id) == run
        assert await tx.analysis_runs.under_way(asked.conversation_id) == (run,)
        assert await tx.analysis_runs.get(asked.id) is None


async def test_its_thread_stays_free_while_it_is_under_way(world: StoreSet) -> None:
    await started(world)
    await claim(world)

    later = await world.turn(a_thread(1), "what is the price?")
    claimed = await world.claimed()
    assert (claimed.turn.id, claimed.turn.number) == (later.id, 3)


async def test_one_process_works_on_it_until_its_lease_has_expired(world: StoreSet) -> None:
    await started(world)
    (first,) = await claim(world, "one", ttl=EXPIRED)

    (second,) = await claim(world, "two")

    assert second.fence > first.fence
    assert await claim(world, "three") == ()
    assert not await world.analysis_leases.renew(first, ttl=LONG)
    assert await world.analysis_leases.renew(second, ttl=LONG)


async def test_steps_come_back_in_order_with_what_was_said_and_the_requests_so_far(world: StoreSet) -> None:
    asked, run = await started(world)
    (held,) = await claim(world)
    await add(world, held, run, MARKET, "Above its trend.")
    await add(world, held, run, BULL, "And the P/E?", "", first=2)

    async with world.stores.read(asked.tenant_id) as tx:
        found = await tx.analysis_runs.progress(run.id)
        shown = await tx.engine_runs.discussion(asked.conversation_id)

    assert found.steps == (MARKET, BULL)
    assert [each.text for each in found.messages] == ["Above its trend.", "And the P/E?", ""]
    assert (found.run.calls, found.run.tokens.prompt) == (2, 200)
    assert shown is not None
    assert [each.text for each in shown[1]] == ["Above its trend.", "And the P/E?"]


async def test_who_has_lost_the_lease_stores_no_step_and_ends_nothing(world: StoreSet) -> None:
    asked, run = await started(world)
    (late,) = await claim(world, "late", ttl=EXPIRED)
    (held,) = await claim(world, "now")

    with pytest.raises(LeaseLostError):
        await add(world, late, run, MARKET, "x")
    with pytest.raises(LeaseLostError):
        await world.tx(asked.tenant_id).analysis_runs.end(lease(late), at=world.clock.now())

    await add(world, held, run, MARKET, "x")


async def test_an_ended_run_is_claimed_no_more_and_keeps_its_conclusions_and_what_was_said(world: StoreSet) -> None:
    asked, run = await started(world)
    (held,) = await claim(world, ttl=EXPIRED)
    await add(world, held, run, MARKET, "Above its trend.")

    async with world.stores.transaction(asked.tenant_id) as tx:
        counted = a_run(id=run.id, engine="committee", calls=13)
        said = (AgentMessage(1, "x", "y", "not this"), AgentMessage(2, "judge", "trader", "Half."))
        await tx.engine_runs.add_run(counted, said, turn=held.turn)
        await tx.analysis_runs.keep_fusion(counted, (FUSION,), turn=held.turn)
        await tx.analysis_runs.end(lease(held), at=world.clock.now())

    assert await claim(world, "two") == ()
    async with world.stores.read(asked.tenant_id) as tx:
        kept = await tx.analysis_runs.get(run.turn_id)
        progress = await tx.analysis_runs.progress(run.id)
        assert await tx.analysis_runs.under_way(asked.conversation_id) == ()
    assert kept is not None
    assert (kept.fusion, kept.asked) == ((FUSION,), None)
    assert kept.ended_at is not None
    assert (progress.steps, progress.run.calls) == ((), 13)
    assert [each.text for each in progress.messages] == ["Above its trend.", "Half."]


async def test_a_committee_that_ends_within_its_turn_has_a_row_that_has_ended(world: StoreSet) -> None:
    turn, run = await concluded(world, FUSION)
    assert await claim(world) == ()
    kept = await world.reading(turn.tenant_id).analysis_runs.get(turn.id)
    assert kept is not None
    assert (kept.fusion, kept.symbols, kept.ended_at) == ((FUSION,), ("AAPL",), run.at)


async def test_what_is_concluded_later_on_a_share_replaces_what_was_on_that_share_only(world: StoreSet) -> None:
    other = replace(FUSION, company_of_interest="IBM")
    later = replace(other, current_price=Decimal("204.10"), without_answer=("bull",))
    turn, run = await concluded(world, FUSION, other)
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.analysis_runs.update_fusion(run.id, later)
        await tx.analysis_runs.update_fusion(run.id, replace(FUSION, company_of_interest="MSFT"))

    async with world.stores.read(turn.tenant_id) as tx:
        kept = await tx.analysis_runs.find(run.id)
        assert await tx.analysis_runs.find(world.new_id()) is None
    assert kept is not None
    assert kept.fusion == (FUSION, later)


async def test_what_became_of_the_decision_is_written_into_what_was_concluded_on_its_share(world: StoreSet) -> None:
    other = replace(FUSION, company_of_interest="MSFT")
    turn, run = await concluded(world, FUSION, other)
    part = ExecutionRecord(
        decision_id=DecisionId(world.new_id()),
        version=2,
        status=DecisionStatus.PARTIALLY_FILLED,
        filled_shares=Decimal("1.5"),
        average_price=Decimal("455.50"),
        at=world.clock.now(),
    )
    whole = replace(part, status=DecisionStatus.FILLED, filled_shares=Decimal(3))
    for record in (part, whole):
        async with world.stores.transaction(turn.tenant_id) as tx:
            await tx.analysis_runs.record_execution(run.id, "AAPL", record)
            await tx.analysis_runs.record_execution(run.id, "GOOG", part)
            await tx.analysis_runs.record_execution(world.new_id(), "AAPL", part)
        kept = await world.reading(turn.tenant_id).analysis_runs.get(turn.id)
        assert kept is not None
        assert kept.fusion == (replace(FUSION, execution_record=record), other)


async def test_run_that_has_concluded_nothing_or_of_another_workspace_then_nothing_is_written(real: StoreSet) -> None:
    asked, run = await started(real)
    stranger = await real.turn(a_thread(9, workspace="elsewhere"))
    record = ExecutionRecord(
        decision_id=DecisionId(real.new_id()), version=1, status=DecisionStatus.REJECTED, at=real.clock.now()
    )
    for turn in (asked, stranger):
        await real.tx(turn.tenant_id).analysis_runs.record_execution(run.id, "AAPL", record)
    kept = await real.reading(asked.tenant_id).analysis_runs.get(run.turn_id)
    assert kept is not None
    assert kept.fusion == ()


async def test_several_orders_of_one_message_have_a_row_each(world: StoreSet) -> None:
    turn, runs = await world.turn(), [a_run(id=world.new_id(), engine="committee") for _ in range(2)]
    async with world.stores.transaction(turn.tenant_id) as tx:
        for run in runs:
            await tx.engine_runs.add_run(run, (), turn=turn)
            await tx.analysis_runs.keep_fusion(run, (FUSION,), turn=turn)

    async with world.stores.read(turn.tenant_id) as tx:
        found = [await tx.analysis_runs.find(run.id) for run in runs]
    assert [each.id for each in found if each is not None] == [run.id for run in runs]


async def test_its_author_stops_it_and_a_deleted_message_stops_it_too(world: StoreSet) -> None:
    asked, run = await started(world)
    other, second = await started(world, number=2)

    async with world.stores.transaction(asked.tenant_id) as tx:
        assert not await tx.turns.request_stop(run.turn_id, by="somebody else")
        assert await tx.turns.request_stop(run.turn_id, by=asked.person.id)
    await world.inbox.message_deleted(other.thread, message_id=other.platform_id)

    async with world.stores.read(asked.tenant_id) as tx:
        assert await tx.turns.is_stopped(run.turn_id)
        assert await tx.turns.is_stopped(second.turn_id)


async def test_a_released_run_is_claimed_again_and_an_outage_counts_as_no_attempt(world: StoreSet) -> None:
    await started(world)
    (first,) = await claim(world)
    await world.analysis_leases.release(first, counts_as_attempt=False)

    (again,) = await claim(world, "two")

    assert replace(again.turn, attempts=0) == replace(first.turn, attempts=0)
    assert again.turn.attempts == 1


async def test_what_no_process_works_on_is_dropped_with_its_person_and_nothing_else(world: StoreSet) -> None:
    (asked, first), (_, second) = [await started(world, number) for number in (1, 2)]
    await claim(world, "dead", ttl=EXPIRED, limit=2)
    (living,) = await claim(world, "living")
    abandoned = second if living.turn.id == first.turn_id else first
    now = world.clock.now()
    async with world.stores.transaction(asked.tenant_id) as tx:
        await tx.analysis_runs.drop_abandoned("somebody else", at=now)
        assert await tx.analysis_runs.get(abandoned.turn_id) == abandoned
        await tx.analysis_runs.drop_abandoned(asked.person.id, at=now)

    async with world.stores.read(asked.tenant_id) as tx:
        dropped, kept = await tx.analysis_runs.get(abandoned.turn_id), await tx.analysis_runs.get(living.turn.id)
        answered = await tx.turns.get(abandoned.turn_id)
    assert dropped is not None
    assert (dropped.asked, answered.status) == (None, InputStatus.ANSWERED)
    assert kept is not None
    assert kept.ended_at is None


async def test_neither_another_workspace_sees_it_nor_its_scope_claims_it(real: StoreSet) -> None:
    _, run = await started(real)
    stranger = await real.turn(a_thread(9, workspace="elsewhere"))
    assert await real.reading(stranger.tenant_id).analysis_runs.get(run.turn_id) is None
    elsewhere = replace(CONSOLE, platforms=frozenset({"slack"}))
    assert await real.analysis_leases.claim_turns(owner="x", scope=elsewhere, ttl=LONG) == ()


async def test_all_runs_of_a_person_are_stopped_and_those_of_nobody_else(world: StoreSet) -> None:
    runs = [await started(world, number) for number in (1, 2)]
    asked = runs[0][0]
    question = await world.turn(a_thread(3))

    async def stopped() -> list[bool]:
        async with world.stores.read(asked.tenant_id) as tx:
            return [await tx.turns.is_stopped(each) for each in (*(run.turn_id for _, run in runs), question.id)]

    await world.tx(asked.tenant_id).turns.stop_analyses_of("somebody else")
    assert await stopped() == [False, False, False]
    await world.tx(asked.tenant_id).turns.stop_analyses_of(asked.person.id)
    assert await stopped() == [True, True, False]
