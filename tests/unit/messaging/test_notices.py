"""What is told in a thread without having been asked: each once, and only what no answer is going to say."""

import asyncio
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.execution.orders import Rejection
from bot.errors import StoreUnavailableError, TransactionConflictError
from bot.trading.decision_records import expire_decisions
from tests.fakes.core import Talk, button, sentence, text_of
from tests.unit.messaging.kills import killed_at_every_edge

pytestmark = pytest.mark.virtual_time

D = Decimal
HOUR = timedelta(hours=1)
ABANDONED = timedelta(seconds=20)
CHINESE = "谷歌要不要买？最多3000美元"


def not_confirmed(what: str = "buy 3 GOOG", symbol: str = "GOOG", language: Language = Language.ENGLISH) -> str:
    return sentence("expired-unconfirmed", language, what=what, symbol=symbol)


def told(talk: Talk) -> list[str]:
    return [text_of(notice) for notice in talk.notices()]


class TestExpiry:
    @pytest.mark.parametrize(
        ("language", "text", "later"),
        [
            (Language.ENGLISH, "should I buy google? at most $3,000", "分析苹果"),
            (Language.CHINESE, CHINESE, "analyze IBM"),
        ],
    )
    async def test_nobody_confirms_then_told_once_in_the_language_of_the_card(
        self, talk: Talk, language: Language, text: str, later: str
    ) -> None:
        proposed = await talk.proposed(text=text, thread="there")
        await talk.say("zhang", later, thread="there")
        what = sentence("action-increase", language, shares=D(3), symbol="GOOG")
        talk.pass_time(HOUR)

        for _ in range(3):
            await talk.recovery.expire_decisions()

        (notice,) = talk.notices()
        assert text_of(notice) == not_confirmed(what, language=language)
        assert notice.thread == proposed.thread
        assert notice.turn_id == proposed.turn_id
        assert notice.language is language
        assert notice.intent is Intent.DECIDE
        assert notice.state is State.IDLE
        assert not notice.answer.is_private
        assert not notice.answer.buttons
        assert talk.conversation("there").state is State.IDLE
        assert talk.decisions()[0].status is DecisionStatus.EXPIRED

    async def test_in_a_channel_with_a_language_then_still_told_in_the_language_of_the_card(self, talk: Talk) -> None:
        await talk.say("zhang", "/settings language en")
        card = await talk.proposed(text=CHINESE)
        talk.pass_time(HOUR)

        await talk.recovery.expire_decisions()

        assert [notice.language for notice in talk.notices()] == [card.language]

    async def test_when_one_conversation_changes_meanwhile_then_the_others_are_told_and_it_at_the_next_round(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for thread in ("here", "there"):
            await talk.proposed(thread=thread)
        talk.pass_time(HOUR)
        calls = 0

        async def collides_first(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - passed on
            nonlocal calls
            calls += 1
            if calls == 1:
                raise TransactionConflictError
            return await expire_decisions(*arguments, **options)

        monkeypatch.setattr("bot.recovery.expire_decisions", collides_first)
        await talk.recovery.expire_decisions()
        assert [notice.thread.thread for notice in talk.notices()] == ["there"]
        await talk.recovery.expire_decisions()
        assert [notice.thread.thread for notice in talk.notices()] == ["there", "here"]

    async def test_when_swept_by_several_at_once_then_told_once(self, talk: Talk) -> None:
        await talk.proposed()
        talk.pass_time(HOUR)
        await asyncio.gather(*(talk.recovery.expire_decisions() for _ in range(5)))
        assert told(talk) == [not_confirmed()]

    async def test_when_another_is_still_pending_then_the_talk_still_waits_for_it(self, talk: Talk) -> None:
        await talk.proposed()
        talk.pass_time(timedelta(minutes=20))
        await talk.proposed("bob", text="buy 5 shares of IBM")
        talk.pass_time(timedelta(minutes=15))
        await talk.recovery.expire_decisions()
        assert told(talk) == [not_confirmed()]
        assert talk.conversation().state is State.AWAITING_CONFIRM

    async def test_when_several_expire_then_each_is_told(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy GOOG or IBM?")
        talk.pass_time(HOUR)
        await talk.recovery.expire_decisions()
        names = [(f"buy {d.proposal.shares} {d.proposal.symbol}", d.proposal.symbol) for d in talk.decisions()]
        assert [symbol for _, symbol in names] == ["GOOG", "IBM"]
        assert sorted(told(talk)) == sorted(not_confirmed(what, symbol) for what, symbol in names)

    async def test_when_adjusted_then_only_the_new_version_expires(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        await talk.press("ann", f"{button(proposed, 'adjust').id}:800:")
        talk.pass_time(HOUR)
        await talk.recovery.expire_decisions()
        assert told(talk) == [not_confirmed("buy 1 GOOG")]

    @pytest.mark.parametrize("kind", ["confirm", "cancel"])
    async def test_when_decided_in_time_then_nothing_is_told(self, talk: Talk, kind: str) -> None:
        await talk.press("ann", button(await talk.proposed(), kind))
        talk.pass_time(HOUR)
        await talk.recovery.expire_decisions()
        assert told(talk) == []

    async def test_while_a_press_in_time_waits_then_it_expires_and_the_press_is_told(self, talk: Talk) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
        talk.pass_time(HOUR)
        await talk.recovery.expire_decisions()
        assert told(talk) == [not_confirmed()]
        await talk.presses.handle_press(turn)
        assert text_of(talk.reply(turn)).startswith("That decision expired")
        assert talk.orders_carried_out == 0

    async def test_while_a_message_in_time_waits_then_it_expires_and_the_person_is_told(self, talk: Talk) -> None:
        await talk.proposed()
        turn = await talk.hand_in("ann", "yes")
        talk.pass_time(HOUR)
        await talk.recovery.expire_decisions()
        assert told(talk) == [not_confirmed()]
        await talk.answer_next()
        assert "xpired" in text_of(talk.reply(turn))
        assert talk.orders_carried_out == 0

    async def test_when_a_press_came_too_late_then_it_expires_all_the_same(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.pass_time(HOUR)
        turn = await talk.hand_in_press("ann", button(proposed, "confirm"))
        await talk.recovery.expire_decisions()
        await talk.presses.handle_press(turn)
        assert told(talk) == [not_confirmed()]
        assert talk.reply(turn).answer.is_private

    async def test_when_killed_at_any_edge_then_told_once_in_the_end(self) -> None:
        async def check(talk: Talk) -> None:
            await talk.recovery.expire_decisions()
            assert told(talk) == [not_confirmed()]
            assert talk.conversation().state is State.IDLE

        async def expiring() -> Talk:
            talk = Talk()
            await talk.proposed()
            talk.pass_time(HOUR)
            return talk

        assert await killed_at_every_edge(expiring, lambda talk: talk.recovery.expire_decisions(), check) >= 2


async def _left_unclear() -> Talk:
    """A confirmation that was answered before anybody knew the outcome of its order; it is known by now."""
    talk = Talk()
    proposed = await talk.proposed()
    talk.broker.is_down = True
    await talk.press("ann", button(proposed, "confirm"))
    talk.broker.is_down = False
    talk.pass_time(ABANDONED)
    return talk


class TestOutcomes:
    async def test_when_the_outcome_comes_later_then_told_later(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.broker.is_down = True
        reply = await talk.press("ann", button(proposed, "confirm"))
        assert text_of(reply) == sentence("order-unknown", what="buy 3 GOOG")
        assert talk.conversation().state is State.EXECUTING
        talk.pass_time(ABANDONED)
        await talk.recovery.finish_decisions()
        assert told(talk) == []  # still unknown

        talk.broker.is_down = False
        for _ in range(3):
            await talk.recovery.finish_decisions()

        (notice,) = talk.notices()
        assert "bought 3 GOOG at $755.69" in text_of(notice)
        assert notice.intent is Intent.CONFIRM
        assert talk.conversation().state is State.COMPLETED

    @pytest.mark.parametrize(("language", "text"), [(Language.ENGLISH, "buy 3 GOOG"), (Language.CHINESE, "买3股谷歌")])
    @pytest.mark.parametrize("is_down", [True, False])
    async def test_when_the_broker_says_nothing_for_long_then_told_once_and_the_outcome_when_it_comes(
        self, talk: Talk, language: Language, text: str, *, is_down: bool
    ) -> None:
        proposed = await talk.proposed(text=text)
        talk.broker.is_down, talk.broker.silent_about_orders, talk.broker.lose_answers = is_down, not is_down, 1
        await talk.press("ann", button(proposed, "confirm"))
        since = talk.decisions()[0].decided_at
        for minutes in (1, 3):
            talk.pass_time(timedelta(minutes=minutes))
            await talk.recovery.finish_decisions()
            assert told(talk) == []

        for _ in range(4):
            talk.pass_time(timedelta(minutes=3))
            await asyncio.gather(*(talk.recovery.finish_decisions() for _ in range(3)))
        what = sentence("action-increase", language, shares=D(3), symbol="GOOG")
        assert told(talk) == [sentence("order-no-answer", language, what=what, since=since)]
        assert talk.conversation().state is State.EXECUTING

        talk.broker.is_down = talk.broker.silent_about_orders = False
        await talk.recovery.finish_decisions()
        assert len(told(talk)) == 2
        talk.check_invariants()

    async def test_when_the_broker_falls_silent_about_the_rest_then_told_once(self, talk: Talk) -> None:
        talk.broker.holds_fills = True
        await talk.press("ann", button(await talk.proposed(), "confirm"))
        (order,) = talk.memory.state.orders.values()
        await talk.broker.fill(order, D(1))
        talk.pass_time(ABANDONED)
        await talk.recovery.finish_decisions()
        (filled,) = told(talk)
        talk.broker.silent_about_orders = True
        for _ in range(3):
            talk.pass_time(timedelta(minutes=6))
            await talk.recovery.finish_decisions()
        assert len(told(talk)) == 2
        assert told(talk)[0] == filled

    async def test_when_the_order_is_rejected_later_then_told_with_its_reason(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.broker.is_down = True
        await talk.press("ann", button(proposed, "confirm"))
        await _finished(talk, rejection=Rejection("insufficient_shares"))
        why = sentence("rejected-insufficient-shares")
        assert told(talk) == [sentence("order-rejected", what="buy 3 GOOG", why=why)]
        assert talk.conversation().state is State.ERROR

    async def test_when_the_press_is_not_answered_yet_then_its_answer_tells_it(self, talk: Talk) -> None:
        turn = await talk.hand_in_press("ann", button(await talk.proposed(), "confirm"))
        talk.broker.lose_database = 1
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle_press(turn)
        talk.pass_time(ABANDONED)

        await talk.recovery.finish_decisions()
        assert told(talk) == []
        await talk.recovery.handle_abandoned_presses(talk.runner().scope)

        assert "bought 3 GOOG" in text_of(talk.reply(turn))
        assert told(talk) == []

    @pytest.mark.parametrize("sweepers", [1, 5])
    async def test_when_killed_at_any_edge_then_the_fill_is_told_once_in_the_end(self, sweepers: int) -> None:
        async def check(talk: Talk) -> None:
            assert (talk.decisions()[0].status is DecisionStatus.FILLED) == bool(talk.notices())
            await asyncio.gather(*(talk.recovery.finish_decisions() for _ in range(sweepers)))
            (notice,) = talk.notices()
            assert "bought 3 GOOG at $755.69" in text_of(notice)
            assert talk.conversation().state is State.COMPLETED

        assert await killed_at_every_edge(_left_unclear, lambda talk: talk.recovery.finish_decisions(), check) >= 2

    async def test_when_filled_at_once_then_the_answer_alone_tells_it(self, talk: Talk) -> None:
        await talk.press("ann", button(await talk.proposed(), "confirm"))
        await _finished(talk)
        assert told(talk) == []

    async def test_a_notice_is_delivered_after_the_answer_it_follows(self, talk: Talk) -> None:
        await talk.proposed()
        talk.pass_time(HOUR)
        await talk.recovery.expire_decisions()

        delivering = asyncio.create_task(talk.deliverer().deliver_replies())
        async with asyncio.timeout(5):
            while len(talk.channel.replies) < 2:  # noqa: ASYNC110 - what is heard rings no bell
                await asyncio.sleep(0.01)
        delivering.cancel()
        await asyncio.gather(delivering, return_exceptions=True)

        assert [reply.occasion.partition(":")[0] for reply in talk.channel.replies] == ["answer", "expired"]


async def _shown_elsewhere(talk: Talk, text: str = "buy 10 AAPL") -> Reply:
    """Return the card of thread "one", whose buttons thread "two" shows too."""
    card = await talk.say("ann", text, thread="one")
    await talk.say("ann", "/pending", thread="two")
    return card


async def _confirmed_elsewhere(talk: Talk, text: str = "buy 10 AAPL") -> Reply:
    return await talk.press("ann", button(await _shown_elsewhere(talk, text), "confirm"), thread="two")


async def _finished(talk: Talk, *, rejection: Rejection | None = None) -> None:
    """Let the broker answer, and look for outcomes after a while."""
    talk.broker.is_down, talk.broker.rejection = False, rejection
    talk.pass_time(ABANDONED)
    await talk.recovery.finish_decisions()


def _told_in(talk: Talk, thread: str) -> list[str]:
    return [text_of(notice) for notice in talk.notices() if notice.thread == talk.conversation(thread).thread]


class TestOtherThreads:
    async def test_when_filled_at_once_then_told_in_the_thread_of_the_card_too(self, talk: Talk) -> None:
        answer = await _confirmed_elsewhere(talk)
        assert "bought 10 AAPL" in text_of(answer)
        assert answer.state is State.COMPLETED
        (told,) = _told_in(talk, "one")
        assert "bought 10 AAPL" in told
        assert _told_in(talk, "two") == []
        assert talk.conversation("one").state is State.IDLE

    async def test_when_told_later_then_in_both_threads_and_both_can_go_on(self, talk: Talk) -> None:
        talk.broker.is_down = True
        await _confirmed_elsewhere(talk)
        assert [talk.conversation(each).state for each in ("one", "two")] == [State.IDLE, State.EXECUTING]
        talk.broker.is_down = False
        talk.pass_time(ABANDONED)
        for _ in range(3):
            await talk.recovery.finish_decisions()

        for thread in ("one", "two"):
            (told,) = _told_in(talk, thread)
            assert "bought 10 AAPL" in told
        assert [talk.conversation(each).state for each in ("one", "two")] == [State.IDLE, State.COMPLETED]
        assert "buy 1 IBM" in text_of(await talk.say("ann", "buy 1 IBM", thread="two"))

    async def test_both_threads_are_told_in_the_language_of_the_card(self, talk: Talk) -> None:
        talk.broker.is_down = True
        await talk.say("ann", "analyze IBM", thread="two")
        await _confirmed_elsewhere(talk, "买入 10 股苹果")
        await _finished(talk)
        assert [each.language for each in talk.notices()] == [Language.CHINESE] * 2

    @pytest.mark.parametrize("is_down", [False, True])
    async def test_when_rejected_then_the_thread_of_the_card_can_go_on(self, talk: Talk, *, is_down: bool) -> None:
        why = Rejection("insufficient_shares")
        talk.broker.is_down, talk.broker.rejection = is_down, why
        await _confirmed_elsewhere(talk)
        await _finished(talk, rejection=why)
        expected = sentence("order-rejected", what="buy 10 AAPL", why=sentence("rejected-insufficient-shares"))
        assert _told_in(talk, "one") == [expected]
        assert _told_in(talk, "two") == ([expected] if is_down else [])
        assert talk.conversation("one").state is State.IDLE

    async def test_when_another_card_is_pending_there_then_it_still_waits(self, talk: Talk) -> None:
        cards = await _shown_elsewhere(talk, "buy 10 AAPL and 5 IBM")
        await talk.press("ann", button(cards, "confirm"), thread="two")
        assert talk.conversation("one").state is State.AWAITING_CONFIRM

    async def test_when_cancelled_elsewhere_then_nothing_is_told_and_nothing_waits(self, talk: Talk) -> None:
        await talk.press("ann", button(await _shown_elsewhere(talk), "cancel"), thread="two")
        assert told(talk) == []
        assert talk.conversation("one").state is State.IDLE

    async def test_when_what_fits_is_shown_later_then_yes_there_is_about_it(self, talk: Talk) -> None:
        talk.broker.is_down = True
        await _confirmed_elsewhere(talk)
        await _finished(talk, rejection=Rejection("insufficient_cash", D(5000), D(4000), D(8)))
        talk.broker.rejection = None
        assert [len(each.answer.buttons) > 0 for each in talk.notices()] == [False, True]
        assert "That would buy 8 AAPL" in text_of(await talk.say("ann", "yes", thread="two"))
        assert "bought 8 AAPL" in text_of(await talk.say("ann", "yes", thread="two"))

    async def test_when_the_broker_is_silent_then_both_threads_are_told_once(self, talk: Talk) -> None:
        talk.broker.is_down = True
        await _confirmed_elsewhere(talk)
        talk.pass_time(timedelta(minutes=6))
        for _ in range(2):
            await talk.recovery.finish_decisions()
        assert [len(_told_in(talk, each)) for each in ("one", "two")] == [1, 1]

    async def test_when_killed_at_any_edge_then_each_thread_is_told_once_in_the_end(self) -> None:
        turns = dict[Talk, Turn]()

        async def pressed() -> Talk:
            talk = Talk()
            turns[talk] = await talk.hand_in_press("ann", button(await _shown_elsewhere(talk), "confirm"), thread="two")
            return talk

        async def check(talk: Talk) -> None:
            talk.pass_time(ABANDONED)
            await talk.recovery.finish_decisions()
            await talk.recovery.handle_abandoned_presses(talk.runner().scope)
            is_bought = talk.orders_carried_out == 1
            assert [len(_told_in(talk, each)) for each in ("one", "two")] == [is_bought, 0]
            assert ("bought 10 AAPL" in text_of(talk.reply(turns[talk]))) == is_bought

        assert await killed_at_every_edge(pressed, lambda talk: talk.presses.handle_press(turns[talk]), check) >= 2
