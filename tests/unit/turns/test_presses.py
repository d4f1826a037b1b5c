"""Confirm and Cancel, pressed: once, by who may, on what is still open."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from bot.context.policy import Policy
from bot.context.turn import TurnResult
from bot.domain.conversation.buttons import ButtonRef, Vote, VoteRef
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import Person
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decisions import DecisionStatus
from bot.errors import TransactionConflictError
from bot.turns.decisions.decision_actions import DecisionActions
from bot.turns.person_slots import PersonSlots
from tests.fakes.core import LEASE, Talk, button, sentence, text_of
from tests.fakes.stores import FakeConversations

D = Decimal
ASK = {Language.ENGLISH: "should I buy google? at most $3,000", Language.CHINESE: "谷歌要不要买？最多3000美元"}


def stale(status: str, language: Language = Language.ENGLISH) -> str:
    return sentence("error-stale-decision", language, status=status, symbol="GOOG")


class TestConfirm:
    async def test_when_pressed_then_executed_and_told(self, talk: Talk) -> None:
        reply = await talk.press("ann", button(await talk.proposed(), "confirm"))

        assert reply.intent is Intent.CONFIRM
        assert reply.state is State.COMPLETED
        assert "bought 3 GOOG at $755.69 for $2,267.07" in text_of(reply)
        assert "You now hold 3 GOOG, worth $2,267.07. Cash left: $97,732.93." in text_of(reply)
        assert talk.account.cash == D("97732.93")
        assert [d.status for d in talk.decisions()] == [DecisionStatus.FILLED]

    async def test_when_the_same_press_is_delivered_twice_then_executed_and_answered_once(self, talk: Talk) -> None:
        confirm = button(await talk.proposed(), "confirm")

        first = await talk.press("ann", confirm, press_id="P1")
        again = await talk.press("ann", confirm, press_id="P1")

        assert again == first
        assert talk.orders_carried_out == 1

    async def test_when_the_same_press_is_handled_twice_at_once_then_one_reply_tells_the_fill(self, talk: Talk) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))

        await asyncio.gather(*(talk.presses.handle_press(turn) for _ in range(5)))

        assert "bought 3 GOOG" in text_of(talk.reply(turn))
        assert talk.orders_carried_out == 1

    @pytest.mark.parametrize("seed", range(20))
    async def test_when_handled_twice_in_any_order_then_one_reply_tells_the_fill(self, talk: Talk, seed: int) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
        talk.memory.pauses = partial(random.Random(seed).choice, (1, 20))  # noqa: S311 - the same in every run

        await asyncio.gather(*(talk.presses.handle_press(turn) for _ in range(3)))

        assert "bought 3 GOOG" in text_of(talk.reply(turn))
        assert talk.orders_carried_out == 1

    async def test_when_pressed_many_times_at_once_then_one_order(self, talk: Talk) -> None:
        confirm = button(await talk.proposed(), "confirm")

        replies = await asyncio.gather(*(talk.press("ann", confirm) for _ in range(20)))

        assert talk.orders_carried_out == 1
        assert len([r for r in replies if "bought" in text_of(r)]) == 1

    async def test_when_pressed_and_typed_at_once_then_one_order(self, talk: Talk) -> None:
        confirm = button(await talk.proposed(), "confirm")
        typed = await talk.hand_in("ann", "ok, do it")

        pressed, _ = await asyncio.gather(talk.press("ann", confirm), talk.answer_next())

        texts = [text_of(pressed), text_of(talk.reply(typed))]
        assert talk.orders_carried_out == 1
        assert len([text for text in texts if "bought" in text]) == 1

    async def test_when_confirm_and_cancel_at_once_then_the_state_matches_the_orders(self, talk: Talk) -> None:
        for _ in range(10):
            proposed = await talk.proposed()
            before = talk.orders_carried_out
            await asyncio.gather(
                talk.press("ann", button(proposed, "cancel")),
                talk.press("ann", button(proposed, "confirm")),
            )
            status = talk.decisions()[-1].status
            assert (status, talk.orders_carried_out - before) in {
                (DecisionStatus.FILLED, 1),
                (DecisionStatus.CANCELLED, 0),
            }

    @pytest.mark.parametrize("language", Language)
    async def test_when_somebody_else_presses_then_refused(self, talk: Talk, language: Language) -> None:
        proposed = await talk.proposed(text=ASK[language])

        for kind in ("confirm", "cancel"):
            reply = await talk.press("bob", button(proposed, kind))
            assert text_of(reply) == sentence("error-not-your-decision", language)

        assert talk.orders_carried_out == 0
        assert talk.decisions()[0].status is DecisionStatus.PROPOSED
        assert talk.conversation().state is State.AWAITING_CONFIRM

    @pytest.mark.parametrize(
        "button_id",
        [
            "",
            "confirm:x:1",
        ],
    )
    async def test_when_the_button_is_none_of_ours_then_said(self, talk: Talk, button_id: str) -> None:
        await talk.proposed()
        reply = await talk.press("ann", button_id)
        assert text_of(reply) == sentence("button-unknown")
        assert talk.conversation().state is State.AWAITING_CONFIRM

    async def test_when_there_is_no_such_decision_then_said(self, talk: Talk) -> None:
        await talk.proposed()
        reply = await talk.press("ann", f"confirm:{talk.new_id()}:1")
        assert text_of(reply) == sentence("error-unknown-decision")

    async def test_when_it_is_a_hold_then_nothing_to_confirm(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy AAPL?")
        (hold,) = talk.decisions()

        reply = await talk.press("ann", f"confirm:{hold.id}:1")

        assert text_of(reply) == sentence("error-stale-decision", status="hold", symbol="AAPL")
        assert not talk.memory.state.orders

    async def test_when_it_was_made_at_another_markets_prices_then_not_traded_at_these(self, talk: Talk) -> None:
        confirm = button(await talk.proposed(), "confirm")
        talk.market.name = "yahoo"  # the process was started anew, on live prices

        reply = await talk.press("ann", confirm)

        assert text_of(reply) == stale("another_market")
        assert talk.orders_carried_out == 0
        assert talk.decisions()[0].status is DecisionStatus.PROPOSED


async def _filled(talk: Talk, proposed: Reply) -> None:
    await talk.press("ann", button(proposed, "confirm"))


async def _cancelled(talk: Talk, proposed: Reply) -> None:
    await talk.press("ann", button(proposed, "cancel"))


async def _superseded(talk: Talk, proposed: Reply) -> None:  # noqa: ARG001 - the newest is superseded
    await talk.say("ann", "make it $2,000")


class _BobsLanguageOnly:
    """`People` of whom only bob's language is known."""

    async def person(self, turn: Turn) -> Person:
        return replace(turn.person, language=Language.CHINESE if turn.person.id == "U-bob" else None)


