"""Ports for the runs of committees: their store, and the journal that an engine writes while it works."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

from bot.domain.committee.fusion import ExecutionRecord, FusionState, TeamPoint
from bot.domain.committee.runs import AnalysisRun, CommitteeStep, RunProgress
from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId, TurnId
from bot.domain.models.requests import Caller, RunLease
from bot.domain.trading.decision_result import AgentMessage, EngineRun


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
