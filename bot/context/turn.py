"""The input and the result of the handlers that answer turns."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Final, Protocol, TypeAlias, TypeVar
from uuid import UUID

from bot.domain.accounting.roll_forward import RolledForward
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.runs import AnalysisRun, RunBasis
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.channels import ChannelSettings, SettingChange
from bot.domain.conversation.dialogue import AskedSlot, Dialogue, ObjectKind
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import PickedReading, Reading
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.conversation.states import Event, State
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.conversation.threads import SharedFile
from bot.domain.conversation.turns import Conversation, Turn
from bot.domain.market.snapshot import market_date
from bot.domain.memory.knowledge.routing import KnowledgeRoute
from bot.domain.models.requests import Caller
from bot.domain.text.locale import Language, Locale
from bot.domain.text.normalise import normalise, plain_text
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.domain.trading.decisions import Decision, DecisionKey
from bot.domain.trading.trading_limits import LimitStatement
from bot.domain.watching.briefs import BriefChange
from bot.domain.watching.watch_lists import WatchListChange
from bot.ports import Transaction

BROKEN_OFF: Final = "broken_off"  # `Answer.fallback` of an answer with a model's text that was cut off by an error

_SURE: Final = 0.8  # of what a message asks, so that a "yes" behind the answer is one to what was offered before


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """One accepted and understood message, with everything needed to answer it."""

    turn: Turn
    conversation: Conversation  # when the turn began, time-outs applied
    state: State  # of the conversation when the turn began
    is_first_in_channel: bool  # no other message of the channel has been answered yet
    surroundings: Surroundings  # what was known before the message was read
    reading: Reading
    pending: tuple[Decision, ...]  # here, or offered here, oldest first; those an earlier attempt decided too
    account: Account
    positions: tuple[Position, ...]
    market_time: datetime  # the account's current market time
    settings: ChannelSettings  # of the channel
    dialogue: Dialogue  # when the turn began
    caller: Caller  # on whose behalf models are called
    analysis: AnalysisRun | None = None  # that the turn ends; None: it answers a message
    run_basis: RunBasis | None = None  # of that run
    files: tuple[SharedFile, ...] = ()  # sent with a request about knowledge bases
    picked: PickedReading | None = None  # what the message, made by a press, was picked to mean, if it is learnt from
    has_knowledge: bool = True  # the workspace may have knowledge bases
    knowledge_route: KnowledgeRoute = field(default_factory=KnowledgeRoute)  # the base that the message is about
    further: tuple["TurnContext", ...] = ()  # of what else the message asks for, in order, as messages of their own
    watch_changes: tuple[WatchListChange, ...] = ()  # by what the message asks for before, not stored yet
    conversation_context: ConversationContext = field(default_factory=ConversationContext)
    retrieved: RetrievalResult = field(default_factory=RetrievalResult)

    @property
    def language(self) -> Language:
        """The language to answer in."""
        return self.reading.language

    @property
    def keeps_offer(self) -> bool:
        """Whether the message is surely understood: behind a guess, a "yes" does not mean what was offered before."""
        return self.reading.certainty >= _SURE

    @property
    def locale(self) -> Locale:
        """The language to answer in, and the time zone of the channel."""
        return Locale(self.language, self.settings.zone)

    @property
    def today(self) -> date:
        """The current date of the account's market."""
        return market_date(self.market_time)

    @property
    def own_pending(self) -> tuple[Decision, ...]:
        """The pending decisions that this person may confirm or cancel, oldest first."""
        return tuple(d for d in self.pending if d.asked_by == self.turn.person.id)

    @property
    def request(self) -> Request:
        """What the message asks for."""
        return self.reading.request

    @property
    def beside(self) -> tuple[Request, ...]:
        """The limits that the message states beside: "never more than $2,000 a trade"."""
        return self.reading.beside

    @property
    def message_facts(self) -> MessageFacts:
        """What else of the message its request is made of."""
        return MessageFacts(
            text=self.turn.text,
            at=self.turn.accepted_at,
            zone=self.settings.zone,
            market_time=self.market_time,
            asker=self.turn.person.name,
            paths=tuple(filter(None, (normalise(each.typed) for each in self.files))),
            has_files=bool(self.files),
        )

    @property
    def plain_text(self) -> str:
        """The text, normalised and without a mention of Parley."""
        return plain_text(self.turn.text)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols named in the message, else the latest symbol under discussion."""
        return self.named_or_focus(self.reading.shares)

    def named_or_focus(self, shares: NamedShares) -> tuple[str, ...]:
        """Return the symbols that a request names, else the latest symbol under discussion."""
        return shares.symbols or self.conversation.focus[:1]

    def held_but(self, excluded: Collection[str]) -> tuple[str, ...]:
        """Return the symbols held, without those that are excluded: what "everything" means."""
        return tuple(each.symbol for each in self.positions if each.symbol not in excluded)

    def as_clause(self, reading: Reading, *, behind: Collection[str] = ()) -> "TurnContext":
        """Return one of the clauses of the message as if it were all of it, said after `behind` were talked of."""
        focus = tuple(dict.fromkeys((*behind, *self.conversation.focus)))
        return replace(
            self,
            turn=replace(self.turn, text=reading.text or self.turn.text),
            conversation=replace(self.conversation, focus=focus),
            surroundings=replace(self.surroundings, focus=focus),
            reading=replace(reading, further=()),
        )

    def aside(self, answer: Answer) -> "TurnResult":
        """Return an answer that leaves state and limits as they are; a "yes" behind it confirms nothing."""
        limits = self.conversation.stated_limits
        return TurnResult(answer=answer, state=self.state, stated_limits=limits, offered=())

    def with_request(self, request: Request) -> "TurnContext":
        """Return the same message, read as this request and nothing else."""
        reading = Reading(request=request, language=self.language, is_whole=True, shares=shares_named(request))
        return replace(self, reading=reading)

    def with_requests(self, requests: Sequence[Request]) -> "TurnContext":
        """Return the same message, read as several requests, which are answered in order."""
        first, *others = (self.with_request(each) for each in requests)
        return replace(first, further=tuple(others))


class PlannedWork(Protocol):
    """What becomes due by the passing of time, planned and not stored yet."""

    async def record(self, tx: Transaction) -> None:
        """Store it. Raises: StoreUnavailableError."""


@dataclass(frozen=True, slots=True)
class ClockMove:
    """A change of an account's market clock, stored together with the answer."""

    account: Account  # as read when the turn began
    to: datetime
    rolled: RolledForward  # what is booked by it
    work: PlannedWork  # what else becomes due by it


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """An engine's run, and what its agents said to each other."""

    run: EngineRun
    discussion: tuple[AgentMessage, ...] = ()
    fusion: tuple[FusionState, ...] = ()  # of a committee


