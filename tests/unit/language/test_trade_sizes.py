"""Amounts, shares, fractions and stops: exact, or a reason why not; never silently wrong."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import Entities
from tests.labelled_utterances import MARKET, TODAY


def entities(text: str) -> Entities:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, pending=1)).entities


class TestAmount:
    def test_when_written_with_a_unit_then_exact(self, subtests: pytest.Subtests) -> None:
        for text, amount in (
            ("buy $3,000 of AAPL", "3000"),
            ("buy 3000 dollars of AAPL", "3000"),
            ("buy USD 3k of AAPL", "3000"),
            ("put 2.5 million into AAPL", "2500000"),
            ("put 5 grand into AAPL", "5000"),
            ("buy three thousand dollars of AAPL", "3000"),
            ("buy two hundred and fifty dollars of AAPL", "250"),
            ("买三千美元苹果", "3000"),
            ("买3千苹果", "3000"),
            ("买五万块苹果", "50000"),
            ("买1万5苹果", "15000"),
            ("买1万5千块苹果", "15000"),
            ("买12万3千美元苹果", "123000"),
            ("买两万五的苹果", "25000"),
            ("买一万零五块的苹果", "10005"),
            ("买3000块苹果", "3000"),
            ("买＄３，０００的苹果", "3000"),
            ("加仓谷歌，5000美元以内", "5000"),
            ("make it $2,000.50", "2000.5"),
            ("buy $500 of AAPL instead of $3,000", "500"),
            ("buy $500 of AAPL, yes $500", "500"),
            ("I want $3,000, no more, of AAPL", "3000"),
            ("spend 3000 on AAPL", "3000"),
            ("invest 2000 in google", "2000"),
            ("buy 2000 worth of AAPL", "2000"),
            ("再买2000的苹果", "2000"),
            ("花3000买苹果", "3000"),
            ("double it to $6,000", "6000"),
        ):
            with subtests.test(text):
                found = entities(text)
                assert found.amount == Decimal(amount)
                assert not found.problems

    def test_when_it_is_an_upper_bound_then_said_so(self, subtests: pytest.Subtests) -> None:
        for text in (
            "at most $3,000",
            "no more than 3000",
            "up to 3k",
            "max $3,000",
            "under $3000",
            "最多三千美元",
            "不超过3000",
            "上限3千",
            "三千美元以内",
            "买苹果，最多花3000块",
            "buy AAPL, nothing over 3000",
            "too much, 3000 max",
            "bring it to at most $3,000",
        ):
            with subtests.test(text):
                found = entities(text)
                assert found.amount == 3000
                assert found.amount_is_limit

    def test_when_it_is_a_target_then_no_limit(self) -> None:
        assert not entities("buy $3,000 of AAPL").amount_is_limit

    def test_when_unusable_then_a_problem_and_no_amount(self, subtests: pytest.Subtests) -> None:
        for text, problem in (
            ("buy NaN dollars of AAPL", "amount_not_a_number"),
            ("buy $inf of AAPL", "amount_not_a_number"),
            ("buy $1e400 of AAPL", "amount_too_large"),
            (f"buy ${'9' * 100} of AAPL", "amount_too_large"),
            (f"buy $0.{'0' * 100}1 of AAPL", "amount_too_precise"),
            ("buy $1,234.567 of AAPL", "amount_too_precise"),
            ("buy $0 of AAPL", "amount_zero"),
            ("buy $-500 of AAPL", "amount_negative"),
            ("buy -$500 of AAPL", "amount_negative"),
            ("buy minus 500 dollars of AAPL", "amount_negative"),
            ("买负500美元苹果", "amount_negative"),
            ("buy $1,00 of AAPL", "amount_malformed"),
            ("buy $3 000 of AAPL", "amount_malformed"),
            ("买12万3500美元苹果", "amount_malformed"),
            ("买1万五五美元苹果", "amount_malformed"),
            ("buy $3,000-5,000 of AAPL", "amount_ambiguous"),
            ("买3000到5000美元苹果", "amount_ambiguous"),
            ("buy €500 of AAPL", "amount_currency"),
            ("买500人民币苹果", "amount_currency"),
            ("buy HK$500 of AAPL", "amount_currency"),
            ("buy 500 euros of AAPL", "amount_currency"),
            ("sell 200 swiss francs of AAPL", "amount_currency"),
            ("buy 500 chf of AAPL", "amount_currency"),
            ("买500日元苹果", "amount_currency"),
            ("buy 5000 AAPL", "amount_unit_missing"),
            ("make it 500", "amount_unit_missing"),
            ("put half a million dollars into AAPL", "amount_malformed"),
            ("buy a few thousand dollars of AAPL", "amount_malformed"),
            ("买三五千块苹果", "amount_malformed"),
            ("买两万五五美元苹果", "amount_malformed"),
            ("买两千二三块苹果", "amount_malformed"),
            ("buy between 3000 and 5000 dollars of AAPL", "amount_ambiguous"),
            ("buy 3.000 dollars of AAPL", "amount_malformed"),
            ("buy $1.500 of AAPL", "amount_malformed"),
            ("I have $10,000, buy AAPL for $2,000", "amount_ambiguous"),
            ("buy AAPL 3000, at most $2,000", "amount_unit_missing"),
            ("买苹果3000美元，最多5000美元", "amount_ambiguous"),
            ("sell GOOG 15", "amount_unit_missing"),
            ("buy AAPL for 3000", "amount_unit_missing"),
            ("buy AAPL and MSFT, 3000 each", "amount_unit_missing"),
            ("buy 2 lots of AAPL", "amount_unit_missing"),
            ("加仓谷歌3000", "amount_unit_missing"),
            ("减到2000吧", "amount_unit_missing"),
            ("买10手苹果", "amount_unit_missing"),
            ("buy AAPL under $440", "amount_unclear"),
            ("sell AAPL over $480", "amount_unclear"),
            ("buy 10 shares of AAPL limit 440", "amount_unclear"),
            ("买入苹果440以下", "amount_unclear"),
            ("buy AAPL @440", "price_condition"),
            ("限价440买苹果", "price_condition"),
        ):
            with subtests.test(text):
                found = entities(text)
                assert found.amount is None
                assert problem in found.problems

    def test_when_a_number_is_something_else_then_no_amount(self, subtests: pytest.Subtests) -> None:
        for text in (
            "AAPL 2013",
            "buy AAPL as of 2013-01-15",
            "should I buy AAPL in Jan 2013?",
            "what happens if it goes to $400?",
            "if it falls to $440, buy",
            "跌到440再买",
            "google closed at $755",
            "is volume of 3 million normal?",
            "千万别买",
            "一块分析苹果和微软",
            "buy the 3 best stocks",
            "should I sell AAPL, RSI under 30",
            "RSI is at 70, should I sell AAPL?",
            "苹果RSI低于30，买吗",
            "past 30 days of AAPL",
            "百度怎么样",
        ):
            with subtests.test(text):
                assert entities(text).amount is None


class TestShares:
    def test_when_written_then_exact(self, subtests: pytest.Subtests) -> None:
        for text, shares in (
            ("buy 10 shares", 10),
            ("买10股", 10),
            ("买一百股", 100),
            ("sell ten shares", 10),
            ("buy 3 more shares", 3),
            ("buy 10 AAPL shares", 10),
            ("buy 10 shares, at most $3,000", 10),
            ("buy a dozen shares", 12),
            ("buy two dozen shares", 24),
            ("get me out of 10 shares of IBM", 10),
            ("change it to 20 shares, not 30", 20),
        ):
            with subtests.test(text):
                assert entities(text).shares == shares

    def test_when_unusable_then_a_problem(self, subtests: pytest.Subtests) -> None:
        for text, problem in (
            ("buy 0 shares", "shares_zero"),
            ("buy -5 shares", "shares_negative"),
            ("buy 10-15 shares", "shares_ambiguous"),
            ("buy 0.00000001 shares", "shares_not_whole"),
            ("buy 1.500 shares", "shares_malformed"),
            ("buy half a dozen shares", "shares_malformed"),
            ("sell everything except 10 shares", "shares_is_target"),
            ("buy 10 shares or $3,000 of AAPL", "size_ambiguous"),
            ("3 shares and $500", "size_ambiguous"),
            ("买苹果10股5000美元", "size_ambiguous"),
            ("sell half, 10 shares", "size_ambiguous"),
        ):
            with subtests.test(text):
                found = entities(text)
                assert found.shares is None
                assert problem in found.problems


class TestFraction:
    def test_when_a_sale_names_a_part_then_that_part(self, subtests: pytest.Subtests) -> None:
        for text, fraction in (
            ("减仓 50%", "0.5"),
            ("sell half", "0.5"),
            ("卖一半", "0.5"),
            ("卖三成", "0.3"),
            ("减仓百分之五十", "0.5"),
            ("sell 25 percent", "0.25"),
            ("sell all of it", "1"),
            ("全部卖出", "1"),
            ("清仓", "1"),
            ("liquidate IBM", "1"),
            ("increase AAPL by 20%", "0.2"),
            ("close half of my position, sell 50%", "0.5"),
            ("sell 1/4 of IBM", "0.25"),
            ("卖1/2", "0.5"),
            ("sell 30%, not half", "0.3"),
            ("exit half of IBM", "0.5"),
        ):
            with subtests.test(text):
                assert entities(text).fraction == Decimal(fraction)

    def test_when_a_third_then_exact_to_the_context(self) -> None:
        assert entities("trim IBM by a third").fraction == Decimal(1) / Decimal(3)

    @pytest.mark.parametrize(
        "text", ["what if it drops 10%?", "it fell 5%, sell?", "跌了10%要不要卖", "RSI above 70%", "analyze all"]
    )
    def test_when_a_price_moves_then_no_fraction(self, text: str) -> None:
        assert entities(text).fraction is None

    def test_when_it_means_something_else_then_a_problem(self, subtests: pytest.Subtests) -> None:
        for text, problem in (
            ("sell 150%", "fraction_out_of_range"),
            ("sell 0%", "fraction_out_of_range"),
            ("trim to 30%", "fraction_is_target"),
            ("减仓到30%", "fraction_is_target"),
            ("yes but half", "fraction_unclear"),
            ("sell 10% of the portfolio", "fraction_of_assets"),
            ("用30%资金买苹果", "fraction_base_unclear"),
            ("invest 10% of my money in AAPL", "fraction_base_unclear"),
            ("buy at most 10% of the portfolio of AAPL", "fraction_of_assets"),
            ("不超过总资产的10%", "fraction_of_assets"),
            ("cap AAPL at 10% of the book", "fraction_of_assets"),
            ("buy AAPL for up to 5% of the account", "fraction_of_assets"),
            ("buy AAPL, don't put more than 5% of the book into it", "fraction_of_assets"),
            ("买苹果，最多用现金的10%", "fraction_of_assets"),
            ("buy 10% of AAPL", "fraction_unclear"),
            ("trim AAPL to 20% of my cash", "fraction_of_assets"),
            ("谷歌仓位减到一半", "fraction_is_target"),
            ("buy half", "fraction_unclear"),
            ("double my AAPL position", "fraction_unclear"),
            ("sell half, or 30%", "fraction_ambiguous"),
            ("sell a third or a half of IBM", "fraction_ambiguous"),
        ):
            with subtests.test(text):
                found = entities(text)
                assert found.fraction is None
                assert problem in found.problems


class TestStop:
    @pytest.mark.parametrize(
        "text",
        [
            "buy google with a $700 stop",
            "buy google, stop at 700",
            "stop loss 700",
            "stop-loss at $700",
            "止损价 700",
            "止损设在700",
            "买谷歌，止损700",
        ],
    )
    def test_when_a_price_is_given_then_it_is_the_stop_and_no_amount(self, text: str) -> None:
        found = entities(text)
        assert found.stop == 700
        assert found.amount is None

    def test_when_given_in_per_cent_then_a_problem(self) -> None:
        assert entities("buy AAPL, stop loss 5%").problems == ("stop_not_a_price",)
        assert entities("buy AAPL, stop at €700").problems == ("stop_currency",)

    @pytest.mark.parametrize(
        "text",
        ["stop 20 dollars below entry", "stop $20 below", "stop 5 points below", "止损设在买入价下方20块", "5% stop"],
    )
    def test_when_given_as_a_distance_then_a_problem_and_no_amount(self, text: str) -> None:
        found = entities(f"buy AAPL, {text}")
        assert found.problems == ("stop_not_a_price",)
        assert (found.stop, found.amount) == (None, None)

    @pytest.mark.parametrize("text", ["stop 700 or 710", "stop 700, stop 710", "止损700或710"])
    def test_when_two_are_given_then_a_problem(self, text: str) -> None:
        found = entities(f"buy google, {text}")
        assert found.problems == ("stop_ambiguous",)
        assert found.stop is None

    def test_when_asked_for_then_none(self) -> None:
        assert entities("where would you put the stop?").stop is None


MONEY = st.integers(min_value=1, max_value=9_999_999)
DIGITS = st.text(alphabet="0123456789.,-eE$% kmKM万千百十亿一二三五股块元半成", max_size=30)


class TestAnyNumber:
    @given(
        DIGITS, st.sampled_from(["buy {} of AAPL", "sell {}", "at most {}", "止损 {}", "买{}苹果", "{} shares", "${}"])
    )
    def test_when_anything_stands_for_a_number_then_values_are_positive_and_finite(
        self, digits: str, frame: str
    ) -> None:
        found = entities(frame.format(digits))
        for value in (found.amount, found.shares, found.stop, found.fraction):
            assert value is None or (value.is_finite() and value > 0)
        assert found.fraction is None or found.fraction <= 1

    @given(st.integers(min_value=1, max_value=999_999_999))
    def test_when_grouped_by_commas_then_the_same_amount(self, number: int) -> None:
        assert entities(f"buy ${number:,} of AAPL").amount == number

    @given(MONEY, MONEY, st.sampled_from([", ", " and ", " or ", "; then ", " maybe ", "，", " 还是 "]))
    def test_when_two_amounts_are_named_then_none_is_taken_unless_they_agree(
        self, one: int, two: int, between: str
    ) -> None:
        found = entities(f"buy ${one} of AAPL{between}${two}")
        assert found.amount == (one if one == two else None)
        assert one == two or "amount_ambiguous" in found.problems

    @given(MONEY, MONEY, st.sampled_from([" no, ", ", sorry, ", ", I mean ", "，不对，是", "，我是说"]))
    def test_when_the_first_amount_is_taken_back_then_the_second_is_meant(
        self, one: int, two: int, between: str
    ) -> None:
        assert entities(f"buy ${one} of AAPL{between}${two}").amount == two

    @given(MONEY, MONEY)
    def test_when_words_say_which_is_what_then_each_is_in_its_place(self, amount: int, stop: int) -> None:
        for text in (f"buy ${amount:,} of AAPL, stop at ${stop:,}", f"买{amount}美元苹果，止损{stop}"):
            found = entities(text)
            assert found.amount == amount
            assert found.stop == stop
            assert not found.problems

    @given(MONEY, st.integers(min_value=1, max_value=9999))
    def test_when_shares_and_money_are_both_named_then_neither_is_taken(self, amount: int, shares: int) -> None:
        found = entities(f"buy {shares} shares, ${amount} of AAPL")
        assert (found.amount, found.shares) == (None, None)
        assert "size_ambiguous" in found.problems

    @given(
        MONEY,
        st.sampled_from(
            [
                *("buy AAPL {}", "buy {} AAPL", "sell GOOG {}", "add {} to MSFT", "buy some google for {}"),
                *(
                    "trim my IBM by {}",
                    "买苹果{}",
                    "加仓谷歌{}",
                    "苹果卖{}",
                    "买{}苹果",
                    "make it {}",
                    "buy AAPL with {}",
                ),
            ]
        ),
    )
    def test_when_an_order_has_a_number_then_it_is_used_or_asked_about(self, number: int, frame: str) -> None:
        found = entities(frame.format(number))
        is_foreign_code = bool(found.unsupported)  # six digits may be a share of Shanghai, which is said
        assert found.problems or is_foreign_code or number in {found.amount, found.shares, found.stop}


@pytest.mark.parametrize("text", ["buy 0x20 FB", "sell 3x5 IBM", "买0x1F股苹果"])
def test_when_numbers_are_glued_by_a_letter_then_malformed(text: str) -> None:
    found = entities(text)
    assert found.shares is None
    assert "shares_malformed" in found.problems
