"""Engine `committee`: four analysts, a research debate, a risk debate and a trader on each share."""

from dataclasses import dataclass, field, replace
from decimal import Decimal

from bot.agents.model_client import ModelClient
from bot.domain.committee.analysts import Analyst
from bot.domain.committee.fusion import FusionState
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.engines.committee.graph import CommitteeState, run_committee
from bot.engines.committee.model_agents import ModelAgents
from bot.engines.committee.rule_agents import RuleAgents
from bot.engines.committee.share_memory import remember_share
from bot.engines.committee.shared_facts import SharedFacts
from bot.engines.committee.trader import COMMITTEE
from bot.engines.common.decision_input import features_with_snapshots
from bot.engines.common.run_client import RunClient
from bot.engines.common.run_usage import RunUsage
from bot.engines.common.transcript import Localizer, Transcript
from bot.engines.rules.requested_proposal import request_after
from bot.locales import Catalogue
from bot.ports import AnalystMemory, Clock, NewId, TextSink


@dataclass(frozen=True, slots=True)
class CommitteeEngine:
    """Engine `committee`: its members ask a model, if there is one. Implements `bot.ports.Engine`."""

    client: ModelClient | None  # None: all members work by rules
    clock: Clock
    new_id: NewId
    texts: Catalogue = field(default_factory=Catalogue)
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case
    memory: AnalystMemory | None = None  # None: nothing is remembered
    name: str = COMMITTEE

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
        """Return one proposal per symbol, and what was concluded; each buy leaves less cash to the next.

        Failures of models raise nothing: a member without an answer works by rules.

        Raises: ValueError: a share has no snapshot; the analysts read it.
        """
        fusion: list[FusionState] = []
        run_id = self.new_id()
        transcript = Transcript(Localizer(self.texts, Locale(request.language)), self.allowed_hosts)
        client = RunClient(self.client, request.caller) if self.client is not None else None
        for features, snapshot in features_with_snapshots(request):
            if snapshot is None:
                msg = f"no snapshot of {features.symbol}"
                raise ValueError(msg)
            language = request.language if client is not None else None
            memory = await remember_share(self.memory, request.portfolio.account, features.symbol, language=language)
            by_rules = RuleAgents(request, features, snapshot, transcript, memory=memory)
            members = self._members(by_rules, client, show)
            concluded = await run_committee(members)
            state = _fusion_state(request, features, snapshot, concluded)
            fusion.append(replace(state, without_answer=tuple(dict.fromkeys(members.silent)), digests=memory.digests))
            await memory.add_history([by_rules.read(analyst) for analyst in Analyst])
            request = request_after(request, concluded["proposal"])
        proposals = (each.trader_investment_plan for each in fusion if each.trader_investment_plan is not None)
        return DecisionResult(
            proposals=tuple(replace(each, run_id=run_id) for each in proposals),
            run=(client.usage if client is not None else RunUsage()).engine_run(
                run_id=run_id, engine=COMMITTEE, at=self.clock.now()
            ),
            discussion=tuple(transcript.messages),
            fusion=tuple(fusion),
        )

    def _members(
        self, by_rules: RuleAgents, client: RunClient | None, show: TextSink | None
    ) -> RuleAgents | ModelAgents:
        if client is None:
            return by_rules
        facts = SharedFacts(by_rules.transcript.localizer)
        return ModelAgents(by_rules, client, self.allowed_hosts, facts, show)


def _fusion_state(
    request: DecisionRequest, features: Features, snapshot: Snapshot, concluded: CommitteeState
) -> FusionState:
    summaries = {report.analyst: report for report in concluded["reports"]}
    portfolio = request.portfolio
    return FusionState(
        company_of_interest=features.symbol,
        trade_date=features.session,
        trade_timestamp=features.as_of,
        current_price=features.price,
        previous_close=_previous_close(features, snapshot),
        account_cash=portfolio.account.cash,
        account_total_value=portfolio.total_assets,
        portfolio_positions=portfolio.positions,
        market_analyst_summary=summaries.get(Analyst.MARKET),
        news_analyst_summary=summaries.get(Analyst.NEWS),
        sentiment_analyst_summary=summaries.get(Analyst.SENTIMENT),
        fundamentals_analyst_summary=summaries.get(Analyst.FUNDAMENTALS),
        research_summary=concluded["research"],
        risk_summary=concluded["risk"],
        trader_investment_plan=concluded["proposal"],
    )


def _previous_close(features: Features, snapshot: Snapshot) -> Decimal | None:
    earlier = [bar.close for bar in snapshot.bars if bar.session < features.session]
    return earlier[-1] if earlier else None
