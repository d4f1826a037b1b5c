"""Engine `dual`: a filter agent says whose company figures matter, a decision agent decides, the validator checks."""

from dataclasses import dataclass, field
from uuid import UUID

from bot.agents.data_message import data_message
from bot.agents.model_client import ModelClient
from bot.domain.conversation.turns import Limits
from bot.domain.text.links import neutralize_links
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult, EngineRun
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.validation import violations
from bot.engines.common.discussion import ReaderTexts, Transcript
from bot.engines.common.model_input import decision_input
from bot.engines.common.proposal_review import ENGINE, ProposalReview, cash_cost
from bot.engines.common.rationale import Rationale, rationale_for
from bot.engines.common.run_usage import RunUsage
from bot.engines.dual.decision_agent import DecisionAgentRun
from bot.engines.dual.filter_agent import FilterResult, run_filter
from bot.errors import InvalidDecisionError
from bot.locales import Catalogue
from bot.ports import Clock, NewId, TextSink


@dataclass(frozen=True, slots=True, kw_only=True)
class DualEngine:
    """Engine `dual`: two requests to models for any number of symbols, and up to three more where a rule is broken."""

    models: ModelClient
    clock: Clock
    new_id: NewId
    say: Catalogue = field(default_factory=Catalogue)
    allowed: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case
    name: str = ENGINE

    async def decide(self, question: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
        """Return one proposal per symbol; what no model decided rightly in time is a hold with `fallback` set.

        `show` takes the filter's reasoning, a line per symbol. What models say never raises.

        Raises: InvalidDecisionError: a defect of ours.
        """
        if not question.features:
            return DecisionResult(proposals=())
        tally = RunUsage(self.models, question.caller)
        discussion = Transcript(ReaderTexts(self.say, question.language), self.allowed)
        needs = FilterResult() if tally.is_time_up else await run_filter(question, tally=tally, discussion=discussion)
        if show is not None and needs.reasoning:
            reasoning = "\n".join(f"{symbol}: {why}" for symbol, why in needs.reasoning.items())
            await show(neutralize_links(reasoning, self.allowed))
        told = decision_input(question, with_company=needs.company, reasoning=needs.reasoning, say=self.say)
        deciding = DecisionAgentRun(ProposalReview(question), tally, discussion, self.say)
        await deciding.decide_all(data_message(told))
        run_id = self.new_id()
        proposals = _proposals(deciding, rationale_for(question, told, run_id=run_id, allowed=self.allowed))
        _check(proposals, question)
        return DecisionResult(
            proposals=proposals,
            run=self._run(run_id, tally),
            discussion=tuple(discussion.messages),
            invented=tuple(deciding.invented),
        )

    def _run(self, run_id: UUID, tally: RunUsage) -> EngineRun:
        return EngineRun(
            id=run_id,
            engine=ENGINE,
            prompt_version=" ".join(tally.versions),
            calls=tally.calls,
            cache_hits=tally.cache_hits,
            parse_errors=tally.parse_errors,
            retries=tally.complaints,
            latency=tally.latency,
            tokens=tally.tokens,
            at=self.clock.now(),
        )


def _proposals(deciding: DecisionAgentRun, argued: Rationale) -> tuple[Proposal, ...]:
    taken = deciding.bench.accepted
    return tuple(
        argued.with_reasons(known, taken[known.symbol])
        if known.symbol in taken
        else argued.fallback(known, deciding.reasons_why_not[known.symbol])
        for known in argued.question.features
    )


def _check(proposals: tuple[Proposal, ...], question: DecisionRequest) -> None:
    """Hold every proposal against the one validator as it will be stored, beside all the others' buys."""
    total = sum(cash_cost(proposal, question) for proposal in proposals)
    for proposal in proposals:
        others = total - cash_cost(proposal, question)
        limit = question.wish.max_cash
        broken = violations(
            proposal,
            portfolio=question.portfolio,
            commission=question.commission,
            limits=Limits(max_cash=None if limit is None else limit - others),
            committed=question.committed + others,
        )
        if broken:
            raise InvalidDecisionError(symbol=proposal.symbol, rules=", ".join(each.code for each in broken))
