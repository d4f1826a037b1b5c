"""Builds Slack's parts: its transport, its people, and the receivers of its events."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import SecretStr

from bot.bootstrap.app import App
from bot.bootstrap.platform_runtime import Check, ServedPlatform, always_connected, posted_platform
from bot.bootstrap.services import CLOCK, Services
from bot.errors import NotConnectedError
from bot.locales import Catalogue
from bot.messaging.outbound.platform_router import Platform
from bot.ports import Meter
from bot.settings import Settings
from db.installations import PostgresInstallations, PostgresOAuthStates
from db.token_cipher import TokenCipher, split_keys

if TYPE_CHECKING:  # a process imports only the platforms that it serves
    from aiohttp.web import RouteDef

    from adapters.slack.api import SlackApi
    from adapters.slack.people import SlackPeople
    from adapters.slack.tokens import CachedInstallations, InstalledTokens, TokenProvider


class SlackRuntime:
    """Implements `PlatformRuntime` over Slack's Socket Mode, HTTP, or both."""

    name = "slack"

    def __init__(self, settings: Settings, *, texts: Catalogue, meter: Meter) -> None:
        self._settings = settings
        self._texts = texts
        self._meter = meter
        self._clients: tuple[SlackApi, SlackPeople] | None = None
        self._installations: PostgresInstallations | None = None  # None: one workspace, with one token
        self._recent_installations: CachedInstallations | None = None
        self._installed_tokens: InstalledTokens | None = None
        self._check_token: Check | None = None  # of the one token; None: workspaces have tokens of their own

    def platform(self, services: Services) -> Platform:
        """Return Slack's channel, progress, people, poster, links, files and admins."""
        from adapters.slack.files import SlackFiles  # noqa: PLC0415
        from adapters.slack.outbound.transport import SlackLinks, SlackTransport  # noqa: PLC0415  # they cost 0.3 s
        from adapters.slack.people import SlackAdmins  # noqa: PLC0415

        api, people = self._get_clients(services)
        return replace(
            posted_platform(SlackTransport(api=api, texts=self._texts), people, SlackLinks(api), services),
            files=SlackFiles(api),
            admins=SlackAdmins(api),
        )

    @asynccontextmanager
    async def open(self, app: App) -> AsyncIterator[ServedPlatform]:
        """Receive from Slack until exit; routes and checks are for the web server."""
        from adapters.slack.app import SlackApp  # noqa: PLC0415
        from adapters.slack.inbound.handler_services import HandlerServices  # noqa: PLC0415

        api, people = self._get_clients(app.services)
        services = HandlerServices(
            gateway=app.gateway,
            api=api,
            people=people,
            texts=self._texts,
            meter=self._meter,
            uninstalls=self._installed_tokens,
        )
        async with AsyncExitStack() as stack:
            slack = await stack.enter_async_context(SlackApp(services))
            routes, checks = await self._oauth_routes(app.services), dict[str, Check]()
            connected, receive_events = always_connected(), None
            if secret := self._settings.slack_signing_secret:
                routes += slack.routes(signing_secret=secret)
            if token := self._settings.slack_app_token:
                socket = await stack.enter_async_context(slack.socket_mode(app_token=token))
                connected, receive_events = socket.connected, socket.receive_events
                checks[self.name] = _connection_check(connected)
                checks |= self._app_checks(app_token=token)
            if self._check_token is not None:
                checks["slack token"] = self._check_token
            yield ServedPlatform(
                self.name, routes=routes, checks=checks, connected=connected, receive_events=receive_events
            )

    def _app_checks(self, *, app_token: SecretStr) -> dict[str, Check]:
        """Return the check that both tokens are of one app; none where workspaces have tokens of their own."""
        if self._check_token is None or self._settings.slack_bot_token is None:
            return {}
        from adapters.slack.install.doctor import SameAppCheck  # noqa: PLC0415

        base_url = self._settings.slack_api_url
        return {"slack app": SameAppCheck(self._settings.slack_bot_token, app_token, base_url=base_url)}

    async def close(self) -> None:
        """Close the connections to Slack's Web API."""
        if self._clients is not None:
            await self._clients[0].close()

    def _get_clients(self, services: Services) -> "tuple[SlackApi, SlackPeople]":
        if self._clients is None:
            from adapters.slack.api import SlackApi  # noqa: PLC0415
            from adapters.slack.people import SlackPeople  # noqa: PLC0415

            api = SlackApi(self._token_provider(services), base_url=self._settings.slack_api_url)
            self._clients = api, SlackPeople(api)
        return self._clients

    def _token_provider(self, services: Services) -> "TokenProvider":
        """Return the provider of the workspaces' own tokens, or of the single configured token."""
        settings = self._settings
        if not settings.has_slack_oauth:
            from adapters.slack.tokens import SingleToken  # noqa: PLC0415

            token = SingleToken(settings.slack_bot_token or "", base_url=settings.slack_api_url)
            self._check_token = token.check_token
            return token
        from adapters.slack.tokens import CachedInstallations, InstalledTokens  # noqa: PLC0415

        self._installations = installation_store(services)
        self._recent_installations = CachedInstallations(self._installations)
        self._installed_tokens = InstalledTokens(self._recent_installations)
        return self._installed_tokens

    async def _oauth_routes(self, services: Services) -> "list[RouteDef]":
        settings = self._settings
        if self._installations is None or self._recent_installations is None or settings.slack_client_secret is None:
            return []
        from adapters.slack.install.oauth import OAuthApp, oauth_routes  # noqa: PLC0415  # a page that is seldom opened

        await self._installations.reencrypt_tokens()
        oauth = OAuthApp(
            client_id=settings.slack_client_id or "",
            client_secret=settings.slack_client_secret,
            public_url=settings.parley_public_url or "",
            base_url=settings.slack_api_url,
        )
        states = PostgresOAuthStates(services.database, clock=CLOCK)
        recent = self._recent_installations
        return [*oauth_routes(oauth, installations=recent, states=states, clock=CLOCK, texts=self._texts)]


def installation_store(services: Services) -> PostgresInstallations:
    """Return the store of workspaces' installations. Raises: SettingsError: SLACK_TOKEN_KEY holds no usable keys."""
    key = services.settings.slack_token_key
    return PostgresInstallations(
        services.database, clock=CLOCK, cipher=TokenCipher(split_keys(key.get_secret_value() if key else ""))
    )


def _connection_check(connected: asyncio.Event) -> Check:
    async def check() -> None:
        if not connected.is_set():
            raise NotConnectedError

    return check
