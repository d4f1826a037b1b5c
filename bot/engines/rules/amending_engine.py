"""The engine behind a person's change to a pending decision: arithmetic, no model, no new decision."""

from dataclasses import dataclass

from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Proposal
from bot.engines.rules.amendment import AmendmentRequest, amend_proposal
from bot.engines.rules.proposal import RULES
from bot.ports import TextSink


@dataclass(frozen=True, slots=True)
class AmendingEngine:
    """Resizes one proposal by the rules and keeps its reasons."""

    old: Proposal
    is_named: bool  # a person named the size in question; else it is that of `old`
    name: str = RULES  # whose arithmetic it is

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:  # noqa: ARG002 - it is quick
        """Return the changed proposal."""
        change = AmendmentRequest(
            trade_request=request.trade_request,
            is_named=self.is_named,
            commission=request.commission,
            reserved_cash=request.reserved_cash,
        )
        changed = (
            amend_proposal(self.old, change, features=features, portfolio=request.portfolio)
            for features in request.features
        )
        return DecisionResult(proposals=tuple(changed))
