"""Answers questions about a committee's run from what is stored of it; nothing is run anew."""

from dataclasses import dataclass
from uuid import UUID

from bot.context.turn import TurnContext, TurnResult, is_shown, still_offered
from bot.domain.trading.decisions import DecisionQuery
from bot.ports import Stores
from bot.presentation.decisions.committee_answers import CommitteeAnswerPresenter


@dataclass(frozen=True, slots=True)
class CommitteeAnswers:
    """Answers from the conclusions of runs that have ended."""

    stores: Stores
    presenter: CommitteeAnswerPresenter

    async def on_latest(self, context: TurnContext, symbol: str, asks: str) -> TurnResult | None:
        """Answer of the latest decision on a share here, if a committee made it and no view was shown since; else None.

        Raises: StoreUnavailableError.
        """
        query = DecisionQuery(
            limit=1,
            symbol=symbol,
            conversation_id=context.conversation.id,
            market=context.account.market,
            include_holds=True,
        )
        async with self.stores.read(context.turn.tenant_id) as tx:
            decision = next(iter(await tx.decisions.find_matching(query)), None)
        if decision is None or not is_shown(context, decision):
            return None
        return await self(context, decision.proposal.run_id, asks, symbol=symbol)

    async def __call__(
        self, context: TurnContext, run_id: UUID | None, asks: str, *, symbol: str = ""
    ) -> TurnResult | None:
        """Return what a member said, or a `Topic`, of one share or all; None: no committee ruled in that run.

        A "yes" behind it means the same card as before. Raises: StoreUnavailableError.
        """
        if run_id is None:
            return None
        async with self.stores.read(context.turn.tenant_id) as tx:
            run = await tx.analysis_runs.find(run_id)
        states = (each for each in (run.fusion if run else ()) if symbol in {"", each.company_of_interest})
        ruled = tuple((each, each.research_summary) for each in states if each.research_summary is not None)
        if run is None or not ruled:
            return None
        answer = self.presenter.answer(context.locale, run, ruled, asks)
        own = [each for each in context.own_pending if each.proposal.run_id == run_id]
        offered = still_offered(context, own[0]) if len(own) == 1 else ()
        return TurnResult(answer=answer, focus=answer.symbols, offered=offered)
