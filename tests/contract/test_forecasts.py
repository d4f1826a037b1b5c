"""What decisions forecast: frozen with the decision, with a base rate known by then, in memory and in PostgreSQL."""

from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.trading.actual_result import ActualResult, ResultBasis, SettledResult
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Reason
from bot.domain.trading.forecasts.base_rates import (
    FEWEST_CASES,
    BaseRate,
    BaseRateSource,
    EngineStance,
    ForecastEvent,
    ShadowForecast,
)
from bot.domain.trading.forecasts.forecast import ForecastQuery, MadeForecast
from bot.domain.trading.performance import Assessment
from bot.trading.decision_records import record_decisions
from tests.contract.store_sets import CLOSE, StoreSet, a_decision, a_proposal, a_thread

D = Decimal
UNKNOWN = BaseRate(D("0.5"), BaseRateSource.UNKNOWN, 0)
SEEN = BaseRate(D("0.4167"), BaseRateSource.HISTORY, 240)


async def proposed(
    world: StoreSet,
    *,
    as_of: datetime = CLOSE,
    rate: BaseRate | None = None,
    workspace: str = "home",
    **changes: object,
) -> Decision:
    """A decision stored as a turn stores it."""
    turn = await world.turn(a_thread(workspace=workspace))
    async with world.stores.transaction(turn.tenant_id) as tx:
        account = await tx.accounts.default(market="sample")
        made = a_decision(turn, at=world.clock.now(), account_id=account.id, id=world.new_id())
        made = replace(made, proposal=replace(a_proposal(price_as_of=as_of, **changes), base_rate=rate))
        await record_decisions(tx, (made,), superseded=())
    return made


async def settled(world: StoreSet, decision: Decision, *, excess: str, at: datetime) -> None:
    result = ActualResult(
        sessions=20,
        as_of=at,
        price=D(100),
        source="sample",
        basis=ResultBasis.PROPOSAL,
        price_then=D(100),
        then=decision.proposal.price_as_of,
        change_percent=D(excess) + 2,
        gain=D(0),
        assessment=Assessment.FLAT,
        benchmark_change_percent=D(2),
        change_between_closes=D(excess) + 2,
    )
    assert await world.tx(decision.tenant_id).actual_results.settle([SettledResult(decision, result)])


async def found(
    world: StoreSet, decision: Decision, *, at: datetime, symbols: tuple[str, ...] = ()
) -> list[MadeForecast]:
    query = ForecastQuery(account_id=decision.account_id, known_at=at, symbols=symbols)
    return list(await world.reading(decision.tenant_id).forecasts.find(query))


async def rate_of(world: StoreSet, decision: Decision) -> BaseRate | None:
    all_of_them = await found(world, decision, at=decision.proposal.price_as_of)
    (rate,) = [each.forecast.base_rate for each in all_of_them if each.forecast.key == decision.key]
    return rate


async def test_a_trade_is_stored_with_what_it_forecasts(world: StoreSet) -> None:
    decision = await proposed(world, rate=SEEN)
    (made,) = await found(world, decision, at=CLOSE)
    assert made.decision == decision
    assert made.person_name == "Ann"
    forecast = made.forecast
    assert (forecast.event, forecast.sessions, forecast.base_rate) == (ForecastEvent.BEATS, 20, SEEN)
    assert (forecast.probability, forecast.as_of) == (decision.proposal.confidence, CLOSE)


async def test_whose_view_it_is_is_frozen_with_it(world: StoreSet) -> None:
    decision = await proposed(world, reasons=(Reason("model_undecided", 0.0),))
    (made,) = await found(world, decision, at=CLOSE)
    assert made.forecast.stance is EngineStance.UNDECIDED


async def test_what_other_engines_think_is_frozen_and_kept_by_the_next_version(world: StoreSet) -> None:
    shadows = (ShadowForecast("rules", ForecastEvent.BEATS, D("0.61")), ShadowForecast("other", None, D("0.5")))
    decision = await proposed(world, shadows=shadows)
    version = replace(decision, version=2, proposal=replace(decision.proposal, shadows=()))
    async with world.stores.transaction(decision.tenant_id) as tx:
        await record_decisions(tx, (version,), superseded=(decision,))
    made = await found(world, decision, at=CLOSE)
    assert [each.forecast.shadows for each in made] == [shadows, shadows]


