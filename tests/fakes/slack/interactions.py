"""Trigger ids and response URLs that an interaction gives to the app."""

import time
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web

from .blocks import check_message_blocks
from .model import Ephemeral, FakeSlackChannel, FakeSlackMessage, Json, SlackError, Workspace, refuse
from .world import FakeSlackState

TRIGGER_SECONDS: Final = 3.0
RESPONSES: Final = 5
RESPONSE_SECONDS: Final = 1800.0


@dataclass(eq=False)
class Trigger:
    workspace: Workspace
    user: str
    until: float  # time.monotonic()
    view: str | None = None  # the modal it came from
    is_used: bool = False


class Triggers:
    """Ids that open one view each, within three seconds."""

    def __init__(self, world: FakeSlackState) -> None:
        self._world = world
        self._triggers: dict[str, Trigger] = {}
        self.seconds = TRIGGER_SECONDS

    def new(self, workspace: Workspace, user: str, view: str | None = None) -> str:
        trigger_id = f"{self._world.ids.new('')}.{self._world.ids.new('')}.fake"
        self._triggers[trigger_id] = Trigger(workspace, user, time.monotonic() + self.seconds, view)
        return trigger_id

    def use(self, workspace: Workspace, trigger_id: str) -> Trigger:
        """Return the trigger of an id. Raises: SlackError: the id is expired, used or unknown."""
        trigger = self._triggers.get(trigger_id)
        if trigger is None or trigger.workspace is not workspace:
            refuse("invalid_trigger_id")
        if trigger.is_used:
            refuse("exchanged_trigger_id")
        if time.monotonic() > trigger.until:
            refuse("expired_trigger_id")
        trigger.is_used = True
        return trigger


@dataclass(eq=False)
class ResponseUrl:
    workspace: Workspace
    channel: FakeSlackChannel
    user: str
    source: FakeSlackMessage | Ephemeral | None = None  # what was pressed
    until: float = field(default_factory=lambda: time.monotonic() + RESPONSE_SECONDS)
    left: int = RESPONSES


class ResponseUrls:
    """Answers to an interaction without a token: five of them, within thirty minutes."""

    def __init__(self, world: FakeSlackState) -> None:
        self._world = world
        self._urls: dict[str, ResponseUrl] = {}
        self.base = ""
        self.received: list[Json] = []

    def new(
        self,
        workspace: Workspace,
        channel: FakeSlackChannel,
        user: str,
        source: FakeSlackMessage | Ephemeral | None = None,
    ) -> str:
        key = self._world.ids.new("R")
        self._urls[key] = ResponseUrl(workspace, channel, user, source)
        return f"{self.base}actions/{workspace.id}/{key}"

    async def serve(self, request: web.Request) -> web.Response:
        url = self._urls.get(request.match_info["key"])
        if url is None or time.monotonic() > url.until:
            return web.json_response({"ok": False, "error": "expired_url"}, status=404)
        if url.left <= 0:
            return web.json_response({"ok": False, "error": "used_url"}, status=404)
        url.left -= 1
        try:
            body = await request.json()
            self.received.append(body)
            self.answer(url, body)
        except ValueError:
            return web.json_response({"ok": False, "error": "invalid_payload"}, status=400)
        except SlackError as error:
            return web.json_response(error.to_dict(), status=400)
        return web.Response(text="ok")

    def answer(self, url: ResponseUrl, body: Json) -> None:
        """Show what the app answers to the person alone."""
        check_message_blocks(body.get("blocks", []))
        if not body.get("text") and not body.get("blocks"):
            refuse("no_text")
        if body.get("delete_original") or body.get("replace_original") or body.get("response_type") == "in_channel":
            refuse("only private messages are answered here")
        self._world.whisper(url.workspace, self._ephemeral(url, body))

    def from_ack(self, workspace: Workspace, channel: FakeSlackChannel, user: str, payload: Json | str | None) -> None:
        """Show the message in the acknowledgement of a command."""
        body = {"text": payload} if isinstance(payload, str) else payload
        if body:
            self.answer(ResponseUrl(workspace, channel, user), body)

    def _ephemeral(self, url: ResponseUrl, body: Json) -> Ephemeral:
        thread = body.get("thread_ts") or (url.source.thread_ts if url.source is not None else None)
        text, blocks = body.get("text", ""), body.get("blocks", [])
        return Ephemeral(self._world.ids.ts(), url.channel.id, url.user, text, blocks, thread)
