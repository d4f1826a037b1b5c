"""What is asked about the account, orders, past decisions, words and the committee, as typed requests."""

from datetime import date
from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.accounting.conversions import ConversionTerms
from bot.domain.conversation.requests import Request, intent_of
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
from bot.domain.conversation.requests.committee import ShowDiscussion, StopAnalysis
from bot.domain.conversation.requests.corrections import CorrectHolding, CorrectionAct, ReleasePrice
from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.review import Review, ShowTrackRecord, TurnPage
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.language.requests import request_of
from bot.language.understand import understand
from tests.fakes.messages import said

GOOG = NamedShares(symbols=("GOOG",))


def read(text: str, *, focus: tuple[str, ...] = ()) -> Request | None:
    instruments = load_instruments(("AAPL", "FB", "GOOG", "IBM", "MSFT"))
    context = Surroundings(instruments=instruments, today=date(2013, 1, 31), focus=focus)
    return request_of(understand(text, context), said(text))


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("/portfolio", ShowAccount(AccountTopic.PORTFOLIO)),
        ("what did I pay for GOOG?", ShowAccount(AccountTopic.COST, GOOG)),
        ("还有多少现金", ShowAccount(AccountTopic.CASH)),
        ("our P&L in 2012", ShowAccount(AccountTopic.RESULT, dates=(date(2012, 1, 1), date(2012, 12, 31)))),
        ("can I afford 20 shares of GOOG?", CheckFunds(shares=GOOG, count=Decimal(20))),
        ("/pending 2", ShowPending(2)),
        ("/orders", ShowOrders()),
        ("did my GOOG order go through?", ShowOrderStatus(GOOG)),
        ("what failed and why?", ShowFailures()),
        ("undo that last trade", UndoTrade()),
        ("/review GOOG page 2", Review(shares=GOOG, page=2)),
        ("/review -5", Review(is_understood=False)),
        ("/review open", Review(is_understood=False)),
        ("what did we sell?", Review(side=Side.SELL)),
        ("next page", TurnPage(step=1)),
        ("第3页", TurnPage(page=3)),
        ("/review score GOOG", ShowTrackRecord(GOOG)),
        ("what is RSI?", Define(terms=("rsi",))),
        ("what does contango mean?", Define(word="contango")),
        ("/discussion bear 2", ShowDiscussion(speaker="bear", page=2)),
        ("/discussion foo", ShowDiscussion(not_understood="foo")),
        ("/stop", StopAnalysis()),
        ("/holding", CorrectHolding(act=CorrectionAct.LIST)),
        (
            "/holding FB rename META",
            CorrectHolding(
                act=CorrectionAct.STATE,
                symbol="FB",
                stated=ConversionTerms(symbol="FB", into="META", ratio=Decimal(1)),
            ),
        ),
        ("/release $goog 142.50", ReleasePrice(act=CorrectionAct.STATE, symbol="GOOG", price=Decimal("142.50"))),
        ("/release GOOG undo", ReleasePrice(act=CorrectionAct.UNDO, symbol="GOOG")),
        ("/release GOOG", ReleasePrice(act=CorrectionAct.HOW)),
    ],
)
def test_what_is_asked(text: str, request_: Request) -> None:
    assert read(text) == request_


def test_when_another_one_of_several_is_meant() -> None:
    assert read("no, the other one", focus=("GOOG", "IBM")) == PickAnother()


@pytest.mark.parametrize(
    ("request_", "intent"),
    [
        (Review(), Intent.REVIEW),
        (TurnPage(step=1), Intent.REVIEW),
        (Define(), Intent.EXPLAIN),
        (ShowOrders(), Intent.UNKNOWN),
    ],
)
def test_the_state_machine_admits_it_by_its_intent(request_: Request, intent: Intent) -> None:
    assert intent_of(request_) is intent
