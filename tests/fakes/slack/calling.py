"""One call of a Web API method: the caller and the arguments."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import web

from .interactions import Triggers
from .model import (
    SCOPE_PREFIX,
    AppInstallation,
    FakeSlackChannel,
    FakeSlackMessage,
    Json,
    Workspace,
    refuse,
    refuse_arguments,
)
from .socket_mode import FakeSocketMode
from .world import FakeSlackState

TRUE: Final = ("1", "true", "True")


@dataclass(eq=False)
class ApiCall:
    """One call and its answer."""

    method: str
    arguments: Json
    workspace: str = ""
    at: float = field(default_factory=time.monotonic)
    response: Json | None = None  # None: none was given, or not as Slack gives one
    fault: str = ""


class CallArguments:
    """Arguments as a form or as JSON has them: lists and objects may be JSON within a string."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = dict(values)

    def __contains__(self, name: str) -> bool:
        return self.values.get(name) not in (None, "")

    def text(self, name: str, default: str = "") -> str:
        value = self.values.get(name)
        return default if value is None else str(value)

    def required(self, name: str) -> str:
        if name not in self:
            refuse_arguments(f"missing required field: {name}")
        return self.text(name)

    def flag(self, name: str) -> bool:
        return str(self.values.get(name)) in TRUE

    def number(self, name: str, default: int) -> int:
        try:
            return int(self.values.get(name) or default)
        except ValueError:
            refuse_arguments(f"must be a number: {name}")

    def json(self, name: str, *, refusal: str = "invalid_arguments") -> Any:  # noqa: ANN401 - any JSON
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value) if value else None
        except ValueError:
            refuse(refusal)


@dataclass(eq=False)
class ApiServices:
    """What methods work with."""

    world: FakeSlackState
    triggers: Triggers
    socket_mode: FakeSocketMode
    base: str = ""  # http://127.0.0.1:PORT/
    installer: tuple[str, str] | None = None  # workspace and user at the authorize page; None: the first there are
    denies: bool = False  # whether that person says no
    codes: dict[str, Json] = field(default_factory=dict)


@dataclass(eq=False)
class ApiCaller:
    """An installation of the app, calling one method."""

    services: ApiServices
    workspace: Workspace
    installation: AppInstallation
    args: CallArguments

    @property
    def world(self) -> FakeSlackState:
        return self.services.world

    def needs(self, *any_of: str) -> None:
        granted = self.installation.scopes
        if any_of and not granted.intersection(any_of):
            refuse("missing_scope", needed=any_of[0], provided=",".join(sorted(granted)))

    def channel(self, name: str = "channel", *, reading: str = "") -> FakeSlackChannel:
        """The channel of an argument, with the scope for its kind if `reading` says "history" or "read"."""
        found = self.workspace.channels.get(self.args.text(name))
        is_visible = found is not None and (found.kind == "public" or self.installation.bot_user in found.members)
        if found is None or not is_visible:
            refuse("channel_not_found")
        if reading:
            self.needs(f"{SCOPE_PREFIX[found.kind]}:{reading}")
        return found

    def member_channel(self, name: str = "channel", *, reading: str = "") -> FakeSlackChannel:
        channel = self.channel(name, reading=reading)
        if self.installation.bot_user not in channel.members:
            refuse("not_in_channel")
        return channel

    def message(self, channel: FakeSlackChannel, name: str = "ts") -> FakeSlackMessage:
        message = channel.find(self.args.required(name))
        if message is None:
            refuse("message_not_found")
        return message


@dataclass(frozen=True, slots=True)
class ApiMethod:
    """How a method is served."""

    run: Callable[[ApiCaller], Json]
    tier: int = 3  # 0: no limit; the special one of posts is known by name
    scopes: tuple[str, ...] = ()  # any of them; what depends on the channel is checked by the method itself


async def read_arguments(request: web.Request) -> tuple[CallArguments, str]:
    """Return the arguments of a request and its token: from the header, or from a form or query."""
    values: dict[str, Any] = dict(request.query)
    if request.content_type == "application/json":
        body = json.loads(await request.text() or "{}")
        values |= body if isinstance(body, dict) else {}
        values.pop("token", None)  # Slack takes it from the header only
    elif request.method == "POST":
        values |= {key: value for key, value in (await request.post()).items() if isinstance(value, str)}
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    form_token = str(values.pop("token", ""))
    return CallArguments(values), token.strip() if scheme.lower() == "bearer" else form_token