@dataclass(frozen=True, slots=True)
class AddedMessages:
    """What was said after a committee has ruled, and the ruling to go on from."""

    run_id: UUID
    messages: tuple[AgentMessage, ...]
    fusion: tuple[FusionState, ...] = ()  # of the share that was spoken of; empty: nothing was ruled


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnResult:
    """The result of one turn or press, stored in one transaction."""

    answer: Answer
    state: State | None = None  # the conversation's new state; None: unchanged
    event: Event | None = None
    focus: tuple[str, ...] | None = None  # None: unchanged
    stated_limits: tuple[LimitStatement, ...] | None = None  # limits to remember; None: unchanged
    offered: tuple[DecisionKey, ...] | None = None  # what "yes" confirms now; None: what is proposed, if anything
    is_offer_doubted: bool = False  # whether "yes", said next, may mean something else than what is offered
    proposed: tuple[Decision, ...] = ()
    superseded: tuple[Decision, ...] = ()  # as stored before this turn
    withdrawn: tuple[Decision, ...] = ()  # pending until now; with who withdrew them, if a person did
    decided: tuple[Decision, ...] = ()  # confirmed or cancelled by this turn
    awaited: tuple[Decision, ...] = ()  # decisions whose outcome the answer announces for later
    clock_move: ClockMove | None = None
    correction: PlannedWork | None = None  # of a holding, booked or undone by a press
    analysis: AnalysisRun | None = None  # goes on from the turn, and is answered by a turn of its own
    runs: tuple[RecordedRun, ...] = ()  # of the engine that proposed, one per request
    added: AddedMessages | None = None  # to a run that is stored
    market_figures: Mapping[UUID, Mapping[str, str]] = field(default_factory=dict)  # by id of a proposed decision
    setting_change: SettingChange | None = None  # of the channel
    watch_changes: tuple[WatchListChange, ...] = ()
    brief_change: BriefChange | None = None  # of the channel
    language: Language | None = None  # of the answer; None: that of the message
    refusals: tuple[str, ...] = ()  # why a press was not carried out, for the audit: names of errors

    @classmethod
    def of_text(
        cls,
        text: str,
        *,
        symbols: tuple[str, ...] = (),
        state: State | None = None,
        focus: tuple[str, ...] | None = None,
        offered: tuple[DecisionKey, ...] | None = None,
    ) -> "TurnResult":
        """Return an answer of one paragraph."""
        answer = Answer(blocks=(Paragraph(text),), symbols=symbols)
        return cls(answer=answer, state=state, focus=focus, offered=offered)

    def asking(self, slot: AskedSlot | None) -> "TurnResult":
        """Return the result as one that asks for this; None: as it is."""
        return self if slot is None else replace(self, answer=replace(self.answer, has_question=True, asks=slot))

    def undone_by(self, *requests: Request) -> "TurnResult":
        """Return the result as one that these requests take back."""
        return replace(self, answer=replace(self.answer, undone_by=requests))

    @property
    def ended(self) -> tuple[Decision, ...]:
        """The decisions, pending until this turn, that nobody can confirm any more though nobody has decided them."""
        return (*self.superseded, *self.withdrawn)


