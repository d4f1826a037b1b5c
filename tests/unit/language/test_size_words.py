"""Sizes by a part of the account, a target, a minimum or a risk: what is read, and what is asked back."""

from decimal import Decimal

import pytest

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import SizeUnit, StatedRisk
from bot.language.understand import understand
from bot.language.understanding import Entities, Understanding
from tests.labelled_utterances import MARKET, TODAY

D = Decimal
SURE = 0.6


def read(text: str, *, pending: int = 0) -> Understanding:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, focus=("IBM",), pending=pending))


def entities(text: str) -> Entities:
    return read(text).entities


class TestPartOfTheAccount:
    def test_when_it_is_to_be_bought_with_then_a_purchase_of_that_part(self, subtests: pytest.Subtests) -> None:
        for text, fraction, base in (
            ("put 10 % of my book into IBM", "0.1", SizeUnit.ASSETS),
            ("10% of the portfolio in IBM", "0.1", SizeUnit.ASSETS),
            ("IBM with 5%", "0.05", SizeUnit.ASSETS),
            ("allocate 10% to IBM", "0.1", SizeUnit.ASSETS),
            ("一成仓位买IBM", "0.1", SizeUnit.ASSETS),
            ("半仓买IBM", "0.5", SizeUnit.ASSETS),
            ("满仓买IBM", "1", SizeUnit.ASSETS),
            ("用总资产的10%买IBM", "0.1", SizeUnit.ASSETS),
            ("IBM配一成仓", "0.1", SizeUnit.ASSETS),
            ("use 20% of my cash for IBM", "0.2", SizeUnit.CASH),
            ("a fifth of my cash into IBM", "0.2", SizeUnit.CASH),
            ("put all my cash in IBM", "1", SizeUnit.CASH),
            ("用两成现金买IBM", "0.2", SizeUnit.CASH),
            ("拿五分之一的现金买IBM", "0.2", SizeUnit.CASH),
        ):
            with subtests.test(text):
                found = entities(text)
                assert (found.side, found.fraction, found.fraction_of) == (Side.BUY, D(fraction), base)
                assert not found.problems
                assert not found.is_target

    def test_when_a_position_shall_come_to_it_then_a_target(self, subtests: pytest.Subtests) -> None:
        for text, fraction, side in (
            ("raise IBM to 10 % of the book", "0.1", Side.BUY),
            ("take IBM up to a tenth of the portfolio", "0.1", Side.BUY),
            ("trim IBM to 5% of assets", "0.05", Side.SELL),
            ("bring my IBM stake down to 5% of assets", "0.05", Side.SELL),
            ("make IBM 10 % of the portfolio", "0.1", None),
            ("把IBM加到一成仓", "0.1", Side.BUY),
            ("IBM减到两成仓", "0.2", Side.SELL),
            ("把IBM减到总资产的5%", "0.05", Side.SELL),
            ("IBM减到账户的5%", "0.05", Side.SELL),
            ("add to IBM until it's 10% of the book", "0.1", Side.BUY),
            ("把IBM仓位降到5%", "0.05", Side.SELL),
        ):
            with subtests.test(text):
                found = entities(text)
                assert (found.is_target, found.fraction) == (True, D(fraction))
                assert found.fraction_of is SizeUnit.ASSETS
                assert (found.side or found.target_side) is side

    def test_when_something_else_is_a_percentage_then_asked(self, subtests: pytest.Subtests) -> None:
        for text in ("buy IBM with 10% discount", "with 20% upside, buy IBM"):
            with subtests.test(text):
                assert Problem.FRACTION_UNCLEAR in entities(text).problems

    def test_when_a_part_is_sold_then_one_of_the_position(self, subtests: pytest.Subtests) -> None:
        for text in ("sell 10 % of IBM", "减仓10%", "卖一成仓"):
            with subtests.test(text):
                found = entities(text)
                assert (found.fraction, found.fraction_of) == (D("0.1"), SizeUnit.POSITION)

    def test_when_nothing_is_ordered_then_no_purchase(self, subtests: pytest.Subtests) -> None:
        for text in (
            "I have 10% of the portfolio in IBM",
            "10% of the portfolio in IBM?",
            "IBM at 5% of my portfolio is too much",
            "IBM is up 5% today",
            "10% of my book is cash",
            "IBM at 5%",
            "IBM with 5% growth",
            "keep 10% in cash",
            "IBM占总资产的10%",
            "现金还剩两成",
            "don't put 10% of the book into IBM",
        ):
            with subtests.test(text):
                assert entities(text).side is None


