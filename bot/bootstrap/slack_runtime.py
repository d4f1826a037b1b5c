"""Slack, put together: its transport, its people, and what receives its events."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from bot.bootstrap.app import App
from bot.bootstrap.platform_runtime import Check, ServedPlatform, posted_platform
from bot.bootstrap.services import CLOCK, Services
from bot.errors import DeliveryError
from bot.locales import Catalogue
from bot.messaging.outbound.platform_router import Platform
from bot.ports import Meter
from bot.settings import Settings
from db.installations import PostgresInstallations, PostgresOAuthStates
from db.token_cipher import TokenCipher, split_keys

if TYPE_CHECKING:  # a process imports only the platforms that it serves
    from aiohttp.web import RouteDef

    from adapters.slack.api import SlackApi
    from adapters.slack.install.installed_tokens import CachedInstallations, InstalledTokens
    from adapters.slack.people import SlackPeople
    from adapters.slack.tokens import TokenProvider


class SlackRuntime:
    """Slack by Socket Mode, by HTTP, or both."""

    name = "slack"

    def __init__(self, settings: Settings, *, texts: Catalogue, meter: Meter) -> None:
        self._settings = settings
        self._texts = texts
        self._meter = meter
        self._made: tuple[SlackApi, SlackPeople] | None = None
        self._stored: PostgresInstallations | None = None  # where workspaces install Parley themselves
        self._recent: CachedInstallations | None = None
        self._installed: InstalledTokens | None = None
        self._check_token: Check | None = None  # where there is but one

    def platform(self, services: Services) -> Platform:
        """Return what the core is to use."""
        from adapters.slack.outbound.transport import SlackTransport  # noqa: PLC0415  # slack_sdk and aiohttp cost 0.3 s

        api, people = self._parts(services)
        return posted_platform(SlackTransport(api=api, texts=self._texts), people, services)

    @asynccontextmanager
    async def open(self, app: App) -> AsyncIterator[ServedPlatform]:
        """Receive from Slack."""
        from adapters.slack.app import SlackApp, SlackDependencies  # noqa: PLC0415

        api, people = self._parts(app.services)
        lent = SlackDependencies(gateway=app.gateway, texts=self._texts, meter=self._meter, uninstalls=self._installed)
        async with AsyncExitStack() as stack:
            slack = await stack.enter_async_context(SlackApp(lent, api=api, people=people))
            routes, checks = await self._oauth_routes(app.services), dict[str, Check]()
            if secret := self._settings.slack_signing_secret:
                routes += slack.routes(signing_secret=secret)
            if token := self._settings.slack_app_token:
                socket = await stack.enter_async_context(slack.socket_mode(app_token=token))
                checks[self.name] = _connected(lambda: socket.is_connected)
            if self._check_token is not None:
                checks["slack token"] = self._check_token
            yield ServedPlatform(routes=routes, checks=checks)

    async def close(self) -> None:
        """Close the connections to Slack's Web API."""
        if self._made is not None:
            await self._made[0].close()

    def _parts(self, services: Services) -> "tuple[SlackApi, SlackPeople]":
        if self._made is None:
            from adapters.slack.api import SlackApi  # noqa: PLC0415
            from adapters.slack.people import SlackPeople  # noqa: PLC0415

            api = SlackApi(self._tokens(services), base_url=self._settings.slack_api_url)
            self._made = api, SlackPeople(api)
        return self._made

    def _tokens(self, services: Services) -> "TokenProvider":
        """Return the workspaces' own tokens, or the one that is set."""
        settings = self._settings
        if not settings.has_slack_oauth:
            from adapters.slack.tokens import SingleToken  # noqa: PLC0415

            single = SingleToken(settings.slack_bot_token or "", base_url=settings.slack_api_url)
            self._check_token = single.check
            return single
        from adapters.slack.install.installed_tokens import CachedInstallations, InstalledTokens  # noqa: PLC0415

        self._stored = installation_store(services)
        self._recent = CachedInstallations(self._stored)
        self._installed = InstalledTokens(self._recent)
        return self._installed

    async def _oauth_routes(self, services: Services) -> "list[RouteDef]":
        settings = self._settings
        if self._stored is None or self._recent is None or settings.slack_client_secret is None:
            return []
        from adapters.slack.install.oauth import OAuthApp, oauth_routes  # noqa: PLC0415  # a page that is seldom asked for

        await self._stored.reencrypt_tokens()
        oauth = OAuthApp(
            client_id=settings.slack_client_id or "",
            client_secret=settings.slack_client_secret,
            public_url=settings.parley_public_url or "",
            base_url=settings.slack_api_url,
        )
        states = PostgresOAuthStates(services.database, clock=CLOCK)
        return [*oauth_routes(oauth, installations=self._recent, states=states, clock=CLOCK, texts=self._texts)]


def installation_store(services: Services) -> PostgresInstallations:
    """Return the store of what workspaces have installed. Raises: SettingsError: SLACK_TOKEN_KEY holds no keys."""
    key = services.settings.slack_token_key
    return PostgresInstallations(
        services.database, clock=CLOCK, cipher=TokenCipher(split_keys(key.get_secret_value() if key else ""))
    )


def _connected(is_connected: Callable[[], bool]) -> Check:
    async def check() -> None:
        if not is_connected():
            raise DeliveryError

    return check
