"""Runs of committees that outlive the turn which asked for them: how they begin, and how a person stops them."""

from dataclasses import dataclass, replace

from bot.context.turn import TurnContext, TurnResult
from bot.domain.committee.runs import AnalysisRun, AskedAnalysis
from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.buttons import StopRef
from bot.domain.conversation.replies import AnalysisRef, Answer
from bot.domain.conversation.requests.analysis import StopAnalysis
from bot.domain.conversation.requests.trades import OrderRequest
from bot.domain.conversation.turns import InputKind
from bot.domain.ids import TurnId, derive_id
from bot.locales import Catalogue
from bot.ports import Clock, NewId, Stores, Transaction
from bot.reading.addressing import is_bare_stop


@dataclass(frozen=True, slots=True)
class AnalysisStarter:
    """Answers that a committee is at work, and lets its run go on from there."""

    stores: Stores
    texts: Catalogue
    clock: Clock
    new_id: NewId

    async def start(self, context: TurnContext, request: OrderRequest, symbols: tuple[str, ...]) -> TurnResult | None:
        """Return the answer to a request about `symbols`; None: it is answered within this turn.

        Raises: StoreUnavailableError.
        """
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
        """Return the context, as that of /stop if the run is meant. Raises: StoreUnavailableError."""
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
    """Stop the runs in this conversation that the person has asked for; return whether there was one.

    Raises: StoreUnavailableError.
    """
    async with stores.transaction(context.turn.tenant_id) as tx:
        under_way = await tx.analysis_runs.under_way(context.conversation.id)
        stopped = [await tx.turns.request_stop(run.turn_id, by=context.turn.person.id) for run in under_way]
    return any(stopped)


async def _is_own(tx: Transaction, run: AnalysisRun, context: TurnContext) -> bool:
    return (await tx.turns.get(run.turn_id)).person.id == context.turn.person.id
