"""An order that is taken back in the same message: the last word counts, or Parley asks; never the first."""

from decimal import Decimal

import pytest

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.language.understand import understand
from bot.language.understanding import Understanding
from tests.labelled_utterances import MARKET, TODAY

LAST_WORD = (
    ("buy 3 FB, sorry, sell 3 FB", Side.SELL, "FB", 3),
    ("sell 7 IBM - no, sell 2 AAPL", Side.SELL, "AAPL", 2),
    ("buy 9 MSFT, no, 4 shares", Side.BUY, "MSFT", 4),
    ("buy 6 FB, I meant google", Side.BUY, "GOOG", 6),
    ("buy 9, no, 4 MSFT", Side.BUY, "MSFT", 4),
    ("卖6股微软，说错了，买6股微软", Side.BUY, "MSFT", 6),
    ("买2股脸书，不对，买2股谷歌", Side.BUY, "GOOG", 2),
    ("买2股脸书，不，3股", Side.BUY, "FB", 3),
)
UNCLEAR = (
    "sell a third of AAPL, actually all of it",
    "sell half of my FB; make that all of it",
    "buy 6 FB, my bad, a sell",
    "buy 6 FB, I meant google or apple",
    "sell 4 AAPL, no wait, 4 MSFT",
    "把苹果卖掉三成，不对，全部",
    "买4股苹果，口误，是脸书",
    "买4股苹果，说错了，是卖",
)
NO_CORRECTION = (
    "buy 6 FB, no more than $2,000",
    "buy 6 FB, no rush",
    "sell 6 FB, sorry to bother you",
    "买6股脸书，不要超过2000美元",
    "买6股脸书，不好意思打扰了",
)


def read(text: str, *, pending: int = 0) -> Understanding:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, focus=("GOOG",), pending=pending))


@pytest.mark.parametrize(("text", "side", "symbol", "shares"), LAST_WORD)
def test_last_word_is_an_order_then_that(text: str, side: Side, symbol: str, shares: int) -> None:
    found = read(text)
    assert (found.intent, found.entities.side, found.entities.symbols) == (Intent.DECIDE, side, (symbol,))
    assert (found.entities.shares, found.entities.problems) == (Decimal(shares), ())


@pytest.mark.parametrize("text", UNCLEAR)
def test_last_word_is_a_part_of_an_order_then_asked(text: str) -> None:
    found = read(text)
    assert (found.intent, found.entities.problems) == (Intent.UNKNOWN, (Problem.ORDER_RESTATED,))


@pytest.mark.parametrize("text", NO_CORRECTION)
def test_nothing_is_taken_back_then_the_order(text: str) -> None:
    found = read(text)
    assert (found.intent, found.entities.shares) == (Intent.DECIDE, Decimal(6))


@pytest.mark.parametrize("text", ["取消，不对，确认", "cancel it, no, confirm", "算了取消吧，等等，还是确认"])
def test_cancelled_and_confirmed_then_neither(text: str) -> None:
    found = read(text, pending=1)
    assert found.intent not in {Intent.CONFIRM, Intent.CANCEL} or found.confidence < 0.6
