"""Trading limits, in memory and in PostgreSQL: whom they bind, and what has been spent under totals."""

from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.threads import Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import DecisionId, LimitId
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trading_limits import (
    LimitHolder,
    LimitInForce,
    LimitMeasure,
    LimitPeriod,
    LimitQuery,
    LimitScope,
    LimitTerms,
    LimitUnit,
    TradingLimit,
)
from tests.contract.store_sets import ANN, StoreSet, a_proposal, a_thread, an_order

BOB = Person("U2", "Bob")
TOTAL = LimitTerms(measure=LimitMeasure.TOTAL, value=Decimal(3_000))


async def state_limit(
    world: StoreSet, turn: Turn, terms: LimitTerms, *, by: Person = ANN, at: datetime | None = None
) -> TradingLimit:
    limit = TradingLimit(
        id=LimitId(world.new_id()),
        terms=terms,
        stated_by=by,
        stated_at=at or world.clock.now(),
        conversation_id=turn.conversation_id,
        channel=turn.thread.channel,
    )
    await world.tx(turn.tenant_id).limits.add_limit(limit)
    return limit


async def in_force(world: StoreSet, turn: Turn, *, by: Person = ANN, **query: object) -> tuple[LimitInForce, ...]:
    holder = LimitHolder(person_id=by.id, conversation_id=turn.conversation_id)
    wanted = LimitQuery(holder=holder, at=world.clock.now(), market_time=None)
    wanted = replace(wanted, **query)  # type: ignore[arg-type] # of the query's fields
    return await world.reading(turn.tenant_id).limits.in_force(wanted)


@pytest.mark.parametrize(
    "terms",
    [
        LimitTerms(
            measure=LimitMeasure.TOTAL,
            unit=LimitUnit.PERCENT,
            value=Decimal("2.5"),
            symbols=("AAPL", "IBM"),
            period=LimitPeriod.WEEK,
            scope=LimitScope.PERSON,
            text="per week",
        ),
        LimitTerms(measure=LimitMeasure.POSITIONS, unit=LimitUnit.POSITIONS, value=Decimal(2)),
    ],
)
async def test_limit_comes_back_exactly(world: StoreSet, terms: LimitTerms) -> None:
    turn = await world.turn()
    stated = await state_limit(world, turn, terms, by=BOB)
    assert await in_force(world, turn, by=BOB) == (LimitInForce(stated),)


async def test_limits_of_others_are_those_stated_in_the_channel(world: StoreSet) -> None:
    here, beside = await world.turn(), await world.turn(a_thread(2))
    other_channel = await world.turn(Thread("console", "home", "elsewhere", "9"))
    stated = [
        await state_limit(world, turn, LimitTerms(measure=LimitMeasure.TRADE, scope=scope), by=BOB)
        for turn in (here, beside, other_channel)
        for scope in LimitScope
    ]
    await state_limit(world, here, TOTAL)
    ended = await state_limit(world, here, TOTAL, by=BOB)
    await world.tx(here.tenant_id).limits.remove_limit(ended.id, by=BOB.id, at=world.clock.now())
    holder = LimitHolder(person_id=ANN.id, conversation_id=here.conversation_id)

    found = await world.reading(here.tenant_id).limits.of_others(holder)

    own_there = {LimitScope.THREAD: (here,), LimitScope.PERSON: (here, beside)}
    turns = [turn for turn in (here, beside, other_channel) for _ in LimitScope]
    expected = [each for turn, each in zip(turns, stated, strict=True) if turn in own_there.get(each.terms.scope, ())]
    assert {each.id for each in found} == {each.id for each in expected}


async def test_scope_decides_whom_and_where_it_binds(world: StoreSet) -> None:
    here = await world.turn()
    beside = await world.turn(a_thread(2))
    other_channel = await world.turn(Thread("console", "home", "elsewhere", "9"))
    for scope in LimitScope:
        await state_limit(world, here, LimitTerms(measure=LimitMeasure.TRADE, scope=scope))

    async def scopes(turn: Turn, by: Person) -> set[LimitScope]:
        return {each.terms.scope for each in await in_force(world, turn, by=by)}

    assert await scopes(here, ANN) == set(LimitScope)
    assert await scopes(here, BOB) == {LimitScope.CHANNEL}
    assert await scopes(beside, ANN) == {LimitScope.PERSON, LimitScope.CHANNEL}
    assert await scopes(other_channel, ANN) == {LimitScope.PERSON}
    assert await scopes(other_channel, BOB) == set()


async def test_removed_then_no_longer_in_force(world: StoreSet) -> None:
    turn = await world.turn()
    limit = await state_limit(world, turn, TOTAL)
    removing = world.tx(turn.tenant_id).limits
    removed = [await removing.remove_limit(limit.id, by=ANN.id, at=world.clock.now()) for _ in range(2)]
    assert removed == [True, False]
    assert await in_force(world, turn) == ()


