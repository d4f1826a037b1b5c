"""The terms of an order, completed: the single orders of several, the side of a target; what states a limit alone."""

from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Order, OrderPart, OrderRequest, TradeTerms
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit

_LOWEST_STOP: Final = Decimal("0.5")  # of the price; a smaller amount is what may be lost
_HIGHEST_STOP: Final = Decimal("1.15")  # of the price, above which a stop is refused


def only(terms: TradeTerms, part: OrderPart) -> TradeTerms:
    """Return the terms as if nothing but `part` were ordered."""
    shares = replace(terms.shares, symbols=(part.symbol,))
    return replace(terms, parts=(), shares=shares, side=part.side, size=part.size)


def orders_of_change(context: TurnContext, terms: TradeTerms) -> tuple[Order, ...]:
    """Return the orders that another size may mean where nothing is pending: "make it 10" of the share talked of."""
    symbols, size = context.conversation.focus[:1], terms.size
    if size is None or size.is_fraction or not symbols:
        return ()
    held = any(position.symbol in symbols for position in context.positions)
    meant = TradeTerms(shares=NamedShares(symbols=symbols), size=Size(size.value, size.unit))
    return tuple(Order(terms=replace(meant, side=side)) for side in ((Side.BUY, Side.SELL) if held else (Side.BUY,)))


BUY_OR_SELL: Final = "buy-or-sell"  # the sentence that asks for the side of a size


def with_side_of_target(context: TurnContext, terms: TradeTerms) -> TradeTerms:
    """Return the terms with the side that a target implies: "raise it to $1,000", "make IBM 10 % of the book".

    A target of a position that is held may lie on either side; it is settled at the price. A part of the account that
    is no target, and has no side, orders nothing: "IBM at 5 % of my portfolio is too much".
    """
    if terms.side is not None or not (terms.is_target or terms.is_part_of_account):
        return terms
    symbols = context.named_or_focus(terms.shares)
    if not terms.is_target:
        return replace(terms, size=None, problems=(*terms.problems, Problem.FRACTION_UNCLEAR))
    if any(position.symbol in symbols[:1] for position in context.positions):
        return replace(terms, side=terms.target_side)
    if terms.target_side is not None or (terms.is_part_of_account and terms.symbols):
        return replace(terms, side=terms.target_side or Side.BUY)
    return replace(terms, size=None, problems=(*terms.problems, Problem.AMOUNT_IS_TARGET))


def with_stop_read(terms: TradeTerms, price: Decimal) -> TradeTerms:
    """Return the terms with the stop that is stated otherwise as a price, given that of the share.

    It is below that by a fraction; or is an amount beside "stop", if it is near the price: "stop 30 bucks".
    """
    if terms.stop_below is not None:
        return replace(terms, stop=round(price * (1 - terms.stop_below), 2), stop_below=None)
    amount = None if terms.risk is None else terms.risk.amount
    is_near = amount is not None and price * _LOWEST_STOP <= amount <= price * _HIGHEST_STOP
    return replace(terms, risk=None, stop=amount) if is_near else terms


def is_part_of_position(terms: TradeTerms) -> bool:
    """Return whether the size is a part of what must be held already."""
    return terms.unit is SizeUnit.POSITION and (terms.side is Side.BUY or terms.is_target)


def limit_alone(request: OrderRequest) -> str:
    """Return the id of the sentence for a stop, a risk or a size without a trade, which makes no card; or empty."""
    terms = request.terms
    if terms.stop is not None and terms.side is None and not terms.names_size and terms.max_cash is None:
        return "stop-alone"
    if _has_size_without_side(request):
        return BUY_OR_SELL
    return "risk-alone" if terms.risk is not None and terms.side is None and not terms.names_size else ""


def _has_size_without_side(request: OrderRequest) -> bool:
    """Return whether a message names a size and neither asks nor says what to do: no engine may choose the side."""
    terms = request.terms
    is_order = (
        not request.is_question and not terms.problems and not (isinstance(request, Order) and request.is_command)
    )
    is_sum = isinstance(request, Order) and terms.unit is SizeUnit.MONEY  # "$5,000 of Google", and no wish for advice
    has_size = is_sum or terms.unit in {SizeUnit.SHARES, SizeUnit.POSITION}
    return is_order and terms.side is None and not terms.is_target and has_size