class TestLanguage:
    @pytest.mark.parametrize("kind", ["confirm", "cancel", "why"])
    @pytest.mark.parametrize(("card", "last"), [(Language.ENGLISH, "分析苹果"), (Language.CHINESE, "analyze IBM")])
    async def test_when_no_profile_is_known_then_the_cards_whoever_spoke_last(
        self, talk: Talk, kind: str, card: Language, last: str
    ) -> None:
        proposed = await talk.proposed(text=ASK[card])
        await talk.say("zhang", last)
        assert (await talk.press("ann", button(proposed, kind))).language is card

    async def test_when_adjusted_then_the_new_card_is_in_the_language_of_the_old_one(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        await talk.say("zhang", "分析苹果")
        adjusted = await talk.press("ann", f"{button(proposed, 'adjust').id}:800:")
        await talk.say("zhang", "分析苹果")
        confirmed = await talk.press("ann", button(adjusted, "confirm"))
        assert {adjusted.language, confirmed.language} == {Language.ENGLISH}

    async def test_when_the_profile_is_known_then_in_its_language(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        turn = await talk.hand_in_press("bob", button(proposed, "confirm"))
        await replace(talk.presses, people=_BobsLanguageOnly()).handle_press(turn)
        assert text_of(talk.reply(turn)) == sentence("error-not-your-decision", Language.CHINESE)

    async def test_a_thumb_is_answered_in_the_language_of_its_answer(self, talk: Talk) -> None:
        answer = await talk.say("ann", "analyze IBM")
        await talk.say("zhang", "分析苹果")
        thanks = await talk.press("ann", str(VoteRef(Vote.UP, answer.id)))
        assert text_of(thanks) == sentence("voted-up")

    async def test_when_it_stands_under_no_answer_then_in_that_of_the_talk(self, talk: Talk) -> None:
        await talk.say("zhang", "分析苹果")
        assert text_of(await talk.press("ann", "nonsense")) == sentence("button-unknown", Language.CHINESE)


class TestOnWhatIsOver:
    @pytest.mark.parametrize("language", Language)
    @pytest.mark.parametrize(
        ("end", "status"),
        [(_filled, "filled"), (_cancelled, "cancelled"), (_superseded, "superseded")],
    )
    @pytest.mark.parametrize("kind", ["confirm", "cancel"])
    async def test_when_pressed_then_says_what_became_of_it(
        self,
        talk: Talk,
        end: Callable[[Talk, Reply], Awaitable[None]],
        status: str,
        kind: str,
        language: Language,
    ) -> None:
        proposed = await talk.proposed(text=ASK[language])
        await end(talk, proposed)
        await talk.say("ann", {Language.ENGLISH: "thanks", Language.CHINESE: "谢谢"}[language])
        before = talk.orders_carried_out

        reply = await talk.press("ann", button(proposed, kind))

        assert text_of(reply) == stale(status, language)
        assert reply.language is language
        assert talk.orders_carried_out == before

    @pytest.mark.parametrize("language", Language)
    async def test_when_expired_then_says_when_and_trades_nothing(self, talk: Talk, language: Language) -> None:
        proposed = await talk.proposed(text=ASK[language])
        talk.pass_time(talk.policy.decision_ttl)

        reply = await talk.press("ann", button(proposed, "confirm"))

        assert text_of(reply) == sentence("error-decision-expired", language, expired_at="2026-11-02 17:30 UTC")
        assert talk.orders_carried_out == 0
        assert reply.state is State.IDLE

    async def test_when_the_database_ends_the_transaction_for_another_then_done_again_at_once(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        proposed = await talk.proposed()
        save, tries = FakeConversations.save, 0

        async def collides_once(*arguments: Any, **options: Any) -> None:  # noqa: ANN401 - passed on
            nonlocal tries
            tries += 1
            if tries == 1:
                raise TransactionConflictError
            await save(*arguments, **options)

        monkeypatch.setattr(FakeConversations, "save", collides_once)
        reply = await talk.press("ann", f"adjust:{button(proposed, 'confirm').id.partition(':')[2]}:1,600:")
        assert [each.proposal.shares for each in reply.answer.decisions] == [2]
        assert tries == 2

    async def test_when_expired_and_swept_then_says_the_same(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.pass_time(timedelta(hours=1))
        await talk.recovery.expire_decisions()
        assert talk.conversation().state is State.IDLE

        reply = await talk.press("ann", button(proposed, "confirm"))

        assert talk.decisions()[0].status is DecisionStatus.EXPIRED
        assert text_of(reply).startswith("That decision expired at 2026-11-02 17:30 UTC.")

    @pytest.mark.parametrize("is_swept", [False, True])
    async def test_when_accepted_in_time_and_handled_after_the_expiry_then_told_and_not_traded(
        self, talk: Talk, *, is_swept: bool
    ) -> None:
        proposed = await talk.proposed()
        talk.pass_time(talk.policy.decision_ttl - timedelta(seconds=1))
        turn = await talk.hand_in_press("ann", button(proposed, "confirm"))
        talk.pass_time(timedelta(seconds=30))
        if is_swept:
            await talk.recovery.expire_decisions()

        await talk.presses.handle_press(turn)

        assert text_of(talk.reply(turn)) == sentence("error-decision-expired", expired_at="2026-11-02 17:30 UTC")
        assert talk.orders_carried_out == 0

    @pytest.mark.parametrize("language", Language)
    async def test_when_handled_too_long_after_the_press_then_told_and_still_pending(
        self, talk: Talk, language: Language
    ) -> None:
        proposed = await talk.proposed(text=ASK[language])
        turn = await talk.hand_in_press("ann", button(proposed, "confirm"))
        talk.pass_time(talk.policy.confirm_within + timedelta(seconds=1))

        await talk.presses.handle_press(turn)

        told = sentence("error-confirmation-too-late", language, symbol="GOOG", seconds=60)
        assert text_of(talk.reply(turn)) == told
        assert talk.orders_carried_out == 0
        assert "GOOG" in text_of(await talk.press("ann", button(proposed, "confirm")))
        assert talk.orders_carried_out == 1


async def test_commission_is_paid_and_told() -> None:
    talk = Talk(Policy(lease_ttl=LEASE, commission=D("1.50")))
    reply = await talk.press("ann", button(await talk.proposed(), "confirm"))
    assert "for $2,267.07 plus $1.50 commission" in text_of(reply)
    assert talk.account.cash == D("97731.43")
    talk.check_invariants()


class TestManyPressesOfOnePerson:
    async def test_only_so_many_are_handled_at_once_and_neither_others_nor_a_confirm_wait(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        card = await talk.proposed()
        free, at_once, most = asyncio.Event(), 0, 0
        why = DecisionActions.why

        async def slow(self: DecisionActions, ref: ButtonRef, *, turn: Turn, locale: Locale) -> TurnResult:
            nonlocal at_once, most
            if turn.person.name == "Ann":
                at_once, most = at_once + 1, max(most, at_once + 1)
                await free.wait()
                at_once -= 1
            return await why(self, ref, turn=turn, locale=locale)

        monkeypatch.setattr(DecisionActions, "why", slow)
        turns = [await talk.hand_in_press("ann", button(card, "why"), press_id=f"w{n}") for n in range(20)]
        flood = [asyncio.create_task(talk.presses.handle_press(turn)) for turn in turns]
        await asyncio.sleep(0)
        assert text_of(await talk.press("bob", button(card, "why")))
        assert "bought 3 GOOG" in text_of(await talk.press("ann", button(card, "confirm")))
        free.set()
        await asyncio.gather(*flood)
        assert all(text_of(talk.reply(turn)) for turn in turns)
        assert most == 2

    async def test_what_a_person_has_done_is_forgotten(self) -> None:
        slots = PersonSlots(1)
        async with slots.slot("ann"), slots.slot("bob"):
            pass
        assert slots == PersonSlots(1)


class TestPressedElsewhere:
    """In a conversation that does not show the button: refused with a sentence, and audited."""

    @pytest.mark.parametrize("action", ["confirm", "adjust"])
    async def test_when_the_card_stands_in_another_thread_then_nothing_is_done(self, talk: Talk, action: str) -> None:
        pressed = button(await talk.proposed(thread="one"), action).id + (":1000:" if action == "adjust" else "")

        refused = await talk.press("ann", pressed, thread="two")

        assert text_of(refused) == sentence("error-pressed-elsewhere")
        assert refused.answer.is_private
        assert [d.status for d in talk.decisions()] == [DecisionStatus.PROPOSED]
        audited = list(talk.memory.state.audit.values())[-1]
        assert (audited.kind, audited.by, audited.facts["refused"]) == ("pressed", "U-ann", "PressedElsewhereError")

    @pytest.mark.parametrize("action", ["confirm_all", "cancel_all"])
    async def test_when_the_cards_stand_in_another_thread_then_none_is_decided(self, talk: Talk, action: str) -> None:
        cards = await talk.say("ann", "buy 10 AAPL and 5 IBM", thread="one")
        group = next(each.id for each in cards.answer.buttons if each.id.startswith(action))

        assert text_of(await talk.press("ann", group, thread="two")) == sentence("error-pressed-elsewhere")
        assert {d.status for d in talk.decisions()} == {DecisionStatus.PROPOSED}
