"""Confirm all and Cancel all, pressed: each decision once, in the version shown, whatever becomes of the others."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

import pytest

from bot.domain.conversation.blocks import Bullets, Card
from bot.domain.conversation.buttons import GroupAction, GroupRef
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import Person
from bot.domain.ids import LimitId
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.execution.broker import BrokerOrder
from bot.domain.trading.execution.orders import AccountOrder
from bot.domain.trading.trading_limits import LimitMeasure, Limits, LimitScope, LimitStatement, LimitTerms, TradingLimit
from bot.errors import StoreUnavailableError
from tests.fakes.core import Talk, button, sentence, text_of

D = Decimal
TWO = "buy 10 msft and 2 aapl"
FILLED, PROPOSED, CANCELLED = DecisionStatus.FILLED, DecisionStatus.PROPOSED, DecisionStatus.CANCELLED


def statuses(talk: Talk) -> dict[str, DecisionStatus]:
    """Return the status of the newest version for each share."""
    return {d.proposal.symbol: d.status for d in sorted(talk.decisions(), key=lambda d: d.version)}


def lines(reply: Reply) -> tuple[str, ...]:
    return reply.answer.blocks[0].items if isinstance(reply.answer.blocks[0], Bullets) else ()


def leave_cash(talk: Talk, cash: Decimal) -> None:
    """Leave the account only so much, as if it had begun with less."""
    account = talk.account
    started_with = account.starting_cash - account.cash + cash
    talk.memory.state.accounts[account.id] = replace(account, cash=cash, starting_cash=started_with)
    talk.memory.state.paper_cash[account.id] = cash


async def pressed(talk: Talk, shown: Reply, action: GroupAction = GroupAction.CONFIRM_ALL) -> Reply:
    return await talk.press("ann", button(shown, action))


class TestConfirmAll:
    async def test_when_pressed_then_each_is_executed_and_has_its_line(self, talk: Talk) -> None:
        reply = await pressed(talk, await talk.proposed(text=TWO))

        assert statuses(talk) == {"MSFT": FILLED, "AAPL": FILLED}
        assert text_of(reply).startswith(sentence("group-confirm", done=2, count=2))
        assert [("bought 10 MSFT" in line, "bought 2 AAPL" in line) for line in lines(reply)] == [
            (True, False),
            (False, True),
        ]
        assert (reply.intent, reply.state) == (Intent.CONFIRM, State.COMPLETED)
        assert not reply.answer.is_private

    async def test_when_pressed_then_the_cards_are_redrawn_without_buttons(self, talk: Talk) -> None:
        shown = await talk.proposed(text=TWO)
        await pressed(talk, shown)

        redrawn = (await talk.core.refresh_reply(shown)).answer

        assert redrawn.buttons == ()
        assert all(block.final_status for block in redrawn.blocks if isinstance(block, Card))

    async def test_when_one_is_left_then_only_its_own_buttons_are_redrawn(self, talk: Talk) -> None:
        shown = await talk.proposed(text=TWO)
        await talk.press("ann", button(shown, "confirm"))

        redrawn = (await talk.core.refresh_reply(shown)).answer

        assert {each.id.split(":")[0] for each in redrawn.buttons} == {"confirm", "cancel", "why", "adjust"}
        assert all("AAPL" in each.label for each in redrawn.buttons)

    async def test_when_a_message_is_being_answered_then_the_press_does_not_wait_for_it(self, talk: Talk) -> None:
        shown = await talk.proposed(text=TWO)
        waiting = await talk.hand_in("ann", "analyze IBM")

        await pressed(talk, shown)

        assert talk.orders_carried_out == 2
        assert not talk.replies(waiting)

    async def test_when_bought_and_sold_then_the_sale_goes_first_and_pays(self, talk: Talk) -> None:
        await talk.say("ann", "buy 98 shares of IBM")
        await talk.say("ann", "yes")
        shown = await talk.proposed(text="buy 90 msft and sell 50 ibm")
        leave_cash(talk, D(2000))

        reply = await pressed(talk, shown)

        assert ["MSFT" in line for line in lines(reply)] == [True, False]
        assert statuses(talk)["MSFT"] is FILLED

    async def test_when_a_hold_is_shown_with_one_order_then_there_is_nothing_for_all(self, talk: Talk) -> None:
        shown = await talk.say("ann", "buy msft and goog, at most $3,000")
        assert not [each for each in shown.answer.buttons if "all" in each.id]


class TestCancelAll:
    @pytest.mark.parametrize("text", [TWO, "买10股微软和2股苹果"])
    async def test_when_pressed_then_each_is_cancelled_and_nothing_traded(self, talk: Talk, text: str) -> None:
        reply = await pressed(talk, await talk.proposed(text=text), GroupAction.CANCEL_ALL)

        assert statuses(talk) == {"MSFT": CANCELLED, "AAPL": CANCELLED}
        language = Language.ENGLISH if text == TWO else Language.CHINESE
        assert text_of(reply).startswith(sentence("group-cancel", language, done=2, count=2))
        assert (reply.intent, reply.state) == (Intent.CANCEL, State.IDLE)
        assert talk.orders_carried_out == 0


async def expired(talk: Talk, shown: Reply) -> None:
    decision = shown.answer.decisions[0]
    talk.memory.state.decisions[decision.id, 1] = replace(decision, expires_at=decision.created_at)


async def cancelled(talk: Talk, shown: Reply) -> None:
    await talk.press("ann", button(shown, "cancel"))


async def confirmed(talk: Talk, shown: Reply) -> None:
    await talk.press("ann", button(shown, "confirm"))


async def adjusted(talk: Talk, shown: Reply) -> None:
    await talk.press("ann", f"{button(shown, 'adjust').id}:800:")


async def broken(talk: Talk, shown: Reply) -> None:
    """Make the work on the first decision fail by a defect."""
    decision = shown.answer.decisions[0]
    talk.memory.state.decisions[decision.id, 1] = replace(
        decision,
        proposal=replace(decision.proposal, price=None),  # type: ignore[arg-type] # a row that cannot be
    )


REFUSED = [
    (expired, "expired"),
    (cancelled, "was cancelled"),
    (confirmed, "carried out already"),
    (adjusted, "replaced by a newer version"),
    (broken, "Something went wrong on our side"),
]


class TestOneRefused:
    @pytest.mark.parametrize(("before", "why"), REFUSED)
    async def test_when_one_cannot_be_done_then_the_other_is_and_both_are_told(
        self, talk: Talk, before: Callable[[Talk, Reply], Awaitable[None]], why: str
    ) -> None:
        shown = await talk.proposed(text=TWO)
        await before(talk, shown)
        done = talk.orders_carried_out

        reply = await pressed(talk, shown)

        assert talk.orders_carried_out == done + 1
        assert statuses(talk)["AAPL"] is FILLED
        assert text_of(reply).startswith(sentence("group-confirm", done=1, count=2))
        first, second = lines(reply)
        assert why in first
        assert "bought 2 AAPL" in second

    async def test_when_the_cash_is_enough_for_the_first_only_then_the_second_stays_open(self, talk: Talk) -> None:
        await talk.say("ann", "buy 98 IBM")
        await talk.say("ann", "yes")
        shown = await talk.proposed(text="buy 5 aapl and 10 goog")
        leave_cash(talk, D(6000))

        reply = await pressed(talk, shown)

        assert statuses(talk) == {"IBM": FILLED, "AAPL": FILLED, "GOOG": PROPOSED}
        assert "I cannot buy 10 GOOG now." in lines(reply)[1]
        assert reply.state is State.AWAITING_CONFIRM

    async def test_when_the_position_of_one_has_changed_then_its_new_card_is_shown(self, talk: Talk) -> None:
        shown = await talk.proposed(text=TWO)
        await talk.say("bob", "buy 3 msft")
        await talk.say("bob", "yes")

        reply = await pressed(talk, shown)

        assert statuses(talk)["AAPL"] is FILLED
        (card,) = (block for block in reply.answer.blocks if isinstance(block, Card))
        assert "MSFT" in card.title
        assert {each.id.split(":")[2] for each in reply.answer.buttons} == {"2"}
        assert "bought 10 MSFT" in text_of(await talk.say("ann", "yes"))

    async def test_when_a_limit_on_both_was_stated_since_then_they_stay_within_it_together(self, talk: Talk) -> None:
        shown = await talk.proposed(text="buy 10 msft and 2 goog")
        talk.pass_time(timedelta(seconds=1))
        conversation = talk.conversation()
        limit = LimitStatement(
            by="U-ann",
            symbols=("MSFT", "GOOG"),
            limits=Limits(max_cash=D(1600)),
            at=talk.clock.now(),
        )
        talk.memory.state.conversations[conversation.id] = replace(conversation, stated_limits=(limit,))

        reply = await pressed(talk, shown)

        assert statuses(talk) == {"MSFT": FILLED, "GOOG": PROPOSED}  # 274.50 and 1,511.38
        assert "I cannot buy 2 GOOG now." in lines(reply)[1]

    async def test_when_a_total_is_stored_as_limit_then_they_stay_within_it_together(self, talk: Talk) -> None:
        shown = await talk.proposed(text="buy 10 msft and 2 goog")
        limit = TradingLimit(
            id=LimitId(UUID(int=1)),
            terms=LimitTerms(measure=LimitMeasure.TOTAL, value=D(1600), scope=LimitScope.PERSON),
            stated_by=Person("U-ann", "Ann"),
            stated_at=talk.clock.now(),
            conversation_id=talk.conversation().id,
            channel="terminal",
        )
        async with talk.stores.transaction(shown.thread.tenant_id) as tx:
            await tx.limits.add_limit(limit)

        reply = await pressed(talk, shown)

        assert statuses(talk) == {"MSFT": FILLED, "GOOG": PROPOSED}  # 274.50 and 1,511.38
        assert "I cannot buy 2 GOOG now." in lines(reply)[1]

    async def test_when_nothing_is_left_to_do_then_told_in_private(self, talk: Talk) -> None:
        shown = await talk.proposed(text=TWO)
        await pressed(talk, shown)

        again = await pressed(talk, shown)

        assert talk.orders_carried_out == 2
        assert again.answer.is_private
        assert all("carried out already" in line for line in lines(again))


class TestWho:
    async def test_when_the_answer_has_no_such_button_then_unknown(self, talk: Talk) -> None:
        shown = await talk.proposed()
        reply = await talk.press("ann", str(GroupRef(GroupAction.CONFIRM_ALL, shown.turn_id)))
        assert text_of(reply) == sentence("button-unknown")
        assert talk.orders_carried_out == 0


def dying_at(talk: Talk, number: int) -> None:
    """Lose the database when the `number`-th order is submitted: the process can do no more."""
    submit, calls = talk.broker.submit, 0

    async def dying(order: AccountOrder) -> BrokerOrder:
        nonlocal calls
        calls += 1
        if calls == number:
            talk.broker.submit = submit  # type: ignore[method-assign] # the next process
            raise StoreUnavailableError
        return await submit(order)

    talk.broker.submit = dying  # type: ignore[method-assign]


class TestOnce:
    async def test_when_handled_many_times_at_once_then_each_is_executed_once(self, talk: Talk) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(text=TWO), GroupAction.CONFIRM_ALL))
        await asyncio.gather(*(talk.presses.handle_press(turn) for _ in range(5)))
        assert talk.orders_carried_out == 2
        assert len(lines(talk.reply(turn))) == 2

    async def test_when_pressed_twice_at_once_then_each_is_executed_once_and_told_to_both(self, talk: Talk) -> None:
        shown = await talk.proposed(text=TWO)
        presses = [await talk.hand_in_press("ann", button(shown, GroupAction.CONFIRM_ALL)) for _ in range(3)]
        presses.append(await talk.hand_in_press("ann", button(shown, "confirm")))
        await asyncio.gather(*map(talk.presses.handle_press, presses))
        assert talk.orders_carried_out == 2
        told = [text_of(talk.reply(press)) for press in presses]
        assert sum("bought 10 MSFT" in text for text in told) == 1
        assert sum("bought 2 AAPL" in text for text in told) == 1

    @pytest.mark.parametrize("at", [1, 2])
    async def test_when_it_dies_on_the_way_then_the_rerun_does_the_rest_and_tells_all(
        self, talk: Talk, at: int
    ) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(text=TWO), GroupAction.CONFIRM_ALL))
        dying_at(talk, at)
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle_press(turn)
        assert not talk.replies(turn)

        await talk.presses.handle_press(turn)

        assert talk.orders_carried_out == 2
        assert text_of(talk.reply(turn)).startswith(sentence("group-confirm", done=2, count=2))

    async def test_when_the_second_was_adjusted_meanwhile_then_the_rerun_leaves_the_new_version(
        self, talk: Talk
    ) -> None:
        shown = await talk.proposed(text=TWO)
        turn = await talk.hand_in_press("ann", button(shown, GroupAction.CONFIRM_ALL))
        dying_at(talk, 1)
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle_press(turn)
        await talk.press("ann", f"{button(shown, 'adjust', at=1).id}:455.49:")

        await talk.presses.handle_press(turn)

        assert statuses(talk) == {"MSFT": FILLED, "AAPL": PROPOSED}
        assert "replaced by a newer version" in lines(talk.reply(turn))[1]

    async def test_when_its_order_is_still_under_way_then_said_and_awaited(self, talk: Talk) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(text=TWO), GroupAction.CONFIRM_ALL))

        async def failing(order: AccountOrder) -> BrokerOrder:
            raise TimeoutError(order.id)

        talk.broker.submit = failing  # type: ignore[method-assign]
        await talk.presses.handle_press(turn)

        reply = talk.reply(turn)
        assert lines(reply) == tuple(sentence("order-unknown", what=what) for what in ("buy 10 MSFT", "buy 2 AAPL"))
        assert reply.state is State.EXECUTING
