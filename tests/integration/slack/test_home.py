"""The app's Home, and people's profiles."""

import asyncio
import json
from dataclasses import replace

import pytest

from tests.fakes.loop_time import LoopTime
from tests.fakes.slack import FakeSlack, SlackPerson
from tests.integration.slack.harness import LONG, SlackAdapterProcess


class TestHome:
    async def test_home_is_published_when_it_is_opened(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        await ann.opens_home("messages")
        await slack.settle()
        await bot.app.background.wait_all()
        assert ann.home() is None

        await ann.opens_home()
        view = await slack.wait_for_home(ann)

        assert f"home of {ann.id} in en" in json.dumps(view.body)
        assert [thread.workspace for thread in bot.book.enrolled] == [slack.workspace.id]

    async def test_press_at_home_goes_to_the_decisions_thread_and_shows_home_anew(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        bot.book.proposed_in = bot.thread("C1", "1.2")
        await ann.opens_home()
        view = await slack.wait_for_home(ann)
        before = len(slack.called("views.publish"))
        await ann.presses(view, "Confirm")
        await bot.app.background.wait_all()

        (turn,) = bot.book.presses_taken
        assert turn.thread == bot.book.proposed_in
        assert bot.book.handled == [turn.text]
        assert len(slack.called("views.publish")) == before + 1

    async def test_press_on_a_decision_that_is_not_there_is_told(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        await ann.opens_home()
        ack = await ann.presses(await slack.wait_for_home(ann), "Confirm")

        assert ack.ok
        await slack.wait_for_message(ann.direct, "no such decision")
        assert bot.book.handled == []


async def test_profile_gives_name_and_language_once(slack: FakeSlack, bot: SlackAdapterProcess) -> None:
    li = slack.add_person("li", locale="zh-TW")
    await li.says(li.direct, "分析苹果")
    await slack.settle()
    (turn,) = bot.book.messages
    people = [await bot.people.person(turn) for _ in range(3)]

    assert {(person.id, person.name, person.language) for person in people} == {(li.id, "li", "zh")}
    assert len(slack.called("users.info")) == 1


async def test_profile_that_cannot_be_had_soon_then_counted_as_a_guest(
    slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.slack.people._WAIT_SECONDS", LONG)
    await ann.says(ann.direct, "hello")
    await slack.settle()
    (turn,) = bot.book.messages
    slack.faults.add(kind="slow", method="users.info", seconds=2 * LONG)

    asking = asyncio.create_task(bot.people.person(turn))
    await slack.wait_for(lambda: slack.called("users.info"))
    LoopTime().advance(LONG)
    guest = replace(turn.person, is_guest=True)
    assert await asking == guest
    assert await bot.people.person(replace(turn)) == guest  # and Slack is not asked again at once
    assert len(slack.called("users.info")) == 1
