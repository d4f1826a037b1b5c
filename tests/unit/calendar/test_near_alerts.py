"""Alerts whose level is near the price at an event: those still waiting, at levels of the shares of that day."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from adapters.market.hours import at_new_york
from adapters.market.sample import session_close
from bot.calendar.time_span import TimeSpan, time_span
from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.domain.watching.briefs import NearAlert
from bot.errors import MarketSourceError
from tests.fakes.core import Talk
from tests.fakes.core_ports import calendar

CLOSE = session_close(date(2013, 1, 31))  # AAPL closed at 455.49


def span(talk: Talk) -> TimeSpan:
    return time_span(calendar(), talk.account, since=CLOSE, until=at_new_york(date(2013, 2, 5)))


async def near(talk: Talk, *, on: date = date(2013, 1, 31)) -> Sequence[NearAlert]:
    """Return what is near after the close of a session."""
    passing = span(talk)
    found = await talk.core.pass_time.near_alerts.of_span(passing, (), channels=("terminal",))
    (event,) = (each for each in passing.events if each.key == f"{on}/post_close")
    return found(event)


@pytest.mark.parametrize(("condition", "is_near"), [("< 441.83", True), ("< 441.82", False), ("> 469.15", True)])
async def test_a_level_is_near_within_3_percent_of_the_price(
    talk: Talk,
    condition: str,
    is_near: bool,  # noqa: FBT001 - a parametrised expectation
) -> None:
    await talk.say("ann", f"/alert AAPL {condition}")
    sign, level = condition.split()
    told = [(each.symbol, each.channel, each.level, each.is_below, each.price) for each in await near(talk)]
    expected = ("AAPL", "terminal", Decimal(level), sign == "<", Decimal("455.49"))
    assert told == ([expected] if is_near else [])


async def test_an_alert_that_fires_in_the_span_is_near_before_and_not_from_then_on(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 450")
    passing = span(talk)
    fired = (await talk.core.pass_time.alerts.plan(passing)).fired
    found = await talk.core.pass_time.near_alerts.of_span(passing, fired, channels=("terminal",))
    near_by_event = [(event.at >= fired[0].at, bool(found(event))) for event in passing.events]
    assert set(near_by_event) == {(False, True), (True, False)}


async def test_a_snoozed_alert_is_not_near_before_it_is_armed_again(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL > 460")
    ((key, (tenant_id, alert)),) = talk.memory.state.alerts.items()
    snoozed = replace(alert, armed_from=CLOSE + timedelta(days=1))
    talk.memory.state.alerts[key] = tenant_id, snoozed
    assert await near(talk) == ()
    assert len(await near(talk, on=date(2013, 2, 1))) == 1


async def test_split_since_it_was_set_then_the_level_is_that_of_the_new_shares(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL > 900")
    talk.market.actions = (CorporateAction("AAPL", date(2013, 2, 1), ActionKind.SPLIT, Decimal(2)),)
    assert await near(talk) == ()
    assert [each.level for each in await near(talk, on=date(2013, 2, 1))] == [Decimal(450)]


async def test_the_price_is_unknown_then_nothing_is_near(talk: Talk) -> None:
    await talk.say("ann", "/alert AAPL < 450")
    talk.market.error = MarketSourceError(symbol="AAPL", source="sample", cause="timeout")
    assert await near(talk) == ()
