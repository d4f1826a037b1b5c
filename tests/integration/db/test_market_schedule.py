"""The events of a live market's sessions: each once, whatever number of processes looks, caught up after an outage."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from adapters.market.sample import SampleMarket
from bot.bootstrap.passing_time import pass_time_on
from bot.calendar import ask_shares
from bot.calendar.pass_time import PassTime, RunSchedule
from bot.domain.committee.analysts import Analyst
from bot.domain.ids import TenantId
from bot.domain.jobs import Job
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.sessions import SessionPhase
from bot.domain.market.snapshot import Bar
from bot.domain.operator_figures import CaughtUpAlerts
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.domain.trading.due_results import Postponement
from bot.domain.watching.alerts import AlertBounds, PriceAlert
from bot.domain.watching.briefs import BOTH_PHASES
from bot.errors import MarketSourceError
from bot.locales import Catalogue
from bot.memory.settle_results import ResultMarket, SettleResults
from bot.ports.committee import DigestQuery, HistoryQuery
from bot.presentation.decisions.cards import DecisionCards
from db.background.market_schedule import MarketSchedule
from db.background.operator_figures import PostgresGauges
from tests.contract.store_sets import CLOSE, LONG, StoreSet
from tests.contract.test_alerts import an_alert, stored
from tests.contract.test_analyst_memory import a_report
from tests.contract.test_watching import add, subscribe, subscription, watched
from tests.e2e.deployment import Deployment
from tests.fakes.clock import FixedClock
from tests.fakes.core_ports import calendar

FRIDAY = datetime(2013, 2, 1, 12, tzinfo=UTC)  # 7:00 in New York
AFTER_CLOSE = datetime(2013, 2, 1, 21, 31, tzinfo=UTC)
TUESDAY = datetime(2013, 2, 5, 21, 31, tzinfo=UTC)  # after the close
WEDNESDAY = datetime(2013, 2, 6, 14, 1, tzinfo=UTC)  # before the opening
ALL = frozenset({"AAPL", "FB", "GOOG", "IBM", "MSFT"})
ALL_POSTED = [  # from Friday to Tuesday
    "brief:2013-02-01/pre_open",
    "IBM",
    "brief:2013-02-01/post_close",
    "brief:2013-02-04/pre_open",
    "AAPL",
    "brief:2013-02-04/post_close",
    "brief:2013-02-05/pre_open",
    "brief:2013-02-05/post_close",
]
POSTED = "SELECT occasion FROM reply WHERE occasion <> '' ORDER BY seq"


class LiveMarket(SampleMarket):
    """The sample's prices behind a live market's face: it has no clock to be set."""

    name = "yahoo"
    benchmark: tuple[str, ...] = ("MSFT",)

    def __init__(self, *, unavailable: frozenset[str] = frozenset(), hangs: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self.asked = list[str]()
        self._hangs = hangs  # shares of which it does not even tell that it tells nothing
        self._unavailable = unavailable  # shares of which the source tells nothing

    def data_range(self) -> None:  # type: ignore[override]
        return None

    async def history(self, symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
        self._require_answer(symbol)
        return await super().history(symbol, first=first, as_of=as_of)

    async def bars(self, symbol: str, *, first: date, as_of: datetime | None = None) -> tuple[Bar, ...]:
        self.asked.append(symbol)
        self._require_answer(symbol)
        if symbol in self._hangs:
            await asyncio.Event().wait()
        return await super().bars(symbol, first=first, as_of=as_of)

    def _require_answer(self, symbol: str) -> None:
        if symbol in self._unavailable:
            raise MarketSourceError(source=self.name, symbol=symbol)


async def opened_at(world: StoreSet, at: datetime, *, market: str = "yahoo") -> TenantId:
    """Open an account whose time has passed up to an instant."""
    turn = await world.turn()
    async with world.stores.transaction(turn.tenant_id) as tx:
        account = await tx.accounts.default(market=market)
        assert account.passed_to is not None
        assert await tx.accounts.pass_time(account.id, since=account.passed_to, until=at)
    return turn.tenant_id


def schedule(world: StoreSet, at: datetime, *, market: str = "yahoo") -> MarketSchedule:
    return MarketSchedule(
        world.own_database, market=market, calendar=calendar(), clock=FixedClock(at), new_id=world.new_id
    )


def scheduled(world: StoreSet, at: datetime, *, unavailable: frozenset[str] = frozenset()) -> RunSchedule:
    return scheduled_on(world, at, LiveMarket(unavailable=unavailable))


def scheduled_on(world: StoreSet, at: datetime, market: LiveMarket, *, seconds: float = 20) -> RunSchedule:
    async def open_pass_time() -> PassTime:
        opened = ResultMarket(market=market, calendar=calendar())
        cards = DecisionCards(Catalogue())
        return pass_time_on(opened, world.stores, cards=cards, clock=FixedClock(at), new_id=world.new_id)

    return RunSchedule(world.stores, FixedClock(at), open_pass_time, seconds=seconds)


async def passed_to(world: StoreSet, tenant_id: TenantId) -> datetime | None:
    return (await world.reading(tenant_id).accounts.default(market="yahoo")).passed_to


async def test_an_event_that_is_due_makes_one_job_whatever_number_of_processes_looks(world: StoreSet) -> None:
    tenant_id = await opened_at(world, FRIDAY)
    assert await schedule(world, AFTER_CLOSE).add_due_jobs() == 0  # nothing is to be done
    turn = await world.turn()
    account = await world.reading(tenant_id).accounts.default(market="yahoo")
    await stored(world, turn, await an_alert(world, turn, market="yahoo", account_id=account.id))
    assert await schedule(world, FRIDAY).add_due_jobs() == 0  # the latest event was on Thursday

    added = await asyncio.gather(*(schedule(world, AFTER_CLOSE).add_due_jobs() for _ in range(4)))

    assert sum(added) == 1
    (job,) = await world.relay.claim_jobs(limit=9, ttl=LONG)
    assert (job.name, job.tenant_id) == ("run_schedule", tenant_id)


@pytest.mark.parametrize("follows", ["watches", "holds", "has asked for"])
async def test_an_account_that_follows_a_share_has_a_job_that_keeps_reports_and_digests_once(
    world: StoreSet, follows: str
) -> None:
    tenant_id = await opened_at(world, FRIDAY)
    await opened_at(world, FRIDAY, market="sample")
    await add(world, tenant_id, watched(world, "IBM"))
    for name in ("sample", "yahoo"):
        assert await schedule(world, AFTER_CLOSE, market=name).add_due_jobs() == 0
    async with world.stores.transaction(tenant_id) as tx:
        account = await tx.accounts.default(market="yahoo")
        report = replace(a_report(31, symbol="AAPL", is_asked=True), market="yahoo")
        await tx.analyst_reports.save_report(report if follows == "has asked for" else replace(report, is_asked=False))
    if follows == "watches":
        await add(world, tenant_id, replace(watched(world, "AAPL"), market="yahoo"))
    if follows == "holds":
        async with world.own_database.transaction(tenant_id) as conn:
            hold = "INSERT INTO position VALUES (%s, %s, 'AAPL', 1, 400, now(), 400, now())"
            await conn.execute(hold, (tenant_id, account.id))
    assert await schedule(world, AFTER_CLOSE).add_due_jobs() == 1

    market = LiveMarket()
    done = await asyncio.gather(*(scheduled_on(world, AFTER_CLOSE, market)(tenant_id) for _ in range(3)))

    assert done.count(True) == 1
    async with world.stores.read(tenant_id) as tx:
        query = HistoryQuery(market="yahoo", symbols=("AAPL", "IBM"), known_at=AFTER_CLOSE)
        kept = await tx.analyst_reports.history(query)
        digests = await tx.analyst_digests.latest(DigestQuery(market="yahoo", symbols=("AAPL",), known_at=AFTER_CLOSE))
    of_event = [each.report.analyst for each in kept if each.moment.at == AFTER_CLOSE]
    assert sorted(of_event) == sorted(Analyst)  # Friday's is the last session of the week
    assert {each.analyst for each in digests} <= set(Analyst)
    assert digests


@pytest.mark.parametrize("name", ["run_schedule", "settle_results", "write_reflections", "note_turn"])
async def test_a_job_of_scheduled_work_that_was_given_up_is_tried_again_after_a_rest_and_by_one_process(
    world: StoreSet, name: str
) -> None:
    tenant_id = await opened_at(world, FRIDAY)
    given_up = Job(id=world.new_id(), tenant_id=tenant_id, name=name, key="k", arguments={}, created_at=CLOSE)
    await world.tx(tenant_id).outbox.add_job(given_up)
    for _ in range(10):
        await world.relay.job_failed(given_up.id, why="broken")

    await schedule(world, AFTER_CLOSE).add_due_jobs()
    assert await world.relay.claim_jobs(limit=9, ttl=LONG) == ()  # it rests

    await world.own_database.system_rows("UPDATE outbox SET given_up_at = now() - interval '11 minutes'")
    await asyncio.gather(*(schedule(world, AFTER_CLOSE).add_due_jobs() for _ in range(4)))
    again = await world.relay.claim_jobs(limit=9, ttl=LONG)
    assert again == (() if name == "note_turn" else (given_up,))  # others are found by their own sweepers

    if again:
        for _ in range(9):
            await world.relay.job_failed(given_up.id, why="broken")
        assert (await world.own_database.system_rows("SELECT given_up_at FROM outbox"))[0]["given_up_at"] is None
        await world.relay.job_finished(given_up.id)
        await schedule(world, AFTER_CLOSE).add_due_jobs()
        assert await world.relay.claim_jobs(limit=9, ttl=LONG) == ()


async def waiting_for_prices(
    world: StoreSet, *, phases: frozenset[SessionPhase] = BOTH_PHASES
) -> tuple[Decision, PriceAlert, PriceAlert]:
    """Return a decision declined on Thursday, and alerts on AAPL and IBM; there is a subscription to briefs."""
    turn = await world.turn()
    await opened_at(world, FRIDAY)
    async with world.stores.transaction(turn.tenant_id) as tx:
        account = await tx.accounts.default(market="yahoo")
    briefs = replace(subscription(world, turn), thread=turn.thread, language=Language.ENGLISH, phases=phases)
    await subscribe(world, turn, replace(briefs, subscribed_at=CLOSE), turn.thread.channel)
    on_yahoo: dict[str, Any] = {"account_id": account.id, "market": "yahoo"}
    falls = await an_alert(world, turn, **on_yahoo, bounds=AlertBounds(lower=Decimal(445)))
    rises = await an_alert(world, turn, **on_yahoo, symbol="IBM", bounds=AlertBounds(upper=Decimal(204)))
    await stored(world, turn, falls, rises)
    decision = await world.decision(turn, account_id=account.id, status=DecisionStatus.CANCELLED)
    return decision, falls, rises


async def results_of(world: StoreSet, decision: Decision) -> list[int]:
    found = await world.reading(decision.tenant_id).actual_results.find([decision.key])
    return [each.sessions for each in found.get(decision.key, ())]


def posted(deployment: Deployment, *alerts: PriceAlert) -> list[str]:
    """Return what was posted, in order; alerts by their shares."""
    names = {each.occasion: each.symbol for each in alerts}
    return [names.get(row["occasion"], str(row["occasion"])) for row in deployment.rows(POSTED)]


async def test_an_outage_over_three_sessions_is_caught_up_in_order_each_once(
    world: StoreSet, deployment: Deployment
) -> None:
    decision, falls, rises = await waiting_for_prices(world)

    done = await asyncio.gather(*(scheduled(world, TUESDAY)(decision.tenant_id) for _ in range(4)))

    assert sum(done) == 1
    assert posted(deployment, falls, rises) == ALL_POSTED
    assert await results_of(world, decision) == [1]
    assert await passed_to(world, decision.tenant_id) == TUESDAY - timedelta(minutes=1)
    assert not await scheduled(world, TUESDAY)(decision.tenant_id)
    assert await schedule(world, TUESDAY).add_due_jobs() == 0
    assert len(posted(deployment)) == len(ALL_POSTED)


async def test_while_the_source_is_silent_nothing_is_stored_and_the_next_run_does_all(
    world: StoreSet, deployment: Deployment
) -> None:
    decision, falls, rises = await waiting_for_prices(world)

    assert not await scheduled(world, TUESDAY, unavailable=ALL)(decision.tenant_id)
    assert await passed_to(world, decision.tenant_id) == FRIDAY
    assert posted(deployment) == []
    assert await results_of(world, decision) == []
    assert await schedule(world, TUESDAY).add_due_jobs() == 1

    assert await scheduled(world, TUESDAY)(decision.tenant_id)
    assert posted(deployment, falls, rises) == ALL_POSTED
    assert await results_of(world, decision) == [1]


@pytest.mark.parametrize("fault", ["unavailable", "hangs"])
async def test_a_share_without_prices_keeps_none_of_the_others_and_is_caught_up(
    world: StoreSet, deployment: Deployment, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    monkeypatch.setattr(ask_shares, "PATIENCE", 0.5)
    decision, falls, rises = await waiting_for_prices(world)

    assert await scheduled_on(world, TUESDAY, LiveMarket(**{fault: frozenset({"IBM"})}))(decision.tenant_id)
    assert posted(deployment, falls, rises) == [each for each in ALL_POSTED if each != "IBM"]
    assert await results_of(world, decision) == [1]

    assert await scheduled(world, WEDNESDAY)(decision.tenant_id)
    assert posted(deployment, falls, rises)[len(ALL_POSTED) - 1 :] == ["IBM", "brief:2013-02-06/pre_open"]


async def test_a_run_without_time_for_all_shares_tells_some_and_the_next_asks_for_the_others_only(
    world: StoreSet, deployment: Deployment
) -> None:
    decision, falls, rises = await waiting_for_prices(world)
    turn = await world.turn()
    account = await world.reading(turn.tenant_id).accounts.default(market="yahoo")
    bounds = AlertBounds(lower=Decimal(1))
    await stored(world, turn, await an_alert(world, turn, account_id=account.id, market="yahoo", bounds=bounds))

    slow = LiveMarket(hangs=frozenset({"IBM"}))
    assert not await scheduled_on(world, TUESDAY, slow, seconds=2)(decision.tenant_id)
    assert posted(deployment, falls, rises) == ["AAPL"]
    assert await passed_to(world, decision.tenant_id) == FRIDAY
    assert await schedule(world, TUESDAY).add_due_jobs() == 1

    market = LiveMarket()
    done = [await scheduled_on(world, TUESDAY, market)(decision.tenant_id) for _ in range(2)]
    assert done == [True, False]
    assert market.asked == ["IBM"]
    assert sorted(posted(deployment, falls, rises)) == sorted(ALL_POSTED)


def briefs_with_a_result(deployment: Deployment) -> list[str]:
    told = (
        "SELECT occasion FROM reply WHERE occasion LIKE 'brief:%%' AND answer::text LIKE '%%Result of%%' ORDER BY seq"
    )
    return [str(row["occasion"]) for row in deployment.rows(told)]


@pytest.mark.parametrize("phases", [BOTH_PHASES, frozenset({SessionPhase.POST_CLOSE})], ids=["both", "after the close"])
async def test_a_result_that_is_settled_late_is_told_by_the_next_brief_and_by_no_other(
    world: StoreSet, deployment: Deployment, phases: frozenset[SessionPhase]
) -> None:
    decision, *_ = await waiting_for_prices(world, phases=phases)
    saturday = AFTER_CLOSE + timedelta(days=1)

    async def open_market() -> ResultMarket:
        return ResultMarket(market=LiveMarket(), calendar=calendar())

    job = SettleResults(stores=world.stores, clock=FixedClock(saturday), new_id=world.new_id, open_market=open_market)

    assert await scheduled(world, AFTER_CLOSE, unavailable=frozenset({"AAPL"}))(decision.tenant_id)
    await world.tx(decision.tenant_id).actual_results.postpone([Postponement(decision, CLOSE)])
    assert await job(decision.tenant_id) == 1
    for days in (3, 4):
        assert await scheduled(world, AFTER_CLOSE + timedelta(days=days))(decision.tenant_id)

    first = "pre_open" if SessionPhase.PRE_OPEN in phases else "post_close"
    assert briefs_with_a_result(deployment) == [f"brief:2013-02-04/{first}"]


async def test_a_result_that_is_settled_in_time_is_told_once(world: StoreSet, deployment: Deployment) -> None:
    decision, *_ = await waiting_for_prices(world)
    for days in (0, 3, 4):
        assert await scheduled(world, AFTER_CLOSE + timedelta(days=days))(decision.tenant_id)
    assert briefs_with_a_result(deployment) == ["brief:2013-02-01/post_close"]


async def test_alerts_that_are_caught_up_say_and_count_how_late_they_are(
    world: StoreSet, deployment: Deployment
) -> None:
    decision, *_ = await waiting_for_prices(world)
    for now in (TUESDAY, WEDNESDAY):
        await scheduled(world, now)(decision.tenant_id)
    friday, monday = datetime(2013, 2, 1, 14, 30, tzinfo=UTC), datetime(2013, 2, 4, 21, tzinfo=UTC)  # opening, close
    late = [(TUESDAY - each).total_seconds() for each in (friday, monday)]
    (found,) = (await PostgresGauges(world.own_database).read_backlog()).caught_up_alerts
    assert found == CaughtUpAlerts("yahoo", 2, sum(late))
    notices = deployment.rows("SELECT answer::text AS text FROM reply WHERE occasion LIKE 'alert:%%' ORDER BY seq")
    for notice, late_by in zip(notices, ("This alert is 103 hours late", "24 hours late"), strict=True):
        assert late_by in str(notice["text"])
