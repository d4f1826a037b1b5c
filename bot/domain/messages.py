"""What comes in from a platform and what goes back, the same for all platforms."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID, uuid5

from bot.domain.conversation import Intent, State
from bot.domain.decisions import Decision
from bot.domain.ids import ConversationId, TenantId, TurnId, derived
from bot.domain.understanding import Language

_TENANTS = UUID("0d4bfb2e-51d6-5c40-9e1e-3f1b7f0a2c77")


@dataclass(frozen=True, slots=True)
class Thread:
    """One platform thread: what a conversation is keyed by."""

    platform: str  # "console", "slack", "discord"
    workspace: str  # a Slack team, a Discord guild, a terminal's user
    channel: str
    thread: str

    @property
    def tenant_id(self) -> TenantId:
        """The one id of (platform, workspace)."""
        return TenantId(uuid5(_TENANTS, f"{self.platform}/{self.workspace}"))

    @property
    def conversation_id(self) -> ConversationId:
        """The one id of this thread within its tenant."""
        return ConversationId(derived(derived(self.tenant_id, f"channel/{self.channel}"), f"thread/{self.thread}"))


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
class Button:
    """Something to press. The id names what it does, to which decision, in which version."""

    id: str  # "confirm:<decision id>:<version>"
    label: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Plain text: nothing in it is markup, whoever wrote it."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of plain texts under a heading."""

    heading: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain text; the first column reads left, the others right when they are figures."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A decision as a person sees it: a title, labelled fields, arguments, small print."""

    title: str
    fields: tuple[tuple[str, str], ...]
    sections: tuple[Bullets, ...]
    footer: str


Block = Paragraph | Bullets | Table | Card


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a reply."""

    name: str
    media_type: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a handler has to say, before it is stored as a reply."""

    blocks: tuple[Block, ...]
    symbols: tuple[str, ...] = ()
    decisions: tuple[Decision, ...] = ()
    buttons: tuple[Button, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    fallback: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer to one turn or press, as stored and delivered. Its id goes along to the platform."""

    id: UUID
    thread: Thread
    turn: int  # the number of the turn or press in its conversation, from 1
    turn_id: TurnId
    person: Person  # whom it answers
    intent: Intent
    confidence: Decimal  # of the intent
    state: State  # after the turn
    language: Language
    answer: Answer
    created_at: datetime


def plain_text(blocks: tuple[Block, ...]) -> str:
    """The whole answer as plain text, for logs, programs, and platforms that want a fallback."""
    return "\n\n".join(_plain(block) for block in blocks)


def _plain(block: Block) -> str:
    match block:
        case Paragraph(text):
            return text
        case Bullets(heading, items):
            return "\n".join([heading, *(f"• {item}" for item in items)])
        case Table(columns, rows):
            return "\n".join(" | ".join(row) for row in (columns, *rows))
        case Card(title, fields, sections, footer):
            lines = [title, *(f"{label}: {value}" for label, value in fields), *(_plain(s) for s in sections), footer]
            return "\n".join(line for line in lines if line)
