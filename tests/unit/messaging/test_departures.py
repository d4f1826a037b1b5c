"""What is posted in a channel by itself ends when Parley can no longer write there."""

from datetime import timedelta

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import tenant_of
from bot.domain.watching.alerts import AlertState
from bot.errors import UnreachableError
from bot.messaging.departures import Departures
from tests.fakes.core import Talk
from tests.unit.calendar.test_briefs import CLOSE, plan, record, watching

TENANT = tenant_of("console/home")


def channels(talk: Talk) -> list[str]:
    return [channel for _, channel in talk.memory.state.brief_subscriptions]


async def test_the_channels_subscription_ends_and_the_platform_ended_it() -> None:
    talk = await watching("/brief on")
    departures = Departures(talk.stores)
    await departures.left_channel(TENANT, "another")
    assert channels(talk) == ["terminal"]
    await departures.left_channel(TENANT, "terminal")
    await departures.left_channel(TENANT, "terminal")
    assert channels(talk) == []
    assert [(line.by, line.facts["is"]) for line in talk.memory.state.audit.values() if line.kind == "briefs"] == [
        ("U-ann", "post_close, pre_open"),
        ("platform", "off"),
    ]


async def test_all_of_a_workspace_end_but_those_made_after_it_was_left() -> None:
    talk = await watching("/brief on")
    (subscription,) = talk.memory.state.brief_subscriptions.values()
    departures = Departures(talk.stores)
    await departures.left_workspace(TENANT, at=subscription.subscribed_at - timedelta(minutes=1))
    await departures.left_workspace(tenant_of("console/elsewhere"))
    assert channels(talk) == ["terminal"]
    await departures.left_workspace(TENANT)
    assert channels(talk) == []


async def test_an_alert_made_after_a_workspace_was_left_stays_although_its_channel_has_briefs() -> None:
    talk = await watching("/brief on")
    await talk.say("ann", "/alert AAPL < 440")
    left = talk.clock.now()
    talk.clock.at = left + timedelta(minutes=5)
    await talk.say("ann", "/alert MSFT < 25")
    await Departures(talk.stores).left_workspace(TENANT, at=left)
    armed = [each.symbol for _, each in talk.memory.state.alerts.values() if each.state is AlertState.ARMED]
    assert armed == ["MSFT"]


async def test_a_brief_that_can_never_be_posted_ends_its_subscription(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = await watching("/brief post")
    await talk.deliver_all()
    await record(talk, await plan(talk, CLOSE, CLOSE + timedelta(hours=2)))

    async def refuse(_reply: Reply) -> str | None:
        raise UnreachableError(why="not_in_channel")

    monkeypatch.setattr(talk.channel, "deliver", refuse)
    talk.memory.state.delivered = dict.fromkeys(talk.memory.state.delivered)
    await talk.deliver_all()
    assert channels(talk) == []


async def test_another_reply_or_a_brief_of_an_earlier_subscription_ends_nothing() -> None:
    talk = await watching("/brief post")
    await Departures(talk.stores).undeliverable(await talk.say("ann", "/cash"))
    (brief,) = await record(talk, await plan(talk, CLOSE, CLOSE + timedelta(hours=2)))
    await talk.say("ann", "/brief on")
    await Departures(talk.stores).undeliverable(brief)
    assert channels(talk) == ["terminal"]
