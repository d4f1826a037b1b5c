"""Who stated, changed and ended limits, and when."""

from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.limits import ShowLimitChanges
from bot.ports import Stores
from bot.presentation.decisions.limits import LimitPresenter
from bot.trading.limits.limits_in_force import limit_query

_SEARCHED: Final = 50  # limits, changed last


@dataclass(frozen=True, slots=True)
class LimitChangesHandler:
    """Handler of questions who changed a limit that binds the person here."""

    stores: Stores
    presenter: LimitPresenter

    async def __call__(self, context: TurnContext, request: ShowLimitChanges) -> TurnResult:
        """Return the changes, the latest first."""
        holder = limit_query(context, at=context.turn.accepted_at).holder
        async with self.stores.read(context.turn.tenant_id) as tx:
            records = await tx.limits.records(holder, limit=_SEARCHED)
        asked = set(request.symbols)
        found = [each for each in records if not asked or asked & set(each.limit.terms.symbols)]
        return context.aside(Answer(blocks=self.presenter.changes(context.locale, found)))
