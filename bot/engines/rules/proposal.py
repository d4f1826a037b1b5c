"""The `rules` engine: from the scored view, the account and the person's wish to a proposal. No model is asked."""


from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from bot.domain.market.features import Features
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import Action
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.decisions import Reason
from bot.domain.trading.orders import Side
from bot.domain.trading.sizing import HALF
from bot.domain.trading.sizing import BuyingPower
from bot.domain.trading.sizing import SizeBound
from bot.domain.trading.sizing import buy_stop_price
from bot.domain.trading.sizing import requested_sizes
from bot.domain.trading.sizing import size_buy
from bot.domain.trading.sizing import size_sell
from bot.domain.trading.tags import decision_tags
from bot.domain.trading.trade_request import TradeRequest
from bot.engines.rules.analysis import BUY_AT
from bot.engines.rules.analysis import CLOSE_AT
from bot.engines.rules.analysis import Analysis
from bot.engines.rules.analysis import Rating
from bot.engines.rules.analysis import analyse
from bot.engines.rules.analysis import bounded_confidence
from bot.engines.rules.rule_result import rounded


RULES: Final = "rules"

_ZERO: Final = Decimal(0)
_NOTHING_SAID: Final = TradeRequest()
SIDE_OF_RATING: Final = {Rating.BUY: Side.BUY, Rating.SELL: Side.SELL}


@dataclass(frozen=True, slots=True)
class _ProposalInputs:
    """One question, with all that its answer rests on."""

    features: Features
    analysis: Analysis
    buying_power: BuyingPower
    portfolio: Portfolio
    trade_request: TradeRequest


@dataclass(frozen=True, slots=True)
class _Trade:
    """What to do: shares are signed, positive buys."""

    action: Action
    confidence: Decimal
    shares: Decimal = _ZERO
    stop: Decimal | None = None
    stop_is_stated: bool = False
    notes: tuple[Reason, ...] = ()


def propose(
    features: Features,
    *,
    portfolio: Portfolio,
    trade_request: TradeRequest = _NOTHING_SAID,
    commission: Decimal = _ZERO,
    reserved_cash: Decimal = _ZERO,
) -> Proposal:
    """Return the model's proposal for one symbol; it always passes the validator.

    An order ("sell half") is proposed as it was given, within cash and stated limits, and the model's own view stands
    in the reasons and the confidence. Anything else is left to the score, but a question about one side is never
    answered with a trade on the other.

    Args:
        features: The instrument's figures.
        portfolio: The account, as of the same instant.
        trade_request: What the person said about side, size and limits.
        commission: Of one order, account currency.
        reserved_cash: Cash that other pending decisions or open orders will need.
    """
    buying_power = BuyingPower.from_portfolio(
        portfolio,
        symbol=features.symbol,
        price=features.price,
        commission=commission,
        reserved_cash=reserved_cash,
    )
    case = _ProposalInputs(features, analyse(features), buying_power, portfolio, trade_request)
    return _proposal(case, _trade(case))


def _trade(case: _ProposalInputs) -> _Trade:
    if case.trade_request.is_order and case.trade_request.side is not None:
        return _side(case, case.trade_request.side, notes=_dissent(case), confidence=_confidence_in_order(case))
    side = SIDE_OF_RATING.get(case.analysis.rating)
    if side is None:
        return _hold(case, Reason("score_neutral", 0.0, _score(case)))
    if case.trade_request.side not in {None, side}:
        return _hold(case, Reason(f"score_would_{side}", 0.0, _score(case)))
    return _side(case, side, notes=(), confidence=case.analysis.confidence)


def _side(case: _ProposalInputs, side: Side, *, notes: tuple[Reason, ...], confidence: Decimal) -> _Trade:
    return (_buy if side is Side.BUY else _sell)(case, notes, confidence)


def _buy(case: _ProposalInputs, notes: tuple[Reason, ...], confidence: Decimal) -> _Trade:
    features, named = case.features, case.trade_request.stop
    stop = buy_stop_price(features.price, atr=features.atr14, stated_stop=named)
    bound = size_buy(case.buying_power, trade_request=case.trade_request, stop=stop)
    if not bound.shares:
        return _hold(case, _too_small(case), _sized(bound), *notes)
    if named is not None and named != stop:
        notes = (*notes, stop_not_below(named, features.price))
    is_stated = named is not None and named == stop
    notes = (_sized(bound), *_cut(case, bound), *notes)
    return _Trade(Action.INCREASE, confidence, bound.shares, stop, is_stated, notes)


