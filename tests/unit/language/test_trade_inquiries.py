"""Messages that ask about trades order none, whatever the conversation is about."""

from decimal import Decimal

import pytest

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests.talk import NextStep, SmallTalkKind
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import Understanding
from tests.labelled_utterances import MARKET, TODAY

PAST = (
    "when did I buy IBM",
    "which day did we sell MSFT",
    "when have we bought GOOG",
    "几号买入谷歌的",
    "我是哪天卖出苹果的",
    "你们什么时候买入了微软",
)
OTHERS = (
    "who is buying GOOG",
    "which funds are selling IBM",
    "are pension funds buying FB?",
    "is Microsoft buying Facebook?",
    "谁在卖出苹果",
    "外资最近在买入微软吗",
    "哪些机构在买谷歌",
)
MANNER = (
    "how can I buy IBM",
    "where do I buy GOOG",
    "when can we sell FB",
    "怎么买苹果",
    "怎么才能买到谷歌的股票",
    "在哪里可以买微软",
)
AVOIDED = (
    "should I stay away from IBM?",
    "do you think we should steer clear of Google?",
    "要不要避开脸书",
)
ORDERS = ("my funds are low, buy 5 GOOG", "buy 5 IBM, who cares", "funds arrived. sell 3 MSFT")


def read(text: str, *, pending: int, focus: tuple[str, ...]) -> Understanding:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, focus=focus, pending=pending))


@pytest.mark.parametrize(("pending", "focus"), [(0, ()), (0, ("GOOG",)), (1, ("IBM",)), (2, ("IBM", "GOOG"))])
class TestInquiries:
    def test_when_of_a_past_trade_then_all_decisions_on_the_share(
        self, subtests: pytest.Subtests, pending: int, focus: tuple[str, ...]
    ) -> None:
        for text in PAST:
            with subtests.test(text):
                understood = read(text, pending=pending, focus=focus)
                assert (understood.intent, understood.pages.is_all) == (Intent.REVIEW, True)
                assert understood.confidence >= 0.6
                assert understood.denies_order

    def test_when_others_trade_then_that_is_not_known(
        self, subtests: pytest.Subtests, pending: int, focus: tuple[str, ...]
    ) -> None:
        for text in OTHERS:
            with subtests.test(text):
                understood = read(text, pending=pending, focus=focus)
                assert understood.intent is Intent.UNKNOWN
                assert understood.confidence >= 0.6
                assert Problem.OTHERS_TRADE in understood.entities.problems

    def test_when_asked_how_then_the_way_is_said(
        self, subtests: pytest.Subtests, pending: int, focus: tuple[str, ...]
    ) -> None:
        for text in MANNER:
            with subtests.test(text):
                understood = read(text, pending=pending, focus=focus)
                assert (understood.intent, understood.lead_on) == (Intent.UNKNOWN, NextStep.ORDERING)

    def test_when_asked_whether_to_stay_away_then_a_view(
        self, subtests: pytest.Subtests, pending: int, focus: tuple[str, ...]
    ) -> None:
        for text in AVOIDED:
            with subtests.test(text):
                assert read(text, pending=pending, focus=focus).intent is Intent.ANALYZE

    def test_when_such_words_stand_beside_an_order_then_it_is_one(
        self, subtests: pytest.Subtests, pending: int, focus: tuple[str, ...]
    ) -> None:
        for text in ORDERS:
            with subtests.test(text):
                assert read(text, pending=pending, focus=focus).intent is Intent.DECIDE

    def test_when_one_of_several_is_to_be_chosen_then_none_is(
        self, subtests: pytest.Subtests, pending: int, focus: tuple[str, ...]
    ) -> None:
        for text in ("which of my positions should I sell?", "五只里面哪只最值得买", "哪一只该卖"):
            with subtests.test(text):
                assert read(text, pending=pending, focus=focus).intent in {Intent.UNKNOWN, Intent.ANALYZE}

    @pytest.mark.parametrize("text", ["exit", "Quit.", "退出", "log out"])
    def test_when_alone_then_leaving_is_no_sale(self, text: str, pending: int, focus: tuple[str, ...]) -> None:
        understood = read(text, pending=pending, focus=focus)
        assert (understood.intent, understood.small_talk) == (Intent.UNKNOWN, SmallTalkKind.LEAVING)
        assert understood.entities.side is None

    @pytest.mark.parametrize("text", ["exit GOOG", "exit my GOOG position", "退出谷歌"])
    def test_when_a_share_is_left_then_its_whole_position(
        self, text: str, pending: int, focus: tuple[str, ...]
    ) -> None:
        understood = read(text, pending=pending, focus=focus)
        assert (understood.intent, understood.entities.fraction) == (Intent.DECIDE, Decimal(1))
