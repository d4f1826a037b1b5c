"""A typed verdict costs money when it is misread: what counts, and what must never count."""

import itertools
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests.trades import Cancel, Confirm, Coverage, Meant, Verdict
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.normalise import normalise
from bot.domain.trading.execution.orders import Side
from bot.reading.verdicts.reader import is_near_yes, read_verdict

TWO, ALL = Coverage.TWO, Coverage.ALL
PLAIN = ("do it", "yes", "go ahead", "confirm", "place the order", "执行", "确认", "下单", "同意")
ALL_MEANT = ("confirm all", "yes to both", "do both", "buy both", "全部确认", "两个都买", "都执行")
NEGATIONS = ("not", "don't", "never", "no", "did you", "not yet", "wait", "不", "别", "不要", "没", "还没", "先", "等")
CONDITIONS = ("if it falls", "when it hits 440", "unless", "later", "tomorrow", "如果", "的话", "再说", "明天")
QUESTIONS = ("?", "？", "should i", "why", "who", "what", "maybe", "吗", "什么", "为什么", "要不要", "谁", "了吗")
NUMBERS = ("half", "with $500", "5 shares", "3", "twice", "instead", "msft or ibm", "一半", "5股", "十")
SPOILERS = (*NEGATIONS, *CONDITIONS, *QUESTIONS, *NUMBERS)
CONFIRMS: dict[str, Meant] = {
    "confirm apple": Meant(symbols=("AAPL",), is_explicit=True),
    "confirm IBM and MSFT": Meant(symbols=("IBM", "MSFT"), is_explicit=True),
    "the Apple one, yes": Meant(symbols=("AAPL",)),
    "微软那个确认": Meant(symbols=("MSFT",), is_explicit=True),
    "go ahead with the first one": Meant(which="first one"),
    "yes to both": Meant(covers=TWO),
    "两个都买": Meant(covers=TWO, side=Side.BUY),
    "confirm all": Meant(covers=ALL),
    "全部确认": Meant(covers=ALL),
    "确认购买": Meant(side=Side.BUY),
    "那我确定要买": Meant(side=Side.BUY),
    "好 落單啦": Meant(),
    "係": Meant(),
    "確認": Meant(),
    "confirm all but IBM": Meant(symbols=("IBM",), covers=ALL, excepted=("IBM",)),
    "苹果先不动，其余全部确认": Meant(symbols=("AAPL",), covers=ALL, excepted=("AAPL",)),
}
CANCELS: dict[str, Meant] = {
    "cancel": Meant(),
    "nvm": Meant(),
    "never mind, drop it": Meant(),
    "算了": Meant(),
    "我没说要买": Meant(side=Side.BUY),
    "I was just asking": Meant(),
    "drop Microsoft": Meant(symbols=("MSFT",)),
    "微软那个取消": Meant(symbols=("MSFT",)),
    "IBM那張取消": Meant(symbols=("IBM",)),
    "算了不加了，撤": Meant(),
    "不加了": Meant(),
    "forget the other": Meant(which="other"),
    "第二个先不要了": Meant(which="第二个"),
    "cancel both": Meant(covers=TWO),
    "两个都取消": Meant(covers=TWO),
    "neither": Meant(covers=ALL),
}
MARKET, TODAY = load_instruments(), date(2013, 1, 31)


def read(text: str, *, pending: int = 1, is_card_last: bool = False) -> Verdict | None:
    return read_verdict(normalise(text), Surroundings(MARKET, TODAY, pending=pending, is_card_last=is_card_last))


def restricted(plain: tuple[str, ...], spoilers: tuple[str, ...]) -> list[str]:
    return [
        text
        for each, spoiler in itertools.product(plain, spoilers)
        for text in (f"{spoiler} {each}", f"{each} {spoiler}", f"{each}, {spoiler}", f"{spoiler}{each}")
    ]


