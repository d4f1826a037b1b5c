"""Cash and shares that do not suffice, told in the same words whether the validator or the broker found it."""


from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from bot.domain.conversation.retrieval import RefusedOrder
from bot.domain.text.locale import Language
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.validation import CASH_FLOOR
from bot.domain.trading.validation import Violation
from bot.locales import Catalogue


INSUFFICIENT_CASH: Final = "insufficient_cash"
INSUFFICIENT_SHARES: Final = "insufficient_shares"
_ZERO: Final = Decimal(0)
_ENGLISH: Final = Locale(Language.ENGLISH)  # in which models are told of broken rules


@dataclass(frozen=True, slots=True, kw_only=True)
class CashShortage:
    """One buy that there is not cash enough for; account currency."""

    required: Decimal  # by this buy, commission included
    available: Decimal  # for it, what has to stay in cash left out
    total_required: Decimal  # by all buys together
    attempt: int  # from 1
    price: Decimal  # of a share
    commission: Decimal
    position_value: Decimal  # value of the position

    def to_violation(self) -> Violation:
        """Return it as a broken rule with its figures and what would keep it."""
        room = max(self.available - self.commission, _ZERO)
        shares = room // self.price
        return Violation(
            INSUFFICIENT_CASH,
            {
                "required": self.required,
                "available": self.available,
                "total_required": self.total_required,
                "shortfall": max(self.required - self.available, _ZERO),
                "attempt": Decimal(self.attempt),
            },
            {"suggested_shares": shares, "suggested_target": self.position_value + shares * self.price},
        )


def violation_line(symbol: str, violation: Violation, *, texts: Catalogue) -> str:
    """Return a broken rule as the models are told of it: "AAPL, cash_floor: …"."""
    figures = {**violation.numbers, **violation.suggestion}
    return f"{symbol}, {violation.code}: {texts.render_code(_ENGLISH, 'violation', violation.code, **figures)}"


def refused_order_lines(request: DecisionRequest, *, texts: Catalogue) -> list[str]:
    """Return the orders of late that the broker refused, newest first, each with what would be possible now."""
    orders = request.retrieved.refused_orders
    total = sum(_latest_buys(orders).values(), _ZERO)
    before = Counter(order.symbol for order in orders)
    lines = []
    for order in orders:
        lines.append(violation_line(order.symbol, _violation(order, request, total, before[order.symbol]), texts=texts))
        before[order.symbol] -= 1  # the oldest was the first attempt
    return lines


def _latest_buys(orders: tuple[RefusedOrder, ...]) -> dict[str, Decimal]:
    """What the latest order on each share takes: an order tried again is still one order."""
    oldest_first = reversed(orders)
    return {order.symbol: order.required for order in oldest_first if order.reason == INSUFFICIENT_CASH}


def _violation(order: RefusedOrder, request: DecisionRequest, total: Decimal, attempt: int) -> Violation:
    held = request.portfolio.position(order.symbol)
    shares = held.shares if held else _ZERO
    if order.reason == INSUFFICIENT_SHARES:
        return _too_few(order.required, available=shares, attempt=attempt)
    price = next((known.price for known in request.features if known.symbol == order.symbol), None)
    if order.reason != INSUFFICIENT_CASH or price is None:
        return Violation("order_refused")
    shortage = CashShortage(
        required=order.required,
        available=spendable_cash(
            request, total=total_assets_at(request, order.symbol, price), reserved_cash=request.reserved_cash
        ),
        total_required=total,
        attempt=attempt,
        price=price,
        commission=request.commission,
        position_value=shares * price,
    )
    return shortage.to_violation()


def _too_few(required: Decimal, *, available: Decimal, attempt: int) -> Violation:
    """A sale of more shares than there are; the suggestion is to sell them all."""
    figures = {
        "required": required,
        "available": available,
        "shortfall": max(required - available, _ZERO),
        "attempt": Decimal(attempt),
    }
    return Violation(INSUFFICIENT_SHARES, figures, {"suggested_shares": available})


def total_assets_at(request: DecisionRequest, symbol: str, price: Decimal) -> Decimal:
    """Return what the account is worth with `symbol` at `price`."""
    held = request.portfolio.position(symbol)
    current = held.shares * price if held else _ZERO
    return request.portfolio.total_assets - request.portfolio.position_value(symbol) + current


def spendable_cash(request: DecisionRequest, *, total: Decimal, reserved_cash: Decimal) -> Decimal:
    """Return the cash that a buy may take, commission included, once what has to stay is left out."""
    return max(request.portfolio.account.cash - reserved_cash - total * CASH_FLOOR, _ZERO)
