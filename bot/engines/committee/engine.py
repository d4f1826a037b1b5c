"""Engine `committee`: four analysts, a research debate, a risk debate and a trader on each share."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final
from uuid import UUID

from bot.agents.model_client import ModelClient
from bot.domain.committee.analysts import Analyst
from bot.domain.committee.debate import CommitteeOptions
from bot.domain.committee.fusion import FusionState, TeamPoint
from bot.domain.committee.runs import Objection
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot
from bot.domain.memory.prompt_parts import Part
from bot.domain.text.locale import Locale
from bot.domain.text.topics import tone_words, topic_tags
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult, EngineRun
from bot.engines.committee.analysis_budget import AnalysisBudget
from bot.engines.committee.debate_data import DebateData
from bot.engines.committee.graph import CommitteeState, run_committee
from bot.engines.committee.model_agents import ModelAgents
from bot.engines.committee.reconsideration import Reconsideration
from bot.engines.committee.recorded_agents import RecordedAgents, RunRecord, risk_basis
from bot.engines.committee.rule_agents import COMMITTEE, RuleAgents
from bot.engines.committee.share_memory import remember_share
from bot.engines.common.decision_input import features_with_snapshots, packed_conversation
from bot.engines.common.run_client import RunClient, RunUsage
from bot.engines.common.transcript import Localizer, Transcript
from bot.engines.rules.engine import request_after
from bot.locales import Catalogue
from bot.ports import AnalystMemory, Clock, NewId, RunJournals, TextSink

MOST_POINTS: Final = 5  # the latest
LONGEST: Final = 200  # characters of one point

_QUESTION_ENDS: Final = ("?", "？")
_COMMAND: Final = "/"


def team_summary(request: DecisionRequest, symbol: str) -> tuple[TeamPoint, ...]:
    """Return what was said about a share or the market in the conversation that models are told, the latest last.

    A view has a topic or a tone; questions and commands are none. What names only other shares of the request is left
    out.
    """
    said = (TeamPoint(by, single_line(text, limit=LONGEST)) for by, text in _said(request))
    views = (point for point in said if _is_view(point.text) and _may_mean(symbol, point.text, request))
    return tuple(dict.fromkeys(views))[-MOST_POINTS:]


def _said(request: DecisionRequest) -> Iterator[tuple[str, str]]:
    """Yield who said what: to Parley, then beside it."""
    packed = packed_conversation(request).conversation
    for part in (Part.MESSAGES, Part.OVERHEARD):
        entries = packed.get(part.value, ())
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, Mapping) and entry.get("role", "person") == "person":
                yield str(entry["by"]), str(entry["text"])


def _is_view(line: str) -> bool:
    if line.startswith(_COMMAND) or line.endswith(_QUESTION_ENDS):
        return False
    return bool(topic_tags((line,))) or tone_words(line).balance is not None


def _may_mean(symbol: str, line: str, request: DecisionRequest) -> bool:
    """Return whether a line names this share, or none of those asked about."""
    symbols = [each.symbol for each in request.features]
    names = [(each, name) for each in symbols for name in (each, *request.names.get(each, ()))]
    is_named = r"(?<![a-z0-9]){}(?![a-z0-9])"
    named = {each for each, name in names if re.search(is_named.format(re.escape(name)), line, re.IGNORECASE)}
    return symbol in named or not named


@dataclass(frozen=True, slots=True)
class CommitteeEngine:
    """Engine `committee`: its members ask a model, if there is one. Implements `bot.ports.Engine`."""

    client: ModelClient | None  # None: all members work by rules
    clock: Clock
    new_id: NewId
    texts: Catalogue = field(default_factory=Catalogue)
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case
    journals: RunJournals | None = None  # of the runs that outlive their turn; None: there are none
    options: CommitteeOptions = field(default_factory=CommitteeOptions)
    memory: AnalystMemory | None = None  # None: nothing is remembered
    name: str = COMMITTEE

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
        """Return one proposal per symbol, and what was concluded; each buy leaves less cash to the next.

        Failures of models raise nothing: a member without an answer works by rules.

        Raises: ValueError: a share has no snapshot; the analysts read it.
        """
        run = await self._begin(request, show)
        fusion: list[FusionState] = []
        for features, snapshot in features_with_snapshots(request):
            if snapshot is None:
                msg = f"no snapshot of {features.symbol}"
                raise ValueError(msg)
            state = await run.analyze(request, features, snapshot)
            fusion.append(state)
            if state.trader_investment_plan is not None:
                request = request_after(request, state.trader_investment_plan)
        proposals = (each.trader_investment_plan for each in fusion if each.trader_investment_plan is not None)
        return DecisionResult(
            proposals=tuple(replace(each, run_id=run.id) for each in proposals),
            run=run.so_far(),
            discussion=run.record.discussion,
            fusion=tuple(fusion),
        )

    def reconsider(self, objection: Objection) -> Reconsideration | None:
        """Return the engine that hears an objection to what this one has ruled; None: rules weigh only figures."""
        if self.client is None:
            return None
        return Reconsideration(objection, self.client, self.clock, self.options, self.texts, self.allowed_hosts)

    async def _begin(self, request: DecisionRequest, show: TextSink | None) -> "_CommitteeRun":
        """Begin a run, or take up one that another process has begun."""
        journal = await self.journals.open(request.caller) if self.journals is not None else None
        usage = RunUsage.of(journal.progress.run) if journal is not None else RunUsage()
        run_id = journal.progress.run.id if journal is not None else self.new_id()

        def so_far() -> EngineRun:
            return usage.engine_run(run_id=run_id, engine=COMMITTEE, at=self.clock.now())

        model = self._model(request, usage)
        transcript = Transcript(Localizer(self.texts, Locale(request.language)), self.allowed_hosts)
        record = RunRecord(transcript, journal, so_far, show if model is not None else None)
        return _CommitteeRun(self, run_id, so_far, record, model)

    def _model(self, request: DecisionRequest, usage: RunUsage) -> tuple[RunClient, AnalysisBudget] | None:
        """Return what the members of one run ask, with the budget of its shares; None: there is no model."""
        if self.client is None:
            return None
        budget = AnalysisBudget.of_run(self.client.model, self.options, usage, shares=len(request.features))
        return RunClient(replace(self.client, model=budget), request.caller, usage), budget


@dataclass(frozen=True, slots=True)
class _CommitteeRun:
    """One run, over all its shares."""

    engine: CommitteeEngine
    id: UUID
    so_far: Callable[[], EngineRun]  # with its requests to models until now
    record: RunRecord
    model: tuple[RunClient, AnalysisBudget] | None  # None: all members work by rules

    async def analyze(self, request: DecisionRequest, features: Features, snapshot: Snapshot) -> FusionState:
        """Return what is concluded on one share."""
        language = request.language if self.model is not None else None
        memory = await remember_share(self.engine.memory, request.portfolio.account, features.symbol, language=language)
        by_rules = RuleAgents(request, features, snapshot, memory=memory)
        members = RecordedAgents(
            self._members(by_rules), self.record, features.symbol, session=features.session, basis=risk_basis(request)
        )
        concluded = await run_committee(members)
        await memory.add_history([by_rules.read(analyst) for analyst in Analyst])
        return replace(
            _fusion_state(request, features, snapshot, concluded),
            without_answer=members.without_answer,
            spent_budget=members.spent_budget,
            digests=memory.digests,
        )

    def _members(self, by_rules: RuleAgents) -> RuleAgents | ModelAgents:
        if self.model is None:
            return by_rules
        (client, budget), engine, transcript = self.model, self.engine, self.record.transcript
        rounds = engine.options.rounds
        told = DebateData.of(by_rules, transcript)
        return ModelAgents(by_rules, client, engine.allowed_hosts, told, budget, rounds=rounds)


def _fusion_state(
    request: DecisionRequest, features: Features, snapshot: Snapshot, concluded: CommitteeState
) -> FusionState:
    summaries = {report.analyst: report for report in concluded["reports"]}
    portfolio, plan = request.portfolio, concluded["research"].plan
    return FusionState(
        company_of_interest=features.symbol,
        trade_date=features.session,
        trade_timestamp=features.as_of,
        current_price=features.price,
        previous_close=next((bar.close for bar in reversed(snapshot.bars) if bar.session < features.session), None),
        account_cash=portfolio.account.cash,
        account_total_value=portfolio.total_assets,
        portfolio_positions=portfolio.positions,
        max_drawdown=request.drawdown.deepest if request.drawdown is not None else None,
        market_analyst_summary=summaries.get(Analyst.MARKET),
        news_analyst_summary=summaries.get(Analyst.NEWS),
        sentiment_analyst_summary=summaries.get(Analyst.SENTIMENT),
        fundamentals_analyst_summary=summaries.get(Analyst.FUNDAMENTALS),
        team_summary=team_summary(request, features.symbol),
        research_summary=concluded["research"],
        investment_plan=plan,
        risk_summary=concluded["risk"],
        final_trade_decision=concluded["risk"].decision(plan.side),
        trader_investment_plan=concluded["proposal"],
    )