class TestTarget:
    def test_when_shares_or_money_shall_remain_or_be_reached_then_a_target(self, subtests: pytest.Subtests) -> None:
        for text, side, shares, amount in (
            ("raise IBM to $1,000", Side.BUY, None, "1000"),
            ("sell IBM down to $2,000", Side.SELL, None, "2000"),
            ("sell IBM down to 10 shares", Side.SELL, "10", None),
            ("sell all but 10 IBM", Side.SELL, "10", None),
            ("keep 10 shares of IBM", Side.SELL, "10", None),
            ("keep 10 shares, sell the rest", Side.SELL, "10", None),
            ("buy IBM until I have 50", Side.BUY, "50", None),
            ("increase my position in IBM to 100 shares", Side.BUY, "100", None),
            ("IBM减到2000美元", Side.SELL, None, "2000"),
            ("清仓，留10股", Side.SELL, "10", None),
            ("卖到只剩5股IBM", Side.SELL, "5", None),
            ("trim IBM so that $1,000 is left", Side.SELL, None, "1000"),
            ("sell IBM until I have 20 left", Side.SELL, "20", None),
            ("sell IBM until only 20 shares are left", Side.SELL, "20", None),
        ):
            with subtests.test(text):
                found = entities(text)
                assert (found.is_target, found.side) == (True, side)
                assert found.shares == (D(shares) if shares else None)
                assert found.amount == (D(amount) if amount else None)

    def test_when_it_is_no_target_of_a_position_then_asked(self, subtests: pytest.Subtests) -> None:
        for text, problem in (
            ("buy $3,000 of IBM, keep $5,000 in cash", Problem.AMOUNT_IS_TARGET),
            ("sell 20 IBM but keep 10", Problem.SHARES_AMBIGUOUS),
            ("sell everything except 10 shares", Problem.SHARES_IS_TARGET),
            ("trim IBM to 30 %", Problem.FRACTION_IS_TARGET),
            ("I want to raise $2,000", Problem.AMOUNT_UNCLEAR),
            ("buy IBM until I have 500", Problem.AMOUNT_UNIT_MISSING),
            ("raise your target to $230", Problem.AMOUNT_UNCLEAR),
        ):
            with subtests.test(text):
                assert problem in entities(text).problems

    def test_when_a_part_of_the_position_shall_remain_then_it_is_not_what_is_sold(self) -> None:
        found = entities("IBM减到持仓的三成")
        assert (found.is_target, found.fraction, found.fraction_of) == (True, D("0.3"), SizeUnit.POSITION)

    def test_when_a_part_of_what_is_held_shall_remain_then_it_is_no_question(self) -> None:
        found = read("trim to 30 % of what I hold")
        assert (found.is_question, found.entities.is_target, found.entities.fraction) == (False, True, D("0.3"))


class TestMinimum:
    def test_when_at_least_then_a_minimum(self, subtests: pytest.Subtests) -> None:
        for text, shares, amount in (
            ("buy at least 5 shares of IBM", 5, None),
            ("buy at least $2,000 of IBM", None, 2000),
            ("buy no less than $2,000 of IBM", None, 2000),
            ("至少买5股IBM", 5, None),
            ("买IBM，不少于2000美元", None, 2000),
        ):
            with subtests.test(text):
                found = entities(text)
                assert (found.is_minimum, found.shares, found.amount) == (True, shares, amount)

    def test_when_at_most_then_none(self) -> None:
        assert not entities("buy at most $2,000 of IBM").is_minimum


