"""Questions about what became of an order: they are answered, and order nothing."""

import pytest

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import Understanding
from tests.labelled_utterances import MARKET, TODAY

STATUS = (
    ((), "did that get filled?"),
    ((), "has my sale gone through yet"),
    ((), "was it cancelled?"),
    ((), "is this order still valid"),
    ((), "执行了吗？"),
    ((), "刚才那笔交易成功了没有"),
    ((), "订单到期了吗"),
    (("FB",), "has the facebook purchase been executed"),
    (("MSFT",), "what happened to our Microsoft order?"),
    (("AAPL",), "shouldn't the apple order have been filled this morning?"),
    (("IBM",), "can you check my IBM trade please"),
    (("IBM",), "IBM的委托现在什么情况"),
    (("AAPL",), "苹果不是上午就该卖了吗"),
    (("FB",), "脸书买到了吗"),
)
PENDING = (
    "are any orders still open?",
    "what else is waiting",
    "which trades are unconfirmed",
    "有哪些订单还没成交",
    "哪几笔待处理",
)
OTHERS = (
    (Intent.DECIDE, "is apple a buy?"),
    (Intent.DECIDE, "谷歌该卖了吗"),
    (Intent.DECIDE, "buy IBM?"),
    (Intent.DECIDE, "place an order for 5 IBM"),
    (Intent.CONFIRM, "成交"),
    (Intent.CONFIRM, "place the order"),
)


def read(text: str, *, pending: int = 0) -> Understanding:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, focus=("GOOG",), pending=pending))


@pytest.mark.parametrize("pending", [0, 1])
def test_asks_what_became_of_an_order_then_its_status(subtests: pytest.Subtests, pending: int) -> None:
    for symbols, text in STATUS:
        with subtests.test(text):
            found = read(text, pending=pending)
            assert (found.command, found.intent, found.entities.symbols) == ("order_status", Intent.UNKNOWN, symbols)


@pytest.mark.parametrize("text", PENDING)
def test_asks_which_wait_then_what_is_pending(text: str) -> None:
    assert read(text).command == "pending"


@pytest.mark.parametrize("text", ["did all orders go through?", "which trades were rejected?", "所有订单都成交了吗"])
def test_asks_of_several_then_the_orders(text: str) -> None:
    assert read(text).command == "orders"


@pytest.mark.parametrize(("intent", "text"), OTHERS)
def test_orders_or_asks_for_advice_then_no_status(intent: Intent, text: str) -> None:
    found = read(text, pending=1)
    assert (found.command, found.intent) == (None, intent)


@pytest.mark.parametrize("text", ["keep my apple order as it is", "the Microsoft trade is odd", "苹果那笔订单先放着"])
def test_speaks_of_an_order_that_is_there_then_none_is_made(text: str) -> None:
    found = read(text, pending=1)
    assert found.intent is not Intent.DECIDE
