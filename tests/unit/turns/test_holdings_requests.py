"""What is held: sales by result, holdings that are only said, limits on what may be held, alerts from the cost."""

import pytest

from bot.domain.watching.alerts import AlertKind, AlertState
from tests.fakes.core import Talk, text_of
from tests.unit.turns.test_orders_as_meant import NOTHING, open_orders


@pytest.fixture(name="talk")
def _talk() -> Talk:
    return Talk()


async def say_all(talk: Talk, *texts: str) -> str:
    """Say all, and return what is shown first of the last answer."""
    replies = [await talk.say("ann", text) for text in texts]
    return replies[-1].answer.brief


async def hold_a_gain_and_a_loss(talk: Talk) -> None:
    """Hold 5 GOOG, which have risen since, and 5 FB, which have fallen."""
    await say_all(talk, "buy 5 GOOG", "yes", "buy 5 FB", "yes", "/advance 10")


def levels(talk: Talk) -> list[str]:
    """Return the armed alerts at prices: "IBM < 192.92"."""
    alerts = (each for _, each in talk.memory.state.alerts.values())
    armed = [each for each in alerts if (each.state, each.kind) == (AlertState.ARMED, AlertKind.LEVEL)]
    return [
        f"{each.symbol} < {each.bounds.lower}" if each.bounds.lower else f"{each.symbol} > {each.bounds.upper}"
        for each in armed
    ]


class TestSales:
    @pytest.mark.parametrize(
        ("text", "order"),
        [
            ("sell everything that is in profit", "sell 5 GOOG"),
            ("sell all the losers", "sell 5 FB"),
            ("把亏损的都卖了", "sell 5 FB"),
            ("sell the losers that are down more than 5%", "sell 5 FB"),
        ],
    )
    async def test_only_holdings_with_that_result_are_proposed(self, talk: Talk, text: str, order: str) -> None:
        await hold_a_gain_and_a_loss(talk)
        shown = await say_all(talk, text)
        assert open_orders(talk) == (order,)
        assert order.rpartition(" ")[2] in shown.splitlines()[0]  # what it has brought

    @pytest.mark.parametrize("text", ["sell whatever is up more than 50%", "卖掉所有浮盈超过50%的股票"])
    async def test_none_has_that_result_then_nothing_is_proposed(self, talk: Talk, text: str) -> None:
        await hold_a_gain_and_a_loss(talk)
        await say_all(talk, text)
        assert open_orders(talk) == NOTHING

    async def test_asked_whether_to_sell_then_the_engine_decides(self, talk: Talk) -> None:
        await hold_a_gain_and_a_loss(talk)
        assert "Leave FB as it is" in await say_all(talk, "should I sell the losers?")

    async def test_no_purchases_then_the_card_of_one_says_so(self, talk: Talk) -> None:
        assert "no purchases" in await say_all(talk, "don't buy anything any more")
        assert "beyond your limit" in text_of(await talk.say("ann", "buy 2 FB"))

    async def test_purchase_is_pending_then_it_is_what_stops(self, talk: Talk) -> None:
        await say_all(talk, "buy 2 FB", "stop buying")
        assert (open_orders(talk), talk.memory.state.limits) == (NOTHING, {})


class TestStatedHoldings:
    @pytest.mark.parametrize("text", ["I hold 100 AAPL at 400, sell or hold?", "我持有100股苹果，成本400，该卖吗"])
    async def test_question_is_answered_for_it_without_a_card(self, talk: Talk, text: str) -> None:
        shown = await say_all(talk, text)
        assert "+$5,549.00" in shown.splitlines()[0]
        assert "AAPL $455.49" in shown
        assert open_orders(talk) == NOTHING

    async def test_statement_is_valued_and_orders_nothing(self, talk: Talk) -> None:
        shown = await say_all(talk, "I own 50 IBM at 180")
        assert "+$1,153.50" in shown
        assert "The account here holds no IBM." in shown
        assert "remember that we own 50 IBM" in shown
        assert open_orders(talk) == NOTHING

    async def test_it_is_what_the_account_holds_then_it_is_decided_on(self, talk: Talk) -> None:
        shown = await say_all(talk, "buy 50 IBM", "yes", "I have 50 IBM at 180, what should I do?")
        assert shown.startswith("Leave IBM as it is")


