"""What a broker's word, an early, a late or a missing one, makes of a confirmed decision and of the conversation."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.conversation.states import State
from bot.domain.conversation.turns import Turn
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.execution.broker import BrokerOrder, key_of
from bot.domain.trading.execution.orders import AccountOrder, OrderStatus, Rejection
from bot.errors import BrokerUnavailableError, ConcurrentUpdateError
from bot.trading.execute import Execute
from bot.trading.reconcile import Reconciliation
from tests.fakes.core import Talk, button, sentence, text_of
from tests.fakes.core_ports import ProcessKilled

FRACTIONAL = Rejection("fractional_shares")


async def confirmed(talk: Talk) -> str:
    """Confirm a decision to buy 3 GOOG; return the answer's text."""
    return text_of(await talk.press("ann", button(await talk.proposed(), "confirm")))


def order_of(talk: Talk) -> AccountOrder:
    (order,) = talk.memory.state.orders.values()
    return order


def _reject_rest(talk: Talk, why: Rejection) -> None:
    ((key, order),) = talk.memory.state.paper_orders.items()
    talk.memory.state.paper_orders[key] = replace(order, status=OrderStatus.REJECTED, rejection=why)


async def swept(talk: Talk) -> None:
    """Have the decisions finished that nobody works on any more; soon enough to send an order still."""
    talk.pass_time(timedelta(seconds=20))
    await talk.recovery.finish_decisions()


