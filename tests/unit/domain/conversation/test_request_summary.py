"""How requests are named in logs."""

from datetime import date
from decimal import Decimal

import pytest

from bot.domain.conversation.requests import Request, request_summary
from bot.domain.conversation.requests.account import AccountTopic, CheckFunds, ShowAccount
from bot.domain.conversation.requests.analysis import Argue
from bot.domain.conversation.requests.conversation import ShowStatus, UnknownCommand
from bot.domain.conversation.requests.explanation import Define, Review, TurnPage
from bot.domain.conversation.requests.named_shares import NamedShares

NAMED = NamedShares(symbols=("GOOG", "IBM"), unknown=("SECRET",))


@pytest.mark.parametrize(
    ("request_", "summary"),
    [
        (ShowStatus(), "ShowStatus"),
        (ShowAccount(AccountTopic.COST, NAMED), "ShowAccount view=cost shares.symbols=GOOG,IBM shares.unknown=…"),
        (CheckFunds(count=Decimal("2.5")), "CheckFunds count=2.5"),
        (Review(dates=(date(2013, 1, 2),), is_all=True), "Review dates=2013-01-02 is_all=True"),
        (TurnPage(step=-1), "TurnPage step=-1"),
        (Define(terms=("rsi",)), "Define terms=rsi"),
        (Define(word="secret"), "Define word=…"),
        (Argue("a secret"), "Argue point=…"),
        (UnknownCommand("secret"), "UnknownCommand typed=…"),
    ],
)
def test_kind_and_slots_without_words(request_: Request, summary: str) -> None:
    assert request_summary(request_) == summary
