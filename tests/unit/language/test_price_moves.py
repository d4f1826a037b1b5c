"""What-if questions that state a price move: the move, and that its number is no trade size."""

from datetime import date
from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests.suppositions import MoveScope, SupposedStake
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import Understanding

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
    "what if it sinks to 80 %": "percent 20 -1",
    "what if it goes to 105% of the price": "percent 5 1",
    "what if it falls up to 10 %": "percent 10 -1",
    "what if it slides 12 points": "amount 12 -1",
    "what if it loses between 3 and 6 %": "percent 3 -1, percent 6 -1",
    "what if it falls from 5 to 10 %": "percent 5 -1, percent 10 -1",
    "what if it rises 10 % twice": "percent 21 1",
    "what if it falls 10 % two days in a row": "percent 19 -1",
    "what would I lose at the stop": "stop  -1",
    "what if IBM rallies 5 % and google loses 2 %": "percent 5 1, percent 2 -1",
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
    "跌到80%怎么办": "percent 20 -1",
    "如果跌至六成": "percent 40 -1",
    "要是打八折呢": "percent 20 -1",
    "如果打八五折": "percent 15 -1",
    "如果跌到止损价": "stop  -1",
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


def read(text: str, *, pending: int = 0, focus: tuple[str, ...] = ("GOOG",)) -> Understanding:
    instruments = load_instruments(["AAPL", "FB", "GOOG", "IBM", "MSFT"])
    context = Surroundings(instruments=instruments, today=date(2013, 1, 31), focus=focus, pending=pending)
    return understand(text, context)


def described(understanding: Understanding) -> str:
    moves = understanding.price_moves
    return ", ".join(f"{m.kind} {'' if m.value is None else f'{m.value:f}'} {m.direction}" for m in moves)


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
        assert read("what if the market falls 10 %").move_scope is MoveScope.MARKET
        assert read("what if google falls 10 %").move_scope is MoveScope.SHARE
        assert read("what if everything falls 10 %").move_scope is MoveScope.HOLDINGS
        assert read("如果标普跌5%").entities.symbols == ()

    def test_each_move_is_of_the_share_beside_it(self, subtests: pytest.Subtests) -> None:
        for text, expected in {
            "what if AAPL drops 10 % and IBM rises 5 %": "AAPL -10, IBM 5",
            "what about a 3 % dip in MSFT and a 7 % jump in FB": "MSFT -3, FB 7",
            "what if IBM, MSFT and FB all fall 4 %": "IBM -4, MSFT -4, FB -4",
            "如果苹果跌10%，IBM涨5%": "AAPL -10, IBM 5",
            "要是微软和苹果都涨两成呢": "MSFT 20, AAPL 20",
            "what if both fall 5 %": "GOOG -5, MSFT -5",
            "what if it falls 5 %": "None -5",
        }.items():
            with subtests.test(text):
                moves = read(text, focus=("GOOG", "MSFT")).price_moves
                assert ", ".join(f"{m.symbol} {(m.value or 0) * m.direction:f}" for m in moves) == expected

    def test_what_is_supposed_to_be_held(self) -> None:
        assert read("suppose I owned 25 IBM and it fell by a third").supposed_stake == SupposedStake(Decimal(25))
        assert read("if I put $5,000 in IBM and it falls 10 %").supposed_stake == SupposedStake(
            Decimal(5000), is_money=True
        )
        assert read("what if it falls 10 %").supposed_stake is None

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
