"""Makes the proposal for one symbol from a scored view, the account and the person's request."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import HALF, size_buy, size_sell
from bot.domain.trading.sizes.stated_size import SizeBound
from bot.engines.common.sized_trade import (
    SizedTrade,
    action_for,
    buy_stop,
    no_position,
    proposal_from_trade,
    size_cut,
    sized_by,
    smallest_named_size,
    too_small,
    with_reasons,
)
from bot.engines.rules.analysis import BUY_AT, CLOSE_AT, Analysis, Rating, analyse, bounded_confidence
from bot.engines.rules.figure_rules import rounded

RULES: Final = "rules"  # the engine's name
SIDE_OF_RATING: Final = {Rating.BUY: Side.BUY, Rating.SELL: Side.SELL}

_ALL: Final = Decimal(1)
_ZERO: Final = Decimal(0)
_NO_REQUEST: Final = TradeRequest()


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewCodes:
    """The codes of the reasons that say how a view stands to what was asked."""

    undecided: str
    would: str  # followed by "_buy" or "_sell"; the other side was asked about
    order_undecided: str
    order_opposed: str


_SCORE_CODES: Final = ViewCodes(
    undecided="score_neutral", would="score_would", order_undecided="model_undecided", order_opposed="against_the_model"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TradePlan:
    """A scored view of one share, and how much is traded on it where nobody names a size."""

    analysis: Analysis
    sell_part: Decimal  # of the position
    buy_part: Decimal = _ALL  # of the most that caps and limits allow
    engine: str = RULES
    codes: ViewCodes = _SCORE_CODES
    figures: Mapping[str, Decimal] = field(default_factory=dict)  # of the reasons with these codes


def plan_by_rules(analysis: Analysis) -> TradePlan:
    """Return the plan of the scored rules: all that is allowed; of a position half, or all below `CLOSE_AT`."""
    sell_part = _ALL if analysis.score <= CLOSE_AT else HALF
    return TradePlan(analysis=analysis, sell_part=sell_part, figures=score_figures(analysis))


@dataclass(frozen=True, slots=True)
class _ProposalInputs:
    """The inputs of a proposal for one symbol."""

    features: Features
    plan: TradePlan
    buying_power: BuyingPower
    trade_request: TradeRequest

    @property
    def analysis(self) -> Analysis:
        return self.plan.analysis


def propose(  # noqa: PLR0913 - the account's four figures, and the view
    features: Features,
    *,
    plan: TradePlan | None = None,
    portfolio: Portfolio,
    trade_request: TradeRequest = _NO_REQUEST,
    commission: Decimal = _ZERO,
    reserved_cash: Decimal = _ZERO,
) -> Proposal:
    """Return the proposal for one symbol; it is always valid.

    An order ("sell half") is proposed as given, within cash and stated limits; the score only determines the reasons
    and the confidence. Otherwise the score decides, but a question about one side is never answered with a trade on
    the other.

    Args:
        features: The instrument's figures.
        plan: The view; None: that of the scored rules.
        portfolio: The account, as of the same instant.
        trade_request: The side, size and limits that the person stated.
        commission: Of one order, account currency.
        reserved_cash: Cash that other pending decisions or open orders will need.
    """
    buying_power = BuyingPower.from_portfolio(
        portfolio, symbol=features.symbol, price=features.price, commission=commission, reserved_cash=reserved_cash
    )
    plan = plan or plan_by_rules(analyse(features))
    trade = _trade(_ProposalInputs(features, plan, buying_power, trade_request))
    proposal = proposal_from_trade(features, trade, portfolio=portfolio, engine=plan.engine)
    reasons = (*plan.analysis.arguments, *trade.notes, *plan.analysis.notes)
    return with_reasons(proposal, reasons, features=features, portfolio=portfolio)


def _trade(inputs: _ProposalInputs) -> SizedTrade:
    analysis, named_side = inputs.analysis, inputs.trade_request.side
    if inputs.trade_request.is_order and named_side is not None:
        confidence = confidence_in_side(named_side, analysis)
        return _trade_on(named_side, inputs, confidence=confidence, notes=_dissent(inputs.plan, named_side))
    side = SIDE_OF_RATING.get(analysis.rating)
    if side is None:
        return _hold(inputs, Reason(inputs.plan.codes.undecided, 0.0, inputs.plan.figures))
    if named_side not in {None, side}:
        return _hold(inputs, Reason(f"{inputs.plan.codes.would}_{side}", 0.0, inputs.plan.figures))
    return _trade_on(side, inputs, confidence=analysis.confidence)


def _trade_on(
    side: Side, inputs: _ProposalInputs, *, confidence: Decimal, notes: tuple[Reason, ...] = ()
) -> SizedTrade:
    return (_buy if side is Side.BUY else _sell)(inputs, confidence, notes)


def _buy(inputs: _ProposalInputs, confidence: Decimal, notes: tuple[Reason, ...]) -> SizedTrade:
    stop = buy_stop(inputs.features, named=inputs.trade_request.stop)
    bound = planned_size(inputs.buying_power, inputs.trade_request, stop=stop.price, part=inputs.plan.buy_part)
    if not bound.shares:
        return _hold(inputs, too_small(inputs.buying_power.price), sized_by(bound), *notes, *stop.notes)
    return SizedTrade(
        action=Action.INCREASE,
        confidence=confidence,
        shares=bound.shares,
        stop=stop.price,
        stop_is_stated=stop.is_stated,
        notes=(*_size_notes(inputs, bound, stop=stop.price), *notes, *stop.notes),
    )


def _sell(inputs: _ProposalInputs, confidence: Decimal, notes: tuple[Reason, ...]) -> SizedTrade:
    held = inputs.buying_power.held_shares
    if not held:
        return _hold(inputs, no_position(), *notes)
    bound = size_sell(inputs.buying_power, trade_request=inputs.trade_request, fraction=inputs.plan.sell_part)
    if not bound.shares:
        return _hold(inputs, too_small(inputs.buying_power.price), sized_by(bound), *notes)
    return SizedTrade(
        action=action_for(Side.SELL, bound.shares, held=held),
        confidence=confidence,
        shares=-bound.shares,
        notes=(*_size_notes(inputs, bound), *notes),
    )


def planned_size(
    buying_power: BuyingPower, trade_request: TradeRequest, *, stop: Decimal | None, part: Decimal
) -> SizeBound:
    """Return the size of a buy: what the person named, else `part` of the most that is allowed, one share at least."""
    most = size_buy(buying_power, trade_request=trade_request, stop=stop)
    if part == _ALL or not most.shares or smallest_named_size(buying_power, trade_request, stop=stop) is not None:
        return most
    shares = max(most.shares * part // 1, Decimal(1))
    return SizeBound("part_of_most", shares, {"percent": part * 100, "most": most.shares})


def _size_notes(inputs: _ProposalInputs, bound: SizeBound, *, stop: Decimal | None = None) -> tuple[Reason, ...]:
    named = smallest_named_size(inputs.buying_power, inputs.trade_request, stop=stop)
    return (sized_by(bound), *size_cut(bound, named=named))


def _hold(inputs: _ProposalInputs, *notes: Reason) -> SizedTrade:
    return SizedTrade(action=Action.HOLD, confidence=inputs.analysis.confidence, notes=notes)


def _dissent(plan: TradePlan, side: Side) -> tuple[Reason, ...]:
    """Return a reason if the view would not have proposed the order; nothing if it agrees."""
    rated_side = SIDE_OF_RATING.get(plan.analysis.rating)
    if rated_side is None:
        return (Reason(plan.codes.order_undecided, 0.0, plan.figures),)
    return () if rated_side is side else (Reason(plan.codes.order_opposed, 0.0, plan.figures),)


def confidence_in_side(side: Side, analysis: Analysis) -> Decimal:
    """Return the rating's confidence for a trade on its side, 1 minus it for the other side, 0.5 for a hold."""
    rated_side = SIDE_OF_RATING.get(analysis.rating)
    if rated_side is None:
        return HALF
    return analysis.confidence if rated_side is side else bounded_confidence(1 - float(analysis.confidence))


def score_figures(analysis: Analysis) -> dict[str, Decimal]:
    """Return the score and the threshold for a buy as the figures of a reason."""
    return {"score": rounded(analysis.score), "threshold": rounded(BUY_AT)}
