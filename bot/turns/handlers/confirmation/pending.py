"""/pending: the decisions that the workspace can still confirm, page by page."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import ShowPending
from bot.domain.trading.pending import PendingQuery
from bot.ports import Clock, Stores
from bot.presentation.account.account_summary import AccountSummary
from bot.presentation.decisions.cards import DecisionCards


@dataclass(frozen=True, slots=True)
class PendingHandler:
    """Handler of /pending."""

    stores: Stores
    cards: DecisionCards
    clock: Clock

    async def __call__(self, context: TurnContext, request: ShowPending) -> TurnResult:
        """Return the page that is asked for, with the buttons of the person's own decisions on it.

        Raises: StoreUnavailableError.
        """
        query = PendingQuery(at=self.clock.now(), person_id=context.turn.person.id, page=request.page)
        async with self.stores.read(context.turn.tenant_id) as tx:
            page = await tx.decisions.pending_page(query)
            orders = await tx.accounts.open_orders(context.account.id)
        summary = AccountSummary(self.cards)
        return TurnResult(
            answer=Answer(
                blocks=(
                    *summary.pending_blocks(page, context.locale),
                    *summary.open_orders_blocks(orders, context.locale),
                ),
                symbols=tuple(dict.fromkeys(each.proposal.symbol for each in page.decisions)),
                decisions=page.decisions,
                buttons=self.cards.named_buttons(context.locale, page.own),
            )
        )
