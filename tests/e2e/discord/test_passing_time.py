"""Alerts and briefs that `/advance` brings, each once where it belongs, by day; nobody but who asked is called."""

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import discord_system, pressable, shown

HOSTILE = "@everyone @here"
BRIEFS = [f"{phase} of 2013-02-0{day}" for day in (1, 4, 5) for phase in ("Before the opening", "After the close")]


@pytest.mark.faults  # it waits for Discord's limits on posting
async def test_an_alert_and_briefs_are_posted_once_where_they_belong_and_call_who_asked(deployment: Deployment) -> None:
    async with discord_system(deployment) as system:
        await system.start()
        hostile = system.discord.add_person(HOSTILE)
        asked = system.asks("alert me when AAPL drops below 450")
        await system.answer(asked, "Alert 1")
        theirs = system.asks("alert me when AAPL drops below 449", by=hostile)
        await system.answer(theirs, "Alert 2")
        await system.answer(system.asks(f"alert me when AAPL's volume drops below 448 {HOSTILE}"), "none was set")
        await system.answer(system.asks("/brief on"), "From now on")
        moved = system.asks("/advance 3", by=system.bob)
        await system.answer(moved, "8 alerts and briefs were posted in their own channels or threads")
        await system.settled()

        _, notice = system.app_messages(await system.thread(asked))
        assert "On 2013-02-01 its low was $448.35" in shown(notice)
        assert pressable(notice) == ["Decide", "Snooze", "Done"]
        assert notice.pings == {system.ann.mention}
        _, other = system.app_messages(await system.thread(theirs))
        assert other.pings == {hostile.mention}
        briefs = system.app_messages(system.channel)
        assert [name in shown(each) for name, each in zip(BRIEFS, briefs, strict=True)] == [True] * 6
        assert not [each.pings for each in system.app_messages() if each not in (notice, other) and each.pings]

        system.bob.presses(notice, "Decide")
        await system.answer(asked, "Leave AAPL as it is")
        await system.answer(system.asks("/advance 1", by=system.bob), "2 alerts and briefs were posted")
        await system.settled()
        in_thread = system.app_messages(await system.thread(asked))
        assert "Bob asks for a decision on AAPL" in shown(in_thread[2])
        assert len(in_thread) == 3
        system.assert_each_message_shown_once()
        assert not system.discord.violations
