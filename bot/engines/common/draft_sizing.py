"""Converts a model's draft for one symbol to a trade in whole shares, or to the rule that it breaks.

The person's request takes precedence: an order is sized as given, a named size replaces the model's, and a question
about one side is never answered with the other. Otherwise the model's target counts, rounded to the smaller trade.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import Action, Reason
from bot.domain.trading.drafts import DecisionDraft
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import HALF, requested_sizes, size_buy, size_sell
from bot.domain.trading.sizes.stated_size import SizeBound
from bot.domain.trading.validation import CENT, Violation
from bot.engines.common.sized_trade import (
    SizedTrade,
    action_for,
    buy_stop,
    no_position,
    size_cut,
    sized_by,
    smallest_named_size,
    too_small,
)

_UNDECIDED: Final = Decimal("0.50")  # the confidence in an order on which the model would hold
_SIDES: Final = {Action.INCREASE: Side.BUY, Action.DECREASE: Side.SELL, Action.CLOSE: Side.SELL}


@dataclass(frozen=True, slots=True, kw_only=True)
class SizingCase:
    """The draft for one symbol, and the bounds of its size."""

    features: Features
    draft: DecisionDraft
    buying_power: BuyingPower  # after the other buys of the same answer
    trade_request: TradeRequest  # its limit is the remainder of the stated limit
    stated_limit: Decimal | None = None  # for all buys together
    share_cap: Decimal | None = None  # the most shares on the draft's side; None: not bounded

    @property
    def side(self) -> Side | None:
        """The draft's side; None for a hold."""
        return _SIDES.get(self.draft.action)


def size_draft(case: SizingCase) -> SizedTrade | Violation:
    """Return the trade that follows from the draft and the person's request, or the reason why there is none."""
    trade_request, side, confidence = case.trade_request, case.side, case.draft.confidence
    if trade_request.is_order and trade_request.side is not None:
        return _trade_on(trade_request.side, case, confidence=_confidence_in_order(case), notes=(_opinion(case),))
    if side is None:
        return SizedTrade(action=Action.HOLD, confidence=confidence)
    if trade_request.side not in {None, side}:
        return Violation(f"asked_to_{trade_request.side}")
    is_bound_by_risk = side is Side.BUY and trade_request.risk is not None
    if is_bound_by_risk or any(requested_sizes(case.buying_power, trade_request)):
        return _trade_on(side, case, confidence=confidence)
    return _within_cap(case, side, _to_target(case, side))


def _within_cap(case: SizingCase, side: Side, trade: SizedTrade | Violation) -> SizedTrade | Violation:
    """Return `trade`, or, if it exceeds the cap on shares, the trade for a request of exactly the cap."""
    if isinstance(trade, Violation) or case.share_cap is None or abs(trade.shares) <= case.share_cap:
        return trade
    capped = replace(case, trade_request=replace(case.trade_request, side=side, shares=case.share_cap), share_cap=None)
    return _trade_on(side, capped, confidence=case.draft.confidence)


def _to_target(case: SizingCase, side: Side) -> SizedTrade | Violation:
    """Return the trade to the draft's target, in whole shares."""
    draft, buying_power = case.draft, case.buying_power
    if side is Side.SELL and not buying_power.held_shares:
        return Violation("no_position")
    if draft.action is not Action.INCREASE and abs(draft.target) <= CENT:
        return SizedTrade(action=Action.CLOSE, confidence=draft.confidence, shares=-buying_power.held_shares)
    change = draft.target - buying_power.current_value
    is_backwards = change <= 0 if side is Side.BUY else change >= 0
    if is_backwards or draft.target < 0 or draft.action is Action.CLOSE:
        return _unrounded(case, change)
    shares = abs(change) // buying_power.price
    if not shares:
        return _less_than_one_share(buying_power, side, change)
    if side is Side.SELL:
        return SizedTrade(action=Action.DECREASE, confidence=draft.confidence, shares=-shares)
    return _purchase(case, shares, confidence=draft.confidence)


