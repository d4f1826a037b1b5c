"""The objects of a Slack workspace: people, channels, messages, views, and the app's installation."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal, NoReturn

Json = dict[str, Any]
ChannelKind = Literal["public", "private", "im"]
EVENT_CHANNEL_TYPE: dict[ChannelKind, str] = {"public": "channel", "private": "group", "im": "im"}
_TIMES = ("edited", "thread_ts")
SCOPE_PREFIX: dict[ChannelKind, str] = {"public": "channels", "private": "groups", "im": "im"}


class SlackError(Exception):
    """An answer with `"ok": false`; `more` holds fields beside the error code."""

    def __init__(self, code: str, **more: object) -> None:
        super().__init__(code)
        self.code = code
        self.more = more

    def to_dict(self) -> Json:
        return {"ok": False, "error": self.code, **self.more}


def refuse(code: str, **more: object) -> NoReturn:
    """Answer with an error."""
    raise SlackError(code, **more)


def refuse_arguments(*messages: str) -> NoReturn:
    """Answer that arguments are wrong, and say which."""
    refuse("invalid_arguments", response_metadata={"messages": [f"[ERROR] {text}" for text in messages]})


class Ids:
    """Ids and timestamps that are never given out twice."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._last_microsecond = 0

    def new(self, prefix: str) -> str:
        return f"{prefix}{next(self._numbers):010X}"

    def ts(self) -> str:
        """The time of now, later than every one before: "1700000000.000100"."""
        self._last_microsecond = max(time.time_ns() // 1000, self._last_microsecond + 100)
        seconds, rest = divmod(self._last_microsecond, 1_000_000)
        return f"{seconds}.{rest:06d}"


@dataclass(eq=False)
class FakeSlackUser:
    id: str
    team_id: str
    name: str
    real_name: str
    locale: str = "en-US"
    tz: str = "America/New_York"
    bot_id: str | None = None

    def to_dict(self, *, with_locale: bool) -> Json:
        profile: Json = {"real_name": self.real_name, "display_name": self.name, "team": self.team_id}
        user: Json = {"id": self.id, "team_id": self.team_id, "name": self.name, "real_name": self.real_name}
        user |= {"deleted": False, "is_bot": self.bot_id is not None, "tz": self.tz}
        if self.bot_id is not None:
            profile["bot_id"] = self.bot_id
        return {**user, "profile": profile, **({"locale": self.locale} if with_locale else {})}


@dataclass(eq=False, kw_only=True)
class FakeSlackMessage:
    ts: str
    channel: str
    team: str
    user: str
    text: str = ""
    thread_ts: str | None = None
    subtype: str | None = None
    bot_id: str | None = None
    app_id: str | None = None
    username: str | None = None
    client_msg_id: str | None = None
    user_team: str | None = None  # of an author from another company, in a channel shared with it
    blocks: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    files: list[Json] = field(default_factory=list)
    metadata: Json | None = None
    edited: Json | None = None
    replies: list["FakeSlackMessage"] = field(default_factory=list)
    versions: list[Json] = field(default_factory=list)  # what it was before each edit
    options: Json = field(default_factory=dict)  # unfurl_links and the like, as sent

    @property
    def is_reply(self) -> bool:
        return self.thread_ts is not None and self.thread_ts != self.ts

    def to_dict(self, *, with_metadata: bool = False) -> Json:
        """As `conversations.history` shows it: the metadata's payload only on request."""
        shown: Json = {"type": "message", "ts": self.ts, "user": self.user, "team": self.team, "text": self.text}
        for name in (
            "subtype",
            "bot_id",
            "app_id",
            "username",
            "client_msg_id",
            "user_team",
            "blocks",
            "attachments",
            "files",
            *_TIMES,
        ):
            if value := getattr(self, name):
                shown[name] = value
        if self.subtype == "bot_message":
            del shown["user"]
        if self.replies:
            shown |= {"thread_ts": self.ts, "reply_count": len(self.replies), "latest_reply": self.replies[-1].ts}
            shown["reply_users"] = list(dict.fromkeys(reply.user for reply in self.replies))
        if self.is_reply and "parent_user_id" in self.options:
            shown["parent_user_id"] = self.options["parent_user_id"]
        if self.metadata:
            payload = {"event_payload": self.metadata["event_payload"]} if with_metadata else {}
            shown["metadata"] = {"event_type": self.metadata["event_type"], **payload}
        return shown


@dataclass(eq=False)
class FakeSlackChannel:
    id: str
    team_id: str
    name: str
    kind: ChannelKind
    members: set[str] = field(default_factory=set)
    messages: list[FakeSlackMessage] = field(default_factory=list)  # oldest first, replies among them
    is_archived: bool = False

    def find(self, ts: str) -> FakeSlackMessage | None:
        return next((message for message in reversed(self.messages) if message.ts == ts), None)

    def thread(self, ts: str) -> list[FakeSlackMessage]:
        """The message that began the thread, and its replies."""
        return [message for message in self.messages if ts in (message.ts, message.thread_ts)]

    def roots(self) -> list[FakeSlackMessage]:
        """What the channel shows outside of threads."""
        return [m for m in self.messages if not m.is_reply or m.subtype == "thread_broadcast"]

    def to_dict(self, bot_user: str) -> Json:
        shown: Json = {"id": self.id, "context_team_id": self.team_id, "is_archived": self.is_archived}
        shown |= {"is_channel": self.kind == "public", "is_im": self.kind == "im", "is_mpim": False}
        shown |= {"is_group": False, "is_private": self.kind != "public"}
        if self.kind == "im":
            return {**shown, "user": next((user for user in self.members if user != bot_user), "")}
        return {**shown, "name": self.name, "is_member": bot_user in self.members, "num_members": len(self.members)}


@dataclass(eq=False)
class Ephemeral:
    """A message that one person sees, until they reload."""

    ts: str
    channel: str
    user: str
    text: str
    blocks: list[Json] = field(default_factory=list)
    thread_ts: str | None = None

    def to_dict(self) -> Json:
        thread = {"thread_ts": self.thread_ts} if self.thread_ts else {}
        return {"type": "message", "ts": self.ts, "text": self.text, "blocks": self.blocks, **thread}


@dataclass(eq=False)
class View:
    id: str
    team_id: str
    user: str  # who sees it
    app_id: str
    body: Json  # as the app sent it
    hash: str
    root_id: str
    previous_id: str | None = None
    values: Json = field(default_factory=dict)  # the state of its inputs
    is_open: bool = True

    def to_dict(self, bot_id: str) -> Json:
        parts: Json = {"callback_id": "", "private_metadata": "", "external_id": "", "close": None, "submit": None}
        parts |= {"clear_on_close": False, "notify_on_close": False, "title": None, **self.body}
        parts |= {"id": self.id, "team_id": self.team_id, "app_id": self.app_id, "app_installed_team_id": self.team_id}
        parts |= {"hash": self.hash, "root_view_id": self.root_id, "previous_view_id": self.previous_id}
        return {**parts, "state": {"values": self.values}, "bot_id": bot_id}


@dataclass(eq=False)
class AppInstallation:
    """The app in one workspace."""

    token: str
    bot_id: str
    bot_user: str
    scopes: set[str]
    app_id: str = ""  # empty: the fake's own app
    is_revoked: bool = False
    is_enterprise_install: bool = False  # in every workspace of the organisation


@dataclass(eq=False)
class Workspace:
    id: str
    name: str
    users: dict[str, FakeSlackUser] = field(default_factory=dict)
    channels: dict[str, FakeSlackChannel] = field(default_factory=dict)
    views: dict[str, View] = field(default_factory=dict)
    homes: dict[str, View] = field(default_factory=dict)  # by user
    ephemerals: list[Ephemeral] = field(default_factory=list)
    statuses: list[Json] = field(default_factory=list)  # assistant status, title and prompts, as they were set
    installation: AppInstallation | None = None
    enterprise_id: str | None = None

    @property
    def app(self) -> AppInstallation:
        """The installed app; an error where there is none."""
        if self.installation is None:
            msg = f"the app is not installed in {self.id} ({self.name})"
            raise LookupError(msg)
        return self.installation

    @property
    def mention(self) -> str:
        """How a person writes the app's name: "<@U…>"."""
        return f"<@{self.app.bot_user}>"

    def modals(self, user: str) -> Iterator[View]:
        """The open modals of one person, oldest first."""
        return (view for view in self.views.values() if view.user == user and view.is_open)
