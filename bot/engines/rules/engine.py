"""Engine `rules`: decides by scored rules, one symbol after the other, without a model."""

from dataclasses import dataclass

from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Proposal
from bot.engines.rules.proposal import RULES
from bot.engines.rules.requested_proposal import propose_for, request_after
from bot.ports import TextSink


@dataclass(frozen=True, slots=True)
class RulesEngine:
    """Engine `rules`. Implements `bot.ports.Engine`."""

    name: str = RULES

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:  # noqa: ARG002 - too fast for drafts
        """Return one proposal per symbol; each buy leaves less cash, and less of a stated limit, to the next."""
        proposals: list[Proposal] = []
        for features in request.features:
            proposal = propose_for(request, features)
            proposals.append(proposal)
            request = request_after(request, proposal)
        return DecisionResult(proposals=tuple(proposals))
