"""An order with words that nobody explained is asked about: no default size, and no trade of a second share."""

from decimal import Decimal

import pytest

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.language.understand import understand
from bot.language.understanding import Entities, Understanding
from tests.labelled_utterances import MARKET, TODAY

SURE = 0.6
JUDGED = (
    "selling FB would be a shame",
    "I'm scared of buying MSFT",
    "buying MSFT makes zero sense",
    "I regret not selling FB",
    "buy no more MSFT",
    "we forgot buying FB",
    "sell FB? never",
    "selling FB? over my dead body",
    "I was thinking of selling FB",
    "offloading google feels wrong",
    "sell practically all FB",
    "懒得卖微软",
    "没必要卖微软",
    "卖脸书有点可惜",
    "买脸书？不可能",
    "买微软太冒险",
    "不敢买脸书",
    "舍不得卖微软",
)
LATER = ("sell MSFT later", "buy FB, but not yet", "sell 3 MSFT, later", "卖微软，但不是现在", "买脸书，以后")
SECOND_SHARE = (
    "sell FB because MSFT is cheaper",
    "sell FB over MSFT",
    "sell FB, MSFT looks better",
    "sell half of FB since MSFT is cheaper",
    "sell 30% of FB, MSFT is fine",
    "sell FB or MSFT, whichever is worse",
    "sell FB and give me news on MSFT",
    "sell all FB. MSFT is okay.",
    "buy MSFT now that FB reported",
    "卖脸书，因为微软更便宜",
    "清掉脸书，微软还不错",
    "sell FB for MSFT",
    "sell FB like MSFT",
    "sell FB. What about MSFT?",
    "卖脸书还是微软",
    "脸书和微软，卖差的那只",
    "卖一半脸书，微软看着更好",
)
UNREAD_SIZES = (
    "double down on MSFT",
    "buy 3x our MSFT",
    "buy max FB",
    "sell most of FB",
    "sell almost all MSFT",
    "微软再买一倍",
    "脸书翻倍加仓",
    "buy FB 17-ish",
    "卖微软大部分",
    "买若干脸书",
)
MORE = (
    "buy 4 FB in three tranches",
    "buy 4 FB using my other account",
    "buy 4 FB and set a reminder for monday",
    "分两批买4股脸书",
    "买4股脸书，先看看价格",
    "buy 4 FB, but what's the price first",
)
OTHERS = ("Sue's note: sell 3 FB. Mine: wait.", 'boss: "buy 4 FB"', "李总：卖3股微软", "buy 4 FB for Sue's account")
KEPT = (
    "hold FB",
    "hold microsoft for now",
    "I agree with sue, hold FB",
    "keep holding MSFT",
    "继续拿着微软",
    "微软留着吧",
)
PLAIN = (
    ("buy FB", Side.BUY, None),
    ("please buy some shares of microsoft now", Side.BUY, None),
    ("I'd like to buy some FB", Side.BUY, None),
    ("sell FB", Side.SELL, Decimal(1)),
    ("hey, sell all my FB please", Side.SELL, Decimal(1)),
    ("get out of MSFT right away", Side.SELL, Decimal(1)),
    ("the chart is ugly. sell FB", Side.SELL, Decimal(1)),
    ("yes, sell MSFT too", Side.SELL, Decimal(1)),
    ("买点脸书", Side.BUY, None),
    ("帮我买一些微软吧", Side.BUY, None),
    ("把手里的脸书卖了吧", Side.SELL, Decimal(1)),
    ("清仓微软", Side.SELL, Decimal(1)),
)
SIZED = (
    ("the rent is due, sell 3 FB", Side.SELL, 3),
    ("buy 4 FB please, no rush", Side.BUY, 4),
    ("buy at least 4 shares of MSFT", Side.BUY, 4),
    ("sell 2 FB and keep the rest", Side.SELL, 2),
    ("今天帮我买4股脸书，谢谢", Side.BUY, 4),
    ("太重了，卖3股微软", Side.SELL, 3),
)


def read(text: str) -> Understanding:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY))


def ordered(text: str) -> Entities:
    found = read(text)
    assert (found.intent, found.entities.problems) == (Intent.DECIDE, ())
    return found.entities


def proposes(found: Understanding) -> bool:
    return found.intent is Intent.DECIDE and found.confidence >= SURE and not found.entities.problems


@pytest.mark.parametrize("text", [*JUDGED, *LATER, *UNREAD_SIZES, *OTHERS])
def test_words_are_not_explained_then_no_order(text: str) -> None:
    assert not proposes(read(text))


@pytest.mark.parametrize("text", SECOND_SHARE)
def test_second_share_is_no_part_of_the_order_then_no_order(text: str) -> None:
    assert not proposes(read(text))


