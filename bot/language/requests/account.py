"""Requests about the account, its orders and what is pending."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Final

from bot.domain.conversation.requests.account import (
    AccountRequest,
    AccountTopic,
    CheckFunds,
    PickAnother,
    ShowAccount,
    ShowFailures,
    ShowOrders,
    ShowOrderStatus,
    ShowPending,
    UndoTrade,
)
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.states import Intent
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.language.requests.named_shares import shares_in
from bot.language.understanding import Understanding

_VIEWS: Final = frozenset(AccountTopic)
_OF_SHARES: Final[Mapping[str, Callable[[NamedShares], AccountRequest]]] = {
    "order_status": ShowOrderStatus,
    "failures": ShowFailures,
    "undo": UndoTrade,
}


def account_request(understood: Understanding) -> AccountRequest | None:
    """Return the request about the account that a message makes; None: it makes another."""
    name = understood.command
    if name is None or understood.intent is not Intent.UNKNOWN:
        return None
    shares = shares_in(understood.entities)
    if name in _VIEWS:
        return ShowAccount(AccountTopic(name), shares, understood.entities.dates)
    if name in _OF_SHARES:
        return _OF_SHARES[name](shares)
    return _KINDS[name](understood) if name in _KINDS else None


def _funds(understood: Understanding) -> CheckFunds:
    e = understood.entities
    is_of_cash = e.fraction is not None and e.fraction_of is SizeUnit.CASH
    return CheckFunds(
        shares=shares_in(e),
        side=e.side or Side.BUY,
        count=e.shares,
        amount=e.amount,
        cash_fraction=e.fraction if is_of_cash and e.fraction is not None else Decimal(1),
    )


_KINDS: Final[Mapping[str, Callable[[Understanding], AccountRequest]]] = {
    "afford": _funds,
    "pending": lambda understood: ShowPending(understood.pages.page or 1),
    "orders": lambda _: ShowOrders(),
    "which_one": lambda _: PickAnother(),
}
