"""What two reviewers showed: names nobody knows, whole positions, stops and limits, and what we do not do."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests.analysis import Compare
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.query import RankOrder, Scope
from bot.domain.trading.execution.orders import Side
from bot.language.understand import understand
from bot.language.understanding import Understanding
from bot.reading.recognisers.similar_names import similar_instruments
from bot.reading.times.dates import find_dates
from bot.reading.times.open_ended_dates import EARLIEST
from tests.labelled_utterances import MARKET, TODAY

SURE = 0.6
FOCUS = ("GOOG",)


def read(text: str, *, pending: int = 0, focus: tuple[str, ...] = FOCUS) -> Understanding:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, focus=focus, pending=pending))


class TestStrangers:
    def test_when_nobody_knows_the_name_then_unknown_as_typed(self, subtests: pytest.Subtests) -> None:
        for text, name in (
            ("should I sell Volkswagen?", "Volkswagen"),
            ("how about samsung", "samsung"),
            ("buy samsung electronics", "samsung electronics"),
            ("要不要买三星", "三星"),
            ("三星怎么样", "三星"),
            ("compare them and tell me about Volkswagen", "Volkswagen"),
        ):
            with subtests.test(text):
                found = read(text).entities
                assert found.unknown_symbols == (name,)
                assert found.symbols == ()

    @pytest.mark.parametrize("text", ["compare IBM and Samsung", "buy IBM or Samsung"])
    def test_when_beside_a_known_one_then_both_are_found(self, text: str) -> None:
        found = read(text).entities
        assert (found.symbols, found.unknown_symbols) == (("IBM",), ("Samsung",))

    def test_when_the_word_names_nothing_then_nothing_is_unknown(self, subtests: pytest.Subtests) -> None:
        for word in ("it", "more", "now", "some", "today", "them", "quickly", "the dip", "Monday"):
            for verb in ("should I buy {}", "sell {}", "what about {}", "analyze {}"):
                with subtests.test(f"{word} {verb}"):
                    assert read(verb.format(word)).entities.unknown_symbols == ()

    @pytest.mark.parametrize("text", ["要不要买它", "要不要买一点", "买入吧", "减仓三成", "买五万块", "今天怎么样"])
    def test_when_chinese_words_name_nothing_then_nothing_is_unknown(self, text: str) -> None:
        assert read(text).entities.unknown_symbols == ()

    def test_when_the_name_holds_a_numeral_then_it_is_no_amount(self) -> None:
        assert read("买三星").entities.problems == ()

    def test_when_misspelt_then_the_nearest_is_the_one_meant(self) -> None:
        assert similar_instruments(MARKET, "gogle")[0].symbol == "GOOG"

    @given(
        st.lists(st.sampled_from(["buy", "of", "foo", "三", "星", "买", "2012-01-02", "how about", "½"]), max_size=20)
    )
    def test_when_any_mixture_then_an_unknown_name_stands_in_the_text(self, words: list[str]) -> None:
        text = " ".join(words)
        assert all(name in text for name in read(text).entities.unknown_symbols)


class TestWhole:
    @pytest.mark.parametrize("text", ["sell everything", "sell all positions", "全部清仓", "全部卖出", "清仓所有股票"])
    def test_when_no_share_is_named_then_all_positions(self, text: str) -> None:
        found = read(text).entities
        assert found.everything
        assert (found.side, found.fraction) == (Side.SELL, Decimal(1))

    @pytest.mark.parametrize("text", ["sell everything in GOOG", "谷歌全部卖出", "sell all of it", "清仓"])
    def test_when_one_share_is_meant_then_only_its_position(self, text: str) -> None:
        found = read(text).entities
        assert not found.everything
        assert found.fraction == 1

    @pytest.mark.parametrize("text", ["sell everything except IBM", "sell all but IBM", "除了IBM都卖掉"])
    def test_when_one_is_to_be_kept_then_it_is_not_sold(self, text: str) -> None:
        found = read(text).entities
        assert (found.symbols, found.excluded, found.everything) == ((), ("IBM",), True)

    @pytest.mark.parametrize("text", ["dump some GOOG", "get rid of some of my GOOG"])
    def test_when_only_some_then_not_all(self, text: str) -> None:
        assert read(text).entities.fraction is None

    def test_when_asked_why_then_nothing_is_ordered(self) -> None:
        assert read("why did we sell everything").intent is Intent.EXPLAIN


class TestAdjustments:
    def test_when_only_a_stop_then_it_adjusts(self, subtests: pytest.Subtests) -> None:
        for pending in (0, 1):
            for text, stop in (
                ("stop at 185", 185),
                ("change the stop to 180", 180),
                ("raise the stop to 720", 720),
                ("move my stop up to 720", 720),
                ("止损设在540", 540),
                ("把止损提高到720", 720),
            ):
                with subtests.test(f"{pending} {text} {stop}"):
                    understood = read(text, pending=pending)
                    assert understood.intent is Intent.DECIDE
                    assert understood.confidence >= SURE
                    assert (understood.entities.stop, understood.entities.side) == (Decimal(stop), None)

    @pytest.mark.parametrize(
        "text", ["no limit", "forget the limit", "without a limit", "取消限额", "不设上限", "上限取消"]
    )
    def test_when_the_limit_is_lifted_then_no_verdict(self, text: str) -> None:
        understood = read(text, pending=1)
        assert understood.intent is Intent.DECIDE
        assert understood.confidence >= SURE
        assert understood.entities.lifts_limit

    def test_when_the_limit_shall_not_be_forgotten_then_it_stays(self) -> None:
        assert not read("don't forget the limit", pending=1).entities.lifts_limit

    @pytest.mark.parametrize("text", ["no stop", "取消止损", "不设止损"])
    def test_when_the_stop_is_called_off_then_not_the_decision(self, text: str) -> None:
        assert read(text, pending=1).intent is not Intent.CANCEL


class TestShares:
    @pytest.mark.parametrize(
        ("text", "shares"),
        [
            ("buy 3 GOOG", 3),
            ("sell 100 IBM", 100),
            ("买 5 AAPL", 5),
            ("buy a share of GOOG", 1),
            ("buy 500 MSFT", 500),
            ("sell 900 facebook", 900),
            ("should I buy 150 more GOOG?", 150),
            ("买500微软", 500),
        ],
    )
    def test_when_a_count_stands_right_before_the_name_then_shares(self, text: str, shares: int) -> None:
        found = read(text).entities
        assert (found.shares, found.amount, found.problems) == (Decimal(shares), None, ())

    @pytest.mark.parametrize(
        "text",
        ["buy 1000 GOOG", "buy 500 of google", "buy GOOG 3", "make it 3", "buy 2.5 GOOG", "买10手苹果", "buy 500"],
    )
    def test_when_it_may_be_dollars_then_asked(self, text: str) -> None:
        found = read(text).entities
        assert (found.shares, found.amount) == (None, None)
        assert Problem.AMOUNT_UNIT_MISSING in found.problems

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("buy 1.5 shares of GOOG", Problem.SHARES_NOT_WHOLE),
            ("buy 1½ shares of GOOG", Problem.SHARES_NOT_WHOLE),
            ("sell half a share of GOOG", Problem.SHARES_NOT_WHOLE),
            ("买半股谷歌", Problem.SHARES_NOT_WHOLE),
            ("buy a few shares of GOOG", Problem.SHARES_UNCLEAR),
            ("买几股谷歌", Problem.SHARES_UNCLEAR),
        ],
    )
    def test_when_it_is_no_whole_number_then_never_dropped_in_silence(self, text: str, problem: Problem) -> None:
        found = read(text).entities
        assert found.problems == (problem,)
        assert (found.shares, found.fraction) == (None, None)

    @pytest.mark.parametrize(
        ("text", "fraction"),
        [
            ("sell ½ of my GOOG", "0.5"),
            ("sell three quarters of GOOG", "0.75"),
            ("GOOG 减仓四分之一", "0.25"),
            ("sell half of my shares", "0.5"),
        ],
    )
    def test_when_a_fraction_holds_a_number_then_it_is_no_amount(self, text: str, fraction: str) -> None:
        found = read(text).entities
        assert (found.fraction, found.problems) == (Decimal(fraction), ())


class TestNotDone:
    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("buy GOOG and sell AAPL", Problem.TWO_TRADES),
            ("买谷歌卖苹果", Problem.TWO_TRADES),
            ("short AAPL", Problem.SHORT_SALE),
            ("no more than 10% of the portfolio", Problem.FRACTION_OF_ASSETS),
        ],
    )
    def test_when_we_do_not_do_it_then_a_problem(self, text: str, problem: Problem) -> None:
        understood = read(text)
        assert understood.intent is Intent.DECIDE
        assert understood.entities.problems == (problem,)

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("buy a call option on AAPL", Problem.NOT_SHARES),
            ("买苹果的看涨期权", Problem.NOT_SHARES),
            ("ping me when IBM's volume hits 210", Problem.WATCH),
            ("buy IBM if it drops below 180", Problem.CONDITIONAL_ORDER),
            ("sell when it hits 500", Problem.CONDITIONAL_ORDER),
            ("if it falls to 440, buy", Problem.CONDITIONAL_ORDER),
            ("i want to sell half once it gets to 800", Problem.CONDITIONAL_ORDER),
            ("跌到180就买", Problem.CONDITIONAL_ORDER),
            ("跌到440再买", Problem.CONDITIONAL_ORDER),
            ("要是跌破700就全卖", Problem.CONDITIONAL_ORDER),
        ],
    )
    def test_when_it_is_no_trade_of_shares_now_then_a_problem_and_no_decision(
        self, text: str, problem: Problem
    ) -> None:
        understood = read(text)
        assert understood.intent is Intent.UNKNOWN
        assert understood.confidence >= SURE
        assert problem in understood.entities.problems

    @pytest.mark.parametrize(
        "text",
        [
            "what if it drops below 180?",
            "if we sell now we lose money",
            "if it drops, should I sell?",
            "buy 10 IBM as soon as possible",
            "when should I sell?",
            "要是跌到180呢",
            "如果现在卖，就亏了",
        ],
    )
    def test_when_a_condition_orders_nothing_then_no_conditional_order(self, text: str) -> None:
        assert Problem.CONDITIONAL_ORDER not in read(text).entities.problems

    @pytest.mark.parametrize("text", ["what are my options?", "should I buy or sell GOOG"])
    def test_when_it_only_sounds_so_then_none(self, text: str) -> None:
        assert read(text).entities.problems == ()

    @pytest.mark.parametrize("text", ["which of the five should I buy?", "which stock would you buy?", "该买哪只股票"])
    def test_when_the_choice_is_among_all_then_they_are_ranked(self, text: str) -> None:
        understood = read(text)
        assert understood.intent is Intent.ANALYZE
        assert understood.comparison == Compare(scope=Scope.MARKET, first=RankOrder.HIGHEST)

    @pytest.mark.parametrize("text", ["what should I buy?", "买什么好"])
    def test_when_the_choice_is_open_then_not_the_focus(self, text: str) -> None:
        assert read(text).intent is Intent.UNKNOWN

    @pytest.mark.parametrize("text", ["what is the risk?", "any news?"])
    def test_when_nothing_is_spoken_of_then_unsure(self, text: str) -> None:
        assert read(text, focus=()).confidence < SURE


class TestOpenSpans:
    def test_when_one_end_is_open_then_the_span_reaches_on(self, subtests: pytest.Subtests) -> None:
        for text, expected in (
            ("since 2012-12-01", (date(2012, 12, 1), TODAY)),
            ("after dec 1, 2012", (date(2012, 12, 1), TODAY)),
            ("自2012年12月1日以来", (date(2012, 12, 1), TODAY)),
            ("since november", (date(2012, 11, 1), TODAY)),
            ("before 2012-12-01", (EARLIEST, date(2012, 12, 1))),
            ("2012年12月1日之前", (EARLIEST, date(2012, 12, 1))),
            ("from 2012-10-01 to 2012-12-01", (date(2012, 10, 1), date(2012, 12, 1))),
            ("decisions from last week", (date(2013, 1, 21), date(2013, 1, 27))),
            ("before 2013-02-15", (date(2013, 2, 15),)),
            ("last friday", (date(2013, 1, 25),)),
            ("last thursday", (date(2013, 1, 24),)),
            ("上周五", (date(2013, 1, 25),)),
            ("2012-09", (date(2012, 9, 1), date(2012, 9, 30))),
            ("2000-10 dollars", ()),
            ("2012-13", ()),
        ):
            with subtests.test(text):
                assert find_dates(text, today=TODAY).dates == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("/review 30", (date(2013, 1, 1), TODAY)),
            ("/review 2012", (date(2012, 1, 1), date(2012, 12, 31))),
            ("/review last 30 days", (date(2013, 1, 1), TODAY)),
            ("/review 2012-09", (date(2012, 9, 1), date(2012, 9, 30))),
        ],
    )
    def test_when_behind_a_command_then_a_span_and_no_ticker(self, text: str, expected: tuple[date, ...]) -> None:
        found = read(text).entities
        assert (found.dates, found.unknown_symbols) == (expected, ())


class TestVerdicts:
    @pytest.mark.parametrize("text", ["确定", "好，确定", "确定执行"])
    def test_when_sure_then_confirms(self, text: str) -> None:
        assert read(text, pending=1).intent is Intent.CONFIRM

    @pytest.mark.parametrize("text", ["确定吗", "确定？", "不确定", "不太确定", "确定不要", "确定取消"])
    def test_when_anything_else_is_said_then_does_not(self, text: str) -> None:
        assert read(text, pending=1).intent is not Intent.CONFIRM

    def test_when_n_then_cancels_what_is_pending(self) -> None:
        assert read("n", pending=1).intent is Intent.CANCEL
        assert read("n").intent is Intent.UNKNOWN
