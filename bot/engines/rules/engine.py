"""The engine that asks no model: the scored rules, symbol by symbol."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.domain.market.features import Features
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.trade_request import TradeRequest
from bot.engines.rules.proposal import RULES, propose
from bot.ports import TextSink


@dataclass(frozen=True, slots=True)
class RulesEngine:
    """Engine `rules`."""

    name: str = RULES

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:  # noqa: ARG002 - it is quick
        """Return one proposal per symbol; each buy leaves less cash, and less of a stated limit, to the next."""
        proposals: list[Proposal] = []
        committed, trade_request = request.reserved_cash, request.trade_request
        for features in request.features:
            proposal = _one(features, replace(request, reserved_cash=committed, trade_request=trade_request))
            proposals.append(proposal)
            if proposal.cash_change > 0:
                committed += proposal.cash_change + request.commission
                trade_request = _less(trade_request, proposal.cash_change + request.commission)
        return DecisionResult(proposals=tuple(proposals))


def _one(features: Features, request: DecisionRequest) -> Proposal:
    proposal = _proposed(features, request)
    ceiling = request.share_cap(features.symbol, proposal.side)
    if ceiling is not None and proposal.shares > ceiling:  # sized anew, as if the person had named that size again
        named = replace(request.trade_request, side=proposal.side, shares=ceiling)
        proposal = _proposed(features, replace(request, trade_request=named))
    return proposal


def _proposed(features: Features, request: DecisionRequest) -> Proposal:
    return propose(
        features,
        portfolio=request.portfolio,
        trade_request=request.trade_request,
        commission=request.commission,
        reserved_cash=request.reserved_cash,
    )


def _less(trade_request: TradeRequest, spent: Decimal) -> TradeRequest:
    """A limit on one question binds all its answers together."""
    return (
        trade_request
        if trade_request.max_cash is None
        else replace(trade_request, max_cash=trade_request.max_cash - spent)
    )
