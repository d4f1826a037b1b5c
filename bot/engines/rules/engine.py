"""The engine that asks no model: the scored rules of `bot.domain.rules`, symbol by symbol."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.domain.conversation.turns import Limits
from bot.domain.market.features import Features
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.trade_request import TradeRequest
from bot.domain.trading.validation import violations
from bot.engines.rules.proposal import ENGINE, propose
from bot.errors import InvalidDecisionError
from bot.ports import TextSink


@dataclass(frozen=True, slots=True)
class RulesEngine:
    """Engine `rules`."""

    name: str = ENGINE

    async def decide(self, question: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:  # noqa: ARG002 - it is quick
        """Return one proposal per symbol; each buy leaves less cash, and less of a stated limit, to the next.

        Raises: InvalidDecisionError.
        """
        proposals: list[Proposal] = []
        committed, wish = question.committed, question.wish
        for features in question.features:
            proposal = _one(features, replace(question, committed=committed, wish=wish))
            proposals.append(proposal)
            if proposal.cash_change > 0:
                committed += proposal.cash_change + question.commission
                wish = _less(wish, proposal.cash_change + question.commission)
        return DecisionResult(proposals=tuple(proposals))


def _one(features: Features, question: DecisionRequest) -> Proposal:
    proposal = _proposed(features, question)
    ceiling = question.ceiling(features.symbol, proposal.side)
    if ceiling is not None and proposal.shares > ceiling:  # sized anew, as if the person had named that size again
        named = replace(question.wish, side=proposal.side, shares=ceiling)
        proposal = _proposed(features, replace(question, wish=named))
    broken = violations(
        proposal,
        portfolio=question.portfolio,
        commission=question.commission,
        limits=Limits(max_cash=question.wish.max_cash),
        committed=question.committed,
    )
    if broken:
        raise InvalidDecisionError(symbol=features.symbol, rules=", ".join(v.code for v in broken))
    return proposal


def _proposed(features: Features, question: DecisionRequest) -> Proposal:
    return propose(
        features,
        portfolio=question.portfolio,
        wish=question.wish,
        commission=question.commission,
        committed=question.committed,
    )


def _less(wish: TradeRequest, spent: Decimal) -> TradeRequest:
    """A limit on one question binds all its answers together."""
    return wish if wish.max_cash is None else replace(wish, max_cash=wish.max_cash - spent)
