"""In-memory store of committees' runs."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from bot.domain.committee.fusion import ExecutionRecord, FusionState
from bot.domain.committee.runs import AnalysisRun, CommitteeStep, RunProgress
from bot.domain.conversation.turns import InputKind, InputStatus, Turn
from bot.domain.ids import ConversationId, TurnId
from bot.domain.models.requests import RunLease, TokenUsage
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.errors import LeaseLostError
from tests.fakes.memory import KeptAnalysis, KeptRun, TenantStore


class FakeAnalysisRuns(TenantStore):
    """`AnalysisRuns`, in memory."""

    async def start(self, run: AnalysisRun, *, asked: Turn, engine: str) -> None:
        number = max(each.number for each in self._state.turns.values() if each.thread == asked.thread) + 1
        stored = self._state.turns[asked.id]
        self._state.turns[run.turn_id] = replace(
            stored,
            id=run.turn_id,
            number=number,
            kind=InputKind.ANALYSIS,
            status=InputStatus.ACCEPTED,
            accepted_at=run.started_at,
            attempts=0,
        )
        self._state.origins[run.turn_id] = self._state.origins.get(asked.id, "")
        begun = EngineRun(
            id=run.id,
            engine=engine,
            prompt_version="",
            calls=0,
            cache_hits=0,
            parse_errors=0,
            retries=0,
            latency=0.0,
            tokens=TokenUsage(),
            at=run.started_at,
        )
        self._state.engine_runs[run.id] = KeptRun(self._tenant_id, run.conversation_id, begun, ())
        self._state.analysis_runs[run.id] = KeptAnalysis(self._tenant_id, run)

    async def get(self, turn_id: TurnId) -> AnalysisRun | None:
        return next((each.run for each in self._kept() if each.run.turn_id == turn_id), None)

    async def find(self, run_id: UUID) -> AnalysisRun | None:
        return next((each.run for each in self._kept() if each.run.id == run_id), None)

    async def under_way(self, conversation_id: ConversationId) -> tuple[AnalysisRun, ...]:
        found = (each.run for each in self._kept() if each.run.conversation_id == conversation_id)
        return tuple(sorted((each for each in found if each.ended_at is None), key=lambda run: run.started_at))

    async def progress(self, run_id: UUID) -> RunProgress:
        kept = self._state.engine_runs[run_id]
        return RunProgress(kept.run, self._state.analysis_runs[run_id].steps, kept.discussion)

    async def add_step(
        self, lease: RunLease, step: CommitteeStep, messages: Sequence[AgentMessage], *, run: EngineRun
    ) -> None:
        kept = self._held(lease)
        self._state.analysis_runs[run.id] = replace(kept, steps=(*kept.steps, step))
        turn = self._state.turns[lease.turn_id]
        self._state.turns[turn.id] = replace(turn, attempts=min(turn.attempts, 1))
        engine_run = self._state.engine_runs[run.id]
        self._state.engine_runs[run.id] = replace(
            engine_run, run=replace(run, at=engine_run.run.at), discussion=(*engine_run.discussion, *messages)
        )

    async def end(self, lease: RunLease, *, at: datetime) -> None:
        kept = self._held(lease)
        ended = replace(kept.run, asked=None, ended_at=at)
        self._state.analysis_runs[kept.run.id] = replace(kept, run=ended, steps=())
        self._state.analysis_leases.pop(kept.run.id, None)

    async def record_execution(self, run_id: UUID, symbol: str, record: ExecutionRecord) -> None:
        kept = self._state.analysis_runs.get(run_id)
        if kept is not None and kept.tenant_id == self._tenant_id:
            fusion = tuple(
                replace(each, execution_record=record) if each.company_of_interest == symbol else each
                for each in kept.run.fusion
            )
            self._state.analysis_runs[run_id] = replace(kept, run=replace(kept.run, fusion=fusion))

    async def drop_abandoned(self, person_id: str, *, at: datetime) -> None:
        for kept in self._kept():
            turn, lease = self._state.turns[kept.run.turn_id], self._state.analysis_leases.get(kept.run.id)
            is_free = lease is not None and lease.until <= at
            if kept.run.ended_at is None and is_free and turn.person.id == person_id:
                ended = replace(kept.run, asked=None, ended_at=at)
                self._state.analysis_runs[kept.run.id] = replace(kept, run=ended, steps=())
                self._state.turns[turn.id] = replace(turn, status=InputStatus.ANSWERED)

    async def keep_fusion(self, run: EngineRun, fusion: Sequence[FusionState], *, turn: Turn) -> None:
        new = AnalysisRun(
            id=run.id,
            conversation_id=turn.conversation_id,
            turn_id=turn.id,
            symbols=tuple(each.company_of_interest for each in fusion),
            started_at=run.at,
            ended_at=run.at,
        )
        kept = self._state.analysis_runs.get(run.id, KeptAnalysis(self._tenant_id, new))
        self._state.analysis_runs[run.id] = replace(kept, run=replace(kept.run, fusion=tuple(fusion)))

    async def update_fusion(self, run_id: UUID, fusion: FusionState) -> None:
        kept, symbol = self._state.analysis_runs[run_id], fusion.company_of_interest
        updated = tuple(fusion if each.company_of_interest == symbol else each for each in kept.run.fusion)
        self._state.analysis_runs[run_id] = replace(kept, run=replace(kept.run, fusion=updated))

    def _kept(self) -> list[KeptAnalysis]:
        return [each for each in self._state.analysis_runs.values() if each.tenant_id == self._tenant_id]

    def _held(self, lease: RunLease) -> KeptAnalysis:
        kept = next((each for each in self._kept() if each.run.turn_id == lease.turn_id), None)
        held = self._state.analysis_leases.get(kept.run.id) if kept else None
        if kept is None or held is None or (held.owner, held.fence) != (lease.owner, lease.fence):
            raise LeaseLostError(turn=lease.turn_id)
        return kept
