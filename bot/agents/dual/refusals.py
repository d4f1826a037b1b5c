"""Cash that does not suffice, told in the same words whether the validator or the broker found it."""

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.questions import Question
from bot.domain.retrieval import RefusedOrder
from bot.domain.understanding import Language
from bot.domain.validation import CASH_FLOOR, Violation
from bot.locales import Catalogue

INSUFFICIENT_CASH: Final = "insufficient_cash"
_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortage:
    """One buy that there is not cash enough for; account currency."""

    required: Decimal  # by this buy, commission included
    available: Decimal  # for it, what has to stay in cash left out
    total_required: Decimal  # by all buys together
    attempt: int  # from 1
    price: Decimal | None  # of a share, for the suggestion; None: not known
    commission: Decimal
    current: Decimal  # value of the position

    def violation(self) -> Violation:
        """Return it as a broken rule with its figures and what would keep it."""
        room = max(self.available - self.commission, _ZERO)
        shares = room // self.price if self.price else _ZERO
        return Violation(
            INSUFFICIENT_CASH,
            {
                "required": self.required,
                "available": self.available,
                "total_required": self.total_required,
                "shortfall": max(self.required - self.available, _ZERO),
                "attempt": Decimal(self.attempt),
            },
            {"suggested_shares": shares, "suggested_target": self.current + shares * (self.price or _ZERO)},
        )


def told(symbol: str, violation: Violation, *, say: Catalogue) -> str:
    """Return a broken rule as the models are told of it: "AAPL, cash_floor: …"."""
    figures = {**violation.numbers, **violation.suggestion}
    return f"{symbol}, {violation.code}: {say.coded(Language.ENGLISH, 'violation', violation.code, **figures)}"


def refused(question: Question, *, say: Catalogue) -> list[str]:
    """Return the orders of late that the broker refused, newest first, each with what would be possible now."""
    orders = question.retrieved.refused
    total = sum((order.required for order in orders if order.reason == INSUFFICIENT_CASH), _ZERO)
    before = Counter(order.symbol for order in orders)
    lines = []
    for order in orders:
        lines.append(told(order.symbol, _violation(order, question, total, before[order.symbol]), say=say))
        before[order.symbol] -= 1  # the oldest was the first attempt
    return lines


def _violation(order: RefusedOrder, question: Question, total: Decimal, attempt: int) -> Violation:
    if order.reason == "insufficient_shares":
        return Violation("insufficient_shares", {"required": order.required, "available": order.available})
    if order.reason != INSUFFICIENT_CASH:
        return Violation("order_refused")
    price = next((known.price for known in question.features if known.symbol == order.symbol), None)
    held = question.portfolio.position(order.symbol)
    shortage = Shortage(
        required=order.required,
        available=order.available,
        total_required=total,
        attempt=attempt,
        price=price,
        commission=question.commission,
        current=held.shares * price if held and price else _ZERO,
    )
    return shortage.violation()


def spendable(question: Question, *, total: Decimal, committed: Decimal) -> Decimal:
    """Return the cash that a buy may take, commission included, once what has to stay is left out."""
    return max(question.portfolio.account.cash - committed - total * CASH_FLOOR, _ZERO)
