"""What is held: sales by result, holdings that are only said, limits on what may be held, alerts from the cost."""

import pytest

from bot.domain.watching.alerts import AlertKind, AlertState
from tests.fakes.core import Talk
from tests.unit.turns.test_orders_as_meant import NOTHING, open_orders


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


class TestLimitOnPositions:
    @pytest.mark.parametrize("orders", [("buy 1 IBM", "buy 1 MSFT", "buy 1 FB"), ("buy 1 IBM, 1 MSFT and 1 FB",)])
    async def test_all_are_confirmed_then_the_one_beyond_it_waits(self, talk: Talk, orders: tuple[str, ...]) -> None:
        await say_all(talk, "never more than 2 positions at once", *orders)
        shown = await say_all(talk, *("confirm all" for _ in orders[:2]))
        assert "FB is beyond a limit of yours" in shown
        assert (talk.orders_carried_out, open_orders(talk)) == (2, ("buy 1 FB",))
        await say_all(talk, "confirm FB", "yes")
        assert talk.orders_carried_out == 3


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
