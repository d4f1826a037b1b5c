"""Questions for reasons, and what is only supposed, as typed requests."""

from datetime import date
from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests import Request, intent_of
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.further_questions import AskAdvice, AskMore
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import (
    AskViewChange,
    MoveKind,
    MoveScope,
    StatedMove,
    Suppose,
    SupposedStake,
    SupposeTrade,
)
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.language.requests import request_of
from bot.language.understand import understand
from tests.fakes.messages import said

GOOG = NamedShares(symbols=("GOOG",))
MSFT = NamedShares(symbols=("MSFT",))
IBM = NamedShares(symbols=("IBM",))
FALLS_TEN = StatedMove(MoveKind.PERCENT, Decimal(10), -1)
LAST_WEEK = (date(2013, 1, 21), date(2013, 1, 27))


def read(text: str, *, focus: tuple[str, ...] = ("GOOG",), pending: int = 0) -> Request | None:
    instruments = load_instruments(("AAPL", "FB", "GOOG", "IBM", "MSFT"))
    context = Surroundings(instruments=instruments, today=date(2013, 1, 31), focus=focus, pending=pending)
    return request_of(understand(text, context), said(text))


class TestExplain:
    @pytest.mark.parametrize(
        ("text", "request_"),
        [
            ("why?", Explain(only_asks=True)),
            ("为什么", Explain(only_asks=True)),
            ("why...", Explain()),
            ("why buy it?", Explain(side=Side.BUY, only_asks=True)),
            ("why did we sell GOOG?", Explain(shares=GOOG, side=Side.SELL, assumes_trade=True, only_asks=True)),
            ("why not wait?", Explain(suggests_waiting=True, only_asks=True)),
            ("why not MSFT?", Explain(shares=MSFT, only_asks=True)),
            ("/explain GOOG", Explain(shares=GOOG)),
            ("I disagree", Explain()),
        ],
    )
    def test_slots(self, text: str, request_: Explain) -> None:
        assert read(text) == request_
        assert intent_of(request_) is Intent.EXPLAIN

    def test_when_a_decision_was_left_then_when(self) -> None:
        asked = read("why did we pass on IBM last week?")
        assert isinstance(asked, Explain)
        assert asked.is_of_passed
        assert asked.dates == LAST_WEEK
        assert asked.since is not None
        assert asked.until is not None

    @pytest.mark.parametrize(
        ("asked", "is_about"),
        [
            (Explain(only_asks=True), True),
            (Explain(shares=GOOG, side=Side.BUY, only_asks=True), True),
            (Explain(shares=MSFT, only_asks=True), False),
            (Explain(side=Side.SELL, only_asks=True), False),
            (Explain(), False),
        ],
    )
    def test_whether_it_is_about_one_trade_only(self, asked: Explain, *, is_about: bool) -> None:
        assert asked.only_asks_about("GOOG", Side.BUY) is is_about


class TestSuppose:
    @pytest.mark.parametrize(
        ("text", "request_"),
        [
            ("what if it falls 10 %?", Suppose(moves=(FALLS_TEN,), only_asks=True)),
            ("如果跌一成", Suppose(moves=(FALLS_TEN,), only_asks=True)),
            (
                "what if everything drops 10%",
                Suppose(moves=(FALLS_TEN,), scope=MoveScope.HOLDINGS, only_asks=True),
            ),
            (
                "suppose I owned 25 IBM and it fell 10%",
                Suppose(
                    shares=IBM,
                    moves=(StatedMove(MoveKind.PERCENT, Decimal(10), -1, symbol="IBM"),),
                    stake=SupposedStake(Decimal(25)),
                    only_asks=True,
                ),
            ),
            ("what if it falls 10 % and I buy", Suppose(moves=(FALLS_TEN,), names_trade=True)),
            ("what's the risk?", Suppose(only_asks=True)),
            ("风险呢？", Suppose(only_asks=True)),
            ("what would change your mind?", AskViewChange(only_asks=True)),
            ("什么会让你改变看法", AskViewChange(only_asks=True)),
            ("what if I had bought IBM?", SupposeTrade(IBM)),
            ("如果我不买呢", SupposeTrade()),
            ("what about china?", AskMore()),
            ("再详细说说", AskMore()),
        ],
    )
    def test_slots(self, text: str, request_: Request) -> None:
        assert read(text) == request_
        assert intent_of(request_) is Intent.FOLLOWUP

    @pytest.mark.parametrize(
        "text", ["what about a stop at 700?", "what if I put the stop at 700?", "止损位700可以吗", "stop 700?"]
    )
    def test_a_stop_that_is_supposed_is_the_move(self, text: str) -> None:
        asked = read(text)
        assert isinstance(asked, Suppose)
        assert (asked.stop, [each.kind for each in asked.moves]) == (Decimal(700), [MoveKind.STOP])
        assert not asked.only_asks

    @pytest.mark.parametrize(
        "text",
        ["should I confirm?", "so should we pull the trigger or what", "该不该确认", "要不要执行呢", "是不是该止损了"],
    )
    def test_advice_is_no_supposition(self, text: str) -> None:
        assert isinstance(read(text, pending=1), AskAdvice)

    @pytest.mark.parametrize("text", ["should i sell if it drops to 700", "should we wait if it falls 5 %?"])
    def test_advice_on_a_move_is_one(self, text: str) -> None:
        assert isinstance(read(text, pending=1), Suppose)

    @pytest.mark.parametrize(
        "text", ["scrap that, just after the close", "no, only after the close", "等财报出来再执行", "止损给我放26"]
    )
    def test_a_time_or_a_level_supposes_nothing(self, text: str) -> None:
        assert read(text) == AskMore()

    @pytest.mark.parametrize(
        "text",
        [
            "what's the downside",
            "风险",
            "before I confirm, what's the max I can lose",
            "if it breaks out?",
            "那如果财报超预期呢",
            "what will my cash be after this",
        ],
    )
    def test_a_question_for_the_risk_is_one(self, text: str) -> None:
        assert isinstance(read(text), Suppose)

    def test_a_share_that_is_named_goes_before_all_positions(self) -> None:
        assert Suppose(scope=MoveScope.MARKET).is_of_all_positions
        assert not Suppose(shares=GOOG, scope=MoveScope.MARKET).is_of_all_positions