async def test_a_hold_forecasts_nothing(world: StoreSet) -> None:
    decision = await proposed(world, action=Action.HOLD, shares=D(0), cash_change=D(0), target_cash_amount=D(0))
    assert await found(world, decision, at=CLOSE) == []


async def test_what_was_forecast_later_is_not_seen(world: StoreSet) -> None:
    later = await proposed(world, as_of=CLOSE + timedelta(days=1))
    first = await proposed(world, symbol="IBM")
    assert [each.decision.key for each in await found(world, first, at=CLOSE)] == [first.key]
    both = await found(world, first, at=CLOSE + timedelta(days=1))
    assert [each.decision.key for each in both] == [later.key, first.key]
    of_one = await found(world, first, at=CLOSE + timedelta(days=1), symbols=("IBM",))
    assert [each.decision.key for each in of_one] == [first.key]


async def test_nothing_known_then_one_half(world: StoreSet) -> None:
    assert await rate_of(world, await proposed(world)) == UNKNOWN


async def test_next_version_keeps_what_history_showed_unless_it_forecasts_the_other_event(world: StoreSet) -> None:
    decision = await proposed(world, rate=SEEN)
    rates = []
    for version, changes in enumerate(({}, {"action": Action.DECREASE, "cash_change": D(-100)}), 2):
        old = replace(decision, version=version - 1)
        decision = replace(
            decision, version=version, proposal=a_proposal(price_as_of=CLOSE, **changes), status=DecisionStatus.PROPOSED
        )
        async with world.stores.transaction(decision.tenant_id) as tx:
            await record_decisions(tx, (decision,), superseded=(old,))
        rates.append(await rate_of(world, decision))
    assert rates == [SEEN, UNKNOWN]


async def test_enough_earlier_cases_are_the_base_rate(world: StoreSet) -> None:
    month = CLOSE + timedelta(days=30)
    for number in range(FEWEST_CASES):
        assert await rate_of(world, await proposed(world, as_of=month)) == UNKNOWN
        decision = await proposed(world, symbol=f"S{number}")
        await settled(world, decision, excess="-1.5" if number < 3 else "0.5", at=month)
    tie = await proposed(world)
    await settled(world, tie, excess="0", at=month)
    known = BaseRate(D("0.7000"), BaseRateSource.FORECASTS, FEWEST_CASES)
    assert await rate_of(world, await proposed(world, as_of=month)) == known
    early = await proposed(world, as_of=month - timedelta(seconds=1))
    assert await rate_of(world, early) == UNKNOWN  # what is settled later is not known yet
    sale = await proposed(world, as_of=month, action=Action.DECREASE, cash_change=D(-100))
    assert await rate_of(world, sale) == UNKNOWN  # of this event there is no case
    elsewhere = await proposed(world, as_of=month, workspace="office")
    assert await rate_of(world, elsewhere) == UNKNOWN


async def test_cases_on_one_share_that_overlap_are_one_case_of_the_base_rate(world: StoreSet) -> None:
    month = timedelta(days=30)
    for number in range(FEWEST_CASES - 1):
        await settled(world, await proposed(world, symbol=f"S{number}"), excess="1", at=CLOSE + month)
    for number in range(3):  # one separate case until `later`, two with that which begins then
        early = await proposed(world, as_of=CLOSE + number * timedelta(days=1), symbol="S0")
        await settled(world, early, excess="-1", at=CLOSE + month + number * timedelta(days=1))
    later = CLOSE + month + timedelta(days=2)
    assert await rate_of(world, await proposed(world, as_of=later)) == UNKNOWN
    next_one = await proposed(world, as_of=later, symbol="S0")
    await settled(world, next_one, excess="1", at=later + month)
    known = BaseRate(D("0.7692"), BaseRateSource.FORECASTS, FEWEST_CASES)
    assert await rate_of(world, await proposed(world, as_of=later + month)) == known


async def test_the_same_version_forecasts_once(world: StoreSet) -> None:
    decision = await proposed(world)
    with pytest.raises(Exception, match=r".*"):
        async with world.stores.transaction(decision.tenant_id) as tx:
            await record_decisions(tx, (decision,), superseded=())
    assert len(await found(world, decision, at=CLOSE)) == 1
