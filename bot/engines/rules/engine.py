"""Engine `rules`: decides by scored rules, without a model, share after share: a purchase leaves less for the next."""

from dataclasses import dataclass, replace

from bot.domain.market.features import Features
from bot.domain.trading.bound_checks import with_purchase
from bot.domain.trading.decision_request import DecisionRequest, TradeRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Proposal
from bot.engines.rules.proposal import RULES, TradePlan, propose
from bot.ports import TextSink


def propose_for(request: DecisionRequest, features: Features, *, plan: TradePlan | None = None) -> Proposal:
    """Return the proposal for one share, or, if it exceeds the cap on shares, that for a request of the cap.

    `plan` is the view on which it rests; None: that of the scored rules.
    """
    proposal = _propose(request, features, request.trade_request, plan)
    cap = request.share_cap(features.symbol, proposal.side)
    if cap is not None and proposal.shares > cap:
        return _propose(request, features, replace(request.trade_request, side=proposal.side, shares=cap), plan)
    return proposal


def request_after(request: DecisionRequest, proposal: Proposal) -> DecisionRequest:
    """Return the request for the shares that come after `proposal`: a purchase has used cash and stated limits."""
    if proposal.cash_change <= 0:
        return request
    cost = proposal.cash_change + request.commission
    trade_request = request.trade_request
    if trade_request.max_cash is not None:  # a stated limit applies to all buys together
        trade_request = replace(trade_request, max_cash=trade_request.max_cash - cost)
    return replace(
        request,
        portfolio=with_purchase(request.portfolio, proposal),
        reserved_cash=request.reserved_cash + cost,
        trade_request=trade_request,
    )


def _propose(
    request: DecisionRequest, features: Features, trade_request: TradeRequest, plan: TradePlan | None
) -> Proposal:
    return propose(
        features,
        plan=plan,
        portfolio=request.portfolio,
        trade_request=trade_request,
        commission=request.commission,
        reserved_cash=request.reserved_cash,
    )


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
