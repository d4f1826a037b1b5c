"""The members of a committee by rules, without a model: each really reads its source."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.debate import Debate, Speaker, Speech, SpentBudget
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.risk import RiskSummary, RiskVoice
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import Proposal, Reason
from bot.engines.committee.analysts.fundamentals import read_fundamentals
from bot.engines.committee.analysts.market import read_market
from bot.engines.committee.analysts.news import read_news, read_sentiment
from bot.engines.committee.graph import CommitteeState, DebateState
from bot.engines.committee.research import find_stance_changes, judge_research
from bot.engines.committee.risk import judge_risk
from bot.engines.committee.share_memory import ShareMemory
from bot.engines.committee.trader import trade_plan
from bot.engines.rules.requested_proposal import propose_for

_VOICES: Final = {Speaker.RISKY: RiskVoice.RISKY, Speaker.NEUTRAL: RiskVoice.NEUTRAL, Speaker.SAFE: RiskVoice.SAFE}


def read_share(features: Features, snapshot: Snapshot) -> tuple[AnalystReport, ...]:
    """Return the reports of all four analysts on one share, in their order."""
    return tuple(_read(analyst, features, snapshot) for analyst in Analyst)


def _read(analyst: Analyst, features: Features, snapshot: Snapshot) -> AnalystReport:
    match analyst:
        case Analyst.MARKET:
            return read_market(features, snapshot)
        case Analyst.NEWS:
            return read_news(features, snapshot)
        case Analyst.SENTIMENT:
            return read_sentiment(features, snapshot)
        case Analyst.FUNDAMENTALS:
            return read_fundamentals(features)


@dataclass(frozen=True, slots=True)
class RuleAgents:
    """A committee on one share by rules. Implements `CommitteeAgents`.

    Rules have nothing to add to what was said: their debates have one round.
    """

    request: DecisionRequest
    features: Features
    snapshot: Snapshot
    rounds: Mapping[Debate, int] = field(default_factory=lambda: dict.fromkeys(Debate, 1))
    memory: ShareMemory = field(default_factory=ShareMemory)

    @property
    def silent(self) -> tuple[str, ...]:
        """The members that a model gave no answer to: none, as none is asked."""
        return ()

    @property
    def spent_budget(self) -> SpentBudget | None:
        """The budget that was used up: none, as none is needed."""
        return None

    def read(self, analyst: Analyst) -> AnalystReport:
        """Return an analyst's reading of its source."""
        return _read(analyst, self.features, self.snapshot)

    def research(self, reports: Sequence[AnalystReport]) -> ResearchSummary:
        """Return the ruling by the mean of the analysts' views, with the moves of the price that would change it.

        Which moves would is known only of views by rules: nobody can say what a model would make of another price.
        """
        ruling = judge_research(reports, self.features)
        if any(report.lean != self.read(report.analyst).lean for report in reports):
            return ruling
        return replace(ruling, stance_changes=find_stance_changes(self.snapshot, read_share))

    def risk(self, research: ResearchSummary) -> RiskSummary:
        """Return the ruling on how much to trade."""
        return judge_risk(self.request, self.features, self.snapshot, research)

    async def report(self, analyst: Analyst) -> AnalystReport:
        """Return an analyst's report."""
        return self.read(analyst)

    async def speak(self, speaker: Speaker, debate: DebateState) -> Speech:
        """Return the strongest points of the speaker's side, or the size that a voice of the risk debate asks for."""
        return Speech(speaker, 1, self._points(speaker, debate))

    async def rule_on_research(self, debate: DebateState) -> ResearchSummary:
        """Return the judge's ruling on the research debate."""
        return self.research(debate["reports"])

    async def rule_on_risk(self, debate: DebateState) -> RiskSummary:
        """Return the ruling by how much evidence there is, and how volatile the share."""
        return self.risk(debate["research"])

    async def trade(self, state: CommitteeState) -> Proposal:
        """Return the proposal of the size that was ruled, or that a person named."""
        plan = trade_plan(state["reports"], state["research"], state["risk"])
        return propose_for(self.request, self.features, plan=plan)

    def _points(self, speaker: Speaker, debate: DebateState) -> tuple[Reason, ...]:
        if speaker in _VOICES:
            risk = self.risk(debate["research"])
            return tuple(
                Reason("risk_case", 0.0, {"shares": case.shares, "amount": case.amount})
                for case in risk.cases
                if case.voice is _VOICES[speaker]
            )
        research = judge_research(debate["reports"], self.features)
        return research.points_for if speaker is Speaker.BULL else research.points_against
