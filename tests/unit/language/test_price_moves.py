"""What-if questions that state a price move: the move, and that its number is no trade size."""

from datetime import date
from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.states import Intent
from bot.domain.conversation.understanding import Understanding
from bot.language.message_reading import ReadingContext
from bot.language.understand import understand

# Text → the moves as "percent −10", "price 700 −1", "amount 30 +1": kind, value, direction.
ENGLISH = {
    "what if it drops 10 %": "percent 10 -1",
    "what if it drops to 400?": "price 400 -1",
    "what if google falls by a fifth": "percent 20 -1",
    "if IBM goes up 30 bucks": "amount 30 1",
    "what happens if apple loses a third of its value": "percent 33.3333 -1",
    "suppose MSFT tanks 15 percent tomorrow": "percent 15 -1",
    "and if it falls 5 or 10 %?": "percent 5 -1, percent 10 -1",
    "what if it goes to $1,000": "price 1000 0",
    "what would happen if it halved": "percent 50 -1",
    "how bad is it if we drop another 8%": "percent 8 -1",
    "how much do we lose if google falls to 700": "price 700 -1",
    "say it slips below 700 next week, what then?": "price 700 -1",
    "what if the market falls 10 %": "percent 10 -1",
    "imagine IBM doubles": "percent 100 1",
    "what if it crashes to zero": "price 0 -1",
    "how about a 20 % drop?": "percent 20 -1",
    "what if it moves 5% either way": "percent 5 -1, percent 5 1",
    "what if google hits 800": "price 800 0",
    "what if it falls 150 %": "percent 150 -1",
    "what if it drops from 755 to 690": "price 690 -1",
    "what about down 12 percent?": "percent 12 -1",
    "should i sell if it drops to 700": "price 700 -1",
    "what would a 12% slide do to us": "percent 12 -1",
    "imagine a 3% dip then a 10% rally": "percent 3 -1, percent 10 1",
    "worst case it loses two thirds, then what": "percent 66.6667 -1",
    "what if it falls 10": "percent 10 -1, amount 10 -1",
    "what if google drops to 700 and I buy 5 more": "price 700 -1",
}
CHINESE = {
    "如果跌到700怎么办": "price 700 -1",
    "涨10%会怎样": "percent 10 1",
    "跌一半呢": "percent 50 -1",
    "要是谷歌跌两成呢": "percent 20 -1",
    "万一跌破700怎么办": "price 700 -1",
    "假如苹果涨到500会怎样": "price 500 1",
    "如果IBM腰斩了怎么办": "percent 50 -1",
    "跌5%或者10%会怎样": "percent 5 -1, percent 10 -1",
    "再跌三分之一会亏多少": "percent 33.3333 -1",
    "涨5个点呢": "percent 5 1",
    "如果归零呢": "price 0 -1",
    "要是翻倍了呢": "percent 100 1",
    "跌到七百块会怎么样": "price 700 -1",
    "大盘跌10%会怎样": "percent 10 -1",
    "如果微软跌30美元怎么办": "amount 30 -1",
    "假设它回到600": "price 600 0",
    "跌150%会怎样": "percent 150 -1",
    "股价掉到690会亏多少": "price 690 -1",
    "谷歌要是涨百分之二十呢": "percent 20 1",
    "万一明天跌8%咋办": "percent 8 -1",
    "跌个百分之七八怎么办": "percent 7 -1, percent 8 -1",
    "如果大盘崩了跌30%呢": "percent 30 -1",
    "要是跌三成我亏多少": "percent 30 -1",
    "跌10怎么办": "percent 10 -1, amount 10 -1",
}
# What supposes no move of the share's price, or orders something.
NO_MOVE = (
    *("what if earnings fall 10 %", "what if the P/E falls to 8", "what if RSI drops to 30", "what if i buy 10 more"),
    *("what if i sell half", "what if I go up to $5,000", "what if I cut it by 10%", "sell if it drops 10 %"),
    *("buy 5 if it falls to 700", "alert me if it falls 10%", "why did it fall 10 %?", "what if it falls in 2 weeks"),
    *(
        "buy up to 10 shares",
        "跌到400就买",
        "如果跌到700就卖一半",
        "如果市盈率降到8呢",
        "跌到700提醒我",
        "为什么跌了10%",
    ),
)


def read(text: str, *, pending: int = 0) -> Understanding:
    instruments = load_instruments(["AAPL", "FB", "GOOG", "IBM", "MSFT"])
    context = ReadingContext(instruments=instruments, today=date(2013, 1, 31), focus=("GOOG",), pending=pending)
    return understand(text, context)


def described(understanding: Understanding) -> str:
    moves = understanding.price_moves
    return ", ".join(f"{m.kind} {'' if m.value is None else m.value:f} {m.direction}" for m in moves)


class TestStatedMoves:
    @pytest.mark.parametrize("pending", [0, 1])
    def test_in_both_languages(self, subtests: pytest.Subtests, pending: int) -> None:
        for text, expected in (ENGLISH | CHINESE).items():
            with subtests.test(text):
                understood = read(text, pending=pending)
                assert described(understood) == expected
                assert understood.intent is Intent.FOLLOWUP
                assert understood.confidence >= 0.9

    def test_its_number_is_no_size_limit_or_stop(self, subtests: pytest.Subtests) -> None:
        for text in ENGLISH | CHINESE:
            with subtests.test(text):
                e = read(text, pending=1).entities
                assert (e.amount, e.shares, e.fraction, e.stop, e.risk) == (None,) * 5
                assert not e.problems

    @pytest.mark.parametrize("pending", [0, 1])
    def test_when_no_move_of_the_price_is_supposed_then_none(self, subtests: pytest.Subtests, pending: int) -> None:
        for text in NO_MOVE:
            with subtests.test(text):
                assert not read(text, pending=pending).price_moves

    def test_a_number_below_zero_has_no_value(self) -> None:
        (move,) = read("what if it drops to -5").price_moves
        assert (move.value, move.problem) == (None, "negative")

    def test_when_the_market_moves_then_said(self) -> None:
        assert read("what if the market falls 10 %").moves_market
        assert not read("what if google falls 10 %").moves_market

    def test_at_most_six(self) -> None:
        moves = read("what if it falls 1, 2, 3, 4, 5, 6, 7 or 8 %").price_moves
        assert [move.value for move in moves] == list(map(Decimal, range(1, 7)))


@pytest.mark.parametrize(
    "text",
    [
        "drops to 400",
        "falls 10%",
        "goog drops to 700",
        "it goes up 5 percent",
        "hits 800?",
        "跌到700",
        "涨10%",
        "苹果跌到400",
    ],
)
def test_short_message_that_says_a_move_supposes_it(text: str) -> None:
    understood = read(text)
    assert understood.intent is Intent.FOLLOWUP
    assert len(understood.price_moves) == 1


@pytest.mark.parametrize(
    "text",
    [
        "drop to 5",
        "sell if it drops to 400",
        "alert me when it drops to 400",
        "GOOG fell 10 % today",
        "涨了10%",
        "GOOG drops the ball",
    ],
)
def test_report_order_or_correction_supposes_nothing(text: str) -> None:
    assert read(text).price_moves == ()
