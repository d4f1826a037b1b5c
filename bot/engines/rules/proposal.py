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
from bot.domain.trading.sizes.sizing import HALF
from bot.engines.common.sized_trade import WHOLE, SizedTrade, TradeSizing, proposal_from_trade, with_reasons
from bot.engines.rules.analysis import BUY_AT, CLOSE_AT, Analysis, Rating, analyse, bounded_confidence
from bot.engines.rules.figure_rules import rounded

RULES: Final = "rules"  # the engine's name
SIDE_OF_RATING: Final = {Rating.BUY: Side.BUY, Rating.SELL: Side.SELL}

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
    buy_part: Decimal = WHOLE  # of the most that caps and limits allow
    engine: str = RULES
    codes: ViewCodes = _SCORE_CODES
    figures: Mapping[str, Decimal] = field(default_factory=dict)  # of the reasons with these codes


def plan_by_rules(analysis: Analysis) -> TradePlan:
    """Return the plan of the scored rules: all that is allowed; of a position half, or all below `CLOSE_AT`."""
    sell_part = WHOLE if analysis.score <= CLOSE_AT else HALF
    return TradePlan(analysis=analysis, sell_part=sell_part, figures=score_figures(analysis))


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
    sizing = TradeSizing(
        features=features,
        buying_power=buying_power,
        trade_request=trade_request,
        buy_part=plan.buy_part,
        sell_part=plan.sell_part,
    )
    trade = _trade(plan, sizing)
    proposal = proposal_from_trade(features, trade, portfolio=portfolio, engine=plan.engine)
    reasons = (*plan.analysis.arguments, *trade.notes, *plan.analysis.notes)
    return with_reasons(proposal, reasons, features=features, portfolio=portfolio)


def _trade(plan: TradePlan, sizing: TradeSizing) -> SizedTrade:
    analysis, named_side = plan.analysis, sizing.trade_request.side
    if sizing.trade_request.is_order and named_side is not None:
        return sizing.trade_on(
            named_side,
            confidence=confidence_in_side(named_side, analysis),
            confidence_in_hold=analysis.confidence,
            notes=_dissent(plan, named_side),
        )
    side = SIDE_OF_RATING.get(analysis.rating)
    if side is not None and named_side in {None, side}:
        return sizing.trade_on(side, confidence=analysis.confidence, confidence_in_hold=analysis.confidence)
    code = plan.codes.undecided if side is None else f"{plan.codes.would}_{side}"
    return SizedTrade(action=Action.HOLD, confidence=analysis.confidence, notes=(Reason(code, 0.0, plan.figures),))


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
