"""Answers, and the replies that are stored and delivered."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final
from uuid import UUID

from bot.domain.conversation.blocks import Block, Button
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import Person, Thread
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language
from bot.domain.trading.decision_result import EngineRun
from bot.domain.trading.decisions import Decision


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
    turn_number: int  # the number of the turn or press in its conversation, from 1
    turn_id: TurnId
    person: Person  # whom it answers
    intent: Intent
    confidence: Decimal  # of the intent
    state: State  # after the turn
    language: Language
    answer: Answer
    created_at: datetime
    occasion: str = ANSWER  # or "expired:<decision id>", "filled:<decision id>", …: one reply per turn and occasion
