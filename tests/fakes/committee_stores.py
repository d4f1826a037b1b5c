"""The stores of committees in memory: runs, and analysts' reports and digests."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.fusion import ExecutionRecord, FusionState
from bot.domain.committee.memory import AnalystDigest, SessionPart, ShareReading, StoredReport, Wording
from bot.domain.committee.runs import AnalysisRun, CommitteeStep, RunProgress
from bot.domain.conversation.turns import InputKind, InputStatus, Turn
from bot.domain.ids import ConversationId, TurnId
from bot.domain.market.sessions import SessionPhase
from bot.domain.models.requests import RunLease, TokenUsage
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.errors import LeaseLostError
from bot.ports.committee import DigestQuery, FollowedQuery, HistoryQuery
from tests.fakes.memory import KeptAnalysis, KeptRun, TenantStore


class FakeAnalystReports(TenantStore):
    """`AnalystReports`, in memory."""

    async def save_report(self, report: StoredReport) -> None:
        made = report.report
        key = (self._tenant_id, report.market, made.symbol, made.analyst, report.moment.part, report.wording)
        asked_at = report.moment.at if report.is_asked else None
        stored, asked_before = self._state.analyst_reports.get(key, (report, None))
        kept = report if report.moment.at > stored.moment.at else stored
        asked = asked_before or asked_at
        self._state.analyst_reports[key] = replace(kept, is_asked=asked is not None), asked

    async def find_report(
        self, reading: ShareReading, analyst: Analyst, *, part: SessionPart, wording: Wording | None
    ) -> StoredReport | None:
        key = (self._tenant_id, reading.market, reading.symbol, analyst, part, wording)
        found, _ = self._state.analyst_reports.get(key, (None, None))
        return found if found is not None and found.moment.at <= reading.at else None

    async def history(self, query: HistoryQuery) -> tuple[StoredReport, ...]:
        found = [each for each in self._mine(query.market) if each.wording is None and each.moment.at <= query.known_at]
        found.sort(key=lambda each: (each.report.symbol, each.report.analyst))
        found.sort(key=lambda each: each.moment.at, reverse=True)
        counts: dict[tuple[str, Analyst], int] = {}
        kept = []
        for each in found:
            key = (each.report.symbol, each.report.analyst)
            counts[key] = counts.get(key, 0) + 1
            if key[0] in query.symbols and key[1] in query.analysts and counts[key] <= query.limit:
                kept.append(each)
        return tuple(kept)

    async def followed_shares(self, query: FollowedQuery) -> tuple[str, ...]:
        held = sorted(symbol for account, symbol in self._state.positions if account == query.account_id)
        asked = sorted(
            key[2]
            for key, (_, at) in self._state.analyst_reports.items()
            if key[:2] == (self._tenant_id, query.market)
            and at is not None
            and query.asked_from <= at <= query.known_at
        )
        watched = sorted(
            symbol
            for (tenant, _, symbol), share in self._state.watched.items()
            if (tenant, share.market) == (self._tenant_id, query.market)
        )
        return tuple(dict.fromkeys((*held, *asked, *watched)))[: query.limit]

    def _mine(self, market: str) -> Iterable[StoredReport]:
        reports = self._state.analyst_reports.items()
        return [each for key, (each, _) in reports if key[:2] == (self._tenant_id, market)]


class FakeAnalystDigests(TenantStore):
    """`AnalystDigests`, in memory."""

    async def save_digest(self, digest: AnalystDigest, *, market: str) -> None:
        part = SessionPart(digest.trade_date, digest.session)
        key = (self._tenant_id, market, digest.symbol, digest.analyst, part)
        stored = self._state.analyst_digests.get(key)
        if stored is None or digest.as_of > stored.as_of:
            self._state.analyst_digests[key] = digest

    async def latest(self, query: DigestQuery) -> tuple[AnalystDigest, ...]:
        found: dict[tuple[str, Analyst, SessionPhase], AnalystDigest] = {}
        for (tenant, market, symbol, analyst, part), each in self._state.analyst_digests.items():
            is_asked = (tenant, market) == (self._tenant_id, query.market) and symbol in query.symbols
            if not is_asked or analyst not in query.analysts or not _is_known(each, part, query):
                continue
            stored = found.get((symbol, analyst, part.phase))
            if stored is None or each.as_of > stored.as_of:
                found[symbol, analyst, part.phase] = each
        ordered = sorted(found.values(), key=lambda each: (each.symbol, each.analyst))
        return tuple(sorted(ordered, key=lambda each: each.as_of, reverse=True))


def _is_known(digest: AnalystDigest, part: SessionPart, query: DigestQuery) -> bool:
    is_until = query.until is None or part.order <= query.until.order
    return digest.as_of <= query.known_at and is_until


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
