"""What the fake tells an app, and what people do in it, with slack_bolt, unmodified."""

import aiohttp
import pytest

from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.fakes.slack.blocks import elements_of
from tests.fakes.slack.sample_app import MODAL, over_http
from tests.integration.slack.fake_server.calls import WAYS, Way, error_of


class TestEvents:
    @WAYS
    async def test_a_mention_comes_as_two_events(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson, way: Way
    ) -> None:
        async with way(slack) as bot:
            asked = await ann.says(channel, f"{slack.workspace.mention} AAPL")
            answer = await slack.wait_for_message(channel, "AAPL", thread_ts=asked.ts)
            await slack.settle()
        first, second = bot.events  # bolt itself drops the third: what the app said
        echo = slack.parcels[2].payload
        assert {first["event"]["type"], second["event"]["type"]} == {"message", "app_mention"}
        assert first["event_id"] != second["event_id"]
        assert first["event"]["ts"] == second["event"]["ts"] == asked.ts
        assert first["authorizations"][0]["user_id"] == slack.workspace.app.bot_user
        assert (echo["event"]["bot_id"], echo["event"]["thread_ts"]) == (slack.workspace.app.bot_id, asked.ts)
        assert answer.blocks[0]["block_id"]
        assert not slack.violations
        assert all(parcel.ack_seconds is not None for parcel in slack.parcels)

    @WAYS
    async def test_interactions(self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson, way: Way) -> None:
        async with way(slack) as bot:
            assert (await ann.types_command(channel, "/analyze", "AAPL")).ok
            await slack.wait_for_ephemeral(ann, "one moment, AAPL")
            await slack.wait_for_message(channel, "done")
            await ann.opens_home()
            home = await slack.wait_for_home(ann)
            assert elements_of(home.body["blocks"][1])[0]["value"] == "v"
            asked = await ann.says(channel, f"{slack.workspace.mention} x")
            card = await slack.wait_for_message(channel, "got", thread_ts=asked.ts)
            aim = ann.finds(card, "Go")
            assert (await ann.presses(card, "Go")).ok
            modal = await slack.wait_for_modal(ann)
            await slack.wait_for_message(channel, "pressed", thread_ts=asked.ts)
            assert not card.blocks
            with pytest.raises(LookupError, match="no 'Go' here"):
                await ann.presses(card, "Go")
            with pytest.raises(ValueError, match="must be filled in"):
                await ann.submits(modal)
            refused = await ann.submits(modal, {"Amount": "13"})
            assert (refused.payload, modal.is_open) == (
                {"response_action": "errors", "errors": {"amount": "not that one"}},
                True,
            )
            assert (await ann.submits(modal, {"amount": "14"})).ok
            assert ann.modal() is None
            assert (await ann.acts(card, aim)).ok  # its button is gone, and the press comes all the same
            await slack.wait_for_modal(ann)
            client = bot.app.client
            assert await error_of(client.views_open(trigger_id=bot.trigger_id, view=MODAL)) == "exchanged_trigger_id"
            slack.services.triggers.seconds = -1
            await ann.presses(home, "go:")
            stale = client.views_open(trigger_id=bot.events[-1]["trigger_id"], view=MODAL)
            assert await error_of(stale) == "expired_trigger_id"

    async def test_edits_deletions_and_other_bots(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        async with over_http(slack) as bot:
            said = await ann.says(channel, "one")
            await slack.settle()
            await ann.edits(said, "two")
            await slack.settle()
            await ann.deletes(said)
            await slack.add_bot("buildbot").says(channel, "built", subtype="bot_message")
            await ann.says(slack.add_channel("elsewhere", bot=False), slack.workspace.mention)
            await slack.settle()
            slack.app.events.discard("message.channels")
            await ann.says(channel, "unheard")
            elsewhere = slack.add_channel("invited", bot=False)
            slack.invite_app(elsewhere, by=ann)
            slack.world.mention_first = True
            named = await ann.says(elsewhere, f"{slack.workspace.mention} hi")
            await ann.reacts(named, "+1")
        heard = [(b["event"].get("subtype"), b["event"].get("message", {}).get("text")) for b in bot.events]
        assert heard[:2] == [(None, None), ("message_changed", "two")]
        assert {kind for kind, _ in heard[2:4]} == {"message_deleted", "bot_message"}
        assert sorted(bot.types()[4:]) == ["app_mention", "member_joined_channel", "reaction_added"]

    async def test_direct_messages_and_the_pane(self, slack: FakeSlack, ann: SlackPerson) -> None:
        async with over_http(slack) as bot:
            slack.app.is_agent = False
            root = await ann.starts_assistant_thread()
            await ann.says(ann.direct, slack.workspace.mention, thread_ts=root.ts)
        assert sorted(bot.types()) == ["assistant_thread_started", "message"]

    async def test_response_url_takes_five(self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson) -> None:
        url = slack.response_urls.new(slack.workspace, channel, ann.id)
        async with aiohttp.ClientSession() as session:
            statuses = [(await session.post(url, json={"text": str(n)})).status for n in range(6)]
            slack.faults.add(method="response_url", kind="server_error")
            assert (await session.post(url, json={"text": "x"})).status == 500
        assert statuses == [200] * 5 + [404]
        assert [shown.text for shown in slack.ephemerals] == list("01234")
