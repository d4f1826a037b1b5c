"""Price alerts, in memory and in PostgreSQL: numbers, compare-and-set, and whose they are."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from bot.calendar.alert_book import add_within_limits
from bot.domain.conversation.threads import Person
from bot.domain.conversation.turns import Turn
from bot.domain.ids import AlertId, DecisionId
from bot.domain.watching.alerts import AlertBounds, AlertKind, AlertReference, AlertState, PriceAlert, converted
from tests.contract.store_sets import CLOSE, StoreSet, a_thread

ANN = Person("U1", "Ann")
BOB = Person("U2", "Bob")


async def an_alert(world: StoreSet, turn: Turn, **changes: object) -> PriceAlert:
    account = await world.tx(turn.tenant_id).accounts.default(market="sample")
    alert = PriceAlert(
        id=AlertId(world.new_id()),
        number=0,
        conversation_id=turn.conversation_id,
        channel=turn.thread.channel,
        turn_id=turn.id,
        account_id=account.id,
        market="sample",
        person=ANN,
        symbol="AAPL",
        kind=AlertKind.LEVEL,
        bounds=AlertBounds(lower=Decimal("440.5")),
        reference=AlertReference(price=Decimal("455.49"), at=CLOSE),
        armed_from=CLOSE,
        asked_at=world.clock.now(),
    )
    return replace(alert, **changes)  # type: ignore[arg-type] # of the alert's fields


async def stored(world: StoreSet, turn: Turn, *alerts: PriceAlert) -> tuple[PriceAlert, ...]:
    return await world.tx(turn.tenant_id).alerts.add_alerts(alerts)


async def in_channel(world: StoreSet, turn: Turn) -> tuple[PriceAlert, ...]:
    return await world.reading(turn.tenant_id).alerts.in_channel(turn.thread.channel)


async def saved(world: StoreSet, turn: Turn, alert: PriceAlert, *, was: PriceAlert) -> bool:
    return await world.tx(turn.tenant_id).alerts.save_alert(alert, was=was)


async def test_alert_comes_back_exactly_with_the_next_number(world: StoreSet) -> None:
    turn = await world.turn()
    level = await an_alert(world, turn)
    bounds = AlertBounds(lower=Decimal("432.72"), upper=Decimal("478.26"))
    move = await an_alert(world, turn, kind=AlertKind.MOVE, percent=Decimal(5), bounds=bounds)
    expected = (replace(level, number=1), replace(move, number=2))
    assert await stored(world, turn, level, move) == expected
    assert await stored(world, turn, level, move) == expected  # again: nothing new
    assert await in_channel(world, turn) == expected


async def test_numbers_count_per_channel_also_at_once(world: StoreSet) -> None:
    first, second = await world.turn(), await world.turn()
    elsewhere = await world.turn(replace(a_thread(900), channel="elsewhere"))
    alerts = [await an_alert(world, turn) for turn in (first, second, elsewhere)]
    added = await asyncio.gather(*(stored(world, first, each) for each in alerts))
    assert sorted(each.number for (each,) in added[:2]) == [1, 2]
    assert added[2][0].number == 1


async def test_two_fire_the_same_alert_then_one_does_and_none_when_it_is_snoozed_meanwhile(world: StoreSet) -> None:
    turn = await world.turn()
    (alert,) = await stored(world, turn, await an_alert(world, turn))
    told = replace(alert, state=AlertState.TOLD, times_told=1, told_price=Decimal("440.5"), told_at=CLOSE)
    results = await asyncio.gather(*(saved(world, turn, told, was=alert) for _ in range(2)))
    assert sorted(results) == [False, True]
    assert await in_channel(world, turn) == (told,)
    snoozed = replace(told, armed_from=CLOSE + timedelta(days=1))
    assert await saved(world, turn, snoozed, was=told)
    assert not await saved(world, turn, replace(told, times_told=2), was=told)  # which was read before
    await world.tx(turn.tenant_id).alerts.end_alerts(channel=turn.thread.channel)
    assert await in_channel(world, turn) == ()


async def test_removed_or_done_then_no_longer_listed_armed_or_counted(world: StoreSet) -> None:
    turn = await world.turn()
    removed, done, armed = await stored(world, turn, *[await an_alert(world, turn) for _ in range(3)])
    assert await saved(world, turn, replace(removed, state=AlertState.REMOVED), was=removed)
    settled = replace(done, state=AlertState.DONE, settled_by=BOB)
    assert await saved(world, turn, settled, was=done)
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.alerts.find_alerts([done.id]) == (settled,)
        assert await tx.alerts.armed(armed.account_id) == (armed,)
        assert await tx.alerts.count_armed(ANN.id) == (1, 1)
        assert await tx.alerts.count_armed(BOB.id) == (0, 1)
    assert await in_channel(world, turn) == (settled, armed)


async def test_settled_alerts_are_listed_up_to_a_number_and_by_their_own(world: StoreSet) -> None:
    turn = await world.turn()
    new = [await an_alert(world, turn, kind=AlertKind.STOP, decision_id=DecisionId(world.new_id())) for _ in range(8)]
    alerts = await stored(world, turn, *new)
    for each in alerts:
        told_at = CLOSE + timedelta(minutes=each.number)
        done = replace(each, state=AlertState.DONE, settled_by=None if each.number == 8 else BOB, told_at=told_at)
        assert await saved(world, turn, done, was=each)
    assert [each.number for each in await in_channel(world, turn)] == [3, 4, 5, 6, 7]
    async with world.stores.transaction(turn.tenant_id) as tx:
        named = await tx.alerts.in_channel(turn.thread.channel, settled=[1, 8])
        await tx.alerts.end_stops(alerts[0].account_id, "AAPL")
    assert [each.number for each in named] == [1, 3, 4, 5, 6, 7]
    assert await in_channel(world, turn) == ()


async def test_same_alert_is_set_several_times_at_once_then_there_is_one_of_each_person(world: StoreSet) -> None:
    turn = await world.turn()

    async def add(alert: PriceAlert) -> tuple[tuple[PriceAlert, ...], tuple[PriceAlert, ...]]:
        async with world.stores.transaction(turn.tenant_id) as tx:
            return await add_within_limits(tx, [alert], ratios={})

    of_ann = await asyncio.gather(*[add(await an_alert(world, turn)) for _ in range(4)])
    assert sorted(len(added) for added, _ in of_ann) == [0, 0, 0, 1]
    ((added,),) = [added for added, _ in of_ann if added]
    assert [standing for _, standing in of_ann if standing] == [(added,)] * 3
    of_bob, _ = await add(await an_alert(world, turn, person=BOB))
    assert [(each.number, each.person.name) for each in of_bob] == [(2, "Bob")]
    assert (await add(added))[0] == (added,), "the same request again"


async def test_stop_has_one_alert_which_ends_with_the_position(world: StoreSet) -> None:
    turn = await world.turn()
    decision = DecisionId(world.new_id())
    stop = await an_alert(world, turn, kind=AlertKind.STOP, decision_id=decision)
    level = await an_alert(world, turn)
    assert len(await stored(world, turn, stop, level)) == 2
    assert await stored(world, turn, replace(stop, id=AlertId(world.new_id()))) == ()
    await world.tx(turn.tenant_id).alerts.end_stops(stop.account_id, "AAPL")
    assert [each.id for each in await in_channel(world, turn)] == [level.id]


async def test_looked_up_then_the_alert_says_until_when_and_can_still_be_told(world: StoreSet) -> None:
    turn = await world.turn()
    asked, other = await stored(world, turn, await an_alert(world, turn), await an_alert(world, turn))
    await world.tx(turn.tenant_id).alerts.mark_looked_up([asked.id], until=CLOSE)
    assert {each.id: each.looked_up_to for each in await in_channel(world, turn)} == {asked.id: CLOSE, other.id: None}
    assert await saved(world, turn, replace(asked, state=AlertState.TOLD, times_told=1), was=asked)


async def test_open_alerts_on_a_share_are_moved_to_the_share_it_became(world: StoreSet) -> None:
    turn = await world.turn()
    lower, upper = AlertBounds(lower=Decimal("440.5")), AlertBounds(upper=Decimal(500))
    armed, done, other = await stored(
        world,
        turn,
        await an_alert(world, turn, bounds=lower),
        await an_alert(world, turn, bounds=upper, state=AlertState.DONE),
        await an_alert(world, turn, symbol="IBM"),
    )
    assert await world.reading(turn.tenant_id).alerts.open_on(armed.account_id, "AAPL") == (armed,)
    moved = converted(armed, into="MSFT", ratio=Decimal("0.5"), at=CLOSE + timedelta(days=1))
    assert moved.bounds == AlertBounds(lower=Decimal("881.0000"))
    assert await saved(world, turn, moved, was=armed)
    assert await in_channel(world, turn) == (moved, other)
    async with world.stores.read(turn.tenant_id) as tx:
        assert await tx.alerts.open_on(armed.account_id, "AAPL") == ()
        assert await tx.alerts.find_alerts([done.id]) == (done,)
