"""/details, or "details" typed: what supports the conversation's latest answer that has details."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.requests.conversation import ShowDetails
from bot.ports import Stores
from bot.presentation.details import DetailsPresenter


@dataclass(frozen=True, slots=True)
class DetailsHandler:
    """Handler of /details."""

    stores: Stores
    presenter: DetailsPresenter

    async def __call__(self, context: TurnContext, _: ShowDetails) -> TurnResult:
        """Show the details, or say that there are none, or none of the latest answer. Raises: StoreUnavailableError."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            details = await tx.replies.latest_details(context.conversation.id)
        return TurnResult(answer=self.presenter.latest(context.locale, details))
