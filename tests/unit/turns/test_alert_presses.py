"""Presses of the buttons below an alert that is told."""

from datetime import date, timedelta

from adapters.market.hours import at_new_york
from bot.calendar.time_span import time_span
from bot.domain.conversation.replies import Reply
from bot.domain.watching.alerts import AlertState, PriceAlert
from tests.fakes.core import Talk, button, text_of
from tests.fakes.core_ports import calendar


async def told(talk: Talk, text: str = "/alert AAPL < 450") -> Reply:
    """Set an alert as Ann, let it be reached on 2013-02-04, and return the notice."""
    await talk.say("ann", text)
    since, until = at_new_york(date(2013, 1, 31)), at_new_york(date(2013, 2, 4))
    span = time_span(calendar(), talk.account, since=since, until=until)
    fired = (await talk.core.pass_time.alerts.plan(span)).fired
    async with talk.stores.transaction(talk.account.tenant_id) as tx:
        await tx.accounts.set_market_time(talk.account.id, until)
        await talk.core.pass_time.alerts.record(tx, fired)
    return talk.notices()[-1]


def the_alert(talk: Talk) -> PriceAlert:
    ((_, alert),) = talk.memory.state.alerts.values()
    return alert


async def test_notice_mentions_who_asked_and_has_three_buttons(talk: Talk) -> None:
    notice = await told(talk)
    assert notice.answer.calls_person
    assert notice.person.name == "Ann"
    assert [each.label for each in notice.answer.buttons] == ["Decide", "Snooze", "Done"]


async def test_decide_proposes_to_who_pressed_and_trades_nothing(talk: Talk) -> None:
    notice = await told(talk)
    assert "Bob asks for a decision on AAPL" in text_of(await talk.press("bob", button(notice, "alert_decide")))
    await talk.answer_next()
    (decision,) = talk.decisions()
    assert (decision.proposal.symbol, decision.asked_by) == ("AAPL", "U-bob")
    assert talk.orders_carried_out == 0


async def test_decide_twice_then_one_message_for_each_person(talk: Talk) -> None:
    notice = await told(talk)
    await talk.press("bob", button(notice, "alert_decide"))
    talk.pass_time(timedelta(seconds=1))
    again = await talk.press("bob", button(notice, "alert_decide"))
    assert "You have asked for a decision on AAPL here already" in text_of(again)
    assert "Ann asks" in text_of(await talk.press("ann", button(notice, "alert_decide")))


async def test_done_then_everybody_is_told_who_did_it(talk: Talk) -> None:
    notice = await told(talk)
    assert "Bob has settled alert 1" in text_of(await talk.press("bob", button(notice, "alert_done")))
    assert "Ann asks for a decision" in text_of(await talk.press("ann", button(notice, "alert_decide")))
    for kind in ("alert_done", "alert_snooze"):
        reply = await talk.press("ann", button(notice, kind))
        assert "was settled by Bob" in text_of(reply)
        assert reply.answer.is_private
    assert the_alert(talk).state is AlertState.DONE


async def test_snoozed_until_the_next_session_then_told_again_in_it(talk: Talk) -> None:
    notice = await told(talk)
    text = text_of(await talk.press("bob", button(notice, "alert_snooze")))
    assert "Bob has snoozed alert 1 (AAPL) until the next session, 2013-02-05" in text
    assert "was snoozed by Bob" in text_of(await talk.press("ann", button(notice, "alert_snooze")))
    assert "snoozed until" in text_of(await talk.say("ann", "/alerts"))
    since, until = at_new_york(date(2013, 2, 4)), at_new_york(date(2013, 2, 5))
    span = time_span(calendar(), talk.account, since=since, until=until)
    (fired,) = (await talk.core.pass_time.alerts.plan(span)).fired
    async with talk.stores.transaction(talk.account.tenant_id) as tx:
        await talk.core.pass_time.alerts.record(tx, (fired,))
    assert len(talk.notices()) == 2
    assert "armed or told again since" in text_of(await talk.press("ann", button(notice, "alert_done")))
    assert the_alert(talk).times_told == 2


async def test_rearmed_on_request_unless_the_price_is_there(talk: Talk) -> None:
    await told(talk, "/alert AAPL > 456")
    assert "told at" in text_of(await talk.say("ann", "/alerts"))
    assert "Armed again: 1, AAPL at $456.00 or above" in text_of(await talk.say("ann", "re-arm alert 1"))
    assert the_alert(talk).state is AlertState.ARMED


async def test_price_is_there_then_not_rearmed(talk: Talk) -> None:
    await told(talk)
    assert "AAPL is there already" in text_of(await talk.say("ann", "/alerts rearm 1"))
    assert the_alert(talk).state is AlertState.TOLD


async def test_remove_is_for_who_asked(talk: Talk) -> None:
    reply = await talk.say("ann", "/alert AAPL < 440")
    remove = button(reply, "alert_remove")
    assert "only they can remove it here" in text_of(await talk.press("bob", remove))
    assert "Ann has removed alert 1" in text_of(await talk.press("ann", remove))
    assert "has been removed" in text_of(await talk.press("ann", remove))


async def test_button_of_another_conversation_then_unknown(talk: Talk) -> None:
    notice = await told(talk)
    await talk.press("bob", button(notice, "alert_done"), thread="elsewhere")
    assert the_alert(talk).state is AlertState.TOLD
