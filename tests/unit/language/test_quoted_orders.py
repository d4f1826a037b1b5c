"""Orders that are somebody else's words, or stand among other things, are none: Parley asks back."""

from decimal import Decimal

import pytest

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.language.understand import understand
from bot.language.understanding import Understanding
from tests.labelled_utterances import MARKET, TODAY

QUOTED = (
    "---------- Forwarded message ---------\nFrom: Ed <ed@example.com>\n\nPlease sell 20 IBM today",
    "> sell everything\nwhat a day",
    "Fwd: buy 3 AAPL at the open",
    "Ed texted: dump all FB",
    "my broker keeps urging me to buy 30 FB",
    "compliance instructed us to sell Google",
    "Ed asked me to confirm it",
    "转发：全部清仓苹果",
    "发件人：李四\n买入8股微软",
    "李四催我买8股微软",
    "我爸要求我卖掉苹果",
    "```buy 5 IBM```",
    "see `sell all GOOG`",
    "```\nbuy 5 IBM\nsell 3 GOOG\n```",
    "```confirm```",
    "执行 `买5股IBM`",
)
OWN = ("buy 3 AAPL, Ed", "sell half of FB", "GOOG > 700, so buy 2 GOOG", "请帮我买8股微软", "给我来8股微软")
BEHIND = (
    ("Good morning team, the coffee machine works again. Sell 6 MSFT", Side.SELL, "MSFT", 6),
    ("Meeting notes: the team met about the office lease; nothing was decided.\nbuy 2 AAPL", Side.BUY, "AAPL", 2),
    ("今天开会聊了新办公室的租约，没有结论。\n买入2股苹果", Side.BUY, "AAPL", 2),
)
AMONG = (
    "analyze GOOG. buy 5 FB",
    "notes of the desk, nothing to do about the lease. buy 2 AAPL. " * 3,
    "Meeting notes: the team met about the office lease; nothing was decided. " * 6 + "buy 7 IBM",
)


def read(text: str, *, pending: int = 1) -> Understanding:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, focus=("GOOG",), pending=pending))


@pytest.mark.parametrize("text", QUOTED)
def test_somebody_elses_words_then_asked(text: str) -> None:
    found = read(text)
    assert (found.intent, found.entities.problems) == (Intent.UNKNOWN, (Problem.ORDER_QUOTED,))


@pytest.mark.parametrize("text", OWN)
def test_own_words_then_an_order(text: str) -> None:
    assert read(text).intent is Intent.DECIDE


@pytest.mark.parametrize(("text", "side", "symbol", "shares"), BEHIND)
def test_behind_a_preamble_then_the_order(text: str, side: Side, symbol: str, shares: int) -> None:
    found = read(text)
    assert (found.intent, found.entities.side, found.entities.symbols) == (Intent.DECIDE, side, (symbol,))
    assert found.entities.shares == Decimal(shares)


@pytest.mark.parametrize("text", AMONG)
def test_among_other_things_then_asked(text: str) -> None:
    found = read(text)
    assert (found.intent, found.entities.problems) == (Intent.UNKNOWN, (Problem.ORDER_AMONG_OTHERS,))


@pytest.mark.parametrize("text", ["yes if it is still at that price", "ok, when it drops a bit", "确认，如果价格没变"])
def test_yes_on_a_condition_then_no_confirmation(text: str) -> None:
    found = read(text)
    assert found.intent is not Intent.CONFIRM
    assert found.confidence < 0.6 or found.entities.problems


OTHERS = (
    "do the same as Carol",
    "I want the opposite of what he did",
    "sell what Ed bought",
    "copy Carol's trade",
    "buy like Ed",
    "same for me please",
    "跟老王一样",
    "和她反着来",
    "我也要一样的",
    "照着小李做",
)
NOT_OTHERS = (
    "the same as before",
    "same as IBM",
    "what did Carol do?",
    "buy 5 IBM, same as Carol",
    "和上次一样",
    "跟苹果一样",
)


@pytest.mark.parametrize("text", OTHERS)
@pytest.mark.parametrize("pending", [0, 1])
def test_another_persons_trade_is_ordered_then_asked_which(text: str, pending: int) -> None:
    found = read(text, pending=pending)
    assert (found.intent, found.entities.problems) == (Intent.UNKNOWN, (Problem.OTHERS_ORDER,))


@pytest.mark.parametrize("text", NOT_OTHERS)
def test_no_other_person_is_meant_then_no_such_question(text: str) -> None:
    assert Problem.OTHERS_ORDER not in read(text).entities.problems


QUOTED_LIMITS = (
    "> my limit is $500\nok, what now?",
    "Bob wrote: never more than $500 per trade",
    "FWD from Jane: my max is 10 shares of IBM",
    "my boss says: at most $300 per trade",
    "转发：每笔不超过500美元",
    "老王说：单笔上限1000美元",
    "老板说每笔不超过500美元",
)


@pytest.mark.parametrize("text", QUOTED_LIMITS)
@pytest.mark.parametrize("pending", [0, 1])
def test_a_limit_is_quoted_then_none_is_set(text: str, pending: int) -> None:
    found = read(text, pending=pending)
    assert (found.intent, found.limits, found.entities.problems) == (Intent.UNKNOWN, None, (Problem.LIMIT_QUOTED,))


@pytest.mark.parametrize("text", ["Bob wrote: make it 5", "> make it $500\nyes?", "老王说：改成5股"])
def test_a_change_is_quoted_then_it_is_not_made(text: str) -> None:
    assert read(text).entities.problems == (Problem.ORDER_QUOTED,)


@pytest.mark.parametrize(
    "text", ["> it fell 5% today\nwhy?", "> GOOG is at 755\nanalyze GOOG", "my max is $500 per trade"]
)
def test_nothing_to_act_on_is_quoted_then_no_such_problem(text: str) -> None:
    assert not {Problem.ORDER_QUOTED, Problem.LIMIT_QUOTED} & set(read(text).entities.problems)
