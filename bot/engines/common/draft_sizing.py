"""Converts a model's draft for one symbol to a trade in whole shares, or to the rule that it breaks.

The person's request takes precedence: an order is sized as given, a named size replaces the model's, and a question
about one side is never answered with the other. Otherwise the model's target counts, rounded to the smaller trade.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.decisions import Action, Reason
from bot.domain.trading.drafts import DecisionDraft
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import requested_sizes
from bot.domain.trading.validation import CENT, Violation
from bot.engines.common.sized_trade import SizedTrade, TradeSizing, buy_stop

_UNDECIDED: Final = Decimal("0.50")  # the confidence in an order on which the model would hold
_SIDES: Final = {Action.INCREASE: Side.BUY, Action.DECREASE: Side.SELL, Action.CLOSE: Side.SELL}


@dataclass(frozen=True, slots=True, kw_only=True)
class SizingCase:
    """The draft for one symbol, and the bounds of its size."""

    draft: DecisionDraft
    sizing: TradeSizing  # with what the other buys of the same answer leave
    share_cap: Decimal | None = None  # the most shares on the draft's side; None: not bounded

    @property
    def side(self) -> Side | None:
        """The draft's side; None for a hold."""
        return _SIDES.get(self.draft.action)


def size_draft(case: SizingCase) -> SizedTrade | Violation:
    """Return the trade that follows from the draft and the person's request, or the reason why there is none."""
    trade_request, side, confidence = case.sizing.trade_request, case.side, case.draft.confidence
    if trade_request.is_order and trade_request.side is not None:
        confidence = _confidence_in_order(case, trade_request.side)
        return _trade_on(trade_request.side, case.sizing, confidence, _opinion(case))
    if side is None:
        return SizedTrade(action=Action.HOLD, confidence=confidence)
    if trade_request.side not in {None, side}:
        return Violation(f"asked_to_{trade_request.side}")
    is_bound_by_risk = side is Side.BUY and trade_request.risk is not None
    if is_bound_by_risk or any(requested_sizes(case.sizing.buying_power, trade_request)):
        return _trade_on(side, case.sizing, confidence)
    trade = _to_target(case, side)
    if isinstance(trade, Violation) or case.share_cap is None or abs(trade.shares) <= case.share_cap:
        return trade
    capped = replace(case.sizing, trade_request=replace(trade_request, side=side, shares=case.share_cap))
    return _trade_on(side, capped, confidence)


def _trade_on(side: Side, sizing: TradeSizing, confidence: Decimal, *notes: Reason) -> SizedTrade:
    return sizing.trade_on(side, confidence=confidence, confidence_in_hold=confidence, notes=notes)


def _to_target(case: SizingCase, side: Side) -> SizedTrade | Violation:
    """Return the trade to the draft's target, in whole shares."""
    draft, buying_power = case.draft, case.sizing.buying_power
    if side is Side.SELL and not buying_power.held_shares:
        return Violation("no_position")
    if draft.action is not Action.INCREASE and abs(draft.target) <= CENT:
        return SizedTrade(action=Action.CLOSE, confidence=draft.confidence, shares=-buying_power.held_shares)
    change = draft.target - buying_power.current_value
    is_backwards = change <= 0 if side is Side.BUY else change >= 0
    if is_backwards or draft.target < 0 or draft.action is Action.CLOSE:  # the validator reports the rule it breaks
        shares = change / buying_power.price
        return SizedTrade(action=draft.action, confidence=draft.confidence, shares=shares, target=draft.target)
    shares = abs(change) // buying_power.price
    if not shares:
        return _less_than_one_share(buying_power, side, change)
    if side is Side.SELL:
        return SizedTrade(action=Action.DECREASE, confidence=draft.confidence, shares=-shares)
    stop = buy_stop(case.sizing.features, named=case.sizing.trade_request.stop)
    return SizedTrade(
        action=Action.INCREASE,
        confidence=draft.confidence,
        shares=shares,
        stop=stop.price,
        stop_is_stated=stop.is_stated,
        notes=stop.notes,
    )


def _less_than_one_share(buying_power: BuyingPower, side: Side, change: Decimal) -> Violation:
    price, current = buying_power.price, buying_power.current_value
    nearest = current + price if side is Side.BUY else current - min(price, current)
    return Violation("less_than_one_share", {"change": abs(change), "price": price}, {"suggested_target": nearest})


def _opinion(case: SizingCase) -> Reason:
    """Return the action the model would have chosen instead of a person's order, as a reason."""
    agrees = case.side is case.sizing.trade_request.side
    return Reason("model_agrees" if agrees else f"model_would_{case.side or 'hold'}", 0.0)


def _confidence_in_order(case: SizingCase, ordered: Side) -> Decimal:
    """Return the draft's confidence for an order on its side, 1 minus it for the other side, 0.5 for a hold."""
    if case.side is None:
        return _UNDECIDED
    return case.draft.confidence if case.side is ordered else 1 - case.draft.confidence
