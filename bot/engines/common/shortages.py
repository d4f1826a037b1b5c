"""Describes shortages of cash or shares to models, in the same form whether the validator or the broker found them."""

from collections import Counter
from decimal import Decimal
from typing import Final

from bot.domain.conversation.retrieval import RefusedOrder
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.validation import Violation
from bot.locales import Catalogue

INSUFFICIENT_CASH: Final = "insufficient_cash"
INSUFFICIENT_SHARES: Final = "insufficient_shares"

_ZERO: Final = Decimal(0)
_MODELS_LOCALE: Final = Locale(Language.ENGLISH)  # models read English


def cash_shortage(buying_power: BuyingPower, *, required: Decimal, total_required: Decimal, attempt: int) -> Violation:
    """Return a buy that needs more cash than is available as a broken rule, with the size that would be valid.

    `buying_power`: without cash committed to other buys. `required`: by this buy, commission included.
    `total_required`: by all buys together. `attempt`: from 1.
    """
    floor = buying_power.total_assets * buying_power.caps.cash_floor
    available = max(buying_power.available_cash - floor, _ZERO)
    shares = max(available - buying_power.commission, _ZERO) // buying_power.price
    return Violation(
        INSUFFICIENT_CASH,
        {
            "required": required,
            "available": available,
            "total_required": total_required,
            "shortfall": max(required - available, _ZERO),
            "attempt": Decimal(attempt),
        },
        {"suggested_shares": shares, "suggested_target": buying_power.current_value + shares * buying_power.price},
    )


def describe_to_model(symbol: str, violation: Violation, *, texts: Catalogue) -> str:
    """Return a broken rule as a line for a model: "AAPL, cash_floor: …"."""
    sentence = texts.render_code(_MODELS_LOCALE, "violation", violation.code, **violation.variables)
    return f"{symbol}, {violation.code}: {sentence}"


def refused_order_lines(request: DecisionRequest, *, texts: Catalogue) -> list[str]:
    """Return lines for a model on recently refused orders, newest first, with the sizes that are possible now."""
    orders = request.retrieved.refused_orders
    oldest_first = reversed(orders)  # of an order that was repeated, the latest counts
    latest = {order.symbol: order.required for order in oldest_first if order.reason == INSUFFICIENT_CASH}
    total_required = sum(latest.values(), _ZERO)
    attempts = Counter(order.symbol for order in orders)
    lines = []
    for order in orders:
        violation = _violation(order, request, total_required=total_required, attempt=attempts[order.symbol])
        lines.append(describe_to_model(order.symbol, violation, texts=texts))
        attempts[order.symbol] -= 1  # the oldest order was the first attempt
    return lines


def _violation(order: RefusedOrder, request: DecisionRequest, *, total_required: Decimal, attempt: int) -> Violation:
    if order.reason == INSUFFICIENT_SHARES:
        return _share_shortage(order, request, attempt=attempt)
    price = next((features.price for features in request.features if features.symbol == order.symbol), None)
    if order.reason != INSUFFICIENT_CASH or price is None:
        return Violation("order_refused")
    buying_power = BuyingPower.from_portfolio(
        request.portfolio,
        symbol=order.symbol,
        price=price,
        commission=request.commission,
        reserved_cash=request.reserved_cash,
    )
    return cash_shortage(buying_power, required=order.required, total_required=total_required, attempt=attempt)


def _share_shortage(order: RefusedOrder, request: DecisionRequest, *, attempt: int) -> Violation:
    """Describe a sale of more shares than are held; it suggests selling all of them."""
    held = request.portfolio.position(order.symbol)
    available = held.shares if held else _ZERO
    figures = {
        "required": order.required,
        "available": available,
        "shortfall": max(order.required - available, _ZERO),
        "attempt": Decimal(attempt),
    }
    return Violation(INSUFFICIENT_SHARES, figures, {"suggested_shares": available})
