"""What an order takes out is not traded: all others are, or Parley asks back."""

from decimal import Decimal

import pytest

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.language.understand import understand
from bot.language.understanding import Entities
from tests.labelled_utterances import MARKET, TODAY

HALF = Decimal("0.5")
OF_ALL = (
    (("MSFT",), Decimal(1), "sell everything apart from Microsoft"),
    (("IBM",), HALF, "sell half of all positions, but not IBM"),
    (("FB", "GOOG"), HALF, "cut everything in half except facebook and google"),
    (("AAPL",), Decimal("0.25"), "trim all my positions by 25 %, apple stays"),
    (("IBM",), Decimal(1), "liquidate everything, don't touch IBM"),
    (("GOOG",), HALF, "所有持仓卖一半，谷歌除外"),
    (("AAPL", "IBM"), Decimal(1), "除苹果和IBM以外全部卖出"),
    (("MSFT",), Decimal(1), "都卖掉，微软别动"),
)
UNCLEAR = (
    "sell half of everything except the winners",
    "trim all positions by a third apart from tech",
    "buy 5 of each but not google",
    "buy $500 of everything except IBM",
    "sell 3 of each except apple",
    "所有持仓卖一半，除了亏钱的",
    "每只买1000美元，苹果除外",
)
NAMED = (
    ("IBM", "sell 4 IBM, but leave apple alone"),
    ("FB", "sell half of FB, not google"),
    ("MSFT", "卖3股微软，谷歌别动"),
)


def read(text: str) -> tuple[Intent, Entities]:
    found = understand(text, Surroundings(instruments=MARKET, today=TODAY, focus=("GOOG",)))
    return found.intent, found.entities


def test_all_but_some_then_everything_else(subtests: pytest.Subtests) -> None:
    for symbols, fraction, text in OF_ALL:
        with subtests.test(text):
            intent, found = read(text)
            assert (intent, found.side, found.everything) == (Intent.DECIDE, Side.SELL, True)
            assert (found.excluded, found.symbols, found.fraction) == (symbols, (), fraction)
            assert found.problems == ()


@pytest.mark.parametrize("text", UNCLEAR)
def test_the_others_are_not_clear_then_no_order(text: str) -> None:
    _, found = read(text)
    assert Problem.EXCLUSION_UNCLEAR in found.problems


@pytest.mark.parametrize(("symbol", "text"), NAMED)
def test_others_are_named_then_only_these(symbol: str, text: str) -> None:
    intent, found = read(text)
    assert (intent, found.symbols, found.problems) == (Intent.DECIDE, (symbol,), ())


KEPT = (
    ({"GOOG": 5}, (), "sell everything but keep 5 GOOG"),
    ({"AAPL": 7}, (), "liquidate everything except for seven apple shares"),
    ({"GOOG": 4}, ("IBM",), "close all positions but leave me IBM and 4 of my google shares"),
    ({"FB": 3, "MSFT": 10}, (), "dump everything, keep 3 FB and 10 MSFT"),
    ({"IBM": 2}, (), "keep 2 IBM and sell everything else"),
    ({"GOOG": 6}, (), "sell everything, GOOG down to 6"),
    ({"GOOG": 5}, (), "清仓但留5股谷歌"),
    ({"IBM": 8}, (), "全部卖掉，但IBM留8股"),
    ({"AAPL": 3, "FB": 2}, (), "清仓，苹果留3股，脸书留2股"),
    ({"MSFT": 9}, (), "除了9股微软，其他都卖掉"),
)
KEPT_UNCLEAR = (
    "sell half of each but keep 8 AAPL",
    "sell all but keep 5 AAPL and 3 IBM",
    "sell everything but keep $500 of GOOG",
    "sell all of my GOOG and IBM but keep 5 GOOG",
    "每只卖一半，但苹果留8股",
)
SOLD_DOWN = ("sell all my GOOG but keep 5", "close out GOOG, keep 5 shares", "清仓谷歌，留5股")


def test_a_number_is_kept_then_all_others_and_the_rest_of_it(subtests: pytest.Subtests) -> None:
    for kept, excluded, text in KEPT:
        with subtests.test(text):
            intent, found = read(text)
            assert (intent, found.side, found.everything) == (Intent.DECIDE, Side.SELL, True)
            assert {each.symbol: each.count for each in found.kept} == kept
            assert (found.excluded, found.symbols, found.problems) == (excluded, (), ())


@pytest.mark.parametrize("text", KEPT_UNCLEAR)
def test_what_is_sold_beside_the_kept_is_not_clear_then_no_order(text: str) -> None:
    _, found = read(text)
    assert (found.everything, found.problems) == (False, (Problem.KEPT_UNCLEAR,))


@pytest.mark.parametrize("text", SOLD_DOWN)
def test_one_share_is_sold_down_then_no_other(text: str) -> None:
    _, found = read(text)
    assert (found.everything, found.symbols, found.shares, found.is_target) == (False, ("GOOG",), Decimal(5), True)
