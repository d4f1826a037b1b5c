"""What the fake takes as a message, and where."""

from itertools import pairwise

import pytest

from tests.fakes.discord import FakeDiscord, Permission, deny
from tests.integration.discord.fake_server.raw_rest import RawRestClient


def _row(*components: dict[str, object]) -> dict[str, object]:
    return {"type": 1, "components": components}


_BUTTON: dict[str, object] = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}

TOO_LARGE: tuple[tuple[dict[str, object], str], ...] = (
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
    ({"content": "x", "components": [_row(*(_BUTTON | {"custom_id": str(n)} for n in range(6)))]}, "components"),
    ({"content": "x", "components": [_row(_BUTTON | {"custom_id": str(n)}) for n in range(6)]}, "components"),
    ({"content": "x", "flags": 1 << 15, "components": [{"type": 10, "content": "y"}]}, "content"),
    ({"flags": 1 << 15, "components": [{"type": 10, "content": "y" * 4001}]}, "components"),
    ({"flags": 1 << 15, "components": [{"type": 10, "content": "y"}] * 41}, "components"),
)


class TestMessageRules:
    async def test_too_large_is_an_invalid_form(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        answers = [await raw.post(body) for body, _ in TOO_LARGE]

        told = [(status, answer["code"], list(answer["errors"])) for status, answer in answers]
        assert told == [(400, 50035, [field]) for _, field in TOO_LARGE]
        assert [each.kind for each in discord_.violations] == ["invalid_form"] * len(TOO_LARGE)
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
