"""Engine `dual`: a filter agent selects symbols for company figures, a decision agent decides, the validator checks."""

from dataclasses import dataclass, field
from typing import Final

from bot.agents.data_message import data_message
from bot.agents.model_client import ModelClient
from bot.agents.registry import DECISION
from bot.domain.text.links import neutralize_links
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.engines.common.drafting import DraftingAgent, DraftingRun
from bot.engines.common.proposal_review import ProposalReview
from bot.engines.common.rationale import rationale_for
from bot.engines.common.run_client import RunClient
from bot.engines.common.transcript import Localizer, Transcript
from bot.engines.dual.agent_inputs import decision_input
from bot.engines.dual.filter_agent import FilterResult, run_filter
from bot.locales import Catalogue
from bot.ports import Clock, NewId, TextSink

DUAL: Final = "dual"  # the engine's name

_DECISION_AGENT: Final = DraftingAgent(agent=DECISION, prompt="decision", feedback_prompt="complaint")


@dataclass(frozen=True, slots=True, kw_only=True)
class DualEngine:
    """Sends two requests to models for any number of symbols, and up to three more if a rule is broken.

    Implements `bot.ports.Engine`.
    """

    client: ModelClient
    clock: Clock
    new_id: NewId
    texts: Catalogue = field(default_factory=Catalogue)
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case
    name: str = DUAL

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
        """Return one proposal per symbol; `show` receives the filter agent's reasoning, one line per symbol.

        Failures of models raise nothing: a symbol that is not decided in time gets a hold with `fallback` set.
        """
        if not request.features:
            return DecisionResult(proposals=())
        client = RunClient(self.client, request.caller)
        transcript = Transcript(Localizer(self.texts, Locale(request.language)), self.allowed_hosts)
        filtered = await self._filter(request, client, transcript, show)
        data = decision_input(
            request, company_symbols=filtered.company_symbols, reasoning=filtered.reasoning, texts=self.texts
        )
        review = ProposalReview(request, engine=DUAL)
        drafting = DraftingRun(drafting=_DECISION_AGENT, review=review, client=client, transcript=transcript)
        await drafting.decide_all(data_message(data))
        run_id = self.new_id()
        rationale = rationale_for(request, data, engine=DUAL, run_id=run_id, allowed_hosts=self.allowed_hosts)
        return DecisionResult(
            proposals=rationale.proposals(drafting.review.accepted, drafting.fallback_codes),
            run=client.usage.engine_run(run_id=run_id, engine=DUAL, at=self.clock.now()),
            discussion=tuple(transcript.messages),
            unrequested_symbols=tuple(drafting.invented),
        )

    async def _filter(
        self, request: DecisionRequest, client: RunClient, transcript: Transcript, show: TextSink | None
    ) -> FilterResult:
        """Run the filter agent and show its reasoning."""
        if client.is_time_up:
            return FilterResult()
        filtered = await run_filter(request, client=client, transcript=transcript)
        if show is not None and filtered.reasoning:
            reasoning = "\n".join(f"{symbol}: {text}" for symbol, text in filtered.reasoning.items())
            await show(neutralize_links(reasoning, self.allowed_hosts))
        return filtered
