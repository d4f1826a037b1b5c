"""With one token, deliveries on behalf of another workspace than its own are refused; whose person acts is not."""

import json
from typing import Any

import pytest

from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson, Workspace
from tests.integration.slack.harness import RecordedGateway, SlackAdapterProcess, card, running


@pytest.fixture
def other(slack: FakeSlack) -> Workspace:
    """A workspace with the same app in it, by an installation that is not ours."""
    return slack.add_workspace("Other")


@pytest.fixture
def bob(slack: FakeSlack, other: Workspace) -> SlackPerson:
    return slack.add_person("bob", workspace=other)


async def say_everywhere(slack: FakeSlack, bob: SlackPerson, other: Workspace) -> None:
    """Mention the app, write to it directly, edit, delete, and open its Home and its direct messages."""
    channel = slack.add_channel("theirs", workspace=other)
    said = await bob.says(channel, f"{other.mention} buy 10 AAPL")
    await bob.says(bob.direct, "confirm")
    await bob.edits(said, f"{other.mention} buy 100 AAPL")
    await bob.deletes(said)
    await bob.opens_home()
    await bob.opens_home("messages")
    await slack.settle()


class TestForeignWorkspace:
    @pytest.mark.parametrize("http", [True, False])
    async def test_events_are_neither_stored_nor_answered_nor_sent_again(
        self, slack: FakeSlack, other: Workspace, bob: SlackPerson, caplog: pytest.LogCaptureFixture, *, http: bool
    ) -> None:
        async with running(slack, http=http) as bot:
            await say_everywhere(slack, bob, other)
            await bot.app.background.wait_all()

            assert (bot.book.turns, bot.book.changes, bot.book.enrolled, bot.book.asked) == ({}, [], [], [])
            assert {call.method for call in slack.calls} <= {"auth.test", "apps.connections.open"}
            assert [parcel.retry for parcel in slack.parcels if parcel.kind == "events_api"] == [0] * len(slack.parcels)
            assert slack.violations == []
            assert caplog.text.count("nothing of this workspace is stored or answered") == 1
            assert other.id in caplog.text
            assert set(bot.meter.errors) == {"ForeignWorkspaceError"}
            assert bot.meter.errors.total() == len(slack.parcels)

    @pytest.mark.parametrize("http", [True, False])
    async def test_command_is_not_stored_and_says_why(
        self, slack: FakeSlack, other: Workspace, bob: SlackPerson, *, http: bool
    ) -> None:
        channel = slack.add_channel("theirs", workspace=other)
        async with running(slack, http=http) as bot:
            for place in (channel, bob.direct):
                assert (await bob.types_command(place, "/decide", "AAPL")).ok
            await bob.types_command(channel, "/parley", "谷歌可以买吗？")

            assert (bot.book.turns, bot.book.openings) == ({}, {})
        told = [shown.text for shown in bob.ephemerals()]
        assert ["not set up for this Slack workspace" in text for text in told] == [True, True, False]
        assert "没有为这个 Slack 工作区配置" in told[2]
        assert slack.from_app(channel) == []

    @pytest.mark.parametrize("http", [True, False])
    async def test_press_is_not_stored(
        self, slack: FakeSlack, other: Workspace, bob: SlackPerson, channel: FakeSlackChannel, *, http: bool
    ) -> None:
        ann = slack.add_person("ann")
        async with running(slack, http=http) as bot:
            shown = await card(bot, channel, ann)
            action = ann.finds(shown, "Confirm")
            ack = await slack.deliveries.call_app("interactive", "block_actions", pressed_by(bob, other, action))

            assert ack.ok
            assert (bot.book.presses_taken, bot.book.handled) == ([], [])

    async def test_form_is_not_stored_and_says_why(
        self, slack: FakeSlack, bot: SlackAdapterProcess, other: Workspace, bob: SlackPerson, channel: FakeSlackChannel
    ) -> None:
        ann = slack.add_person("ann")
        await ann.presses(await card(bot, channel, ann), "Adjust…")
        view = await slack.wait_for_modal(ann)
        body = view.to_dict(other.app.bot_id) | {"team_id": other.id, "app_installed_team_id": other.id}
        form = {"type": "view_submission", "view": body, "team": {"id": other.id}, "user": {"id": bob.id}}
        ack = await slack.deliveries.call_app("interactive", "view_submission", form)

        assert isinstance(ack.payload, dict)
        assert ack.payload["response_action"] == "errors"
        assert "not set up for this Slack workspace" in json.dumps(ack.payload)
        assert bot.book.presses_taken == []


class TestSharedChannel:
    async def test_person_of_another_company_is_heard_in_a_channel_that_is_shared_with_ours(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, bob: SlackPerson
    ) -> None:
        said = await bob.says(channel, f"{slack.workspace.mention} analyze AAPL")
        await slack.settle()

        body = slack.parcels[-1].payload
        assert body["team_id"] != slack.workspace.id == body["authorizations"][0]["team_id"]
        assert [(turn.thread, turn.person.id) for turn in bot.book.messages] == [
            (bot.thread(channel.id, said.ts), bob.id)
        ]


class TestOrganisation:
    async def test_token_of_an_organisation_serves_all_its_workspaces_and_no_other(
        self, slack: FakeSlack, other: Workspace, bob: SlackPerson
    ) -> None:
        slack.workspace.app.is_enterprise_install = other.app.is_enterprise_install = True
        slack.workspace.enterprise_id = other.enterprise_id = "E0ONE"
        third = slack.add_workspace("Third")
        eve = slack.add_person("eve", workspace=third)
        async with running(slack) as bot:
            await bob.says(bob.direct, "analyze AAPL")
            await eve.says(eve.direct, "analyze IBM")
            await slack.settle()

            assert bot.book.texts == ["analyze AAPL"]

    async def test_token_of_one_workspace_does_not_serve_the_rest_of_its_organisation(
        self, slack: FakeSlack, other: Workspace, bob: SlackPerson
    ) -> None:
        slack.workspace.enterprise_id = other.enterprise_id = "E0ONE"
        async with running(slack) as bot:
            await bob.says(bob.direct, "analyze AAPL")
            await slack.settle()

            assert bot.book.turns == {}


async def test_while_slack_does_not_say_whose_the_token_is_events_come_again(
    slack: FakeSlack, bob: SlackPerson, ann: SlackPerson
) -> None:
    slack.faults.add(kind="server_error", method="auth.test")
    book = RecordedGateway()
    async with running(slack, book=book) as bot:
        await ann.says(ann.direct, "analyze AAPL")
        await slack.settle()

        assert book.texts == ["analyze AAPL"]
        assert [parcel.retry for parcel in slack.parcels] == [0, 1]
        await bob.says(bob.direct, "analyze IBM")
        await slack.settle()
        assert book.texts == ["analyze AAPL"]
        assert bot.meter.errors == {"DeliveryError": 1, "ForeignWorkspaceError": 1}


def pressed_by(person: SlackPerson, workspace: Workspace, action: dict[str, Any]) -> dict[str, Any]:
    container = {"type": "message", "message_ts": "1.1", "channel_id": "C0THEIRS", "is_ephemeral": False}
    user = {"id": person.id, "username": person.user.name, "team_id": workspace.id}
    payload = {"type": "block_actions", "user": user, "team": {"id": workspace.id}, "container": container}
    return {**payload, "trigger_id": "1.1.fake", "actions": [action], "channel": {"id": "C0THEIRS"}}