def still_offered(context: TurnContext, shown: Decision | None) -> tuple[DecisionKey, ...]:
    """Return what "yes" confirms after the answer to a question about `shown`: that decision, if it was so before.

    Only of a question that speaks of nothing else: after "why not MSFT?" or "what if I buy 5 instead?" a "yes" may
    agree with that.
    """
    if shown is None or shown.asked_by != context.turn.person.id or not context.keeps_offer:
        return ()
    return (shown.key,) if shown.key in context.conversation.offered else ()


def is_shown(context: TurnContext, decision: Decision) -> bool:
    """Return whether a decision is what was shown last of its share, or the person's own: a view shown since is not."""
    symbol, own = decision.proposal.symbol, decision.asked_by == context.turn.person.id
    shown = next((each for each in context.dialogue.answers if symbol in each.symbols or each.objects), None)
    objects = shown.objects if shown is not None else ()
    if any(each.id == str(decision.id) for each in objects):
        return True
    is_view = any(each.kind is ObjectKind.VIEW and symbol in each.symbols for each in objects)
    return own and (decision in context.own_pending or not is_view)


class TurnHandler(Protocol):
    """Answers messages of one intent, or one command."""

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the answer and what it changes. Raises: ParleyError, which is shown to the person."""


_Request_contra = TypeVar("_Request_contra", contravariant=True)


class RequestHandler(Protocol[_Request_contra]):
    """Answers requests of one kind."""

    async def __call__(self, context: TurnContext, request: _Request_contra, /) -> TurnResult:
        """Return the answer and what it changes. Raises: ParleyError, which is shown to the person."""


RequestHandlers: TypeAlias = Mapping[type, RequestHandler[Any]]
