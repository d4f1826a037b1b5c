"""Change the size, stop or limit of a proposed trade: arithmetic without a model; the reasons stay as they were."""



from dataclasses import dataclass
from dataclasses import replace
from decimal import Decimal
from typing import Final
from bot.domain.market.features import Features
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import Action
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.decisions import Reason
from bot.domain.trading.decisions import reprice
from bot.domain.trading.orders import Side
from bot.domain.trading.sizing import BuyingPower
from bot.domain.trading.sizing import SizeBound
from bot.domain.trading.sizing import requested_sizes
from bot.domain.trading.sizing import size_buy
from bot.domain.trading.sizing import size_sell
from bot.domain.trading.tags import decision_tags
from bot.domain.trading.trade_request import TradeRequest
from bot.engines.rules.requote import SAME_SIZE
from bot.engines.rules.requote import requote
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.engines.rules.proposal import RULES
from bot.ports import TextSink
from bot.engines.rules.adjustment import explains_size



_ALL: Final = Decimal(1)
_ZERO: Final = Decimal(0)
_SAID_ANEW: Final = frozenset({SAME_SIZE, "stop_not_below_price"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendmentRequest:
    """What a proposal is to become."""

    trade_request: TradeRequest  # its size is the one to keep within the limit
    is_size_named: bool  # a person named that size; else it is the one proposed before
    commission: Decimal  # of one order, account currency
    reserved_cash: Decimal  # cash that other pending decisions or open orders will need


@dataclass(frozen=True, slots=True)
class AmendingEngine:
    """Changes one pending proposal as its person asked, and keeps its reasons. Implements `bot.ports.Engine`."""

    pending: Proposal
    is_size_named: bool  # a person named the size in question; else it is that of `old`
    name: str = RULES  # whose arithmetic it is

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:  # noqa: ARG002 - it is quick
        """Return the changed proposal."""
        change = AmendmentRequest(
            trade_request=request.trade_request,
            is_size_named=self.is_size_named,
            commission=request.commission,
            reserved_cash=request.reserved_cash,
        )
        changed = (
            amend_proposal(self.pending, change, features=features, portfolio=request.portfolio)
            for features in request.features
        )
        return DecisionResult(proposals=tuple(changed))


def amend_proposal(
    proposal: Proposal,
    request: AmendmentRequest,
    *,
    features: Features,
    portfolio: Portfolio,
) -> Proposal:
    """Return the same trade, changed, at the newer `features`; a hold where not even one share fits.

    Args:
        proposal: A buy or a sale, proposed before.
        request: Its size, its limit and its stop; a stop that is not named is computed anew.
        features: The instrument as known now.
        portfolio: The account, as of the same instant.
    """
    buying_power = BuyingPower.from_portfolio(
        portfolio,
        symbol=proposal.symbol,
        price=features.price,
        commission=request.commission,
        reserved_cash=request.reserved_cash,
    )
    trade_request = replace(request.trade_request, side=proposal.side, is_order=True)
    buys = proposal.side is Side.BUY
    bound = (
        size_buy(buying_power, trade_request=trade_request, stop=None)
        if buys
        else size_sell(buying_power, trade_request=trade_request, fraction=_ALL)
    )
    if not bound.shares:
        return _hold(proposal, bound, features=features, portfolio=portfolio)
    moved = requote(
        replace(
            proposal,
            action=_action(buying_power, bound.shares, buys=buys),
            shares=bound.shares,
            stop_price=trade_request.stop if buys else None,
            stop_is_stated=buys and trade_request.stop is not None,
            reasons=tuple(r for r in proposal.reasons if not explains_size(r) and r.code not in _SAID_ANEW),
        ),
        features=features,
        portfolio=portfolio,
    )
    kept = tuple(reason for reason in moved.reasons if reason.code != SAME_SIZE)
    named = (
        next((each.shares for each in requested_sizes(buying_power, trade_request)), None) if request.is_size_named else None
    )
    return replace(moved, reasons=(*_size(bound, named=named), *kept))


def _action(buying_power: BuyingPower, shares: Decimal, *, buys: bool) -> Action:
    if buys:
        return Action.INCREASE
    return Action.CLOSE if shares == buying_power.held_shares else Action.DECREASE


def _size(bound: SizeBound, *, named: Decimal | None) -> tuple[Reason, ...]:
    """Say what bounds the size; of one that nobody named, that it is the same as before."""
    if named is None and bound.code == "named_shares":
        return (Reason(SAME_SIZE, 0.0, {"shares": bound.shares}),)
    cut = named is not None and bound.shares < named
    return (_sized(bound), *((Reason("named_size_cut", 0.0, {"named": named}),) if cut and named else ()))


def _hold(proposal: Proposal, bound: SizeBound, *, features: Features, portfolio: Portfolio) -> Proposal:
    position = portfolio.position(proposal.symbol)
    is_short = proposal.side is Side.SELL and position is None
    why = Reason("no_position", 0.0) if is_short else Reason("too_small", 0.0, {"price": features.price})
    reasons = (why,) if is_short else (why, _sized(bound))
    held = position.shares if position else _ZERO
    nothing = replace(
        proposal,
        action=Action.HOLD,
        shares=_ZERO,
        stop_price=None,
        stop_is_stated=False,
        reasons=reasons,
        tags=decision_tags(
            features, action=Action.HOLD, confidence=proposal.confidence, reasons=reasons, position=position
        ),
    )
    return reprice(nothing, price=features.price, as_of=features.as_of, held=held)


def _sized(bound: SizeBound) -> Reason:
    return Reason(f"sized_by_{bound.code}", 0.0, {"shares": bound.shares, **bound.numbers})
