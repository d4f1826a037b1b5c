"""What a broker's word, an early, a late or a missing one, makes of a confirmed decision and of the conversation."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.states import State
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.orders import Order, OrderReport, OrderStatus
from tests.fakes.clock import NOON
from tests.fakes.core import Talk, button, sentence, text_of


class ScriptedBroker:
    """A broker that says what it is told to."""

    def __init__(self, talk: Talk, *statuses: OrderStatus) -> None:
        self._talk = talk
        self._statuses = list(statuses)
        self.orders: list[Order] = []

    async def submit(self, order: Order) -> OrderReport:
        self.orders.append(order)
        status = self._statuses.pop(0) if len(self._statuses) > 1 else self._statuses[0]
        filled = status in {OrderStatus.FILLED, OrderStatus.PARTIALLY_FILLED}
        report = OrderReport(
            client_order_id=order.client_order_id,
            status=status,
            filled_shares=Decimal(1 if status is OrderStatus.PARTIALLY_FILLED else 3) if filled else Decimal(0),
            average_price=order.reference_price if filled else None,
            executed_at=NOON if filled else None,
            reason="fractional_shares" if status is OrderStatus.REJECTED else None,
        )
        self._talk.memory.state.reports[order.client_order_id] = report
        return report


async def confirmed(talk: Talk, *statuses: OrderStatus) -> tuple[ScriptedBroker, str]:
    """Confirm a decision with a broker that says these things; return the answer's text."""
    broker = ScriptedBroker(talk, *statuses)
    talk.broker.submit = broker.submit  # type: ignore[method-assign] # this broker's word instead
    return broker, text_of(await talk.press("ann", button(await talk.proposed(), "confirm")))


class TestTheBrokersWord:
    async def test_rejected_then_said_why_and_in_error(self) -> None:
        talk = Talk()
        _, text = await confirmed(talk, OrderStatus.REJECTED)
        assert text == sentence(
            "order-rejected",
            what="buy 3 GOOG",
            why=sentence("rejected-fractional-shares"),
        )
        assert talk.decisions()[0].status is DecisionStatus.REJECTED
        assert talk.conversation().state is State.ERROR

    async def test_filled_in_part_then_said_and_not_over(self) -> None:
        talk = Talk()
        _, text = await confirmed(talk, OrderStatus.PARTIALLY_FILLED)
        assert "bought 1 GOOG" in text
        assert text.endswith(sentence("partly-filled"))
        assert talk.decisions()[0].status is DecisionStatus.PARTIALLY_FILLED
        assert talk.conversation().state is State.EXECUTING

    async def test_unknown_then_said_and_asked_again_later(self) -> None:
        talk = Talk()
        broker, text = await confirmed(talk, OrderStatus.UNKNOWN, OrderStatus.FILLED)
        assert text == sentence("order-unknown", what="buy 3 GOOG")
        assert talk.decisions()[0].status is DecisionStatus.UNKNOWN
        assert talk.conversation().state is State.EXECUTING
        assert text_of(await talk.say("ann", "buy 5 shares of IBM")).startswith(sentence("refused-order-underway"))

        talk.pass_time(timedelta(minutes=1))
        await talk.recovery.finish_decisions()

        assert talk.decisions()[0].status is DecisionStatus.FILLED
        assert talk.conversation().state is State.COMPLETED
        assert len({order.client_order_id for order in broker.orders}) == 1

    @pytest.mark.parametrize("late", [OrderStatus.UNKNOWN, OrderStatus.REJECTED, OrderStatus.SUBMITTED])
    async def test_a_late_word_never_undoes_a_fill(self, late: OrderStatus) -> None:
        talk = Talk()
        await confirmed(talk, OrderStatus.FILLED, late)
        (filled,) = talk.decisions()

        done, _ = await talk.execute(filled)

        assert done.status is DecisionStatus.FILLED
        assert talk.decisions() == [filled]

    async def test_a_hold_has_no_order(self) -> None:
        talk = Talk()
        await talk.say("ann", "should I buy AAPL?")
        with pytest.raises(RuntimeError, match="has no order"):
            await talk.execute(talk.decisions()[0])


async def test_a_reply_is_delivered_once_and_after_failures(talk: Talk) -> None:
    first = await talk.say("ann", "analyze AAPL")
    second = await talk.say("ann", "analyze IBM")
    talk.channel.failures = 2
    deliverer = talk.deliverer()
    for _ in range(6):
        for delivery in await deliverer._claim(limit=1):  # noqa: SLF001 - one step of its endless loop
            await delivery
        talk.pass_time(timedelta(seconds=3))
    assert talk.channel.replies == [first, second]
