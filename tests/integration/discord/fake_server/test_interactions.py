"""What the fake takes as an answer to an interaction, and until when."""

import pytest

from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.sample_bot import SampleDiscordBot
from tests.integration.discord.fake_server.raw_rest import RawRestClient


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