def _unrounded(case: SizingCase, change: Decimal) -> SizedTrade:
    """Return a trade to an impossible target unchanged: the validator reports the rule it breaks."""
    draft = case.draft
    return SizedTrade(
        action=draft.action, confidence=draft.confidence, shares=change / case.buying_power.price, target=draft.target
    )


def _less_than_one_share(buying_power: BuyingPower, side: Side, change: Decimal) -> Violation:
    price, current = buying_power.price, buying_power.current_value
    nearest = current + price if side is Side.BUY else current - min(price, current)
    return Violation("less_than_one_share", {"change": abs(change), "price": price}, {"suggested_target": nearest})


def _trade_on(side: Side, case: SizingCase, *, confidence: Decimal, notes: tuple[Reason, ...] = ()) -> SizedTrade:
    """Return a trade on `side` of the requested size, within cash and limits."""
    return (_buy if side is Side.BUY else _sell)(case, confidence, notes)


def _buy(case: SizingCase, confidence: Decimal, notes: tuple[Reason, ...]) -> SizedTrade:
    stop = buy_stop(case.features, named=case.trade_request.stop)
    bound = size_buy(case.buying_power, trade_request=case.trade_request, stop=stop.price)
    if not bound.shares:
        return _too_small(case, bound, confidence, notes)
    return _purchase(
        case, bound.shares, confidence=confidence, notes=(*notes, *_size_notes(case, bound, stop=stop.price))
    )


def _purchase(case: SizingCase, shares: Decimal, *, confidence: Decimal, notes: tuple[Reason, ...] = ()) -> SizedTrade:
    stop = buy_stop(case.features, named=case.trade_request.stop)
    return SizedTrade(
        action=Action.INCREASE,
        confidence=confidence,
        shares=shares,
        stop=stop.price,
        stop_is_stated=stop.is_stated,
        notes=(*notes, *stop.notes),
    )


def _sell(case: SizingCase, confidence: Decimal, notes: tuple[Reason, ...]) -> SizedTrade:
    held = case.buying_power.held_shares
    if not held:
        return SizedTrade(action=Action.HOLD, confidence=confidence, notes=(no_position(), *notes))
    bound = size_sell(case.buying_power, trade_request=case.trade_request, fraction=HALF)
    if not bound.shares:
        return _too_small(case, bound, confidence, notes)
    return SizedTrade(
        action=action_for(Side.SELL, bound.shares, held=held),
        confidence=confidence,
        shares=-bound.shares,
        notes=(*notes, *_size_notes(case, bound)),
    )


def _too_small(case: SizingCase, bound: SizeBound, confidence: Decimal, notes: tuple[Reason, ...]) -> SizedTrade:
    reasons = (too_small(case.buying_power.price), _sized_by(case, bound), *notes)
    return SizedTrade(action=Action.HOLD, confidence=confidence, notes=reasons)


def _size_notes(case: SizingCase, bound: SizeBound, *, stop: Decimal | None = None) -> tuple[Reason, ...]:
    named = smallest_named_size(case.buying_power, case.trade_request, stop=stop)
    return (_sized_by(case, bound), *size_cut(bound, named=named))


def _sized_by(case: SizingCase, bound: SizeBound) -> Reason:
    """Return the bound of the size as a reason; for a shared limit, with the stated amount and what remains of it."""
    if bound.code == "max_cash" and case.stated_limit is not None and case.stated_limit != case.trade_request.max_cash:
        figures = {"shares": bound.shares, **bound.numbers, "stated": case.stated_limit}
        return Reason("sized_by_rest_of_limit", 0.0, figures)
    return sized_by(bound)


def _opinion(case: SizingCase) -> Reason:
    """Return the action the model would have chosen instead of a person's order, as a reason."""
    agrees = case.side is case.trade_request.side
    return Reason("model_agrees" if agrees else f"model_would_{case.side or 'hold'}", 0.0)


def _confidence_in_order(case: SizingCase) -> Decimal:
    """Return the draft's confidence for an order on its side, 1 minus it for the other side, 0.5 for a hold."""
    if case.side is None:
        return _UNDECIDED
    return case.draft.confidence if case.side is case.trade_request.side else 1 - case.draft.confidence
