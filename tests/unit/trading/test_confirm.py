"""A confirmation looks again: at the price, the stated limit, the cash and the shares of that moment."""

import asyncio
from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.states import State
from bot.domain.ids import TurnId
from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.domain.trading.execution.broker import BrokerOrder
from bot.domain.trading.execution.orders import AccountOrder
from bot.errors import StoreUnavailableError
from bot.trading.account.roll_forward import RollForward
from tests.fakes.core import Talk, button, sentence, text_of
from tests.fakes.stores import FakeDecisions, FakeTurns

D = Decimal


class TestWhenThePriceHasMoved:
    async def test_then_asks_again_with_a_new_version(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.market.prices["GOOG"] = D("780.00")
        talk.pass_time(timedelta(minutes=20))

        reply = await talk.press("ann", button(proposed, "confirm"))

        old, new = talk.decisions()
        assert (old.status, new.status) == (DecisionStatus.SUPERSEDED, DecisionStatus.PROPOSED)
        assert (new.id, new.version, new.proposal.price) == (old.id, 2, D("780.00"))
        assert new.proposal.cash_change == D("2340.00")
        assert new.expires_at - new.created_at == talk.policy.decision_ttl
        assert "from $755.69 to $780.00" in text_of(reply)
        assert reply.state is State.AWAITING_CONFIRM
        assert talk.orders_carried_out == 0

        assert text_of(await talk.press("ann", button(proposed, "confirm"))) == sentence(
            "error-stale-decision", status="superseded", symbol="GOOG"
        )
        done = await talk.press("ann", button(reply, "confirm"))
        assert "bought 3 GOOG at $780.00" in text_of(done)

    async def test_then_a_typed_confirmation_asks_again_too(self, talk: Talk) -> None:
        await talk.proposed()
        talk.market.prices["GOOG"] = D("780.00")

        asked_again = await talk.say("ann", "ok, do it")
        assert asked_again.state is State.AWAITING_CONFIRM
        done = await talk.say("ann", "ok, do it")

        assert "bought 3 GOOG at $780.00" in text_of(done)
        assert done.state is State.COMPLETED

    async def test_when_only_a_little_then_executed_at_the_new_price(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.market.prices["GOOG"] = D("760.00")

        reply = await talk.press("ann", button(proposed, "confirm"))

        assert "bought 3 GOOG at $760.00" in text_of(reply)

    async def test_when_two_press_at_once_then_one_new_version(self, talk: Talk) -> None:
        confirm = button(await talk.proposed(), "confirm")
        talk.market.prices["GOOG"] = D("780.00")

        replies = await asyncio.gather(talk.press("ann", confirm), talk.press("ann", confirm))

        assert [d.version for d in talk.decisions()] == [1, 2]
        (second,) = [r for r in replies if text_of(r) == sentence("error-confirmation-in-progress", symbol="GOOG")]
        assert "carried out once" not in text_of(second)  # the other asks again: nothing is carried out

    async def test_when_many_press_at_once_then_one_tries_to_begin(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        confirm = button(await talk.proposed(), "confirm")
        tries = []
        begin = FakeDecisions.begin_confirmation

        async def counted(store: FakeDecisions, decision: Decision, *, turn_id: TurnId, at: datetime) -> bool:
            tries.append(turn_id)
            return await begin(store, decision, turn_id=turn_id, at=at)

        monkeypatch.setattr(FakeDecisions, "begin_confirmation", counted)
        replies = await asyncio.gather(*(talk.press("ann", confirm) for _ in range(10)))

        assert len(tries) == talk.orders_carried_out == 1
        assert sum("bought 3 GOOG" in text_of(reply) for reply in replies) == 1

    async def test_when_beyond_the_stated_limit_then_refused_and_still_pending(self, talk: Talk) -> None:
        proposed = await talk.proposed(text="should I buy google? at most $2,270")
        talk.market.prices["GOOG"] = D("757.00")

        reply = await talk.press("ann", button(proposed, "confirm"))

        assert "above the stated limit of $2,270.00" in text_of(reply)
        assert reply.state is State.AWAITING_CONFIRM
        assert talk.orders_carried_out == 0
        assert talk.decisions()[0].status is DecisionStatus.PROPOSED

    async def test_when_it_has_fallen_below_the_computed_stop_then_asks_again_with_a_new_one(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.market.prices["GOOG"] = D("700.00")
        reply = await talk.press("ann", button(proposed, "confirm"))
        (new,) = reply.answer.decisions
        assert new.proposal.stop_price == D("674.02")
        assert "bought 3 GOOG at $700.00" in text_of(await talk.press("ann", button(reply, "confirm")))

    async def test_when_it_has_fallen_below_the_stated_stop_then_asks_again_and_says_so(self, talk: Talk) -> None:
        proposed = await talk.proposed(text="buy 3 shares of GOOG, stop at 750")
        talk.market.prices["GOOG"] = D("748.00")  # one percent: the price alone would not ask again
        reply = await talk.press("ann", button(proposed, "confirm"))
        assert "Your stop of 750.00 is not below the price of 748.00" in text_of(reply)
        assert talk.orders_carried_out == 0

    async def test_then_the_reasons_stop_and_confidence_are_of_the_new_day(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        (old,) = proposed.answer.decisions
        await talk.say("ann", "/advance 20")

        reply = await talk.press("ann", button(proposed, "confirm"))

        (new,) = reply.answer.decisions
        assert "14.4 % above its 200-day average of 660.85" not in text_of(reply)
        assert "18.8 % above its 200-day average of 678.89" in text_of(reply)
        assert new.proposal.confidence != old.proposal.confidence
        assert new.proposal.stop_price != old.proposal.stop_price
        assert new.proposal.shares == old.proposal.shares


class TestWhenItTakesLong:
    async def test_until_the_account_is_caught_up_then_too_late_and_not_traded(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        proposed = await talk.proposed()
        pass_time_in(talk, monkeypatch, (RollForward, "catch_up_before_trade"), talk.policy.confirm_within)

        reply = await talk.press("ann", button(proposed, "confirm"))

        assert text_of(reply) == sentence("error-confirmation-too-late", symbol="GOOG", seconds=60)
        assert talk.orders_carried_out == 0

    async def test_until_it_is_stored_and_it_has_expired_then_not_traded(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        proposed = await talk.proposed()
        pass_time_in(talk, monkeypatch, (FakeTurns, "update_person"), talk.policy.decision_ttl)

        reply = await talk.press("ann", button(proposed, "confirm"))

        assert text_of(reply).startswith("That decision expired at ")
        assert talk.orders_carried_out == 0


def pass_time_in(talk: Talk, monkeypatch: pytest.MonkeyPatch, step: tuple[type, str], by: timedelta) -> None:
    """Let a step of the confirmation take a second more than `by`, once."""
    of, name = step
    carry_out, left = getattr(of, name), [by + timedelta(seconds=1)]

    async def slow(*args: object, **facts: object) -> object:
        if left:
            talk.pass_time(left.pop())
        return await carry_out(*args, **facts)

    monkeypatch.setattr(of, name, slow)


class TestWhenTheAccountHasChanged:
    async def test_when_the_cash_is_gone_then_refused_with_what_would_do(self, talk: Talk) -> None:
        mine, other = await _two_large(talk)
        await talk.press("bob", f"confirm_beyond_cap:{other.id}:1", thread="two")

        reply = await talk.press("ann", f"confirm_beyond_cap:{mine.id}:1", thread="one")

        assert text_of(reply).startswith("I cannot buy 70 GOOG now.")
        assert "at most 51 whole shares" in text_of(reply)
        assert reply.state is State.AWAITING_CONFIRM
        assert talk.orders_carried_out == 1

    async def test_when_two_confirm_at_once_then_the_cash_floor_holds(self) -> None:
        """Each alone leaves a tenth in cash; both together would not."""
        talk = Talk()
        decisions = await _two_large(talk)
        gate = _Gate()
        talk.market.before = gate.wait  # the first looks at the account, and then the second is confirmed whole

        first = asyncio.create_task(talk.press("ann", f"confirm_beyond_cap:{decisions[0].id}:1", thread="one"))
        await gate.reached.wait()
        second = await talk.press("bob", f"confirm_beyond_cap:{decisions[1].id}:1", thread="two")
        gate.open.set()
        reply = await first

        assert "bought" in text_of(second)
        assert "less than 10 %" in text_of(reply) or "needs more than" in text_of(reply)
        assert talk.account.cash >= D(10_000)
        talk.check_invariants()

    async def test_when_another_order_is_out_then_its_cash_is_spoken_for(self) -> None:
        talk = Talk()
        decisions = await _two_large(talk)
        submit = talk.broker.submit
        talk.broker.submit = _silent  # type: ignore[method-assign] # the broker does not answer
        turn = await talk.hand_in_press("ann", f"confirm_beyond_cap:{decisions[0].id}:1", thread="one")
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle_press(turn)
        talk.broker.submit = submit  # type: ignore[method-assign] # it is back

        reply = await talk.press("bob", f"confirm_beyond_cap:{decisions[1].id}:1", thread="two")

        assert talk.account.cash == D(100_000)
        assert "bought" not in text_of(reply)
        await talk.presses.handle_press(turn)
        assert "bought" in text_of(talk.reply(turn))

    async def test_when_another_order_sells_the_same_shares_then_refused(self, talk: Talk) -> None:
        await talk.proposed(text="buy 5 shares of GOOG")
        await talk.say("ann", "yes")
        mine = await talk.proposed("ann", "sell all my GOOG")
        other = await talk.proposed("bob", "sell 3 shares of GOOG")
        submit = talk.broker.submit
        talk.broker.submit = _silent  # type: ignore[method-assign] # the broker does not answer
        turn = await talk.hand_in_press("bob", button(other, "confirm"))
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle_press(turn)
        talk.broker.submit = submit  # type: ignore[method-assign] # it is back

        reply = await talk.press("ann", button(mine, "confirm"))

        assert "would sell 5 shares, but only 2 are held" in text_of(reply)
        assert talk.orders_carried_out == 1
        await talk.presses.handle_press(turn)
        assert "sold 3 GOOG" in text_of(talk.reply(turn))

    async def test_when_another_order_sells_another_share_then_neither_its_shares_nor_its_cash_count(
        self, talk: Talk
    ) -> None:
        await talk.proposed(text="buy 95 shares of IBM")
        await talk.say("ann", "yes")
        await talk.proposed(text="buy 2 shares of AAPL")
        await talk.say("ann", "yes")
        sale = await talk.proposed("ann", "sell 1 AAPL", thread="one")
        purchase = await talk.proposed("ann", "buy 80 shares of GOOG", thread="two")
        other = await talk.proposed("bob", "sell 95 IBM", thread="three")
        submit = talk.broker.submit
        talk.broker.submit = _silent  # type: ignore[method-assign] # the broker does not answer
        turn = await talk.hand_in_press("bob", button(other, "confirm"), thread="three")
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle_press(turn)
        talk.broker.submit = submit  # type: ignore[method-assign] # it is back

        bought = await talk.press("ann", f"confirm_beyond_cap:{purchase.answer.decisions[0].id}:1", thread="two")
        assert "bought 80 GOOG" in text_of(bought)
        assert "sold 1 AAPL" in text_of(await talk.press("ann", button(sale, "confirm"), thread="one"))


class _Gate:
    def __init__(self) -> None:
        self.reached, self.open = asyncio.Event(), asyncio.Event()

    async def wait(self) -> None:
        self.reached.set()
        await self.open.wait()


async def _silent(order: AccountOrder) -> BrokerOrder:
    raise StoreUnavailableError(order=order.id)


async def _two_large(talk: Talk) -> list[Decision]:
    """Two proposals of which only one fits, as two people get who ask at the same instant."""
    await talk.proposed(text="buy 70 shares of GOOG", thread="one")
    hidden = dict(talk.memory.state.decisions)
    talk.memory.state.decisions.clear()  # the second does not see the first
    await talk.proposed("bob", text="buy 250 shares of IBM", thread="two")
    talk.memory.state.decisions.update(hidden)
    return sorted(talk.decisions(), key=lambda d: d.asked_by)
