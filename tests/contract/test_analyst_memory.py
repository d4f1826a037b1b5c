"""Reports and digests of analysts are kept per tenant and as of a market time, in memory and in PostgreSQL."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.memory import (
    AnalystDigest,
    ReportMoment,
    SessionPart,
    ShareReading,
    StoredReport,
    Wording,
    compose_digest,
)
from bot.domain.conversation.turns import Turn
from bot.domain.market.sessions import SessionPhase
from bot.domain.models.facts import FactUnit, ModelFact
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Reason
from bot.ports.committee import DigestQuery, FollowedQuery, HistoryQuery
from tests.contract.store_sets import StoreSet, a_thread
from tests.contract.test_watching import add, watched

D = Decimal
ENGLISH = Wording(Language.ENGLISH, "analyst@1")
LATER = datetime(2013, 12, 31, 21, tzinfo=UTC)


def a_report(day: int, phase: SessionPhase = SessionPhase.POST_CLOSE, **changes: object) -> StoredReport:
    """A report of January 2013, made at the close of a session, or before its opening."""
    at = datetime(2013, 1, day, 21 if phase is SessionPhase.POST_CLOSE else 14, tzinfo=UTC)
    report = AnalystReport(
        analyst=Analyst.MARKET,
        symbol="AAPL",
        trade_date=date(2013, 1, day),
        as_of=at,
        source="sample",
        lean=0.25,
        points=(Reason("above_sma200", 0.25, {"sma": D("577.1230")}, {"on": "2013-01-31"}),),
        notes=(Reason("level_recent", 0.0, {"low": D("435.00")}),),
    )
    stored = StoredReport(
        market="sample", moment=ReportMoment(SessionPart(report.trade_date, phase), at), report=report
    )
    of_report = {name: changes.pop(name) for name in ("analyst", "symbol", "lean", "points") if name in changes}
    return replace(stored, report=replace(report, **of_report), **changes)  # type: ignore[arg-type] # the caller's business


async def save(world: StoreSet, turn: Turn, *reports: StoredReport) -> None:
    async with world.stores.transaction(turn.tenant_id) as tx:
        for report in reports:
            await tx.analyst_reports.save_report(report)


async def history(world: StoreSet, turn: Turn, **values: object) -> tuple[StoredReport, ...]:
    asked = {"market": "sample", "symbols": ("AAPL",), "known_at": LATER} | values
    return await world.reading(turn.tenant_id).analyst_reports.history(HistoryQuery(**asked))  # type: ignore[arg-type] # the caller's business


async def found(
    world: StoreSet, turn: Turn, report: StoredReport, *, at: datetime = LATER, wording: Wording | None = None
) -> StoredReport | None:
    made = report.report
    reading = ShareReading(tenant_id=turn.tenant_id, market=report.market, symbol=made.symbol, at=at)
    return await world.reading(turn.tenant_id).analyst_reports.find_report(
        reading, made.analyst, part=report.moment.part, wording=wording
    )


async def save_digests(world: StoreSet, turn: Turn, *digests: AnalystDigest, market: str = "sample") -> None:
    async with world.stores.transaction(turn.tenant_id) as tx:
        for digest in digests:
            await tx.analyst_digests.save_digest(digest, market=market)


async def latest(world: StoreSet, turn: Turn, **values: object) -> tuple[AnalystDigest, ...]:
    asked = {"market": "sample", "symbols": ("AAPL",), "known_at": LATER} | values
    return await world.reading(turn.tenant_id).analyst_digests.latest(DigestQuery(**asked))  # type: ignore[arg-type] # the caller's business


def digest(*reports: StoredReport) -> AnalystDigest:
    made = compose_digest(reports)
    assert made is not None
    return made


class TestReports:
    async def test_a_report_comes_back_as_it_was_with_its_figures(self, world: StoreSet) -> None:
        turn = await world.turn()
        fact = ModelFact(id="aapl.close", value="455.49", unit=FactUnit.USD, symbol="AAPL", as_of=LATER)
        words = Reason("model_reason", 1.0, words={"text": "At {aapl.close} it is cheap."}, facts=(fact,))
        by_model = a_report(31, points=(words,), wording=ENGLISH, is_asked=True)
        by_rules, silent = a_report(31), a_report(31, analyst=Analyst.NEWS, lean=None, points=())
        await save(world, turn, by_model, by_rules, silent)
        assert await found(world, turn, by_model, wording=ENGLISH) == by_model
        assert await found(world, turn, by_rules) == by_rules
        assert await history(world, turn) == (by_rules, silent)

    @pytest.mark.parametrize(
        "other", [Wording(Language.CHINESE, "analyst@1"), Wording(Language.ENGLISH, "analyst@2"), None]
    )
    async def test_a_report_is_not_found_in_another_wording(self, world: StoreSet, other: Wording | None) -> None:
        turn = await world.turn()
        await save(world, turn, a_report(31, wording=ENGLISH))
        assert await found(world, turn, a_report(31), wording=other) is None

    async def test_nor_in_another_part_market_or_workspace_nor_before_it_was_made(self, world: StoreSet) -> None:
        turn, stranger = await world.turn(), await world.turn(a_thread(workspace="office"))
        report = a_report(31)
        await save(world, turn, report)
        assert await found(world, turn, a_report(30)) is None
        assert await found(world, turn, a_report(31, SessionPhase.PRE_OPEN)) is None
        assert await found(world, turn, replace(report, market="yahoo")) is None
        assert await found(world, stranger, report) is None
        assert await history(world, stranger) == ()
        assert await found(world, turn, report, at=report.moment.at - timedelta(seconds=1)) is None

    async def test_of_one_part_the_latest_is_kept_and_that_a_committee_asked(self, world: StoreSet) -> None:
        turn = await world.turn()
        first = a_report(31, is_asked=True)
        later = a_report(31, moment=replace(first.moment, at=first.moment.at + timedelta(hours=1)), lean=-0.5)
        await save(world, turn, first)
        await save(world, turn, later)
        await save(world, turn, a_report(31))
        assert await found(world, turn, first) == replace(later, is_asked=True)

    async def test_the_history_is_the_latest_of_each_analyst_and_share_known_by_then(self, world: StoreSet) -> None:
        turn = await world.turn()
        days = [a_report(day) for day in (28, 29, 30, 31)]
        before_opening = a_report(31, SessionPhase.PRE_OPEN)
        ibm = a_report(29, symbol="IBM", analyst=Analyst.NEWS)
        await save(world, turn, *days, before_opening, ibm, a_report(30, wording=ENGLISH))
        assert await history(world, turn, limit=2) == (days[3], before_opening)
        assert await history(world, turn, known_at=days[1].moment.at) == (days[1], days[0])
        assert await history(world, turn, symbols=("IBM", "AAPL"), limit=1) == (days[3], ibm)
        assert await history(world, turn, symbols=("IBM", "AAPL"), analysts=(Analyst.NEWS,)) == (ibm,)
        assert await history(world, turn, symbols=()) == ()


class TestFollowed:
    async def followed(self, world: StoreSet, turn: Turn, **values: object) -> tuple[str, ...]:
        account = await world.tx(turn.tenant_id).accounts.default(market="sample")
        asked = {
            "account_id": account.id,
            "market": "sample",
            "asked_from": datetime(2013, 1, 20, tzinfo=UTC),
            "known_at": LATER,
            "limit": 9,
        } | values
        return await world.reading(turn.tenant_id).analyst_reports.followed_shares(FollowedQuery(**asked))  # type: ignore[arg-type] # the caller's business

    async def test_what_is_held_what_was_asked_for_lately_and_what_is_watched_in_this_order(
        self, world: StoreSet
    ) -> None:
        turn = await world.turn()
        await world.trade(await world.order(turn))
        await save(
            world,
            turn,
            a_report(30, symbol="MSFT", is_asked=True),
            a_report(4, symbol="FB", is_asked=True),
            a_report(30, symbol="GOOG"),
            a_report(30, symbol="T", is_asked=True, market="yahoo"),
        )
        await add(world, turn.tenant_id, watched(world, "IBM"), replace(watched(world, "KO"), market="yahoo"))
        assert await self.followed(world, turn) == ("AAPL", "MSFT", "IBM")
        assert await self.followed(world, turn, limit=2) == ("AAPL", "MSFT")
        assert await self.followed(world, turn, known_at=datetime(2013, 1, 29, tzinfo=UTC)) == ("AAPL", "IBM")
        assert await self.followed(world, await world.turn(a_thread(workspace="office"))) == ()


class TestDigests:
    async def test_the_latest_of_each_phase_known_by_then_in_its_workspace_and_market(self, world: StoreSet) -> None:
        turn, stranger = await world.turn(), await world.turn(a_thread(workspace="office"))
        first, second = a_report(30), a_report(31, points=(Reason("below_sma50", -0.5),), lean=-0.5)
        before_opening = a_report(31, SessionPhase.PRE_OPEN)
        closes = [digest(first), digest(second, first)]
        opening = digest(before_opening, first)
        await save_digests(world, turn, *closes, opening)
        assert await latest(world, turn) == (closes[1], opening)
        assert await latest(world, turn, known_at=second.moment.at - timedelta(seconds=1)) == (opening, closes[0])
        assert await latest(world, turn, until=before_opening.moment.part) == (opening, closes[0])
        assert await latest(world, turn, analysts=(Analyst.NEWS,)) == ()
        assert await latest(world, turn, symbols=("IBM",)) == ()
        assert await latest(world, turn, market="yahoo") == ()
        assert await latest(world, stranger) == ()

    async def test_of_one_part_the_later_one_is_kept_whichever_comes_first(self, world: StoreSet) -> None:
        turn = await world.turn()
        made = digest(a_report(31))
        later = replace(made, as_of=made.as_of + timedelta(hours=1), new=made.standing)
        await save_digests(world, turn, made)
        await save_digests(world, turn, replace(made, leans=(*made.leans, *made.leans)))
        assert await latest(world, turn) == (made,)
        await save_digests(world, turn, later)
        await save_digests(world, turn, made)
        assert await latest(world, turn) == (later,)