async def test_record_tells_who_ended_a_limit_and_by_which_message_of_the_channel_it_was_stated(
    world: StoreSet,
) -> None:
    here, elsewhere = await world.turn(), await world.turn(Thread("console", "home", "elsewhere", "9"))
    of_ann = replace(TOTAL, scope=LimitScope.PERSON)
    limits = [await state_limit(world, turn, of_ann, at=turn.accepted_at) for turn in (here, elsewhere)]
    await state_limit(world, here, of_ann, by=BOB)
    await world.tx(here.tenant_id).limits.remove_limit(limits[0].id, by=ANN.id, at=here.accepted_at)
    holder = LimitHolder(person_id=ANN.id, conversation_id=here.conversation_id)
    records = await world.reading(here.tenant_id).limits.records(holder, limit=5)
    assert {each.limit.id: (each.said, each.ended_at, each.ended_by) for each in records} == {
        limits[0].id: (here.text, here.accepted_at, ANN.name),
        limits[1].id: ("", None, ""),
    }


async def test_total_counts_what_was_confirmed_since_and_pending_where_wanted(world: StoreSet) -> None:
    turn = await world.turn()
    before = await world.decision(turn)
    await world.confirmed(before)
    world.clock.advance(timedelta(seconds=1))
    await state_limit(world, turn, TOTAL)
    cost = before.proposal.cash_change

    async def spent(
        *, counts_pending: bool = False, except_decisions: tuple[DecisionId, ...] = ()
    ) -> tuple[Decimal, int]:
        (found,) = await in_force(world, turn, counts_pending=counts_pending, except_decisions=except_decisions)
        return found.spent, found.purchases

    assert await spent(counts_pending=True) == (Decimal(0), 0)
    pending = await world.decision(turn)
    assert await spent() == (Decimal(0), 0)
    assert await spent(counts_pending=True) == (cost, 1)
    assert await spent(counts_pending=True, except_decisions=(pending.id,)) == (Decimal(0), 0)
    world.clock.advance(timedelta(seconds=1))
    await world.confirmed(pending)
    assert await spent() == (cost, 1)


async def test_number_of_positions_counts_pending_purchases_of_what_is_not_held(world: StoreSet) -> None:
    turn = await world.turn()
    await state_limit(
        world, turn, LimitTerms(measure=LimitMeasure.POSITIONS, unit=LimitUnit.POSITIONS, value=Decimal(2))
    )
    await world.trade(await world.order(turn))  # of AAPL
    await world.decision(turn)
    other = await world.decision(turn, proposal=a_proposal(symbol="OTHER"))

    async def counted(*, counts_pending: bool = True, except_decisions: tuple[DecisionId, ...] = ()) -> int:
        (found,) = await in_force(world, turn, counts_pending=counts_pending, except_decisions=except_decisions)
        return found.purchases

    assert await counted(counts_pending=False) == 0
    assert await counted() == 1
    assert await counted(except_decisions=(other.id,)) == 0


async def test_total_of_named_shares_counts_only_these(world: StoreSet) -> None:
    turn = await world.turn()
    await state_limit(world, turn, LimitTerms(measure=LimitMeasure.TOTAL, value=Decimal(1), symbols=("IBM",)))
    await world.decision(turn, proposal=a_proposal(symbol="AAPL"))
    ibm = await world.decision(turn, proposal=a_proposal(symbol="IBM"))
    (found,) = await in_force(world, turn, counts_pending=True)
    assert (found.spent, found.purchases) == (ibm.proposal.cash_change, 1)


async def test_total_of_a_period_counts_only_the_market_days_in_it(world: StoreSet) -> None:
    turn = await world.turn()
    await state_limit(world, turn, LimitTerms(measure=LimitMeasure.TOTAL, value=Decimal(1), period=LimitPeriod.DAY))
    decision = await world.decision(turn)
    confirmed = await world.confirmed(decision)
    await world.tx(turn.tenant_id).accounts.add_order(
        an_order(confirmed, side=Side.BUY, shares=Decimal(1), price=Decimal(10))
    )
    same_day = decision.proposal.price_as_of
    (found,) = await in_force(world, turn, market_time=same_day)
    assert found.purchases == 1
    (found,) = await in_force(world, turn, market_time=same_day + timedelta(days=1))
    assert found.purchases == 0


async def test_limit_on_a_share_is_extended_to_its_new_name_once(world: StoreSet) -> None:
    turn = await world.turn()
    own = await state_limit(world, turn, replace(TOTAL, symbols=("FB",)))
    every = await state_limit(world, turn, TOTAL)
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.limits.extend_limits("FB", "META") == 1
        assert await tx.limits.extend_limits("FB", "META") == 0
    found = {each.limit.id: each.terms.symbols for each in await in_force(world, turn)}
    assert found == {own.id: ("FB", "META"), every.id: ()}
