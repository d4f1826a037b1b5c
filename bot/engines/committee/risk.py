"""The risk debate by rules: three voices ask for three sizes, the judge follows the one that the evidence fits.

Caps and limits bind all three: to buy, the risky voice asks for all that they allow; to sell, the safe voice asks for
the whole position. A size that a person names is not debated.
"""

from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.domain.committee.research import SIDE_OF_STANCE, ResearchSummary
from bot.domain.committee.risk import BUY_PARTS, SELL_PARTS, RiskSummary, RiskVoice, SizeArithmetic, find_worst_day
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot
from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import size_sell
from bot.engines.common.sized_trade import buy_stop, planned_size, smallest_named_size
from bot.engines.rules.figure_rules import HIGH_VOLATILITY, percent

SURE: Final = Decimal("0.65")  # from this conviction on, without dissent, the largest trade is made
UNSURE: Final = Decimal("0.40")  # below it the smallest
MOST_WITHOUT_DATA: Final = 1  # analysts; with more, the smallest


def judge_risk(
    request: DecisionRequest, features: Features, snapshot: Snapshot, research: ResearchSummary
) -> RiskSummary:
    """Return the ruling on how much to trade on the research's stance, for the account of `request`."""
    side, named_side = SIDE_OF_STANCE.get(research.stance), request.trade_request.side
    power = BuyingPower.from_portfolio(
        request.portfolio,
        symbol=features.symbol,
        price=features.price,
        commission=request.commission,
        reserved_cash=request.reserved_cash,
    )
    worst_day = find_worst_day(snapshot.bars)
    stop = buy_stop(features, named=request.trade_request.stop).price if side is Side.BUY else None
    is_named = smallest_named_size(power, request.trade_request, stop=stop) is not None
    if side is None or named_side not in {None, side} or is_named:
        return RiskSummary(worst_day=worst_day, drawdown=request.drawdown)
    voice, reasons = _followed_voice(side, features, research)
    sizes = {each: _size(power, request, side, each, stop) for each in RiskVoice}
    if (cap := request.share_cap(features.symbol, side)) is not None:
        sizes = {each: min(size, cap) for each, size in sizes.items()}
    arithmetic = SizeArithmetic(power=power, side=side, stop=stop, worst_day=worst_day, drawdown=request.drawdown)
    cases = tuple(arithmetic.case(each, size) for each, size in sizes.items()) if any(sizes.values()) else ()
    return RiskSummary(
        chosen=voice if cases else None,
        cases=cases,
        stop_price=stop,
        worst_day=worst_day,
        drawdown=request.drawdown,
        reasons=reasons if cases else (),
    )


def without_largest(ruling: RiskSummary, side: Side) -> RiskSummary:
    """Return a ruling by rules in place of a judge without an answer: that never makes for a larger trade."""
    largest = RiskVoice.RISKY if side is Side.BUY else RiskVoice.SAFE
    if ruling.chosen is not largest:
        return ruling
    return replace(ruling, chosen=RiskVoice.NEUTRAL, reasons=(Reason("risk_judge_silent", 0.0),))


def _size(power: BuyingPower, request: DecisionRequest, side: Side, voice: RiskVoice, stop: Decimal | None) -> Decimal:
    if side is Side.BUY:
        return planned_size(power, request.trade_request, stop=stop, part=BUY_PARTS[voice]).shares
    return size_sell(power, trade_request=request.trade_request, fraction=SELL_PARTS[voice]).shares


def _followed_voice(side: Side, features: Features, research: ResearchSummary) -> tuple[RiskVoice, tuple[Reason, ...]]:
    """Return the voice that the judge follows, and why.

    Little evidence makes for a small trade: of a purchase the safe voice's, of a sale the risky one's. Much volatility
    makes for a small position: the safe voice's.
    """
    thin, volatile = _thin_evidence(research), _volatility(features)
    smallest, largest = (RiskVoice.SAFE, RiskVoice.RISKY) if side is Side.BUY else (RiskVoice.RISKY, RiskVoice.SAFE)
    if thin:
        return smallest, thin
    if volatile:
        return RiskVoice.SAFE, volatile
    figures = {"conviction": research.conviction * 100}
    if research.conviction >= SURE and not research.dissent:
        return largest, (Reason("risk_sure", 0.0, figures),)
    return RiskVoice.NEUTRAL, (Reason("risk_dissent" if research.dissent else "risk_fairly_sure", 0.0, figures),)


def _thin_evidence(research: ResearchSummary) -> tuple[Reason, ...]:
    found = []
    if research.conviction < UNSURE:
        found.append(Reason("risk_unsure", 0.0, {"conviction": research.conviction * 100}))
    if len(research.without_data) > MOST_WITHOUT_DATA:
        found.append(Reason("risk_without_data", 0.0, {"analysts": Decimal(len(research.without_data))}))
    return tuple(found)


def _volatility(features: Features) -> tuple[Reason, ...]:
    volatility = features.volatility60
    if volatility is None:
        return (Reason("risk_volatility_unknown", 0.0),)
    if volatility <= HIGH_VOLATILITY:
        return ()
    return (Reason("risk_volatile", 0.0, {"percent": percent(volatility), "threshold": percent(HIGH_VOLATILITY)}),)
