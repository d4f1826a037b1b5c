"""Commands that are no request yet."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnHandler, TurnResult
from bot.domain.trading.execution.orders import ConfirmedOrder
from bot.ports import Stores
from bot.presentation.account.account_summary import AccountSummary
from bot.presentation.decisions.cards import DecisionCards

_ORDERS = 10  # shown, the latest


@dataclass(frozen=True, slots=True)
class CommandHandler:
    """Handler of commands that are no request yet, by their names."""

    stores: Stores
    cards: DecisionCards
    commands: Mapping[str, TurnHandler]

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Carry out the command. Raises: MarketDataError, StoreUnavailableError."""
        name = context.understanding.command or ""
        return await (self._orders if name == "orders" else self.commands[name])(context)

    async def _orders(self, context: TurnContext) -> TurnResult:
        async with self.stores.read(context.turn.tenant_id) as tx:
            orders = await tx.accounts.orders(context.account.id, limit=_ORDERS)
            resolutions = [await tx.decisions.resolution(order.decision_id) for order in orders]
        confirmed = [
            ConfirmedOrder(order, by.person_name if by is not None else "")
            for order, by in zip(orders, resolutions, strict=True)
        ]
        now = context.turn.accepted_at
        return TurnResult(answer=AccountSummary(self.cards).orders_answer(confirmed, context.locale, now=now))
