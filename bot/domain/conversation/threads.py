"""Threads and people of a platform, and what they send us."""

from dataclasses import dataclass
from uuid import UUID, uuid5

from bot.domain.ids import ConversationId, TenantId, derive_id
from bot.domain.text.locale import Language

_TENANTS = UUID("0d4bfb2e-51d6-5c40-9e1e-3f1b7f0a2c77")


@dataclass(frozen=True, slots=True)
class Thread:
    """One platform thread: what a conversation is keyed by."""

    platform: str  # "console", "slack", "discord"
    workspace: str  # a Slack team, a Discord guild, a terminal's user
    channel: str
    thread: str  # empty: the channel itself, as for direct messages

    @property
    def tenant_id(self) -> TenantId:
        """The one id of (platform, workspace)."""
        return TenantId(uuid5(_TENANTS, f"{self.platform}/{self.workspace}"))

    @property
    def conversation_id(self) -> ConversationId:
        """The one id of this thread within its tenant."""
        return ConversationId(derive_id(derive_id(self.tenant_id, f"channel/{self.channel}"), f"thread/{self.thread}"))


@dataclass(frozen=True, slots=True)
class Person:
    """Who speaks or presses."""

    id: str  # the platform's user id
    name: str
    language: Language | None = None  # from the platform's profile


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """One message of a person."""

    thread: Thread
    message_id: str  # the platform's id of the message, not of the delivery: a second delivery has the same
    person: Person
    text: str


@dataclass(frozen=True, slots=True)
class IncomingPress:
    """One press of a button."""

    thread: Thread
    press_id: str  # the platform's id of this press
    person: Person
    button_id: str


@dataclass(frozen=True, slots=True)
class IncomingCommand:
    """A command typed where there is no thread yet: it opens one, and is the first message in it."""

    place: Thread  # the channel: its thread is empty
    command_id: str  # the platform's id of this use of the command
    person: Person
    text: str  # as a message would say it: "/analyze AAPL"
