"""Alerts and briefs that `/advance` brings, each once where it belongs, by day; nobody but who asked is called."""

import json

from tests.e2e.deployment import Deployment
from tests.e2e.slack_process import pressable, slack_system
from tests.fakes.slack import FakeSlackMessage

HOSTILE = "<!channel> @everyone"
BRIEFS = [f"{phase} of 2013-02-0{day}" for day in (1, 4, 5) for phase in ("Before the opening", "After the close")]


def called(message: FakeSlackMessage) -> set[str]:
    """Return whom a message calls: marked text and the text of notifications do, plain text does not."""
    marked = json.dumps([block for block in message.blocks if "mrkdwn" in json.dumps(block)])
    return {word.partition(">")[0] for text in (marked, message.text) for word in text.split("<")[1:]}


async def test_an_alert_and_briefs_are_posted_once_where_they_belong_and_call_who_asked(deployment: Deployment) -> None:
    async with slack_system(deployment) as system:
        await system.start()
        hostile = system.slack.add_person(HOSTILE)
        asked = await system.asks("alert me when AAPL drops below 450")
        await system.answer(asked, "Alert 1")
        theirs = await system.asks("alert me when AAPL drops below 449", by=hostile)
        await system.answer(theirs, "Alert 2")
        refused = await system.asks(f"alert me when AAPL's volume drops below 448 {HOSTILE}", by=system.bob)
        await system.answer(refused, "none was set")
        await system.answer(await system.asks("/brief on"), "From now on")
        moved = await system.asks("/advance 3", by=system.bob)
        await system.answer(moved, "8 alerts and briefs were posted in their own channels or threads")
        await system.settled()

        _, notice = system.app_messages(asked)
        assert "On 2013-02-01 its low was $448.35" in notice.text
        assert pressable(notice) == ["Decide", "Snooze", "Done"]
        assert called(notice) == {f"@{system.ann.id}"}
        _, other = system.app_messages(theirs)
        assert called(other) == {f"@{hostile.id}"}
        briefs = [each for each in system.slack.from_app(system.channel) if not each.is_reply]
        assert [name in each.text for name, each in zip(BRIEFS, briefs, strict=True)] == [True] * 6
        everything = system.slack.from_app(system.channel)
        assert not [called(each) for each in everything if each not in (notice, other) and called(each)]

        await system.bob.presses(notice, "Decide")
        await system.answer(asked, "Leave AAPL as it is")
        await system.answer(await system.asks("/advance 1", by=system.bob), "2 alerts and briefs were posted")
        await system.settled()
        assert "Bob asks for a decision on AAPL" in system.app_messages(asked)[2].text
        assert len(system.app_messages(asked)) == 3
        system.assert_each_message_shown_once()
        system.assert_only_late()
