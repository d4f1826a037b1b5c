"""What comes in from a platform and what goes back, the same for all platforms."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final
from uuid import UUID, uuid5

from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.understanding import Language
from bot.domain.ids import ConversationId, TenantId, TurnId, derive_id
from bot.domain.trading.decision_result import EngineRun
from bot.domain.trading.decisions import Decision

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
class Markdown:
    """Prose as a model writes it. Each platform shows its own marks for it, and never a mention, link or command."""

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
    decision_id: str = ""  # whose buttons belong under this card
    final_status: str = ""  # once it is decided: who did what, and when


Block = Paragraph | Markdown | Bullets | Table | Card


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
    is_private: bool = False  # to be seen by the person it answers alone, where the platform can do that
    engine: str | None = None  # whose view it tells, where no decision of its own says so
    run: EngineRun | None = None  # of the engine that made its decisions, where that asked a model


ANSWER: Final = "answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer to one turn or press, as stored and delivered. Its id goes along to the platform.

    What is told of a turn's decisions later on is a further reply to that turn, on another occasion.
    """

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
    occasion: str = ANSWER  # or "expired:<decision id>", "filled:<decision id>", …: one reply per turn and occasion


def plain_text(blocks: tuple[Block, ...]) -> str:
    """The whole answer as plain text, for logs, programs, and platforms that want a fallback."""
    return "\n\n".join(_plain(block) for block in blocks)


def _plain(block: Block) -> str:
    match block:
        case Paragraph(text) | Markdown(text):
            return text
        case Bullets(heading, items):
            return "\n".join([heading, *(f"• {item}" for item in items)])
        case Table(columns, rows):
            return "\n".join(" | ".join(row) for row in (columns, *rows))
        case Card(title, fields, sections, footer, final_status=fate):
            said = (f"{label}: {value}" for label, value in fields)
            lines = [title, *said, *(_plain(s) for s in sections), footer, fate]
            return "\n".join(line for line in lines if line)
