"""What became of an order: that of the share named, else the latest one that the person asked for."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.trading.decisions import Decision, DecisionQuery
from bot.ports import Clock, Stores
from bot.presentation.decisions.outcomes import OutcomePresenter

_LATEST: Final = 20  # decisions among which the one is looked for that something happened to last


@dataclass(frozen=True, slots=True)
class OrderStatusCommand:
    """Handler of questions about what became of an order."""

    stores: Stores
    outcomes: OutcomePresenter
    clock: Clock

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the status of the latest decision of each share named, or of all. Raises: StoreUnavailableError."""
        symbols = context.entities.symbols or (None,)
        answers = [await self._status(context, symbol) for symbol in symbols]
        blocks = tuple(block for answer in answers for block in answer.blocks)
        return TurnResult(
            answer=Answer(blocks=blocks, symbols=tuple(s for answer in answers for s in answer.symbols)),
            state=context.state,
        )

    async def _status(self, context: TurnContext, symbol: str | None) -> Answer:
        query = DecisionQuery(
            limit=_LATEST, asked_by=context.turn.person.id, symbol=symbol, market=context.account.market
        )
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = await tx.decisions.find_matching(query)
            latest = max(found, key=_changed_at, default=None)
            report = await tx.accounts.report_for(latest.id) if latest is not None else None
        if latest is not None:
            return self.outcomes.status(context.locale, latest, report, now=self.clock.now())
        none = self.outcomes.cards.texts.render(context.locale, "decision-status-none", symbol=symbol or "none")
        return Answer(blocks=(Paragraph(none),), symbols=(symbol,) if symbol else ())


def _changed_at(decision: Decision) -> datetime:
    """Return when a decision was last made, confirmed or cancelled."""
    return decision.decided_at or decision.created_at
