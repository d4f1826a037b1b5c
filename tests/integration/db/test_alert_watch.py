"""The poller's view of all tenants' alerts, and its lease."""

from dataclasses import replace
from datetime import timedelta

from bot.domain.watching.alerts import AlertState
from db.background.alert_watch import PostgresAlertWatch
from tests.contract.store_sets import CLOSE, StoreSet, a_thread
from tests.contract.test_alerts import an_alert, stored

TTL = timedelta(minutes=10)


def watch(world: StoreSet, owner: str = "one") -> PostgresAlertWatch:
    return PostgresAlertWatch(world.own_database, owner=owner)


async def test_one_process_polls_until_its_pause_or_lease_is_over(world: StoreSet) -> None:
    one, two = watch(world), watch(world, "two")
    assert await one.begin_poll("yahoo", ttl=TTL)
    assert not await two.begin_poll("yahoo", ttl=TTL)
    await two.end_poll("yahoo", pause=timedelta(seconds=-1))  # not its own
    assert not await two.begin_poll("yahoo", ttl=TTL)
    await one.end_poll("yahoo", pause=TTL)
    assert not await two.begin_poll("yahoo", ttl=TTL)
    await one.end_poll("yahoo", pause=timedelta(seconds=-1))
    assert await two.begin_poll("yahoo", ttl=timedelta(seconds=-1))
    assert await one.begin_poll("yahoo", ttl=TTL)  # the other one has died


async def test_armed_alerts_of_all_tenants_are_seen(world: StoreSet) -> None:
    here, there = await world.turn(), await world.turn(a_thread(1, workspace="elsewhere"))
    first = await an_alert(world, here, market="yahoo")
    older = await an_alert(world, there, market="yahoo")
    older = replace(older, reference=replace(older.reference, at=CLOSE - timedelta(days=3)))
    snoozed = await an_alert(world, here, market="yahoo", armed_from=CLOSE + timedelta(days=1))
    done = await an_alert(world, here, market="yahoo", state=AlertState.DONE)
    sample = await an_alert(world, here)
    await stored(world, here, first, snoozed, done, sample)
    await stored(world, there, older)
    seen = await watch(world).armed_levels("yahoo", ["AAPL"], at=CLOSE)
    assert {each.alert_id for each in seen} == {first.id, older.id}
    assert {each.tenant_id for each in seen} == {here.tenant_id, there.tenant_id}
    assert await watch(world).armed_symbols("yahoo", at=CLOSE) == {"AAPL": older.reference.at}
    assert await watch(world).armed_levels("yahoo", ["IBM"], at=CLOSE) == ()
