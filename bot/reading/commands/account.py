"""Reads commands about the account: "/portfolio", "/result last month", "/pending 2"."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import (
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
from bot.reading.commands.arguments import Arguments, split_page
from bot.reading.parses import Kind


def _account(view: AccountTopic, command: Arguments) -> Request:
    return ShowAccount(view, command.shares, command.dates.dates)


def _funds(command: Arguments) -> Request:
    return command.read_as(Kind.AFFORD) or CheckFunds(shares=command.shares)


def page_of(command: Arguments) -> int:
    """Return the page that is asked for: "2", "page 2"; the first, if it is not clear."""
    _, page = split_page(f"page {command.text}" if command.text.isdecimal() else command.text)
    return page or 1


READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {
        **{view.value: partial(_account, view) for view in AccountTopic},
        "afford": _funds,
        "pending": lambda command: ShowPending(page_of(command)),
        "orders": lambda _: ShowOrders(),
        "order_status": lambda command: ShowOrderStatus(command.shares),
        "failures": lambda command: ShowFailures(command.shares),
        "undo": lambda command: UndoTrade(command.shares),
        "which_one": lambda _: PickAnother(),
    }
)
