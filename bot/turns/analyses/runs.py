"""Runs of committees that outlive the turn which asked for them: how they begin, and what they go on from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.context.turn import TurnContext, TurnResult
from bot.domain.committee.run_lease import RunLease
from bot.domain.committee.runs import AnalysisRun, CommitteeStep, RunProgress
from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.buttons import StopRef
from bot.domain.conversation.replies import AnalysisRef, Answer
from bot.domain.conversation.states import Intent
from bot.domain.conversation.turns import InputKind
from bot.domain.ids import TurnId, derive_id
from bot.domain.models.requests import Caller
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.language.deep_analysis import is_bare_stop
from bot.locales import Catalogue
from bot.ports import Clock, NewId, RunJournal, Stores


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


@dataclass(frozen=True, slots=True)
class AnalysisStarter:
    """Answers that a committee is at work, and lets its run go on from there."""

    stores: Stores
    texts: Catalogue
    clock: Clock
    new_id: NewId

    async def start(self, context: TurnContext, symbols: tuple[str, ...]) -> TurnResult | None:
        """Return the answer to a message; None: what it asks for is answered within this turn.

        Raises: StoreUnavailableError.
        """
        if context.turn.kind is not InputKind.MESSAGE:
            return None
        async with self.stores.read(context.turn.tenant_id) as tx:
            under_way = await tx.analysis_runs.under_way(context.conversation.id)
            askers = {run.turn_id: (await tx.turns.get(run.turn_id)).person.id for run in under_way}
        for run in under_way:
            is_same = run.understanding is not None and run.symbols == symbols
            if is_same and askers[run.turn_id] == context.turn.person.id and _asks_the_same(context, run):
                return self._answer(context, run, "analysis-still-running")
        entities = replace(context.entities, symbols=symbols)
        run = AnalysisRun(
            id=self.new_id(),
            conversation_id=context.conversation.id,
            turn_id=TurnId(derive_id(context.turn.id, "analysis")),
            symbols=symbols,
            started_at=self.clock.now(),
            understanding=replace(context.understanding, entities=entities, is_deep=True),
        )
        return replace(self._answer(context, run, "analysis-started"), analysis=run)

    def _answer(self, context: TurnContext, run: AnalysisRun, message_id: str) -> TurnResult:
        locale = context.locale
        text = self.texts.render(locale, message_id, symbols=self.texts.list_of(locale, run.symbols))
        answer = Answer(
            blocks=(Paragraph(text),),
            symbols=run.symbols,
            buttons=(Button(str(StopRef(run.turn_id)), self.texts.render(locale, "button-stop")),),
            analysis=AnalysisRef(run.id, run.turn_id, is_ended=False),
        )
        return TurnResult(answer=answer, focus=run.symbols, offered=())


@dataclass(frozen=True, slots=True)
class AnalysisSequels:
    """Reads a bare "stop" as meaning the run that its author waits for; with a pending decision it means that."""

    stores: Stores

    async def complete(self, context: TurnContext) -> TurnContext:
        """Return the context, as that of /stop if the run is meant. Raises: StoreUnavailableError."""
        if context.pending or not is_bare_stop(context.turn.text):
            return context
        async with self.stores.read(context.turn.tenant_id) as tx:
            under_way = await tx.analysis_runs.under_way(context.conversation.id)
        if not under_way:
            return context
        meant = replace(context.understanding, intent=Intent.UNKNOWN, confidence=1.0, command="stop")
        return replace(context, understanding=meant)


async def stop_own_analysis(stores: Stores, context: TurnContext) -> bool:
    """Stop the runs in this conversation that the person has asked for; return whether there was one.

    Raises: StoreUnavailableError.
    """
    async with stores.transaction(context.turn.tenant_id) as tx:
        under_way = await tx.analysis_runs.under_way(context.conversation.id)
        stopped = [await tx.turns.request_stop(run.turn_id, by=context.turn.person.id) for run in under_way]
    return any(stopped)


def _asks_the_same(context: TurnContext, run: AnalysisRun) -> bool:
    """Return whether a message asks for nothing that a run under way would not answer."""
    stored = run.understanding
    return stored is not None and replace(stored.entities, symbols=()) == replace(context.entities, symbols=())
