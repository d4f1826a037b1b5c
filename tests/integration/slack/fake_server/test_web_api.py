"""The fake Web API against slack_sdk, unmodified."""

from collections.abc import Awaitable
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson

Json = dict[str, Any]
MARK = {"event_type": "reply", "event_payload": {"id": "r1"}}
BUTTON: Json = {"type": "button", "action_id": "go:1", "text": {"type": "plain_text", "text": "Go"}, "value": "v"}
MODAL: Json = {
    "type": "modal",
    "callback_id": "adjust",
    "title": {"type": "plain_text", "text": "Adjust"},
    "submit": {"type": "plain_text", "text": "Save"},
    "private_metadata": "d1",
    "blocks": [
        {
            "type": "input",
            "block_id": "amount",
            "label": {"type": "plain_text", "text": "Amount"},
            "element": {"type": "number_input", "action_id": "value", "is_decimal_allowed": True, "min_value": "1"},
        }
    ],
}


async def error_of(call: Awaitable[Any]) -> str:
    with pytest.raises(SlackApiError) as caught:
        await call
    return str(caught.value.response["error"])


def section(text: str) -> Json:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


TOO_MUCH: tuple[list[Json], ...] = (
    [{"type": "divider"}] * 51,
    [section("x" * 3001)],
    [section("")],
    [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}],
    [{"type": "actions", "elements": [{**BUTTON, "text": {"type": "plain_text", "text": "x" * 76}}]}],
    [{"type": "actions", "elements": [{**BUTTON, "value": "x" * 2001}]}],
    [{"type": "actions", "elements": [{**BUTTON, "action_id": "x" * 256}]}],
    [{"type": "actions", "elements": [BUTTON, BUTTON]}],
    [{"type": "actions", "elements": [{**BUTTON, "action_id": str(n)} for n in range(26)]}],
    [{"type": "section", "fields": [{"type": "mrkdwn", "text": "x"}] * 11}],
    [{"type": "section", "fields": [{"type": "mrkdwn", "text": "x" * 2001}]}],
    [{"type": "context", "elements": [{"type": "mrkdwn", "text": "x"}] * 11}],
    [{"type": "markdown", "text": "x" * 12_001}],
    [{"type": "paragraph"}],
)


