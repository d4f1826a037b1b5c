"""The whole state of the fake, behind one lock."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.fakes.discord.clock import ScaledClock, Snowflakes
from tests.fakes.discord.errors import ResourceKind, unknown
from tests.fakes.discord.events import Dispatch, GatewayEvent, channel_event
from tests.fakes.discord.interaction import Interaction
from tests.fakes.discord.model import (
    ChannelKind,
    DiscordViolation,
    FakeDiscordChannel,
    FakeDiscordMessage,
    FakeDiscordUser,
    Guild,
    Json,
    Member,
)
from tests.fakes.discord.permissions import BOT, PERSON

TOKEN_SECONDS = 15 * 60.0
_CONTENT, _CONTENT_LIMITED = 1 << 18, 1 << 19  # application flags
_MEMBERS_LIMITED = 1 << 15


@dataclass(slots=True, kw_only=True)
class Application:
    """Our application. The flags say which privileged intents its owner has switched on."""

    id: int
    name: str
    bot: FakeDiscordUser
    owner: FakeDiscordUser
    message_content: bool = True
    members: bool = False

    @property
    def flags(self) -> int:
        return (_CONTENT_LIMITED if self.message_content else 0) | (_MEMBERS_LIMITED if self.members else 0)


@dataclass(slots=True, kw_only=True)
class FakeDiscordState:
    """All objects by id. Take `lock` before touching anything: people act from the test's own thread."""

    clock: ScaledClock
    new_id: Snowflakes
    application: Application
    token: str
    base_url: str = ""  # "http://127.0.0.1:PORT"
    nonce_seconds: float = 180.0
    ack_seconds: float = 3.0
    users: dict[int, FakeDiscordUser] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, FakeDiscordChannel] = field(default_factory=dict)
    interactions: list[Interaction] = field(default_factory=list)
    commands: dict[int, dict[int, Json]] = field(default_factory=dict)  # by guild id, 0 for global; by command id
    commands_made: dict[int, list[float]] = field(default_factory=dict)  # by guild id: when
    nonces: dict[tuple[int, str], tuple[FakeDiscordMessage, float]] = field(default_factory=dict)
    recorded: list[DiscordViolation] = field(default_factory=list)
    identifies: list[float] = field(default_factory=list)  # when
    lock: threading.RLock = field(default_factory=threading.RLock)
    on_event: Dispatch = field(default=lambda _event: 0)

    @property
    def bot(self) -> FakeDiscordUser:
        return self.application.bot

    def dispatch(self, event: GatewayEvent | None) -> int:
        """Send an event to the sessions; return how many connected ones got it."""
        return self.on_event(event) if event else 0

    def broke(self, kind: str, detail: str) -> None:
        """Record that the client broke a rule."""
        self.recorded.append(DiscordViolation(kind, detail))

    def channel(self, channel_id: int) -> FakeDiscordChannel:
        """Raises: ApiError: 10003."""
        if channel_id not in self.channels:
            raise unknown(ResourceKind.CHANNEL)
        return self.channels[channel_id]

    def message(self, channel: FakeDiscordChannel, message_id: int) -> FakeDiscordMessage:
        """Raises: ApiError: 10008; what is private is unknown here, it belongs to its interaction."""
        found = channel.everything.get(message_id)
        if found is None or found.deleted or found.seen_by is not None:
            raise unknown(ResourceKind.MESSAGE)
        return found

    def add_user(self, name: str, *, locale: str = "en-US", is_bot: bool = False) -> FakeDiscordUser:
        user = FakeDiscordUser(id=self.new_id(), name=name, global_name=name.title(), locale=locale, is_bot=is_bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, *, locale: str = "en-US") -> Guild:
        guild = Guild(id=self.new_id(), name=name, owner=self.application.owner, locale=locale)
        self.guilds[guild.id] = guild
        self.join(guild, self.application.owner)
        self.join(guild, self.bot)
        return guild

    def join(self, guild: Guild, user: FakeDiscordUser) -> None:
        """Make `user` a member."""
        granted = int(BOT if user.is_bot else PERSON)
        role = self.new_id()
        guild.members[user.id] = Member(user=user, role_id=role, permissions=granted, joined_at=self.clock.iso())

    def add_channel(self, guild: Guild, name: str) -> FakeDiscordChannel:
        channel = FakeDiscordChannel(id=self.new_id(), kind=ChannelKind.TEXT, name=name, guild=guild)
        guild.channels.append(channel)
        self.channels[channel.id] = channel
        self.dispatch(channel_event("CHANNEL_CREATE", channel, self.bot))
        return channel

    def direct(self, one: FakeDiscordUser, other: FakeDiscordUser) -> FakeDiscordChannel:
        """Return the direct-message channel of two users."""
        for channel in self.channels.values():
            if channel.kind is ChannelKind.DM and {one, other} == set(channel.recipients):
                return channel
        channel = FakeDiscordChannel(id=self.new_id(), kind=ChannelKind.DM, recipients=[one, other])
        self.channels[channel.id] = channel
        return channel

    def messages(self) -> Iterator[FakeDiscordMessage]:
        """Every message anywhere, private ones too."""
        return (message for channel in self.channels.values() for message in channel.everything.values())

    def note_late(self) -> None:
        """Record the interactions that reached a session and were not acknowledged in time."""
        for interaction in self.interactions:
            waited = self.clock.now() - interaction.made_at
            if interaction.delivered and not interaction.acked and waited > self.ack_seconds and not interaction.noted:
                interaction.noted = True
                self.broke("late_ack", f"{interaction} was not acknowledged within {self.ack_seconds:g} s")
