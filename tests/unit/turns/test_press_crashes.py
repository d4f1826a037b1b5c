"""Presses in the middle of which something dies: finished later, once, and answered."""

import asyncio
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import cast

import pytest

from bot.domain.conversation.states import State
from bot.domain.conversation.turns import InputStatus
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.execution.broker import BrokerOrder
from bot.domain.trading.execution.orders import AccountOrder
from bot.errors import BrokerUnavailableError, StoreUnavailableError
from bot.turns.persist_turn import FinishedTurn, PersistTurn
from tests.fakes.core import Talk, button, sentence, text_of


async def _broken(order: AccountOrder) -> BrokerOrder:
    raise ZeroDivisionError(order)


@dataclass(slots=True)
class _PersistAfterSweep:
    """Stores an answer; the first time the sweeper finishes what is unfinished just before."""

    talk: Talk
    answers: int = 0

    async def __call__(self, finished: FinishedTurn) -> None:
        self.answers += 1
        if self.answers == 1:
            self.talk.pass_time(timedelta(seconds=20))
            await self.talk.recovery.finish_decisions()
        await self.talk.presses.persist(finished)


class TestOvertakenBySweeper:
    """The sweeper leaves the telling to a press that is not answered yet: that press must not answer "unknown"."""

    @pytest.mark.parametrize("by", ["press", "message"])
    async def test_when_filled_while_our_own_try_hangs_and_fails_then_the_answer_tells_the_fill(
        self, talk: Talk, by: str
    ) -> None:
        proposed, submit = await talk.proposed(), talk.broker.submit
        begun, over = asyncio.Event(), asyncio.Event()

        async def hanging(order: AccountOrder) -> BrokerOrder:
            talk.broker.submit = submit  # type: ignore[method-assign] # this one call hangs
            begun.set()
            await over.wait()
            raise TimeoutError(order.id)

        talk.broker.submit = hanging  # type: ignore[method-assign]
        said = talk.press("ann", button(proposed, "confirm")) if by == "press" else talk.say("ann", "yes, do it")
        answering = asyncio.create_task(said)
        await begun.wait()
        talk.pass_time(timedelta(seconds=20))
        await talk.recovery.finish_decisions()
        over.set()

        assert "bought 3 GOOG at $755.69" in text_of(await answering)
        assert talk.conversation().state is State.COMPLETED
        assert not talk.notices()
        assert talk.orders_carried_out == 1

    async def test_when_filled_between_the_look_and_the_storing_then_the_answer_is_worked_out_anew(
        self, talk: Talk
    ) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
        submit, tries = talk.broker.submit, 0

        async def once_broken(order: AccountOrder) -> BrokerOrder:
            nonlocal tries
            tries += 1
            return await (_broken if tries == 1 else submit)(order)

        talk.broker.submit = once_broken  # type: ignore[method-assign]
        storing = _PersistAfterSweep(talk)
        await replace(talk.presses, persist=cast("PersistTurn", storing)).handle_press(turn)

        assert storing.answers == 2
        assert "bought 3 GOOG at $755.69" in text_of(talk.reply(turn))
        assert not talk.notices()
        assert talk.orders_carried_out == 1

    async def test_when_the_late_word_is_the_poorer_one_then_the_fill_is_told(self, talk: Talk) -> None:
        proposed, submit = await talk.proposed(), talk.broker.submit

        async def late(order: AccountOrder) -> BrokerOrder:
            talk.broker.submit = submit  # type: ignore[method-assign] # this one call is overtaken
            talk.pass_time(timedelta(seconds=20))
            await talk.recovery.finish_decisions()
            raise BrokerUnavailableError(order=order.id)

        talk.broker.submit = late  # type: ignore[method-assign]
        reply = await talk.press("ann", button(proposed, "confirm"))

        assert "bought 3 GOOG at $755.69" in text_of(reply)
        assert not talk.notices()


class TestCrashes:
    async def test_between_confirmation_and_execution_then_the_rerun_tells_the_fill(self, talk: Talk) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
        talk.broker.lose_database = 1
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle_press(turn)
        assert not talk.replies(turn)

        await talk.presses.handle_press(turn)

        assert "bought 3 GOOG" in text_of(talk.reply(turn))
        assert talk.orders_carried_out == 1

    async def test_when_nobody_comes_back_then_the_sweeper_finishes_it_and_the_press_is_answered(
        self,
        talk: Talk,
    ) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
        talk.broker.lose_database = 1
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle_press(turn)
        talk.pass_time(timedelta(seconds=20))

        await talk.recovery.finish_decisions()
        assert talk.decisions()[0].status is DecisionStatus.FILLED
        await talk.recovery.handle_abandoned_presses(talk.runner().scope)

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
        talk.pass_time(timedelta(seconds=20))
        await talk.recovery.finish_decisions()
        assert talk.conversation().state is State.COMPLETED
        assert talk.orders_carried_out == 1

    async def test_when_the_database_is_down_then_the_press_stays_and_is_handled_later(self, talk: Talk) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
        talk.memory.error = StoreUnavailableError()
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle_press(turn)
        talk.memory.error = None

        assert talk.memory.state.turns[turn.id].status is InputStatus.ACCEPTED
        talk.pass_time(timedelta(seconds=30))
        await talk.recovery.handle_abandoned_presses(talk.runner().scope)
        assert "bought 3 GOOG" in text_of(talk.reply(turn))

    async def test_when_one_press_cannot_be_handled_then_the_sweeper_goes_on(self, talk: Talk) -> None:
        first = await talk.hand_in_press("ann", "why:1", thread="bad")
        second = await talk.hand_in_press("ann", "why:2")
        del talk.memory.state.conversations[first.conversation_id]  # a row that cannot be
        talk.pass_time(timedelta(seconds=20))

        await talk.recovery.handle_abandoned_presses(talk.runner().scope)

        assert text_of(talk.reply(second)) == sentence("button-unknown")
