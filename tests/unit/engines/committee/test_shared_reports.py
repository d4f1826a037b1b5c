"""Reports are shared between the conversations of a workspace; of earlier ones a committee is told a digest."""

import json
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from adapters.market.sample import SampleMarket, session_close
from bot.domain.committee.analysts import Analyst
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.memory import MemorySummary, ShareReading, Wording
from bot.domain.ids import TenantId
from bot.domain.market.features import compute_features
from bot.domain.models.requests import ModelRequest
from bot.domain.text.locale import Language
from bot.domain.trading.drafts import MODEL_REASON
from bot.errors import StoreUnavailableError
from bot.memory.analysts import SharedAnalystMemory
from bot.model_errors import ModelError, ModelTimeoutError
from tests.fakes.clock import FixedClock
from tests.fakes.committees import Script, committee, member, told, usual
from tests.fakes.core_ports import calendar
from tests.fakes.decision_requests import decision_request
from tests.fakes.market import portfolio
from tests.fakes.memory import InMemoryDatabase
from tests.fakes.model import FakeModel
from tests.fakes.stores import FakeStores

pytestmark = pytest.mark.virtual_time

CLOSE = session_close(date(2013, 1, 31))
OURS, THEIRS = TenantId(UUID(int=2)), TenantId(UUID(int=3))


@dataclass
class Workspaces:
    """Committees on GOOG over one database."""

    memory: InMemoryDatabase = field(default_factory=InMemoryDatabase)
    market: SampleMarket = field(default_factory=SampleMarket)

    @property
    def remembered(self) -> SharedAnalystMemory:
        return SharedAnalystMemory(FakeStores(self.memory, clock=FixedClock()), self.market, calendar())

    async def decide(
        self,
        script: Script | None = usual,
        *,
        at: datetime = CLOSE,
        tenant_id: TenantId = OURS,
        language: Language = Language.ENGLISH,
    ) -> tuple[FusionState, list[ModelRequest]]:
        """Return what a committee concluded, and what its model was asked; without a script there is no model."""
        fake = FakeModel(script or usual)
        snapshot = await self.market.snapshot("GOOG", as_of=at)
        held = portfolio()
        account = replace(held.account, tenant_id=tenant_id, market_time=at)
        request = decision_request(
            "GOOG",
            features=(compute_features(snapshot),),
            snapshots=(snapshot,),
            portfolio=replace(held, account=account),
            language=language,
        )
        engine = committee(None if script is None else fake, memory=self.remembered)
        return (await engine.decide(request)).fusion[0], fake.requests

    async def summaries(
        self, at: datetime, *, tenant_id: TenantId = OURS, wording: Wording | None = None
    ) -> dict[Analyst, MemorySummary]:
        reading = ShareReading(tenant_id=tenant_id, market="sample", symbol="GOOG", at=at)
        return {each.analyst: each for each in await self.remembered.summaries(reading, wording=wording)}


def asked(requests: list[ModelRequest]) -> list[str]:
    return [member(request) for request in requests]


def without_history(request: ModelRequest) -> str:
    """A plausible answer that refers to no earlier report."""
    answer = json.loads(usual(request))
    kept = {
        name: [text for text in texts if ".history}" not in text] if isinstance(texts, list) else texts
        for name, texts in answer.items()
    }
    return json.dumps(kept)


class TestSharing:
    async def test_a_second_conversation_asks_no_analyst_and_leads_its_own_debates(self) -> None:
        workspaces = Workspaces()
        first, asked_first = await workspaces.decide()
        second, asked_then = await workspaces.decide()
        assert asked(asked_first).count("analyst") == len(Analyst)
        assert asked(asked_then) == [each for each in asked(asked_first) if each != "analyst"]
        assert second.reports == first.reports
        assert second.reports[0].points[0].code == MODEL_REASON
        assert second.without_answer == ()

    @pytest.mark.parametrize(
        "other",
        [
            {"language": Language.CHINESE},
            {"tenant_id": THEIRS},
            {"at": session_close(date(2013, 2, 1))},
            {"at": session_close(date(2013, 1, 30))},
        ],
        ids=["language", "workspace", "next-session", "session-before"],
    )
    async def test_not_with_another(self, other: dict[str, Any]) -> None:
        workspaces = Workspaces()
        await workspaces.decide()
        _, requests = await workspaces.decide(**other)
        assert asked(requests).count("analyst") == len(Analyst)

    async def test_not_by_another_version_of_the_prompt(self) -> None:
        workspaces = Workspaces()
        await workspaces.decide()
        found = await workspaces.summaries(CLOSE, wording=Wording(Language.ENGLISH, "analyst@1"))
        assert found[Analyst.MARKET].today_report is not None
        later = await workspaces.summaries(CLOSE, wording=Wording(Language.ENGLISH, "analyst@9999"))
        assert {each.today_report for each in later.values()} == {None}

    async def test_only_a_model_s_answer_is_shared_not_what_stands_in_for_it(self) -> None:
        def silent_on_news(request: ModelRequest) -> str | ModelError:
            is_news = "news analyst" in request.messages[0].text
            return ModelTimeoutError() if is_news else usual(request)

        workspaces = Workspaces()
        first, _ = await workspaces.decide(silent_on_news)
        second, requests = await workspaces.decide()
        assert first.without_answer == ("news",)
        assert ["news analyst" in each.messages[0].text for each in requests if member(each) == "analyst"] == [True]
        assert second.without_answer == ()

    async def test_by_rules_nothing_of_a_model_is_used(self) -> None:
        workspaces = Workspaces()
        await workspaces.decide()
        by_rules, _ = await workspaces.decide(None)
        assert {point.code for each in by_rules.reports for point in each.points} & {MODEL_REASON} == set()
        assert by_rules.reports == (await Workspaces().decide(None))[0].reports

    async def test_the_store_is_down_then_the_committee_answers_without_a_memory(self) -> None:
        workspaces = Workspaces()
        await workspaces.decide()
        workspaces.memory.error = StoreUnavailableError()
        fusion, requests = await workspaces.decide()
        assert asked(requests).count("analyst") == len(Analyst)
        assert (fusion.digests, fusion.without_answer) == ((), ())


