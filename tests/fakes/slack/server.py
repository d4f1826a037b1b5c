"""The fake Slack server on one loopback port."""

import asyncio
import socket
import time
from collections.abc import Callable
from functools import partial
from typing import Final, Self, TypeVar

from aiohttp import web

from .calling import ApiCall, ApiServices
from .delivery import AttemptOutcome, DeliveryAttempt, DeliveryTimeouts, EventDeliveries, SlackViolation
from .faults import SlackFaults, SlackRateLimits
from .http_transport import HttpTransport
from .interactions import ResponseUrls, Triggers
from .methods_apps import authorize
from .model import ChannelKind, Ephemeral, FakeSlackChannel, FakeSlackMessage, View, Workspace
from .person import SlackPerson
from .socket_mode import FakeSocketMode
from .web_api import WebApi
from .world import AppSettings, FakeSlackState

T = TypeVar("T")
HOST: Final = "127.0.0.1"
PATIENCE: Final = 60.0  # seconds
LARGEST_REQUEST: Final = 64 * 1024 * 1024  # bytes


class FakeSlack:
    """A whole Slack: `async with FakeSlack() as slack`, then point the client at `slack.api_url`.

    Events go by Socket Mode unless `receive_at` named URLs. One workspace with the app in it is there from the start.
    """

    def __init__(self, *, port: int = 0) -> None:
        self._port = port
        self.world = FakeSlackState()
        self.faults = SlackFaults()
        self.rates = SlackRateLimits()
        self.pace = DeliveryTimeouts()
        self.violations: list[SlackViolation] = []
        self.socket_mode = FakeSocketMode(self.world.app, self.world.ids, self.pace, self.violations)
        self.http = HttpTransport(self.world.app, self.pace, self.violations)
        self.deliveries = EventDeliveries(self.world, self.faults, self.pace, self)
        self.services = ApiServices(self.world, Triggers(self.world), self.socket_mode)
        self.response_urls = ResponseUrls(self.world)
        self._api = WebApi(self.services, self.faults, self.rates)
        self._runner: web.AppRunner | None = None
        self.world.on_event = self.deliveries.send_event
        self.workspace = self.world.add_workspace()

    async def __aenter__(self) -> Self:
        listening = socket.create_server((HOST, self._port))
        self.services.base = f"http://{HOST}:{listening.getsockname()[1]}/"
        self.response_urls.base = self.services.base
        self._runner = web.AppRunner(self._routes(), access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.deliveries.close()
        await self.socket_mode.close()
        await self.http.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        """What `base_url` of the client is: "http://127.0.0.1:PORT/api/"."""
        return f"{self.services.base}api/"

    @property
    def authorize_url(self) -> str:
        """Where a person installs the app, in place of https://slack.com/oauth/v2/authorize."""
        return f"{self.services.base}oauth/v2/authorize"

    @property
    def app(self) -> AppSettings:
        return self.world.app

    @property
    def bot_token(self) -> str:
        """The token of the app in the first workspace."""
        return self.workspace.app.token

    @property
    def calls(self) -> list[ApiCall]:
        """Every call of the Web API, oldest first."""
        return self._api.calls

    @property
    def parcels(self) -> list[DeliveryAttempt]:
        """Every delivery to the app, attempt by attempt, with the seconds until it was acknowledged."""
        return self.deliveries.parcels

    @property
    def ephemerals(self) -> list[Ephemeral]:
        """What single people were shown in the first workspace."""
        return self.workspace.ephemerals

    def add_workspace(self, name: str, *, installed: bool = True) -> Workspace:
        return self.world.add_workspace(name, installed=installed)

    def add_channel(
        self, name: str, *, kind: ChannelKind = "public", workspace: Workspace | None = None, bot: bool = True
    ) -> FakeSlackChannel:
        """Create a channel, by default in the first workspace; `bot=False`: without the app as a member."""
        return self.world.add_channel(workspace or self.workspace, name, kind=kind, bot=bot)

    def add_person(self, name: str, *, locale: str = "en-US", workspace: Workspace | None = None) -> SlackPerson:
        user = self.world.add_user(workspace or self.workspace, name, locale=locale)
        return SlackPerson(user, self.services, self.deliveries, self.response_urls)

    def add_bot(self, name: str, *, workspace: Workspace | None = None) -> SlackPerson:
        """Another app's bot: it talks like a person, with a bot id; an old one with `subtype="bot_message"`."""
        user = self.world.add_user(workspace or self.workspace, name, bot=True)
        return SlackPerson(user, self.services, self.deliveries, self.response_urls)

    def receive_at(self, *urls: str) -> None:
        """Deliver by HTTP, to these request URLs in turn; none: by Socket Mode."""
        self.http.urls = list(urls)

    async def attempt(self, parcel: DeliveryAttempt) -> AttemptOutcome:
        """Deliver one parcel by the way that is set up."""
        return await (self.http if self.http.urls else self.socket_mode).attempt(parcel)

    async def settle(self) -> None:
        """Wait until every event is delivered or given up."""
        await self.deliveries.settle()

    def called(self, method: str) -> list[ApiCall]:
        return [call for call in self.calls if call.method == method]

    def thread(self, channel: FakeSlackChannel, ts: str) -> list[FakeSlackMessage]:
        """A thread's first message and its replies, oldest first."""
        return channel.thread(ts)

    def from_app(self, channel: FakeSlackChannel, thread_ts: str | None = None) -> list[FakeSlackMessage]:
        """What the app has posted, in one thread if it is named."""
        bot = self.world.workspaces[channel.team_id].app.bot_user
        messages = channel.messages if thread_ts is None else channel.thread(thread_ts)
        return [message for message in messages if message.user == bot and message.subtype != "assistant_app_thread"]

    async def wait_for(self, probe: Callable[[], T | None], *, within: float = PATIENCE, what: str = "") -> T:
        """Return what `probe` returns as soon as it is true.

        Raises: AssertionError: it did not become true `within` so many seconds; the message tells what was there.
        """
        until = time.monotonic() + within
        while not (found := probe()):
            if time.monotonic() > until:
                msg = f"no {what or 'such thing'} within {within} s; there was:\n{self.transcript()}"
                raise AssertionError(msg)
            await asyncio.sleep(0.01)
        return found

    async def wait_for_message(
        self, channel: FakeSlackChannel, text: str = "", *, thread_ts: str | None = None, within: float = PATIENCE
    ) -> FakeSlackMessage:
        """Wait until the app has posted something that contains `text` (in its text or its blocks); return the last."""
        found = partial(self._last, channel, text, thread_ts)
        return await self.wait_for(found, within=within, what=f"message with {text!r} in {channel.name}")

    async def wait_for_ephemeral(self, person: SlackPerson, text: str = "", *, within: float = PATIENCE) -> Ephemeral:
        """Wait until a person was shown something that contains `text`."""

        def last() -> Ephemeral | None:
            return next((e for e in reversed(person.ephemerals()) if text in f"{e.text} {e.blocks}"), None)

        return await self.wait_for(last, within=within, what=f"private message with {text!r} to {person.user.name}")

    async def wait_for_modal(self, person: SlackPerson, *, within: float = PATIENCE) -> View:
        return await self.wait_for(person.modal, within=within, what=f"modal before {person.user.name}")

    async def wait_for_home(self, person: SlackPerson, *, within: float = PATIENCE) -> View:
        return await self.wait_for(person.home, within=within, what=f"home of {person.user.name}")

    async def wait_for_sockets(self, count: int = 1, *, within: float = PATIENCE) -> None:
        """Wait until so many Socket Mode connections are open."""
        sockets = self.socket_mode.connections
        await self.wait_for(lambda: len(sockets) >= count, within=within, what=f"{count} connections")

    def transcript(self) -> str:
        """Return all messages, calls and violations as text, for the failure message of a test."""
        lines = []
        for workspace in self.world.workspaces.values():
            for channel in workspace.channels.values():
                lines.append(f"{workspace.name} #{channel.name} ({channel.id})")
                lines += [_line(message) for message in channel.messages]
            lines += [f"  to {shown.user} alone: {shown.text!r}" for shown in workspace.ephemerals]
        lines += [f"called {call.method}: {call.fault or call.response}"[:300] for call in self.calls[-15:]]
        return "\n".join([*lines, *map(str, self.violations)])

    def _last(self, channel: FakeSlackChannel, text: str, thread_ts: str | None) -> FakeSlackMessage | None:
        posted = reversed(self.from_app(channel, thread_ts))
        return next((message for message in posted if text in f"{message.text} {message.blocks}"), None)

    def _routes(self) -> web.Application:
        app = web.Application(client_max_size=LARGEST_REQUEST)
        app.router.add_route("*", "/api/{method}", self._api.serve)
        app.router.add_get("/link/", self.socket_mode.serve)
        app.router.add_post("/actions/{team}/{key}", self._api.with_faults("response_url", self.response_urls.serve))
        app.router.add_get("/oauth/v2/authorize", partial(authorize, self.services))
        return app


def _line(message: FakeSlackMessage) -> str:
    indent = "    " if message.is_reply else "  "
    return f"{indent}{message.ts} {message.user}: {message.text!r} {message.blocks or ''}"[:500]
