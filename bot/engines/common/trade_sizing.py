"""From what a model would do with one symbol to the trade that could be stored, or to the rule that it breaks.

The person's words come first: an order is sized as it was given, a size they named replaces the model's, and a question
about one side is never answered with the other. What is left is the model's target, rounded to the smaller trade.
"""



from dataclasses import dataclass
from dataclasses import replace
from decimal import Decimal
from typing import Final
from bot.domain.market.features import Features
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import Action
from bot.domain.trading.decisions import Reason
from bot.domain.trading.drafts import DecisionDraft
from bot.domain.trading.orders import Side
from bot.domain.trading.sizing import HALF
from bot.domain.trading.sizing import BuyingPower
from bot.domain.trading.sizing import SizeBound
from bot.domain.trading.sizing import buy_stop_price
from bot.domain.trading.sizing import requested_sizes
from bot.domain.trading.sizing import size_buy
from bot.domain.trading.sizing import size_sell
from bot.domain.trading.trade_request import TradeRequest
from bot.domain.trading.validation import CENT
from bot.domain.trading.validation import Violation
from bot.engines.common.trade_reasons import buy_stop



_ZERO: Final = Decimal(0)
_HALF_SURE: Final = Decimal("0.50")
_SIDES: Final = {Action.INCREASE: Side.BUY, Action.DECREASE: Side.SELL, Action.CLOSE: Side.SELL}


@dataclass(frozen=True, slots=True, kw_only=True)
class SizingCase:
    """One symbol, with all that its answer rests on."""

    features: Features
    draft: DecisionDraft
    buying_power: BuyingPower  # with what other buys of the same answer take left out
    trade_request: TradeRequest  # with what is left of a stated limit
    portfolio: Portfolio
    stated_limit: Decimal | None = None  # the limit as it was stated, for all buys together
    share_cap: Decimal | None = None  # the most shares on the draft's side; None: not bounded

    @property
    def side(self) -> Side | None:
        """The side that the model is on; None: neither."""
        return _SIDES.get(self.draft.action)


@dataclass(frozen=True, slots=True, kw_only=True)
class SizedTrade:
    """What would be done. `target` is the model's where it is no whole number of shares: a rule it breaks."""

    action: Action
    confidence: Decimal
    shares: Decimal = _ZERO  # signed, positive buys
    target: Decimal | None = None  # None: what the shares come to
    stop: Decimal | None = None
    stop_is_stated: bool = False
    notes: tuple[Reason, ...] = ()


def size_trade(case: SizingCase) -> SizedTrade | Violation:
    """Return the trade that the draft and the person's wish come to, or why there is none."""
    trade_request, side = case.trade_request, case.side
    if trade_request.is_order and trade_request.side is not None:
        return _sized(case, trade_request.side, confidence=_confidence_in_order(case), notes=_opinion(case))
    if side is None:
        return SizedTrade(action=Action.HOLD, confidence=case.draft.confidence, target=case.draft.target)
    if trade_request.side not in {None, side}:
        return Violation(f"asked_to_{trade_request.side}")
    if any(requested_sizes(case.buying_power, trade_request)):
        return _sized(case, side, confidence=case.draft.confidence)
    return _within_ceiling(case, side, _targeted(case, side))


def _within_ceiling(case: SizingCase, side: Side, found: SizedTrade | Violation) -> SizedTrade | Violation:
    """A size named before is as if it was named again, where the model would trade more."""
    if isinstance(found, Violation) or case.share_cap is None or abs(found.shares) <= case.share_cap:
        return found
    named = replace(case, trade_request=replace(case.trade_request, side=side, shares=case.share_cap), share_cap=None)
    return _sized(named, side, confidence=case.draft.confidence)


def _targeted(case: SizingCase, side: Side) -> SizedTrade | Violation:
    """The model's own size."""
    draft, buying_power = case.draft, case.buying_power
    if side is Side.SELL and not buying_power.held_shares:
        return Violation("no_position")
    if draft.action is not Action.INCREASE and abs(draft.target) <= CENT:
        return SizedTrade(action=Action.CLOSE, confidence=draft.confidence, shares=-buying_power.held_shares)
    change = draft.target - buying_power.current_value
    is_backwards = change <= 0 if side is Side.BUY else change >= 0
    if is_backwards or draft.target < 0 or draft.action is Action.CLOSE:
        return _as_written(case, change)
    shares = abs(change) // buying_power.price
    if not shares:
        nearest = buying_power.current_value + (
            buying_power.price if side is Side.BUY else -min(buying_power.price, buying_power.current_value)
        )
        numbers = {"change": abs(change), "price": buying_power.price}
        return Violation("less_than_one_share", numbers, {"suggested_target": nearest})
    if side is Side.SELL:
        return SizedTrade(action=Action.DECREASE, confidence=draft.confidence, shares=-shares)
    return _bought(case, shares, confidence=draft.confidence)


