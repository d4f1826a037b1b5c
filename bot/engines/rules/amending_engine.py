"""The engine of a change that a person makes to what is pending: no model is asked, nothing is decided anew."""

from dataclasses import dataclass

from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.limits import Limits
from bot.domain.trading.validation import violations
from bot.engines.rules.amendment import AmendmentRequest, amend_proposal
from bot.engines.rules.proposal import ENGINE
from bot.errors import InvalidDecisionError
from bot.ports import TextSink


@dataclass(frozen=True, slots=True)
class AmendingEngine:
    """Sizes one proposal anew by the rules, and keeps what spoke for it."""

    old: Proposal
    is_named: bool  # a person named the size in question; else it is that of `old`
    name: str = ENGINE  # whose arithmetic it is

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:  # noqa: ARG002 - it is quick
        """Return the changed proposal. Raises: InvalidDecisionError."""
        change = AmendmentRequest(
            trade_request=request.trade_request,
            is_named=self.is_named,
            commission=request.commission,
            committed=request.committed,
        )
        return DecisionResult(
            proposals=tuple(
                self._checked(
                    amend_proposal(
                        self.old,
                        change,
                        features=features,
                        portfolio=request.portfolio,
                    ),
                    request,
                )
                for features in request.features
            )
        )

    def _checked(self, proposal: Proposal, request: DecisionRequest) -> Proposal:
        broken = violations(
            proposal,
            portfolio=request.portfolio,
            commission=request.commission,
            limits=Limits(max_cash=request.trade_request.max_cash),
            committed=request.committed,
        )
        if broken:
            raise InvalidDecisionError(symbol=proposal.symbol, rules=", ".join(v.code for v in broken))
        return proposal
