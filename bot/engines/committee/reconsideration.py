"""The research judge rules again, on a point that a person makes; where it takes another side, so does the proposal."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bot.agents.model_client import ModelClient
from bot.domain.committee.debate import PERSON, CommitteeOptions, Speaker
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.runs import Objection
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import AgentMessage, DecisionResult
from bot.domain.trading.decisions import Reason
from bot.engines.committee.analysis_budget import AnalysisBudget
from bot.engines.committee.debate_data import DebateData
from bot.engines.committee.model_agents import ModelAgents
from bot.engines.committee.rule_agents import COMMITTEE, RuleAgents, trade_plan
from bot.engines.common.decision_input import features_with_snapshots
from bot.engines.common.run_client import RunClient, RunUsage
from bot.engines.common.transcript import Localizer, Transcript
from bot.engines.rules.engine import propose_for
from bot.locales import Catalogue
from bot.ports import Clock, TextSink


@dataclass(frozen=True, slots=True)
class Reconsideration:
    """A committee that has ruled and hears one objection. Implements `bot.ports.Engine`, for the share of that ruling.

    It goes on with the reports and the debate that there were. Its result has no proposal where the stance is the same,
    and no fusion state where the judge gave no answer.
    """

    objection: Objection
    client: ModelClient
    clock: Clock
    options: CommitteeOptions
    texts: Catalogue = field(default_factory=Catalogue)
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case
    name: str = COMMITTEE

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:  # noqa: ARG002 - one answer is no draft
        """Return the new ruling, and the proposal that follows from another stance. Failures of models raise nothing.

        Raises: ValueError: the request is of another share, or has no snapshot.
        """
        ((features, snapshot),) = features_with_snapshots(request)
        if snapshot is None or features.symbol != self.objection.fusion.company_of_interest:
            msg = f"no snapshot of {self.objection.fusion.company_of_interest}"
            raise ValueError(msg)
        transcript = Transcript(Localizer(self.texts, Locale(request.language)), self.allowed_hosts)
        usage, by_rules = RunUsage(), RuleAgents(request, features, snapshot)
        budget = AnalysisBudget.of_run(self.client.model, self.options, usage, shares=1)
        client = RunClient(replace(self.client, model=budget), request.caller, usage)
        told = DebateData.of(by_rules, transcript)
        judge = ModelAgents(by_rules, client, self.allowed_hosts, told, budget)
        ruling = await judge.rule_on_objection(self.objection)
        run = usage.engine_run(run_id=self.objection.run_id, engine=COMMITTEE, at=self.clock.now())
        if ruling is None:
            return DecisionResult(proposals=(), run=run)
        fusion = replace(self.objection.fusion, research_summary=ruling, investment_plan=ruling.plan)
        said = objection_messages(self.objection, transcript, answer=ruled_reasons(ruling))
        if ruling.stance is self.objection.before.stance or self.objection.is_order:
            return DecisionResult(proposals=(), run=run, discussion=said, fusion=(fusion,))
        risk = by_rules.risk(ruling)
        proposal = propose_for(request, features, plan=trade_plan(fusion.reports, ruling, risk))
        proposal = replace(proposal, run_id=self.objection.run_id)
        fusion = replace(
            fusion,
            risk_summary=risk,
            final_trade_decision=risk.decision(ruling.plan.side),
            trader_investment_plan=proposal,
            current_price=features.price,
        )
        return DecisionResult(proposals=(proposal,), run=run, discussion=said, fusion=(fusion,))


def objection_messages(
    objection: Objection, transcript: Transcript, *, answer: Iterable[Reason] = ()
) -> tuple[AgentMessage, ...]:
    """Return the objection, and what the judge answers, as they are added to the discussion of the run."""
    localizer, symbols = transcript.localizer, (objection.fusion.company_of_interest,)
    said = localizer.render("objection-said", by=objection.by, words=objection.words)
    transcript.add_message(PERSON, Speaker.RESEARCH_JUDGE, [said], symbols=symbols)
    lines = [localizer.texts.render_reason(localizer.locale, each) for each in answer]
    if lines:
        transcript.add_message(Speaker.RESEARCH_JUDGE, PERSON, lines, symbols=symbols)
    return tuple(transcript.messages)


def ruled_reasons(ruling: ResearchSummary) -> tuple[Reason, ...]:
    """Return the ruling as reasons: the stance, and why an objection did or did not change it."""
    stance = Reason("research_ruled", 0.0, {"conviction": ruling.conviction * 100}, {"stance": ruling.stance})
    return (stance, *ruling.on_objection)
