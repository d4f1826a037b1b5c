"""Threads and people of a platform, and their incoming messages with files, presses and commands."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID, uuid5

from bot.domain.ids import ConversationId, TenantId, derive_id
from bot.domain.memory.episodes import Visibility
from bot.domain.text.locale import Language


class Surplus(StrEnum):
    """Why a message is not worked on."""

    PACE = "pace"  # too many within a minute
    WAITING = "waiting"  # too many of the person's messages wait


class VerdictReading(StrEnum):
    """Whether a message can be a verdict on a pending proposal, or a correction of it."""

    VERDICT = "verdict"  # it can: while one is pending, it is not held against the pace
    UNCLEAR = "unclear"  # while one is pending, it is never dropped without a word
    OTHER = "other"  # it is plainly something else


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLimits:
    """Limits on the messages of one person in one workspace; 0: none. So are presses that change nothing, apart."""

    per_minute: int = 0
    waiting: int = 0

    def limit_of(self, surplus: Surplus) -> int:
        """Return the limit that `surplus` is above."""
        return self.waiting if surplus is Surplus.WAITING else self.per_minute


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedFile:
    """A file of a message, as the platform tells of it. It is fetched when it is needed."""

    name: str
    url: str  # given by the platform; of a terminal, the absolute path
    size: int | None = None  # bytes, as the platform says
    typed: str = ""  # how the message names it, if it does: "./mandate.pdf"


@dataclass(frozen=True, slots=True)
class MessageKey:
    """What identifies a message or command in its workspace, also before it has a thread."""

    channel: str
    message_id: str


_TENANTS = UUID("0d4bfb2e-51d6-5c40-9e1e-3f1b7f0a2c77")


def tenant_of(workspace: str) -> TenantId:
    """Return the id of a tenant, written as "<platform>/<workspace>"; derived, always the same."""
    return TenantId(uuid5(_TENANTS, workspace))


@dataclass(frozen=True, slots=True)
class Thread:
    """A platform's thread: the key of a conversation."""

    platform: str  # "console", "slack", "discord"
    workspace: str  # id of a Slack team or Discord guild, or a terminal's user
    channel: str
    thread: str  # empty: the channel itself, as in direct messages

    @property
    def tenant_id(self) -> TenantId:
        """The id of the tenant (platform, workspace); derived, always the same."""
        return tenant_of(f"{self.platform}/{self.workspace}")

    @property
    def conversation_id(self) -> ConversationId:
        """The id of this thread's conversation; derived, always the same."""
        return ConversationId(derive_id(derive_id(self.tenant_id, f"channel/{self.channel}"), f"thread/{self.thread}"))


def is_own_place(platform: str, workspace: str, channel: str | None, *, person_id: str, has_spoken: bool) -> bool:
    """Return whether one person alone reads a place; on Slack, if they have spoken in that direct message."""
    match platform:
        case "console":
            return workspace == person_id
        case "discord":
            return workspace == f"dm-{person_id}"
        case _:
            return has_spoken and channel is not None and channel.startswith("D")


@dataclass(frozen=True, slots=True)
class Person:
    """The author of a message or press."""

    id: str  # the platform's user id
    name: str
    language: Language | None = None  # from the platform's profile
    is_guest: bool = False  # does not belong to the workspace at large, or may not: sees the channel they ask in only


class Address(StrEnum):
    """To whom a message is addressed by its form."""

    PARLEY = "parley"  # a mention of it, a reply to it, a command, a direct message
    OPEN = "open"  # to nobody by name: the conversation decides
    OTHERS = "others"  # a mention of another person, or a reply to one


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """A message of a person."""

    thread: Thread
    message_id: str  # the platform's id of the message, which repeated deliveries share
    person: Person
    text: str
    address: Address = Address.PARLEY
    is_limited: bool = True  # False: it was held against its author's limits when it came as a command
    reading: VerdictReading = VerdictReading.VERDICT  # what its limits go by
    visibility: Visibility = Visibility.UNKNOWN  # of its channel, now
    files: tuple[SharedFile, ...] = ()


@dataclass(frozen=True, slots=True)
class IncomingPress:
    """A press of a button."""

    thread: Thread
    press_id: str  # the platform's id of this press
    person: Person
    button_id: str
    is_broadcast: bool = False  # the platform tells every process of the bot: another one's delivery is no repetition


@dataclass(frozen=True, slots=True)
class IncomingCommand:
    """A command typed outside a thread. It opens a thread and is its first message."""

    place: Thread  # the channel; its `thread` is empty
    command_id: str  # the platform's id of this use of the command
    person: Person
    text: str  # the command as a message: "/analyze AAPL"
    visibility: Visibility = Visibility.UNKNOWN  # of its channel, now
    files: tuple[SharedFile, ...] = ()
