"""Assembles Slack's inbound side: the routes and the Socket Mode receiver that the process runs."""

from typing import Self

from aiohttp import web
from pydantic import SecretStr

from adapters.slack.inbound import http
from adapters.slack.inbound.dispatcher import SlackDispatcher
from adapters.slack.inbound.handler_services import HandlerServices
from adapters.slack.inbound.socket_mode import SocketMode


class SlackApp:
    """Receives Slack's deliveries by HTTP, by Socket Mode, or both.

    On exit of `async with SlackApp(…) as slack:` background tasks have 5 s to finish, then they are cancelled. Close
    the `SlackApi` afterwards: the tasks use it.
    """

    def __init__(self, services: HandlerServices) -> None:
        self._services = services
        self.background = services.background
        self.dispatcher = SlackDispatcher(services)

    def routes(self, *, signing_secret: SecretStr | str) -> list[web.RouteDef]:
        """Return the routes to add to an HTTP server."""
        return http.routes(self.dispatcher, signing_secret=signing_secret, meter=self._services.meter)

    def socket_mode(self, *, app_token: SecretStr | str) -> SocketMode:
        """Return the Socket Mode receiver; enter it after this app."""
        base_url, meter = self._services.api.base_url, self._services.meter
        return SocketMode(self.dispatcher, app_token=app_token, base_url=base_url, meter=meter)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.background.close()
