"""The steps of a committee with made-up members: who is asked when, with what, and what enters its state."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

import pytest

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.debate import Debate, Speaker, Speech
from bot.domain.committee.research import ResearchSummary, Stance
from bot.domain.committee.risk import RiskSummary
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.engines.committee.analysts import analyst_report
from bot.engines.committee.graph import SPEAKERS, CommitteeState, DebateState, run_committee
from tests.fakes.market import neutral_features, proposal

SPLIT = {Analyst.MARKET: 0.6, Analyst.NEWS: -0.3}  # one is for buying, one for selling

RESEARCH_SPEAKERS, RISK_SPEAKERS = SPEAKERS[Debate.RESEARCH], SPEAKERS[Debate.RISK]


@dataclass
class FakeMembers:
    """Members that each wait until all who may act at the same time have begun, and note what they were given."""

    symbol: str = "IBM"
    rounds: Mapping[Debate, int] = field(default_factory=lambda: dict.fromkeys(Debate, 1))
    failing: str = ""
    leans: Mapping[Analyst, float] = field(default_factory=dict)  # of others: 0
    wants_answers: bool = False  # what the judge says after the opening
    asked: list[str] = field(default_factory=list)
    given: dict[str, DebateState | CommitteeState] = field(default_factory=dict)
    said: list[tuple[Speaker, int, int]] = field(default_factory=list)  # who, in which round, after how many speeches
    waiting: dict[int, asyncio.Barrier] = field(default_factory=dict)

    async def report(self, analyst: Analyst) -> AnalystReport:
        await self._begin(analyst, beside=len(Analyst))
        return analyst_report(analyst, neutral_features(symbol=self.symbol), lean=self.leans.get(analyst, 0.0))

    async def speak(self, speaker: Speaker, debate: DebateState) -> Speech:
        before = debate.get("speeches", ())
        self.said.append((speaker, debate["rounds"] + 1, len(before)))
        speakers = RESEARCH_SPEAKERS if speaker in RESEARCH_SPEAKERS else RISK_SPEAKERS
        await self._begin(speaker, beside=len(speakers), given=debate)
        return Speech(speaker, debate["rounds"] + 1, (Reason(f"{self.symbol} secret words of {speaker}", 0.0),))

    async def rule_on_research(self, debate: DebateState) -> ResearchSummary:
        await self._begin(Speaker.RESEARCH_JUDGE, given=debate)
        return ResearchSummary(
            stance=Stance.UNDECIDED,
            score=0.0,
            conviction=Decimal("0.5"),
            points_for=(),
            points_against=(),
            wants_answers=self.wants_answers and debate["rounds"] < self.rounds[Debate.RESEARCH],
        )

    async def rule_on_risk(self, debate: DebateState) -> RiskSummary:
        await self._begin(Speaker.RISK_JUDGE, given=debate)
        return RiskSummary()

    async def trade(self, state: CommitteeState) -> Proposal:
        await self._begin("trader", given=state)
        return replace(proposal(Action.HOLD), symbol=self.symbol)

    async def _begin(self, name: str, *, beside: int = 1, given: DebateState | CommitteeState | None = None) -> None:
        self.asked.append(name)
        if given is not None:
            self.given[name] = given
        if name == self.failing:
            raise OSError(name)
        if beside > 1 and not self.failing:
            await self.waiting.setdefault(beside, asyncio.Barrier(beside)).wait()


async def run(members: FakeMembers) -> CommitteeState:
    async with asyncio.timeout(10):  # who is not asked at the same time waits for ever
        return await run_committee(members)


async def test_analysts_at_once_then_both_debates_then_the_trader() -> None:
    members = FakeMembers()
    await run(members)
    asked = members.asked
    assert set(asked[:4]) == set(Analyst)
    assert set(asked[4:6]) == set(RESEARCH_SPEAKERS)
    assert asked[6] == Speaker.RESEARCH_JUDGE
    assert set(asked[7:10]) == set(RISK_SPEAKERS)
    assert asked[10:] == [Speaker.RISK_JUDGE, "trader"]


async def test_only_conclusions_enter_the_committees_state() -> None:
    members = FakeMembers()
    concluded = await run(members)
    assert concluded.keys() == {"reports", "research", "risk", "proposal"}
    assert "secret words" not in repr(concluded)
    assert members.given["trader"].keys() == {"reports", "research", "risk"}
    assert "secret words" not in repr(members.given["trader"])


@pytest.mark.parametrize(("research", "risk"), [(1, 1), (2, 1), (1, 3), (3, 2)])
async def test_each_round_hears_those_before_it_and_no_debate_has_more(research: int, risk: int) -> None:
    members = FakeMembers(rounds={Debate.RESEARCH: research, Debate.RISK: risk}, leans=SPLIT)
    await run(members)
    for speakers, rounds in ((RESEARCH_SPEAKERS, research), (RISK_SPEAKERS, risk)):
        said = [each for each in members.said if each[0] in speakers]
        assert sorted(said) == sorted(
            (speaker, number, (number - 1) * len(speakers)) for speaker in speakers for number in range(1, rounds + 1)
        )
    assert [members.asked.count(judge) for judge in (Speaker.RESEARCH_JUDGE, Speaker.RISK_JUDGE, "trader")] == [1, 1, 1]


class TestEarlyEnd:
    """The judge may close the research debate after its opening where no analyst contradicts another."""

    @pytest.mark.parametrize("leans", [{}, {Analyst.MARKET: 0.6, Analyst.NEWS: -0.2}, {Analyst.MARKET: -0.9}])
    async def test_nobody_contradicts_and_the_judge_rules_then_no_answers(self, leans: dict[Analyst, float]) -> None:
        members = FakeMembers(rounds={Debate.RESEARCH: 3, Debate.RISK: 1}, leans=leans)
        concluded = await run(members)
        assert sorted(each for each in members.said if each[0] in RESEARCH_SPEAKERS) == [("bear", 1, 0), ("bull", 1, 0)]
        assert members.asked.count(Speaker.RESEARCH_JUDGE) == 1
        assert not concluded["research"].wants_answers

    async def test_the_judge_wants_answers_then_all_rounds_and_a_second_ruling(self) -> None:
        members = FakeMembers(rounds={Debate.RESEARCH: 2, Debate.RISK: 1}, wants_answers=True)
        concluded = await run(members)
        assert [members.asked.count(each) for each in (*RESEARCH_SPEAKERS, Speaker.RESEARCH_JUDGE)] == [2, 2, 2]
        assert len(members.given[Speaker.RESEARCH_JUDGE]["speeches"]) == 4  # type: ignore[typeddict-item]
        assert not concluded["research"].wants_answers

    async def test_the_judge_is_asked_about_closing_once_only(self) -> None:
        members = FakeMembers(rounds={Debate.RESEARCH: 4, Debate.RISK: 1}, wants_answers=True)
        await run(members)
        assert members.asked.count(Speaker.RESEARCH_JUDGE) == 2

    async def test_analysts_on_opposite_sides_then_all_rounds_before_the_judge_is_asked(self) -> None:
        members = FakeMembers(rounds={Debate.RESEARCH: 2, Debate.RISK: 1}, leans=SPLIT)
        await run(members)
        assert [members.asked.count(each) for each in (*RESEARCH_SPEAKERS, Speaker.RESEARCH_JUDGE)] == [2, 2, 1]


@pytest.mark.parametrize(
    "failing", [Analyst.NEWS, Speaker.BEAR, Speaker.RESEARCH_JUDGE, Speaker.SAFE, Speaker.RISK_JUDGE, "trader"]
)
async def test_a_member_fails_then_its_error_is_raised_and_nothing_concluded(failing: str) -> None:
    members = FakeMembers(failing=failing)
    with pytest.raises(OSError, match=failing):
        await run(members)
    assert failing == "trader" or "trader" not in members.asked


async def test_two_committees_at_once_do_not_mix() -> None:
    first, second = FakeMembers("AAPL", rounds=dict.fromkeys(Debate, 2)), FakeMembers("GOOG")
    for members, concluded in zip((first, second), await asyncio.gather(run(first), run(second)), strict=True):
        assert concluded["proposal"].symbol == members.symbol
        assert {report.symbol for report in concluded["reports"]} == {members.symbol}
        other = "GOOG" if members is first else "AAPL"
        assert other not in repr(members.given)
