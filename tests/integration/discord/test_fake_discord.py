"""The fake Discord, driven by the unmodified client library."""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from itertools import pairwise
from typing import Any

import aiohttp
import discord
import pytest

from tests.fakes.discord import FakeDiscord, FakeDiscordMessage, Permission, deny, running_discord
from tests.fakes.discord.sample_bot import ConfirmItem, SampleDiscordBot, connected

_POST = "POST /channels/{}/messages"


@pytest.fixture
async def discord_() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as fake:
        fake.limits.off()
        yield fake


@pytest.fixture
async def bot(discord_: FakeDiscord) -> AsyncIterator[SampleDiscordBot]:
    async with connected(discord_, SampleDiscordBot()) as small:
        yield small


@pytest.fixture
async def raw(discord_: FakeDiscord) -> AsyncIterator["RawRestClient"]:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {discord_.token}"}) as session:
        yield RawRestClient(discord_, session)


class RawRestClient:
    """REST without a library in between."""

    def __init__(self, discord_: FakeDiscord, session: aiohttp.ClientSession) -> None:
        self._discord = discord_
        self.session = session
        self.headers: dict[str, str] = {}

    async def __call__(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        async with self.session.request(method, self._discord.api_url + path, json=body) as response:
            self.headers = dict(response.headers)
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def post(self, body: object) -> tuple[int, Any]:
        return await self("POST", f"/channels/{self._discord.channel.id}/messages", body)


def _card(asked: FakeDiscordMessage) -> FakeDiscordMessage | None:
    """The first answer in the thread of a message."""
    return next(iter(asked.thread.messages), None) if asked.thread else None


class TestConversation:
    async def test_mention_is_answered_in_a_thread_with_a_button_and_pings_nobody(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        ann = discord_.add_person("ann")
        asked = ann.says(discord_.channel, f"{discord_.bot.mention} AAPL?")
        thread = await discord_.until(lambda: asked.thread)
        card = await discord_.until(lambda: _card(asked))
        assert (thread.id, thread.parent, card.embeds[0]["title"]) == (asked.id, discord_.channel, "AAPL")
        assert card.pings == set()
        assert card.allowed_mentions == {"parse": []}
        assert bot.heard == [f"<@{bot.application_id}> AAPL?"]

        ann.presses(card, "Confirm")
        await discord_.until(lambda: card.content == "confirmed 7 by Ann")
        assert card.buttons == []
        assert discord_.violations == []

    async def test_button_works_after_a_restart(self, discord_: FakeDiscord) -> None:
        ann = discord_.add_person("ann")
        async with connected(discord_, SampleDiscordBot()):
            asked = ann.says(discord_.channel, f"{discord_.bot.mention} AAPL?")
            card = await discord_.until(lambda: _card(asked))
        async with connected(discord_, SampleDiscordBot()):
            ann.presses(card, "confirm:7")
            await discord_.until(lambda: card.edited)

    async def test_command_is_deferred_answered_and_followed_up(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        ann, bob = discord_.add_person("ann", locale="zh-CN"), discord_.add_person("bob")
        used = ann.uses_command(discord_.channel, "analyze", symbol="AAPL")
        private = await discord_.until(lambda: ann.ephemerals)
        assert [message.content for message in discord_.channel.messages] == ["AAPL in zh-CN"]
        assert [message.content for message in private] == ["for you alone"]
        assert (bob.ephemerals, used.ack, discord_.violations) == ([], 5, [])
        assert bot.tree.get_command("analyze") is not None

    @pytest.mark.usefixtures("bot")
    async def test_autocomplete_suggests(self, discord_: FakeDiscord) -> None:
        ann = discord_.add_person("ann")
        typed = ann.autocompletes(discord_.channel, "analyze", "symbol", "A")
        assert await discord_.until(lambda: typed.suggested) == ["AAPL", "AMD"]

    @pytest.mark.usefixtures("bot")
    async def test_modal_is_shown_and_submitted(self, discord_: FakeDiscord) -> None:
        ann = discord_.add_person("ann")
        shown = ann.uses_command(ann.direct, "adjust")
        await discord_.until(lambda: shown.modal)
        with pytest.raises(AssertionError, match="takes no more than 10"):
            ann.submits(shown, {"amount": "1" * 11})
        ann.submits(shown, {"Amount": "3000"})
        assert (await discord_.until(lambda: ann.ephemerals))[0].content == "3000 it is"

    async def test_direct_message_is_echoed(self, discord_: FakeDiscord, bot: SampleDiscordBot) -> None:
        ann = discord_.add_person("ann")
        ann.says(ann.direct, "hello")
        await discord_.until(lambda: len(ann.direct.messages) == 2)
        assert ann.direct.messages[-1].content == "echo hello"
        user = await bot.fetch_user(ann.id)
        await user.send("by id", file=discord.File(__file__, "chart.png"))
        assert ann.direct.messages[-1].attachments[0].filename == "chart.png"

    async def test_without_the_intent_only_mentions_replies_and_direct_messages_are_read(
        self, discord_: FakeDiscord
    ) -> None:
        discord_.application.message_content = False
        ann = discord_.add_person("ann")
        async with connected(discord_, SampleDiscordBot(content=False)) as bot:
            ann.says(discord_.channel, "secret")
            asked = ann.says(discord_.channel, f"{discord_.bot.mention} open")
            card = await discord_.until(lambda: _card(asked))
            ann.says(card.channel, "a reply", reply_to=card)
            ann.says(card.channel, "a quiet reply", reply_to=card, ping=False)
            ann.says(ann.direct, "direct")
            await discord_.until(lambda: len(bot.heard) == 5)
            assert bot.heard == ["", f"{discord_.bot.mention} open", "a reply", "", "direct"]

    async def test_library_sends_layouts_and_reads_history_members_and_commands(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        ann = discord_.add_person("ann")
        asked = ann.says(discord_.channel, f"{discord_.bot.mention} AAPL?")
        card = await discord_.until(lambda: _card(asked))
        thread = await bot.fetch_channel(card.channel.id)
        assert isinstance(thread, discord.Thread)
        view = discord.ui.LayoutView()
        view.add_item(
            discord.ui.Container(discord.ui.TextDisplay("in a box"), discord.ui.ActionRow(ConfirmItem(8).item))
        )
        await thread.send(view=view)
        await thread.edit(archived=True)
        kinds = [message.type.value async for message in thread.history(oldest_first=True)]
        assert kinds == [21, 0, 0]
        guild = thread.guild
        assert (await guild.fetch_member(ann.id)).display_name == "Ann"
        assert [each.id for each in await guild.active_threads()] == []
        assert {each.name for each in await bot.tree.fetch_commands()} == {"analyze", "adjust", "slow", "never"}
        assert [button["custom_id"] for button in card.channel.messages[-1].buttons] == ["confirm:8"]
        assert discord_.violations == []

    async def test_edits_deletions_and_reactions_are_told(self, discord_: FakeDiscord, bot: SampleDiscordBot) -> None:
        ann, told = discord_.add_person("ann"), list[str]()
        for name in ("raw_message_edit", "raw_message_delete", "raw_reaction_add", "raw_reaction_remove"):
            setattr(bot, f"on_{name}", _noting(told, name))
        said = ann.says(discord_.channel, "one")
        ann.edits(said, "two")
        ann.reacts(said, "👍")
        ann.unreacts(said, "👍")
        ann.deletes(said)
        await discord_.until(lambda: len(told) == 4)
        assert told == ["raw_message_edit", "raw_reaction_add", "raw_reaction_remove", "raw_message_delete"]
        assert discord_.channel.messages == []


def _noting(told: list[str], name: str) -> Any:  # noqa: ANN401 - an event handler, as the library takes it
    async def note(_payload: object) -> None:
        told.append(name)

    return note


def _resumed(bot: SampleDiscordBot, times: int) -> bool:
    return bot.resumed == times


class TestGateway:
    async def test_dropped_socket_is_resumed_and_nothing_is_missed_or_heard_twice(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        ann = discord_.add_person("ann")
        for number in range(5):
            discord_.gateway.drop()
            ann.says(discord_.channel, str(number))
            await discord_.until(partial(_resumed, bot, number + 1))
        await discord_.until(lambda: len(bot.heard) == 5)
        assert bot.heard == ["0", "1", "2", "3", "4"]
        assert (bot.readied, len(discord_.state.identifies)) == (1, 1)

    async def test_reconnect_and_resumable_invalidation_lead_to_a_resume(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        discord_.gateway.reconnect()
        await discord_.until(lambda: bot.resumed == 1)
        discord_.gateway.invalidate(resumable=True)
        await discord_.until(lambda: bot.resumed == 2)
        discord_.gateway.close(4000)
        await discord_.until(lambda: bot.resumed == 3)

    async def test_invalid_session_is_identified_anew(self, discord_: FakeDiscord, bot: SampleDiscordBot) -> None:
        discord_.gateway.invalidate()
        await discord_.until(lambda: bot.readied == 2)
        assert len(discord_.state.identifies) == 2

    async def test_two_processes_both_hear_everything(self, discord_: FakeDiscord) -> None:
        ann = discord_.add_person("ann")
        async with connected(discord_, SampleDiscordBot()) as one, connected(discord_, SampleDiscordBot()) as other:
            ann.says(discord_.channel, "both")
            await discord_.until(lambda: one.heard == other.heard == ["both"])

    async def test_privileged_intent_that_is_off_is_refused(self, discord_: FakeDiscord) -> None:
        discord_.application.message_content = False
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with connected(discord_, SampleDiscordBot()):
                pass

    async def test_wrong_token_is_refused(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        raw.session.headers["Authorization"] = "Bot wrong"
        assert await raw("GET", "/users/@me") == (401, {"message": "401: Unauthorized", "code": 0})
        assert [each.kind for each in discord_.violations] == ["invalid_request"]

    async def test_heartbeats_that_are_not_acknowledged_are_noticed(self) -> None:
        async with FakeDiscord(heartbeat_seconds=0.1) as fake:
            fake.gateway.acknowledges = False
            async with connected(fake, SampleDiscordBot(heartbeat_timeout=0.3)) as bot:
                await fake.until(lambda: bot.resumed)
                fake.gateway.acknowledges = True

    @pytest.mark.parametrize("kind", ["duplicate", "late"])
    async def test_duplicate_and_late_dispatches(self, discord_: FakeDiscord, bot: SampleDiscordBot, kind: Any) -> None:  # noqa: ANN401
        ann = discord_.add_person("ann")
        discord_.faults.add(route="DISPATCH MESSAGE_CREATE", kind=kind)
        ann.says(discord_.channel, "first")
        ann.says(discord_.channel, "second")
        many = {"duplicate": ["first", "first", "second"], "late": ["second", "first"]}[kind]
        await discord_.until(lambda: len(bot.heard) == len(many))
        assert bot.heard == many

    @pytest.mark.parametrize("compress", ["zlib-stream", None])
    async def test_gateway_closes_on_a_wrong_version_and_before_identifying(
        self, discord_: FakeDiscord, raw: RawRestClient, compress: str | None
    ) -> None:
        query = f"encoding=json&compress={compress}" if compress else "encoding=json"
        for version, code in (("9", 4012), ("10", 4003)):
            url = f"{discord_.gateway_url}?v={version}&{query}"
            async with raw.session.ws_connect(url) as socket:
                heard = [await socket.receive()]
                if version == "10":
                    await socket.send_json({"op": 8, "d": {}})
                while heard[-1].type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                    heard.append(await socket.receive())
                assert socket.close_code == code

    async def test_too_many_identifies_are_recorded(self, discord_: FakeDiscord, bot: SampleDiscordBot) -> None:
        discord_.state.identifies += [discord_.clock.now()] * 16
        discord_.gateway.invalidate()
        await discord_.until(lambda: bot.readied == 2)
        assert [each.kind for each in discord_.violations] == ["identify_rate"]

    @pytest.mark.parametrize(
        ("packet", "code"),
        [
            ({"op": 2, "d": {"token": "wrong", "intents": 0}}, 4004),
            ({"op": 2, "d": {"token": "TOKEN", "intents": 1 << 40}}, 4013),
            ({"op": 2, "d": {"token": "TOKEN", "intents": 1 << 8}}, 4014),
            ({"op": 2, "d": {"token": "TOKEN", "intents": 0, "shard": [1, 1]}}, 4010),
            ({"op": 99, "d": {}}, 4001),
            ("nonsense", 4002),
        ],
    )
    async def test_gateway_closes_on_what_it_does_not_take(
        self, discord_: FakeDiscord, raw: RawRestClient, packet: object, code: int
    ) -> None:
        async with raw.session.ws_connect(f"{discord_.gateway_url}?v=10&encoding=json") as socket:
            assert (await socket.receive_json())["op"] == 10
            await socket.send_str(json.dumps(packet).replace("TOKEN", discord_.token))
            assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
            assert socket.close_code == code
        assert [each.kind for each in discord_.violations] == ["gateway"]

    async def test_unknown_session_cannot_be_resumed_and_sockets_can_be_refused(
        self, discord_: FakeDiscord, raw: RawRestClient
    ) -> None:
        url = f"{discord_.gateway_url}?v=10&encoding=json"
        async with raw.session.ws_connect(url) as socket:
            await socket.receive()
            await socket.send_json({"op": 6, "d": {"token": discord_.token, "session_id": "none", "seq": 0}})
            assert await socket.receive_json() == {"op": 9, "d": False}
        discord_.gateway.refusals = 1
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await raw.session.ws_connect(url)

    async def test_more_identifies_than_a_day_allows_reset_the_token(
        self, discord_: FakeDiscord, raw: RawRestClient
    ) -> None:
        discord_.state.identifies += [discord_.clock.now() - 60] * 1000
        token = discord_.token
        async with raw.session.ws_connect(f"{discord_.gateway_url}?v=10&encoding=json") as socket:
            await socket.receive()
            await socket.send_json({"op": 2, "d": {"token": token, "intents": 0}})
            assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert (await raw("GET", "/users/@me"))[0] == 401
        assert [each.kind for each in discord_.violations] == ["identify_limit", "gateway", "invalid_request"]

    async def test_new_guild_is_told_and_a_lost_dispatch_is_not(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        ann = discord_.add_person("ann")
        discord_.faults.add(route="DISPATCH MESSAGE_CREATE", kind="lost")
        ann.says(discord_.channel, "lost")
        guild = discord_.add_guild("Other", locale="zh-CN")
        other = discord_.add_channel("general", guild=guild)
        discord_.add_person("bob", guild=guild).says(other, "heard")
        await discord_.until(lambda: bot.heard)
        assert bot.heard == ["heard"]
        assert {each.name for each in bot.guilds} == {"Desk", "Other"}


class TestInteractionRules:
    @pytest.mark.usefixtures("bot")
    @pytest.mark.parametrize(
        "answer",
        [
            {"type": 7, "data": {"content": "no message to update"}},
            {"type": 4, "data": {"content": "x" * 2001}},
            {"type": 9, "data": {"title": "x" * 46, "custom_id": "m", "components": []}},
            {"type": 8, "data": {"choices": []}},
        ],
    )
    async def test_answer_that_does_not_fit_leaves_the_interaction_open(
        self, discord_: FakeDiscord, raw: RawRestClient, answer: object
    ) -> None:
        used = discord_.add_person("ann").uses_command(discord_.channel, "never")
        path = f"/interactions/{used.id}/{used.token}/callback"
        status, body = await raw("POST", path, answer)
        assert (status, body["code"], used.acked) == (400, 50035, False)
        assert await raw("POST", path, {"type": 5}) == (204, None)
        assert [each.kind for each in discord_.violations] == ["invalid_form"]

    async def test_late_answer_meets_a_dead_token(
        self, discord_: FakeDiscord, bot: SampleDiscordBot, caplog: pytest.LogCaptureFixture
    ) -> None:
        ann = discord_.add_person("ann")
        ann.uses_command(discord_.channel, "slow")
        discord_.clock.advance(3.5)
        await discord_.until(lambda: discord_.called("POST /interactions/{}/{}/callback"))
        await discord_.until(lambda: "10062" in caplog.text)
        assert {each.kind for each in discord_.violations} == {"late_ack", "invalid_request"}
        assert bot.is_ready()

    @pytest.mark.usefixtures("bot")
    async def test_missing_answer_is_recorded_once(self, discord_: FakeDiscord) -> None:
        ann = discord_.add_person("ann")
        ann.uses_command(discord_.channel, "never")
        assert discord_.violations == []
        discord_.clock.advance(4)
        assert [each.kind for each in discord_.violations] == ["late_ack"]
        assert len(discord_.violations) == 1

    async def test_second_answer_is_refused_and_tokens_live_a_quarter_of_an_hour(
        self, discord_: FakeDiscord, bot: SampleDiscordBot, raw: RawRestClient
    ) -> None:
        ann = discord_.add_person("ann")
        used = ann.uses_command(discord_.channel, "analyze", symbol="AMD")
        await discord_.until(lambda: ann.ephemerals)
        status, body = await raw("POST", f"/interactions/{used.id}/{used.token}/callback", {"type": 6})
        assert (status, body["code"]) == (400, 40060)
        discord_.clock.advance(15 * 60)
        follow_up = f"/webhooks/{bot.application_id}/{used.token}"
        status, body = await raw("POST", follow_up, {"content": "late"})
        assert (status, body["code"]) == (401, 50027)
        assert (await raw("GET", f"/webhooks/{bot.application_id}/none/messages/@original"))[1]["code"] == 10015
        assert discord_.violations[0].kind == "double_ack"

    async def test_what_a_client_would_not_offer_cannot_be_done(
        self, discord_: FakeDiscord, raw: RawRestClient
    ) -> None:
        ann = discord_.add_person("ann")
        with pytest.raises(AssertionError, match="no command 'sell'"):
            ann.uses_command(discord_.channel, "sell")
        await raw.post({"content": "no buttons"})
        with pytest.raises(AssertionError, match="no button 'Confirm'"):
            ann.presses(discord_.channel.messages[0], "Confirm")


def _row(*components: dict[str, object]) -> dict[str, object]:
    return {"type": 1, "components": components}


_BUTTON: dict[str, object] = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}


class TestMessageRules:
    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"content": "x" * 2001}, "content"),
            ({"content": "x", "nonce": "n" * 26}, "nonce"),
            ({"embeds": [{"title": "x" * 257}]}, "embeds"),
            ({"embeds": [{"description": "x" * 4097}]}, "embeds"),
            ({"embeds": [{"fields": [{"name": "a", "value": "x" * 1025}]}]}, "embeds"),
            ({"embeds": [{"fields": [{"name": "a", "value": "b"}] * 26}]}, "embeds"),
            ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds"),
            ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
            ({"embeds": [{"title": "x"}] * 11}, "embeds"),
            ({"content": "x", "components": [_row(_BUTTON, _BUTTON)]}, "components"),
            ({"content": "x", "components": [_row(_BUTTON | {"label": "x" * 81})]}, "components"),
            ({"content": "x", "components": [_row(_BUTTON | {"custom_id": "x" * 101})]}, "components"),
            (
                {"content": "x", "components": [_row(*(_BUTTON | {"custom_id": str(n)} for n in range(6)))]},
                "components",
            ),
            ({"content": "x", "components": [_row(_BUTTON | {"custom_id": str(n)}) for n in range(6)]}, "components"),
            ({"content": "x", "flags": 1 << 15, "components": [{"type": 10, "content": "y"}]}, "content"),
            ({"flags": 1 << 15, "components": [{"type": 10, "content": "y" * 4001}]}, "components"),
            ({"flags": 1 << 15, "components": [{"type": 10, "content": "y"}] * 41}, "components"),
        ],
    )
    async def test_too_large_is_an_invalid_form(
        self, discord_: FakeDiscord, raw: RawRestClient, body: dict[str, object], field: str
    ) -> None:
        status, answer = await raw.post(body)
        assert (status, answer["code"], list(answer["errors"])) == (400, 50035, [field])
        assert [each.kind for each in discord_.violations] == ["invalid_form"]
        assert discord_.channel.messages == []

    async def test_the_largest_that_fit_are_taken(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        rows = [_row(*(_BUTTON | {"custom_id": f"{n}.{m}"} for m in range(5))) for n in range(5)]
        embeds = [{"description": "x" * 4096}, {"description": "x" * 1904}]
        status, _ = await raw.post({"content": "x" * 2000, "embeds": embeds, "components": rows})
        assert (status, discord_.violations) == (200, [])

    async def test_nonsense_is_refused_and_recorded(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        url = f"{discord_.api_url}/channels/{discord_.channel.id}/messages"
        async with raw.session.post(url, data="{") as response:
            assert (await response.json())["code"] == 50109
        assert (await raw.post({"embeds": "no list"}))[0] == 400
        assert (await raw("GET", "/channels/general"))[1]["code"] == 50035
        assert await raw("GET", "/nowhere") == (404, {"message": "404: Not Found", "code": 0})
        kinds = ["invalid_request", "fake_error", "invalid_form", "invalid_request"]
        assert [each.kind for each in discord_.violations] == kinds

    async def test_empty_unknown_and_foreign_messages_are_refused(
        self, discord_: FakeDiscord, raw: RawRestClient
    ) -> None:
        said = discord_.add_person("ann").says(discord_.channel, "mine")
        path = f"/channels/{discord_.channel.id}/messages"
        assert (await raw.post({"content": "  "}))[1]["code"] == 50006
        assert (await raw("GET", "/channels/5"))[1]["code"] == 10003
        assert (await raw("GET", f"{path}/5"))[1]["code"] == 10008
        assert (await raw("PATCH", f"{path}/{said.id}", {"content": "yours"}))[1]["code"] == 50005
        assert (await raw("DELETE", f"{path}/{said.id}"))[1]["code"] == 50013

    async def test_nonce_is_enforced_for_minutes_only(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        body = {"content": "once", "nonce": "n1", "enforce_nonce": True}
        first, second = await raw.post(body), await raw.post(body)
        assert first[1]["id"] == second[1]["id"]
        discord_.clock.advance(181)
        assert (await raw.post(body))[1]["id"] != first[1]["id"]
        assert len(discord_.channel.messages) == 2

    @pytest.mark.parametrize(
        ("allowed", "pings"),
        [
            (None, {"@everyone", "<@ANN>"}),
            ({"parse": []}, set()),
            ({"parse": ["users"]}, {"<@ANN>"}),
            ({"parse": ["everyone"]}, {"@everyone"}),
        ],
    )
    async def test_mentions_go_by_what_is_allowed(
        self, discord_: FakeDiscord, raw: RawRestClient, allowed: object, pings: set[str]
    ) -> None:
        ann = discord_.add_person("ann")
        body: dict[str, object] = {"content": f"@everyone {ann.mention} `{discord_.bot.mention}`"}
        await raw.post(body | ({"allowed_mentions": allowed} if allowed else {}))
        assert discord_.channel.messages[0].pings == {ping.replace("<@ANN>", ann.mention) for ping in pings}

    async def test_history_is_paged(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        ann = discord_.add_person("ann")
        ids = [str(ann.says(discord_.channel, str(number)).id) for number in range(6)]
        path = f"/channels/{discord_.channel.id}/messages"
        wanted = {"limit=2": ids[:3:-1], f"before={ids[3]}&limit=2": ids[2:0:-1], f"after={ids[3]}": ids[:3:-1]}
        for query, found in wanted.items():
            assert [each["id"] for each in (await raw("GET", f"{path}?{query}"))[1]] == found
        around = [each["id"] for each in (await raw("GET", f"{path}?around={ids[2]}&limit=3"))[1]]
        assert around == ids[3:0:-1]
        assert all(int(one) < int(other) for one, other in pairwise(ids))


class TestChannelRules:
    async def test_person_who_takes_no_direct_messages_gets_none(
        self, discord_: FakeDiscord, raw: RawRestClient
    ) -> None:
        ann = discord_.add_person("ann")
        ann.user.accepts_direct = False
        channel = (await raw("POST", "/users/@me/channels", {"recipient_id": str(ann.id)}))[1]["id"]
        assert (await raw("POST", f"/channels/{channel}/messages", {"content": "x"}))[1]["code"] == 50007
        assert discord_.invalid_requests == 1

    @pytest.mark.parametrize(("denied", "code"), [(Permission.VIEW_CHANNEL, 50001), (Permission.SEND_MESSAGES, 50013)])
    async def test_lacking_permission_is_refused(
        self, discord_: FakeDiscord, raw: RawRestClient, denied: Permission, code: int
    ) -> None:
        deny(discord_.bot, discord_.channel, denied)
        status, answer = await raw.post({"content": "x"})
        assert (status, answer["code"]) == (403, code)

    async def test_thread_is_made_once_wakes_by_posting_and_stays_shut_when_locked(
        self, discord_: FakeDiscord, raw: RawRestClient
    ) -> None:
        ann = discord_.add_person("ann")
        asked = ann.says(discord_.channel, "q")
        path = f"/channels/{discord_.channel.id}/messages/{asked.id}/threads"
        assert (await raw("POST", path, {"name": "t"}))[0] == 201
        assert (await raw("POST", path, {"name": "t"}))[1]["code"] == 160004
        thread = asked.thread
        assert thread is not None
        assert (await raw("PATCH", f"/channels/{thread.id}", {"archived": True}))[1]["thread_metadata"]["archived"]
        assert (await raw("POST", f"/channels/{thread.id}/messages", {"content": "up"}))[0] == 200
        assert not thread.archived
        thread.locked = True
        assert (await raw("POST", f"/channels/{thread.id}/messages", {"content": "up"}))[1]["code"] == 160005
        deny(discord_.bot, discord_.channel, Permission.CREATE_PUBLIC_THREADS)
        assert (await raw("POST", path, {"name": "t"}))[1]["code"] == 50013

    async def test_commands_are_validated_and_counted(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        path = f"/applications/{discord_.application.id}/guilds/{discord_.guild.id}/commands"
        assert (await raw("PUT", path, [{"name": "Bad Name", "description": "d"}]))[1]["code"] == 50035
        assert (await raw("POST", path, {"name": "a", "description": ""}))[1]["code"] == 50035
        for batch in range(2):
            names = [{"name": f"c{batch}-{number}", "description": "d"} for number in range(100)]
            assert (await raw("PUT", path, names))[0] == 200
        assert len((await raw("PUT", path, names))[1]) == 100
        status, answer = await raw("PUT", path, [{"name": "one-more", "description": "d"}])
        assert (status, answer["code"]) == (429, 30034)


class TestMisbehaviour:
    async def test_rate_limits_are_told_and_enforced(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        discord_.limits.set(_POST, limit=2, per=60)
        assert (await raw.post({"content": "1"}))[0] == 200
        assert raw.headers["X-RateLimit-Remaining"] == "1"
        await raw.post({"content": "2"})
        status, answer = await raw.post({"content": "3"})
        assert (status, answer["global"], 0 < answer["retry_after"] <= 60) == (429, False, True)
        assert discord_.limits.refused == {_POST: 1}

    async def test_planned_429s_and_lost_answers_reach_the_library(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        channel = bot.get_channel(discord_.channel.id)
        assert isinstance(channel, discord.TextChannel)
        discord_.faults.add(route=_POST, kind="rate_limited", seconds=0.05)
        discord_.faults.add(route=_POST, kind="rate_limited", seconds=0.05, is_global=True)
        await channel.send("delayed")
        discord_.faults.add(route=_POST, kind="lost_answer")
        with pytest.raises(aiohttp.ClientError):
            await channel.send("lost", nonce="7")
        await channel.send("lost", nonce="7")
        assert [message.content for message in discord_.channel.messages] == ["delayed", "lost"]
        assert [call.status for call in discord_.called(_POST)] == [429, 429, 200, 0, 200]
        assert discord_.violations == []

    @pytest.mark.parametrize(("kind", "happens"), [("server_error", 0), ("html", 0), ("failed_answer", 1), ("slow", 1)])
    async def test_other_faults(self, discord_: FakeDiscord, raw: RawRestClient, kind: Any, happens: int) -> None:  # noqa: ANN401
        fault = discord_.faults.add(route=_POST, kind=kind, status=503, after=1)
        await raw.post({"content": "first"})
        async with raw.session.post(
            f"{discord_.api_url}/channels/{discord_.channel.id}/messages", json={"content": "second"}
        ) as response:
            assert response.status == (200 if kind == "slow" else 503)
        assert (len(discord_.channel.messages), fault.happened) == (1 + happens, 1)

    async def test_lost_request_has_no_effect(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        discord_.faults.add(route=_POST, kind="lost_request")
        with pytest.raises(aiohttp.ClientError):
            await raw.post({"content": "x"})
        assert discord_.channel.messages == []

    async def test_waiting_says_what_was_there_instead(self, discord_: FakeDiscord) -> None:
        discord_.add_person("ann").says(discord_.channel, "only this")
        with pytest.raises(AssertionError, match=r"an answer did not come(.|\n)*ann: 'only this'"):
            await discord_.until(lambda: None, within=0.05, what="an answer")


def test_runs_on_a_thread_beside_something_else() -> None:
    with running_discord() as discord_:
        ann = discord_.add_person("ann")

        async def converse() -> None:
            async with connected(discord_, SampleDiscordBot()):
                asked = ann.says(discord_.channel, f"{discord_.bot.mention} AAPL?")
                await discord_.until(lambda: asked.thread and asked.thread.messages)

        asyncio.run(converse())
        assert discord_.wait_until(lambda: discord_.connected == 0)
        assert discord_.violations == []