class TestConfirmation:
    def test_said_alone_or_dressed_differently(self, subtests: pytest.Subtests) -> None:
        dressed = ("OK, do it!", "ＹＥＳ", "好的，下单。", "con\u200bfirm", "  yes  ", "YES PLEASE", "確認")
        for text in (*PLAIN, *dressed, "yeah lets do it 🚀"):
            with subtests.test(text):
                assert read(text) == Confirm()

    @pytest.mark.parametrize("text", CONFIRMS)
    def test_says_which_are_meant(self, text: str) -> None:
        assert read(text, pending=2) == Confirm(CONFIRMS[text])

    @pytest.mark.parametrize("text", ["yes, buy it", "confirm buy", "可以，买吧", "ok buy it"])
    def test_trade_beside_it_then_its_side_is_meant(self, text: str) -> None:
        assert read(text) == Confirm(Meant(side=Side.BUY))
        assert read(text, pending=0) is None

    @pytest.mark.parametrize("text", ["ok", "好的", "sure", "buy it", "buy", "买", "买吧", "就这么买"])
    def test_agrees_only_right_below_the_card(self, text: str) -> None:
        assert isinstance(read(text, is_card_last=True), Confirm)
        assert read(text) is None

    @pytest.mark.parametrize("text", ["buy both", "do both", "buy all of them", "两个都买", "都要"])
    def test_a_verb_alone_means_all_only_of_several(self, text: str) -> None:
        assert read(text, pending=1) is None
        assert isinstance(read(text, pending=2), Confirm)


class TestNoConfirmation:
    def test_anything_that_restricts_it(self) -> None:
        assert [text for text in restricted(PLAIN, SPOILERS) if isinstance(read(text), Confirm)] == []

    def test_anything_that_restricts_a_confirmation_of_all(self) -> None:
        spoilers = (*SPOILERS, "but", "except", "all but", "除了", "只")
        assert [text for text in restricted(ALL_MEANT, spoilers) if isinstance(read(text, pending=2), Confirm)] == []

    @given(st.text(max_size=60), st.sampled_from(PLAIN), st.text(max_size=60), st.sampled_from(("not", "don't", "不")))
    def test_a_negation_anywhere(self, before: str, plain: str, after: str, negation: str) -> None:
        assert not isinstance(read(f"{before} {negation} {plain}{after}"), Confirm)

    @given(st.text(max_size=30), st.sampled_from(PLAIN), st.sampled_from("0123456789?？五"), st.text(max_size=30))
    def test_a_number_or_a_question_mark_anywhere(self, before: str, plain: str, sign: str, after: str) -> None:
        for text in (f"{sign}{before}{plain}{after}", f"{before}{plain} {sign}{after}"):
            assert read(text, is_card_last=True) is None or not isinstance(read(text), Confirm)

    @given(st.lists(st.sampled_from((*PLAIN, "buy", "sell it", "买吧", "卖吧", "ok", "ffs", ",")), max_size=4))
    def test_both_sides_never_and_one_side_only_as_what_is_meant(self, parts: list[str]) -> None:
        found = read(" ".join(parts), is_card_last=True)
        sides: set[Side | None] = {Side.BUY for each in parts if each in {"buy", "买吧"}}
        sides |= {Side.SELL for each in parts if each in {"sell it", "卖吧"}}
        assert found is None or {found.meant.side} == (sides or {None})

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
    def test_all_may_speak_of_something_else(self, text: str) -> None:
        assert not isinstance(read(text, pending=3), Confirm)

    @pytest.mark.parametrize("text", ["nice", "ok", "好吧", "👍", "请确认", "please confirm", "lgtm"])
    def test_politeness_is_near_a_yes(self, text: str) -> None:
        assert read(text) is None
        assert is_near_yes(normalise(text))

    def test_particles_or_marks_that_change_the_meaning(self, subtests: pytest.Subtests) -> None:
        particles = ("是吧", "可以吧", "就是", "那是", "是我", "是这个", "下单不", "可以不", "yes, no", "do it not")
        for text in (*particles, "yes...", "~yes~", '"yes"', "> do it", "y\u0336es", "do it 😂", "yes 🙃", "thanks"):
            with subtests.test(text):
                assert read(text) is None

    def test_an_end_that_is_too_far_away(self) -> None:
        assert read("yes " * 17) is None


class TestCancellation:
    @pytest.mark.parametrize("text", CANCELS)
    def test_says_which_are_meant(self, text: str) -> None:
        assert read(text, pending=2) == Cancel(CANCELS[text])

    @pytest.mark.parametrize("text", ["drop Microsoft", "I was just asking", "I changed my mind"])
    def test_nothing_is_pending_then_about_something_else(self, text: str) -> None:
        assert read(text, pending=0) is None

    @pytest.mark.parametrize(
        "text",
        [
            *(
                "don't cancel",
                "算了，不要取消",
                "先不买了不要撤",
                "do not drop it",
                "不要取消",
                "别取消",
                "不要都取消",
                "我没说要取消",
                "cancel?",
                "取消吗",
            ),
            *("cancel if it falls", "not yet", "cancel 5 of them", "cancel, no, confirm", "I want to cancel my trip"),
        ],
    )
    def test_denied_doubted_or_of_something_else(self, text: str) -> None:
        assert read(text, pending=2) is None
