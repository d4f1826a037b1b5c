"""Ports of committees: the store of their runs, the journal of a run, and what their analysts remember.

Every method raises StoreUnavailableError if the database cannot be reached.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.fusion import ExecutionRecord, FusionState, TeamPoint
from bot.domain.committee.memory import AnalystDigest, MemorySummary, SessionPart, ShareReading, StoredReport, Wording
from bot.domain.committee.runs import AnalysisRun, CommitteeStep, RunProgress
from bot.domain.conversation.turns import Turn
from bot.domain.ids import AccountId, ConversationId, TurnId
from bot.domain.models.requests import Caller, RunLease
from bot.domain.trading.accounts import Account
from bot.domain.trading.decision_result import AgentMessage, EngineRun


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryQuery:
    """Selects the latest reports by rules of each analyst on each share, as known at an instant."""

    market: str
    symbols: tuple[str, ...]
    known_at: datetime  # market time
    analysts: tuple[Analyst, ...] = tuple(Analyst)
    limit: int = 12  # for each analyst and share


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestQuery:
    """Selects the latest digests of each analyst on each share, as known at an instant: one for each phase."""

    market: str
    symbols: tuple[str, ...]
    known_at: datetime  # market time
    until: SessionPart | None = None  # those of later parts are left out; None: of none
    analysts: tuple[Analyst, ...] = tuple(Analyst)


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedQuery:
    """Selects the shares whose reports are renewed."""

    account_id: AccountId
    market: str
    asked_from: datetime  # market time from which a committee's report counts
    known_at: datetime
    limit: int


class AnalystReports(Protocol):
    """The reports of one tenant's analysts: one for each market, share, analyst, part of a session and wording."""

    async def save_report(self, report: StoredReport) -> None:
        """Store a report; a later one of the same part replaces it. That a committee asked for it once stays."""

    async def find_report(
        self, reading: ShareReading, analyst: Analyst, *, part: SessionPart, wording: Wording | None
    ) -> StoredReport | None:
        """Return the report of a part of a session in a wording, as known at the instant of the reading."""

    async def history(self, query: HistoryQuery) -> tuple[StoredReport, ...]:
        """Return the matching reports, the latest of each analyst and share first."""

    async def followed_shares(self, query: FollowedQuery) -> tuple[str, ...]:
        """Return the shares that are held, that a committee has read lately, then those on any watch list."""


class AnalystDigests(Protocol):
    """The digests of one tenant's analysts: one for each market, share, analyst and part of a session."""

    async def save_digest(self, digest: AnalystDigest, *, market: str) -> None:
        """Store a digest unless there is one of the same part that is as late."""

    async def latest(self, query: DigestQuery) -> tuple[AnalystDigest, ...]:
        """Return the matching digests, the latest first."""


class AnalystMemory(Protocol):
    """The memory of a committee's analysts. Each call is a transaction of its own."""

    async def reading(self, account: Account, symbol: str) -> ShareReading:
        """Return the reading of a share at the account's market time. Raises: MarketDataError."""

    async def summaries(self, reading: ShareReading, *, wording: Wording | None) -> tuple[MemorySummary, ...]:
        """Return what each analyst remembers of a share; today's report is the one in that wording.

        Raises: DateOutOfRangeError: of that time there is no calendar.
        """

    async def save_reports(
        self, reading: ShareReading, reports: Sequence[AnalystReport], *, wording: Wording | None
    ) -> None:
        """Store reports that a committee made, and renew the digests that are due after a report.

        Raises: DateOutOfRangeError: as above.
        """


class AnalysisRuns(Protocol):
    """The runs of one tenant's committees."""

    async def start(self, run: AnalysisRun, *, asked: Turn, engine: str) -> None:
        """Store a run, which goes on from `asked`, with the turn that its end answers; the conversation is locked.

        At commit the processes that work on runs are woken.
        """

    async def get(self, turn_id: TurnId) -> AnalysisRun | None:
        """Return the run whose end answers a turn; None: there is none."""

    async def find(self, run_id: UUID) -> AnalysisRun | None:
        """Return a run by the id of its engine run; None: there is none."""

    async def under_way(self, conversation_id: ConversationId) -> tuple[AnalysisRun, ...]:
        """Return the runs of a conversation that have not ended, oldest first."""

    async def progress(self, run_id: UUID) -> RunProgress:
        """Return what is stored of a run that has not ended."""

    async def add_step(
        self, lease: RunLease, step: CommitteeStep, messages: Sequence[AgentMessage], *, run: EngineRun
    ) -> None:
        """Store a step of a leased run with what was said since the step before; the last message is the step's own.

        Raises: LeaseLostError: another process holds the run.
        """

    async def end(self, lease: RunLease, *, at: datetime) -> None:
        """End a leased run; its steps are dropped, what was said stays. Raises: LeaseLostError: as `add_step`."""

    async def record_execution(self, run_id: UUID, symbol: str, record: ExecutionRecord) -> None:
        """Write what became of a decision into what was concluded on its share; does nothing without such a run."""

    async def drop_abandoned(self, person_id: str, *, at: datetime) -> None:
        """End the runs that a person has asked for and no process works on, without an answer."""

    async def keep_fusion(self, run: EngineRun, fusion: Sequence[FusionState], *, turn: Turn) -> None:
        """Store what a committee has concluded, with its run if that has no row yet; `run` is stored already."""

    async def update_fusion(self, run_id: UUID, fusion: FusionState) -> None:
        """Replace what a run that has ended concluded on the share of `fusion`; of other shares it stays."""


class RunJournal(Protocol):
    """Stores what a run concludes as it comes, in transactions of its own."""

    @property
    def progress(self) -> RunProgress:
        """What was stored before this process has taken up the run."""

    async def add(self, step: CommitteeStep, messages: Sequence[AgentMessage], *, run: EngineRun) -> None:
        """Store a step. Raises: LeaseLostError: another process works on the run; StoreUnavailableError."""

    async def objections(self) -> tuple[TeamPoint, ...]:
        """Return what people have argued in the run's thread since it began, oldest first."""


class RunJournals(Protocol):
    """Opens the journals of runs."""

    async def open(self, caller: Caller) -> RunJournal | None:
        """Return the journal of the run that `caller` works for; None: it is answered within its turn."""
