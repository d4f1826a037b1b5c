"""A token that Discord does not accept."""

import asyncio

from tests.e2e.chat_process import parley as run_parley
from tests.e2e.deployment import Deployment
from tests.fakes.discord import FakeDiscord

WRONG = "MTIzNDU2Nzg5.wrong.0123456789abcdefghijklmnopq"


async def test_token_is_wrong_then_it_ends_with_what_to_do_and_does_not_show_the_token(deployment: Deployment) -> None:
    async with FakeDiscord() as discord:
        api = {"DISCORD_TOKEN": WRONG, "DISCORD_API_URL": discord.api_url, "PORT": "0"}
        ended = await asyncio.to_thread(run_parley, deployment, "discord", **api)
    output = f"{ended.stdout}{ended.stderr}{deployment.logs()}"
    assert ended.returncode == 1, output
    assert "Reset Token" in ended.stderr
    assert "Traceback" not in output
    assert WRONG not in output
    assert discord.invalid_requests <= 2
