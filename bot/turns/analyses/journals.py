"""The journals of committees' runs, stored step by step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.committee.fusion import TeamPoint
from bot.domain.committee.runs import CommitteeStep, RunProgress
from bot.domain.conversation.history import Role
from bot.domain.market.instruments import InstrumentTable
from bot.domain.models.requests import Caller, RunLease
from bot.domain.text.normalise import normalise, without_mention
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.ports import RunJournal, Stores
from bot.reading.addressing import argues

_MESSAGES: Final = 20  # the latest that are looked at
_LONGEST: Final = 300  # characters of an objection


@dataclass(frozen=True, slots=True)
class StoredJournal:
    """Implements `bot.ports.RunJournal`: each step is a transaction."""

    stores: Stores
    caller: Caller
    lease: RunLease
    progress: RunProgress
    instruments: InstrumentTable

    async def add(self, step: CommitteeStep, messages: Sequence[AgentMessage], *, run: EngineRun) -> None:
        """Store a step. Raises: LeaseLostError, StoreUnavailableError."""
        # Killing the process loses nothing that is committed; only a power failure may, and costs a request.
        async with self.stores.transaction(self.caller.tenant_id, is_durable=False) as tx:
            await tx.analysis_runs.add_step(self.lease, step, messages, run=run)

    async def objections(self) -> tuple[TeamPoint, ...]:
        """Return what people have argued in the run's thread since it began. Raises: StoreUnavailableError."""
        async with self.stores.read(self.caller.tenant_id) as tx:
            turn = await tx.turns.get(self.lease.turn_id)
            said = await tx.messages.last_messages(turn.conversation_id, count=_MESSAGES)
            overheard = await tx.overheard.latest(turn.conversation_id, since=turn.accepted_at, count=_MESSAGES)
        lines = [(each.created_at, each.author, each.text) for each in said if each.role is Role.USER]
        lines += [(each.said_at, each.person.name, each.text) for each in overheard]
        since = sorted(line for line in lines if line[0] >= turn.accepted_at)
        said_by = ((by, without_mention(normalise(text))) for _, by, text in since)
        return tuple(
            TeamPoint(by, single_line(words, limit=_LONGEST))
            for by, words in said_by
            if argues(words, self.instruments)
        )


@dataclass(frozen=True, slots=True)
class StoredJournals:
    """Implements `bot.ports.RunJournals`."""

    stores: Stores
    instruments: InstrumentTable

    async def open(self, caller: Caller) -> RunJournal | None:
        """Return the journal of a run, with what is stored of it. Raises: StoreUnavailableError."""
        if caller.analysis is None:
            return None
        async with self.stores.read(caller.tenant_id) as tx:
            run = await tx.analysis_runs.get(caller.analysis.turn_id)
            progress = await tx.analysis_runs.progress(run.id) if run is not None else None
        if progress is None:
            return None
        return StoredJournal(self.stores, caller, caller.analysis, progress, self.instruments)