class TestLimitOnPositions:
    async def test_purchases_of_one_message_count(self, talk: Talk) -> None:
        await say_all(talk, "never more than 2 positions at once")
        shown = await say_all(talk, "buy 1 IBM, 1 MSFT and 1 FB")
        assert "FB: beyond your limit by 1 position: at most 2 positions at once" in shown
        assert "IBM: beyond" not in shown

    @pytest.mark.parametrize("orders", [("buy 1 IBM", "buy 1 MSFT", "buy 1 FB"), ("buy 1 IBM, 1 MSFT and 1 FB",)])
    async def test_all_are_confirmed_then_the_one_beyond_it_waits(self, talk: Talk, orders: tuple[str, ...]) -> None:
        await say_all(talk, "never more than 2 positions at once", *orders)
        shown = await say_all(talk, *("confirm all" for _ in orders[:2]))
        assert "FB is beyond a limit of yours" in shown
        assert (talk.orders_carried_out, open_orders(talk)) == (2, ("buy 1 FB",))
        await say_all(talk, "confirm FB", "yes")
        assert talk.orders_carried_out == 3

    async def test_more_of_what_is_held_is_within_it(self, talk: Talk) -> None:
        await say_all(talk, "buy 1 IBM", "yes", "/limits at most 1 positions", "buy 1 IBM", "yes")
        assert talk.orders_carried_out == 2

    async def test_raised_then_the_new_number_holds(self, talk: Talk) -> None:
        shown = await say_all(talk, "at most 1 positions", "raise it to 3")
        assert "at most 3 positions at once" in shown
        assert "It replaces: at most 1 position at once" in shown


class TestAlertsFromCost:
    @pytest.mark.parametrize(
        ("text", "level"),
        [
            ("alert me if we lose more than 5% on IBM", "IBM < 192.92"),
            ("alert me when IBM is 10% above our cost", "IBM > 223.38"),
            ("alert me if we lose more than 5% on it", "IBM < 192.92"),
            ("IBM 亏损超过5%时提醒我", "IBM < 192.92"),
        ],
    )
    async def test_level_is_counted_from_the_average_cost_and_named(self, talk: Talk, text: str, level: str) -> None:
        shown = await say_all(talk, "buy 10 IBM", "yes", text)
        assert levels(talk) == [level]
        assert f"${level[6:]}" in shown
        assert "$203.07" in shown.splitlines()[-1]

    async def test_price_has_moved_then_the_cost_still_counts(self, talk: Talk) -> None:
        await say_all(talk, "buy 10 IBM", "yes", "/advance 5", "alert me when IBM is 10% above our cost")
        assert levels(talk) == ["IBM > 223.38"]

    async def test_nothing_is_held_then_none_is_set(self, talk: Talk) -> None:
        assert "holds no IBM" in await say_all(talk, "alert me if we lose more than 5% on IBM")
        assert levels(talk) == []


class TestFurtherAlerts:
    async def test_another_level_on_the_same_side_is_one_more_and_says_so(self, talk: Talk) -> None:
        shown = await say_all(talk, "alert me when aapl is under 440", "alert me under 430")
        assert levels(talk) == ["AAPL < 440", "AAPL < 430"]
        assert "still there: 1, AAPL at $440.00 or below" in shown

    async def test_other_side_or_other_person_then_nothing_is_said_of_it(self, talk: Talk) -> None:
        await say_all(talk, "alert me when aapl is under 440")
        assert "still there" not in await say_all(talk, "alert me when aapl is over 500")
        assert "still there" not in (await talk.say("bob", "alert me when aapl is under 430")).answer.brief

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("把苹果的提醒改到430", ["AAPL > 500", "AAPL < 430"]),
            ("move my apple alert to 510", ["AAPL < 440", "AAPL > 510"]),
        ],
    )
    async def test_level_says_which_of_two_alerts_is_moved(self, talk: Talk, text: str, expected: list[str]) -> None:
        await say_all(talk, "alert me when aapl is under 440", "alert me when aapl is over 500", text)
        assert levels(talk) == expected


class TestQuestions:
    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("can i afford 20 goog", "Yes: 20 GOOG cost $15,113.80"),
            ("can i afford 200 goog", "No: 200 GOOG cost $151,138.00"),
            ("can we afford 300 apple and 5 ibm?", "No: 300 AAPL, 5 IBM cost $137,662.35 in all"),
            ("我买得起20股谷歌吗", "够：20 股 GOOG"),
        ],
    )
    async def test_funds_are_checked_for_the_count_without_a_card(self, talk: Talk, text: str, answer: str) -> None:
        assert answer in await say_all(talk, text)
        assert open_orders(talk) == NOTHING

    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("send me a chart of IBM", "I draw no charts"),
            ("画一张IBM的图", "我不画图"),
            ("export the trades as csv", "“/orders” lists"),
            ("把交易导出成csv", "“/orders” 列出"),
        ],
    )
    async def test_what_there_is_not_is_said(self, talk: Talk, text: str, answer: str) -> None:
        assert answer in await say_all(talk, text)
