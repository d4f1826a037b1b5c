"""Changes the size, stop or limit of a proposed trade by arithmetic, without a model. The other reasons are kept."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.decision_request import DecisionRequest, TradeRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Action, Proposal, Reason, reprice
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import size_buy, size_sell
from bot.domain.trading.sizes.stated_size import SizeBound
from bot.engines.common.sized_trade import action_for, with_reasons
from bot.engines.common.trade_reasons import buy_stop, no_position, size_cut, sized_by, smallest_named_size, too_small
from bot.engines.registry import engine_entry
from bot.engines.revisions.adjustment import explains_size
from bot.engines.revisions.requote import SAME_SIZE, requote
from bot.engines.rules.proposal import RULES
from bot.ports import Engine, TextSink

_ALL: Final = Decimal(1)
_ZERO: Final = Decimal(0)
_RECOMPUTED_REASONS: Final = frozenset({SAME_SIZE, "stop_not_below_price"})  # determined again for the changed proposal


@dataclass(frozen=True, slots=True)
class AmendingEngine:
    """Changes the size, stop or limit of one pending proposal of any engine. Implements `bot.ports.Engine`."""

    pending: Proposal  # a buy or a sale
    is_size_named: bool  # True: a person named the requested size; False: it is that of `pending`
    name: str = RULES  # shown while it works: no model is asked

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:  # noqa: ARG002 - too fast for drafts
        """Return the changed proposal, or a hold if not even one share fits. Without a named stop, it is computed."""
        return DecisionResult(proposals=tuple(self._amend(features, request) for features in request.features))

    def _amend(self, features: Features, request: DecisionRequest) -> Proposal:
        buying_power = BuyingPower.from_portfolio(
            request.portfolio,
            symbol=self.pending.symbol,
            price=features.price,
            commission=request.commission,
            reserved_cash=request.reserved_cash,
        )
        trade_request = replace(request.trade_request, side=self.pending.side, is_order=True)
        stop = buy_stop(features, named=trade_request.stop).price
        bound = _bound(buying_power, trade_request, stop=stop)
        if not bound.shares:
            return _hold(self.pending, bound, features=features, portfolio=request.portfolio)
        resized = _resize(self.pending, bound.shares, held=buying_power.held_shares, stop=trade_request.stop)
        requoted = requote(resized, features=features, portfolio=request.portfolio)
        named = smallest_named_size(buying_power, trade_request, stop=stop)
        kept = (reason for reason in requoted.reasons if reason.code != SAME_SIZE)
        return replace(requoted, reasons=(*_size_reasons(bound, named=named if self.is_size_named else None), *kept))


def engine_for_amendment(pending: Proposal, *, is_size_named: bool, is_size_kept: bool) -> Engine:
    """Return the engine that carries out an amendment of `pending` without a model.

    It is the proposal's own engine if that needs no model and the size of the order is given; else `AmendingEngine`.

    `is_size_named`: whether a person named the size, in the amendment or before. `is_size_kept`: whether the amendment
    leaves the size as it is.
    """
    entry = engine_entry(pending.engine)
    if entry is not None and entry.build_for_amendments is not None and (is_size_named or is_size_kept):
        return entry.build_for_amendments()
    return AmendingEngine(pending, is_size_named)


def _bound(buying_power: BuyingPower, trade_request: TradeRequest, *, stop: Decimal | None) -> SizeBound:
    if trade_request.side is Side.BUY:
        return size_buy(buying_power, trade_request=trade_request, stop=stop)
    return size_sell(buying_power, trade_request=trade_request, fraction=_ALL)


def _resize(proposal: Proposal, shares: Decimal, *, held: Decimal, stop: Decimal | None) -> Proposal:
    side = Side.BUY if proposal.side is Side.BUY else Side.SELL
    return replace(
        proposal,
        action=action_for(side, shares, held=held),
        shares=shares,
        stop_price=stop if side is Side.BUY else None,
        stop_is_stated=side is Side.BUY and stop is not None,
        reasons=tuple(r for r in proposal.reasons if not explains_size(r) and r.code not in _RECOMPUTED_REASONS),
    )


def _size_reasons(bound: SizeBound, *, named: Decimal | None) -> tuple[Reason, ...]:
    """Return the bound of the size as a reason, or that the size is unchanged if no person named one."""
    if named is None and bound.code == "named_shares":
        return (Reason(SAME_SIZE, 0.0, {"shares": bound.shares}),)
    return (sized_by(bound), *size_cut(bound, named=named))


def _hold(proposal: Proposal, bound: SizeBound, *, features: Features, portfolio: Portfolio) -> Proposal:
    position = portfolio.position(proposal.symbol)
    is_short = proposal.side is Side.SELL and position is None
    reasons = (no_position(),) if is_short else (too_small(features.price), sized_by(bound))
    hold = replace(proposal, action=Action.HOLD, shares=_ZERO, stop_price=None, stop_is_stated=False)
    return reprice(
        with_reasons(hold, reasons, features=features, portfolio=portfolio),
        price=features.price,
        as_of=features.as_of,
        held=position.shares if position else _ZERO,
    )
