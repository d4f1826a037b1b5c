"""Remarks that ask for nothing."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests.talk import SmallTalkKind
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.remarks import find_subject
from bot.language.understand import understand

REMARKS = {
    "Carol thinks banks are cheap.": "Carol",
    "btw, Dan is worried about rates": "Dan",
    "Ines no longer trusts IBM": "Ines",
    "My brother says inflation is coming back": "",
    "老王觉得银行很便宜": "老王",
    "陈总也看好谷歌": "陈总",
    "我老婆不喜欢科技股": "",
    "the board wants us to hold more cash next quarter": "",
    "our mandate says at most 1.5x leverage": "",
}
VIEWS = (
    "agreed, MSFT looks better to me",
    "Microsoft seems a lot cheaper than IBM here",
    "honestly Google is the better buy",
    "我同意，谷歌更值得买",
    "微软看起来更便宜",
)
ASKED = (
    "is MSFT better than IBM?",
    "which looks better, MSFT or IBM?",
    "谷歌是不是更值得买",
    "buy 5 MSFT, it looks better",
    "谷歌更值得买吗",
)
OTHERS = (
    "Carol thinks banks are cheap?",
    "Bob says buy 5 IBM",
    "it says no",
    "小王怎么看银行？",
    "Dan likes IBM, should I buy it?",
)


@pytest.mark.parametrize("text", REMARKS)
@pytest.mark.parametrize("pending", [0, 1])
def test_report_of_a_view_is_a_remark(text: str, pending: int) -> None:
    context = Surroundings(instruments=load_instruments(), today=date(2026, 3, 2), focus=("IBM",), pending=pending)
    understood = understand(text, context)
    assert (understood.intent, understood.small_talk) == (Intent.UNKNOWN, SmallTalkKind.REMARK)
    assert find_subject(text) == REMARKS[text]


@pytest.mark.parametrize("text", VIEWS)
@pytest.mark.parametrize("pending", [0, 1])
def test_own_comparison_is_a_remark_and_no_order(text: str, pending: int) -> None:
    context = Surroundings(instruments=load_instruments(), today=date(2026, 3, 2), focus=("IBM",), pending=pending)
    understood = understand(text, context)
    assert (understood.intent, understood.small_talk) == (Intent.UNKNOWN, SmallTalkKind.REMARK)


@pytest.mark.parametrize("text", ASKED)
def test_question_or_order_with_a_comparison_is_no_remark(text: str) -> None:
    context = Surroundings(instruments=load_instruments(), today=date(2026, 3, 2), focus=("IBM",))
    assert understand(text, context).small_talk is not SmallTalkKind.REMARK


@pytest.mark.parametrize("text", OTHERS)
def test_other_message_is_none(text: str) -> None:
    context = Surroundings(instruments=load_instruments(), today=date(2026, 3, 2))
    assert understand(text, context).small_talk is not SmallTalkKind.REMARK


def test_verdict_reported_while_a_card_waits_is_no_remark() -> None:
    context = Surroundings(instruments=load_instruments(), today=date(2026, 3, 2), pending=1)
    assert understand("Bob said yes", context).small_talk is not SmallTalkKind.REMARK
