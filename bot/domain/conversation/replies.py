"""Answers of handlers, and the replies by which they are stored and delivered."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Final
from uuid import UUID

from bot.domain.conversation.blocks import Block, Button, Card, Paragraph, plain_text
from bot.domain.conversation.buttons import ButtonAction, ButtonRef, GroupRef, button_ref, parse_button
from bot.domain.conversation.dialogue import AskedSlot, ObjectKind, ShownObject, ValueUnit, views_of
from bot.domain.conversation.requests import Request
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import Person, Thread
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language
from bot.domain.trading.decision_result import EngineRun
from bot.domain.trading.decisions import Decision, DecisionKey


@dataclass(frozen=True, slots=True)
class Source:
    """An episode that an answer rests on: who said it when, and the link to the message."""

    episode: UUID  # of what a summary says: the conversation that it is of
    by: tuple[str, ...]  # names
    at: datetime
    link: str | None  # None: the platform has none


@dataclass(frozen=True, slots=True)
class PassageSource:
    """A passage of a team's own file that an answer rests on."""

    passage: UUID
    base: str  # the name of the knowledge base
    title: str  # of the file
    page: str  # "12", "3–4", or a heading; empty: the file has neither


@dataclass(frozen=True, slots=True)
class AnalysisRef:
    """The run of a committee that an answer belongs to."""

    run_id: UUID
    turn_id: TurnId  # that the run answers
    is_ended: bool  # False: the answer says that the run goes on


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer of a handler, before it is stored as a reply."""

    blocks: tuple[Block, ...]  # shown first: the answer, short
    details: tuple[Block, ...] = ()  # shown on request: figures, sources, everything that supports the answer
    symbols: tuple[str, ...] = ()
    decisions: tuple[Decision, ...] = ()
    buttons: tuple[Button, ...] = ()
    fallback: str | None = None
    has_question: bool = False  # it asks the person something that it needs to know to go on
    guesses: tuple[Request, ...] = ()  # what the message may have asked for, each with a button
    asks: AskedSlot | None = None  # what that is, where an answer completes the request
    shows: tuple[ShownObject, ...] = ()  # what the next message may refer to, besides its cards
    undone_by: tuple[Request, ...] = ()  # what takes back what it says was changed; empty: nothing was, or nothing does
    calls_person: bool = False  # it mentions the person it answers, on platforms that tell people of mentions
    continued_by: TurnId | None = None  # nothing is shown: the answer to this turn, which it asked for, answers both
    is_private: bool = False  # visible only to the person it answers, if the platform supports that
    analysis: AnalysisRef | None = None  # None: no committee was asked
    engine: str | None = None  # whose view it shows, if it has no decisions that state the engine
    run: EngineRun | None = None  # of the engine that made its decisions; None: no model was used
    sources: tuple[Source, ...] = ()  # what was said before and the answer rests on
    passages: tuple[PassageSource, ...] = ()  # what stands in the team's files and the answer rests on

    @property
    def brief(self) -> str:
        """What is shown first, as plain text."""
        return plain_text(self.blocks)

    @property
    def whole_text(self) -> str:
        """The whole answer as plain text, details included."""
        return plain_text((*self.blocks, *self.details))


@dataclass(frozen=True, slots=True)
class LatestDetails:
    """The details of a conversation's latest answer that has some."""

    blocks: tuple[Block, ...] = ()
    is_of_latest: bool = True  # False: later answers have none


@dataclass(frozen=True, slots=True)
class LastShown:
    """What was shown last to all in a conversation: an answer, or a notice below an earlier message."""

    turn_id: TurnId  # to which it replies
    answer: Answer


@dataclass(frozen=True, slots=True)
class ButtonPlace:
    """Where a button was first shown."""

    thread: Thread
    language: Language  # of the reply


def decisions_in_group(answer: Answer, group: GroupRef) -> tuple[Decision, ...]:
    """Return the decisions with a Confirm button of their own, if `group` is a button below `answer`; else none."""
    shown = {button.id for button in answer.buttons}
    if str(group) not in shown:
        return ()
    return tuple(each for each in answer.decisions if str(button_ref(ButtonAction.CONFIRM, each)) in shown)


def decisions_with_buttons(answer: Answer) -> frozenset[DecisionKey]:
    """Return the decisions that have buttons of their own below `answer`."""
    refs = (parse_button(button.id) for button in answer.buttons)
    return frozenset(DecisionKey(ref.decision_id, ref.version) for ref in refs if isinstance(ref, ButtonRef))


def decisions_shown(answer: Answer) -> frozenset[DecisionKey]:
    """Return the decisions whose state `answer` shows, in a card, in words or by buttons: it changes with them."""
    carded = {block.decision_id for block in answer.blocks if isinstance(block, Card)}
    said = (key for block in answer.blocks if isinstance(block, Paragraph) for key in block.while_pending)
    shown = (each.key for each in answer.decisions if str(each.id) in carded)
    return frozenset((*shown, *said)) | decisions_with_buttons(answer)


def with_objects_shown(answer: Answer, *, has_debate: bool) -> Answer:
    """Return an answer with all objects that it shows: cards, their stops, views, a debate, and what it quotes."""
    carded = {block.decision_id for block in answer.blocks if isinstance(block, Card)}
    keys = decisions_with_buttons(answer) if carded else frozenset[DecisionKey]()  # beside a card: "the second one"
    cards = [each for each in answer.decisions if str(each.id) in carded or each.key in keys]
    has_views = answer.engine is None or any(each.kind is ObjectKind.VIEW for each in answer.shows)
    views = () if has_views else views_of(answer.symbols)
    parts = (part for each in cards for part in (card_shown(each), *stops_shown((each,))))
    others = ((ObjectKind.DEBATE, has_debate), (ObjectKind.FOUND, bool(answer.sources)))
    beside = (ShownObject(kind=kind, id="") for kind, is_shown in others if is_shown)
    return replace(answer, shows=(*answer.shows, *views, *parts, *beside))


def card_shown(decision: Decision) -> ShownObject:
    """Return a decision as an object of an answer."""
    proposal = decision.proposal
    return ShownObject(
        kind=ObjectKind.CARD,
        id=str(decision.id),
        symbols=(proposal.symbol,),
        value=proposal.shares,
        unit=ValueUnit.SHARES,
    )


def stops_shown(decisions: Iterable[Decision]) -> tuple[ShownObject, ...]:
    """Return the stops of decisions, as objects of an answer."""
    return tuple(
        replace(card_shown(each), kind=ObjectKind.STOP, value=each.proposal.stop_price, unit=ValueUnit.PRICE)
        for each in decisions
        if each.proposal.stop_price is not None
    )


ANSWER: Final = "answer"  # the occasion of the reply that answers a turn
STOPPED: Final = "stopped"  # `Answer.fallback` where a person has stopped the answer to their message


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One stored answer to a turn or press, or later news about its decisions; its id is sent to the platform."""

    id: UUID
    thread: Thread
    turn_number: int  # of the turn or press in its conversation, from 1
    turn_id: TurnId
    person: Person  # whom it answers
    intent: Intent
    confidence: Decimal  # of the intent
    state: State  # after the turn
    language: Language
    answer: Answer
    created_at: datetime
    occasion: str = ANSWER  # or "expired:<decision id>", "filled:<decision id>", …; one reply per turn and occasion
    recalled: int = 0  # episodes that were found for it, whether or not it quotes them