class TestTheBrokersWord:
    async def test_rejected_then_said_why_and_in_error(self, talk: Talk) -> None:
        talk.broker.rejection = FRACTIONAL
        assert await confirmed(talk) == sentence(
            "order-rejected", what="buy 3 GOOG", why=sentence("rejected-fractional-shares")
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
    async def test_accepted_and_not_filled_then_said_so_and_told_when_it_is(self, talk: Talk) -> None:
        talk.broker.holds_fills = True
        accepted = sentence("order-accepted", what="buy 3 GOOG")
        assert await confirmed(talk) == accepted
        assert talk.decisions()[0].status is DecisionStatus.SUBMITTED
        assert text_of(await talk.say("ann", "what happened to my order?")) == accepted
        await swept(talk)
        assert not talk.notices()

        await talk.broker.fill(order_of(talk), Decimal(3))
        await swept(talk)

        assert talk.decisions()[0].status is DecisionStatus.FILLED
        assert "bought 3 GOOG" in text_of(talk.notices()[0])

    async def test_accepted_and_not_filled_for_hours_then_other_trades_of_the_thread_go_on(self, talk: Talk) -> None:
        talk.broker.holds_fills = True
        await confirmed(talk)
        talk.pass_time(timedelta(hours=9))
        await talk.recovery.finish_decisions()
        assert "buy 5 IBM" in text_of(await talk.say("bob", "buy 5 shares of IBM"))
        assert "买入 2 股 MSFT" in text_of(await talk.say("ann", "买入2股微软"))
        talk.broker.holds_fills = False
        assert "2 股 MSFT" in text_of(await talk.say("ann", "确认"))
        assert talk.position("MSFT") is not None

    @pytest.mark.parametrize(("text", "what"), [("cancel it", "buy 3 GOOG"), ("取消", "买入 3 股 GOOG")])
    async def test_accepted_and_to_be_cancelled_then_said_that_it_cannot_be(
        self, talk: Talk, text: str, what: str
    ) -> None:
        talk.broker.holds_fills = True
        await confirmed(talk)
        reply = await talk.say("ann", text)
        assert text_of(reply).startswith(sentence("order-not-taken-back", reply.language, what=what))
        assert what not in text_of(await talk.say("bob", text))

    async def test_rejected_after_it_was_accepted_then_told_and_nobody_is_held_up(self, talk: Talk) -> None:
        talk.broker.holds_fills = True
        await confirmed(talk)
        await talk.say("bob", "analyze IBM")
        _reject_rest(talk, FRACTIONAL)
        await swept(talk)
        assert "was rejected" in text_of(talk.notices()[0])
        assert talk.conversation().state is State.ANALYZING

    async def test_accepted_as_it_turns_out_later_then_told_once_and_the_thread_goes_on(self, talk: Talk) -> None:
        talk.broker.is_down = True
        await confirmed(talk)
        talk.broker.is_down, talk.broker.holds_fills = False, True
        for _ in range(3):
            await swept(talk)
        talk.broker.is_down = True
        await swept(talk)
        talk.broker.is_down = False
        await swept(talk)

        assert [text_of(each) for each in talk.notices()] == [sentence("order-accepted", what="buy 3 GOOG")]
        assert talk.conversation().state is State.COMPLETED
        await talk.broker.fill(order_of(talk), Decimal(3))
        await swept(talk)
        assert "bought 3 GOOG" in text_of(talk.notices()[-1])

    async def test_filled_in_part_then_other_trades_of_the_thread_go_on(self, talk: Talk) -> None:
        talk.broker.holds_fills = True
        await confirmed(talk)
        await talk.broker.fill(order_of(talk), Decimal(1))
        await swept(talk)
        assert "buy 5 IBM" in text_of(await talk.say("ann", "buy 5 shares of IBM"))

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

    @pytest.mark.parametrize("is_seen_before", [False, True])
    async def test_the_rest_is_rejected_then_what_was_bought_is_told_with_the_reason(
        self, talk: Talk, *, is_seen_before: bool
    ) -> None:
        talk.broker.holds_fills = True
        await confirmed(talk)
        await talk.broker.fill(order_of(talk), Decimal(2))
        if is_seen_before:
            await swept(talk)
        _reject_rest(talk, Rejection("insufficient_shares"))
        for _ in range(3):
            await swept(talk)

        why = sentence("rest-rejected", why=sentence("rejected-insufficient-shares"))
        assert [text_of(each).endswith(why) for each in talk.notices()] == [*[False] * is_seen_before, True]
        asked = text_of(await talk.say("ann", "what happened to my google order?"))
        assert "bought 2 GOOG" in asked
        assert asked.endswith(why)
        assert text_of(await talk.say("ann", "what failed?")).endswith(why)
        orders = text_of(await talk.say("ann", "/orders"))
        assert sentence("order-status-in-part", filled=Decimal(2), rest="rejected") in orders
        assert talk.conversation().state is State.COMPLETED

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


class TestInTime:
    """What was not sent within a minute of its confirmation is never sent."""

    async def stopped_after(self, talk: Talk, edges: int) -> Turn:
        """Press Confirm, and die at that beginning or end of a transaction."""
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
        talk.memory.edges_to_live = edges
        with pytest.raises(ProcessKilled):
            await talk.presses.handle_press(turn)
        talk.memory.edges_to_live = None
        return turn

    async def test_killed_at_any_step_and_back_on_monday_then_nothing_new_is_traded(self) -> None:
        statuses = set()
        for edges in range(4, 40):
            talk = Talk()
            try:
                turn = await self.stopped_after(talk, edges)
            except pytest.fail.Exception:  # it was done before
                break
            carried_out = talk.orders_carried_out
            talk.pass_time(timedelta(days=2))
            for _ in range(2):
                await talk.recovery.finish_decisions()
                await talk.recovery.handle_abandoned_presses(talk.runner().scope)
            assert talk.orders_carried_out == carried_out
            assert len(talk.replies(turn)) == 1
            statuses.add(talk.decisions()[0].status)
            talk.check_invariants()
        assert statuses == {DecisionStatus.PROPOSED, DecisionStatus.REJECTED, DecisionStatus.FILLED}

    async def test_killed_at_any_step_and_back_at_once_then_traded_once_and_told_once(self) -> None:
        for edges in range(4, 40):
            talk = Talk()
            try:
                turn = await self.stopped_after(talk, edges)
            except pytest.fail.Exception:
                break
            talk.pass_time(timedelta(seconds=20))
            for _ in range(2):
                await talk.recovery.finish_decisions()
                await talk.recovery.handle_abandoned_presses(talk.runner().scope)
            assert talk.orders_carried_out == 1
            assert "bought 3 GOOG" in text_of(talk.reply(turn))
            talk.check_invariants()
        assert edges > 10

    async def test_too_late_and_just_sent_by_another_process_then_nothing_is_recorded(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for edges in range(4, 40):
            talk = Talk()
            await self.stopped_after(talk, edges)
            (decision,) = talk.decisions()
            if decision.status is DecisionStatus.CONFIRMED:
                break
        talk.pass_time(timedelta(seconds=90))

        async def sent_meanwhile(*arguments: object, **differs: bool) -> BrokerOrder:
            submitted = replace(decision, status=DecisionStatus.SUBMITTED)
            talk.memory.state.decisions[decision.id, decision.version] = submitted
            return await ask_broker(*arguments, **differs)  # type: ignore[no-any-return]

        ask_broker: Any = Execute._ask_broker  # noqa: SLF001 - the moment at which the other process sends it
        monkeypatch.setattr(Execute, "_ask_broker", sent_meanwhile)
        with pytest.raises(ConcurrentUpdateError):
            await talk.execute(decision)
        assert order_of(talk).status is OrderStatus.NEW

    async def test_the_broker_was_away_then_told_as_not_done_and_not_sent_later(self, talk: Talk) -> None:
        talk.broker.is_down = True
        await confirmed(talk)
        talk.broker.is_down = False
        talk.pass_time(timedelta(seconds=90))
        await talk.recovery.finish_decisions()
        assert talk.decisions()[0].status is DecisionStatus.UNKNOWN  # it may still arrive at the broker

        talk.pass_time(timedelta(seconds=60))
        await talk.recovery.finish_decisions()

        assert talk.decisions()[0].status is DecisionStatus.REJECTED
        assert sentence("rejected-too-late") in text_of(talk.notices()[0])
        assert talk.broker.calls.count("submit") == 1
        assert talk.orders_carried_out == 0

    async def test_it_had_arrived_all_the_same_then_the_fill_is_booked_and_told(self, talk: Talk) -> None:
        talk.broker.lose_answers, find = 1, talk.broker.find_order

        async def not_yet(*_: object) -> BrokerOrder | None:
            raise BrokerUnavailableError

        talk.broker.find_order = not_yet  # type: ignore[method-assign,assignment]
        await confirmed(talk)
        talk.broker.find_order = find  # type: ignore[method-assign]
        talk.pass_time(timedelta(days=2))
        await talk.recovery.finish_decisions()
        assert talk.decisions()[0].status is DecisionStatus.FILLED
        assert "bought 3 GOOG" in text_of(talk.notices()[0])
        talk.check_invariants()

    async def given_up(self, talk: Talk) -> AccountOrder:
        """Confirm while the broker is away, until the order counts as never sent."""
        talk.broker.is_down = True
        await confirmed(talk)
        talk.broker.is_down = False
        talk.pass_time(timedelta(seconds=130))
        await talk.recovery.finish_decisions()
        assert talk.decisions()[0].status is DecisionStatus.REJECTED
        return order_of(talk)

    async def test_it_arrives_after_it_was_given_up_then_the_fill_is_booked_and_corrected_once(
        self, talk: Talk
    ) -> None:
        order = await self.given_up(talk)
        await talk.recovery.finish_decisions()
        assert len(talk.notices()) == 1
        await talk.broker.paper.submit(order)
        for _ in range(2):
            await talk.recovery.finish_decisions()
        assert talk.decisions()[0].status is DecisionStatus.FILLED
        told = text_of(talk.notices()[1])
        assert told.startswith(sentence("arrived-after-all"))
        assert "bought 3 GOOG" in told
        assert len(talk.notices()) == 2
        talk.check_invariants()

    async def test_it_arrives_much_later_then_it_is_found_by_the_difference(self, talk: Talk) -> None:
        order = await self.given_up(talk)
        await talk.broker.paper.submit(order)
        talk.pass_time(timedelta(hours=3))
        await talk.recovery.finish_decisions()
        assert talk.decisions()[0].status is DecisionStatus.REJECTED  # no longer asked for
        comparison = Reconciliation(talk.stores, talk.broker, talk.recovery.sweeper, talk.clock, pause_seconds=0)
        assert await comparison.reconcile(key_of(order))
        await talk.recovery.finish_decisions()
        assert talk.decisions()[0].status is DecisionStatus.FILLED
        assert await comparison.reconcile(key_of(order)) == ()

    @pytest.mark.parametrize(("filled", "status"), [(0, DecisionStatus.REJECTED), (1, DecisionStatus.PARTIALLY_FILLED)])
    async def test_it_arrives_and_is_not_filled_yet_then_the_rest_is_cancelled(
        self, talk: Talk, filled: int, status: DecisionStatus
    ) -> None:
        order = await self.given_up(talk)
        talk.broker.holds_fills = True
        await talk.broker.submit(order)
        if filled:
            await talk.broker.fill(order, Decimal(filled))
        await talk.recovery.finish_decisions()
        assert talk.decisions()[0].status is status
        assert await talk.broker.open_orders(key_of(order)) == ()
        position = talk.position("GOOG")
        assert (position.shares if position else 0) == filled


class TestRejectedForLackOfCash:
    WHY = Rejection("insufficient_cash", Decimal("2267.07"), Decimal(1600), Decimal(2))

    async def test_then_what_fits_is_proposed_with_the_figures_and_its_own_confirm(self, talk: Talk) -> None:
        talk.broker.rejection = self.WHY
        reply = await talk.press("ann", button(await talk.proposed(), "confirm"))

        for figure in ("$2,267.07", "$1,600.00", "$667.07", "2 GOOG"):
            assert figure in text_of(reply)
        rejected, retry = talk.decisions()
        assert (rejected.status, retry.status) == (DecisionStatus.REJECTED, DecisionStatus.PROPOSED)
        assert (retry.proposal.shares, retry.proposal.cash_change) == (Decimal(2), Decimal("1511.38"))
        assert reply.state is State.AWAITING_CONFIRM

        talk.broker.rejection = None
        assert "bought 2 GOOG" in text_of(await talk.press("ann", button(reply, "confirm")))
        talk.check_invariants()

    async def test_rejected_again_then_that_is_the_end(self, talk: Talk) -> None:
        talk.broker.rejection = self.WHY
        reply = await talk.press("ann", button(await talk.proposed(), "confirm"))
        talk.broker.rejection = replace(self.WHY, suggested_shares=Decimal(1))
        again = await talk.press("ann", button(reply, "confirm"))
        assert again.answer.buttons == ()
        assert [each.status for each in talk.decisions()] == [DecisionStatus.REJECTED] * 2
        assert again.state is State.ERROR

    @pytest.mark.parametrize("suggested", [0, 3, 4])
    async def test_when_nothing_smaller_fits_then_nothing_is_proposed(self, talk: Talk, suggested: int) -> None:
        talk.broker.rejection = replace(self.WHY, suggested_shares=Decimal(suggested))
        await confirmed(talk)
        assert len(talk.decisions()) == 1

    async def test_when_it_is_rejected_later_then_the_notice_proposes_it_once(self, talk: Talk) -> None:
        talk.broker.is_down = True
        await confirmed(talk)
        talk.broker.is_down, talk.broker.rejection = False, self.WHY
        for _ in range(3):
            await swept(talk)
        (notice,) = talk.notices()
        assert talk.conversation().state is State.AWAITING_CONFIRM
        talk.broker.rejection = None
        assert "bought 2 GOOG" in text_of(await talk.press("ann", button(notice, "confirm")))

    async def test_several_together_then_each_has_its_line_and_its_new_card(self, talk: Talk) -> None:
        talk.broker.rejection = replace(self.WHY, suggested_shares=Decimal(1))
        shown = await talk.proposed(text="buy 10 msft and 2 aapl")
        reply = await talk.press("ann", button(shown, "confirm_all"))
        assert text_of(reply).count("$667.07") == 2
        assert [each.proposal.shares for each in talk.decisions()[2:]] == [Decimal(1)] * 2
        talk.broker.rejection = None
        await talk.press("ann", button(reply, "confirm_all"))
        assert talk.orders_carried_out == 2
        talk.check_invariants()

    async def test_in_chinese(self, talk: Talk) -> None:
        talk.broker.rejection = self.WHY
        text = text_of(await talk.press("ann", button(await talk.proposed(text="买3股谷歌"), "confirm")))
        for figure in ("2,267.07", "1,600.00", "667.07"):
            assert figure in text
        assert "以下数量可以成交" in text


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
