"""Orders, advice, changes of what is pending, and verdicts."""

from decimal import Decimal

from bot.domain.conversation.requests.trades import (
    Advise,
    AnalyzeDeep,
    Cancel,
    Confirm,
    CorrectOrder,
    EachShare,
    Meant,
    Order,
    OrderPart,
    Placement,
    TradeTalk,
    TradeTerms,
    Wait,
)
from bot.domain.conversation.states import Intent
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit
from bot.language.requests.named_shares import shares_in
from bot.language.understanding import Entities, Understanding


def trade_request(understood: Understanding) -> TradeTalk | None:
    """Return the order, the wish for advice, the correction or the verdict that a message is; None: it is another."""
    meant = _meant(understood)
    match understood.intent:
        case Intent.CONFIRM:
            return Confirm(meant)
        case Intent.CANCEL:
            return Wait(meant) if understood.asks_to_wait else Cancel(meant)
        case Intent.DECIDE:
            return _order(understood)
        case Intent.ANALYZE if understood.is_deep:
            return AnalyzeDeep(terms_of(understood))
        case _:
            return None


def terms_of(understood: Understanding) -> TradeTerms:
    """Return what a message says of a trade."""
    e = understood.entities
    is_ceiling = e.amount_is_limit and e.side is not Side.SELL  # "sell at most $3,000" is a size: it is rounded down
    return TradeTerms(
        shares=shares_in(e),
        side=e.side,
        size=_size(e, is_ceiling=is_ceiling),
        target_side=e.target_side,
        max_cash=e.amount if is_ceiling else None,
        lifts_max_cash=e.lifts_limit,
        risk=e.risk,
        stop=e.stop,
        is_everything=e.everything,
        excluded=e.excluded,
        kept=e.kept,
        parts=tuple(
            OrderPart(symbol=each.symbol, side=each.side, size=_count_or_amount(each.shares, each.amount))
            for each in e.orders
        ),
        each=None
        if e.each is None
        else EachShare(side=e.each.side, size=_count_or_amount(e.each.shares, e.each.amount), count=e.each.count),
        placement=_placement(understood),
        dates=e.dates,
        problems=e.problems,
        is_deep=understood.is_deep,
    )


def _order(understood: Understanding) -> TradeTalk:
    terms = terms_of(understood)
    if understood.correction is not None:
        return CorrectOrder(terms, understood.correction, understood.is_question)
    if understood.is_question:
        return Advise(terms)
    return Order(
        terms=terms,
        is_added=understood.adds_order,
        is_change=understood.suggests_otherwise,
        is_command=understood.command is not None,
        needs_side=understood.needs_side,
    )


def _meant(understood: Understanding) -> Meant:
    return Meant(
        symbols=understood.entities.symbols,
        side=understood.entities.side,
        covers=understood.covers,
        excepted=understood.excepted,
        left_over=understood.left_over,
    )


def _placement(understood: Understanding) -> Placement | None:
    if understood.places_in_market:
        return Placement.MARKET
    return Placement.TALKED_OF if understood.needs_share else None


def _size(e: Entities, *, is_ceiling: bool) -> Size | None:
    amount = None if is_ceiling else e.amount
    size = _count_or_amount(e.shares, amount) or (Size(e.fraction, e.fraction_of) if e.fraction is not None else None)
    return None if size is None else Size(size.value, size.unit, is_target=e.is_target, is_minimum=e.is_minimum)


def _count_or_amount(count: Decimal | None, amount: Decimal | None) -> Size | None:
    if count is not None:
        return Size(count)
    return None if amount is None else Size(amount, SizeUnit.MONEY)
