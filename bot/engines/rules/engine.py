"""Engine `rules`: decides by scored rules, one symbol after the other, without a model."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.domain.market.features import Features
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.limit_checks import with_purchase
from bot.domain.trading.trade_request import TradeRequest
from bot.engines.rules.proposal import RULES, propose
from bot.ports import TextSink


@dataclass(frozen=True, slots=True)
class RulesEngine:
    """Engine `rules`. Implements `bot.ports.Engine`."""

    name: str = RULES

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:  # noqa: ARG002 - too fast for drafts
        """Return one proposal per symbol; each buy leaves less cash, and less of a stated limit, to the next."""
        proposals: list[Proposal] = []
        for features in request.features:
            proposal = _proposal(features, request)
            proposals.append(proposal)
            if proposal.cash_change > 0:
                cost = proposal.cash_change + request.commission
                request = replace(
                    request,
                    portfolio=with_purchase(request.portfolio, proposal),
                    reserved_cash=request.reserved_cash + cost,
                    trade_request=_with_reduced_limit(request.trade_request, cost),
                )
        return DecisionResult(proposals=tuple(proposals))


def _proposal(features: Features, request: DecisionRequest) -> Proposal:
    """Return the proposal for one symbol, or, if it exceeds the cap on shares, that for a request of the cap."""
    proposal = _propose(features, request, request.trade_request)
    cap = request.share_cap(features.symbol, proposal.side)
    if cap is not None and proposal.shares > cap:
        return _propose(features, request, replace(request.trade_request, side=proposal.side, shares=cap))
    return proposal


def _propose(features: Features, request: DecisionRequest, trade_request: TradeRequest) -> Proposal:
    return propose(
        features,
        portfolio=request.portfolio,
        trade_request=trade_request,
        commission=request.commission,
        reserved_cash=request.reserved_cash,
    )


def _with_reduced_limit(trade_request: TradeRequest, cost: Decimal) -> TradeRequest:
    """Return the request with its limit reduced by `cost`: a stated limit applies to all buys together."""
    if trade_request.max_cash is None:
        return trade_request
    return replace(trade_request, max_cash=trade_request.max_cash - cost)
