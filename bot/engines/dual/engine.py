"""Engine `dual`: a filter agent says whose company figures matter, a decision agent decides, the validator checks."""

from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from bot.agents.data_message import data_message
from bot.agents.model_client import ModelClient
from bot.domain.text.links import neutralize_links
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult, EngineRun
from bot.domain.trading.decisions import Proposal
from bot.engines.common.model_input import decision_input
from bot.engines.common.proposal_review import ProposalReview
from bot.engines.common.rationale import Rationale, rationale_for
from bot.engines.common.run_usage import RunUsage
from bot.engines.common.transcript import Localizer, Transcript
from bot.engines.dual.decision_agent import DecisionAgentRun
from bot.engines.dual.filter_agent import FilterResult, run_filter
from bot.locales import Catalogue
from bot.ports import Clock, NewId, TextSink

DUAL: Final = "dual"


@dataclass(frozen=True, slots=True, kw_only=True)
class DualEngine:
    """Engine `dual`: two requests to models for any number of symbols, and up to three more where a rule is broken."""

    client: ModelClient
    clock: Clock
    new_id: NewId
    texts: Catalogue = field(default_factory=Catalogue)
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case
    name: str = DUAL

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
        """Return one proposal per symbol; what no model decided rightly in time is a hold with `fallback` set.

        `show` takes the filter's reasoning, a line per symbol. What models say never raises.
        """
        if not request.features:
            return DecisionResult(proposals=())
        usage = RunUsage(self.client, request.caller)
        transcript = Transcript(Localizer(self.texts, Locale(request.language)), self.allowed_hosts)
        needs = FilterResult() if usage.is_time_up else await run_filter(request, usage=usage, transcript=transcript)
        if show is not None and needs.reasoning:
            reasoning = "\n".join(f"{symbol}: {why}" for symbol, why in needs.reasoning.items())
            await show(neutralize_links(reasoning, self.allowed_hosts))
        data = decision_input(
            request, company_symbols=needs.company_symbols, reasoning=needs.reasoning, texts=self.texts
        )
        deciding = DecisionAgentRun(ProposalReview(request), usage, transcript, self.texts)
        await deciding.decide_all(data_message(data))
        run_id = self.new_id()
        proposals = _proposals(
            deciding, rationale_for(request, data, engine=DUAL, run_id=run_id, allowed_hosts=self.allowed_hosts)
        )
        return DecisionResult(
            proposals=proposals,
            run=self._run(run_id, usage),
            discussion=tuple(transcript.messages),
            unrequested_symbols=tuple(deciding.invented),
        )

    def _run(self, run_id: UUID, usage: RunUsage) -> EngineRun:
        return EngineRun(
            id=run_id,
            engine=DUAL,
            prompt_version=" ".join(usage.prompt_versions),
            calls=usage.calls,
            cache_hits=usage.cache_hits,
            parse_errors=usage.parse_errors,
            retries=usage.feedback_rounds,
            latency=usage.latency,
            tokens=usage.tokens,
            at=self.clock.now(),
        )


def _proposals(deciding: DecisionAgentRun, argued: Rationale) -> tuple[Proposal, ...]:
    taken = deciding.review.accepted
    return tuple(
        argued.with_reasons(known, taken[known.symbol])
        if known.symbol in taken
        else argued.fallback(known, deciding.fallback_codes[known.symbol])
        for known in argued.request.features
    )