class TestRisk:
    def test_when_a_purchase_may_lose_so_much_then_its_risk(self, subtests: pytest.Subtests) -> None:
        dollars, percent = StatedRisk(amount=D(200)), StatedRisk(fraction=D("0.01"))
        for text, risk in (
            ("buy IBM but risk no more than $200", dollars),
            ("buy IBM, I don't want to lose more than $200", dollars),
            ("buy IBM with at most $200 at risk", dollars),
            ("buy IBM, max loss $200", dollars),
            ("risk 1 % of the account on IBM", percent),
            ("risk $200 on IBM with a stop at 190", dollars),
            ("买IBM，最多亏200美元", dollars),
            ("买IBM，亏损不超过200美元", dollars),
            ("冒200美元的风险买IBM", dollars),
            ("买IBM，风险控制在1%", percent),
        ):
            with subtests.test(text):
                found = read(text)
                assert found.intent is Intent.DECIDE
                assert (found.entities.side, found.entities.risk) == (Side.BUY, risk)
                assert found.entities.amount is None

    def test_when_it_cannot_be_told_of_what_then_asked(self, subtests: pytest.Subtests) -> None:
        for text in (
            "buy IBM, lose at most 5%",
            "买IBM，最多亏5%",
            "sell IBM, risk $200",
            "buy IBM, risk 1% of my cash",
        ):
            with subtests.test(text):
                assert Problem.RISK_UNCLEAR in entities(text).problems

    def test_when_only_spoken_of_then_none(self, subtests: pytest.Subtests) -> None:
        for text in (
            "I lost $200 on IBM",
            "IBM may lose $20",
            "the risk is 5%",
            "don't risk $200",
            "never risk more than $200 per trade",
            "每笔最多亏200美元",
            "亏了200美元",
        ):
            with subtests.test(text):
                assert entities(text).risk is None

    def test_when_only_a_bound_is_stated_then_it_orders_nothing(self, subtests: pytest.Subtests) -> None:
        for text in ("don't risk more than $200 on IBM", "risk no more than $200", "IBM风险不超过200美元"):
            with subtests.test(text):
                found = entities(text)
                assert (found.side, found.risk) == (None, StatedRisk(amount=D(200)))


class TestCounts:
    def test_when_a_couple_or_further_shares_then_so_many(self, subtests: pytest.Subtests) -> None:
        for text, shares in (
            ("buy a couple of shares of IBM", 2),
            ("buy a couple more shares", 2),
            ("grab a couple of IBM shares", 2),
            ("buy a couple IBM", 2),
            ("buy another 5 IBM", 5),
            ("5 more IBM", 5),
            ("another 5", 5),
            ("buy 5 more", 5),
            ("再来5股", 5),
        ):
            with subtests.test(text):
                found = entities(text)
                assert (found.side, found.shares) == (Side.BUY, D(shares))
                assert not found.problems

    def test_when_something_else_is_counted_then_no_order(self, subtests: pytest.Subtests) -> None:
        for text in (
            "another 5 minutes",
            "one more question",
            "5 more days until earnings",
            "再来5分钟",
            "two more things",
        ):
            with subtests.test(text):
                found = read(text)
                assert found.entities.side is None
                assert found.intent is not Intent.DECIDE or found.confidence < SURE

    def test_when_money_of_a_sale_then_asked_how_much(self, subtests: pytest.Subtests) -> None:
        for text in ("put it in IBM", "put half of it in IBM", "use the proceeds to buy IBM", "用这笔钱买IBM"):
            with subtests.test(text):
                assert entities(text).problems == (Problem.PROCEEDS_UNCLEAR,)


class TestPrice:
    def test_when_a_price_of_each_share_then_a_price(self, subtests: pytest.Subtests) -> None:
        for text in ("buy IBM at 210", "buy IBM for 210 each", "buy 10 IBM for $210 a share", "每股210买IBM"):
            with subtests.test(text):
                found = entities(text)
                assert Problem.PRICE_CONDITION in found.problems
                assert found.amount is None

    def test_when_it_may_be_a_price_then_asked(self) -> None:
        found = entities("210块买IBM")
        assert (found.amount, found.problems) == (None, (Problem.AMOUNT_UNCLEAR,))

    def test_when_it_is_spent_then_an_amount(self, subtests: pytest.Subtests) -> None:
        for text, amount in (("花210块买IBM", 210), ("3000美元买IBM", 3000), ("用500美元买IBM", 500)):
            with subtests.test(text):
                assert entities(text).amount == amount
