"""What the agents said to each other before a decision, page by page, by speaker or share: typed or pressed."""

from dataclasses import dataclass
from uuid import UUID

from bot.context.turn import TurnContext, TurnResult, still_offered
from bot.domain.conversation.buttons import DebateRef
from bot.domain.conversation.requests.analysis import ShowDiscussion
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Locale
from bot.ports import Stores
from bot.presentation.decisions.committee_answers import CommitteeAnswerPresenter
from bot.presentation.decisions.discussion import DiscussionPresenter


@dataclass(frozen=True, slots=True)
class DiscussionHandler:
    """Shows the messages between an engine's agents before a decision."""

    stores: Stores
    presenter: DiscussionPresenter

    async def __call__(self, context: TurnContext, request: ShowDiscussion) -> TurnResult:
        """Show the page of the latest run; if a share is named, of its latest."""
        if request.not_understood:
            return TurnResult(answer=self.presenter.unknown(context.locale, request.not_understood))
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = await tx.engine_runs.discussion(context.conversation.id, symbol=request.share or None)
        if found is None:
            return TurnResult(answer=self.presenter.none(context.locale))
        run, messages = found
        if request.asks and (told := await self._briefly(context, request, run.id)):
            return told
        ref = DebateRef(run.id, request.page, request.speaker, request.share)
        return TurnResult(answer=self.presenter.answer(context.locale, run, messages, ref=ref))

    async def _briefly(self, context: TurnContext, request: ShowDiscussion, run_id: UUID) -> TurnResult | None:
        """Return what is asked of the run's conclusions; a "yes" means the same card as before. None: it has none."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            run = await tx.analysis_runs.find(run_id)
        named = (each for each in (run.fusion if run else ()) if request.share in {"", each.company_of_interest})
        ruled = tuple(each for each in named if each.research_summary is not None)
        if run is None or not ruled:
            return None
        answer = CommitteeAnswerPresenter(self.presenter.texts).answer(context.locale, run, ruled, request.asks)
        own = [each for each in context.own_pending if each.proposal.run_id == run_id]
        offered = still_offered(context, own[0]) if len(own) == 1 else ()
        return TurnResult(answer=answer, focus=answer.symbols, offered=offered)

    async def press(self, ref: DebateRef, *, turn: Turn, locale: Locale) -> TurnResult | None:
        """Show who pressed the page, the same whenever it is pressed; None: no run here has that id."""
        async with self.stores.read(turn.tenant_id) as tx:
            found = await tx.engine_runs.discussion(turn.conversation_id, run_id=ref.run_id)
        return (
            None
            if found is None
            else TurnResult(answer=self.presenter.answer(locale, *found, ref=ref, is_private=True))
        )
