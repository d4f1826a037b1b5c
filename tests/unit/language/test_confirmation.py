"""A typed confirmation costs money when it is misread: what counts, and what must never count."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.conversation.requests.trades import Coverage
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from tests.labelled_utterances import MARKET, TODAY


def intent_of(text: str, *, pending: int = 1) -> Intent:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, pending=pending)).intent


PLAIN = ("do it", "yes", "go ahead", "confirm", "place the order", "执行", "确认", "下单", "同意")
ALL_MEANT = ("confirm all", "yes to both", "do both", "buy both", "全部确认", "两个都买", "都执行")
SPOILERS = (
    *(
        "not",
        "don't",
        "never",
        "no",
        "if it falls",
        "when it hits 440",
        "unless",
        "later",
        "tomorrow",
        "should i",
        "why",
    ),
    *(
        "who",
        "what",
        "maybe",
        "half",
        "with $500",
        "5 shares",
        "instead",
        "msft or ibm",
        "did you",
        "?",
        "not yet",
        "wait",
    ),
    *(
        "不",
        "别",
        "不要",
        "没",
        "如果",
        "的话",
        "吗",
        "什么",
        "为什么",
        "再说",
        "明天",
        "要不要",
        "谁",
        "先",
        "等",
        "一半",
        "了吗",
        "还没",
    ),
)


class TestPlainConfirmation:
    def test_when_said_alone_then_confirms_surely(self, subtests: pytest.Subtests) -> None:
        for text in PLAIN:
            with subtests.test(text):
                found = understand(text, Surroundings(instruments=MARKET, today=TODAY, pending=1))
                assert found.intent is Intent.CONFIRM
                assert found.confidence >= 0.9

    def test_when_dressed_differently_then_still_confirms(self, subtests: pytest.Subtests) -> None:
        for text in (
            "OK, do it!",
            "ＹＥＳ",
            "好的，下单。",
            "con\u200bfirm",
            "  yes  ",
            "YES PLEASE",
            "確認",
            "yeah lets do it 🚀",
        ):
            with subtests.test(text):
                assert intent_of(text) is Intent.CONFIRM

    def test_when_an_instrument_is_named_then_the_caller_learns_which(self) -> None:
        found = understand("confirm apple", Surroundings(instruments=MARKET, today=TODAY, pending=2))
        assert found.intent is Intent.CONFIRM
        assert found.entities.symbols == ("AAPL",)

    @pytest.mark.parametrize(
        ("text", "coverage"),
        [
            *(
                (text, Coverage.TWO)
                for text in ("confirm both", "yes to both", "两个都买", "cancel both", "两个都取消")
            ),
            *((text, Coverage.ALL) for text in ("confirm all", "cancel all", "全部确认", "都执行", "neither")),
            *((text, None) for text in ("yes", "cancel", "确认", "取消", "confirm apple")),
        ],
    )
    def test_when_several_are_meant_then_the_caller_learns_how_many(self, text: str, coverage: Coverage | None) -> None:
        found = understand(text, Surroundings(instruments=MARKET, today=TODAY, pending=2))
        assert found.intent in {Intent.CONFIRM, Intent.CANCEL}
        assert found.covers is coverage

    def test_when_nothing_is_pending_then_a_bare_yes_is_barely_sure(self) -> None:
        found = understand("yes", Surroundings(instruments=MARKET, today=TODAY))
        assert found.intent is Intent.CONFIRM
        assert 0.6 <= found.confidence < 0.7


class TestNoConfirmation:
    def test_when_anything_restricts_it_then_never_confirms(self) -> None:
        restricted = [
            text
            for plain, spoiler in itertools.product(PLAIN, SPOILERS)
            for text in (f"{spoiler} {plain}", f"{plain} {spoiler}", f"{plain}, {spoiler}", f"{spoiler}{plain}")
        ]
        assert [text for text in restricted if intent_of(text) is Intent.CONFIRM] == []

    def test_when_anything_restricts_a_confirmation_of_all_then_never_confirms(self) -> None:
        restricted = [
            text
            for plain, spoiler in itertools.product(ALL_MEANT, (*SPOILERS, "but", "except", "all but", "除了", "只"))
            for text in (f"{spoiler} {plain}", f"{plain} {spoiler}", f"{plain}, {spoiler}", f"{spoiler}{plain}")
        ]
        assert [text for text in restricted if intent_of(text, pending=2) is Intent.CONFIRM] == []

    @pytest.mark.parametrize(
        "text",
        [
            *(
                "both",
                "all",
                "buy all",
                "sell all",
                "take all",
                "sell both",
                "sell them all",
                "ok, both",
                "buy one apple",
            ),
            *(
                "buy both apple and ibm",
                "confirm both and sell ibm",
                "全部",
                "全部卖出",
                "都卖了",
                "都买了",
                "两个都行",
            ),
            *("都可以", "买两个", "买两个苹果", "来两个", "要两个", "要全部", "买那个苹果"),
        ],
    )
    def test_when_all_may_speak_of_something_else_then_does_not_confirm(self, text: str) -> None:
        assert intent_of(text, pending=3) is not Intent.CONFIRM

    @pytest.mark.parametrize("text", ["buy both", "do both", "buy all of them", "两个都买", "都要"])
    def test_when_there_are_not_several_then_a_verb_alone_does_not_confirm_all(self, text: str) -> None:
        assert intent_of(text, pending=1) is not Intent.CONFIRM
        assert intent_of(text, pending=2) is Intent.CONFIRM

    def test_when_it_may_be_politeness_then_does_not_confirm(self, subtests: pytest.Subtests) -> None:
        for text in (
            "ok",
            "好的",
            "好吧",
            "sure",
            "👍",
            "请确认",
            "please confirm",
            "没问题",
            "thanks",
            "now",
            "buy it",
            "买吧",
            "lgtm",
        ):
            with subtests.test(text):
                assert intent_of(text) is not Intent.CONFIRM

    def test_when_particles_or_marks_change_the_meaning_then_does_not_confirm(self, subtests: pytest.Subtests) -> None:
        for text in (
            "是吧",
            "可以吧",
            "就是",
            "那是",
            "是我",
            "是这个",
            "yes...",
            "~yes~",
            '"yes"',
            "> do it",
            "y\u0336es",
            "do it 😂",
            "yes 🙃",
        ):
            with subtests.test(text):
                assert intent_of(text) is not Intent.CONFIRM

    @pytest.mark.parametrize(
        "text", ["买吧", "sell it", "confirm the sale", "买也行，不买也行", "可以买吗", "yes, sell IBM"]
    )
    def test_when_only_a_trade_is_named_then_does_not_confirm(self, text: str) -> None:
        assert intent_of(text) is not Intent.CONFIRM

    @pytest.mark.parametrize(
        "text", ["yes, sell it", "confirm buy", "确认卖出", "可以，买吧", "好的，执行增持决策", "ok buy it"]
    )
    def test_when_a_trade_is_named_beside_it_then_confirms_what_is_pending(self, text: str) -> None:
        assert intent_of(text) is Intent.CONFIRM
        assert intent_of(text, pending=0) is not Intent.CONFIRM

    @pytest.mark.parametrize("text", ["下单不", "可以不", "yes, no", "confirm or not", "do it not", "确认不"])
    def test_when_it_says_both_then_neither_confirms_nor_cancels(self, text: str) -> None:
        assert intent_of(text) not in {Intent.CONFIRM, Intent.CANCEL}

    @pytest.mark.parametrize("text", ["/confirm not", "/confirm if it falls", "/confirm?", "/cancel nothing"])
    def test_when_a_command_has_odd_arguments_then_it_neither_confirms_nor_cancels(self, text: str) -> None:
        assert intent_of(text) not in {Intent.CONFIRM, Intent.CANCEL}

    def test_when_the_end_was_not_read_then_does_not_confirm(self) -> None:
        assert intent_of("yes" + " " * 9_000 + "no, wait") is not Intent.CONFIRM

    @given(st.text(max_size=60), st.sampled_from(PLAIN), st.text(max_size=60))
    def test_when_a_negation_stands_anywhere_then_never_confirms(self, before: str, plain: str, after: str) -> None:
        for negation in (" not ", " don't ", "不", "别"):
            assert intent_of(f"{before}{negation}{plain}{after}") is not Intent.CONFIRM