@pytest.mark.parametrize("text", MORE)
def test_more_than_an_order_then_it_is_said(text: str) -> None:
    assert read(text).entities.problems == (Problem.ORDER_WITH_MORE,)


@pytest.mark.parametrize("text", KEPT)
def test_share_is_kept_then_no_order(text: str) -> None:
    assert read(text).entities.problems == (Problem.KEEPS_POSITION,)


@pytest.mark.parametrize(("text", "side", "fraction"), PLAIN)
def test_plain_order_without_a_size_then_an_order(text: str, side: Side, fraction: Decimal | None) -> None:
    found = ordered(text)
    assert (found.side, found.fraction, found.shares, found.amount) == (side, fraction, None, None)


@pytest.mark.parametrize(("text", "side", "shares"), SIZED)
def test_reason_and_politeness_around_a_size_then_an_order(text: str, side: Side, shares: int) -> None:
    found = ordered(text)
    assert (found.side, found.shares) == (side, Decimal(shares))


@pytest.mark.parametrize(
    ("text", "side", "symbol", "left"),
    [
        ("buy MSFT instead of FB", Side.BUY, "MSFT", "FB"),
        ("sell FB rather than MSFT", Side.SELL, "FB", "MSFT"),
        ("sell MSFT as opposed to FB", Side.SELL, "MSFT", "FB"),
        ("卖微软而不是脸书", Side.SELL, "MSFT", "FB"),
        ("宁可卖微软也不卖脸书", Side.SELL, "MSFT", "FB"),
        ("与其卖脸书，不如卖微软", Side.SELL, "MSFT", "FB"),
    ],
)
def test_contrast_with_a_share_then_that_is_left_alone(text: str, side: Side, symbol: str, left: str) -> None:
    found = ordered(text)
    assert (found.side, found.symbols, found.excluded) == (side, (symbol,), (left,))


@pytest.mark.parametrize(
    ("text", "shares", "amount"),
    [
        ("买俩微软", 2, None),
        ("卖仨脸书", 3, None),
        ("买2w美金的微软", None, 20_000),
        ("买三k刀的脸书", None, 3_000),
        ("买5k的脸书", None, 5_000),
        ("买0.5w的脸书", None, 5_000),
        ("buy 4 shares of F.B.", 4, None),
        ("sell 1 MSFT, sorry 3", 3, None),
        ("sell 6 FB, I mean 5", 5, None),
        ("buy 6 FB, make that 5", 5, None),
        ("sell 6 shares of FB, oops 5", 5, None),
        ("卖6股微软，不对，5", 5, None),
    ],
)
def test_shortened_or_corrected_number_then_it_is_read(text: str, shares: int | None, amount: int | None) -> None:
    found = ordered(text)
    assert (found.shares, found.amount) == (shares, amount)


@pytest.mark.parametrize(
    "text",
    [
        "buy as many FB as possible",
        "buy as much microsoft as we can afford",
        "as many FB as I can afford please, buy",
        "满仓微软",
        "梭哈微软",
    ],
)
def test_as_much_as_possible_then_all_cash(text: str) -> None:
    found = ordered(text)
    assert (found.side, found.fraction, found.fraction_of) == (Side.BUY, Decimal(1), SizeUnit.CASH)


@pytest.mark.parametrize(
    "text",
    ["buy FB and MSFT", "sell FB, MSFT", "sell all of FB and all of MSFT", "卖脸书和微软", "买点脸书，再买点微软"],
)
def test_list_of_shares_then_all_of_them(text: str) -> None:
    assert ordered(text).symbols == ("FB", "MSFT")


@pytest.mark.parametrize("text", ["buy 4 FB and 4 more FB", "buy 4 FB and then 2 FB", "买4股脸书再买2股脸书"])
def test_one_share_is_ordered_twice_then_asked(text: str) -> None:
    assert read(text).entities.problems == (Problem.SHARES_AMBIGUOUS,)


@pytest.mark.parametrize("text", ["sell FB so we end up with 4%", "sell FB to have 4% in it", "把脸书卖到仓位的4%"])
def test_what_is_left_is_a_part_of_nobody_knows_what_then_asked(text: str) -> None:
    assert not proposes(read(text))


@pytest.mark.parametrize(
    ("text", "fraction"), [("use half our cash for FB", "0.5"), ("put a quarter of our cash into FB", "0.25")]
)
def test_part_of_the_cash_is_spent_then_an_order(text: str, fraction: str) -> None:
    found = ordered(text)
    assert (found.side, found.fraction, found.fraction_of) == (Side.BUY, Decimal(fraction), SizeUnit.CASH)


def test_leave_me_with_a_number_then_that_many_are_kept() -> None:
    found = understand("leave me with 4", Surroundings(instruments=MARKET, today=TODAY, focus=("FB",))).entities
    assert (found.side, found.shares, found.is_target) == (Side.SELL, Decimal(4), True)