class TestWebApi:
    async def test_token_and_scopes(self, slack: FakeSlack, client: AsyncWebClient) -> None:
        answer = await client.auth_test()
        assert (answer["team_id"], answer["bot_id"]) == (slack.workspace.id, slack.workspace.app.bot_id)
        assert "chat:write" in answer.headers["x-oauth-scopes"]
        assert await error_of(client.auth_test(token=f"{slack.bot_token}x")) == "invalid_auth"
        assert await error_of(AsyncWebClient(base_url=slack.api_url).auth_test()) == "not_authed"
        assert await error_of(client.api_call("chat.shout")) == "unknown_method"
        slack.workspace.app.scopes.discard("users:read")
        with pytest.raises(SlackApiError) as caught:
            await client.users_info(user="U1")
        assert caught.value.response["error"] == "missing_scope"
        assert caught.value.response["needed"] == "users:read"
        assert "chat:write" in caught.value.response["provided"]
        slack.world.uninstall(slack.workspace)
        assert await error_of(client.auth_test()) == "account_inactive"

    async def test_history_in_pages_and_windows(
        self, slack: FakeSlack, client: AsyncWebClient, ann: SlackPerson
    ) -> None:
        direct = ann.direct
        said = [await ann.says(direct, str(number)) for number in range(5)]
        pages = [
            [message["text"] for message in page["messages"]]
            async for page in await client.conversations_history(channel=direct.id, limit=2)
        ]
        assert pages == [["4", "3"], ["2", "1"], ["0"]]
        window: Any = {"oldest": said[1].ts, "latest": said[3].ts}
        inner = await client.conversations_history(channel=direct.id, **window)
        outer = await client.conversations_history(channel=direct.id, inclusive=True, **window)
        assert (len(inner["messages"]), len(outer["messages"])) == (1, 3)
        assert (await client.conversations_open(users=ann.id))["channel"]["id"] == direct.id
        assert (await client.users_info(user=ann.id, include_locale=True))["user"]["locale"] == "zh-CN"
        elsewhere = slack.add_channel("elsewhere", bot=False)
        mine = await client.users_conversations(types="public_channel,im")
        assert {one["id"] for one in mine["channels"]} == set(slack.workspace.channels) - {elsewhere.id}
        assert ann.id in (await client.conversations_members(channel=direct.id))["members"]

    async def test_what_is_refused(
        self, slack: FakeSlack, client: AsyncWebClient, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        hers = await ann.says(channel, "mine")
        outside = slack.add_channel("outside", bot=False)
        hidden = slack.add_channel("hidden", kind="private", bot=False)
        closed = slack.add_channel("closed")
        closed.is_archived = True
        own = await client.chat_postMessage(channel=channel.id, text="own")
        here, post, update = {"channel": channel.id}, "chat.postMessage", "chat.update"
        large = {**MARK, "event_payload": {"t": "x" * 17_000}}
        home = {"type": "home", "blocks": [{"type": "sect"}]}
        slack.rates.enforced = False
        refused: list[tuple[str, str, Json]] = [
            ("channel_not_found", post, {"channel": hidden.id, "text": "x"}),
            ("not_in_channel", post, {"channel": outside.id, "text": "x"}),
            ("is_archived", post, {"channel": closed.id, "text": "x"}),
            ("no_text", post, here),
            ("msg_too_long", post, {**here, "text": "x" * 40_001}),
            ("msg_too_long", update, {**here, "ts": own["ts"], "text": "x" * 4001}),
            ("thread_not_found", post, {**here, "text": "x", "thread_ts": "1.000000"}),
            ("invalid_blocks_format", post, {**here, "blocks": "[{"}),
            ("invalid_metadata_format", post, {**here, "text": "x", "metadata": {"event_type": "reply"}}),
            ("metadata_too_large", post, {**here, "text": "x", "metadata": large}),
            ("message_not_found", update, {**here, "ts": "1.000000", "text": "x"}),
            ("cant_update_message", update, {**here, "ts": hers.ts, "text": "x"}),
            ("cant_delete_message", "chat.delete", {**here, "ts": hers.ts}),
            ("user_not_in_channel", "chat.postEphemeral", {**here, "user": "U404", "text": "x"}),
            ("user_not_found", "users.info", {"user": "U404"}),
            ("invalid_trigger_id", "views.open", {"trigger_id": "1.2.3", "view": MODAL}),
            ("invalid_arguments", "views.open", {"view": {**MODAL, "private_metadata": "x" * 3001}}),
            ("invalid_arguments", "views.open", {"view": {**MODAL, "title": {"type": "plain_text", "text": "x" * 25}}}),
            ("invalid_arguments", "views.publish", {"user_id": ann.id, "view": home}),
        ]
        for code, method, arguments in refused:
            assert (method, code, await error_of(client.api_call(method, json=arguments))) == (method, code, code)

    async def test_blocks_that_do_not_fit(
        self, slack: FakeSlack, client: AsyncWebClient, channel: FakeSlackChannel
    ) -> None:
        slack.rates.enforced = False
        told = []
        for blocks in TOO_MUCH:
            with pytest.raises(SlackApiError) as caught:
                await client.chat_postMessage(channel=channel.id, text="x", blocks=blocks)
            told.append((caught.value.response["error"], bool(caught.value.response["response_metadata"]["messages"])))
        assert told == [("invalid_blocks", True)] * len(TOO_MUCH)

    async def test_all_blocks_together(self, client: AsyncWebClient, channel: FakeSlackChannel) -> None:
        five = [section("x" * 2700) for _ in range(5)]
        assert (
            await error_of(client.chat_postMessage(channel=channel.id, text="x", blocks=five)) == "msg_blocks_too_long"
        )
        await client.chat_postMessage(channel=channel.id, text="x", blocks=five[:4])


class TestInstallation:
    @pytest.mark.filterwarnings("ignore:BasicAuth is deprecated")  # slack_sdk 3.47 under aiohttp 3.14
    async def test_several_workspaces(self, slack: FakeSlack, client: AsyncWebClient) -> None:
        other = slack.add_workspace("Other", installed=False)
        slack.services.installer = (other.id, slack.add_person("bob", workspace=other).id)
        query = {"client_id": slack.app.client_id, "scope": "chat:write", "state": "s", "redirect_uri": "http://app/r"}
        async with aiohttp.ClientSession() as session:
            page = await session.get(slack.authorize_url, params=query, allow_redirects=False)
        where = page.headers["Location"]
        assert where.startswith("http://app/r?state=s&code=")
        keys: Any = {"client_id": slack.app.client_id, "client_secret": slack.app.client_secret}
        keys |= {"code": where.partition("code=")[2], "redirect_uri": "http://app/r"}
        assert await error_of(client.oauth_v2_access(**{**keys, "client_secret": "x"})) == "bad_client_secret"
        assert await error_of(client.oauth_v2_access(**{**keys, "redirect_uri": "x"})) == "bad_redirect_uri"
        installed = await client.oauth_v2_access(**keys)
        assert (installed["team"]["id"], installed["scope"]) == (other.id, "chat:write")
        assert (await client.auth_test(token=installed["access_token"]))["team_id"] == other.id
        assert await error_of(client.oauth_v2_access(**keys)) == "code_already_used"
