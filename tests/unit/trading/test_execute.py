"""What a broker's word, an early, a late or a missing one, makes of a confirmed decision and of the conversation."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.states import State
from bot.domain.trading.broker import key_of
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.orders import Order, OrderStatus, Rejection
from tests.fakes.core import Talk, button, sentence, text_of

FRACTIONAL = Rejection("fractional_shares")


async def confirmed(talk: Talk) -> str:
    """Confirm a decision to buy 3 GOOG; return the answer's text."""
    return text_of(await talk.press("ann", button(await talk.proposed(), "confirm")))


def order_of(talk: Talk) -> Order:
    (order,) = talk.memory.state.orders.values()
    return order


async def swept(talk: Talk) -> None:
    talk.pass_time(timedelta(minutes=1))
    await talk.recovery.finish_decisions()


class TestTheBrokersWord:
    async def test_rejected_then_said_why_and_in_error(self, talk: Talk) -> None:
        talk.broker.rejection = FRACTIONAL
        assert await confirmed(talk) == sentence(
            "order-rejected",
            what="buy 3 GOOG",
            why=sentence("rejected-fractional-shares"),
        )
        assert talk.decisions()[0].status is DecisionStatus.REJECTED
        assert talk.conversation().state is State.ERROR

    async def test_no_answer_then_said_and_asked_again_later_before_it_is_sent(self, talk: Talk) -> None:
        talk.broker.is_down = True
        assert await confirmed(talk) == sentence("order-unknown", what="buy 3 GOOG")
        assert talk.decisions()[0].status is DecisionStatus.UNKNOWN
        assert talk.conversation().state is State.EXECUTING
        text = text_of(await talk.say("ann", "buy 5 shares of IBM"))
        assert text.startswith(sentence("refused-order-underway"))

        talk.broker.is_down = False
        talk.broker.calls.clear()
        await swept(talk)

        assert talk.broker.calls == ["find_order", "submit"]
        assert talk.decisions()[0].status is DecisionStatus.FILLED
        assert talk.conversation().state is State.COMPLETED
        talk.check_invariants()

    async def test_answer_lost_after_the_order_was_taken_then_it_is_looked_up_and_told_at_once(
        self, talk: Talk
    ) -> None:
        talk.broker.lose_answers = 1
        assert "bought 3 GOOG" in await confirmed(talk)
        assert talk.broker.calls == ["submit", "find_order"]
        talk.check_invariants()

    async def test_a_late_word_never_undoes_a_fill(self, talk: Talk) -> None:
        await confirmed(talk)
        (filled,) = talk.decisions()
        talk.broker.is_down = True

        done, report = await talk.execute(filled)

        assert (done.status, report.status) == (DecisionStatus.FILLED, OrderStatus.FILLED)
        assert talk.decisions() == [filled]

    async def test_a_hold_has_no_order(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy AAPL?")
        with pytest.raises(RuntimeError, match="has no order"):
            await talk.execute(talk.decisions()[0])


class TestFillsInParts:
    async def test_accepted_and_not_filled_then_under_way(self, talk: Talk) -> None:
        talk.broker.holds_fills = True
        assert await confirmed(talk) == sentence("order-unknown", what="buy 3 GOOG")
        assert talk.decisions()[0].status is DecisionStatus.SUBMITTED

        await talk.broker.fill(order_of(talk), Decimal(3))
        await swept(talk)

        assert talk.decisions()[0].status is DecisionStatus.FILLED
        assert "bought 3 GOOG" in text_of(talk.notices()[0])

    async def test_each_part_is_booked_once_as_it_comes_and_the_whole_is_told(self, talk: Talk) -> None:
        talk.broker.holds_fills = True
        await confirmed(talk)
        for shares in (1, 1):
            await talk.broker.fill(order_of(talk), Decimal(shares))
            for _ in range(3):
                await swept(talk)
        (decision,) = talk.decisions()
        assert decision.status is DecisionStatus.PARTIALLY_FILLED
        assert [text_of(each).count("bought 1 GOOG") for each in talk.notices()] == [1]
        held = talk.position("GOOG")
        assert held is not None
        assert held.shares == 2
        assert order_of(talk).client_order_id not in talk.broker.calls

        await talk.broker.fill(order_of(talk), Decimal(1))
        await swept(talk)

        (decision,) = talk.decisions()
        assert decision.status is DecisionStatus.FILLED
        assert "bought 3 GOOG" in text_of(talk.notices()[1])
        assert talk.conversation().state is State.COMPLETED
        assert talk.broker.calls.count("submit") == 1
        talk.check_invariants()

    async def test_the_rest_is_cancelled_then_told_once_and_over(self, talk: Talk) -> None:
        talk.broker.holds_fills = True
        await confirmed(talk)
        await talk.broker.fill(order_of(talk), Decimal(2))
        await swept(talk)
        await talk.broker.cancel(key_of(order_of(talk)), order_of(talk).client_order_id)
        for _ in range(3):
            await swept(talk)

        assert talk.decisions()[0].status is DecisionStatus.PARTIALLY_FILLED
        assert [text_of(each).endswith(sentence("rest-cancelled")) for each in talk.notices()] == [False, True]
        assert talk.conversation().state is State.COMPLETED
        assert "IBM" in text_of(await talk.say("ann", "buy 5 shares of IBM"))  # nothing is in its way

    async def test_cancelled_before_anything_was_filled_then_rejected(self, talk: Talk) -> None:
        talk.broker.holds_fills = True
        await confirmed(talk)
        await talk.broker.cancel(key_of(order_of(talk)), order_of(talk).client_order_id)
        await swept(talk)
        assert talk.decisions()[0].status is DecisionStatus.REJECTED
        assert sentence("rejected-cancelled") in text_of(talk.notices()[0])

    async def test_filled_in_part_and_then_unknown_to_the_broker_then_never_sent_again(self, talk: Talk) -> None:
        talk.broker.holds_fills = True
        await confirmed(talk)
        await talk.broker.fill(order_of(talk), Decimal(1))
        await swept(talk)
        talk.memory.state.paper_orders.clear()
        await swept(talk)
        assert talk.broker.calls.count("submit") == 1
        assert talk.decisions()[0].status is DecisionStatus.PARTIALLY_FILLED

    async def test_a_part_reserves_only_the_rest(self, talk: Talk) -> None:
        talk.broker.holds_fills = True
        await confirmed(talk)
        await talk.broker.fill(order_of(talk), Decimal(2))
        await swept(talk)
        async with talk.stores.read(order_of(talk).tenant_id) as tx:
            reserved = await tx.accounts.reserved_cash(talk.account.id, at=talk.clock.now())
        assert reserved.amount == order_of(talk).reference_price


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
