"""Presses in the middle of which something dies: finished later, once, and answered."""

from datetime import timedelta

import pytest

from bot.domain.accounts import Order, OrderReport
from bot.domain.conversation import State
from bot.domain.decisions import Status
from bot.domain.turns import InputStatus
from bot.errors import StoreUnavailableError
from tests.fakes.core import Talk, button, sentence, text_of


async def _broken(order: Order) -> OrderReport:
    raise ZeroDivisionError(order)


class TestCrashes:
    async def test_between_confirmation_and_execution_then_the_rerun_tells_the_fill(self, talk: Talk) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
        talk.broker.lose_answers = 1
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle(turn)
        assert not talk.replies(turn)

        await talk.presses.handle(turn)

        assert "bought 3 GOOG" in text_of(talk.reply(turn))
        assert talk.orders_carried_out == 1

    async def test_when_nobody_comes_back_then_the_sweeper_finishes_it_and_the_press_is_answered(
        self,
        talk: Talk,
    ) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
        talk.broker.lose_answers = 1
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle(turn)
        talk.pass_time(timedelta(minutes=1))

        await talk.sweep.unfinished()
        assert talk.decisions()[0].status is Status.FILLED
        await talk.sweep.abandoned_presses(talk.runner().serving)

        assert "bought 3 GOOG" in text_of(talk.reply(turn))
        assert talk.conversation().state is State.COMPLETED
        assert talk.orders_carried_out == 1

    async def test_when_the_broker_fails_in_an_unforeseen_way_then_never_told_that_nothing_was_traded(
        self,
        talk: Talk,
    ) -> None:
        confirm = button(await talk.proposed(), "confirm")
        submit = talk.broker.submit

        talk.broker.submit = _broken  # type: ignore[method-assign] # a defect of an adapter
        reply = await talk.press("ann", confirm)

        assert text_of(reply) == sentence("order-unknown", what="buy 3 GOOG")
        assert talk.conversation().state is State.EXECUTING

        talk.broker.submit = submit  # type: ignore[method-assign] # mended
        talk.pass_time(timedelta(minutes=1))
        await talk.sweep.unfinished()
        assert talk.conversation().state is State.COMPLETED
        assert talk.orders_carried_out == 1

    async def test_when_the_database_is_down_then_the_press_stays_and_is_handled_later(self, talk: Talk) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
        talk.memory.error = StoreUnavailableError()
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle(turn)
        talk.memory.error = None

        assert talk.memory.state.turns[turn.id].status is InputStatus.ACCEPTED
        talk.pass_time(timedelta(minutes=1))
        await talk.sweep.abandoned_presses(talk.runner().serving)
        assert "bought 3 GOOG" in text_of(talk.reply(turn))

    async def test_when_one_press_cannot_be_handled_then_the_sweeper_goes_on(self, talk: Talk) -> None:
        first = await talk.hand_in_press("ann", "why:1", thread="bad")
        second = await talk.hand_in_press("ann", "why:2")
        del talk.memory.state.conversations[first.conversation_id]  # a row that cannot be
        talk.pass_time(timedelta(minutes=1))

        await talk.sweep.abandoned_presses(talk.runner().serving)

        assert text_of(talk.reply(second)) == sentence("button-unknown")
