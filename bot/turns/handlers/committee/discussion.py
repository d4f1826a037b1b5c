"""/discussion: what the agents said to each other before a decision, page by page, by speaker or share."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.buttons import DebateRef
from bot.language.discussion_request import DiscussionRequest, read_discussion_request
from bot.ports import Stores
from bot.presentation.decisions.discussion import DiscussionPresenter


@dataclass(frozen=True, slots=True)
class DiscussionCommand:
    """Handler of /discussion: the messages between an engine's agents before the conversation's latest decision."""

    stores: Stores
    presenter: DiscussionPresenter

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Show the first page, or that named, of the latest run; of a share that is named, of its latest run.

        Raises: StoreUnavailableError.
        """
        named = context.entities.symbols
        request = read_discussion_request(context.understanding.arguments, symbols=named)
        if isinstance(request, str):
            return TurnResult(answer=self.presenter.unknown(context.locale, request))
        return await self._shown(context, request, next(iter(named), ""))

    async def _shown(self, context: TurnContext, request: DiscussionRequest, symbol: str) -> TurnResult:
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = await tx.engine_runs.discussion(context.conversation.id, symbol=symbol or None)
        if found is None:
            return TurnResult(answer=self.presenter.none(context.locale))
        run, messages = found
        ref = DebateRef(run.id, request.page, request.speaker, symbol)
        return TurnResult(answer=self.presenter.answer(context.locale, run, messages, ref=ref))
