"""A trade of a certain size in one symbol, and its conversion to a proposal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.tags import decision_tags

_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SizedTrade:
    """An intended trade in one symbol, or a hold."""

    action: Action
    confidence: Decimal  # in [0, 1]
    shares: Decimal = _ZERO  # signed; positive for a buy
    target: Decimal | None = None  # a model's target, to be validated; None: derived from `shares`
    stop: Decimal | None = None
    stop_is_stated: bool = False
    notes: tuple[Reason, ...] = ()


def action_for(side: Side, shares: Decimal, *, held: Decimal) -> Action:
    """Return the action of a trade of `shares` (not negative) on a position of `held` shares."""
    if side is Side.BUY:
        return Action.INCREASE
    return Action.CLOSE if shares == held else Action.DECREASE


def proposal_from_trade(features: Features, trade: SizedTrade, *, portfolio: Portfolio, engine: str) -> Proposal:
    """Return the trade at the price of `features` as a proposal of `engine`, without reasons and tags."""
    held = portfolio.position(features.symbol)
    current = held.shares * features.price if held else _ZERO
    change = trade.shares * features.price if trade.target is None else trade.target - current
    return Proposal(
        symbol=features.symbol,
        action=trade.action,
        target_cash_amount=current + change if trade.target is None else trade.target,
        cash_change=change,
        shares=_ZERO if trade.action is Action.HOLD else abs(trade.shares),
        price=features.price,
        price_as_of=features.as_of,
        price_source=features.source,
        confidence=trade.confidence,
        reasons=(),
        engine=engine,
        stop_price=trade.stop,
        stop_is_stated=trade.stop_is_stated,
    )


def with_reasons(
    proposal: Proposal, reasons: Sequence[Reason], *, features: Features, portfolio: Portfolio
) -> Proposal:
    """Return `proposal` with `reasons`, and with the tags that follow from them."""
    tags = decision_tags(
        features,
        action=proposal.action,
        confidence=proposal.confidence,
        reasons=reasons,
        position=portfolio.position(proposal.symbol),
    )
    return replace(proposal, reasons=tuple(reasons), tags=tags)