def _sell(case: _ProposalInputs, notes: tuple[Reason, ...], confidence: Decimal) -> _Trade:
    if not case.buying_power.held_shares:
        return _hold(case, Reason("no_position", 0.0), *notes)
    fraction = Decimal(1) if case.analysis.score <= CLOSE_AT else HALF
    bound = size_sell(case.buying_power, trade_request=case.trade_request, fraction=fraction)
    if not bound.shares:
        return _hold(case, _too_small(case), _sized(bound), *notes)
    action = Action.CLOSE if bound.shares == case.buying_power.held_shares else Action.DECREASE
    return _Trade(action, confidence, -bound.shares, notes=(_sized(bound), *_cut(case, bound), *notes))


def _hold(case: _ProposalInputs, *notes: Reason) -> _Trade:
    return _Trade(Action.HOLD, case.analysis.confidence, notes=notes)


def _dissent(case: _ProposalInputs) -> tuple[Reason, ...]:
    """What the model thinks of an order that it would not have proposed itself."""
    side = SIDE_OF_RATING.get(case.analysis.rating)
    if side is None:
        return (Reason("model_undecided", 0.0, _score(case)),)
    return () if side is case.trade_request.side else (Reason("against_the_model", 0.0, _score(case)),)


def _confidence_in_order(case: _ProposalInputs) -> Decimal:
    return HALF if case.trade_request.side is None else confidence_in_side(case.trade_request.side, case.analysis)


def confidence_in_side(side: Side, analysis: Analysis) -> Decimal:
    """As sure of a trade as of the view behind it, as unsure as that is sure against it; between them, half."""
    speaks_for = SIDE_OF_RATING.get(analysis.rating)
    if speaks_for is None:
        return HALF
    return analysis.confidence if speaks_for is side else bounded_confidence(1 - float(analysis.confidence))


def _score(case: _ProposalInputs) -> dict[str, Decimal]:
    return score_figures(case.analysis)


def score_figures(analysis: Analysis) -> dict[str, Decimal]:
    """Return the score and what it takes to trade on one, as a reason's figures."""
    return {"score": rounded(analysis.score), "threshold": rounded(BUY_AT)}


def _too_small(case: _ProposalInputs) -> Reason:
    return Reason("too_small", 0.0, {"price": case.buying_power.price})


def _sized(bound: SizeBound) -> Reason:
    return Reason(f"sized_by_{bound.code}", 0.0, {"shares": bound.shares, **bound.numbers})


def _cut(case: _ProposalInputs, bound: SizeBound) -> tuple[Reason, ...]:
    """Say that a size that was named is not the size proposed; the reason before it says what bounds it."""
    named = min((size.shares for size in requested_sizes(case.buying_power, case.trade_request)), default=bound.shares)
    return (Reason("named_size_cut", 0.0, {"named": named}),) if bound.shares < named else ()


def stop_not_below(stop: Decimal, price: Decimal) -> Reason:
    """Say that a stop that was named cannot be used at this price."""
    return Reason("stop_not_below_price", 0.0, {"stop": stop, "price": price})


def _proposal(case: _ProposalInputs, trade: _Trade) -> Proposal:
    features, buying_power = case.features, case.buying_power
    change = trade.shares * buying_power.price
    reasons = (*case.analysis.arguments, *trade.notes, *case.analysis.notes)
    return Proposal(
        symbol=features.symbol,
        action=trade.action,
        target_cash_amount=buying_power.current_value + change,
        cash_change=change,
        shares=abs(trade.shares),
        price=features.price,
        price_as_of=features.as_of,
        price_source=features.source,
        confidence=trade.confidence,
        reasons=reasons,
        tags=decision_tags(
            features,
            action=trade.action,
            confidence=trade.confidence,
            reasons=reasons,
            position=case.portfolio.position(features.symbol),
        ),
        stop_price=trade.stop,
        stop_is_stated=trade.stop_is_stated,
        engine=RULES,
    )
