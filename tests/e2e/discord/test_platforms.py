"""`parley up` with Slack and Discord: what ends one of them leaves the other alone, and is mended by itself."""

import asyncio
import json

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import DiscordProcess, DiscordSystem, discord_system
from tests.e2e.slack_process import SlackSystem, slack_system

UP = "parley is up"


class UpProcess(DiscordProcess):
    """One `parley up`."""

    platform = "up"


def start_up(discord: DiscordSystem, slack: SlackSystem, *, token: str) -> UpProcess:
    environment = {
        "PARLEY_LOG_LEVEL": "INFO",
        "DISCORD_TOKEN": token,
        "DISCORD_API_URL": discord.discord.api_url,
        "SLACK_BOT_TOKEN": slack.slack.bot_token,
        "SLACK_APP_TOKEN": slack.slack.app.app_token,
        "SLACK_API_URL": slack.slack.api_url,
    }
    up = UpProcess(discord.deployment, discord.deployment.home / "up.log", environment)
    discord.parleys.append(up)
    up.start()
    return up


async def checks_of(up: UpProcess) -> dict[str, str]:
    _, body = await up.get("/readyz")
    return dict(json.loads(body)["checks"])


async def test_discord_refuses_the_token_then_slack_is_served_and_readiness_names_discord(
    deployment: Deployment,
) -> None:
    async with slack_system(deployment) as slack, discord_system(deployment) as discord:
        up = start_up(discord, slack, token="MTIzNDU2Nzg5.wrong.0123456789abcdefghijklmnopq")  # noqa: S106
        await discord.ready(up)
        await slack.answer(await slack.asks("analyze AAPL"), "AAPL")
        checks = await checks_of(up)

        assert checks["slack"] == "ok"
        assert checks["discord"] == "The platform does not accept our token."
        log = up.log.read_text()
        assert "discord is not served; it begins again in" in log
        assert "Reset Token" in log
        assert "Traceback" not in log
        assert len(discord.discord.state.identifies) == 0


@pytest.mark.faults
async def test_what_discord_sends_makes_no_sense_then_slack_goes_on_and_discord_comes_back(
    deployment: Deployment,
) -> None:
    async with slack_system(deployment) as slack, discord_system(deployment) as discord:
        discord.discord.gateway.refusals = 1
        up = start_up(discord, slack, token=discord.discord.token)
        await discord.until(lambda: not discord.discord.gateway.refusals, "the first attempt")
        assert UP not in up.log.read_text()
        await discord.until(lambda: UP in up.log.read_text(), "that it is up")
        assert f"{UP}: slack, discord" in up.log.read_text()
        await discord.answer(discord.asks("analyze AAPL"), "AAPL $455.49")

        discord.discord.gateway.connections[-1].push({"op": 10, "d": None})
        await discord.until(lambda: not discord.discord.connected, "the end of the connection")
        await slack.answer(await slack.asks("analyze IBM"), "IBM")
        await discord.until(lambda: discord.discord.connected, "another connection")
        await discord.answer(discord.asks("analyze MSFT"), "MSFT $27.45")
        async with asyncio.timeout(30):
            while (await checks_of(up))["discord"] != "ok":  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.1)

        assert "Traceback" not in up.log.read_text()
        _, metrics = await up.get("/metrics")
        assert 'parley_errors_total{kind="UnreadableEventError"} 1.0' in metrics
        assert 'parley_platform_connected{platform="discord"} 1.0' in metrics
