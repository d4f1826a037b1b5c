"""Comparing our own ledger of an account with the broker's books."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.trading.broker import BrokerOrder
from bot.domain.trading.differences import Difference, DifferenceKind
from bot.domain.trading.orders import Order, OrderStatus
from bot.domain.trading.validation import Violation

ACCOUNT_DIFFERS: Final = "account_differs"  # code of the first violation that stops trading
_ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class LedgerSnapshot:
    """What our ledger says of an account at one instant."""

    cash: Decimal
    positions: Mapping[str, Decimal]  # shares by symbol
    open_orders: tuple[Order, ...]

    @property
    def is_settled(self) -> bool:
        """Whether of every open order it is known that the broker has it: none is on its way, none unknown."""
        return not any(each.status in {OrderStatus.NEW, OrderStatus.UNKNOWN} for each in self.open_orders)


@dataclass(frozen=True, slots=True)
class BrokerSnapshot:
    """What the broker says of an account at one instant."""

    cash: Decimal
    positions: Mapping[str, Decimal]
    open_orders: tuple[BrokerOrder, ...]


def has_unbooked_news(ours: LedgerSnapshot, theirs: BrokerSnapshot) -> bool:
    """Return whether the broker has filled more of an order that is open on both sides than we have booked yet."""
    booked = {each.client_order_id: each.filled_shares for each in ours.open_orders}
    there = {each.client_order_id: each.filled_shares for each in theirs.open_orders}
    return any(there[name] != booked[name] for name in booked.keys() & there.keys())


def find_differences(ours: LedgerSnapshot, theirs: BrokerSnapshot) -> tuple[Difference, ...]:
    """Return all figures that differ: cash, then positions and open orders by symbol."""
    cash = [Difference(DifferenceKind.CASH, "", ours.cash, theirs.cash)] if ours.cash != theirs.cash else []
    return (*cash, *_position_differences(ours.positions, theirs.positions), *_order_differences(ours, theirs))


def _position_differences(ours: Mapping[str, Decimal], theirs: Mapping[str, Decimal]) -> Iterator[Difference]:
    for symbol in sorted({*ours, *theirs}):
        pair = ours.get(symbol, _ZERO), theirs.get(symbol, _ZERO)
        if pair[0] != pair[1]:
            yield Difference(DifferenceKind.POSITION, symbol, *pair)


def _order_differences(ours: LedgerSnapshot, theirs: BrokerSnapshot) -> Iterator[Difference]:
    here = {each.client_order_id: (each.symbol, each.open_shares) for each in ours.open_orders}
    there = {each.client_order_id: (each.symbol, each.shares - each.filled_shares) for each in theirs.open_orders}
    for name in sorted({*here, *there}):
        symbol = (here.get(name) or there[name])[0]
        pair = here.get(name, (symbol, _ZERO))[1], there.get(name, (symbol, _ZERO))[1]
        if pair[0] != pair[1]:
            yield Difference(DifferenceKind.ORDER, symbol, *pair)


def difference_violations(differences: Iterable[Difference]) -> tuple[Violation, ...]:
    """Return why nothing may be traded while there are `differences`: one sentence each; nothing if there are none."""
    each_of = tuple(
        Violation(f"differs_{each.kind}", {"ours": each.ours, "broker": each.broker}, words={"symbol": each.symbol})
        for each in differences
    )
    return (Violation(ACCOUNT_DIFFERS), *each_of) if each_of else ()
