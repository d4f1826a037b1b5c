"""Comparing our own ledger of an account with the broker's books."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.trading.execution.broker import BrokerOrder, Difference, DifferenceKind
from bot.domain.trading.execution.orders import AccountOrder, OrderStatus, Side
from bot.domain.trading.validation import Violation

ACCOUNT_DIFFERS: Final = "account_differs"  # code of the first violation that stops trading
_ZERO = Decimal(0)
_PRICE_MARGIN: Final = Decimal("1.1")  # a market order may be filled at a price so much above the one at confirmation
_MOST_COMMISSION: Final = Decimal(50)  # account currency, of one order


@dataclass(frozen=True, slots=True)
class LedgerSnapshot:
    """What our ledger says of an account at one instant."""

    cash: Decimal
    positions: Mapping[str, Decimal]  # shares by symbol
    open_orders: tuple[AccountOrder, ...]


@dataclass(frozen=True, slots=True)
class BrokerSnapshot:
    """What the broker says of an account at one instant."""

    cash: Decimal
    positions: Mapping[str, Decimal]
    open_orders: tuple[BrokerOrder, ...]


def is_unconfirmed(order: AccountOrder) -> bool:
    """Return whether it is not known whether the broker has the order: it is on its way, or its outcome unknown."""
    return order.status in {OrderStatus.NEW, OrderStatus.UNKNOWN}


def has_unbooked_fill(order: AccountOrder, theirs: BrokerSnapshot) -> bool:
    """Return whether the broker has filled more of an order that is open on both sides than we have booked yet."""
    there = (each for each in theirs.open_orders if each.client_order_id == order.client_order_id)
    return any(each.filled_shares > order.filled_shares for each in there)


def find_differences(
    ours: LedgerSnapshot,
    theirs: BrokerSnapshot,
    *,
    unresolved: Collection[AccountOrder] = (),
    recent: Collection[AccountOrder] = (),
) -> tuple[Difference, ...]:
    """Return all figures that differ, but for what `unresolved` and `recent` orders may have changed."""
    unbooked = (*unresolved, *recent)
    return (
        *_cash_difference(ours.cash, theirs.cash, unbooked),
        *_position_differences(ours.positions, theirs.positions, unbooked),
        *_order_differences(ours, theirs, {each.client_order_id for each in unbooked}),
        *(
            Difference(
                DifferenceKind.UNRESOLVED,
                symbol,
                sum((each.open_shares for each in unresolved if each.symbol == symbol), _ZERO),
                _ZERO,
            )
            for symbol in sorted({each.symbol for each in unresolved})
        ),
    )


def lasting_differences(before: Iterable[Difference], now: Iterable[Difference]) -> tuple[Difference, ...]:
    """Return those of `now` that were there before, by the same figure or by another."""
    seen = {(each.kind, each.symbol) for each in before}
    return tuple(each for each in now if (each.kind, each.symbol) in seen)


def _cash_difference(ours: Decimal, theirs: Decimal, unresolved: Collection[AccountOrder]) -> Iterator[Difference]:
    lowest = highest = _ZERO  # what the rest of these orders can add to the cash
    for order in unresolved:
        most = order.open_shares * order.reference_price * _PRICE_MARGIN
        lowest -= _MOST_COMMISSION + (most if order.side is Side.BUY else _ZERO)
        highest += most if order.side is Side.SELL else _ZERO
    if not lowest <= theirs - ours <= highest:
        yield Difference(DifferenceKind.CASH, "", ours, theirs)


def _position_differences(
    ours: Mapping[str, Decimal], theirs: Mapping[str, Decimal], unresolved: Collection[AccountOrder]
) -> Iterator[Difference]:
    for symbol in sorted({*ours, *theirs}):
        pair = ours.get(symbol, _ZERO), theirs.get(symbol, _ZERO)
        of_symbol = [each for each in unresolved if each.symbol == symbol]
        most = sum((each.open_shares for each in of_symbol if each.side is Side.BUY), _ZERO)
        least = -sum((each.open_shares for each in of_symbol if each.side is Side.SELL), _ZERO)
        if not least <= pair[1] - pair[0] <= most:
            yield Difference(DifferenceKind.POSITION, symbol, *pair)


def _order_differences(
    ours: LedgerSnapshot, theirs: BrokerSnapshot, unresolved: Collection[str]
) -> Iterator[Difference]:
    here = {each.client_order_id: (each.symbol, each.open_shares) for each in ours.open_orders}
    there = {each.client_order_id: (each.symbol, each.shares - each.filled_shares) for each in theirs.open_orders}
    for name in sorted({*here, *there} - {*unresolved}):
        symbol = (here.get(name) or there[name])[0]
        pair = here.get(name, (symbol, _ZERO))[1], there.get(name, (symbol, _ZERO))[1]
        if pair[0] != pair[1]:
            yield Difference(DifferenceKind.ORDER, symbol, *pair)


def difference_violations(differences: Iterable[Difference]) -> tuple[Violation, ...]:
    """Return why nothing may be traded while there are `differences`: one sentence each; nothing if there are none."""
    violations = [Violation(ACCOUNT_DIFFERS)]
    for each in differences:
        broker = {} if each.kind is DifferenceKind.UNRESOLVED else {"broker": each.broker}
        violations.append(
            Violation(f"differs_{each.kind}", {"ours": each.ours, **broker}, words={"symbol": each.symbol})
        )
    return tuple(violations) if len(violations) > 1 else ()
