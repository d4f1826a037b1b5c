"""Confirm, cancel and adjust, typed: they count only when they can mean just one decision."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.states import State
from bot.domain.trading.decisions import DecisionStatus
from bot.errors import StoreUnavailableError
from bot.trading import decision_access
from tests.fakes.core import Talk, button, sentence, text_of
from tests.fakes.turn_steps import run_until_stored


class TestOnePending:
    async def test_when_written_before_it_was_proposed_then_not_confirmed(self, talk: Talk) -> None:
        await talk.hand_in("ann", "should I buy google? at most $3,000")
        early = await talk.hand_in("ann", "ok, do it")
        await talk.answer_next()
        await talk.answer_next()

        reply = talk.reply(early)
        assert text_of(reply) == sentence("not-that-decision", count=1, names="buy 3 GOOG")
        assert reply.state is State.AWAITING_CONFIRM
        assert talk.orders_carried_out == 0
        assert "bought 3 GOOG" in text_of(await talk.press("ann", button(reply, "confirm")))

    async def test_when_written_before_the_new_version_then_not_confirmed(self, talk: Talk) -> None:
        await talk.proposed()
        await talk.hand_in("ann", "make it $2,000")
        early = await talk.hand_in("ann", "yes")
        await talk.answer_next()
        await talk.answer_next()
        assert talk.orders_carried_out == 0
        assert talk.reply(early).state is State.AWAITING_CONFIRM

    async def test_when_cancelled_before_it_was_seen_then_cancelled(self, talk: Talk) -> None:
        await talk.hand_in("ann", "should I buy google? at most $3,000")
        await talk.hand_in("ann", "cancel")
        await talk.answer_next()
        await talk.answer_next()
        assert [d.status for d in talk.decisions()] == [DecisionStatus.CANCELLED]

    @pytest.mark.parametrize(("before_expiry", "late"), [(1_800, 61), (5, 10)])
    async def test_when_accepted_in_time_and_answered_too_late_then_told_and_not_traded(
        self, talk: Talk, before_expiry: int, late: int
    ) -> None:
        await talk.proposed()
        talk.pass_time(talk.policy.decision_ttl - timedelta(seconds=before_expiry))
        turn = await talk.hand_in("ann", "ok, do it")
        talk.pass_time(timedelta(seconds=late))
        await talk.answer_next()
        assert "othing was traded" in text_of(talk.reply(turn))
        assert talk.orders_carried_out == 0

    async def test_when_answered_soon_enough_then_counts(self, talk: Talk) -> None:
        await talk.proposed()
        turn = await talk.hand_in("ann", "ok, do it")
        talk.pass_time(timedelta(seconds=59))
        await talk.answer_next()
        assert "bought 3 GOOG" in text_of(talk.reply(turn))

    @pytest.mark.parametrize("is_swept", [False, True])
    async def test_when_expired_then_says_since_when_however_much_others_decided(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch, *, is_swept: bool
    ) -> None:
        monkeypatch.setattr(decision_access, "_LATEST", 1)
        proposed = await talk.proposed()
        await talk.say("bob", "buy 1 IBM", thread="elsewhere")
        talk.pass_time(talk.policy.decision_ttl)
        if is_swept:
            talk.pass_time(timedelta(minutes=10))
            await talk.recovery.expire_decisions()
        reply = await talk.say("ann", "ok, do it")
        (decision,) = proposed.answer.decisions
        expired_at = f"{decision.expires_at:%Y-%m-%d %H:%M} UTC"
        assert text_of(reply).startswith(sentence("error-decision-expired", expired_at=expired_at))
        assert "confirm" not in text_of(reply).partition("Possible now")[2]
        assert talk.orders_carried_out == 0


class TestTwoPending:
    @pytest.fixture
    async def two(self, talk: Talk) -> Talk:
        await talk.proposed()
        await talk.proposed(text="buy 5 shares of IBM")
        return talk

    @pytest.mark.parametrize(("text", "action"), [("yes", "confirm"), ("ok, do it", "confirm"), ("cancel", "cancel")])
    async def test_when_bare_then_points_at_the_buttons(self, two: Talk, text: str, action: str) -> None:
        reply = await two.say("ann", text)
        assert text_of(reply) == sentence("which-decision", count=2, names="buy 3 GOOG, buy 5 IBM", action=action)
        assert [b.label for b in reply.answer.buttons][-2:] == ["Confirm all", "Cancel all"]
        assert [b.label for b in reply.answer.buttons][:2] == ["Confirm · buy 3 GOOG", "Cancel · buy 3 GOOG"]
        assert reply.state is State.AWAITING_CONFIRM
        assert {d.status for d in two.decisions()} == {DecisionStatus.PROPOSED}

    async def test_when_one_is_named_then_that_one(self, two: Talk) -> None:
        reply = await two.say("ann", "confirm IBM")
        assert "bought 5 IBM" in text_of(reply)
        assert [d.status for d in two.decisions()] == [DecisionStatus.PROPOSED, DecisionStatus.FILLED]
        assert reply.state is State.AWAITING_CONFIRM

        read_back = await two.say("ann", "yes")
        assert text_of(read_back) == sentence("confirm-read-back", what="buy 3 GOOG", cash=Decimal("2267.07"))
        assert "bought 3 GOOG" in text_of(await two.say("ann", "yes"))


class TestAdjust:
    async def test_when_made_smaller_then_a_new_version(self, talk: Talk) -> None:
        first = await talk.proposed()
        second = await talk.say("ann", "make it $2,000")

        old, new = talk.decisions()
        assert (old.status, new.status) == (DecisionStatus.SUPERSEDED, DecisionStatus.PROPOSED)
        assert (new.id, new.version) == (old.id, 2)
        assert new.proposal.cash_change <= 2_000
        assert "version 2" in text_of(second)
        assert sentence("replaces-pending", what="buy 3 GOOG") in text_of(second)
        assert {b.id for b in first.answer.buttons}.isdisjoint(b.id for b in second.answer.buttons)

    async def test_when_it_expired_before_the_answer_then_the_new_version_is_still_awaited(self, talk: Talk) -> None:
        await talk.proposed()
        turn = await talk.hand_in("ann", "make it $2,000")
        talk.pass_time(talk.policy.decision_ttl)
        await talk.answer_next()

        assert [d.status for d in talk.decisions()] == [DecisionStatus.SUPERSEDED, DecisionStatus.PROPOSED]
        assert talk.reply(turn).state is State.AWAITING_CONFIRM

    async def test_when_asked_about_the_other_side_then_the_pending_one_stays(self, talk: Talk) -> None:
        await talk.proposed()
        held = await talk.say("ann", "should I sell google?")
        assert sentence("nothing-to-sell-asked", symbols="GOOG", symbol="GOOG") in text_of(held)
        assert held.state is State.AWAITING_CONFIRM
        assert talk.decisions()[0].status is DecisionStatus.PROPOSED

    async def test_when_the_answer_is_a_hold_then_the_pending_one_stays_and_that_is_said(self, talk: Talk) -> None:
        await talk.proposed()
        held = await talk.say("ann", "should I sell google?")
        assert sentence("nothing-to-sell-asked", symbols="GOOG", symbol="GOOG") in text_of(held)
        assert sentence("pending-stays", what="buy 3 GOOG") in text_of(held)
        assert {d.status for d in talk.decisions()} == {DecisionStatus.PROPOSED}
        assert held.state is State.AWAITING_CONFIRM

    async def test_when_pressed_meanwhile_then_answered_anew(self, talk: Talk) -> None:
        confirm = button(await talk.proposed(), "confirm")
        turn = await talk.hand_in("ann", "make it $2,000")

        async def press() -> None:
            await talk.press("ann", confirm)

        talk.market.before = press
        await talk.answer_next()

        assert talk.orders_carried_out == 1
        (decision,) = talk.decisions()
        assert (decision.version, decision.status) == (1, DecisionStatus.FILLED)
        assert talk.reply(turn).answer.brief == sentence("amend-nothing")

    async def test_when_another_person_asks_the_same_then_a_decision_of_their_own(self, talk: Talk) -> None:
        await talk.proposed("ann")
        await talk.proposed("bob")
        assert [(d.asked_by, d.version, d.status) for d in talk.decisions()] == [
            ("U-ann", 1, DecisionStatus.PROPOSED),
            ("U-bob", 1, DecisionStatus.PROPOSED),
        ]


class TestCrashes:
    async def test_after_the_confirmation_then_the_rerun_tells_the_fill(self, talk: Talk) -> None:
        await talk.proposed()
        turn = await talk.hand_in("ann", "ok, do it")
        talk.broker.lose_database = 1
        with pytest.raises(StoreUnavailableError):
            await talk.answer_next()
        assert not talk.replies(turn)

        await talk.answer_next()

        assert "bought 3 GOOG" in text_of(talk.reply(turn))
        assert talk.reply(turn).state is State.COMPLETED
        assert talk.orders_carried_out == 1

    async def test_after_a_cancellation_then_the_rerun_says_so(self, talk: Talk) -> None:
        await talk.proposed()
        turn = await talk.hand_in("ann", "cancel")
        claim = await talk.claim()
        assert claim is not None
        await run_until_stored(talk.manager, claim)  # and then the process dies, before anything else is stored
        await talk.leases.release(claim)

        await talk.answer_next()

        assert text_of(talk.reply(turn)) == sentence("cancelled", what="buy 3 GOOG")

    async def test_when_the_sweeper_was_there_first_then_the_rerun_still_tells_the_fill(self, talk: Talk) -> None:
        await talk.proposed()
        turn = await talk.hand_in("ann", "ok, do it")
        talk.broker.lose_database = 1
        with pytest.raises(StoreUnavailableError):
            await talk.answer_next()
        talk.pass_time(timedelta(seconds=20))
        await talk.recovery.finish_decisions()

        await talk.answer_next()

        assert "bought 3 GOOG" in text_of(talk.reply(turn))
        assert talk.orders_carried_out == 1


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("confirm, and also buy 3 FB", DecisionStatus.FILLED, "Not done yet: “buy 3 FB”"),
        ("确认，另外买3股FB", DecisionStatus.FILLED, "还没做：“买3股FB”"),
        ("cancel that and sell 3 IBM", DecisionStatus.CANCELLED, "Not done yet: “sell 3 IBM”"),
        ("cancel that and show me IBM", DecisionStatus.CANCELLED, "IBM $203.07"),  # which trades nothing
        ("取消，看看IBM", DecisionStatus.CANCELLED, "IBM $203.07"),
        ("取消，IBM瞅一眼", DecisionStatus.CANCELLED, "IBM $203.07"),
    ],
)
async def test_a_verdict_with_another_request_then_what_is_not_done_is_named(
    talk: Talk, text: str, status: DecisionStatus, said: str
) -> None:
    await talk.say("ann", "buy 4 MSFT")
    reply = await talk.say("ann", text)
    assert [(d.proposal.symbol, d.status) for d in talk.decisions()] == [("MSFT", status)]
    assert said in text_of(reply)
