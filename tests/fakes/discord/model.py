"""The fake's objects: users, guilds, channels, messages."""

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

Json = dict[str, Any]


class ChannelKind(IntEnum):
    """Channel types that this fake has."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class MessageKind(IntEnum):
    """Message types that this fake makes."""

    DEFAULT = 0
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    THREAD_STARTER_MESSAGE = 21


class MessageFlag(IntFlag):
    """Message flags that mean something here."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7


@dataclass(slots=True, eq=False, kw_only=True)
class FakeDiscordUser:
    """A person, our bot or another bot."""

    id: int
    name: str
    global_name: str | None = None
    locale: str = "en-US"
    is_bot: bool = False
    accepts_direct: bool = True  # off: our bot may not write to them

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(slots=True, eq=False, kw_only=True)
class Member:
    """A user within a guild. Each has one role of their own that carries the permissions."""

    user: FakeDiscordUser
    role_id: int
    permissions: int
    joined_at: str
    nick: str | None = None


@dataclass(slots=True, eq=False, kw_only=True)
class Guild:
    """A server."""

    id: int
    name: str
    owner: FakeDiscordUser
    locale: str = "en-US"
    members: dict[int, Member] = field(default_factory=dict)
    channels: list["FakeDiscordChannel"] = field(default_factory=list)

    @property
    def threads(self) -> list["FakeDiscordChannel"]:
        return [thread for channel in self.channels for thread in channel.threads]


@dataclass(slots=True, eq=False, kw_only=True)
class FakeDiscordChannel:
    """A text channel, a direct-message channel or a thread."""

    id: int
    kind: ChannelKind
    name: str = ""
    guild: Guild | None = None
    recipients: list[FakeDiscordUser] = field(default_factory=list)  # of a direct message: both sides
    overwrites: dict[int, tuple[int, int]] = field(default_factory=dict)  # by user or guild id: allowed, denied
    parent: "FakeDiscordChannel | None" = None
    owner: FakeDiscordUser | None = None
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 1440
    changed_at: str = ""
    joined: dict[int, str] = field(default_factory=dict)  # thread members: user id, since when
    threads: list["FakeDiscordChannel"] = field(default_factory=list)
    everything: dict[int, "FakeDiscordMessage"] = field(default_factory=dict)  # with system messages and thinking ones

    @property
    def is_thread(self) -> bool:
        return self.parent is not None

    @property
    def messages(self) -> list["FakeDiscordMessage"]:
        """What people see here, oldest first: nothing deleted, private, still thinking, or the platform's own."""
        return [message for message in self.everything.values() if message.is_shown]


@dataclass(slots=True, eq=False, kw_only=True)
class FakeDiscordMessage:
    """One message in its present state."""

    id: int
    channel: FakeDiscordChannel
    author: FakeDiscordUser
    at: str
    content: str = ""
    kind: MessageKind = MessageKind.DEFAULT
    flags: MessageFlag = field(default=MessageFlag(0))
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    nonce: str | int | None = None
    allowed_mentions: Json | None = None  # as sent last, also with an edit
    mentions: list[FakeDiscordUser] = field(default_factory=list)
    mentioned_roles: list[int] = field(default_factory=list)
    mentions_everyone: bool = False
    pings: set[str] = field(default_factory=set)  # whom it or any of its edits may have pinged: "<@1>", "@everyone"
    reference: "FakeDiscordMessage | None" = None
    edited_at: str | None = None
    edits: list[Json] = field(default_factory=list)  # what was shown before each edit, oldest first
    deleted: bool = False
    reactions: dict[str, list[FakeDiscordUser]] = field(default_factory=dict)
    thread: FakeDiscordChannel | None = None
    interaction: Json | None = None  # interaction_metadata
    webhook_id: int | None = None
    seen_by: FakeDiscordUser | None = None  # who alone sees it, if it is ephemeral

    @property
    def shown_body(self) -> Json:
        """What people see of it, apart from reactions."""
        return {"content": self.content, "embeds": self.embeds, "components": self.components}

    @property
    def edited(self) -> bool:
        return self.edited_at is not None

    @property
    def is_shown(self) -> bool:
        hidden = self.deleted or self.seen_by is not None or MessageFlag.LOADING in self.flags
        return not hidden and self.kind not in (MessageKind.THREAD_CREATED, MessageKind.THREAD_STARTER_MESSAGE)

    @property
    def buttons(self) -> list[Json]:
        """The components that can be pressed or chosen from, in order."""
        return [found for found in walk(self.components) if found["type"] in (2, 3)]


def walk(components: list[Json]) -> list[Json]:
    """Return all components, nested ones too, each before what it holds."""
    found = []
    for component in components:
        inner = [*component.get("components", []), *filter(None, (component.get("accessory"),))]
        inner += filter(None, (component.get("component"),))
        found += [component, *walk(inner)]
    return found


@dataclass(slots=True, kw_only=True)
class RestCall:
    """One REST request, and how it was answered."""

    method: str
    path: str
    route: str  # with {} for every parameter
    params: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    body: Json = field(default_factory=dict)
    items: list[Json] = field(default_factory=list)  # where the body is a list
    is_malformed: bool = False  # the body is no JSON
    authorization: str | None = None
    status: int = 0  # 0: no answer reached the client
    code: int = 0  # of a refusal

    def __str__(self) -> str:
        return f"{self.method} {self.path} -> {self.status}{f' ({self.code})' if self.code else ''}"


@dataclass(frozen=True, slots=True)
class DiscordViolation:
    """One rule that the client broke.

    The kinds: late_ack, double_ack, invalid_form (50035), invalid_request (any other refusal), identify_limit,
    identify_rate, gateway (a close code from 4001 on), fake_error (a request that the fake could not make sense of).
    """

    kind: str
    detail: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"
