"""Each member that asks a model, and each debate, alone: what it is told, what it returns, and what stays inside."""

import json
from dataclasses import replace
from typing import Any

import pytest

from adapters.market.sample import SampleMarket
from bot.agents.model_client import ModelClient
from bot.domain.committee.analysts import Analyst
from bot.domain.committee.debate import CommitteeOptions, Debate, Speaker, Speech
from bot.domain.committee.research import ResearchSummary, Stance
from bot.domain.committee.risk import RiskSummary, RiskVoice
from bot.domain.market.features import compute_features
from bot.domain.models.requests import ModelRequest
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.drafts import MODEL_REASON
from bot.engines.committee.analysis_budget import AnalysisBudget
from bot.engines.committee.analysts import read_share
from bot.engines.committee.debate_data import DebateData
from bot.engines.committee.graph import Committee, DebateState, debate_graph
from bot.engines.committee.model_agents import ModelAgents
from bot.engines.committee.rule_agents import RuleAgents
from bot.engines.committee.shared_facts import SharedFacts
from bot.engines.common.run_client import RunClient, RunUsage
from bot.engines.common.transcript import Localizer, Transcript
from bot.model_errors import ModelTimeoutError
from tests.fakes.committee_answers import committee_answer, member_of
from tests.fakes.core import SAY
from tests.fakes.decision_requests import decision_request
from tests.fakes.model import FakeModel, Script, options

RESEARCH_SPEAKERS = (Speaker.BULL, Speaker.BEAR)
RISK_SPEAKERS = (Speaker.RISKY, Speaker.NEUTRAL, Speaker.SAFE)


def usual(request: ModelRequest) -> str:
    return committee_answer([message.text for message in request.messages])


async def members(script: Script = usual) -> tuple[ModelAgents, FakeModel]:
    snapshot = await SampleMarket().snapshot("GOOG")
    features = compute_features(snapshot)
    request = decision_request("GOOG", features=(features,), snapshots=(snapshot,))
    by_rules, model = RuleAgents(request, features, snapshot), FakeModel(script)
    localizer = Localizer(SAY, Locale(Language.ENGLISH))
    budget = AnalysisBudget.of_run(model, CommitteeOptions(), RunUsage(), shares=1)
    client = RunClient(ModelClient(budget, options), request.caller)
    facts = SharedFacts.of(features, snapshot, localizer)
    told = DebateData(by_rules, facts, Transcript(localizer))
    return ModelAgents(by_rules, client, frozenset(), told, budget), model


def opening(agents: ModelAgents, **changes: Any) -> DebateState:  # noqa: ANN401 - any part of the state
    reports = read_share(agents.by_rules.features, agents.by_rules.snapshot)
    state = DebateState(reports=reports, rounds=0)
    state.update(changes)  # type: ignore[typeddict-item] # parts of a state
    return state


def bullish(agents: ModelAgents) -> ResearchSummary:
    return agents.by_rules.research(read_share(agents.by_rules.features, agents.by_rules.snapshot))


class TestAnalysts:
    @pytest.mark.parametrize("analyst", list(Analyst))
    async def test_one_request_with_its_own_facts_makes_its_report(self, analyst: Analyst) -> None:
        agents, model = await members()
        report = await agents.report(analyst)
        (request,) = model.requests
        assert (member_of(request.messages[0].text), request.purpose) == ("analyst", "analyst")
        assert set(request.fact_ids) == set(agents.told.facts.private[analyst].facts)
        assert (report.analyst, report.lean) == (analyst, 0.5)
        assert {point.code for point in report.points} == {MODEL_REASON}
        assert agents.told.facts.shared.facts == {}  # a report shares nothing by itself


class TestSpeakers:
    @pytest.mark.parametrize(("speaker", "sign"), [(Speaker.BULL, 1), (Speaker.BEAR, -1)])
    async def test_points_of_a_side_have_its_sign(self, speaker: Speaker, sign: int) -> None:
        agents, _ = await members()
        speech = await agents.speak(speaker, opening(agents))
        assert (speech.speaker, speech.round) == (speaker, 1)
        assert all(point.weight * sign > 0 for point in speech.points)

    async def test_in_an_answer_round_it_hears_what_was_said_and_may_ask_no_more(self) -> None:
        agents, model = await members()
        first = await agents.speak(Speaker.BEAR, opening(agents))
        await agents.speak(Speaker.BULL, opening(agents, rounds=1, speeches=(first,)))
        before, after = (json.loads(_data(request)) for request in model.requests)
        assert ("said" in before, "more" in before) == (False, True)
        assert ("said" in after, "more" in after) == (True, False)

    async def test_without_an_answer_by_rules_in_the_opening_and_silent_in_an_answer_round(self) -> None:
        agents, _ = await members(lambda _: ModelTimeoutError())
        first = await agents.speak(Speaker.BULL, opening(agents))
        second = await agents.speak(Speaker.BULL, opening(agents, rounds=1, speeches=(first,)))
        assert first.points
        assert second == Speech(Speaker.BULL, 2, ())
        assert agents.silent == [Speaker.BULL, Speaker.BULL]


class TestJudges:
    async def test_the_research_judge_rules_on_what_it_is_told(self) -> None:
        agents, model = await members()
        ruling = await agents.rule_on_research(opening(agents, rounds=2))
        assert (ruling.stance, ruling.by_model, ruling.wants_answers) == (Stance.BULLISH, True, False)
        assert json.loads(_data(model.requests[0]))["speeches"] == []

    async def test_no_move_of_the_price_is_told_where_a_ruling_by_rules_is_on_views_of_a_model(self) -> None:
        agents, _ = await members()
        by_rules = read_share(agents.by_rules.features, agents.by_rules.snapshot)
        assert agents.by_rules.research(by_rules).stance_changes
        by_model = [replace(report, lean=0.5) for report in by_rules]
        assert agents.by_rules.research(by_model).stance_changes == ()

    async def test_the_risk_judge_chooses_one_of_three_sizes_worked_out_by_code(self) -> None:
        agents, model = await members()
        ruling = await agents.rule_on_risk(opening(agents, research=bullish(agents), rounds=1))
        told = json.loads(_data(model.requests[0]))["facts"]["risk"]
        assert ruling.chosen is RiskVoice.NEUTRAL
        assert ruling.case is not None
        assert str(ruling.case.shares) in json.dumps(told)


class TestDebates:
    async def test_the_research_debate_alone_ends_with_a_ruling_and_its_speeches_stay_in_it(self) -> None:
        agents, _ = await members()
        ended = await debate_graph(Debate.RESEARCH).ainvoke(opening(agents), context=Committee(agents))
        assert isinstance(ended["ruling"], ResearchSummary)
        assert ended["rounds"] == 2
        assert {speech.speaker for speech in ended["speeches"]} == set(RESEARCH_SPEAKERS)
        assert "research" not in ended

    async def test_the_risk_debate_alone_ends_with_a_ruling_after_one_round(self) -> None:
        agents, model = await members()
        state = opening(agents, research=bullish(agents))
        ended = await debate_graph(Debate.RISK).ainvoke(state, context=Committee(agents))
        assert isinstance(ended["ruling"], RiskSummary)
        assert (ended["rounds"], len(model.requests)) == (1, 4)
        assert {speech.speaker for speech in ended["speeches"]} == set(RISK_SPEAKERS)


def _data(request: ModelRequest) -> str:
    return request.messages[1].text.partition("<data>\n")[2].partition("\n</data>")[0]