class TestDigests:
    async def test_the_research_judge_alone_is_told_how_the_rules_leant_before(self) -> None:
        workspaces = Workspaces()
        days = [session_close(date(2013, 2, day)) for day in (8, 11, 12)]
        for day in days:
            _, requests = await workspaces.decide(without_history, at=day)
        judge = [told(each) for each in requests if member(each) == "research_judge"][-1]
        line = judge["facts"]["goog"]["market.history"]
        assert "2013-02-08" in line
        assert "2013-02-11" in line
        assert "2013-02-12" not in line  # today's report is told itself
        (market,) = (each for each in judge["reports"] if each["analyst"] == "market")
        assert market["changed"] == ["-rsi_overbought"]
        others = [told(each) for each in requests if member(each) in {"debate", "risk_judge"}]
        assert len(others) == len(requests) - len(Analyst) - 2
        assert "history" not in json.dumps(others)
        assert "changed" not in json.dumps(others)

    async def test_a_ruling_that_refers_to_it_takes_it_along_frozen(self) -> None:
        workspaces = Workspaces()
        for day in (8, 11, 12):
            fusion, requests = await workspaces.decide(at=session_close(date(2013, 2, day)))
        assert fusion.research_summary is not None
        facts = [fact for point in fusion.research_summary.points_against for fact in point.facts]
        (frozen,) = (fact for fact in facts if fact.id == "goog.market.history")
        assert frozen.as_of == session_close(date(2013, 2, 11))
        assert all(told(each)["facts"]["goog"]["market.history"] == frozen.value for each in requests[-4:])
        (digest,) = fusion.digests  # only the market analyst's is renewed after each report
        assert [each.trade_date.day for each in digest.leans] == [8, 11]

    async def test_nothing_is_told_of_the_time_after_the_clock_however_it_is_moved(self) -> None:
        workspaces = Workspaces()
        days = [session_close(date(2013, 1, day)) for day in (28, 29, 30, 31)]
        for day in days:
            await workspaces.decide(None, at=day)
        for at in (days[1], days[1] + timedelta(hours=16), days[2] - timedelta(seconds=1)):
            market = (await workspaces.summaries(at))[Analyst.MARKET]
            assert market.latest is not None
            assert max(each.as_of for each in market.latest.leans) == days[1]
        back, _ = await workspaces.decide(None, at=days[1])
        assert max(each.as_of for digest in back.digests for each in digest.leans) <= days[1]
        before = (await workspaces.summaries(days[0] - timedelta(days=1)))[Analyst.MARKET]
        assert (before.today_report, before.latest) == (None, None)

    async def test_the_digest_is_that_of_the_reports_known_then_whatever_was_reported_since(self) -> None:
        forwards, backwards = Workspaces(), Workspaces()
        days = [session_close(date(2013, 1, day)) for day in (28, 29, 30)]
        for day in (*days, days[0]):
            await forwards.decide(None, at=day)
        await backwards.decide(None, at=days[0])
        kept, alone = [(await each.summaries(days[0]))[Analyst.MARKET] for each in (forwards, backwards)]
        assert kept == alone

    async def test_a_committee_by_rules_keeps_its_reports_and_says_that_it_was_asked(self) -> None:
        workspaces = Workspaces()
        fusion, _ = await workspaces.decide(None)
        found = await workspaces.summaries(CLOSE)
        assert tuple(found[each].today_report for each in Analyst) == fusion.reports
        assert all(stored.is_asked for stored, _ in workspaces.memory.state.analyst_reports.values())