def _as_written(case: SizingCase, change: Decimal) -> SizedTrade:
    """A target on the wrong side, left as it is: the validator names what is wrong with it."""
    draft = case.draft
    return SizedTrade(
        action=draft.action, confidence=draft.confidence, shares=change / case.buying_power.price, target=draft.target
    )


def _sized(case: SizingCase, side: Side, *, confidence: Decimal, notes: tuple[Reason, ...] = ()) -> SizedTrade:
    """A trade on `side` of the size that the person named, within cash and limits."""
    return (_buy if side is Side.BUY else _sell)(case, confidence, notes)


def _buy(case: SizingCase, confidence: Decimal, notes: tuple[Reason, ...]) -> SizedTrade:
    stop = buy_stop_price(case.features.price, atr=case.features.atr14, stated_stop=case.trade_request.stop)
    bound = size_buy(case.buying_power, trade_request=case.trade_request, stop=stop)
    if not bound.shares:
        return _too_small(case, bound, confidence, notes)
    notes = (*notes, _said_size(case, bound), *_cut(case, bound))
    return _bought(case, bound.shares, confidence=confidence, notes=notes)


def _bought(case: SizingCase, shares: Decimal, *, confidence: Decimal, notes: tuple[Reason, ...] = ()) -> SizedTrade:
    named = case.trade_request.stop
    stop = buy_stop_price(case.features.price, atr=case.features.atr14, stated_stop=named)
    if named is not None and named != stop:
        notes = (*notes, *buy_stop(case.features, named=named).notes)
    is_stated = named is not None and named == stop
    return SizedTrade(
        action=Action.INCREASE,
        confidence=confidence,
        shares=shares,
        stop=stop,
        stop_is_stated=is_stated,
        notes=notes,
    )


def _sell(case: SizingCase, confidence: Decimal, notes: tuple[Reason, ...]) -> SizedTrade:
    if not case.buying_power.held_shares:
        return SizedTrade(action=Action.HOLD, confidence=confidence, notes=(Reason("no_position", 0.0), *notes))
    bound = size_sell(case.buying_power, trade_request=case.trade_request, fraction=HALF)
    if not bound.shares:
        return _too_small(case, bound, confidence, notes)
    action = Action.CLOSE if bound.shares == case.buying_power.held_shares else Action.DECREASE
    notes = (*notes, _said_size(case, bound), *_cut(case, bound))
    return SizedTrade(action=action, confidence=confidence, shares=-bound.shares, notes=notes)


def _too_small(case: SizingCase, bound: SizeBound, confidence: Decimal, notes: tuple[Reason, ...]) -> SizedTrade:
    too_small = Reason("too_small", 0.0, {"price": case.buying_power.price})
    return SizedTrade(action=Action.HOLD, confidence=confidence, notes=(too_small, _said_size(case, bound), *notes))


def _said_size(case: SizingCase, bound: SizeBound) -> Reason:
    """Which bound the size comes from; a limit of which other buys have taken a part is told as both figures."""
    if bound.code == "max_cash" and case.stated_limit is not None and case.stated_limit != case.trade_request.max_cash:
        return Reason(
            "sized_by_rest_of_limit", 0.0, {"shares": bound.shares, **bound.numbers, "stated": case.stated_limit}
        )
    return Reason(f"sized_by_{bound.code}", 0.0, {"shares": bound.shares, **bound.numbers})


def _cut(case: SizingCase, bound: SizeBound) -> tuple[Reason, ...]:
    """Say that a size that was named is not the size proposed."""
    named = min((size.shares for size in requested_sizes(case.buying_power, case.trade_request)), default=bound.shares)
    return (Reason("named_size_cut", 0.0, {"named": named}),) if bound.shares < named else ()


def _opinion(case: SizingCase) -> tuple[Reason, ...]:
    """What the model thinks of an order: the person's own, whatever the model would have proposed itself."""
    agrees = case.side is case.trade_request.side
    return (Reason("model_agrees" if agrees else f"model_would_{case.side or 'hold'}", 0.0),)


def _confidence_in_order(case: SizingCase) -> Decimal:
    """As sure of an order as the model is that it is right; where it would do neither, half."""
    if case.side is None:
        return _HALF_SURE
    return case.draft.confidence if case.side is case.trade_request.side else 1 - case.draft.confidence
