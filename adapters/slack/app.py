"""Assembles Slack's inbound side: the routes and the Socket Mode receiver that the process runs."""

from dataclasses import dataclass
from typing import Self

from aiohttp import web
from pydantic import SecretStr

from adapters.shared.background import BackgroundTasks
from adapters.slack.api import SlackApi
from adapters.slack.inbound import http
from adapters.slack.inbound.dispatcher import SlackDispatcher
from adapters.slack.inbound.handler_services import HandlerServices, UninstallListener
from adapters.slack.inbound.socket_mode import SocketMode
from adapters.slack.people import SlackPeople
from bot.locales import Catalogue
from bot.messaging.inbound.gateway import InboundGateway
from bot.ports.meter import Meter


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackDependencies:
    """The parts of the application that Slack's inbound side uses."""

    gateway: InboundGateway
    texts: Catalogue
    meter: Meter
    uninstalls: UninstallListener | None = None  # `InstalledTokens`; None: one installation, made by hand


class SlackApp:
    """Receives Slack's deliveries by HTTP, by Socket Mode, or both.

    On exit of `async with SlackApp(…) as slack:` background tasks have 5 s to finish, then they are cancelled. Close
    the `SlackApi` afterwards: the tasks use it.
    """

    def __init__(self, dependencies: SlackDependencies, *, api: SlackApi, people: SlackPeople) -> None:
        self._api = api
        self.background = BackgroundTasks(dependencies.meter)
        self.dispatcher = SlackDispatcher(
            HandlerServices(
                gateway=dependencies.gateway,
                api=api,
                people=people,
                texts=dependencies.texts,
                meter=dependencies.meter,
                background=self.background,
                uninstalls=dependencies.uninstalls,
            )
        )

    def routes(self, *, signing_secret: SecretStr | str) -> list[web.RouteDef]:
        """Return the routes to add to an HTTP server."""
        return http.routes(self.dispatcher, signing_secret=signing_secret, meter=self.background.meter)

    def socket_mode(self, *, app_token: SecretStr | str) -> SocketMode:
        """Return the Socket Mode receiver; enter it after this app."""
        meter = self.background.meter
        return SocketMode(self.dispatcher, app_token=app_token, base_url=self._api.base_url, meter=meter)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.background.close()
