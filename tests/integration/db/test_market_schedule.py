"""The events of a live market's sessions: each once, whatever number of processes looks, caught up after an outage."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adapters.market.sample import SampleMarket
from bot.bootstrap.passing_time import pass_time_on
from bot.calendar.pass_time import PassTime, RunSchedule
from bot.domain.ids import TenantId
from bot.locales import Catalogue
from bot.memory.settle_results import ResultMarket
from bot.presentation.decisions.cards import DecisionCards
from db.background.market_schedule import MarketSchedule
from tests.contract.store_sets import LONG, StoreSet
from tests.fakes.core_ports import calendar

FRIDAY = datetime(2013, 2, 1, 12, tzinfo=UTC)  # 7:00 in New York
AFTER_CLOSE = datetime(2013, 2, 1, 21, 31, tzinfo=UTC)


class MovedClock:
    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at


class LiveMarket(SampleMarket):
    """The sample's prices behind a live market's face: it has no clock to be set."""

    name = "yahoo"

    def data_range(self) -> None:  # type: ignore[override]
        return None


async def opened_at(world: StoreSet, at: datetime, *, market: str = "yahoo") -> TenantId:
    """Open an account whose time has passed up to an instant."""
    turn = await world.turn()
    async with world.stores.transaction(turn.tenant_id) as tx:
        account = await tx.accounts.default(market=market)
        assert account.passed_to is not None
        assert await tx.accounts.pass_time(account.id, since=account.passed_to, until=at)
    return turn.tenant_id


def schedule(world: StoreSet, at: datetime, *, market: str = "yahoo") -> MarketSchedule:
    assert world.database is not None
    clock: Any = MovedClock(at)
    return MarketSchedule(world.database, market=market, calendar=calendar(), clock=clock, new_id=world.new_id)


def scheduled(world: StoreSet, at: datetime) -> RunSchedule:
    async def open_pass_time() -> PassTime:
        opened = ResultMarket(market=LiveMarket(), calendar=calendar())
        cards = DecisionCards(Catalogue())
        return pass_time_on(opened, world.stores, cards=cards, clock=MovedClock(at), new_id=world.new_id)

    return RunSchedule(world.stores, MovedClock(at), open_pass_time)


async def passed_to(world: StoreSet, tenant_id: TenantId) -> datetime | None:
    async with world.stores.read(tenant_id) as tx:
        return (await tx.accounts.default(market="yahoo")).passed_to


async def test_an_event_that_is_due_makes_one_job_whatever_number_of_processes_looks(world: StoreSet) -> None:
    tenant_id = await opened_at(world, FRIDAY)
    assert await schedule(world, FRIDAY).add_due_jobs() == 0  # the latest event was on Thursday

    added = await asyncio.gather(*(schedule(world, AFTER_CLOSE).add_due_jobs() for _ in range(4)))

    assert sum(added) == 1
    (job,) = await world.relay.claim_jobs(limit=9, ttl=LONG)
    assert (job.name, job.tenant_id) == ("run_schedule", tenant_id)


async def test_the_sample_market_makes_no_job(world: StoreSet) -> None:
    await opened_at(world, FRIDAY, market="sample")
    assert await schedule(world, AFTER_CLOSE, market="sample").add_due_jobs() == 0


@pytest.mark.parametrize("outage", [timedelta(0), timedelta(days=3)], ids=["at once", "after three days"])
async def test_jobs_that_run_at_once_let_time_pass_once(world: StoreSet, outage: timedelta) -> None:
    tenant_id = await opened_at(world, FRIDAY)
    now = AFTER_CLOSE + outage

    done = await asyncio.gather(*(scheduled(world, now)(tenant_id) for _ in range(4)))

    assert sum(done) == 1
    monday = datetime(2013, 2, 4, 21, 30, tzinfo=UTC)
    assert await passed_to(world, tenant_id) == (monday if outage else AFTER_CLOSE - timedelta(minutes=1))
    assert not await scheduled(world, now)(tenant_id)
    assert await schedule(world, now).add_due_jobs() == 0
