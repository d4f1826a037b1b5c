"""A small slack_bolt app that runs against the fake, used by the fake's own tests."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.app.async_server import AsyncSlackAppServer
from slack_sdk.web.async_client import AsyncWebClient

from .model import Json
from .server import FakeSlack
from .serving import serving

Say = Callable[..., Awaitable[Any]]
BUTTON: Final[Json] = {
    "type": "button",
    "action_id": "go:1",
    "text": {"type": "plain_text", "text": "Go"},
    "value": "v",
}
CARD: Final[list[Json]] = [{"type": "actions", "elements": [BUTTON]}]
MODAL: Final[Json] = {
    "type": "modal",
    "callback_id": "adjust",
    "title": {"type": "plain_text", "text": "Adjust"},
    "submit": {"type": "plain_text", "text": "Save"},
    "private_metadata": "d1",
    "blocks": [
        {
            "type": "input",
            "block_id": "amount",
            "label": {"type": "plain_text", "text": "Amount"},
            "element": {"type": "number_input", "action_id": "value", "is_decimal_allowed": True, "min_value": "1"},
        }
    ],
}


def section(text: str) -> Json:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


class SampleSlackApp:
    """A small app: answers mentions in a thread, a command, a button, a modal and its Home."""

    def __init__(self, slack: FakeSlack) -> None:
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
        self.app = AsyncApp(signing_secret=slack.app.signing_secret, client=client)
        self.events: list[Json] = []
        self.pause = 0.0
        self.trigger_id = ""
        self.app.use(self.note)
        self.app.event("app_mention")(self.on_mention)
        for kind in ("message", "assistant_thread_started", "member_joined_channel", "reaction_added"):
            self.app.event(kind)(self.on_anything)
        self.app.event("app_home_opened")(self.on_home)
        self.app.command("/analyze")(self.on_command)
        self.app.action("go:1")(self.on_press)
        self.app.view("adjust")(self.on_submit)

    async def note(self, body: Json, next: Callable[[], Awaitable[None]]) -> None:  # noqa: A002 - bolt's name
        self.events.append(body)
        await asyncio.sleep(self.pause)
        await next()

    async def on_mention(self, event: Json, say: Say) -> None:
        await say(text=f"got {event['text']}", blocks=CARD, thread_ts=event["ts"])

    async def on_anything(self) -> None:
        """Only noted."""

    async def on_home(self, event: Json, client: AsyncWebClient) -> None:
        await client.views_publish(user_id=event["user"], view={"type": "home", "blocks": [section("home"), *CARD]})

    async def on_command(self, ack: Say, respond: Say, command: Json) -> None:
        await ack(f"one moment, {command['text']}")
        await respond(text="done", response_type="in_channel")

    async def on_press(self, ack: Say, body: Json, client: AsyncWebClient, respond: Say) -> None:
        await ack()
        if "message" not in body:
            return
        self.trigger_id = body["trigger_id"]
        await client.views_open(trigger_id=self.trigger_id, view=MODAL)
        await respond(text="pressed", replace_original=True)

    async def on_submit(self, ack: Say, view: Json) -> None:
        if view["state"]["values"]["amount"]["value"]["value"] == "13":
            await ack(response_action="errors", errors={"amount": "not that one"})
        else:
            await ack()

    def types(self) -> list[str]:
        return [body["event"]["type"] for body in self.events if "event" in body]


@asynccontextmanager
async def over_http(slack: FakeSlack, count: int = 1) -> AsyncIterator[SampleSlackApp]:
    """One app behind `count` URLs."""
    bot = SampleSlackApp(slack)
    server = AsyncSlackAppServer(port=0, path="/slack/events", app=bot.app)
    async with serving(server.web_app) as url:
        slack.receive_at(*[f"{url}/slack/events"] * count)
        yield bot
        await slack.settle()


@asynccontextmanager
async def over_sockets(
    slack: FakeSlack, count: int = 1, *, ping_interval: float = 0.2
) -> AsyncIterator[SampleSlackApp]:
    """One app with `count` connections. Every `ping_interval` s it looks whether they are alive."""
    bot = SampleSlackApp(slack)
    handlers = [AsyncSocketModeHandler(bot.app, slack.app.app_token, ping_interval=ping_interval) for _ in range(count)]
    try:
        for handler in handlers:
            await handler.connect_async()  # type: ignore[no-untyped-call]
        await slack.wait_for_sockets(count)
        yield bot
        await slack.settle()
    finally:
        for handler in handlers:
            await handler.close_async()  # type: ignore[no-untyped-call]
