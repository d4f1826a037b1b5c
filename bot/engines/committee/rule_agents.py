"""The members of a committee by rules, without a model: each really reads its source, the trader does arithmetic."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.debate import Debate, Speaker, Speech, SpentBudget
from bot.domain.committee.research import ResearchSummary, Stance
from bot.domain.committee.risk import BUY_PARTS, SELL_PARTS, RiskSummary, RiskVoice
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import Proposal, Reason
from bot.engines.committee.analysts import read_share, read_source
from bot.engines.committee.graph import CommitteeState, DebateState
from bot.engines.committee.research import find_stance_changes, judge_research
from bot.engines.committee.risk import judge_risk
from bot.engines.committee.share_memory import ShareMemory
from bot.engines.rules.analysis import Analysis, Rating
from bot.engines.rules.engine import propose_for
from bot.engines.rules.proposal import TradePlan, ViewCodes

COMMITTEE: Final = "committee"  # the engine's name
TRADER: Final = "trader"  # in the transcript

_CODES: Final = ViewCodes(
    undecided="committee_undecided",
    would="committee_would",
    order_undecided="committee_undecided_on_order",
    order_opposed="committee_against_order",
)
_RATINGS: Final = {Stance.BULLISH: Rating.BUY, Stance.UNDECIDED: Rating.HOLD, Stance.BEARISH: Rating.SELL}


def trade_plan(reports: Sequence[AnalystReport], research: ResearchSummary, risk: RiskSummary) -> TradePlan:
    """Return what the trader proposes to do; its arguments are the strongest points of both sides."""
    voice = risk.chosen or RiskVoice.NEUTRAL
    without_data = [
        Reason("analyst_without_data", 0.0, words={"analyst": report.analyst})
        for report in reports
        if not report.has_data
    ]
    return TradePlan(
        analysis=Analysis(
            rating=Rating.HOLD if risk.advises_against else _RATINGS[research.stance],
            score=research.score,
            confidence=research.conviction,
            arguments_for=research.points_for,
            arguments_against=research.points_against,
            notes=(*risk.reasons, *without_data),
        ),
        buy_part=BUY_PARTS[voice],
        sell_part=SELL_PARTS[voice],
        engine=COMMITTEE,
        codes=replace(_CODES, undecided="committee_trades_nothing") if risk.advises_against else _CODES,
        figures={"conviction": research.conviction * 100},
    )


_VOICES: Final = {Speaker.RISKY: RiskVoice.RISKY, Speaker.NEUTRAL: RiskVoice.NEUTRAL, Speaker.SAFE: RiskVoice.SAFE}


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
        return read_source(analyst, self.features, self.snapshot)

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
