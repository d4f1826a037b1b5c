"""Slack and Discord, made of their parts: each with what it lends the core, and what it runs once the core stands."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from bot.bootstrap.answering import App
from bot.bootstrap.stores import CLOCK, Services
from bot.errors import DeliveryError
from bot.locales import Catalogue
from bot.messaging.outbound.live_progress import LiveProgress
from bot.messaging.outbound.platforms import Platform
from bot.messaging.outbound.posting import PostedChannel, Poster
from bot.ports import MessageTransport, Meter, People
from bot.settings import Settings
from db.installations import PostgresInstallations, PostgresOAuthStates
from db.postings import PostgresPostings
from db.token_seal import TokenSeal, keys_in

if TYPE_CHECKING:  # a process imports only the platforms that it serves
    from aiohttp.web import RouteDef

    from adapters.discord.platform import Discord
    from adapters.slack.api import SlackApi
    from adapters.slack.install.installed_tokens import InstalledTokens, RecentInstallations
    from adapters.slack.people import SlackPeople
    from adapters.slack.tokens import TokenProvider

_C = TypeVar("_C")
Check = Callable[[], Awaitable[None]]  # raises while the thing checked is not ready


@dataclass(frozen=True, slots=True)
class ServedPlatform:
    """A platform that is being served."""

    routes: "Sequence[RouteDef]" = ()
    checks: Mapping[str, Check] = field(default_factory=dict)
    running: Sequence["asyncio.Task[None]"] = ()  # that end only when they have failed


class PlatformRuntime(Protocol):
    """One platform of this process."""

    name: str

    def platform(self, app: Services) -> Platform:
        """Return what the core is to use."""
        ...

    def open(self, front: App) -> AbstractAsyncContextManager[ServedPlatform]:
        """Take in what comes, until exit."""
        ...

    async def close(self) -> None:
        """Let go of what `platform` uses; the core has stopped before."""
        ...


class DiscordRuntime:
    """Discord by its gateway."""

    name = "discord"

    def __init__(self, settings: Settings, *, texts: Catalogue, meter: Meter) -> None:
        self._settings = settings
        self._texts = texts
        self._meter = meter
        self._discord: Discord | None = None

    def platform(self, app: Services) -> Platform:
        """Return what the core is to use."""
        discord = self._made()
        return _posted(discord.surface, discord.people, app)

    @asynccontextmanager
    async def open(self, front: App) -> AsyncIterator[ServedPlatform]:
        """Connect to the gateway, for ever."""
        discord = self._made()
        task = asyncio.create_task(discord.run(front.gateway))
        try:
            yield ServedPlatform(checks={self.name: discord.check}, running=(task,))
        finally:
            task.cancel()
            await asyncio.wait({task})

    async def close(self) -> None:
        """Nothing is left open."""

    def _made(self) -> "Discord":
        if self._discord is None:
            from adapters.discord.platform import Discord, DiscordOptions  # noqa: PLC0415  # discord.py costs 0.4 s

            token = self._settings.discord_token
            options = DiscordOptions(
                token=token.get_secret_value() if token else "",
                api_url=self._settings.discord_api_url,
                guild_id=self._settings.discord_guild_id,
            )
            self._discord = Discord(options=options, texts=self._texts, meter=self._meter)
        return self._discord


class SlackRuntime:
    """Slack by Socket Mode, by HTTP, or both."""

    name = "slack"

    def __init__(self, settings: Settings, *, texts: Catalogue, meter: Meter) -> None:
        self._settings = settings
        self._texts = texts
        self._meter = meter
        self._made: tuple[SlackApi, SlackPeople] | None = None
        self._stored: PostgresInstallations | None = None  # where workspaces install Parley themselves
        self._recent: RecentInstallations | None = None
        self._installed: InstalledTokens | None = None
        self._check_token: Check | None = None  # where there is but one

    def platform(self, app: Services) -> Platform:
        """Return what the core is to use."""
        from adapters.slack.outbound.transport import SlackTransport  # noqa: PLC0415  # slack_sdk and aiohttp cost 0.3 s

        api, people = self._parts(app)
        return _posted(SlackTransport(api=api, texts=self._texts), people, app)

    @asynccontextmanager
    async def open(self, front: App) -> AsyncIterator[ServedPlatform]:
        """Receive from Slack."""
        from adapters.slack.app import SlackApp, SlackDependencies  # noqa: PLC0415

        api, people = self._parts(front.app)
        lent = SlackDependencies(
            gateway=front.gateway, texts=self._texts, meter=self._meter, uninstalls=self._installed
        )
        async with AsyncExitStack() as stack:
            slack = await stack.enter_async_context(SlackApp(lent, api=api, people=people))
            routes, checks = await self._oauth_routes(front.app), dict[str, Check]()
            if secret := self._settings.slack_signing_secret:
                routes += slack.routes(signing_secret=secret)
            if token := self._settings.slack_app_token:
                socket = await stack.enter_async_context(slack.socket_mode(app_token=token))
                checks[self.name] = _connected(lambda: socket.connected)
            if self._check_token is not None:
                checks["slack token"] = self._check_token
            yield ServedPlatform(routes=routes, checks=checks)

    async def close(self) -> None:
        """Close the connections to Slack's Web API."""
        if self._made is not None:
            await self._made[0].close()

    def _parts(self, app: Services) -> "tuple[SlackApi, SlackPeople]":
        if self._made is None:
            from adapters.slack.api import SlackApi  # noqa: PLC0415
            from adapters.slack.people import SlackPeople  # noqa: PLC0415

            api = SlackApi(self._tokens(app), base_url=self._settings.slack_api_url)
            self._made = api, SlackPeople(api)
        return self._made

    def _tokens(self, app: Services) -> "TokenProvider":
        """Return the workspaces' own tokens, or the one that is set."""
        settings = self._settings
        if not settings.has_slack_oauth:
            from adapters.slack.tokens import SingleToken  # noqa: PLC0415

            single = SingleToken(settings.slack_bot_token or "", base_url=settings.slack_api_url)
            self._check_token = single.check
            return single
        from adapters.slack.install.installed_tokens import InstalledTokens, RecentInstallations  # noqa: PLC0415

        self._stored = installations(app)
        self._recent = RecentInstallations(self._stored)
        self._installed = InstalledTokens(self._recent)
        return self._installed

    async def _oauth_routes(self, app: Services) -> "list[RouteDef]":
        settings = self._settings
        if self._stored is None or self._recent is None or settings.slack_client_secret is None:
            return []
        from adapters.slack.install.oauth import OAuthApp, oauth_routes  # noqa: PLC0415  # a page that is seldom asked for

        await self._stored.reseal()
        oauth = OAuthApp(
            client_id=settings.slack_client_id or "",
            client_secret=settings.slack_client_secret,
            public_url=settings.parley_public_url or "",
            base_url=settings.slack_api_url,
        )
        states = PostgresOAuthStates(app.database, clock=CLOCK)
        return [*oauth_routes(oauth, installations=self._recent, states=states, clock=CLOCK, texts=self._texts)]


def installations(app: Services) -> PostgresInstallations:
    """Return the store of what workspaces have installed. Raises: SettingsError: SLACK_TOKEN_KEY holds no keys."""
    key = app.settings.slack_token_key
    return PostgresInstallations(
        app.database, clock=CLOCK, seal=TokenSeal(keys_in(key.get_secret_value() if key else ""))
    )


def _connected(is_connected: Callable[[], bool]) -> Check:
    async def check() -> None:
        if not is_connected():
            raise DeliveryError

    return check


def _posted(transport: MessageTransport[_C], people: People, app: Services) -> Platform:
    """Make a platform of its surface."""
    poster = Poster(transport, PostgresPostings(app.database))
    return Platform(PostedChannel(transport, poster), LiveProgress(poster), people, poster)
