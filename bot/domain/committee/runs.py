"""The run of a committee that outlives the turn which asked for it, and what a person says against what it ruled."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from bot.domain.committee.analysts import AnalystReport
from bot.domain.committee.debate import Speech
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.risk import RiskSummary
from bot.domain.conversation.requests.trades import OrderRequest
from bot.domain.ids import ConversationId, TurnId
from bot.domain.text.locale import Language
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.domain.trading.decisions import Decision
from bot.domain.trading.trading_limits import LimitInForce, LimitStatement

StepResult = AnalystReport | Speech | ResearchSummary | RiskSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitteeStep:
    """What one member of a committee has concluded."""

    name: str  # "AAPL/2013-01-31/market", "AAPL/2013-01-31/bull/1": of the same name in one run is the same step
    result: StepResult
    is_silent: bool = False  # the model gave no answer: it is by rules


@dataclass(frozen=True, slots=True)
class AskedAnalysis:
    """What a run is to answer, as it was read when it began."""

    request: OrderRequest
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisRun:
    """A run, from its start until it is answered."""

    id: UUID  # of its engine run
    conversation_id: ConversationId
    turn_id: TurnId  # that its end answers
    symbols: tuple[str, ...]
    started_at: datetime
    asked: AskedAnalysis | None = None  # what is to be answered; None: it has ended, or is read from its words
    ended_at: datetime | None = None
    fusion: tuple[FusionState, ...] = ()  # what was concluded on each share; empty until it has ended


@dataclass(frozen=True, slots=True)
class RunProgress:
    """What is stored of a run that has not ended."""

    run: EngineRun  # its requests to models so far
    steps: tuple[CommitteeStep, ...] = ()
    messages: tuple[AgentMessage, ...] = ()  # in order; a step that says nothing has one without text


@dataclass(frozen=True, slots=True)
class RunBasis:
    """Compared when the run is to be stored: what is proposed fits what holds then."""

    account: Account
    positions: tuple[Position, ...]
    pending: tuple[Decision, ...]  # of the person, in the conversation: proposals take their place
    stated_limits: tuple[LimitStatement, ...]
    limits: tuple[LimitInForce, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """A point of a person, for the judge of a research debate that has ended."""

    by: str  # the person's name
    words: str
    run_id: UUID  # of the committee
    fusion: FusionState  # what it has concluded on the share
    before: ResearchSummary  # the ruling that is objected to
    argued: tuple[AgentMessage, ...]  # what was said on the share, earlier objections too
    is_order: bool = False  # a person has ordered the trade: whatever is ruled, it stays as given


@dataclass(frozen=True, slots=True)
class RunningDebate:
    """A committee's run under way, as far as people can argue with it."""

    symbols: tuple[str, ...]
    is_ruled: bool  # its research judge has ruled: it hears nothing more
