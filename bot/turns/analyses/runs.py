"""Runs of committees that outlive the turn which asked for them: how they begin and stop, and their journals."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.committee.fusion import TeamPoint
from bot.domain.committee.runs import AnalysisRun, AskedAnalysis, CommitteeStep, RunProgress
from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.buttons import StopRef
from bot.domain.conversation.history import Role
from bot.domain.conversation.replies import AnalysisRef, Answer
from bot.domain.conversation.requests.analysis import StopAnalysis
from bot.domain.conversation.requests.trades import OrderRequest
from bot.domain.conversation.turns import InputKind
from bot.domain.ids import TurnId, derive_id
from bot.domain.market.instruments import InstrumentTable
from bot.domain.models.requests import Caller, RunLease
from bot.domain.text.normalise import normalise, without_mention
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.locales import Catalogue
from bot.ports import Clock, NewId, RunJournal, Stores, Transaction
from bot.reading.addressing import argues, is_bare_stop


@dataclass(frozen=True, slots=True)
class AnalysisStarter:
    """Answers that a committee is at work, and lets its run go on from there."""

    stores: Stores
    texts: Catalogue
    clock: Clock
    new_id: NewId

    async def start(self, context: TurnContext, request: OrderRequest, symbols: tuple[str, ...]) -> TurnResult | None:
        """Return the answer to a request about `symbols`; None: it is answered within this turn."""
        if context.turn.kind is not InputKind.MESSAGE:
            return None
        shares = replace(request.terms.shares, symbols=symbols)
        meant = replace(request, terms=replace(request.terms, shares=shares, is_deep=True))
        if (running := await self._find_same(context, meant, symbols)) is not None:
            return self._answer(context, running, "analysis-still-running")
        run = AnalysisRun(
            id=self.new_id(),
            conversation_id=context.conversation.id,
            turn_id=TurnId(derive_id(context.turn.id, "analysis")),
            symbols=symbols,
            started_at=self.clock.now(),
            asked=AskedAnalysis(meant, context.language),
        )
        return replace(self._answer(context, run, "analysis-started"), analysis=run)

    async def _find_same(
        self, context: TurnContext, meant: OrderRequest, symbols: tuple[str, ...]
    ) -> AnalysisRun | None:
        """Return a run under way here that answers the same to the same person; None: there is none."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            for run in await tx.analysis_runs.under_way(context.conversation.id):
                is_same = run.symbols == symbols and run.asked is not None and run.asked.request.terms == meant.terms
                if is_same and await _is_own(tx, run, context):
                    return run
        return None

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
    """Reads a bare "stop" as meaning a run under way, unless a card was shown since it began."""

    stores: Stores

    async def complete(self, context: TurnContext) -> TurnContext:
        """Return the context, as that of /stop if the run is meant."""
        if not is_bare_stop(context.turn.text):
            return context
        async with self.stores.read(context.turn.tenant_id) as tx:
            under_way = list(await tx.analysis_runs.under_way(context.conversation.id))
            if context.own_pending:  # else "I stopped nothing" would stand for the card
                under_way = [run for run in under_way if await _is_own(tx, run, context)]
        latest_card = max((decision.created_at for decision in context.pending), default=None)
        if not under_way or (latest_card is not None and latest_card > under_way[-1].started_at):
            return context
        return context.with_request(StopAnalysis())


async def stop_own_analysis(stores: Stores, context: TurnContext) -> bool:
    """Stop the runs in this conversation that the person has asked for; return whether there was one."""
    async with stores.transaction(context.turn.tenant_id) as tx:
        under_way = await tx.analysis_runs.under_way(context.conversation.id)
        stopped = [await tx.turns.request_stop(run.turn_id, by=context.turn.person.id) for run in under_way]
    return any(stopped)


async def _is_own(tx: Transaction, run: AnalysisRun, context: TurnContext) -> bool:
    return (await tx.turns.get(run.turn_id)).person.id == context.turn.person.id


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
        """Return what people have argued in the run's thread since it began."""
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
        """Return the journal of a run, with what is stored of it."""
        if caller.analysis is None:
            return None
        async with self.stores.read(caller.tenant_id) as tx:
            run = await tx.analysis_runs.get(caller.analysis.turn_id)
            progress = await tx.analysis_runs.progress(run.id) if run is not None else None
        if progress is None:
            return None
        return StoredJournal(self.stores, caller, caller.analysis, progress, self.instruments)
