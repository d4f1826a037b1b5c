"""Starts a platform's fakes and processes, and stops them at the end of the block."""

import http.client
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from typing import Final
from urllib.parse import urlsplit

from tests.conversations.driver import Driver
from tests.e2e.deployment import Deployment
from tests.e2e.drivers.discord import DiscordDriver
from tests.e2e.drivers.service_process import ServiceProcess
from tests.e2e.drivers.slack import SlackDriver
from tests.e2e.drivers.terminal import TerminalDriver
from tests.fakes.discord import running_discord
from tests.fakes.slack import RunningSlack, Workspace, running_slack

_KEY: Final = "S0ZWbHkyVG5uUWQ0cGZ1bWJ4c1lYd1V2T2hQUkVaTWs="  # encrypts what opens nothing


@contextmanager
def open_driver(
    platform: str, account_groups: Collection[str], new_deployment: Callable[[], Deployment]
) -> Iterator[Driver]:
    """Yield the driver of this platform; afterwards every process must have ended well."""
    with {"terminal": _terminal, "slack": _slack, "discord": _discord}[platform](
        account_groups, new_deployment
    ) as made:
        yield made


@contextmanager
def _terminal(account_groups: Collection[str], new_deployment: Callable[[], Deployment]) -> Iterator[Driver]:
    with closing(TerminalDriver({account_group: new_deployment() for account_group in account_groups})) as platform:
        yield platform


@contextmanager
def _slack(account_groups: Collection[str], new_deployment: Callable[[], Deployment]) -> Iterator[Driver]:
    deployment = new_deployment()
    with running_slack() as running:
        running.slack.rates.enforced = False  # what is about rates is in tests/e2e/slack/test_rates_and_faults.py
        app = running.slack.app
        with _serving(
            deployment,
            SLACK_API_URL=running.api_url,
            SLACK_APP_TOKEN=app.app_token,
            SLACK_CLIENT_ID=app.client_id,
            SLACK_CLIENT_SECRET=app.client_secret,
            SLACK_TOKEN_KEY=_KEY,
        ) as service:
            app.redirect_urls = [f"{service.url}/slack/oauth_redirect"]
            yield SlackDriver(
                running,
                {account_group: _installed(running, service, account_group) for account_group in account_groups},
                deployment,
            )
        assert not running.slack.violations, running.slack.violations


@contextmanager
def _discord(account_groups: Collection[str], new_deployment: Callable[[], Deployment]) -> Iterator[Driver]:
    deployment = new_deployment()
    with running_discord() as discord:
        discord.limits.off()
        guilds = {account_group: discord.add_guild(account_group) for account_group in account_groups}
        with _serving(deployment, DISCORD_API_URL=discord.api_url, DISCORD_TOKEN=discord.token):
            yield DiscordDriver(discord, guilds, deployment)
        assert not discord.violations, discord.violations


@contextmanager
def _serving(deployment: Deployment, **environment: str) -> Iterator[ServiceProcess]:
    with ServiceProcess(deployment, **environment) as service:
        service.until_ready()
        yield service
        assert service.end() == 0, service.errors
    assert "Traceback" not in service.errors + deployment.logs(), service.errors


def _installed(running: RunningSlack, service: ServiceProcess, name: str) -> Workspace:
    """Return a workspace in which the app was installed through its install page."""
    slack = running.slack

    async def made() -> Workspace:
        workspace = slack.add_workspace(name, installed=False)
        slack.services.installer = (workspace.id, slack.add_person("Owner", workspace=workspace).id)
        return workspace

    workspace = running.call(made())
    there, cookie = _followed(f"{service.url}/slack/install")
    back, _ = _followed(there)
    _followed(back, cookie)
    assert workspace.installation is not None, service.errors
    return workspace


def _followed(url: str, cookie: str = "") -> tuple[str, str]:
    """Where a page leads, and the cookie it sets."""
    parts = urlsplit(url)
    with closing(http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=20)) as connection:
        connection.request("GET", f"{parts.path}?{parts.query}", headers={"Cookie": cookie} if cookie else {})
        answer = connection.getresponse()
        answer.read()
        return answer.headers.get("Location", ""), answer.headers.get("Set-Cookie", "").partition(";")[0]
