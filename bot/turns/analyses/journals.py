"""The journals of committees' runs, stored step by step."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.committee.run_lease import RunLease
from bot.domain.committee.runs import CommitteeStep, RunProgress
from bot.domain.models.requests import Caller
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.ports import RunJournal, Stores


@dataclass(frozen=True, slots=True)
class StoredJournal:
    """Implements `bot.ports.RunJournal`: each step is a transaction."""

    stores: Stores
    caller: Caller
    lease: RunLease
    progress: RunProgress

    async def add(self, step: CommitteeStep, messages: Sequence[AgentMessage], *, run: EngineRun) -> None:
        """Store a step. Raises: LeaseLostError, StoreUnavailableError."""
        # Killing the process loses nothing that is committed; only a power failure may, and costs a request.
        async with self.stores.transaction(self.caller.tenant_id, is_durable=False) as tx:
            await tx.analysis_runs.add_step(self.lease, step, messages, run=run)


@dataclass(frozen=True, slots=True)
class StoredJournals:
    """Implements `bot.ports.RunJournals`."""

    stores: Stores

    async def open(self, caller: Caller) -> RunJournal | None:
        """Return the journal of a run, with what is stored of it. Raises: StoreUnavailableError."""
        if caller.analysis is None:
            return None
        async with self.stores.read(caller.tenant_id) as tx:
            run = await tx.analysis_runs.get(caller.analysis.turn_id)
            progress = await tx.analysis_runs.progress(run.id) if run is not None else None
        return StoredJournal(self.stores, caller, caller.analysis, progress) if progress is not None else None
