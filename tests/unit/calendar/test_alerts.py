"""Alerts on the sample market: reached by each session's high and low, told once in the thread they come from."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from adapters.market.hours import at_new_york
from bot.calendar.time_span import TimeSpan, time_span
from bot.domain.conversation.replies import Reply
from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.domain.market.snapshot import market_date
from bot.domain.watching.alerts import AlertState, FiredAlert, PriceAlert
from bot.errors import ConcurrentUpdateError, MarketSourceError
from tests.fakes.core import Talk, text_of
from tests.fakes.core_ports import calendar, sample

LAST_DAY = date(2013, 3, 1)
LAST = at_new_york(LAST_DAY)


def span(talk: Talk, *, until: date = LAST_DAY) -> TimeSpan:
    since = at_new_york(date(2013, 1, 31))
    return time_span(calendar(), talk.account, since=since, until=at_new_york(until))


async def planned(talk: Talk, *, until: date = LAST_DAY) -> tuple[FiredAlert, ...]:
    return (await talk.core.pass_time.alerts.plan(span(talk, until=until))).fired


async def recorded(talk: Talk, fired: tuple[FiredAlert, ...]) -> list[Reply]:
    """Record what was planned, and return all notices."""
    async with talk.stores.transaction(talk.account.tenant_id) as tx:
        await talk.core.pass_time.alerts.record(tx, fired)
    return talk.notices()


def alerts(talk: Talk) -> list[PriceAlert]:
    return [alert for _, alert in talk.memory.state.alerts.values()]


async def first_session_with_low(symbol: str, level: Decimal) -> date:
    bars = await sample().bars(symbol, first=date(2013, 2, 1), as_of=LAST)
    return next(bar.session for bar in bars if bar.low <= level)


async def test_level_is_reached_then_told_once_in_its_thread_with_session_and_source(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440", thread="watch")
    fired = await planned(talk)
    (notice,) = await recorded(talk, fired)
    day = await first_session_with_low("AAPL", Decimal(440))
    assert (notice.thread.thread, notice.person.name) == ("watch", "Ann")
    assert f"On {day} its low was" in text_of(notice)
    assert "Alert 1 (Ann): AAPL has reached $440.00 or less." in text_of(notice)
    assert [each.state for each in alerts(talk)] == [AlertState.TOLD]
    assert len(await recorded(talk, fired)) == 1  # run again
    assert await planned(talk) == ()


async def test_many_alerts_then_others_have_their_turn_between_them(talk: Talk) -> None:
    for level in range(1, 21):
        await talk.say("ann", f"/alert AAPL < {level}")
    turns = 0

    async def take_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    others = asyncio.create_task(take_turns())
    assert await planned(talk) == ()
    others.cancel()
    assert turns >= 20


async def test_the_clock_is_set_back_then_nothing_that_was_told_later_is_listed(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    await talk.say("ann", "/advance 20")
    assert "told at $" in text_of(await talk.say("ann", "/alerts"))
    async with talk.stores.transaction(talk.account.tenant_id) as tx:
        await tx.accounts.set_market_time(talk.account.id, at_new_york(date(2013, 1, 31)))

    text = text_of(await talk.say("ann", "/alerts"))
    assert "1: AAPL at $440.00 or below · not armed: the clock was set back · Ann" in text
    assert "told at" not in text
    assert "未启用：时钟调回过" in text_of(await talk.say("ann", "显示提醒", thread="zh"))
    assert "Armed again: 1" in text_of(await talk.say("ann", "/alerts rearm 1"))


async def test_level_is_not_reached_by_then_then_nothing_is_told(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    day = await first_session_with_low("AAPL", Decimal(440))
    assert await planned(talk, until=day - timedelta(days=1)) == ()
    assert await planned(talk, until=day) != ()


async def test_several_are_planned_in_the_order_of_their_times(talk: Talk) -> None:
    for text in ("/alert AAPL < 440", "/alert GOOG > 780", "/alert IBM 1%", "/alert MSFT 1%"):
        await talk.say("ann", text)
    fired = await planned(talk)
    assert len(fired) == 4
    assert [each.at for each in fired] == sorted(each.at for each in fired)


async def test_removed_meanwhile_then_not_told(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    fired = await planned(talk)
    await talk.say("ann", "/alerts remove 1")
    assert await recorded(talk, fired) == []


async def test_answer_tells_it_by_itself_then_no_notice(talk: Talk) -> None:
    reply = await talk.say("ann", "/alert AAPL < 440")
    fired = await planned(talk)
    here = reply.thread.conversation_id
    async with talk.stores.transaction(talk.account.tenant_id) as tx:
        assert await talk.core.pass_time.alerts.record(tx, fired, answered_in=here) == fired
    assert talk.notices() == []
    with pytest.raises(ConcurrentUpdateError):
        async with talk.stores.transaction(talk.account.tenant_id) as tx:
            await talk.core.pass_time.alerts.record(tx, fired, answered_in=here)


async def test_source_fails_then_the_next_pass_catches_up(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    talk.market.error = MarketSourceError(symbol="AAPL", source="sample", cause="timeout")
    assert await planned(talk) == ()
    talk.market.error = None
    later = replace(span(talk), since=LAST - timedelta(hours=1), sessions=())
    assert len((await talk.core.pass_time.alerts.plan(later)).fired) == 1


async def test_split_in_between_then_the_level_is_that_of_the_new_shares(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL > 900")
    split = CorporateAction("AAPL", date(2013, 2, 5), ActionKind.SPLIT, Decimal("0.5"))
    talk.market.actions = (split,)
    assert await planned(talk) == ()  # one share for two: the level is $1,800 now
    await talk.say("ann", "/alert AAPL < 440")
    (fired,) = await planned(talk)
    assert (fired.bound, fired.at.date()) == (Decimal(880), split.ex_date)


async def test_yes_after_the_notice_confirms_nothing_before_the_card_was_read_back(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 440")
    await talk.proposed()
    await recorded(talk, await planned(talk))
    await talk.say("ann", "yes")
    assert talk.orders_carried_out == 0
    await talk.say("ann", "yes")
    assert talk.orders_carried_out == 1


async def test_session_by_session_or_all_at_once_then_the_same_alerts_at_the_same_times(talk: Talk) -> None:
    for level in range(400, 520, 8):
        await talk.say("ann", f"/alert AAPL at {level}.5")
    at_once = await planned(talk)
    assert len(at_once) > 3
    one_by_one: list[FiredAlert] = []
    for each in calendar().sessions(date(2013, 2, 1), LAST_DAY):
        fired = await planned(talk, until=each.day)
        await recorded(talk, fired)
        one_by_one += fired
    assert tuple(one_by_one) == at_once
    bars = {bar.session: bar for bar in await sample().bars("AAPL", first=date(2013, 2, 1), as_of=LAST)}
    for fired_alert in at_once:
        bar = bars[market_date(fired_alert.at)]
        assert bar.low <= fired_alert.price <= bar.high
