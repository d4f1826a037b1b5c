"""Presses of the buttons below an alert that is told."""

import asyncio
from datetime import date, timedelta

from adapters.market.hours import at_new_york
from bot.calendar.time_span import time_span
from bot.domain.conversation.replies import Reply
from bot.domain.watching.alerts import MOST_ALERTS_OF_PERSON, AlertState, PriceAlert
from tests.fakes.core import Talk, button, sentence, text_of
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


async def test_decide_proposes_to_who_pressed_and_trades_nothing(talk: Talk) -> None:
    notice = await told(talk)
    pressed = await talk.press("bob", button(notice, "alert_decide"))
    await talk.answer_next()
    (card,) = (each for each in talk.memory.state.replies.values() if each.turn_id == pressed.answer.continued_by)
    assert text_of(card).startswith("Bob asks for a decision on AAPL.")
    (decision,) = talk.decisions()
    assert (decision.proposal.symbol, decision.asked_by) == ("AAPL", "U-bob")
    assert talk.orders_carried_out == 0


async def test_decide_twice_then_one_message_for_each_person(talk: Talk) -> None:
    notice = await told(talk)
    await talk.press("bob", button(notice, "alert_decide"))
    talk.pass_time(timedelta(seconds=1))
    again = await talk.press("bob", button(notice, "alert_decide"))
    assert "You have asked for a decision on AAPL here already" in text_of(again)
    assert (await talk.press("ann", button(notice, "alert_decide"))).answer.continued_by is not None


async def test_done_then_everybody_is_told_who_did_it(talk: Talk) -> None:
    notice = await told(talk)
    text = text_of(await talk.press("bob", button(notice, "alert_done")))
    assert (
        "Bob has marked Ann’s alert 1 (AAPL) as done: it is not told again, unless somebody arms it again: “/alerts"
        in text
    )
    assert (await talk.press("ann", button(notice, "alert_decide"))).answer.continued_by is not None
    for kind in ("alert_done", "alert_snooze"):
        reply = await talk.press("ann", button(notice, kind))
        assert "was marked as done by Bob" in text_of(reply)
        assert reply.answer.is_private
    assert the_alert(talk).state is AlertState.DONE


async def test_snoozed_until_the_next_session_then_told_again_in_it(talk: Talk) -> None:
    notice = await told(talk)
    text = text_of(await talk.press("bob", button(notice, "alert_snooze")))
    assert "Bob has snoozed Ann’s alert 1 (AAPL) until the next session, 2013-02-05" in text
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


async def test_settled_by_another_then_listed_so_and_still_armed_again_by_who_asked_only(talk: Talk) -> None:
    talk.people.not_admins.add("U-bob")
    notice = await told(talk, "/alert AAPL > 456")
    await talk.press("bob", button(notice, "alert_done"))
    assert "1: AAPL at $456.00 or above · done, by Bob · Ann" in text_of(await talk.say("bob", "/alerts"))
    assert "Alert 1 is Ann’s" in text_of(await talk.say("bob", "/alerts rearm 1"))
    await talk.say("ann", "/alerts remove all")
    assert the_alert(talk).state is AlertState.DONE
    assert "Armed again: 1" in text_of(await talk.say("ann", "/alerts rearm 1"))
    assert (the_alert(talk).state, the_alert(talk).settled_by) == (AlertState.ARMED, None)


async def test_settled_then_removed_by_its_number(talk: Talk) -> None:
    notice = await told(talk)
    await talk.press("ann", button(notice, "alert_done"))
    await talk.say("ann", "/alerts remove 1")
    assert "There are no alerts" in text_of(await talk.say("ann", "/alerts"))


async def test_as_many_as_are_kept_then_neither_snoozed_nor_rearmed(talk: Talk) -> None:
    notice = await told(talk, "/alert AAPL > 456")
    for number in range(MOST_ALERTS_OF_PERSON):
        await talk.say("ann", f"/alert AAPL < {400 - number}")
    snooze = button(notice, "alert_snooze")
    assert "Whoever asked for this one has 50 alerts" in text_of(await talk.press("bob", snooze))
    assert "You have 50 alerts" in text_of(await talk.press("ann", snooze))
    assert "You have 50 alerts" in text_of(await talk.say("ann", "/alerts rearm 1"))
    assert next(alert.state for _, alert in talk.memory.state.alerts.values() if alert.number == 1) is AlertState.TOLD


async def test_same_one_waits_then_neither_snoozed_nor_rearmed(talk: Talk) -> None:
    notice = await told(talk, "/alert AAPL > 456")
    await talk.say("ann", "/alert AAPL > 456")
    pressed = text_of(await talk.press("ann", button(notice, "alert_snooze")))
    assert pressed == "Alert 2 (AAPL) already waits for the same. Nothing was changed."
    assert "You have that alert already: 2, AAPL at $456.00" in text_of(await talk.say("ann", "/alerts rearm 1"))


async def test_price_is_there_then_not_rearmed(talk: Talk) -> None:
    await told(talk)
    assert "AAPL is there already" in text_of(await talk.say("ann", "/alerts rearm 1"))
    assert the_alert(talk).state is AlertState.TOLD


async def test_two_press_at_once_then_one_settles_it_and_the_other_is_told_who(talk: Talk) -> None:
    notice = await told(talk)
    done, snooze = button(notice, "alert_done"), button(notice, "alert_snooze")
    replies = await asyncio.gather(talk.press("ann", done), talk.press("bob", snooze), talk.press("bob", done))
    assert sum(not each.answer.is_private for each in replies) == 1
    alert = the_alert(talk)
    by = alert.settled_by.name if alert.settled_by else ""
    assert all(f"by {by}" in text_of(each) for each in replies if each.answer.is_private)


async def test_alert_is_removed_or_erased_then_its_buttons_change_nothing(talk: Talk) -> None:
    notice = await told(talk)
    await talk.say("ann", "/alerts remove 1")
    for kind in ("alert_done", "alert_snooze"):
        assert "has been removed or is over" in text_of(await talk.press("bob", button(notice, kind)))
    assert the_alert(talk).state is AlertState.REMOVED
    talk.memory.state.alerts.clear()
    for kind in ("alert_done", "alert_snooze", "alert_decide"):
        reply = await talk.press("bob", button(notice, kind))
        assert (text_of(reply), reply.answer.is_private) == (sentence("button-unknown"), True)
    assert talk.decisions() == []


async def test_button_of_another_conversation_then_unknown(talk: Talk) -> None:
    notice = await told(talk)
    await talk.press("bob", button(notice, "alert_done"), thread="elsewhere")
    assert the_alert(talk).state is AlertState.TOLD
